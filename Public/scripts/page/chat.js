// Joins a conversation's pages to one scrolling column, of which only the rows around the screen are in the document.
//
// Browsers load no ES modules from the disk. "Trap" marks a fault of browsers that Tests/README.md lists, with its test.
//
// A *unit* is 1/64 px of the layout, as in the map; `Scroller.unit` is its size in CSS px. A *y* is a distance in CSS px
// from the top of the conversation's first row while all folds are closed.
"use strict";

const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const append = (parent, tag, properties) => parent.appendChild(make(tag, properties));
const byID = (id) => `[id="${CSS.escape(id)}"]`;
const boxOf = (element) => element.getBoundingClientRect(), topOf = (element) => boxOf(element).top;
const parseHTML = (markup) => new DOMParser().parseFromString(markup, "text/html").body;
const pxOf = (style, property) => parseFloat(style[property]);
const { abs, floor, max, min, round } = Math;

const root = document.documentElement, rootStyle = getComputedStyle(root);
// The column of rows and the box of the sections in it; none on fronts.
const main = $("#messages"), canvas = main?.firstElementChild, ownPage = Number(main?.dataset.page);
const isFile = location.protocol === "file:";
const assets = document.currentScript.src.replace(/[^/]*$/, ""), chatPath = location.pathname.replace(/[^/]*$/, "");
// Large screens have a second layout. A page keeps that of its opening (Motion.resize).
const largeScreen = matchMedia("(min-width:900px)"), isLarge = largeScreen.matches;
const numberOf = (property) => parseFloat(rootStyle.getPropertyValue(property)) || 0;
// The layout's column may be wider than its room. Where text flows, text alone is larger.
const isTooWide = () => (numberOf("--column") + (isLarge && numberOf("--extra"))) * pxOf(rootStyle, "fontSize")
  * (Flow.arrange ? numberOf("--text") : 1) > root.clientWidth - numberOf("--list-width") - numberOf("--details-width") + 1;

// Store: what the browser remembers, if it may: colour scheme, text size, and positions by the page's path, as Chromium has
// one store for the whole disk (Trap). Any page can write it, so nothing in it is trusted.
const Store = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(`chatexport ${key}`)); } catch { return null; }
  },
  write(key, value) {
    try { localStorage.setItem(`chatexport ${key}`, JSON.stringify(value)); } catch {}
  },
};
const visit = Store.read(chatPath);
// Firefox has one for each file: links carry the scheme (scheme.js).
const [, carried] = isFile && location.search.match(/^\?(system|light|dark)$/) || [];
if (carried) Store.write("scheme", carried), history.replaceState(history.state, "", location.pathname + location.hash);

// Windows with room for a pane of details (pane.js), which is set aside before the first paint.
const detailsScreen = matchMedia("(min-width:1400px)");
const setDetails = (isShown) => root.style.setProperty("--details-width", isShown ? "320px" : "0px");
setDetails(main && detailsScreen.matches);
// Runs of notices are open if the reader asked for that (notices.js).
const showsNotices = Store.read("notices") === true;

const TEXT_SIZES = [85, 100, 115, 130, 150, 175, 200];

// Appearance: the reader's colour scheme and text size, set before the first paint.
// `3.html?130&57.25#m-7` opens a page again at another size (size.js): 130 %, its row 57.25 px below the screen's top.
const [, textSize = Store.read("size"), reopenedTop] = location.search.match(/^\?(\d{2,3})&([\d.-]+)$/) ?? [];
root.classList.add(["light", "dark"].find((scheme) => scheme === Store.read("scheme")) ?? "system");
root.style.setProperty("--text", (TEXT_SIZES.find((size) => size == textSize) ?? 100) / 100);
// The scroll bar's room, which `100vw` has in it.
const fitWindow = () => root.style.setProperty("--bar-width", `${max(0, innerWidth - root.clientWidth)}px`);
fitWindow();
for (const type of ["resize", "toggle"]) addEventListener(type, fitWindow, true);

// Scripts: loads each script once. All who ask share a promise, as a second element would run it again or wait (Trap). One
// that failed can be asked for again.
const Scripts = {
  requests: {},
  load: (src) => Scripts.requests[src] ??= new Promise((resolve, reject) => {
    append(document.head, "script", { src, onload: resolve, onerror: () => reject(delete Scripts.requests[src]) });
  }),
  loadAsset: (name) => Scripts.load(`${assets}${name}.js`),
  // For what the page can do without.
  use: (name, action) => Scripts.loadAsset(name).then(action, () => {}),
  arrive: (name, y) => Scripts.use("arrival", () => Arrival[name](y)),
};

