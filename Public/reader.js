// What a reader does.
"use strict";
const slider = $(".timeline"), linker = $("#link"), pill = $(".now");
let months = [], aim = null, shown, past;

const iso = (day) => Number.isFinite(day) ? new Date(day * 864e5).toISOString().slice(0, 10) : "", dates = {};
function dated(day, options = { dateStyle: "full" }) {
  const form = (language) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(day * 864e5);
  try { return form(root.lang); } catch { return form("en"); }
}
const full = (day) => iso(day) && (dates[day] ??= dated(day));

// Values and first messages, from the map's steps.
function sums(steps, value = 0, first = 0) {
  const list = [];
  for (let at = 0; at < steps.length; at += 2) list.push({ value: value += steps[at], first: first += steps[at + 1] });
  return list;
}
const groupOf = (index) => floor(index / chat.size / GROUP);
function daysOf(group) { return mapped[group] ? mapped[group].list ??= sums(mapped[group].days) : []; }
const dayOf = (index) => daysOf(groupOf(index)).findLast((day) => day.first <= index)?.value;

// The day in sight stays until the next pushes it away.
function showDay() {
  if (!row) return;
  const y = line() + 2, days = live.flatMap((part) => all(".day", part)), side = (day) => row.compareDocumentPosition(day);
  const above = days.findLast((day) => side(day) & 2), next = days.find((day) => side(day) & 4), day = dayOf(row.dataset.i);
  const room = next && offsetOf(next.closest("section")) < innerHeight ? offsetOf(next) - y - pill.offsetHeight : 0;
  const isBelow = above && above === row.previousElementSibling && offsetOf(above) >= y;
  const text = above?.textContent ?? full(day), gone = isBelow ? null : above;
  if (gone !== past) past?.classList.remove("past");
  (past = gone)?.classList.add("past");
  pill.hidden = !text || isBelow;
  if (pill.textContent !== text) pill.firstChild.textContent = text;
  pill.style.translate = `0 ${min(0, room)}px`;
  if (months.length && aim === null) slide(+row.dataset.i);
}

// The timeline: months alike, bars for how much was written.
const startOf = ({ value }) => Date.UTC(value / 12, value % 12) / 864e5;
const monthOf = (index) => max(0, months.findLastIndex((month) => month.first <= index));
function slide(index) {
  const place = monthOf(index), { first, last } = months[place], day = dayOf(index);
  shown = index;
  slider.style.setProperty("--at", (place + max(0, index - first) / (last - first)) / months.length);
  slider.ariaValueNow = index;
  slider.ariaValueText = slider.dataset.text = full(day) || dated(startOf(months[place]), { month: "long", year: "numeric" });
}

function drawTimeline() {
  const size = 100 / months.length, few = months.filter((_, place) => !(place % Math.ceil(months.length / 600)));
  const most = max(...few.map(({ first, last }) => last - first));
  $("path", slider).setAttribute("d", few.map((month) => {
    const wide = 8 + 92 * (month.last - month.first) / most;
    return `M${100 - wide} ${months.indexOf(month) * size}h${wide}v${min(size / 2, 0.5)}h${-wide}z`;
  }).join(""));
  slider.ariaValueMax = chat.messages - 1;
  slider.hidden = false;
}

// Goes where it is held, not to all it passed.
async function seek(index) {
  const isBusy = aim !== null;
  slide(aim = index);
  mapGroup(groupOf(index)).then(() => shown === index && slide(index), () => {});
  if (isBusy) return;
  for (let now; now !== aim;) {
    now = aim;
    await show(pageWith(now), `[data-i="${now}"]`, px(style, "scrollPaddingTop"));
  }
  aim = null;
}

function hold(event) {
  if (event.type === "pointerdown") {
    if (event.button) return;
    keep();
    history.pushState(place, "");
    slider.setPointerCapture(event.pointerId);
    slider.classList.add("held");
  }
  if (!slider.matches(".held")) return;
  const box = boxOf(slider);
  const spot = min(max((event.clientY - box.top) / box.height, 0), 0.999999) * months.length;
  const { first, last } = months[floor(spot)];
  seek(floor(first + spot % 1 * (last - first)));
}

const current = () => document.activeElement.closest("article");
function step(by) {
  const rows = all("article"), next = current() ? rows[rows.indexOf(current()) + by] : row;
  if (!next) return;
  focusOn(next);
  next.scrollIntoView({ block: "nearest", behavior: "instant" });
}

