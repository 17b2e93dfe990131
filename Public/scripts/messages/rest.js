// Rest: scrolls back to the start of a long text when its rest is closed, unless the start is visible.
"use strict";
addEventListener("toggle", ({ target }) => {
  if (!target.matches(".rest:not([open])")) return;
  const row = target.closest("article"), section = row.closest("section");
  if (topOf(row) >= Jumps.topMargin()) return;
  if (root.matches(".app")) Motion.moveTo(Scroller.yOf(row, section) - Jumps.topMargin(), section);
  else row.scrollIntoView();
}, true);
