// Everywhere: looks for words in all conversations, the one with the latest message first.
//
// The site's index (SiteIndex) has the numbers of the conversations that may have all words, in the order of the list. Only these are
// opened, a few at a time: each has an index of its own (terms.js), and its pages decide (hits.js), as in its own search (search.js);
// here the newest hits are enough, and the last line leads to that search. After hits of fifty, the next fifty wait until the list is
// scrolled to its end. Without the site's index all conversations are opened.
// Pages that cannot be read are counted, all of a conversation without an index. The files of a conversation are forgotten once it
// was searched. A search that was overtaken by another, or stopped, ends at its next step.
"use strict";
const Everywhere = (() => {
  const HITS_OF_ONE = 3, MAX_PAGES = 40, AT_A_TIME = 4, MAX_AHEAD = 50;
  // Conversations in each file of the list (ChatsFile).
  const CHATS_IN_FILE = 1000;
  let run = 0;
  let siteIndex;
  const requests = {};

  // Reads a file of another conversation and forgets it.
  async function readFile(path) {
    if (!hasDataScripts) return MapFiles.fetchData(path);
    try {
      await Scripts.load(path);
      return MapFiles.contents[path];
    } finally {
      delete MapFiles.contents[path];
      delete Scripts.requests[path];
      $(`script[src="${CSS.escape(path)}"]`)?.remove();
    }
  }
  // Two searches that ask for a file at the same time share it.
  function readOnce(path) {
    requests[path] ??= readFile(path).finally(() => {
      delete requests[path];
    });
    return requests[path];
  }
  async function openChat(address) {
    const readOwn = (name) => readOnce(`${address}map/${name}.js`), { files, pages, size: pageSize } = await readOwn("all");
    const chat = { read: async (name) => files?.[name] ?? readOwn(name), has: () => false, pages, pageSize }, index = makeSearchIndex(chat);
    await index.open();
    return Object.assign(chat, { index });
  }
  async function openSite(base) {
    const index = makeSearchIndex({ read: (name) => MapFiles.readPath(`${base}assets/search/${name}.js`) });
    await index.open();
    return index;
  }
  // Returns a page's rows, the last one first; undefined if it cannot be read.
  const readRows = (address) => (hasDataScripts ? PageFrames.receive(address.replace(/\.html$/, "")) : readText(address).then(parsePage))
    .then((page) => all("article", page).reverse(), () => undefined);

  async function findNeeds(index, parts) {
    const answers = await Promise.all(index.needsOf(parts));
    return (await Promise.all(answers.map((need) => need?.find?.() ?? need))).filter((need) => need?.pages);
  }
  // The numbers of the conversations that may have what is sought, undefined if any may; and the site's index if it was asked for a
  // single word: with several, a conversation may have them in different messages.
  async function findChats(text, base) {
    siteIndex ??= openSite(base).catch((error) => {
      siteIndex = undefined;
      throw error;
    });
    const index = await siteIndex, parts = index.readParts(text), needs = await findNeeds(index, parts);
    const [first, ...others] = needs.map(({ pages }) => pages);
    const numbers = first && [...first].filter((number) => others.every((pages) => pages.has(number))).sort((one, other) => one - other);
    return { numbers: parts.length ? numbers : [], index: needs.length === 1 && index };
  }
  const readChats = (file, base) => MapFiles.readPath(`${base}chats-${file}.js`);
  async function readChat(number, { chats }, base) {
    const at = number - 1, within = at % CHATS_IN_FILE;
    return chats[at] ?? (await readChats((at - within) / CHATS_IN_FILE, base))[within];
  }
  async function numbersOfAll({ chats, files = 0 }, base) {
    const others = await Promise.all(Array.from({ length: files }, (_, file) => readChats(file + 1, base)));
    const count = others.reduce((sum, { length }) => sum + length, Math.min(chats.length, CHATS_IN_FILE));
    return Array.from({ length: count }, (_, at) => at + 1);
  }

  // Gives the newest hits of a conversation, a row at a time, to `show`, until it returns false. Returns the number of pages
  // that could not be read, and whether the search ended at the most pages that are read of one.
  async function searchPages(address, pages, index, parts, mayHave, show) {
    let readPages = 0;
    let unreadPages = 0;
    for (let page = pages; page >= 1; page--) {
      if (!await mayHave(page)) continue;
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
  async function searchChat(address, text, show) {
    const { index, pages } = await openChat(address), parts = index.readParts(text), needs = await findNeeds(index, parts);
    const mayHave = (page) => needs.every((need) => need.pages.has(page)) && index.mayHave(page, needs, parts);
    return searchPages(address, parts.length && pages, index, parts, mayHave, show);
  }

  function fillHit(entry, address, row, hit) {
    const link = append(entry, "a", { className: "hit", href: `${address}#${encodeURIComponent(row.id)}` });
    const time = $("time[datetime]", row);
    append(link, "b", { textContent: row.ariaLabel ?? "", dir: "auto" });
    const day = time && new Date(time.dateTime).toLocaleDateString(root.dataset.dates || root.lang, { dateStyle: "long" });
    append(link, "span", { className: "when", textContent: day ?? "" });
    Hits.fillExcerpt(append(link, "span", { className: "line", dir: "auto" }), hit, 12, 120);
  }

  const whenInSight = (element) => new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1).isIntersecting) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });

  async function search(text, { data, base, hits }) {
    run += 1;
    const ownRun = run, { words } = data;
    const isOvertaken = () => ownRun !== run;
    hits.replaceChildren();
    const status = append(hits, "h2", { textContent: words.messages });
    const progress = append(status, "span", { className: "many", textContent: " …" });
    const groups = append(hits, "div"), end = append(hits, "div");
    const say = (textContent) => append(groups, "p", { className: "nothing", textContent });
    let unreadPages = 0;
    let done = 0;
    let found;
    let chatsWithHits = 0;
    let limit = MAX_AHEAD;

    // Hits of a conversation are added to `room`, which has its place among the others.
    async function searchOne(number, room) {
      const [folder, pages, title] = await readChat(number, data, base);
      if (!pages) return;
      const address = `${base}${folder}/`;
      let group;
      let count = 0;
      function appendEntry() {
        if (!group) {
          chatsWithHits += 1;
          append(room, "h3", { textContent: title, dir: "auto" });
          group = append(room, "ul");
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
      // The index of a single page could say no more than the site's has said.
      const { index } = found, isKnown = index && pages === 1;
      const search = isKnown ? searchPages(address, 1, index, index.readParts(text), () => true, show) : searchChat(address, text, show);
      const result = await search.catch(() => ({ unreadPages: pages }));
      if (isOvertaken()) return;
      unreadPages += result.unreadPages;
      if (result.isCutShort) leadOn();
    }

    found = await findChats(text, base).catch(() => ({}));
    const numbers = found.numbers ?? await numbersOfAll(data, base), left = numbers.values();
    async function searchNext() {
      for (const number of left) {
        if (isOvertaken()) return;
        const room = append(groups, "div");
        if (chatsWithHits >= limit) {
          await whenInSight(end);
          limit = chatsWithHits + MAX_AHEAD;
        }
        if (isOvertaken()) return;
        await searchOne(number, room).catch(() => {
          unreadPages += 1;
        });
        done += 1;
        if (!isOvertaken()) progress.textContent = ` ${done} / ${numbers.length}`;
      }
    }
    if (isOvertaken()) return;
    progress.textContent = ` 0 / ${numbers.length}`;
    await Promise.all(Array.from({ length: AT_A_TIME }, searchNext));
    if (isOvertaken()) return;
    progress.textContent = "";
    if (!$("a", groups)) say(words.nothingFound);
    if (unreadPages) say(words.unreadPages.replace("{count}", unreadPages.toLocaleString(root.lang)));
  }
  function stop() {
    run += 1;
  }
  return { search, stop };
})();
