// Opening: makes the page a window, after `load`, when Firefox scrolls to the fragment again (Trap). Rows stay where they
// are until the stored position or the fragment is shown. Without a map the page stays as it is.
const Opening = (() => {
  // Milliseconds until neighbouring pages are asked for, if the screen lacks rows.
  const OTHERS_AFTER = 500;

  function listen() {
    const listeners = {
      scroll: Motion.update,
      scrollend: Motion.settle,
      resize: Motion.resize,
      toggle: Motion.toggle,
      pagehide: ScrollAnchor.record,
      popstate: Jumps.onPopState,
      pointermove: Motion.begin,
    };
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true);
  }
  // Makes a window of the page, whose rows stay where they are on the screen.
  function begin() {
    const seen = ScrollAnchor.rowAt(60);
    const seenTop = topOf(seen);
    const sections = PageLoader.adopt(ownPage, main);
    MessageWindow.begin([...sections]);
    root.classList.add("app");
    history.scrollRestoration = "manual";
    Scroller.measure();
    Scroller.setOrigin(sections[0]);
    Motion.moveTo(Scroller.yOf(seen, sections[0]) - seenTop, sections[0]);
    MessageWindow.noteOpening();
  }
  async function openWindow() {
    await PageMap.open();
    await PageMap.loadGroup(PageMap.groupOfPage(ownPage));
    const stored = history.state ?? (location.hash ? null : ScrollAnchor.stored());
    begin();
    listen();
    if (stored?.id) await Jumps.restore(stored).catch(() => {});
    else if (location.hash === "#resume") await Scripts.arrive("resume");
    else await Jumps.followHash(reopenedTop && Number(reopenedTop));
    MessageWindow.noteOpening();
    root.dispatchEvent(new Event("windowopen"));
    setTimeout(() => {
      MessageWindow.askOthers();
      MessageWindow.fill();
    }, OTHERS_AFTER);
    if (!Scroller.isAtEnd() || visit?.messages < PageMap.messages) Scripts.arrive("update");
  }
  // The style sheet pins the headings of days.
  function leaveAlone() {
    root.classList.add("plain");
    Flow.groupDays?.();
  }
  // Chromium prints no letters whose face is still to come (Trap).
  function loadAllFaces() {
    const faces = new Set(all("[class^=f]", main).map((part) => part.className));
    document.fonts.load(`1rem ${["f2", "f4", ...faces]}`);
  }
  async function open() {
    const loaded = new Promise((resolve) => addEventListener("load", resolve));
    await Promise.all([Flow.loadFaces(), loaded]);
    if (largeScreen.matches !== isLarge) {
      location.reload();
      return;
    }
    Flow.isTooWide = isTooWide();
    if (Flow.isNeeded()) {
      root.classList.add("flow");
      await Scripts.use("flow");
    }
    // `?plain` leaves the page by itself.
    if (reopenedTop || !location.search) openWindow().catch(leaveAlone);
    else leaveAlone();
    loadAllFaces();
  }
  return { open };
})();

if (main && hasDataScripts && /^\?rows=/.test(location.search)) Scripts.loadAsset("frames");
else if (main) Opening.open();
