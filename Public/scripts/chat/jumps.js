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
