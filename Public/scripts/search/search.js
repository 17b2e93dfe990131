// Search: asks the index (terms.js) for pages, newest first, and looks for what is sought in their rows.
//
// So the text is there once, and what the index cannot tell exactly costs time and never truth. Every question has a number
// (`run`); one that was asked anew gives up wherever it waited.
"use strict";
(() => {
  const panel = $("#search"), list = $("ol", panel), status = $("[role=status]", panel);
  const [wordsField, firstDate, lastDate] = all("input", panel), [sender, kind] = all("select", panel);
  const KINDS = { link: "a[rel]", attachment: ".picture, video, audio, a[download]",
    photo: ".picture", video: "video", audio: "audio", file: ":not(audio, .sound) + a[download]" };
  // Most files of the index that are read before a page is, most messages kept for the next question, and most that are read
  // for the number of hits before the list is scrolled to its end.
  const MAX_FILES = 32, MAX_KEPT = 1e4, MAX_COUNTED = 64, COUNTS_AFTER = 500;
  // The sections of pages that were read, for the next question: scrolling releases them from the loader.
  const kept = new Map();
  // `parts`: what is sought, folded: { part, isWhole }. `resume` goes on when the list is scrolled to its end. `hits` are those
  // found, each with its entry, of which the list has the first ones; `isWhole` says that there are no more.
  let opening, resume, timer;
  let isOpen = false;
  let run = 0;
  let parts = [];
  let hits = [];
  let isWhole = false;
  let scrolled = 0;

  // The hit of a row (hits.js). Undefined if it lacks some of what is sought.
  function match(row) {
    if (sender.value && row.sender !== SearchIndex.nameOf(sender.value)) return undefined;
    if (kind.value && !$(KINDS[kind.value], row)) return undefined;
    return Hits.find(row, parts, SearchIndex);
  }

  // The entry of a hit is a link with the sender, the time, an excerpt and the picture.
  function entryOf(row, page, hit) {
    const entry = make("li");
    const day = DayIndex.dayOf(row.dataset.i), date = Dates.iso(day) && Dates.format(day, { dateStyle: "medium" });
    const link = append(entry, "a", { href: `${fileOf(page)}#${encodeURIComponent(row.id)}` });
    append(link, "b", { textContent: row.sender });
    append(link, "time", { textContent: `${date} ${$("time", row)?.textContent ?? ""}` });
    const excerpt = append(link, "p");
    Hits.fillExcerpt(excerpt, hit, 20, 140);
    if (!excerpt.textContent) excerpt.append($("img[alt]:not(.avatar)", row)?.alt ?? "");
    const picture = $(".picture img", row);
    if (picture) {
      const thumb = make("img", { className: "thumb", alt: "", loading: "lazy" });
      setSource(thumb, picture.dataset.path ?? picture.getAttribute("src"));
      link.prepend(thumb);
    }
    return entry;
  }
  const isFull = () => list.scrollHeight - list.scrollTop > 2 * list.clientHeight;
  function fillList() {
    while (list.children.length < hits.length && !isFull()) list.append(hits[list.children.length].entry);
  }

  // Asks the index. What it cannot say is left out: it narrows nothing.
  const findNeeds = async () => (await Promise.all([
    ...SearchIndex.needsOf(parts), kind.value && SearchIndex.needAll([kind.value]), sender.value && SearchIndex.needSender(sender.value),
  ])).filter(Boolean);

  // Waits until the list is scrolled to its end, or for the next page to be counted: what one sees first comes first.
  const goOn = (readPages) => new Promise((resolve) => {
    resume = resolve;
    if (readPages < MAX_COUNTED) setTimeout(resolve, readPages ? 0 : COUNTS_AFTER);
  });

  // The number of needs that are met before any page is read, because their files are no more than MAX_FILES together.
  function affordable(needs) {
    let files = 0;
    let count = 0;
    for (const { fileCount } of needs) {
      files += fileCount;
      if (files <= MAX_FILES) count += 1;
    }
    return count;
  }

  async function search() {
    if (!isOpen) return;
    run += 1;
    const ownRun = run;
    list.replaceChildren();
    hits = [];
    isWhole = false;
    HitBar.hide();
    status.textContent = "";
    parts = SearchIndex.readParts(wordsField.value);
    const everywhere = $(".others a", panel);
    if (everywhere) everywhere.hash = `search=${encodeURIComponent(wordsField.value)}`;
    Highlights.clear();
    Highlights.update();
    if (!parts.length && ![sender, kind, firstDate, lastDate].some(({ value }) => value)) return;
    const start = firstDate.value ? await DayIndex.findMessage(firstDate.value) : 0;
    const end = lastDate.value ? await DayIndex.findMessage(lastDate.value, 1) : PageMap.messages;
    const answers = await findNeeds(), needs = answers.filter(({ pages }) => pages);
    // Words that take many files wait until a page without a hit was read; the rarest comes first.
    const waiting = answers.filter(({ find }) => find).sort((one, other) => one.fileCount - other.fileCount);
    async function readWaiting(count) {
      const found = await Promise.all(waiting.splice(0, count).map(({ find }) => find()));
      needs.push(...found.filter(Boolean));
    }
    await readWaiting(affordable(waiting));

    const firstPage = PageMap.pageOf(start);
    function pageBefore(page) {
      do page--; while (page >= firstPage && !needs.every(({ pages }) => pages.has(page)));
      return page;
    }
    let unreadPages = 0;
    let readPages = 0;
    // The sections of a page, none if it cannot be read.
    async function readPage(page) {
      try {
        return await PageLoader.load(page);
      } catch {
        unreadPages += 1;
        return [];
      }
    }
    function tell(more) {
      const { hits: found, missing, nothing } = status.dataset;
      status.textContent = (hits.length || more ? found.replace("{count}", hits.length.toLocaleString(root.lang)) : nothing)
        + (unreadPages ? `. ${missing.replace("{count}", unreadPages.toLocaleString(root.lang))}` : "") + more;
    }
    for (let page = pageBefore(PageMap.pageOf(end - 1) + 1); page >= firstPage; page = pageBefore(page)) {
      const mayHave = await SearchIndex.mayHave(page, needs, parts);
      if (ownRun !== run) return;
      if (!mayHave) continue;
      let sections = kept.get(page);
      const hitsBefore = hits.length;
      if (!sections) {
        sections = await readPage(page);
        if (sections.length) kept.set(page, sections);
        if (kept.size * PageMap.pageSize > MAX_KEPT) {
          kept.clear();
          // The window releases what it does not need.
          MessageWindow.fill();
        }
      }
      if (ownRun !== run) return;
      for (const row of sections.flatMap((section) => all("article", section)).reverse()) {
        const { i: message } = row.dataset, hit = message >= start && message < end && match(row);
        if (!hit) continue;
        hits.push({ page, id: row.id, entry: entryOf(row, page, hit) });
      }
      fillList();
      tell(" …");
      HitBar.update();
      if (isFull()) {
        await goOn(readPages);
        readPages += 1;
      }
      if (ownRun !== run) return;
      if (hits.length === hitsBefore) await readWaiting(Infinity);
    }
    if (ownRun !== run) return;
    isWhole = true;
    tell("");
    HitBar.update();
  }

  // HitBar: the number of the hit that is shown, and the ways to the ones before and after it, and back to the list.
  const HitBar = (() => {
    const ARROWS = { next: "M6 15l6-6 6 6", previous: "M6 9l6 6 6-6", list: "M4 6h16M4 12h16M4 18h16", close: "M6 6l12 12M18 6L6 18" };
    let shown = -1, bar;
    const actions = { next: () => go(shown + 1), previous: () => go(shown - 1), list: open, close };

    function makeBar() {
      bar = make("div", { className: "hits", role: "group", ariaLabel: panel.ariaLabel });
      for (const [name, path] of Object.entries(ARROWS)) {
        const button = make("button", { className: "button", type: "button", ariaLabel: status.dataset[name], title: status.dataset[name] });
        button.append(...parseHTML(`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`).children);
        button.addEventListener("click", actions[name]);
        bar.append(button);
        if (name === "next") append(bar, "p");
      }
      document.body.append(bar);
    }
    function update() {
      if (shown < 0) return;
      const [next, previous] = all("button", bar), total = `${hits.length.toLocaleString(root.lang)}${isWhole ? "" : " …"}`;
      $("p", bar).textContent = status.dataset.number.replace("{number}", (shown + 1).toLocaleString(root.lang)).replace("{total}", total);
      previous.disabled = !shown;
      next.disabled = isWhole && shown === hits.length - 1;
    }
    function show(index) {
      if (!bar) makeBar();
      $("[aria-current]", list)?.removeAttribute("aria-current");
      shown = index;
      $("a", hits[index].entry).setAttribute("aria-current", "true");
      bar.hidden = false;
      update();
    }
    function go(index) {
      // The next one may still be sought.
      if (!hits[index]) return resume?.();
      const { page, id } = hits[index];
      show(index);
      Highlights.choose(id);
      Jumps.jump(page, byID(id), `#${encodeURIComponent(id)}`);
      announce($("p", bar).textContent);
    }
    function hide() {
      shown = -1;
      if (bar) bar.hidden = true;
    }
    function close() {
      hide();
      Highlights.choose();
      ScrollAnchor.row?.focus({ preventScroll: true });
    }
    return { hide, show, update };
  })();

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
    function unfold(element) {
      for (let fold = element.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    }
    // The beginning of a high row is on the screen: its hit may be below.
    function bringIn(nodes, offset) {
      const { node, start } = nodes.findLast(({ start }) => start <= offset), range = new Range();
      range.setStart(node, node.data ? offset - start : 0);
      // The window then knows that something is unfolded.
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const { top, bottom } = range.getBoundingClientRect(), edge = innerHeight - Jumps.topMargin();
        if (bottom > edge) scrollTo(scrollX, scrollY + top - innerHeight / 2);
      }));
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
          if (row.id === chosen) unfold(last.node.parentElement);
        }
        if (row.id === chosen && ranges.length) bringIn(nodes, ranges[0][0]);
      }
    }
    if (highlight) {
      CSS.highlights.set("hit", highlight);
      root.classList.add("lit");
    }
    return { choose, clear, update };
  })();

  async function openIndex() {
    await Promise.all([MapFiles.read("s"), ...["ids", "terms", "rest", "hits"].map(Scripts.loadAsset)]);
    await SearchIndex.open();
    SearchIndex.senders.forEach((name, index) => sender.add(new Option(name, `by${index}`)));
    const asked = [...sender.options].find(({ text }) => text === parameter("from"));
    if (asked) {
      asked.selected = true;
      filters.open = true;
    }
    isOpen = true;
    search();
  }
  const parameter = (name) => new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
  function open() {
    if (!opening) wordsField.value = parameter("search");
    panel.showModal();
    list.scrollTop = scrolled;
    wordsField.select();
    opening ??= openIndex().catch(() => {
      opening = undefined;
    });
  }

  firstDate.type = "date";
  lastDate.type = "date";
  panel.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 120);
  });
  wordsField.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") $("a", list)?.focus();
  });
  list.addEventListener("scroll", () => {
    if (panel.open) scrolled = list.scrollTop;
    fillList();
    if (!isFull()) resume?.();
  });
  // Low windows, as above a keyboard, have room for hits or for filters.
  const filters = $("details", panel), isLow = matchMedia("(max-height: 600px)");
  function foldFilters() {
    filters.open = !isLow.matches && !Flow.arrange;
  }
  isLow.addEventListener("change", foldFilters);
  foldFilters();
  list.addEventListener("click", ({ target }) => {
    const link = target.closest("a");
    if (!link) return;
    Highlights.choose(decodeURIComponent(link.hash.slice(1)));
    HitBar.show([...list.children].indexOf(link.parentNode));
    panel.close();
  });
  panel.addEventListener("close", () => kept.clear());
  root.addEventListener("viewchange", Highlights.update);
  Actions.define("search", open);
})();
