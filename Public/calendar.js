// The calendar: a month's days as the date grid of the ARIA practices; those with messages are marked.
"use strict";
const calendar = $("#calendar"), grid = $("table", calendar), title = $("h2", calendar), date = $("#date");
const turns = all("[data-months]", calendar);
const monthNumber = (day) => { const date = new Date(day * 864e5); return date.getUTCFullYear() * 12 + date.getUTCMonth(); };
let focused;

// The first day of the week, 0 for Sunday.
function weekStart() {
  try {
    const locale = new Intl.Locale(root.lang);
    return (locale.getWeekInfo?.() ?? locale.weekInfo).firstDay % 7;
  } catch { return 1; }
}
const weekday = (day) => (day + 4 - weekStart() + 7) % 7;

// How many messages each day of a month has.
async function messagesOf(value) {
  const month = months.find((month) => month.value === value), days = new Map();
  if (!month) return days;
  for (let group = groupOf(month.first); group <= groupOf(month.last - 1); group++) {
    await mapGroup(group);
    daysOf(group).forEach(({ value, first }, place, list) => {
      const next = list[place + 1]?.first ?? Math.min((group + 1) * GROUP * chat.size, chat.messages);
      days.set(value, (days.get(value) ?? 0) + next - first);
    });
  }
  return days;
}

function fillRow(parent, name, cells) {
  const row = document.createElement("tr");
  row.append(...cells.map((cell) => {
    const element = document.createElement(name);
    element.append(cell);
    return element;
  }));
  parent.append(row);
}

async function drawMonth(day) {
  focused = day;
  const value = monthNumber(day), first = startOf({ value }), end = startOf({ value: value + 1 }), known = await messagesOf(value);
  if (focused !== day) return;
  title.textContent = dated(first, { month: "long", year: "numeric" });
  turns[0].disabled = value <= months[0].value;
  turns[1].disabled = value >= months.at(-1).value;
  const sunday = 3 + weekStart(), heads = [0, 1, 2, 3, 4, 5, 6].map((place) => {
    const head = document.createElement("abbr");
    head.title = dated(sunday + place, { weekday: "long" });
    head.textContent = dated(sunday + place, { weekday: "narrow" });
    return head;
  });
  $("thead", grid).replaceChildren();
  fillRow($("thead", grid), "th", heads);
  $("tbody", grid).replaceChildren();
  const here = dayOf(row.dataset.i);
  for (let start = first - weekday(first); start < end; start += 7)
    fillRow($("tbody", grid), "td", [0, 1, 2, 3, 4, 5, 6].map((place) => {
      const day = start + place, many = known.get(day);
      if (day < first || day >= end) return "";
      const button = document.createElement("button");
      button.textContent = dated(day, { day: "numeric" }).replace(/[^\p{Nd}]/gu, "");
      button.ariaLabel = dated(day) + (many ? `, ${main.ariaLabel}: ${many}` : "");
      button.tabIndex = day === focused ? 0 : -1;
      button.dataset.day = day;
      if (many) button.className = "some";
      if (day === here) button.ariaCurrent = "date";
      return button;
    }));
}

const endDay = () => startOf({ value: months.at(-1).value + 1 }) - 1;
async function focusDay(day) {
  await drawMonth(Math.min(Math.max(day, startOf(months[0])), endDay()));
  $("[tabindex='0']", grid)?.focus();
}

// The same day of another month, or its last one.
function turned(day, by) {
  const value = monthNumber(day) + by, start = startOf({ value });
  return Math.min(start + day - startOf({ value: value - by }), startOf({ value: value + 1 }) - 1);
}

async function goTo(day) {
  calendar.close();
  jumpTo(Math.min(await firstOn(iso(day)), chat.messages - 1));
}

grid.addEventListener("keydown", (event) => {
  const side = root.dir === "rtl" ? -1 : 1, year = event.shiftKey ? 12 : 1, ahead = weekday(focused);
  const to = {
    ArrowLeft: focused - side, ArrowRight: focused + side, ArrowUp: focused - 7, ArrowDown: focused + 7,
    Home: focused - ahead, End: focused + 6 - ahead, PageUp: turned(focused, -year), PageDown: turned(focused, year),
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  focusDay(to);
});
calendar.addEventListener("click", ({ target }) => {
  const { months: by, day } = target.closest("button")?.dataset ?? {};
  if (by) drawMonth(turned(focused, Number(by)));
  if (day) goTo(Number(day));
});
date.type = "date";
date.addEventListener("change", () => date.value && goTo(Date.parse(date.value) / 864e5));

acts.calendar = async () => {
  $(".months").open = false;
  await mapGroup(groupOf(row.dataset.i));
  calendar.showModal();
  await focusDay(dayOf(row.dataset.i) ?? startOf(months.at(-1)));
};