const say = (text) => $(".said").textContent = text;

// A message, its sender and time.
function copied({ startContainer: from, startOffset, endContainer: to, endOffset }, row) {
  const part = new Range(), stamp = `${iso(dayOf(row.dataset.i))} ${$("time", row)?.textContent ?? ""}`.trim();
  // Firefox cannot clone a selection's own.
  part.selectNode(row);
  if (row.contains(from)) part.setStart(from, startOffset);
  if (row.contains(to)) part.setEnd(to, endOffset);
  const copy = part.cloneContents();
  for (const left of all("time, .t-name, .t-reaction, .t-initials, button", copy)) left.remove();
  for (const sign of all("br, img", copy)) sign.replaceWith(sign.alt ?? "\n");
  const texts = all("p, pre, .picture", copy).map((text) => text.textContent).filter(Boolean);
  return `${stamp && `[${stamp}] `}${row.ariaLabel ? `${row.ariaLabel}: ` : ""}${texts.join("\n")}`;
}

function onCopy(event) {
  const selection = getSelection(), rows = all("article").filter((row) => selection.containsNode(row, true));
  if (rows.length < 2) return;
  event.clipboardData.setData("text/plain", rows.map((row) => copied(selection.getRangeAt(0), row)).join("\n"));
  event.preventDefault();
}

const acts = {
  keys: () => $("#keys").showModal(),
  close: () => $("dialog[open]").close(),
};
// What comes when asked for.
const bring = (name) => asked[name] ??= new Promise((done, fail) => {
  read(`../assets/${name}.js`, () => fail(delete asked[name])).onload = done;
});
const firstOn = async (...days) => (await bring("days"), firstFrom(...days));
async function act(name, given) {
  if (!acts[name]) await bring(name);
  acts[name](given);
}
const keys = {
  j: () => step(1), k: () => step(-1), c: () => act("link"), "?": acts.keys, "/": () => $("[data-act=search]")?.click(),
  g: () => jumpTo(0), G: () => jumpTo(chat.messages - 1), Home: () => moveTo(-head), End: toEnd,
  "+": () => act("size", 1), "-": () => act("size", -1),
  Escape() { unmark(); document.activeElement.blur(); },
};

const isModified = (event) => event.metaKey || event.ctrlKey || event.altKey;
function onKey(event) {
  const { key, target } = event;
  if (isModified(event) || target.matches("input") || $("dialog[open]")) return;
  let act = keys[key];
  if (target === slider) {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12, Home: -1e9, End: 1e9 }[key];
    act = by && (() => seek(months[min(max(monthOf(shown) + by, 0), months.length - 1)].first));
  }
  if (!act) return;
  event.preventDefault();
  act();
}

function onClick(event) {
  const button = event.target.closest("[data-act]"), link = event.target.closest("a[href]");
  const [, page = own, id] = link?.getAttribute("href").match(/^(?:(\d+)\.html)?#(m-.+)$/) ?? [];
  if (button) act(button.dataset.act, button);
  else if (event.target.matches("dialog")) event.target.close();
  if (isModified(event) || event.shiftKey || !row || !(id || link?.matches(".picture"))) return;
  event.preventDefault();
  if (!id) return act("picture", link);
  link.closest("details")?.removeAttribute("open");
  jump(+page, byID(decodeURIComponent(id)), `#${id}`);
}

root.addEventListener("chat", () => {
  months = sums(chat.months);
  months.forEach((month, place) => month.last = months[place + 1]?.first ?? chat.messages);
  if (months.length) drawTimeline();
  dates[dayOf((own - 1) * chat.size)] = pill.dataset.date;
  root.addEventListener("look", showDay);
  look();
  for (const type of ["down", "move", "up", "cancel"]) slider.addEventListener(`pointer${type}`, hold);
  slider.addEventListener("lostpointercapture", () => slider.classList.remove("held"));
  addEventListener("copy", onCopy);
  addEventListener("keydown", onKey);
  for (const type of ["pointerover", "focusin"])
    addEventListener(type, ({ target }) => {
      const row = target.closest?.("article:not(.notice)");
      if (!row || row === linker.parentNode) return;
      linker.classList.remove("done");
      row.append(linker);
    });
});
addEventListener("click", onClick);
