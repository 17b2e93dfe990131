// The window of docs/architecture.md: rows come and go.
// A section knows its page and, in `unit`s of 1/64 px, its y and height in the conversation.
"use strict";
const CAP = 4e6, EDGE = 1e5, MOST = 500, GROUP = 256;
const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const { abs, floor, max, min, round } = Math;
const root = document.documentElement, main = $("#messages"), canvas = main?.firstElementChild, style = getComputedStyle(root);
const px = (style, name) => parseFloat(style[name]);
const isFile = location.protocol === "file:";
const byID = (id) => `[id="${CSS.escape(id)}"]`;
const isTooWide = () => main.offsetWidth > innerWidth;
const large = matchMedia("(min-width:1200px)"), isLarge = large.matches, heights = isLarge ? "wideHeights" : "heights";
const boxOf = (element) => element.getBoundingClientRect(), offsetOf = (element) => boxOf(element).top;

function memo(key, value) {
  try { return value ? localStorage.setItem(key, value) : localStorage.getItem(key); } catch { return null; }
}
root.classList.add(memo("scheme") || "system");
// After a change of the text's size: where a row stood (size.js).
const [, size = memo("size"), stood] = location.search.match(/^\?(\d{2,3})&(.+)/) ?? [];
root.style.setProperty("--text", (size || 100) / 100);

const mapped = {}, asked = {}, called = {}, waited = {};
function chatexport(name, data) { called[name]?.(mapped[name] = data); }
const make = (tag, given) => Object.assign(document.createElement(tag), given);
const read = (src, onerror) => document.head.appendChild(make("script", { src, onerror }));
const map = (name) => asked[name] ??= new Promise((done, fail) => {
  called[name] = done;
  read(`map/${name}.js`, () => fail(delete asked[name]));
});

// Scripts may not read files: a page sends its rows by section.
const frames = new Map(), parse = (markup) => new DOMParser().parseFromString(markup, "text/html").body;
addEventListener("message", ({ source, data }) => frames.get(source)?.(data));
function sent(number) {
  const frame = make("iframe", { hidden: true, src: `${number}.html?rows` }), rows = parse("");
  document.body.append(frame);
  return new Promise((done, fail) => {
    frames.set(frame.contentWindow, (markup) => markup ? rows.append(parse(markup).firstChild) : done(rows));
    setTimeout(fail, 1e4);
  }).finally(() => {
    frames.delete(frame.contentWindow);
    frame.remove();
  });
}
const fetched = (number) => fetch(`${number}.html`).then(async (page) => page.ok ? parse(await page.text()) : Promise.reject());

let chat, own, unit, head, total, rest, row, place, base = 0, origin = 0, extra = 0, moves = 0, lastY = 0, tall, live = [];
const pages = new Map(), tops = [], groupTops = [];

async function mapGroup(group) {
  let top = groupTops[group];
  (await map(group))[heights].forEach((height, page) => {
    tops[group * GROUP + page + 1] = top;
    top += height;
  });
}

function adopt(number, rows) {
  let y = tops[number];
  const sections = all("section", rows);
  for (const section of sections) {
    const high = parseFloat(isLarge && section.style.getPropertyValue("--Z") || section.style.height) * 1024;
    Object.assign(section, { page: number, y, high, many: all("article", section).length });
    y += high;
    if (number === own) continue;
    section.dataset.page = number;
    for (const link of all('a[href^="#"]', section))
      link.href = `${number}.html${link.getAttribute("href")}`;
  }
  pages.set(number, sections);
  return sections;
}

async function load(number) {
  return pages.get(number) ?? await (asked[`page ${number}`] ??= (async () => {
    await mapGroup(floor((number - 1) / GROUP));
    return adopt(number, await (isFile ? sent : fetched)(number));
  })().finally(() => delete asked[`page ${number}`]));
}

// A page's sections, if they are here. No others come before this page is seen.
let ask = pages.get.bind(pages);
function want(number) {
  if (!pages.has(number) && number >= 1 && number <= chat.pages)
    waited[number] ??= load(number).then(onScroll, () => {}).finally(() => delete waited[number]);
  return pages.get(number);
}

