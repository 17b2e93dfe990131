// Light, dark, or as the system has it.
"use strict";
acts.scheme = (button) => {
  const [old] = root.className.match(/system|light|dark/), scheme = { system: "light", light: "dark", dark: "system" }[old];
  root.classList.replace(old, scheme);
  memo("scheme", scheme);
  say(button.title = button.dataset[scheme]);
};
