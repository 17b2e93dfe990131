// Everywhere: looks for words in all conversations, the one with the latest message first.
//
// Each conversation has an index of its own (terms.js), and its pages decide (hits.js), as in its own search (search.js); here the
// newest hits are enough, and the last line leads to that search. Pages that cannot be read are counted, all of a conversation
// without an index. The files of a conversation are forgotten once it was searched. A search that was overtaken by another, or
// stopped, ends at its next step.
"use strict";
const Everywhere = (() => {
  const HITS_OF_ONE = 3, MAX_PAGES = 40;
  let run = 0;

  // Reads a file of another conversation and forgets it.
  async function readOnce(path) {
    if (!isFile) return MapFiles.fetchData(path);
    try {
      await Scripts.load(path);
      return MapFiles.contents[path];
    } finally {
      delete MapFiles.contents[path];
      delete Scripts.requests[path];
      $(`script[src="${CSS.escape(path)}"]`).remove();
    }
  }
  async function openChat(address) {
    const map = await readOnce(`${address}map/all.js`);
    const requests = {};
    return {
      ...map, pageSize: map.size,
      read(name) {
        requests[name] ??= readOnce(`${address}map/${name}.js`);
        return requests[name];
      },
      has: () => false,
    };
  }
  async function fetchPage(address) {
    const response = await fetch(address);
    return response.ok ? parseHTML(await response.text()) : Promise.reject();
  }
  // Returns a page's rows, the last one first; undefined if it cannot be read.
  const readRows = (address) => (isFile ? PageFrames.receive(address.replace(/\.html$/, "")) : fetchPage(address))
    .then((page) => all("article", page).reverse(), () => undefined);

  // Gives the newest hits of a conversation, a row at a time, to `show`, until it returns false. Returns the number of pages
  // that could not be read, and whether the search ended at the most pages that are read of one.
  async function searchChat(address, text, show) {
    const chat = await openChat(address), index = makeSearchIndex(chat);
    await index.open();
    const parts = index.readParts(text), answers = await Promise.all(index.needsOf(parts));
    const needs = (await Promise.all(answers.map((need) => need?.find?.() ?? need))).filter((need) => need?.pages);
    let readPages = 0;
    let unreadPages = 0;
    for (let page = parts.length && chat.pages; page >= 1; page--) {
      if (!needs.every(({ pages }) => pages.has(page)) || !await index.mayHave(page, needs, parts)) continue;
      if (readPages === MAX_PAGES) return { unreadPages, isCutShort: true };
      readPages += 1;
      const rows = await readRows(`${address}${page}.html`);
      if (!rows) unreadPages++;
      for (const row of rows ?? []) {
        const hit = Hits.find(row, parts, index);
        if (hit && !show(row, page, hit)) return { unreadPages };
      }
    }
    return { unreadPages };
  }

  function fillHit(entry, address, row, hit) {
    const link = append(entry, "a", { className: "hit", href: `${address}#${encodeURIComponent(row.id)}` });
    const time = $("time[datetime]", row);
    append(link, "b", { textContent: row.ariaLabel ?? "", dir: "auto" });
    const day = time && new Date(time.dateTime).toLocaleDateString(root.dataset.dates || root.lang, { dateStyle: "long" });
    append(link, "span", { className: "when", textContent: day ?? "" });
    Hits.fillExcerpt(append(link, "span", { className: "line", dir: "auto" }), hit, 12, 120);
  }

  async function search(text, { data: { words, chats }, base, hits }) {
    run += 1;
    const ownRun = run;
    const isOvertaken = () => ownRun !== run;
    hits.replaceChildren();
    const status = append(hits, "h2", { textContent: words.messages });
    const progress = append(status, "span", { className: "many" });
    const groups = append(hits, "div");
    const say = (textContent) => append(groups, "p", { className: "nothing", textContent });
    let unreadPages = 0;
    for (const [number, [folder, pages, title]] of chats.entries()) {
      progress.textContent = ` ${number + 1} / ${chats.length}`;
      if (!pages) continue;
      const address = `${base}${folder}/`;
      let group;
      let count = 0;
      function appendEntry() {
        if (!group) {
          append(groups, "h3", { textContent: title, dir: "auto" });
          group = append(groups, "ul");
        }
        return append(group, "li");
      }
      function leadOn() {
        const href = `${address}${pages}.html#search=${encodeURIComponent(text)}`;
        append(appendEntry(), "a", { className: "more-hits", textContent: words.moreInChat, href });
      }
      function show(row, page, hit) {
        if (isOvertaken()) return false;
        count += 1;
        if (count <= HITS_OF_ONE) fillHit(appendEntry(), `${address}${page}.html`, row, hit);
        else leadOn();
        return count <= HITS_OF_ONE;
      }
      const result = await searchChat(address, text, show).catch(() => ({ unreadPages: pages }));
      if (isOvertaken()) return;
      unreadPages += result.unreadPages;
      if (result.isCutShort) leadOn();
    }
    progress.textContent = "";
    if (!groups.firstChild) say(words.nothingFound);
    if (unreadPages) say(words.unreadPages.replace("{count}", unreadPages.toLocaleString(root.lang)));
  }
  function stop() {
    run += 1;
  }
  return { search, stop };
})();
