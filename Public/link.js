// Copies the address of the message that has the focus, or else the pointer.
"use strict";
Actions.define("link", async () => {
  const { button } = LinkButton, row = Keyboard.focusedRow() ?? button.closest("article");
  if (!row) return;
  const address = `${row.closest("section").page}.html#${encodeURIComponent(row.id)}`;
  await navigator.clipboard.writeText(new URL(address, location.href).href);
  announce(button.dataset.done);
  button.classList.add("done");
});
