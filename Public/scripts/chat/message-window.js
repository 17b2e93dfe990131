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
  const MAX_MESSAGES = 500;
  const SCREENS_AHEAD = 8;
  const arriving = {};
  let live = [];
  let asksOthers = false;
  let hasMoved = false;
  let openedAt;
  let wanted;
  let lastTop = 0;
  let isGoingDown = true;

  const endOf = (section) => section.topUnits + section.heightUnits;
  function isHeld(section) {
    if (section.isOpen || section.isSounding || section.contains(document.activeElement)) return true;
    const selection = getSelection();
    return !selection.isCollapsed && selection.containsNode(section, true);
  }

  function loadOnce(page) {
    return PageLoader.load(page).then(Motion.update, () => {}).finally(() => {
      delete arriving[page];
    });
  }
  // The page's sections if they are there; else they are loaded, if wanted.
  function request(page, isWanted = true) {
    if (isWanted && !PageLoader.pages.get(page) && PageMap.has(page)) arriving[page] ??= loadOnce(page);
    return PageLoader.pages.get(page);
  }

  function sectionAt(position) {
    const page = PageMap.pageAt(position);
    if (!page) {
      PageMap.loadGroup(PageMap.groupAt(position)).then(Motion.update, () => {});
      return undefined;
    }
    const sections = request(page);
    return sections?.findLast((section) => section.topUnits <= position) ?? sections?.[0];
  }
  // Up to two sections before (-1) or after (1) a section; undefined if their page is not there.
  function beside(section, side) {
    const { page, pageSections } = section;
    const next = pageSections.indexOf(section) + side;
    if (pageSections[next]) {
      return side > 0 ? pageSections.slice(next, next + 2) : pageSections.slice(max(0, next - 1), next + 1);
    }
    const isWanted = side > 0 ? endOf(section) < wanted[1] : section.topUnits > wanted[0];
    const others = request(page + side, asksOthers && isWanted);
    return side > 0 ? others?.slice(0, 2) : others?.slice(-2);
  }

  function insert(section) {
    Scroller.position(section);
    if (section.parentNode !== canvas) {
      const next = [...canvas.children].find((other) => other.topUnits > section.topUnits);
      canvas.insertBefore(section, next ?? null);
    }
    Flow.arrange?.(section);
  }
  function restartAt(section) {
    live = [section];
    insert(section);
    Scroller.setOrigin(section);
    if (Flow.arrange) Scroller.measureFolds();
  }

  function fill() {
    const top = Scroller.y() / Scroller.unit;
    const screen = innerHeight / Scroller.unit;
    const bottom = top + screen;
    const from = top - screen;
    const to = bottom + screen;
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
    PageLoader.releaseUnused([neighbour(-1, top, bottom), neighbour(1, top, bottom)]);
    if (Scroller.isFarFromOrigin(live[0])) Scroller.setOrigin(live[0]);
    const isShort = live[0].topUnits > max(top, 0) || endOf(live.at(-1)) < min(bottom, PageMap.height) - 64;
    main.classList.toggle("waiting", hasMoved && isShort);
  }
  // The page beside the live ones if it is near and there.
  function neighbour(side, top, bottom) {
    const { page, pageSections } = live.at(side > 0 ? -1 : 0);
    const distance = side > 0 ? endOf(pageSections.at(-1)) - bottom : top - pageSections[0].topUnits;
    if (distance > SCREENS_AHEAD * (bottom - top)) return undefined;
    return request(page + side, hasMoved && isGoingDown === (side > 0));
  }
  // Adds sections at an end where `live` is too short. False if there is no such end, or its next sections are not loaded.
  function lengthen(from, to) {
    const before = live[0].topUnits > from ? beside(live[0], -1) : undefined;
    if (before) {
      live.unshift(...before);
      before.forEach(insert);
      return true;
    }
    const after = endOf(live.at(-1)) < to ? beside(live.at(-1), 1) : undefined;
    if (after) {
      live.push(...after);
      after.forEach(insert);
      return true;
    }
    return false;
  }
  function extend(from, to, held) {
    while (lengthen(from, to)) trim(from, to);
    trim(from, to);
    for (const section of [...canvas.children]) {
      if (!live.includes(section) && !held.includes(section)) section.remove();
    }
  }
  function trim(from, to) {
    let messages = live.reduce((sum, section) => sum + section.messageCount, 0);
    while (messages > MAX_MESSAGES) {
      const above = from - endOf(live[0]);
      const below = live.at(-1).topUnits - to;
      if (max(above, below) < 0) return;
      const trimmed = above > below ? live.shift() : live.pop();
      messages -= trimmed.messageCount;
    }
  }
  function isOnScreen() {
    const y = Scroller.y();
    const { unit } = Scroller;
    return live[0]?.topUnits * unit < y + innerHeight && endOf(live.at(-1)) * unit > y;
  }

  return {
    fill, isOnScreen, restartAt,
    begin(sections) {
      live = sections;
    },
    get sections() { return live; },
    // True while the page is where it was opened.
    isAsOpened: () => abs(Scroller.y() - openedAt) < 1,
    noteOpening() {
      openedAt = Scroller.y();
    },
    noteMove() {
      openedAt = undefined;
    },
    // True for the first move.
    noteReader() {
      if (hasMoved) return false;
      asksOthers = true;
      hasMoved = true;
      return true;
    },
    askOthers() {
      asksOthers = true;
    },
  };
})();
