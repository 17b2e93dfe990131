// Actions of a reader: days, copies, keys, links.
"use strict";

const announce = (text) => $(".said").textContent = text;
const isModified = (event) => event.metaKey || event.ctrlKey || event.altKey;

// Dates: days, counted from 1970-01-01. A browser's first date takes 20 ms, so the page has the words of its first day.
const Dates = {
  known: {},
  iso: (day) => Number.isFinite(day) ? new Date(day * 864e5).toISOString().slice(0, 10) : "",
  full: (day) => Dates.iso(day) && (Dates.known[day] ??= Dates.format(day)),
  format(day, options = { dateStyle: "full" }) {
    const formatIn = (language) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(day * 864e5);
    // A language it does not know is an error.
    try { return formatIn(root.dataset.dates || root.lang); } catch { return formatIn("en"); }
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

  // The first message of a date or later.
  async function findMessage(...date) {
    await Scripts.loadAsset("days");
    return firstMessageFrom(...date);
  }
  return { dayOf, daysOf, findMessage, firstDayOf, readMonths, get months() { return months; } };
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

// Keys: the first one loads their actions (keyboard.js).
function onKey(event) {
  const { key, target } = event, isOwn = /^([jkgGc/?+-]|Home|End|Escape)$/.test(key);
  if (isModified(event) || target.matches("input") || $("dialog[open]")) return;
  if (event.defaultPrevented || !isOwn) return;
  event.preventDefault();
  Scripts.use("keyboard", () => Keyboard.actions[key]());
}

// Clicks on buttons, links to messages, and pictures. Links with a modifier key, or without a window, are the browser's.
function onClick(event) {
  const button = event.target.closest("[data-act]"), link = event.target.closest("a[href]");
  const [, page = ownPage, id] = link?.getAttribute("href").match(/^(?:(\d+)\.html)?#(m-.+)$/) ?? [];
  if (button) Actions.run(button.dataset.act, button);
  else if (event.target.closest("article")) Scripts.use("details", () => Details.onClick(event));
  else if (event.target.matches("dialog")) event.target.close();
  if (isModified(event) || event.shiftKey || !ScrollAnchor.row || !(id || link?.matches(".picture"))) return;
  event.preventDefault();
  if (!id) return Actions.run("picture", link);
  link.closest("details")?.removeAttribute("open");
  Jumps.jump(Number(page), byID(decodeURIComponent(id)), `#${id}`);
}

addEventListener("click", onClick);
if (main && isFile && Store.read("scheme")) Scripts.use("scheme");
// There are several conversations, and room for their list.
if (main && numberOf("--list-width"))
  addEventListener("load", () => Scripts.use("list"));
root.addEventListener("windowopen", () => {
  if (detailsScreen.matches) Scripts.loadAsset("pane").catch(() => setDetails(false));
  $("[data-act=notices]")?.setAttribute("aria-pressed", showsNotices);
  DayIndex.readMonths();
  root.addEventListener("viewchange", () => $(".player", canvas) && Scripts.use("player"));
  ScrollAnchor.update();
  setTimeout(() => Scripts.use("timeline"), 500);
  $(".months")?.addEventListener("toggle", () => Scripts.use("months"), { once: true });
  document.addEventListener("selectionchange", () => getSelection().isCollapsed || Scripts.use("selection"));
  addEventListener("keydown", onKey);
  for (const type of ["pointerover", "focusin"])
    addEventListener(type, ({ target }) => target.closest?.("article") && Scripts.use("link", () => LinkButton.follow(target)));
  if (PageMap.pins) Scripts.use("pins");
});
