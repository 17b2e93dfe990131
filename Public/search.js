// The index (terms.js) says which pages may have a hit, their rows which do.
"use strict";
const panel = $("#search"), list = $("ol", panel), told = $("[role=status]", panel);
const [words, firstDay, lastDay] = all("input", panel), [sender, kind] = all("select", panel);
const SAID = "p:not([class]), pre, .t-heading, .t-notice, .t-card-text, .t-card-title, .t-big-emoji";
const KINDS = { link: "a[rel]", attachment: ".picture, video, audio, a[download]",
  photo: ".picture", video: "video", audio: "audio", file: ":not(audio) + a[download]" };
const marks = window.Highlight && new Highlight();
let index, rules, reading, run = 0, goOn, sought = [], aimed, lit;

// What a row says, and where.
function textOf(row) {
  const nodes = [];
  let text = "";
  for (const block of all(SAID, row)) {
    const walker = document.createTreeWalker(block);
    for (let node; (node = walker.nextNode());) {
      nodes.push({ node, start: text.length });
      text += node.data ?? node.alt ?? (node.localName === "br" ? "\n" : "");
    }
    text += "\n";
  }
  return { text, nodes };
}

const nameOf = (sender) => index.senders[sender.slice(2)];

// Where a row says what is sought; nothing if it lacks some.
function placesIn(row) {
  if (sender.value && row.ariaLabel !== nameOf(sender.value) || kind.value && !$(KINDS[kind.value], row)) return;
  const { text, nodes } = textOf(row), { all, from } = folded(text), places = [];
  const joins = (place) => rules.word.test(all[place - 1] ?? "") && rules.word.test(all[place] ?? "");
  for (const { part, isWhole } of sought) {
    const many = places.length;
    for (let at = -1; (at = all.indexOf(part, at + 1)) >= 0;) {
      const end = at + part.length;
      if (!isWhole || !joins(at) && !joins(end)) places.push([from[at], Math.max(from[end], from[end - 1] + 1)]);
    }
    if (places.length === many) return;
  }
  return { text, nodes, places: places.sort(([one], [other]) => one - other) };
}

function add(parent, name, text = "", set) {
  const element = make(name, { textContent: text, ...set });
  parent.append(element);
  return element;
}

function addHit(row, page, { text, places }) {
  const day = dayOf(row.dataset.i), date = iso(day) && dated(day, { dateStyle: "medium" });
  const link = add(add(list, "li"), "a", "", { href: `${page}.html#${encodeURIComponent(row.id)}` });
  add(link, "b", row.ariaLabel);
  add(link, "time", `${date} ${$("time", row)?.textContent ?? ""}`);
  const line = add(link, "p"), first = places[0]?.[0] ?? 0, stop = first + 140;
  let at = first < 40 ? 0 : text.lastIndexOf(" ", first - 20) + 1;
  if (first - at > 40) at = first - 20;
  if (at) line.append("… ");
  for (const [from, to] of places) {
    if (from < at || to > stop) continue;
    line.append(text.slice(at, from));
    add(line, "mark", text.slice(from, to));
    at = to;
  }
  line.append(text.slice(at, stop).trimEnd() || !first && $("img[alt]:not(.avatar)", row)?.alt || "");
}

const isFull = () => list.scrollHeight - list.scrollTop > 2 * list.clientHeight;

