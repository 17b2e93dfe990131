// Needed by a site of one file only (SingleFile.swift): recordings and files that have their data at another element.
"use strict";
for (const player of all(":is(audio, video)[data-of]")) setSource(player, player.dataset.of);
addEventListener("click", ({ target }) => {
  const link = target.closest("a[download][data-of]");
  if (link) setSource(link, link.dataset.of, "href");
});
