// Opens the gallery's pictures and films large. With a modifier, or if that fails, links are the browser's.
"use strict";
addEventListener("click", (event) => {
  const tile = event.target.closest(".shelf .tile");
  if (!tile || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  const shelf = tile.closest(".shelf"), number = Number(shelf.dataset.before) + all(".tile", shelf).indexOf(tile);
  Scripts.loadAsset("picture").then(() => Pictures.openListed(number, tile)).catch(() => location.assign(tile.href));
});