// MapFiles: data from the folder `map/`, in scripts that call `chatexport(name, data)` under `file:`, where a page can load
// nothing else. On the web they do nothing, or other sites could load them, and are read as text.
const MapFiles = {
  contents: {}, requests: {},
  read: (name) => MapFiles.readPath(`map/${name}.js`),
  async readPath(path) {
    const { contents, requests } = MapFiles;
    if (isFile) await Scripts.load(path);
    else contents[path] ??= await (requests[path] ??= MapFiles.fetchData(path).finally(() => delete requests[path]));
    return contents[path];
  },
  loaded: (name) => MapFiles.contents[`map/${name}.js`],
  fetchData: async (path) => JSON.parse((await (await fetch(path)).text()).match(/,(.+)\)/s)[1]),
};
function chatexport(name, data) { MapFiles.contents[document.currentScript.getAttribute("src")] = data; }

// PageMap: counts and heights of the conversation (PageMap.swift). Pages count from 1, messages from 0.
//
// `all.js` has the heights of groups of pages, `0.js`, `1.js`, … those within a group. So positions are exact before a page
// is loaded, and as nothing measured is added up, nothing can drift.
const PageMap = (() => {
  const PAGES_PER_GROUP = 256;
  // Without runs of notices there is one height for both states.
  const heightsIn = (file) =>
    showsNotices && file[isLarge ? "wideOpenHeights" : "openHeights"] || file[isLarge ? "wideHeights" : "heights"];
  // In units; a page's top is undefined until its group is loaded.
  const groupTops = [], pageTops = [];
  const pageMap = {
    // `open` adds `pages`, `pageSize`, `messages`, `months`, `shardBits`, `pageDigits`.
    height: 0,
    open, loadGroup, groupAt, pageAt,
    has: (page) => page >= 1 && page <= pageMap.pages,
    topOf: (page) => pageTops[page],
    groupOfPage: (page) => floor((page - 1) / PAGES_PER_GROUP),
    pageOf: (message) => floor(message / pageMap.pageSize) + 1,
    groupOf: (message) => pageMap.groupOfPage(pageMap.pageOf(message)),
    // The message after a group's last one.
    endOf: (group) => min((group + 1) * PAGES_PER_GROUP * pageMap.pageSize, pageMap.messages),
  };

  async function open() {
    if (pageMap.pages) return;
    const file = await MapFiles.read("all"), { size: pageSize, bits: shardBits, wide: pageDigits, ...counts } = file;
    // A single group has its height in its own file.
    for (const height of heightsIn(file) ?? [heightsIn(await MapFiles.read(0)).reduce((sum, height) => sum + height)]) {
      groupTops.push(pageMap.height);
      pageMap.height += height;
    }
    Object.assign(pageMap, { ...counts, pageSize, shardBits, pageDigits });
  }
  async function loadGroup(group) {
    let top = groupTops[group], page = group * PAGES_PER_GROUP;
    for (const height of heightsIn(await MapFiles.read(group))) {
      pageTops[++page] = top;
      top += height;
    }
  }
  function groupAt(position) {
    return max(0, groupTops.findLastIndex((top) => top <= position));
  }
  // The page at a position in units; undefined if its group is not loaded.
  function pageAt(position) {
    let page = groupAt(position) * PAGES_PER_GROUP + 1;
    if (pageTops[page] === undefined) return undefined;
    while (pageTops[page + 1] <= position) page++;
    return page;
  }
  return pageMap;
})();

