// Switches to plain flow when the reader's own fonts or a minimum size break the laid-out lines.
//
// The pages are complete without it. Only text in the first face is measured: other faces are loaded when they
// come into view, and until then their text has other widths. Nor is text with tabs, whose stops browsers round.
"use strict";
document.fonts.load("1rem f0").then(() => {
  const texts = [...document.querySelectorAll(".rows article > p:not([class])")]
    .filter((text) => !text.querySelector(":scope > :not(i, br)") && !text.textContent.includes("\t"));
  const step = Math.max(1, Math.floor(texts.length / 60));
  const root = document.documentElement;
  const rootStyle = getComputedStyle(root);
  const expected = parseFloat(rootStyle.fontSize) * parseFloat(rootStyle.getPropertyValue("--body-size"));
  for (let i = 0; i < texts.length; i += step) {
    const style = getComputedStyle(texts[i]);
    const lines = texts[i].querySelectorAll("i, br").length + 1;
    const tooTall = texts[i].scrollHeight > parseFloat(style.lineHeight) * (lines + 0.5);
    const tooBig = parseFloat(style.fontSize) > expected * 1.04;
    if (tooTall || tooBig) {
      root.classList.add("flow");
      return;
    }
  }
});