async function search() {
  if (!index) return;
  const mine = ++run;
  list.replaceChildren();
  told.textContent = "";
  sought = [...words.value.matchAll(/["“”„«»](.+?)["“”«»]|\S+/gu)]
    .map(([text, whole]) => ({ part: folded(whole?.trim() ?? text).all, isWhole: Boolean(whole) })).filter(({ part }) => part);
  darken();
  light();
  if (!sought.length && ![sender, kind, firstDay, lastDay].some(({ value }) => value)) return;
  const from = firstDay.value ? await firstOn(firstDay.value) : 0;
  const to = lastDay.value ? await firstOn(lastDay.value, 1) : chat.messages;
  const found = await Promise.all([
    ...sought.flatMap(({ part, isWhole }) => (part.match(rules.pieces) ?? []).map((piece) => needOf(piece, isWhole))),
    kind.value && needAll([kind.value]),
    sender.value && numbersWith([sender.value], "s").then((pages) => need(pages, [[`${nameOf(sender.value)} by`]])),
  ].map((need) => Promise.resolve(need).catch(() => null)));
  const needs = found.filter((need) => need?.pages);
  // What takes more than a few files waits until a page without a hit was read.
  const later = found.filter((need) => need?.find).sort((one, other) => one.many - other.many);
  const find = async (count) => needs.push(...await Promise.all(later.splice(0, count).map(({ find }) => find())).catch(() => []));
  let left = 32;
  await find(later.filter(({ many }) => (left -= many) >= 0).length);
  const first = pageWith(from);
  const before = (page) => { do page--; while (page >= first && !needs.every(({ pages }) => pages.has(page))); return page; };
  let many = 0, unread = 0;
  const { hits, missing, nothing } = told.dataset;
  const tell = (more) => told.textContent = (many || more ? hits.replace("{count}", many) : nothing)
    + (unread ? `. ${missing.replace("{count}", unread)}` : "") + more;
  for (let page = before(pageWith(to - 1) + 1); page >= first; page = before(page)) {
    const likely = await isLikely(page, needs).catch(() => true);
    if (mine !== run) return;
    if (!likely) continue;
    const sections = await load(page).catch(() => (unread++, [])), known = many;
    // A few pages stay for the next question; `fill` lets go.
    if (pages.size > 12) fill();
    if (mine !== run) return;
    for (const row of sections.flatMap((section) => all("article", section)).reverse()) {
      const { i } = row.dataset, hit = i >= from && i < to && placesIn(row);
      if (!hit) continue;
      addHit(row, page, hit);
      many++;
    }
    tell(" …");
    if (isFull()) await new Promise((done) => goOn = done);
    if (mine !== run) return;
    if (many === known) await find(1e9);
  }
  if (mine === run) tell("");
}

// Marks what is sought in the rows that are here, and opens where the row that was chosen has it folded away.
function light() {
  if (!marks || !sought.length) return;
  const sections = live.filter((section) => !lit.has(section));
  sections.forEach(lit.add, lit);
  for (const row of sections.flatMap((section) => all("article", section))) {
    const { nodes, places } = placesIn(row) ?? { places: [] };
    for (const [from, to] of places) {
      const [first, last] = [from, to - 1].map((at) => nodes.findLast(({ start }) => start <= at));
      // Ranges that are live would shrink to nothing when their row is let go.
      marks.add(new StaticRange({
        startContainer: first.node, startOffset: first.node.data ? from - first.start : 0,
        endContainer: last.node, endOffset: last.node.data ? to - last.start : 0,
      }));
      if (row.id === aimed) first.node.parentElement.closest("details")?.setAttribute("open", "");
    }
  }
}

function darken() {
  marks?.clear();
  lit = new WeakSet();
}

let timer;
firstDay.type = lastDay.type = "date";
if (marks) root.classList.toggle("lit", CSS.highlights.set("hit", marks));
panel.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, 120);
});
words.addEventListener("keydown", ({ key }) => key === "Enter" && $("a", list)?.focus());
list.addEventListener("scroll", () => isFull() || goOn?.());
list.addEventListener("click", ({ target }) => {
  aimed = decodeURIComponent(target.closest("a")?.hash.slice(1) ?? "");
  darken();
  panel.close();
});
root.addEventListener("look", light);

async function readIndex() {
  [index] = await Promise.all([map("s"), bring("terms")]);
  rules = index.rules;
  index.senders.forEach((name, place) => sender.add(new Option(name, `by${place}`)));
  search();
}
acts.search = () => {
  panel.showModal();
  words.select();
  reading ??= readIndex().catch(() => reading = null);
};