// PageLoader: the sections of pages, whose files are the only copy of their rows.
//
// Over HTTP a page is fetched; under `file:` a hidden frame opens it (frames.js).
//
// Sections' elements have `page`; `pageSections`, all of that page in order; `topUnits` in the conversation and
// `heightUnits`; `messageCount`; `unfolded`, the CSS px that open folds add.
const PageLoader = (() => {
  const pages = new Map(), requests = {};

  function adopt(page, rows) {
    const sections = all("section", rows);
    let topUnits = PageMap.topOf(page);
    for (const section of sections) {
      const read = (property) => section.style.getPropertyValue(property);
      const rem = parseFloat(showsNotices && read(isLarge ? "--P" : "--O") || isLarge && read("--Z") || section.style.height);
      if (showsNotices) for (const run of all(".run", section)) run.open = true;
      const heightUnits = rem * 1024, messageCount = all("article", section).length;
      Object.assign(section, { page, pageSections: sections, topUnits, heightUnits, messageCount });
      topUnits += heightUnits;
      if (page === ownPage) continue;
      section.dataset.page = page;
      for (const link of all('a[href^="#"]', section)) link.href = `${page}.html${link.getAttribute("href")}`;
    }
    pages.set(page, sections);
    return sections;
  }
  async function load(page) {
    return pages.get(page) ?? await (requests[page] ??= (async () => {
      await PageMap.loadGroup(PageMap.groupOfPage(page));
      await Scripts.loadAsset("frames");
      return adopt(page, await PageFrames.receive(page));
    })().finally(() => delete requests[page]));
  }
  const findRow = async (page, selector) =>
    PageMap.has(page) && (await load(page)).map((section) => $(selector, section)).find(Boolean);

  function releaseUnused(except) {
    for (const [page, sections] of pages)
      if (!except.includes(sections) && !sections.some((section) => section.parentNode === canvas)) pages.delete(page);
  }
  return { pages, adopt, findRow, load, releaseUnused };
})();

