// Keyboard: what keys do. Firefox's own Home and End stop short where rows come in (Trap).
"use strict";
const Keyboard = (() => {
  const focusedRow = () => document.activeElement.closest("article");
  function step(by) {
    const rows = all("article").filter((row) => !row.closest(".run:not([open])"));
    const row = focusedRow() ? rows[rows.indexOf(focusedRow()) + by] : ScrollAnchor.row;
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