function sectionAt(y) {
  const group = max(0, groupTops.findLastIndex((top) => top <= y));
  let number = group * GROUP + 1;
  if (tops[number] === undefined) mapGroup(group).then(onScroll, () => {});
  else while (tops[number + 1] <= y) number++;
  const sections = tops[number] !== undefined && want(number);
  return sections && (sections.findLast((section) => section.y <= y) ?? sections[0]);
}

const high = () => total * unit;
const end = (section) => section.y + section.high;
const yOf = (row, section) => section.y * unit + offsetOf(row) - offsetOf(section);

// What is folded out makes its section higher, and what follows lower.
const lift = (isAbove) => [...canvas.children].reduce((sum, section) => section.grown && isAbove(section) ? sum + section.grown : sum, 0);
const at = () => base + scrollY - head - lift((section) => boxOf(section).bottom <= 0);
const put = (section) => section.style.top = `${section.y * unit - origin + lift((other) => other.y < section.y)}px`;
function grow() {
  for (const section of canvas.children)
    section.grown = $("details[open]", section) ? boxOf(section).height - section.high * unit : 0;
  main.style.height = `${min(high(), CAP) + lift(() => true)}px`;
  putAll();
}

function putAll(first) {
  if (first) origin = round(first.y * unit);
  canvas.style.top = `${origin - base}px`;
  for (const section of canvas.children) put(section);
}

// What is selected, folded out, focused, stays: slow.
const isHeld = (section) => section.grown || section.contains(document.activeElement)
  || !getSelection().isCollapsed && getSelection().containsNode(section, true);

function insert(section) {
  put(section);
  if (section.parentNode !== canvas)
    canvas.insertBefore(section, [...canvas.children].find((other) => other.y > section.y) ?? null);
}

function begin(section) {
  live = [section];
  insert(section);
  putAll(section);
}

function beside(section, side) {
  const sections = pages.get(section.page), next = sections.indexOf(section) + side;
  if (!sections[next]) return side > 0 ? ask(section.page + 1)?.slice(0, 2) : ask(section.page - 1)?.slice(-2);
  return side > 0 ? sections.slice(next, next + 2) : sections.slice(max(0, next - 1), next + 1);
}

function fill() {
  const top = at() / unit, tall = innerHeight / unit, from = top - tall, to = top + 2 * tall, held = [...canvas.children].filter(isHeld);
  if (!live.length || end(live.at(-1)) < from || live[0].y > to) {
    const section = sectionAt(min(max(top + tall / 2, 0), total - 1));
    if (!section) return;
    begin(section);
  }
  for (let more; ;) {
    if (live[0].y > from && (more = beside(live[0], -1))) live.unshift(...more);
    else if (end(live.at(-1)) < to && (more = beside(live.at(-1), 1))) live.push(...more);
    else break;
    more.forEach(insert);
    if (rest === undefined) trim(from, to);
  }
  for (const section of [...canvas.children]) if (!live.includes(section) && !held.includes(section)) section.remove();
  const first = ask(live[0].page - 1), last = ask(live.at(-1).page + 1);
  for (const [number, sections] of pages)
    if (![first, last].includes(sections) && !sections.some((section) => section.isConnected)) pages.delete(number);
  if (abs(live[0].y * unit - origin) > 2e5) putAll(live[0]);
}

function trim(from, to) {
  let many = live.reduce((sum, section) => sum + section.many, 0);
  while (many > MOST) {
    const above = from - end(live[0]), below = live.at(-1).y - to;
    if (max(above, below) < 0) return;
    many -= (above > below ? live.shift() : live.pop()).many;
  }
}

// Where the thumb belongs: to scale, but exact near the ends.
const isLong = () => high() > CAP;
const scale = () => (high() - 2 * EDGE) / (CAP - 2 * EDGE);
const thumb = (y) => y < EDGE || !isLong() ? y : y > high() - EDGE ? y - high() + CAP : EDGE + (y - EDGE) / scale();
const unthumb = (y) => y < EDGE ? y : y > CAP - EDGE ? y + high() - CAP : EDGE + (y - EDGE) * scale();

function rebase(to) {
  base = round(min(max(to, 0), max(0, high() - CAP)));
  putAll();
}

function scrollToY(y, lifted) {
  lastY = round((y + lifted - base + head) * devicePixelRatio) / devicePixelRatio;
  scrollTo({ top: lastY, behavior: "instant" });
}