// Scroller: where rows stand in the document.
//
// A million messages are too high for browsers: Chromium clamps a box at 33.5M device px, in Firefox it collapses beyond
// 17.9M px, and letters move by a px from 4M on (Trap). So the scroller is at most MAX_HEIGHT high, and a row at y stands
// at y - `base`. Invariants: `base` is a whole number, since fractions add up in Firefox (Trap), from 0 to what does not
// fit; where it changes, rows and scroll position move together.
//
// The base decides what the scroll thumb shows. `trackOf` is to scale, but exact for EXACT_ENDS, since to scale the last
// rows could not be reached (Trap). Reading on leaves the base alone, so the thumb gets wrong bit by bit: `y` is exact with
// any base, `settle` mends the thumb, and only its leaps are read through the scale (`followThumb`).
const Scroller = (() => {
  const MAX_HEIGHT = 4e6, EXACT_ENDS = 1e5, FAR_FROM_ORIGIN = 2e5;
  // Measured, in CSS px: a unit, the rows' distance from the document's top, the screen's height.
  let unit, rowsTop, viewHeight;
  // Sections stand relative to `origin`, a y near the screen, so that their numbers stay small.
  let base = 0, origin = 0;
  // Room below the last row, for a jump that brings it to the top.
  let extraRoom = 0;
  // The last scroll position, and how much it is off: browsers scroll by whole device px.
  let scrolledTo = 0, rounding = 0, isOwnScroll;

  const height = () => PageMap.height * unit, isCapped = () => height() > MAX_HEIGHT;

  // Open folds push what follows.
  const unfoldedHeight = (isCounted) => [...canvas.children].reduce(
    (sum, section) => section.unfolded && isCounted(section) ? sum + section.unfolded : sum, 0);
  const onScreen = () => [...canvas.children].find((section) => boxOf(section).bottom > 0);
  // The y at the screen's top. Where text flows, sections may be higher than they should: y waits at their ends.
  function y() {
    const exact = base + scrollY - rowsTop - unfoldedHeight((section) => boxOf(section).bottom <= 0);
    const section = Flow.arrange && onScreen();
    return section ? min(exact, (section.topUnits + section.heightUnits) * unit) : exact;
  }
  const yOf = (row, section) => section.topUnits * unit + topOf(row) - topOf(section);

  function position(section) {
    const unfolded = unfoldedHeight((other) => other.topUnits < section.topUnits);
    const top = section.topUnits * unit - origin + unfolded;
    section.style.top = `${Flow.arrange ? round(top) : top}px`;
  }
  function positionAll() {
    canvas.style.top = `${origin - base}px`;
    for (const section of canvas.children) position(section);
  }
  function setOrigin(section) {
    origin = round(section.topUnits * unit);
    positionAll();
  }
  const isFarFromOrigin = (section) => abs(section.topUnits * unit - origin) > FAR_FROM_ORIGIN;

  function measureFolds() {
    for (const section of canvas.children) {
      section.isOpen = Boolean($("details[open]", section));
      section.unfolded = section.isOpen || Flow.arrange ? boxOf(section).height - section.heightUnits * unit : 0;
    }
    main.style.height = `${(isCapped() ? MAX_HEIGHT : height() - base) + unfoldedHeight(() => true)}px`;
    positionAll();
  }
  // Changes sections. Where text flows, none is as high as the map says: the base takes the difference.
  function keepPlace(change) {
    const before = [...canvas.children], section = Flow.arrange && onScreen(), top = section && topOf(section);
    if (!change() && (!section || before.length === canvas.children.length && before.every((other) => other.isConnected))) return;
    measureFolds();
    base += round(topOf(section) - top);
    measureFolds();
  }
  function measure() {
    unit = pxOf(rootStyle, "fontSize") / 1024 * (Flow.stretch?.() ?? 1);
    measureFolds();
    rowsTop = topOf(main) + scrollY;
    viewHeight = root.clientHeight;
  }

  // The thumb's position for a y, and back.
  const scale = () => (height() - 2 * EXACT_ENDS) / (MAX_HEIGHT - 2 * EXACT_ENDS);
  function trackOf(y) {
    if (y < EXACT_ENDS || !isCapped()) return y;
    return y > height() - EXACT_ENDS ? y - height() + MAX_HEIGHT : EXACT_ENDS + (y - EXACT_ENDS) / scale();
  }
  function yOfTrack(track) {
    if (track < EXACT_ENDS) return track;
    return track > MAX_HEIGHT - EXACT_ENDS ? track + height() - MAX_HEIGHT : EXACT_ENDS + (track - EXACT_ENDS) * scale();
  }

  function setBase(wanted) {
    base = round(min(max(wanted, 0), max(0, height() - MAX_HEIGHT)));
    positionAll();
  }
  const setBaseFor = (y) => setBase(y - trackOf(y));

  function scrollToY(y, unfolded) {
    const exact = y + unfolded - base + rowsTop;
    scrolledTo = round(exact * devicePixelRatio) / devicePixelRatio;
    rounding = scrolledTo - exact;
    isOwnScroll = true;
    scrollTo({ top: scrolledTo, behavior: "instant" });
  }
  const correctRounding = () => canvas.style.top = `${origin - base + rounding}px`;
  // Scrolls to a y, in `section` if given. `makesRoom` lets the last rows reach the top.
  function goTo(y, section, makesRoom) {
    const unfolded = unfoldedHeight((other) =>
      section ? other.topUnits < section.topUnits : (other.topUnits + other.heightUnits) * unit <= y);
    setBaseFor(y);
    if (Flow.arrange) measureFolds();
    const missing = y + unfolded - base + rowsTop + innerHeight - (root.scrollHeight - extraRoom);
    extraRoom = makesRoom ? max(0, missing) : 0;
    main.style.marginBottom = `${extraRoom}px`;
    scrollToY(y, unfolded);
  }

  const track = () => scrollY - rowsTop;
  const hasLeapt = () => isCapped() && abs(scrollY - scrolledTo) > 3 * innerHeight;
  const followThumb = () => setBase(yOfTrack(track()) - track());
  // True if the scroller soon ends before the conversation.
  const isRunningOut = () => min(track(), y()) < innerHeight ? base
    : track() > MAX_HEIGHT - 2 * innerHeight && base < height() - MAX_HEIGHT - 1;
  const isAtEnd = () => scrollY + innerHeight >= root.scrollHeight - extraRoom - 0.5;

  // Firefox may end our scroll a px off (Trap).
  function noteScroll() {
    const slip = scrollY - scrolledTo;
    if (isOwnScroll && abs(slip) < 2) correctRounding(rounding += slip);
    scrolledTo = scrollY;
  }
  // Mends a thumb that is off by more than 3 px of the screen.
  function settle() {
    noteScroll();
    isOwnScroll = false;
    const now = y();
    if (abs(trackOf(now) - now + base) > (isCapped() ? 3 * MAX_HEIGHT / innerHeight : 0.5) || base > 0 && now < EXACT_ENDS) {
      const unfolded = track() + base - now;
      setBaseFor(now);
      scrollToY(now, unfolded);
    }
    if (extraRoom && !isAtEnd()) main.style.marginBottom = `${extraRoom = 0}px`;
  }

  return {
    correctRounding, followThumb, goTo, hasLeapt, height, isAtEnd, isFarFromOrigin, isRunningOut, keepPlace, measure, measureFolds,
    noteScroll, position, setBaseFor, setOrigin, settle, y, yOf,
    // Between a resize and its event the screen says nothing of the position.
    isMeasured: () => root.clientHeight === viewHeight,
    forgetMeasures: () => viewHeight = 0,
    get unit() { return unit; },
    get rowsTop() { return rowsTop; },
  };
})();

