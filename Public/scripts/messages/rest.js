// Rest: closing the rest of a long text leads back to its message, if that began above the screen.
"use strict";
addEventListener("toggle", ({ target }) => {
  if (!target.matches(".rest:not([open])")) return;
  const row = target.closest("article"), section = row.closest("section");
  if (topOf(row) >= Jumps.topMargin()) return;
  if (root.matches(".app")) Motion.moveTo(Scroller.yOf(row, section) - Jumps.topMargin(), section);
  else row.scrollIntoView();
}, true);