// With `reach`, the end comes to the top too.
function moveTo(y, reach, section) {
  const lifted = lift((other) => section ? other.y < section.y : end(other) * unit <= y);
  rebase(y - thumb(y));
  extra = reach ? max(0, extra + y + lifted - base + head + innerHeight - root.scrollHeight) : 0;
  main.style.marginBottom = `${extra}px`;
  scrollToY(y, lifted);
  rest = undefined;
  fill();
  // Browsers leave out fractions of a dot.
  canvas.style.top = `${origin + lastY - y - lifted - head}px`;
  look();
}
const toEnd = () => moveTo(high() + 1e5);

function measure() {
  unit = px(style, "fontSize") / 1024;
  grow();
  head = offsetOf(main) + scrollY;
  tall = root.clientHeight;
}

// The bar's lower edge.
const line = () => unit * 1024 * 3.5;
const isAtEnd = () => scrollY + innerHeight >= root.scrollHeight - extra - 0.5;

// Above `y`, a box would take a layout.
const partsFrom = (y, selector) => all("section", main).filter((section) => boxOf(section).bottom > y)
  .flatMap((section) => all(selector, section));
const rowAt = (y) => partsFrom(y, "article").find((row) => boxOf(row).bottom > y);

// Not before a resize is heard.
function look() {
  if (root.clientHeight !== tall) return;
  row = rowAt(line());
  if (row) place = { id: row.id, page: row.closest("section").page, top: offsetOf(row) / unit, isAtEnd: isAtEnd() };
  root.dispatchEvent(new Event("look"));
}

function save() {
  history.replaceState(place, "");
  memo(location.pathname, JSON.stringify(place));
}

function keep() {
  look();
  save();
}

const find = async (number, selector) => number >= 1 && number <= chat.pages
  && (await load(number)).map((section) => $(selector, section)).find(Boolean);

const hashOf = (text) => new TextEncoder().encode(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);

// Ids may share a hash: pages are looked at.
async function pageOf(id) {
  const hash = hashOf(id), list = chat.pages > 1 ? await map(`i${hash & ((1 << chat.bits) - 1)}`) : "";
  const key = ((hash >>> chat.bits) % 36 ** 4).toString(36).padStart(4, "0");
  for (let at = 0; at < list.length; at += 4 + chat.wide) {
    const number = parseInt(list.substr(at + 4, chat.wide), 36) + 1;
    if (list.startsWith(key, at) && await find(number, byID(id))) return number;
  }
}

// Brings a row to its place, or to `top` unmarked; the last call wins.
async function show(number, selector, top) {
  const move = ++moves, row = await find(number, selector).catch(() => null);
  if (!row || move !== moves) return;
  const section = row.closest("section"), isMarked = top === undefined;
  pages.set(number, pages.get(number) ?? await load(number));
  rebase(section.y * unit - thumb(section.y * unit));
  if (!live.includes(section)) begin(section);
  top ??= px(style, "scrollPaddingTop");
  moveTo(yOf(row, section) - top, isMarked, section);
  if (!isMarked) return;
  unmark();
  row.classList.add("target");
  focusOn(row);
}

const unmark = () => $(".target")?.classList.remove("target");
function focusOn(row) {
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}

async function goBack({ page, id, top, isAtEnd }) {
  if (isAtEnd && await load(chat.pages).catch(() => null)) toEnd();
  else await show(page, byID(id), top * unit);
}

async function jump(number, selector, hash = location.hash) {
  keep();
  const move = ++moves, found = await find(number, selector).catch(() => null);
  if (!found || move !== moves) return;
  history.pushState(null, "", hash);
  await show(number, selector);
  keep();
}
const pageWith = (index) => floor(index / chat.size) + 1;
const jumpTo = (index) => jump(pageWith(index), `[data-i="${index}"]`);

async function followHash(top) {
  const { hash } = location;
  let id;
  try { id = decodeURIComponent(hash.slice(1)); } catch { return; }
  if (id === "end") return toEnd();
  if (!id.startsWith("m-")) return;
  const number = $(byID(id), canvas)?.closest("section").page ?? await pageOf(id).catch(() => 0);
  if (number && location.hash === hash) await show(number, byID(id), top);
}