// MessageWindow: which sections are in the document.
//
// `live` is a run of consecutive sections, over page borders, that covers the screen and one screen above and below it
// (`from` to `to`). `fill` extends it by two sections where it is short, and trims what is beyond MAX_MESSAGES from the end
// that reaches farther, never within `from` to `to`. So no end moves back over what it has to cover, and `fill` ends. Where
// `live` is no longer near the screen, it starts anew with the section in the screen's middle.
//
// `live` is too short while a page is on its way: the screen says so (`waiting`), and `fill` runs again once it arrives.
// Half a second after opening it asks for what the screen lacks under the bar; once the reader moves, for the page ahead.
// What has the focus, a selection or an open fold stays too (Trap).
const MessageWindow = (() => {
  const MAX_MESSAGES = 500, SCREENS_AHEAD = 8, arriving = {};
  let live = [], asksOthers = false, hasMoved = false, openedAt, wanted, lastTop = 0, isGoingDown = true;

  const endOf = (section) => section.topUnits + section.heightUnits;
  const isHeld = (section) => section.isOpen || section.isSounding || section.contains(document.activeElement)
    || !getSelection().isCollapsed && getSelection().containsNode(section, true);

  // The page's sections if they are there; else they are loaded, if wanted.
  function request(page, isWanted = true) {
    if (isWanted && !PageLoader.pages.get(page) && PageMap.has(page))
      arriving[page] ??= PageLoader.load(page).then(Motion.update, () => {}).finally(() => delete arriving[page]);
    return PageLoader.pages.get(page);
  }

  function sectionAt(position) {
    const page = PageMap.pageAt(position);
    if (!page) PageMap.loadGroup(PageMap.groupAt(position)).then(Motion.update, () => {});
    const sections = page && request(page);
    return sections && (sections.findLast((section) => section.topUnits <= position) ?? sections[0]);
  }
  // Up to two sections before (-1) or behind (1) a section; undefined if their page is not there.
  function beside(section, side) {
    const { page, pageSections } = section, next = pageSections.indexOf(section) + side;
    if (!pageSections[next]) {
      const isWanted = side > 0 ? endOf(section) < wanted[1] : section.topUnits > wanted[0];
      const others = request(page + side, asksOthers && isWanted);
      return side > 0 ? others?.slice(0, 2) : others?.slice(-2);
    }
    return side > 0 ? pageSections.slice(next, next + 2) : pageSections.slice(max(0, next - 1), next + 1);
  }

  function insert(section) {
    Scroller.position(section);
    if (section.parentNode !== canvas)
      canvas.insertBefore(section, [...canvas.children].find((other) => other.topUnits > section.topUnits) ?? null);
    Flow.arrange?.(section);
  }
  function restartAt(section) {
    live = [section];
    insert(section);
    Scroller.setOrigin(section);
    if (Flow.arrange) Scroller.measureFolds();
  }

  function fill() {
    const top = Scroller.y() / Scroller.unit, screen = innerHeight / Scroller.unit, bottom = top + screen;
    const from = top - screen, to = bottom + screen;
    wanted = hasMoved ? [from, to] : [top + 1.25 * Jumps.topMargin() / Scroller.unit, bottom];
    const held = [...canvas.children].filter(isHeld);
    if (!live.length || endOf(live.at(-1)) < from || live[0].topUnits > to) {
      const middle = sectionAt(min(max(top + screen / 2, 0), PageMap.height - 1));
      if (!middle) return;
      restartAt(middle);
    }
    Scroller.keepPlace(() => extend(from, to, held));
    if (top !== lastTop) isGoingDown = top > lastTop;
    lastTop = top;
    PageLoader.releaseUnused([-1, 1].map((side) => neighbour(side, top, bottom)));
    if (Scroller.isFarFromOrigin(live[0])) Scroller.setOrigin(live[0]);
    main.classList.toggle("waiting", hasMoved
      && (live[0].topUnits > max(top, 0) || endOf(live.at(-1)) < min(bottom, PageMap.height) - 64));
  }
  // The page beside the live ones if it is near and there.
  function neighbour(side, top, bottom) {
    const { page, pageSections } = live.at(side > 0 ? -1 : 0);
    const distance = side > 0 ? endOf(pageSections.at(-1)) - bottom : top - pageSections[0].topUnits;
    if (distance > SCREENS_AHEAD * (bottom - top)) return undefined;
    return request(page + side, hasMoved && isGoingDown === side > 0);
  }
  function extend(from, to, held) {
    for (let added; ;) {
      if (live[0].topUnits > from && (added = beside(live[0], -1))) live.unshift(...added);
      else if (endOf(live.at(-1)) < to && (added = beside(live.at(-1), 1))) live.push(...added);
      else break;
      added.forEach(insert);
      trim(from, to);
    }
    trim(from, to);
    for (const section of [...canvas.children]) if (!live.includes(section) && !held.includes(section)) section.remove();
  }
  function trim(from, to) {
    let messages = live.reduce((sum, section) => sum + section.messageCount, 0);
    while (messages > MAX_MESSAGES) {
      const above = from - endOf(live[0]), below = live.at(-1).topUnits - to;
      if (max(above, below) < 0) return;
      messages -= (above > below ? live.shift() : live.pop()).messageCount;
    }
  }
  function isOnScreen() {
    const y = Scroller.y(), { unit } = Scroller;
    return live[0]?.topUnits * unit < y + innerHeight && endOf(live.at(-1)) * unit > y;
  }

  return {
    fill, isOnScreen, restartAt,
    begin: (sections) => live = sections,
    get sections() { return live; },
    // True while the page is where it was opened.
    isAsOpened: () => abs(Scroller.y() - openedAt) < 1,
    noteOpening: () => openedAt = Scroller.y(),
    noteMove: () => openedAt = undefined,
    // True for the first move.
    noteReader: () => !hasMoved && (asksOthers = hasMoved = true),
    askOthers: () => asksOthers = true,
  };
})();

