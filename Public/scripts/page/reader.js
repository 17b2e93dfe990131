// Actions of a reader: days, copies, keys, links.
"use strict";

const isModified = (event) => event.metaKey || event.ctrlKey || event.altKey;
function announce(text) {
  $(".said").textContent = text;
}

// Dates: days, counted from 1970-01-01. A browser's first date takes 20 ms, so the page has the words of its first day.
const Dates = {
  known: {},
  iso: (day) => Number.isFinite(day) ? new Date(day * 864e5).toISOString().slice(0, 10) : "",
  full(day) {
    if (!Dates.iso(day)) return "";
    Dates.known[day] ??= Dates.format(day);
    return Dates.known[day];
  },
  format(day, options = { dateStyle: "full" }) {
    const formatIn = (language) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(day * 864e5);
    // A language it does not know is an error.
    try {
      return formatIn(root.dataset.dates || root.lang);
    } catch {
      return formatIn("en");
    }
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
    let value = 0;
    let first = 0;
    for (let index = 0; index < steps.length; index += 2) {
      value += steps[index];
      first += steps[index + 1];
      entries.push({ value, first });
    }
    return entries;
  }
  function readMonths() {
    months = accumulate(PageMap.months);
    for (const [index, month] of months.entries()) month.end = months[index + 1]?.first ?? PageMap.messages;
  }
  function daysOf(group) {
    const file = MapFiles.loaded(group);
    if (!file) return [];
    daysOfGroups[group] ??= accumulate(file.days);
    return daysOfGroups[group];
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
  define(name, action) {
    Actions.defined[name] = action;
  },
  async run(name, argument) {
    if (!Actions.defined[name]) await Scripts.loadAsset(name);
    Actions.defined[name](argument);
  },
};

// Keys: the first one loads their actions (keyboard.js).
function onKey(event) {
  const { key, target } = event;
  const isOwn = /^([jkgGc/?+-]|Home|End|Escape)$/.test(key);
  if (isModified(event) || target.matches("input") || $("dialog[open]")) return;
  if (event.defaultPrevented || !isOwn) return;
  event.preventDefault();
  Scripts.use("keyboard", () => Keyboard.actions[key]());
}

// Clicks on buttons, links to messages, and pictures. Links with a modifier key, or without a window, are the browser's.
function onClick(event) {
  const button = event.target.closest("[data-act]");
  const link = event.target.closest("a[href]");
  const isPicture = link?.matches(".picture");
  const [, page = ownPage, id] = !isPicture && link?.getAttribute("href").match(/^(?:(\d+)\.html)?#(m-.+)$/) || [];
  if (button) Actions.run(button.dataset.act, button);
  else if (event.target.closest("article")) Scripts.use("details", () => Details.onClick(event));
  else if (event.target.matches("dialog")) event.target.close();
  if (!(id || isPicture) || isModified(event) || event.shiftKey || !ScrollAnchor.row) return;
  event.preventDefault();
  if (isPicture) {
    Actions.run("picture", link);
    return;
  }
  // The number of a message's answers opens their thread.
  if (link.dataset.box === "way.2" && PageMap.threads) {
    Actions.run("thread", link);
    return;
  }
  link.closest("details")?.removeAttribute("open");
  Jumps.jump(Number(page), byID(decodeURIComponent(id)), `#${id}`);
}

addEventListener("click", onClick);
if (main && isFile && Store.read("scheme")) Scripts.use("scheme");
// There are several conversations, and room for their list.
if (main && numberOf("--list-width")) addEventListener("load", () => Scripts.use("list"));

// Scripts that are loaded when they are first needed: for players on the screen, selections, and rows that are pointed at.
function onViewChange() {
  if ($(".player", canvas)) Scripts.use("player");
}
function onSelection() {
  if (!getSelection().isCollapsed) Scripts.use("selection");
}
function onPoint({ target }) {
  if (target.closest?.("article")) Scripts.use("link", () => LinkButton.follow(target));
}
// Windows in which the bars would take a large part of the height.
const lowScreen = matchMedia("(height < 400px)");
function useLowWindow() {
  if (lowScreen.matches) Scripts.use("low");
}
root.addEventListener("windowopen", () => {
  if (detailsScreen.matches) Scripts.loadAsset("pane").catch(() => setDetails(false));
  $("[data-act=notices]")?.setAttribute("aria-pressed", showsNotices);
  DayIndex.readMonths();
  root.addEventListener("viewchange", onViewChange);
  ScrollAnchor.update();
  setTimeout(() => Scripts.use("timeline"), 500);
  $(".months")?.addEventListener("toggle", () => Scripts.use("months"), { once: true });
  document.addEventListener("selectionchange", onSelection);
  addEventListener("keydown", onKey);
  for (const type of ["pointerover", "focusin"]) addEventListener(type, onPoint);
  if (PageMap.pins) Scripts.use("pins");
  useLowWindow();
  lowScreen.addEventListener("change", useLowWindow);
});