const pen = make("canvas").getContext("2d");
function wide(family) {
  pen.font = `16px f0, ${family}`;
  return pen.measureText("mi").width;
}

// Whether the reader's own fonts or sizes break lines, by text in sight.
function isFlowing() {
  const texts = partsFrom(0, "article > p:not([class])")
    .filter((text) => !$(":scope > :not(i, b, br)", text) && !/\t/.test(text.textContent)).slice(0, 12);
  const size = px(style, "fontSize") * parseFloat(style.getPropertyValue("--body-size"));
  return isTooWide() || wide("serif") !== wide("monospace") || texts.some((text) => {
    const own = getComputedStyle(text), lines = all("i, b, br", text).filter((line) => line.offsetParent).length + 1.5;
    return text.scrollHeight > px(own, "lineHeight") * lines || px(own, "fontSize") > size * 1.04;
  });
}

// Also when rows arrive, before a scroll's event.
function onScroll() {
  if (!(abs(at() - rest) < 1)) {
    rest = undefined;
    ask = want;
    const isNear = live[0]?.y * unit < at() + innerHeight && end(live.at(-1)) * unit > at(), y = scrollY - head;
    if (isLong() && !isNear && abs(scrollY - lastY) > 3 * innerHeight) rebase(unthumb(y) - y);
    else if (y < innerHeight ? base > 0 : y > CAP - 2 * innerHeight && base < high() - CAP - 1) settle();
    lastY = scrollY;
  }
  fill();
  look();
}

function settle() {
  const y = at();
  if (abs(thumb(y) - y + base) > 3 * CAP / innerHeight || base > 0 && y < EDGE) {
    const lifted = scrollY + base - head - y;
    rebase(y - thumb(y));
    scrollToY(y, lifted);
  }
  if (extra && !isAtEnd()) main.style.marginBottom = `${extra = 0}px`;
  save();
}

function onResize() {
  const before = unit, { id, top, isAtEnd } = place;
  if (isTooWide() || large.matches !== isLarge) return location.reload(tall = 0);
  measure();
  const row = $(byID(id), canvas), section = row.closest("section");
  if (unit !== before) begin(section);
  if (isAtEnd) toEnd();
  else if (unit !== before) moveTo(yOf(row, section) - top * unit, false, section);
  else fill();
}

async function start() {
  own = +main.dataset.page;
  chat = await map("all");
  const sum = (numbers, each) => numbers.reduce((sum, number) => (each?.(sum), sum + number), 0);
  total = sum(chat[heights] ?? [sum((await map(0))[heights])], (top) => groupTops.push(top));
  await mapGroup(floor((own - 1) / GROUP));
  const state = history.state ?? (location.hash ? null : JSON.parse(memo(location.pathname)));
  const seen = rowAt(60), seenAt = offsetOf(seen);
  live = [...adopt(own, main)];
  root.classList.add("app");
  history.scrollRestoration = "manual";
  measure();
  putAll(live[0]);
  moveTo(yOf(seen, live[0]) - seenAt, false, live[0]);
  rest = at();
  for (const [type, act] of Object.entries({
    scroll: onScroll, scrollend: settle, resize: onResize, pagehide: keep,
    popstate: ({ state }) => state?.id ? goBack(state) : followHash(),
    toggle: () => { grow(); fill(); },
  })) addEventListener(type, act, true);
  if (state?.id) await goBack(state);
  else await followHash(stood && +stood);
  root.dispatchEvent(new Event("chat"));
  setTimeout(() => fill(ask = want), 500);
}

if (main && location.search === "?rows" && parent !== window) {
  if (isFile) for (const { outerHTML } of [...all("section"), {}]) parent.postMessage(outerHTML, "*");
} else if (main) {
  const loaded = new Promise((done) => addEventListener("load", done));
  Promise.all([document.fonts.load("1rem f0"), loaded]).then(() => {
    if (isFlowing()) {
      root.classList.add("flow");
      if (stood) scrollBy(0, offsetOf($(":target") ?? main) - stood);
    } else if (stood || !location.search) start().catch(() => {});
    // For printing.
    document.fonts.load(`1rem ${["f2", "f4", ...new Set(all("[class^=f]", main).map((part) => part.className))]}`);
  });
}
