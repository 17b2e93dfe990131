// Switches the colour scheme: the system's, light, dark. It is remembered.
"use strict";
Actions.define("scheme", (button) => {
  const [before] = root.className.match(/system|light|dark/);
  const scheme = { system: "light", light: "dark", dark: "system" }[before];
  root.classList.replace(before, scheme);
  Store.write("scheme", scheme);
  announce(button.title = button.dataset[scheme]);
});
