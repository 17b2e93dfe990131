// Keyboard: what keys do. Firefox's own Home and End stop short where rows come in (Trap).
"use strict";
const Keyboard = (() => {
  const focusedRow = () => document.activeElement.closest("article");
  function rowBeside(row, by) {
    const rows = all("article").filter((row) => !row.closest(".run:not([open])"));
    return rows[rows.indexOf(row) + by];
  }
  // Steps wait for each other, and for the page that has the next row.
  let steps = Promise.resolve();
  function step(by) {
    steps = steps.then(() => takeStep(by));
  }
  async function takeStep(by) {
    const focused = focusedRow();
    const page = focused?.closest("section").page + by;
    let row = focused ? rowBeside(focused, by) : ScrollAnchor.row;
    if (!row && PageMap.has(page)) {
      Motion.begin();
      await PageLoader.load(page).then(Motion.update, () => {});
      row = rowBeside(focused, by);
    }
    if (!row) return;
    Jumps.focusOn(row);
    row.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  function leave() {
    Jumps.unmark();
    document.activeElement.blur();
  }
  const actions = {
    j: () => step(1), k: () => step(-1),
    g: () => Jumps.jumpToMessage(0), G: () => Jumps.jumpToMessage(PageMap.messages - 1),
    Home: () => Motion.moveTo(-Scroller.rowsTop), End: Motion.toEnd,
    "+": () => Actions.run("size", 1), "-": () => Actions.run("size", -1),
    "/": () => $("[data-act=search]")?.click(), "?": () => Actions.run("keys"),
    c: () => Actions.run("link"), Escape: leave,
  };
  return { actions };
})();
