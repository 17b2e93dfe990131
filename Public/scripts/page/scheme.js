// Switches the colour scheme: the system's, the other one, and the system's own whatever the system changes to. It is remembered.
"use strict";
const Scheme = {
  // Puts the next scheme in force, and returns its name. The first press always changes what one sees.
  next() {
    const [before] = root.className.match(/system|light|dark/);
    const order = matchMedia("(prefers-color-scheme: dark)").matches ? ["system", "light", "dark"] : ["system", "dark", "light"];
    const scheme = order[(order.indexOf(before) + 1) % 3];
    root.classList.replace(before, scheme);
    Store.write("scheme", scheme);
    return scheme;
  },
};
// From the disk links carry the scheme to the next page, which keeps it (chat.js): Firefox has a store for each file.
function carryScheme({ target, defaultPrevented }) {
  const link = target.closest?.("a[href]:not([download])");
  if (!link || defaultPrevented) return;
  const scheme = Store.read("scheme");
  const href = link.getAttribute("href");
  const isPage = link.protocol === "file:" && /\.html$/.test(link.pathname) && !link.search;
  if (!isPage || !["system", "light", "dark"].includes(scheme)) return;
  link.search = scheme;
  setTimeout(() => link.setAttribute("href", href));
}
if (isFile) {
  for (const type of ["click", "auxclick"]) addEventListener(type, carryScheme);
}
// Pages of messages have actions; those around them have tools.js.
if (main) {
  Actions.define("scheme", (button) => {
    button.title = button.dataset[Scheme.next()];
    announce(button.title);
  });
}
