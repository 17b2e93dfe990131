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
  function begin() {
    if (!MessageWindow.noteReader()) return;
    Scripts.arrive("update");
    MessageWindow.fill();
  }
  // After a fold was opened or closed.
  function toggle() {
    Scroller.measureFolds();
    MessageWindow.fill();
  }

  // Keeps the anchor where it is. Another layout or flowing text is another start of the page.
  function resize() {
    const unitBefore = Scroller.unit;
    const { id, top, isAtEnd } = ScrollAnchor.position;
    if (isTooWide() !== Flow.isTooWide || largeScreen.matches !== isLarge) {
      Scroller.forgetMeasures();
      location.reload();
      return;
    }
    Scroller.measure();
    const row = $(byID(id), canvas);
    const section = row.closest("section");
    const isChanged = Scroller.unit !== unitBefore || Flow.arrange;
    if (isChanged) MessageWindow.restartAt(section);
    if (isAtEnd) {
      toEnd();
    } else if (isChanged) {
      const topUnit = Flow.arrange ? unitBefore : Scroller.unit;
      moveTo(Scroller.yOf(row, section) - top * topUnit, section);
    } else {
      MessageWindow.fill();
    }
  }
  return { begin, moveTo, resize, settle, toEnd, toggle, update };
})();
