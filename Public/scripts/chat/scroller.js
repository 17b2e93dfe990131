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
  const MAX_HEIGHT = 4e6;
  const EXACT_ENDS = 1e5;
  const FAR_FROM_ORIGIN = 2e5;
  // Measured, in CSS px: a unit, the rows' distance from the document's top, the screen's height.
  let unit, rowsTop, viewHeight;
  let base = 0;
  // Sections stand relative to `origin`, a y near the screen, so that their numbers stay small.
  let origin = 0;
  // Room below the last row, for a jump that brings it to the top.
  let extraRoom = 0;
  // The last scroll position, and how much it is off: browsers scroll by whole device px.
  let scrolledTo = 0;
  let rounding = 0;
  let isOwnScroll = false;

  const height = () => PageMap.height * unit;
  const isCapped = () => height() > MAX_HEIGHT;
  // The y of a section's top.
  const mapTop = (section) => section.topUnits * unit;

  // The height that open folds add to some sections. It pushes down what follows them.
  function unfoldedHeight(isCounted) {
    let sum = 0;
    for (const section of canvas.children) {
      if (section.unfolded && isCounted(section)) sum += section.unfolded;
    }
    return sum;
  }
  const onScreen = () => [...canvas.children].find((section) => boxOf(section).bottom > 0);
  // The y at the screen's top. Where text flows, sections may be higher than they should: y waits at their ends.
  function y() {
    const exact = base + scrollY - rowsTop - unfoldedHeight((section) => boxOf(section).bottom <= 0);
    const section = Flow.arrange ? onScreen() : undefined;
    return section ? min(exact, (section.topUnits + section.heightUnits) * unit) : exact;
  }
  const yOf = (row, section) => mapTop(section) + topOf(row) - topOf(section);

  function position(section) {
    const unfolded = unfoldedHeight((other) => other.topUnits < section.topUnits);
    const top = mapTop(section) - origin + unfolded;
    section.style.top = `${Flow.arrange ? round(top) : top}px`;
  }
  function positionAll() {
    canvas.style.top = `${origin - base}px`;
    for (const section of canvas.children) position(section);
  }
  function setOrigin(section) {
    origin = round(mapTop(section));
    positionAll();
  }
  const isFarFromOrigin = (section) => abs(mapTop(section) - origin) > FAR_FROM_ORIGIN;

  function measureFolds() {
    for (const section of canvas.children) {
      section.isOpen = Boolean($("details[open]", section));
      const isHigher = section.isOpen || Flow.arrange;
      section.unfolded = isHigher ? boxOf(section).height - section.heightUnits * unit : 0;
    }
    const closedHeight = isCapped() ? MAX_HEIGHT : height() - base;
    main.style.height = `${closedHeight + unfoldedHeight(() => true)}px`;
    positionAll();
  }
  // Changes sections. Where text flows, none is as high as the map says: the base takes the difference. `change` returns
  // true if it changed heights and no sections.
  function keepPlace(change) {
    const before = [...canvas.children];
    const section = Flow.arrange ? onScreen() : undefined;
    const top = section && topOf(section);
    const changedHeights = change();
    const isSame = before.length === canvas.children.length && before.every((other) => other.isConnected);
    if (!changedHeights && (isSame || !section)) return;
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
    if (y > height() - EXACT_ENDS) return y - height() + MAX_HEIGHT;
    return EXACT_ENDS + (y - EXACT_ENDS) / scale();
  }
  function yOfTrack(track) {
    if (track < EXACT_ENDS) return track;
    if (track > MAX_HEIGHT - EXACT_ENDS) return track + height() - MAX_HEIGHT;
    return EXACT_ENDS + (track - EXACT_ENDS) * scale();
  }

  function setBase(wanted) {
    const beyond = max(0, height() - MAX_HEIGHT);
    base = round(min(max(wanted, 0), beyond));
    positionAll();
  }
  const setBaseFor = (y) => setBase(y - trackOf(y));

  function setExtraRoom(px) {
    extraRoom = px;
    main.style.marginBottom = `${px}px`;
  }
  function scrollToY(y, unfolded) {
    const exact = y + unfolded - base + rowsTop;
    scrolledTo = round(exact * devicePixelRatio) / devicePixelRatio;
    rounding = scrolledTo - exact;
    isOwnScroll = true;
    scrollTo({ top: scrolledTo, behavior: "instant" });
  }
  function correctRounding() {
    canvas.style.top = `${origin - base + rounding}px`;
  }
  // Scrolls to a y, in `section` if given. `makesRoom` lets the last rows reach the top.
  function goTo(y, section, makesRoom) {
    const isAbove = section
      ? (other) => other.topUnits < section.topUnits
      : (other) => (other.topUnits + other.heightUnits) * unit <= y;
    const unfolded = unfoldedHeight(isAbove);
    setBaseFor(y);
    if (Flow.arrange) measureFolds();
    const missing = y + unfolded - base + rowsTop + innerHeight - (root.scrollHeight - extraRoom);
    setExtraRoom(makesRoom ? max(0, missing) : 0);
    scrollToY(y, unfolded);
  }

  const track = () => scrollY - rowsTop;
  const hasLeapt = () => isCapped() && abs(scrollY - scrolledTo) > 3 * innerHeight;
  const followThumb = () => setBase(yOfTrack(track()) - track());
  // True if the scroller soon ends before the conversation.
  function isRunningOut() {
    if (min(track(), y()) < innerHeight) return base > 0;
    return track() > MAX_HEIGHT - 2 * innerHeight && base < height() - MAX_HEIGHT - 1;
  }
  const isAtEnd = () => scrollY + innerHeight >= root.scrollHeight - extraRoom - 0.5;

  // Firefox may end our scroll a px off (Trap).
  function noteScroll() {
    const slip = scrollY - scrolledTo;
    if (isOwnScroll && abs(slip) < 2) {
      rounding += slip;
      correctRounding();
    }
    scrolledTo = scrollY;
  }
  // Mends a thumb that is off by more than 3 px of the screen.
  function settle() {
    noteScroll();
    isOwnScroll = false;
    const now = y();
    const isOff = abs(trackOf(now) - now + base) > (isCapped() ? 3 * MAX_HEIGHT / innerHeight : 0.5);
    const isNearTop = now < EXACT_ENDS;
    if (isOff || (isNearTop && base > 0)) {
      const unfolded = track() + base - now;
      setBaseFor(now);
      scrollToY(now, unfolded);
    }
    if (extraRoom && !isAtEnd()) setExtraRoom(0);
  }

  return {
    correctRounding, followThumb, goTo, hasLeapt, height, isAtEnd, isFarFromOrigin, isRunningOut, keepPlace,
    measure, measureFolds, noteScroll, position, setBaseFor, setOrigin, settle, y, yOf,
    // Between a resize and its event the screen says nothing of the position.
    isMeasured: () => root.clientHeight === viewHeight,
    forgetMeasures() {
      viewHeight = 0;
    },
    get unit() { return unit; },
    get rowsTop() { return rowsTop; },
  };
})();
