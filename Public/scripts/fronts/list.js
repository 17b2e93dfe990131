// List: the list of conversations, on the site's front and from 1024 px on beside the messages.
//
// The front has its rows without script; beside messages they are made from `chats.js` at the site's root, as pages do not
// know of other conversations; it has the first thousand, and `chats-1.js` and so on have others, which are loaded when the list gets that
// far. Of these, and of those that the field at the top leaves, only a stretch is in the document, and
// more as the list is scrolled: to show or hide a thousand takes a browser half a second. Beside messages it is the stretch around their
// conversation, for which as many files are loaded as it takes. The field at the top filters them by
// title and then looks into all conversations (everywhere.js). A conversation that was opened before is opened where it was
// left, and says how many messages are new since; Firefox keeps what it remembers for each file from the disk apart, so there
// the page itself has to know (Trap).
"use strict";
(() => {
  const isFront = document.body.matches(".list-front"), base = isFront ? "" : "../";
  // The address of the site's root, and the folder of the conversation that is shown.
  const rootPath = isFront ? chatPath : chatPath.replace(/[^/]*\/$/, "");
  const ownFolder = chatPath.slice(rootPath.length).replace(/\/$/, "");
  const STATE = `list ${rootPath}`, MIN_SEARCH = 2, DELAY = 150, BATCH = 60;
  // An entry has a conversation of the list, its title for the field, and its row once that was shown. `matching` are the entries that the
  // field leaves, of which the list shows a stretch from `start` on; `own` has the conversation of the messages. `files` of the others are loaded.
  let data, pane, list, field, clearButton, hits, timer, loading, own, matching = [], entries = [], start = 0, files = 0, words = "", leftByHit = false;

  function makeRow([folder, pages, title, initials, colour, picture, sender, text, date, messages, count, detail]) {
    const row = make("li"), href = pages ? `${base}${folder}/${pages}.html#end` : `${base}${folder}/index.html`;
    const link = append(row, "a", { className: "chat", href });
    Object.assign(link.dataset, { folder, messages });
    if (picture) setSource(append(link, "img", { className: "face", alt: "", loading: "lazy" }), base + picture);
    else append(link, "span", { className: `face a${colour}`, textContent: initials, ariaHidden: "true" });
    append(link, "span", { className: "who", textContent: title, dir: "auto" });
    append(link, "span", { className: "when", textContent: date });
    const line = append(link, "span", { className: "line" });
    if (sender) line.append(make("bdi", { textContent: sender }), " ");
    append(line, "span", { textContent: text, dir: "auto" });
    const many = append(link, "span", { className: "many", title: detail });
    append(many, "span", { textContent: count, ariaHidden: "true" });
    append(many, "span", { className: "hidden", textContent: detail });
    if (folder === ownFolder) link.setAttribute("aria-current", "page");
    resume(link);
    return row;
  }

  // Leads to where the conversation was left, and says how much is new since.
  function resume(link) {
    const { folder, messages } = link.dataset, visit = Store.read(`${rootPath}${folder}/`);
    const fresh = messages - visit?.messages;
    if (!link.hash) return;
    const page = Number.isInteger(visit?.page) && visit.page > 0 && !(visit.isAtEnd && fresh > 0) && visit.page;
    link.href = page && !visit.isAtEnd ? `${base}${folder}/${page}.html#resume` : link.href.replace(/#.*/, "#resume");
    if (fresh > 0 && folder !== ownFolder)
      append($(".many", link), "span", { className: "new", textContent: fresh.toLocaleString(data.language), title: data.words.newMessages });
  }

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  function filter() {
    clearButton.hidden = !field.value;
    if (words === fold(field.value)) return;
    words = fold(field.value);
    matching = matchingOf(entries);
    showFrom(0, BATCH);
  }
  function matchingOf(entries) {
    const parts = words.split(/\s+/);
    return entries.filter(({ title }) => parts.every((part) => title.includes(part)));
  }
  // Takes conversations into the list, the first of which may have rows.
  function addEntries(chats, rows = []) {
    const added = chats.map((chat, number) => ({ chat, title: fold(chat[2]), row: rows[number] }));
    own ??= added.find(({ chat: [folder] }) => folder === ownFolder);
    entries.push(...added);
    matching.push(...matchingOf(added));
  }
  const rowsOf = (from, to) => matching.slice(from, to).map((entry) => entry.row ??= makeRow(entry.chat));
  // Loads the next file of conversations; false if there is none.
  const loadMore = () => loading ??= loadNext().finally(() => {
    loading = undefined;
  });
  async function loadNext() {
    if (files === (data.files ?? 0)) return false;
    const chats = await MapFiles.readPath(`${base}chats-${files + 1}.js`);
    files += 1;
    data.chats.push(...chats);
    addEntries(chats);
    return true;
  }
  // Brings the list to a number of rows.
  async function extend(count) {
    const show = () => list.append(...rowsOf(start + list.children.length, start + count));
    show();
    const sought = words;
    while (list.children.length < count && await loadMore().catch(() => false) && sought === words) show();
  }
  function showFrom(first, count) {
    start = first;
    list.replaceChildren();
    return extend(count);
  }
  // Shows rows before those that are shown, which stay where they are.
  function extendUp() {
    const { scrollTop, scrollHeight } = pane, first = Math.max(0, start - BATCH);
    list.prepend(...rowsOf(first, start));
    start = first;
    pane.scrollTop = scrollTop + pane.scrollHeight - scrollHeight;
  }
  function onScroll() {
    const { top, bottom } = boxOf(list);
    if (bottom < 2 * innerHeight) extend(list.children.length + BATCH);
    if (start && top > -innerHeight) extendUp();
  }
  async function search() {
    const text = field.value.trim();
    if (text.length < MIN_SEARCH) return hits.replaceChildren();
    await Promise.all(["ids", "terms", "rest", "hits", "everywhere", ...hasDataScripts ? ["frames"] : []].map(Scripts.loadAsset));
    if (text === field.value.trim()) Everywhere.search(text, { data, base, hits });
  }
  // The front's address has the words, so that Back finds them, also from the disk.
  function noteWords() {
    if (!isFront) return;
    const hash = field.value && `#search=${encodeURIComponent(field.value)}`;
    if (hash !== location.hash) history.replaceState(history.state, "", location.pathname + location.search + hash);
  }
  function onInput() {
    filter();
    clearTimeout(timer);
    timer = setTimeout(() => {
      noteWords();
      search().catch(() => {});
    }, DELAY);
    if (typeof Everywhere !== "undefined") Everywhere.stop();
  }
  function setWords(words) {
    field.value = words;
    onInput();
  }

  // The keys of a list: up and down through what is shown, and back to the field.
  function onKey(event) {
    const { key, target } = event, by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (isFront && key === "/" && target !== field) {
      event.preventDefault();
      return field.focus();
    }
    if (!pane.contains(target)) return;
    if (key === "Escape" && field.value) setWords("");
    if (!by) return;
    const links = all("a", pane).filter((link) => link.checkVisibility()), next = links.indexOf(target) + by;
    event.preventDefault();
    event.stopPropagation();
    (target === field && by > 0 ? links[0] : next < 0 ? field : links[next])?.focus();
  }

  // The element that scrolls the list: its pane, or in small windows the front.
  const scroller = () => getComputedStyle(pane).overflowY === "auto" ? pane : document.scrollingElement;
  // The list's position, for as long as the window is open, and whether the front shows the words again: if a hit led away from it, or
  // they are in the list beside messages.
  function keep() {
    const state = { top: scroller().scrollTop, start, words: field.value, isSearch: isFront ? leftByHit : Boolean(field.value) };
    if (isFront) history.replaceState({ listTop: state.top }, "");
    try { sessionStorage.setItem(`chatexport ${STATE}`, JSON.stringify(state)); } catch {}
  }
  // Goes to a position among hits, which are found again, unless the reader scrolls before they are there.
  function returnTo(top) {
    const observer = new ResizeObserver(() => {
      const box = scroller();
      if (box.scrollHeight - box.clientHeight < top) return;
      box.scrollTop = top;
      leave();
    });
    const leave = () => observer.disconnect();
    observer.observe(hits);
    for (const type of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(type, leave, { once: true });
  }
  function restore() {
    let kept;
    try { kept = JSON.parse(sessionStorage.getItem(`chatexport ${STATE}`)); } catch {}
    const asked = isFront && new URLSearchParams(location.hash.slice(1)).get("search");
    setWords(String((isFront ? asked ?? (kept?.isSearch && kept.words) : kept?.words) || ""));
    const top = (isFront ? history.state?.listTop : undefined) ?? kept?.top;
    if (words && top > 0) returnTo(top);
    else if (asked) field.focus();
    if (!isFront) showOwn(kept);
  }
  // Brings the conversation of the messages into view, unless the position that was kept shows it.
  async function showOwn(kept) {
    const sought = words;
    while (!own && await loadMore().catch(() => false));
    if (words !== sought) return;
    if (Number.isFinite(kept?.top)) {
      showFrom(kept.start ?? 0, kept.top / 40 + BATCH);
      pane.scrollTop = kept.top;
    }
    const at = matching.indexOf(own);
    if (at < 0) return;
    if (at < start || at >= start + list.children.length) showFrom(Math.max(0, at - BATCH), 2 * BATCH);
    const box = boxOf(own.row), room = boxOf(pane);
    if (box.top < room.top || box.bottom > room.bottom) own.row.scrollIntoView({ block: "center", behavior: "instant" });
  }

  function buildPane() {
    pane = make("nav", { className: "pane list chats-pane", lang: data.language, dir: data.direction, ariaLabel: data.words.conversations });
    append(pane, "div", { className: "pane-head" });
    list = append(pane, "ul", { className: "chats" });
    $(".desk").prepend(pane);
  }
  function buildField() {
    const { filterChats, close } = data.words, box = append($(".pane-head", pane), "div", { className: "ask" });
    field = append(box, "input", { type: "search", enterKeyHint: "search", autocomplete: "off", placeholder: filterChats, ariaLabel: filterChats });
    clearButton = append(box, "button", { className: "button", ariaLabel: close, title: close, hidden: true });
    clearButton.append(...parseHTML(`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>`).children);
    clearButton.addEventListener("click", () => {
      setWords("");
      field.focus();
    });
    hits = append(pane, "div", { className: "list-hits" });
    hits.setAttribute("aria-live", "polite");
  }

  async function open() {
    data = await MapFiles.readPath(`${base}chats.js`);
    if (isFront) [pane, list] = [$(".chats-pane"), $(".chats")];
    else buildPane();
    buildField();
    // The front has the first two hundred.
    const known = isFront ? all("li", list) : [];
    if (isFront) $(".pager")?.remove();
    for (const row of known) resume($(".chat", row));
    addEntries(data.chats, known);
    extend(BATCH);
    field.addEventListener("input", onInput);
    addEventListener("scroll", onScroll, true);
    addEventListener("keydown", onKey, true);
    addEventListener("pagehide", keep);
    pane.addEventListener("click", ({ target }) => {
      leftByHit = isFront && Boolean(target.closest(".hit, .more-hits"));
      // A note written while a page goes away may come too late for the next one.
      if (leftByHit) keep();
    });
    restore();
  }
  open().catch(() => {});
})();
