// Everywhere: looks for words in all conversations, the one with the latest message first.
//
// Each conversation has an index of its own (terms.js), and its pages decide, as in its own search (search.js); here the newest
// hits are enough, and the last line leads to that search. The files of a conversation are forgotten once it was searched. A search
// that was overtaken by another, or stopped, ends at its next step.
"use strict";
const Everywhere = (() => {
  const HITS_OF_ONE = 3, MAX_PAGES = 40, TEXTS = "p:not([class]), pre, .t-heading, .t-notice, .t-card-text, .t-card-title, .t-big-emoji";
  let run = 0;
  function append(parent, tag, className, textContent = "", properties = {}) {
    const element = make(tag, { className, textContent, ...properties });
    parent.append(element);
    return element;
  }

  // Reads a file of another conversation and forgets it.
  async function readOnce(path) {
    if (!isFile) return MapFiles.fetchData(path);
    const script = Scripts.load(path);
    await script;
    const { [path]: data } = MapFiles.contents;
    delete MapFiles.contents[path];
    delete Scripts.requests[path];
    $(`script[src="${CSS.escape(path)}"]`)?.remove();
    return data;
  }
  async function openChat(folder) {
    const address = `${folder}/`, map = await readOnce(`${address}map/all.js`);
    const requests = {};
    return {
      ...map, pageSize: map.size, address,
      read: (name) => requests[name] ??= readOnce(`${address}map/${name}.js`),
      has: () => false,
    };
  }
  async function readRows(address) {
    const rows = isFile ? await PageFrames.receive(address.replace(/\.html$/, "")) : parseHTML(await (await fetch(address)).text());
    return all("article", rows).reverse();
  }

  // Returns the text of a row with the ranges of what is sought; undefined if it lacks some.
  function match(row, parts, index) {
    const text = all(TEXTS, row).map((block) => block.textContent).join("\n"), ranges = index.findRanges(text, parts);
    return ranges && { text, ranges };
  }
  async function findNeeds(parts, index) {
    const pieces = parts.flatMap(({ part, isWhole }) => (part.match(index.rules.pieces) ?? []).map((piece) => [piece, isWhole]));
    const needs = await Promise.all(pieces.map(async ([piece, isWhole]) => {
      const need = await index.needOf(piece, isWhole);
      return need?.find ? need.find() : need;
    }));
    return needs.filter(Boolean);
  }

  // Gives the newest hits of a conversation, a row at a time, to `show`, until it returns false.
  async function searchChat(chat, text, show) {
    const index = makeSearchIndex(chat);
    await index.open();
    const parts = index.readParts(text);
    if (!parts.length) return;
    const needs = await findNeeds(parts, index);
    let pagesLeft = MAX_PAGES;
    for (let page = chat.pages; page >= 1 && pagesLeft; page--) {
      if (!needs.every(({ pages }) => pages.has(page)) || !await index.mayHave(page, needs, parts).catch(() => true)) continue;
      pagesLeft--;
      for (const row of await readRows(`${chat.address}${page}.html`)) {
        const hit = match(row, parts, index);
        if (hit && !show(row, page, hit)) return;
      }
    }
  }

  function appendHit(group, address, row, { text, ranges }) {
    const link = append(append(group, "li", ""), "a", "hit", "", { href: `${address}#${encodeURIComponent(row.id)}` });
    const time = $("time[datetime]", row);
    append(link, "b", "", row.ariaLabel ?? "", { dir: "auto" });
    append(link, "span", "when", time ? new Date(time.dateTime).toLocaleDateString(root.lang, { dateStyle: "medium" }) : "");
    const excerpt = append(link, "span", "line", "", { dir: "auto" }), [first] = ranges[0];
    let at = first < 30 ? 0 : text.lastIndexOf(" ", first - 12) + 1;
    if (first - at > 40) at = first - 12;
    if (at) excerpt.append("…");
    for (const [from, to] of ranges) {
      if (from < at) continue;
      excerpt.append(text.slice(at, from));
      append(excerpt, "mark", "", text.slice(from, to));
      at = to;
    }
    excerpt.append(text.slice(at, at + 120));
  }

  async function search(text, { data, base, hits }) {
    const own = ++run, isOvertaken = () => own !== run;
    hits.replaceChildren();
    const status = append(hits, "h2", "", data.words.messages), progress = append(status, "span", "many");
    const groups = append(hits, "div", "");
    let found = 0;
    for (const [number, [folder, pages, title]] of data.chats.entries()) {
      progress.textContent = ` ${number + 1} / ${data.chats.length}`;
      if (!pages) continue;
      let group, count = 0;
      const chat = await openChat(`${base}${folder}`).catch(() => null);
      if (isOvertaken()) return;
      if (chat) await searchChat(chat, text, (row, page, hit) => {
        if (isOvertaken()) return false;
        if (!group) {
          append(groups, "h3", "", title, { dir: "auto" });
          group = append(groups, "ul", "");
        }
        found++;
        if (count++ < HITS_OF_ONE) appendHit(group, `${chat.address}${page}.html`, row, hit);
        else append(append(group, "li", ""), "a", "more-hits", data.words.moreInChat, { href: `${chat.address}${pages}.html#search=${encodeURIComponent(text)}` });
        return count <= HITS_OF_ONE;
      }).catch(() => {});
      if (isOvertaken()) return;
    }
    progress.textContent = "";
    if (!found) append(groups, "p", "nothing", data.words.nothingFound);
  }
  return { search, stop: () => run++ };
})();
