// Rest: the parts of a long text that is folded. When the rest is closed, the page scrolls back to the start, unless that is visible.
"use strict";
const Rest = {
  // What stands between the texts of two blocks of a row: a new line, or what stood at the cut of a long text.
  gapBetween(before, block) {
    const rest = block.closest(".rest[data-gap]");
    return rest && !rest.contains(before) ? rest.dataset.gap : "\n";
  },
};
addEventListener("toggle", ({ target }) => {
  if (!target.matches(".rest:not([open])")) return;
  const row = target.closest("article"), section = row.closest("section");
  if (topOf(row) >= Jumps.topMargin()) return;
  if (root.matches(".app")) Motion.moveTo(Scroller.yOf(row, section) - Jumps.topMargin(), section);
  else row.scrollIntoView();
}, true);
