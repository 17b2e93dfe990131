// Search: asks the index (terms.js) for pages, newest first, and looks for what is sought in their rows until the list is full.
//
// So the text is there once, and what the index cannot tell exactly costs time and never truth. Every question has a number
// (`run`); one that was asked anew gives up wherever it waited.
"use strict";
(() => {
  const panel = $("#search"), list = $("ol", panel), status = $("[role=status]", panel);
  const [wordsField, firstDate, lastDate] = all("input", panel), [sender, kind] = all("select", panel);
  const TEXTS = "p:not([class]), pre, .t-heading, .t-notice, .t-card-text, .t-card-title, .t-big-emoji";
  const KINDS = { link: "a[rel]", attachment: ".picture, video, audio, a[download]",
    photo: ".picture", video: "video", audio: "audio", file: ":not(audio) + a[download]" };
  // Most files of the index that are read before a page is, and most pages kept for the next question.
  const MAX_FILES = 32, MAX_PAGES = 12;
  // `parts`: what is sought, folded: { part, isWhole }. `resume` goes on when the list is scrolled to its end.
  let opening, isOpen = false, run = 0, parts = [], resume, timer;

  // A row's searchable text, and its nodes with the offsets where they start.
  function textOf(row) {
    const nodes = [];
    let text = "";
    for (const block of all(TEXTS, row)) {
      const walker = document.createTreeWalker(block);
      for (let node; (node = walker.nextNode());) {
        nodes.push({ node, start: text.length });
        text += node.data ?? node.alt ?? (node.localName === "br" ? "\n" : "");
      }
      text += "\n";
    }
    return { text, nodes };
  }
  // Finds all that is sought in a row: ranges of offsets in its text. Undefined if it lacks some.
  function match(row) {
    if (sender.value && row.ariaLabel !== SearchIndex.nameOf(sender.value)) return undefined;
    if (kind.value && !$(KINDS[kind.value], row)) return undefined;
    const { text, nodes } = textOf(row), { folded, offsets } = SearchIndex.foldText(text), ranges = [], { word } = SearchIndex.rules;
    const isInsideWord = (at) => word.test(folded[at - 1] ?? "") && word.test(folded[at] ?? "");
    for (const { part, isWhole } of parts) {
      const before = ranges.length;
      for (let at = -1; (at = folded.indexOf(part, at + 1)) >= 0;) {
        const end = at + part.length;
        if (!isWhole || !isInsideWord(at) && !isInsideWord(end))
          ranges.push([offsets[at], Math.max(offsets[end], offsets[end - 1] + 1)]);
      }
      if (ranges.length === before) return undefined;
    }
    return { text, nodes, ranges: ranges.sort(([one], [other]) => one - other) };
  }

  function append(parent, tag, textContent = "", properties) {
    const element = make(tag, { textContent, ...properties });
    parent.append(element);
    return element;
  }
  // A hit is a link with the sender, the time and up to 140 characters from the first range on, or a little before it.
  function appendHit(row, page, { text, ranges }) {
    const day = DayIndex.dayOf(row.dataset.i), date = Dates.iso(day) && Dates.format(day, { dateStyle: "medium" });
    const link = append(append(list, "li"), "a", "", { href: `${page}.html#${encodeURIComponent(row.id)}` });
    append(link, "b", row.ariaLabel);
    append(link, "time", `${date} ${$("time", row)?.textContent ?? ""}`);
    const excerpt = append(link, "p"), first = ranges[0]?.[0] ?? 0, end = first + 140;
    let at = first < 40 ? 0 : text.lastIndexOf(" ", first - 20) + 1;
    if (first - at > 40) at = first - 20;
    if (at) excerpt.append("… ");
    for (const [from, to] of ranges) {
      if (from < at || to > end) continue;
      excerpt.append(text.slice(at, from));
      append(excerpt, "mark", text.slice(from, to));
      at = to;
    }
    excerpt.append(text.slice(at, end).trimEnd() || !first && $("img[alt]:not(.avatar)", row)?.alt || "");
  }
  const isFull = () => list.scrollHeight - list.scrollTop > 2 * list.clientHeight;

  // Words by themselves may be parts of words; in quotation marks they are whole.
  function readParts() {
    parts = [...wordsField.value.matchAll(/["“”„«»](.+?)["“”«»]|\S+/gu)]
      .map(([text, whole]) => ({ part: SearchIndex.foldText(whole?.trim() ?? text).folded, isWhole: Boolean(whole) }))
      .filter(({ part }) => part);
  }
  // Asks the index. What it cannot say, or has no file for, is left out: it narrows nothing.
  async function findNeeds() {
    const pieces = parts.flatMap(({ part, isWhole }) =>
      (part.match(SearchIndex.rules.pieces) ?? []).map((piece) => SearchIndex.needOf(piece, isWhole)));
    const asked = [...pieces, kind.value && SearchIndex.needAll([kind.value]), sender.value && SearchIndex.needSender(sender.value)];
    return (await Promise.all(asked.map((need) => Promise.resolve(need).catch(() => null)))).filter(Boolean);
  }

  async function search() {
    if (!isOpen) return;
    const ownRun = ++run;
    list.replaceChildren();
    status.textContent = "";
    readParts();
    $(".others a", panel).hash = `search=${encodeURIComponent(wordsField.value)}`;
    Highlights.clear();
    Highlights.update();
    if (!parts.length && ![sender, kind, firstDate, lastDate].some(({ value }) => value)) return;
    const start = firstDate.value ? await DayIndex.findMessage(firstDate.value) : 0;
    const end = lastDate.value ? await DayIndex.findMessage(lastDate.value, 1) : PageMap.messages;
    const answers = await findNeeds(), needs = answers.filter(({ pages }) => pages);
    // Words that take many files wait until a page without a hit was read; the rarest comes first.
    const waiting = answers.filter(({ find }) => find).sort((one, other) => one.fileCount - other.fileCount);
    const readWaiting = async (count) =>
      needs.push(...await Promise.all(waiting.splice(0, count).map(({ find }) => find())).catch(() => []));
    let filesLeft = MAX_FILES;
    await readWaiting(waiting.filter(({ fileCount }) => (filesLeft -= fileCount) >= 0).length);

    const firstPage = PageMap.pageOf(start);
    function pageBefore(page) {
      do page--; while (page >= firstPage && !needs.every(({ pages }) => pages.has(page)));
      return page;
    }
    let hitCount = 0, unreadPages = 0;
    function tell(more) {
      const { hits, missing, nothing } = status.dataset;
      status.textContent = (hitCount || more ? hits.replace("{count}", hitCount.toLocaleString(root.lang)) : nothing)
        + (unreadPages ? `. ${missing.replace("{count}", unreadPages.toLocaleString(root.lang))}` : "") + more;
    }
    for (let page = pageBefore(PageMap.pageOf(end - 1) + 1); page >= firstPage; page = pageBefore(page)) {
      const mayHave = await SearchIndex.mayHave(page, needs, parts).catch(() => true);
      if (ownRun !== run) return;
      if (!mayHave) continue;
      const sections = await PageLoader.load(page).catch(() => (unreadPages++, [])), hitsBefore = hitCount;
      // The window releases what it does not need.
      if (PageLoader.pages.size > MAX_PAGES) MessageWindow.fill();
      if (ownRun !== run) return;
      for (const row of sections.flatMap((section) => all("article", section)).reverse()) {
        const { i: message } = row.dataset, hit = message >= start && message < end && match(row);
        if (!hit) continue;
        appendHit(row, page, hit);
        hitCount++;
      }
      tell(" …");
      if (isFull()) await new Promise((resolve) => resume = resolve);
      if (ownRun !== run) return;
      if (hitCount === hitsBefore) await readWaiting(Infinity);
    }
    if (ownRun === run) tell("");
  }

  // Highlights: marks what is sought in the live rows, without moving them, each section once. Where the row of the chosen
  // hit has it folded away, the fold is opened.
  const Highlights = (() => {
    const highlight = window.Highlight && new Highlight();
    let marked = new WeakSet(), chosen;
    function clear() {
      highlight?.clear();
      marked = new WeakSet();
    }
    function choose(id) {
      chosen = id;
      clear();
    }
    function update() {
      if (!highlight || !parts.length) return;
      const sections = MessageWindow.sections.filter((section) => !marked.has(section));
      sections.forEach(marked.add, marked);
      for (const row of sections.flatMap((section) => all("article", section))) {
        const { nodes, ranges } = match(row) ?? { ranges: [] };
        for (const [from, to] of ranges) {
          const [first, last] = [from, to - 1].map((offset) => nodes.findLast(({ start }) => start <= offset));
          // A live range would shrink to nothing when its row leaves the document.
          highlight.add(new StaticRange({
            startContainer: first.node, startOffset: first.node.data ? from - first.start : 0,
            endContainer: last.node, endOffset: last.node.data ? to - last.start : 0,
          }));
          if (row.id === chosen) first.node.parentElement.closest("details")?.setAttribute("open", "");
        }
      }
    }
    if (highlight) {
      CSS.highlights.set("hit", highlight);
      root.classList.add("lit");
    }
    return { choose, clear, update };
  })();

  async function openIndex() {
    await Promise.all([MapFiles.read("s"), ...["ids", "terms"].map(Scripts.loadAsset)]);
    await SearchIndex.open();
    SearchIndex.senders.forEach((name, index) => sender.add(new Option(name, `by${index}`)));
    isOpen = true;
    search();
  }
  function open() {
    if (!opening) wordsField.value = new URLSearchParams(location.hash.slice(1)).get("search") ?? "";
    panel.showModal();
    wordsField.select();
    opening ??= openIndex().catch(() => opening = undefined);
  }

  firstDate.type = lastDate.type = "date";
  panel.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 120);
  });
  wordsField.addEventListener("keydown", ({ key }) => key === "Enter" && $("a", list)?.focus());
  list.addEventListener("scroll", () => isFull() || resume?.());
  list.addEventListener("click", ({ target }) => {
    const link = target.closest("a");
    if (!link) return;
    Highlights.choose(decodeURIComponent(link.hash.slice(1)));
    panel.close();
  });
  root.addEventListener("viewchange", Highlights.update);
  Actions.define("search", open);
})();
