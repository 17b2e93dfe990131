// Actions of a reader in the window of chat.js: days, the timeline, copies, keys, links.
"use strict";

const announce = (text) => $(".said").textContent = text;
const isModified = (event) => event.metaKey || event.ctrlKey || event.altKey;

// Dates: days, counted from 1970-01-01, in ISO 8601 and in the page's language.
//
// A browser's first date takes 20 ms, so the page has the words of its first day.
const Dates = {
  known: {},
  iso: (day) => Number.isFinite(day) ? new Date(day * 864e5).toISOString().slice(0, 10) : "",
  full: (day) => Dates.iso(day) && (Dates.known[day] ??= Dates.format(day)),
  format(day, options = { dateStyle: "full" }) {
    const formatIn = (language) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(day * 864e5);
    // A language it does not know is an error.
    try { return formatIn(root.lang); } catch { return formatIn("en"); }
  },
};

// DayIndex: the months of the conversation and the days of its pages, each with its first message, from the map.
//
// `value` is a day's number, or a month's: 12 × year + month, January being 0. Until a group of pages is loaded, its
// messages have no day.
const DayIndex = (() => {
  const daysOfGroups = {};
  let months = [];

  // The map has each value and first message as the step from the entry before.
  function accumulate(steps) {
    const entries = [];
    let value = 0, first = 0;
    for (let index = 0; index < steps.length; index += 2)
      entries.push({ value: value += steps[index], first: first += steps[index + 1] });
    return entries;
  }
  function readMonths() {
    months = accumulate(PageMap.months);
    months.forEach((month, index) => month.end = months[index + 1]?.first ?? PageMap.messages);
  }
  function daysOf(group) {
    const file = MapFiles.loaded(group);
    return file ? daysOfGroups[group] ??= accumulate(file.days) : [];
  }
  const dayOf = (message) => daysOf(PageMap.groupOf(message)).findLast(({ first }) => first <= message)?.value;
  const firstDayOf = ({ value }) => Date.UTC(value / 12, value % 12) / 864e5;

  // The first message of a date or later; see days.js.
  async function findMessage(...date) {
    await Scripts.loadAsset("days");
    return firstMessageFrom(...date);
  }
  return { dayOf, daysOf, findMessage, firstDayOf, readMonths, get months() { return months; } };
})();

// DayInSight: the day of the row under the bar, which stays there until the next day's heading pushes it away.
//
// The heading above the row is hidden (`past`) while the fixed one says its text, unless it is itself still below the bar.
const DayInSight = (() => {
  const pill = $(".now");
  let hiddenHeading;

  function update() {
    const { row } = ScrollAnchor, edge = ScrollAnchor.barEdge() + 2;
    if (!row) return;
    const headings = MessageWindow.sections.flatMap((section) => all(".day", section));
    const isBelow = (heading) => row.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING;
    const above = headings.findLast((heading) => !isBelow(heading)), next = headings.find(isBelow);
    const room = next && topOf(next.closest("section")) < innerHeight ? topOf(next) - edge - pill.offsetHeight : 0;
    const isBelowBar = above && above === row.previousElementSibling && topOf(above) >= edge;
    const text = above?.textContent ?? Dates.full(DayIndex.dayOf(row.dataset.i));
    const hidden = isBelowBar ? undefined : above;
    if (hidden !== hiddenHeading) hiddenHeading?.classList.remove("past");
    (hiddenHeading = hidden)?.classList.add("past");
    pill.hidden = !text || isBelowBar;
    if (pill.textContent !== text) pill.firstChild.textContent = text;
    pill.style.translate = `0 ${min(0, room)}px`;
  }
  const start = () => Dates.known[DayIndex.dayOf((ownPage - 1) * PageMap.pageSize)] = pill.dataset.date;
  return { start, update };
})();

