// Copies the address of the message that is focused, or that the pointer is on.
"use strict";
acts.link = async () => {
  const row = current() ?? linker.closest("article");
  if (!row) return;
  const address = `${row.closest("section").page}.html#${encodeURIComponent(row.id)}`;
  await navigator.clipboard.writeText(new URL(address, location.href).href);
  say(linker.dataset.done);
  linker.classList.add("done");
};
