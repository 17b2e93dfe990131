// Jumps: going to a row of any page, and back. While a jump waits for its page another may begin; only the last arrives.
const Jumps = (() => {
  let latestMove = 0;

  // Undefined if there is no row, or another move began.
  async function rowForMove(page, selector) {
    latestMove += 1;
    const move = latestMove;
    const row = await PageLoader.findRow(page, selector).catch(() => undefined);
    return move === latestMove ? row : undefined;
  }

  const unmark = () => $(".target")?.classList.remove("target");
  function mark(row) {
    unmark();
    row.classList.add("target");
    focusOn(row);
  }
  function focusOn(row) {
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  }
  const topMargin = () => pxOf(rootStyle, "scrollPaddingTop");

  // Brings a row below the bar and marks it, or `top` px below the screen's top, unmarked.
  async function show(page, selector, top) {
    const row = await rowForMove(page, selector);
    if (!row) return;
    const isMarked = top === undefined;
    const section = row.closest("section");
    // It may have been released since it came.
    PageLoader.pages.set(page, section.pageSections);
    Scroller.setBaseFor(section.topUnits * Scroller.unit);
    if (!MessageWindow.sections.includes(section)) MessageWindow.restartAt(section);
    const closedRun = row.closest(".run:not([open])");
    if (closedRun) {
      closedRun.open = true;
      Scroller.measureFolds();
    }
    Motion.moveTo(Scroller.yOf(row, section) - (top ?? topMargin()), section, isMarked);
    if (isMarked) mark(row);
  }
  async function restore({ page, id, top, isAtEnd }) {
    const lastPage = isAtEnd ? await PageLoader.load(PageMap.pages).catch(() => null) : null;
    if (lastPage) Motion.toEnd();
    else await show(page, byID(id), top * Scroller.unit);
  }
  // Shows a row as a new entry of the history.
  async function jump(page, selector, hash = location.hash) {
    const from = Scroller.y();
    ScrollAnchor.record();
    const row = await rowForMove(page, selector);
    if (!row) return;
    // A front over the messages goes as the fragment changes; what is shown then follows it.
    if ($(".inside:target, .inside :target")) {
      location.hash = hash;
      return;
    }
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
  function decodedHash() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }
  // Goes to a message; `top` is as for `show`.
  async function followID(id, top) {
    const { hash } = location;
    const row = $(byID(id), canvas);
    const page = row ? row.closest("section").page : await pageOf(id).catch(() => undefined);
    if (location.hash !== hash) return;
    if (page) await show(page, byID(id), top);
    else Scripts.arrive("sayMissing");
  }
  async function followHash(top) {
    const id = decodedHash();
    if (id === "end") Motion.toEnd();
    else if (/^search\b/.test(id)) $("[data-act=search]")?.click();
    else if (id.startsWith("m-")) await followID(id, top);
  }
  function onPopState({ state }) {
    if (state?.id) restore(state);
    else followHash();
  }

  return {
    focusOn, followHash, jump, onPopState, restore, topMargin, unmark,
    jumpToMessage: (index) => jump(...messageAt(index)),
    showMessage: (index, top) => show(...messageAt(index), top),
  };
})();