// ScrollAnchor: the row under the bar, to which back, forward, reload, resizes and later visits return.
//
// A position is its id and page, its top in units, and whether the conversation's end is on the screen:
// the end stays the end. It is stored in the history's entry, and with the number of messages for the page and the conversation.
const ScrollAnchor = (() => {
  let row, position;

  const barEdge = () => pxOf(rootStyle, "fontSize") * (root.matches(".pinned") ? 6.25 : 3.5);
  // Asking for a box in a section above y would have it laid out.
  const partsBelow = (y, selector) => all("section", main).filter((section) => boxOf(section).bottom > y)
    .flatMap((section) => all(selector, section));
  const rowAt = (y) => partsBelow(y, "article").find((row) => boxOf(row).bottom > y);

  function update() {
    if (!Scroller.isMeasured()) return;
    row = rowAt(barEdge());
    if (row) {
      const { page } = row.closest("section"), top = topOf(row) / Scroller.unit;
      position = { id: row.id, page, top, isAtEnd: Scroller.isAtEnd() };
    }
    root.dispatchEvent(new Event("viewchange"));
  }
  function store() {
    history.replaceState(position, "");
    for (const path of position ? [location.pathname, chatPath] : []) Store.write(path, { ...position, messages: PageMap.messages });
  }
  return {
    barEdge, partsBelow, rowAt, store, update,
    record: () => store(update()),
    set: (row, top) => Object.assign(position, { id: row.id, top: top / Scroller.unit }),
    stored: () => Store.read(location.pathname),
    get position() { return position; },
    get row() { return row; },
  };
})();

// Motion: scrolling and resizing, the reader's and our own.
//
// Our own moves are exact, never `scrollBy`, which loses distance; the base is mended on `scrollend`, never by a timer, which
// would stop a smooth scroll in Firefox (Trap).
const Motion = (() => {
  function moveTo(y, section, makesRoom) {
    Scroller.goTo(y, section, makesRoom);
    MessageWindow.noteMove();
    MessageWindow.fill();
    Scroller.correctRounding();
    ScrollAnchor.update();
  }
  function toEnd() {
    moveTo(Scroller.height() + 1e5);
    // Now the heights of flowing rows are known.
    if (Flow.arrange) moveTo(Scroller.height() + 1e5);
  }

  // After a scroll, and when rows have come. The browser's find scrolls as far as the thumb, but to live rows (Trap).
  function update() {
    if (!MessageWindow.isAsOpened()) {
      MessageWindow.noteMove();
      if (Scroller.hasLeapt() && !MessageWindow.isOnScreen()) Scroller.followThumb();
      else if (Scroller.isRunningOut()) settle();
      Scroller.noteScroll();
      begin();
    }
    MessageWindow.fill();
    ScrollAnchor.update();
  }
  function settle() {
    Scroller.settle();
    ScrollAnchor.store();
  }
  // For a pointer too, which moves before its wheel.
  const begin = () => MessageWindow.noteReader() && MessageWindow.fill(Scripts.arrive("update"));

  // Keeps the anchor where it is. Another layout or flowing text is another start of the page.
  function resize() {
    const before = Scroller.unit, { id, top, isAtEnd } = ScrollAnchor.position;
    if (isTooWide() !== Flow.isTooWide || largeScreen.matches !== isLarge) return location.reload(Scroller.forgetMeasures());
    Scroller.measure();
    const { unit } = Scroller, row = $(byID(id), canvas), section = row.closest("section");
    const isChanged = unit !== before || Flow.arrange;
    if (isChanged) MessageWindow.restartAt(section);
    if (isAtEnd) toEnd();
    else if (isChanged) moveTo(Scroller.yOf(row, section) - top * (Flow.arrange ? before : unit), section);
    else MessageWindow.fill();
  }
  return { begin, moveTo, resize, settle, toEnd, update };
})();

