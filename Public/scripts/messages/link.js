// Copies the address of the message that has the focus, or else the pointer.
"use strict";
// LinkButton: the button that copies a message's address. It stands in the row that has the pointer or the focus.
const LinkButton = {
  button: $("#link"),
  follow(target) {
    const { button } = LinkButton, row = target.closest("article:not(.notice:not(.bare))");
    if (!row || row === button.parentNode) return;
    button.classList.remove("done");
    row.append(button);
    if (PageMap.threads) Scripts.use("threads", () => ThreadButton.follow(row)).catch(() => {});
  },
};
Actions.define("link", async () => {
  const { button } = LinkButton, row = document.activeElement.closest("article") ?? button.closest("article");
  if (!row) return;
  const address = `${row.closest("section").page}.html#${encodeURIComponent(row.id)}`;
  await navigator.clipboard.writeText(new URL(address, location.href).href);
  announce(button.dataset.done);
  button.classList.add("done");
});
// Names, times and reactions answer from then on, and long texts close.
for (const name of ["details", "rest"]) Scripts.use(name);
