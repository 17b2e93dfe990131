// Calendar: a month's days as the date grid of the ARIA Authoring Practices. Days with messages are marked.
//
// Days and months are numbers, as in DayIndex. One day has the focus; drawing its month waits for the map, and where another
// day got the focus meanwhile, the earlier drawing is dropped.
"use strict";
(() => {
  const dialog = $("#calendar"), grid = $("table", dialog), title = $("h2", dialog), dateField = $("#date");
  const turnButtons = all("[data-months]", dialog), WEEK = [0, 1, 2, 3, 4, 5, 6];
  let focusedDay;

  const dayInSight = () => DayIndex.dayOf(ScrollAnchor.row.dataset.i);
  function monthOf(day) {
    const date = new Date(day * 864e5);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  }
  const firstDayOf = (month) => DayIndex.firstDayOf({ value: month });

  // The language's first day of the week, 0 for Sunday; Monday where the browser does not say.
  function weekStart() {
    try {
      const locale = new Intl.Locale(root.dataset.dates || root.lang);
      return (locale.getWeekInfo?.() ?? locale.weekInfo).firstDay % 7;
    } catch { return 1; }
  }
  // 1970-01-01 was a Thursday.
  const columnOf = (day) => (day + 4 - weekStart() + 7) % 7;

  // Counts the messages of each day of a month. A day may be in two groups of the map.
  async function countMessages(value) {
    const month = DayIndex.months.find((month) => month.value === value), counts = new Map();
    if (!month) return counts;
    for (let group = PageMap.groupOf(month.first); group <= PageMap.groupOf(month.end - 1); group++) {
      await PageMap.loadGroup(group);
      DayIndex.daysOf(group).forEach(({ value, first }, index, days) => {
        const end = days[index + 1]?.first ?? PageMap.endOf(group);
        counts.set(value, (counts.get(value) ?? 0) + end - first);
      });
    }
    return counts;
  }

  function appendRow(parent, cellTag, contents) {
    const row = make("tr");
    for (const content of contents) {
      const cell = make(cellTag);
      cell.append(content);
      row.append(cell);
    }
    parent.append(row);
  }
  function weekdayHeading(column) {
    // 1970-01-04 was a Sunday.
    const day = 3 + weekStart() + column;
    return make("abbr", { title: Dates.format(day, { weekday: "long" }), textContent: Dates.format(day, { weekday: "narrow" }) });
  }
  function dayButton(day, count) {
    const button = make("button", {
      textContent: Dates.format(day, { day: "numeric" }).replace(/[^\p{Nd}]/gu, ""),
      ariaLabel: Dates.format(day) + (count ? `, ${main.ariaLabel}: ${count}` : ""),
      tabIndex: day === focusedDay ? 0 : -1,
    });
    button.dataset.day = day;
    if (count) button.className = "some";
    if (day === dayInSight()) button.ariaCurrent = "date";
    return button;
  }
  async function drawMonth(day) {
    focusedDay = day;
    const month = monthOf(day), first = firstDayOf(month), end = firstDayOf(month + 1), counts = await countMessages(month);
    if (focusedDay !== day) return;
    title.textContent = Dates.format(first, { month: "long", year: "numeric" });
    turnButtons[0].disabled = month <= DayIndex.months[0].value;
    turnButtons[1].disabled = month >= DayIndex.months.at(-1).value;
    const [head, body] = [$("thead", grid), $("tbody", grid)];
    head.replaceChildren();
    appendRow(head, "th", WEEK.map(weekdayHeading));
    body.replaceChildren();
    for (let week = first - columnOf(first); week < end; week += 7)
      appendRow(body, "td", WEEK.map((column) => week + column)
        .map((day) => day >= first && day < end ? dayButton(day, counts.get(day)) : ""));
  }

  async function focusOn(day) {
    const { months } = DayIndex, lastDay = firstDayOf(months.at(-1).value + 1) - 1;
    await drawMonth(min(max(day, DayIndex.firstDayOf(months[0])), lastDay));
    $("[tabindex='0']", grid)?.focus();
  }
  // The day of the same number some months later, or that month's last one.
  function turn(day, by) {
    const month = monthOf(day) + by, first = firstDayOf(month);
    return min(first + day - firstDayOf(month - by), firstDayOf(month + 1) - 1);
  }
  async function goTo(day) {
    dialog.close();
    Jumps.jumpToMessage(min(await DayIndex.findMessage(Dates.iso(day)), PageMap.messages - 1));
  }

  function onKey(event) {
    const side = root.dir === "rtl" ? -1 : 1, months = event.shiftKey ? 12 : 1, column = columnOf(focusedDay);
    const day = {
      ArrowLeft: focusedDay - side, ArrowRight: focusedDay + side, ArrowUp: focusedDay - 7, ArrowDown: focusedDay + 7,
      Home: focusedDay - column, End: focusedDay + 6 - column,
      PageUp: turn(focusedDay, -months), PageDown: turn(focusedDay, months),
    }[event.key];
    if (day === undefined) return;
    event.preventDefault();
    focusOn(day);
  }
  function onClick({ target }) {
    const { months, day } = target.closest("button")?.dataset ?? {};
    if (months) drawMonth(turn(focusedDay, Number(months)));
    if (day) goTo(Number(day));
  }
  async function open() {
    $(".months").open = false;
    await PageMap.loadGroup(PageMap.groupOf(ScrollAnchor.row.dataset.i));
    dialog.showModal();
    await focusOn(dayInSight() ?? DayIndex.firstDayOf(DayIndex.months.at(-1)));
  }

  grid.addEventListener("keydown", onKey);
  dialog.addEventListener("click", onClick);
  dateField.type = "date";
  dateField.addEventListener("change", () => dateField.value && goTo(Date.parse(dateField.value) / 864e5));
  Actions.define("calendar", open);
})();