// Jumps: going to a row of any page, and back. While a jump waits for its page another may begin; only the last arrives.
const Jumps = (() => {
  let moves = 0;

  // Undefined if there is no row, or another move began.
  async function rowForMove(page, selector) {
    const move = ++moves, row = await PageLoader.findRow(page, selector).catch(() => undefined);
    return move === moves ? row : undefined;
  }

  const unmark = () => $(".target")?.classList.remove("target");
  function focusOn(row) {
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  }
  const topMargin = () => pxOf(rootStyle, "scrollPaddingTop");

  // Brings a row below the bar and marks it, or `top` px below the screen's top, unmarked.
  async function show(page, selector, top) {
    const row = await rowForMove(page, selector), isMarked = top === undefined;
    if (!row) return;
    const section = row.closest("section");
    // It may have been released since it came.
    PageLoader.pages.set(page, section.pageSections);
    Scroller.setBaseFor(section.topUnits * Scroller.unit);
    if (!MessageWindow.sections.includes(section)) MessageWindow.restartAt(section);
    const run = row.closest(".run:not([open])");
    if (run) Scroller.measureFolds(run.open = true);
    Motion.moveTo(Scroller.yOf(row, section) - (top ?? topMargin()), section, isMarked);
    if (!isMarked) return;
    unmark();
    row.classList.add("target");
    focusOn(row);
  }
  async function restore({ page, id, top, isAtEnd }) {
    if (isAtEnd && await PageLoader.load(PageMap.pages).catch(() => null)) Motion.toEnd();
    else await show(page, byID(id), top * Scroller.unit);
  }
  // Shows a row as a new entry of the history.
  async function jump(page, selector, hash = location.hash) {
    const from = Scroller.y();
    ScrollAnchor.record();
    if (!await rowForMove(page, selector)) return;
    history.pushState(null, "", hash);
    await show(page, selector);
    ScrollAnchor.record();
    Scripts.arrive("offerBack", from);
  }
  const messageAt = (index) => [PageMap.pageOf(index), `[data-i="${index}"]`];

  async function pageOf(id) {
    await Scripts.loadAsset("ids");
    return IDLookup.pageOf(id);
  }
  async function followHash(top) {
    const { hash } = location;
    let id;
    try { id = decodeURIComponent(hash.slice(1)); } catch { return; }
    if (id === "end") return Motion.toEnd();
    if (/^search\b/.test(id)) return $("[data-act=search]")?.click();
    if (!id.startsWith("m-")) return;
    const page = $(byID(id), canvas)?.closest("section").page ?? await pageOf(id).catch(() => undefined);
    if (location.hash !== hash) return;
    if (page) await show(page, byID(id), top);
    else Scripts.arrive("sayMissing");
  }

  return {
    focusOn, followHash, jump, restore, topMargin, unmark,
    onPopState: ({ state }) => state?.id ? restore(state) : followHash(),
    jumpToMessage: (index) => jump(...messageAt(index)),
    showMessage: (index, top) => show(...messageAt(index), top),
  };
})();

