// CodeCopy: copies a block of code, with the part of it that is folded away.
"use strict";

Actions.define("copy", async (button) => {
  // The row, or the folded part of it that the button is in.
  const { box, folded } = button.dataset, block = button.closest(".folded, article"), number = (box ?? folded).slice("copy".length);
  const [code, fold] = ["code", "unfold"].map((name) => $(`[data-${box ? "box" : "folded"}="${name}${number}"]`, block));
  const text = [code, fold && $("pre", fold.parentNode)].filter(Boolean).map((part) => {
    const copy = part.cloneNode(true);
    for (const line of all("br", copy)) line.replaceWith("\n");
    return copy.textContent;
  }).join("\n");
  await navigator.clipboard.writeText(text);
  button.classList.add("done");
  announce(button.ariaLabel);
  setTimeout(() => button.classList.remove("done"), 2000);
});