// Timeline: a slider beside the column: months of equal length, with bars for how much was written in each.
//
// While it is held it shows at once where it was led, and the window follows as pages come: to the latest target, not to
// all that were passed.
const Timeline = (() => {
  const MAX_BARS = 600;
  const slider = $(".timeline");
  let shownMessage, target;

  const monthOf = (message) => max(0, DayIndex.months.findLastIndex(({ first }) => first <= message));

  function draw() {
    const { months } = DayIndex, size = 100 / months.length;
    if (!months.length) return;
    const shown = months.filter((_, index) => !(index % Math.ceil(months.length / MAX_BARS)));
    const most = max(...shown.map(({ first, end }) => end - first));
    $("path", slider).setAttribute("d", shown.map((month) => {
      const width = 8 + 92 * (month.end - month.first) / most;
      return `M${100 - width} ${months.indexOf(month) * size}h${width}v${min(size / 2, 0.5)}h${-width}z`;
    }).join(""));
    slider.ariaValueMax = PageMap.messages - 1;
    slider.hidden = false;
  }
  function show(message) {
    const { months } = DayIndex, index = monthOf(message), { first, end } = months[index];
    shownMessage = message;
    slider.style.setProperty("--at", (index + max(0, message - first) / (end - first)) / months.length);
    slider.ariaValueNow = message;
    slider.ariaValueText = slider.dataset.text = Dates.full(DayIndex.dayOf(message))
      || Dates.format(DayIndex.firstDayOf(months[index]), { month: "long", year: "numeric" });
  }
  function update() {
    const { row } = ScrollAnchor;
    if (row && DayIndex.months.length && target === undefined) show(Number(row.dataset.i));
  }

  async function seek(message) {
    const isSeeking = target !== undefined;
    show(target = message);
    PageMap.loadGroup(PageMap.groupOf(message)).then(() => shownMessage === message && show(message), () => {});
    if (isSeeking) return;
    for (let reached; reached !== target;) {
      reached = target;
      await Jumps.showMessage(reached, Jumps.topMargin());
    }
    target = undefined;
  }

  function onPointer(event) {
    if (event.type === "pointerdown") {
      if (event.button) return;
      ScrollAnchor.record();
      history.pushState(ScrollAnchor.position, "");
      slider.setPointerCapture(event.pointerId);
      slider.classList.add("held");
    }
    if (!slider.matches(".held")) return;
    const { top, height } = boxOf(slider), { months } = DayIndex;
    const month = min(max((event.clientY - top) / height, 0), 0.999999) * months.length;
    const { first, end } = months[floor(month)];
    seek(floor(first + month % 1 * (end - first)));
  }
  function listen() {
    for (const type of ["down", "move", "up", "cancel"]) slider.addEventListener(`pointer${type}`, onPointer);
    slider.addEventListener("lostpointercapture", () => slider.classList.remove("held"));
  }

  // Returns what a key does while the slider has the focus: steps of months.
  function actionOf(key) {
    const { months } = DayIndex;
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12, Home: -1e9, End: 1e9 }[key];
    return step && (() => seek(months[min(max(monthOf(shownMessage) + step, 0), months.length - 1)].first));
  }
  return { actionOf, draw, listen, slider, update };
})();

// Actions: what buttons (`data-act`) and keys do. One that is not defined comes with the script of its name.
const Actions = {
  defined: {
    keys: () => $("#keys").showModal(),
    close: () => $("dialog[open]").close(),
  },
  define: (name, action) => Actions.defined[name] = action,
  async run(name, argument) {
    if (!Actions.defined[name]) await Scripts.loadAsset(name);
    Actions.defined[name](argument);
  },
};

// The page's keys: what they do comes with the first of them (keyboard.js).
function onKey(event) {
  const { key, target } = event, isOwn = /^([jkgGc/?+-]|Home|End|Escape)$/.test(key);
  if (isModified(event) || target.matches("input") || $("dialog[open]")) return;
  const action = target === Timeline.slider ? Timeline.actionOf(key)
    : isOwn && (() => Scripts.loadAsset("keyboard").then(() => Keyboard.actions[key](), () => {}));
  if (!action) return;
  event.preventDefault();
  action();
}

// Clicks: buttons, links to messages, and pictures.
//
// With a modifier, or without a window, links are the browser's.
const Clicks = {
  onClick(event) {
    const button = event.target.closest("[data-act]"), link = event.target.closest("a[href]");
    const [, page = ownPage, id] = link?.getAttribute("href").match(/^(?:(\d+)\.html)?#(m-.+)$/) ?? [];
    if (button) Actions.run(button.dataset.act, button);
    else if (event.target.matches("dialog")) event.target.close();
    if (isModified(event) || event.shiftKey || !ScrollAnchor.row || !(id || link?.matches(".picture"))) return;
    event.preventDefault();
    if (!id) return Actions.run("picture", link);
    link.closest("details")?.removeAttribute("open");
    Jumps.jump(Number(page), byID(decodeURIComponent(id)), `#${id}`);
  },
};

addEventListener("click", Clicks.onClick);
// `--list`: there are several conversations.
if (main && rootStyle.getPropertyValue("--list") && matchMedia("(min-width:1100px)").matches)
  addEventListener("load", () => Scripts.loadAsset("list").catch(() => {}));
root.addEventListener("windowopen", () => {
  const showPane = () => detailsScreen.matches && Scripts.loadAsset("pane").catch(() => {});
  detailsScreen.addEventListener("change", showPane);
  showPane();
  $("[data-act=notices]")?.setAttribute("aria-pressed", showsNotices);
  DayIndex.readMonths();
  Timeline.draw();
  DayInSight.start();
  const findPlayers = () => $(".player", canvas) && Scripts.loadAsset("player");
  for (const update of [DayInSight.update, Timeline.update, findPlayers]) root.addEventListener("viewchange", update);
  ScrollAnchor.update();
  Timeline.listen();
  document.addEventListener("selectionchange", () => getSelection().isCollapsed || Scripts.loadAsset("selection").catch(() => {}));
  addEventListener("keydown", onKey);
  for (const type of ["pointerover", "focusin"])
    addEventListener(type, ({ target }) => target.closest?.("article") && Scripts.loadAsset("link").then(() => LinkButton.follow(target), () => {}));
  if (PageMap.pins) Scripts.loadAsset("pins").catch(() => {});
});