// Flow: for readers whose own fonts or sizes break the lines of the layout: text wraps (`.flow`), and rows are built anew by
// flow.js, which adds `arrange` and `stretch`.
//
// Signs are a column wider than the window, generic families of different width (the page's own face goes before them), a
// minimum size above the smallest letters', a missing face, or, of twelve plain texts on the screen, one with more lines than
// breaks or larger letters. Each text has 2 % of its width to spare.
const Flow = (() => {
  const pen = make("canvas").getContext("2d");
  function widthWith(family) {
    pen.font = `16px f0, ${family}`;
    return pen.measureText("mi").width;
  }
  // Compares digits of the smallest size with ones eight times as large.
  function hasMinimumSize() {
    const probes = [1, 8].map((times) => make("span", { className: "probe", textContent: "0123456789" }));
    probes[1].style.fontSize = "calc(8 * var(--least-size))";
    document.body.append(...probes);
    const [small, large] = probes.map((probe) => boxOf(probe).width);
    for (const probe of probes) probe.remove();
    return small * 8 > large * 1.04;
  }
  let isFaceMissing = false;
  async function loadFaces() {
    const seen = all("section", main).filter((section) => topOf(section) < innerHeight && boxOf(section).bottom > 0);
    const faces = new Set(["f0", ...seen.flatMap((section) => all("[class^=f]", section)).map((part) => part.className)]);
    const results = await Promise.allSettled([...faces].map((face) => document.fonts.load(`1rem ${face}`)));
    isFaceMissing = results.some(({ status }) => status === "rejected");
  }
  const isPlain = (text) => !$(":scope > :not(i, b, br, [class^=f]), .fb", text) && !/\t/.test(text.textContent);

  function isNeeded() {
    const texts = ScrollAnchor.partsBelow(0, "article > p:not([class])").filter(isPlain).slice(0, 12);
    const size = pxOf(rootStyle, "fontSize") * numberOf("--body-size");
    return isTooWide() || isFaceMissing || widthWith("serif") !== widthWith("monospace") || hasMinimumSize() || texts.some((text) => {
      const style = getComputedStyle(text), breaks = all(":is(i, b):not([class]), br", text).filter((element) => element.offsetParent).length;
      return text.scrollHeight > pxOf(style, "lineHeight") * (breaks + 1.5) || pxOf(style, "fontSize") > size * 1.04;
    });
  }
  return { isNeeded, loadFaces };
})();

// Opening: makes the page a window, after `load`, when Firefox scrolls to the fragment again (Trap). Rows stay where they
// are until the stored position or the fragment is shown. Without a map the page stays as it is.
const Opening = (() => {
  const OTHERS_AFTER = 500;

  async function openWindow() {
    await PageMap.open();
    await PageMap.loadGroup(PageMap.groupOfPage(ownPage));
    const stored = history.state ?? (location.hash ? null : ScrollAnchor.stored());
    const seen = ScrollAnchor.rowAt(60), seenTop = topOf(seen), sections = PageLoader.adopt(ownPage, main);
    MessageWindow.begin([...sections]);
    root.classList.add("app");
    history.scrollRestoration = "manual";
    Scroller.measure();
    Scroller.setOrigin(sections[0]);
    Motion.moveTo(Scroller.yOf(seen, sections[0]) - seenTop, sections[0]);
    MessageWindow.noteOpening();
    for (const [type, listener] of Object.entries({
      scroll: Motion.update, scrollend: Motion.settle, resize: Motion.resize, toggle: () => MessageWindow.fill(Scroller.measureFolds()),
      pagehide: ScrollAnchor.record, popstate: Jumps.onPopState, pointermove: Motion.begin,
    })) addEventListener(type, listener, true);
    if (stored?.id) await Jumps.restore(stored).catch(() => {});
    else if (location.hash === "#resume") await Scripts.arrive("resume");
    else await Jumps.followHash(reopenedTop && Number(reopenedTop));
    MessageWindow.noteOpening();
    root.dispatchEvent(new Event("windowopen"));
    setTimeout(() => MessageWindow.fill(MessageWindow.askOthers()), OTHERS_AFTER);
    if (!Scroller.isAtEnd() || visit?.messages < PageMap.messages) Scripts.arrive("update");
  }
  // The style sheet pins the headings of days.
  function leaveAlone() {
    root.classList.add("plain");
    Flow.groupDays?.();
  }
  async function open() {
    const loaded = new Promise((resolve) => addEventListener("load", resolve));
    await Promise.all([Flow.loadFaces(), loaded]);
    if (largeScreen.matches !== isLarge) return location.reload();
    Flow.isTooWide = isTooWide();
    if (Flow.isNeeded()) {
      root.classList.add("flow");
      await Scripts.use("flow");
    }
    // `?plain` leaves the page by itself.
    if (reopenedTop || !location.search) openWindow().catch(leaveAlone);
    else leaveAlone();
    // Chromium prints no letters whose face is still to come (Trap).
    const faces = new Set(all("[class^=f]", main).map((part) => part.className));
    document.fonts.load(`1rem ${["f2", "f4", ...faces]}`);
  }
  return { open };
})();

if (main && isFile && /^\?rows=/.test(location.search)) Scripts.loadAsset("frames");
else if (main) Opening.open();
