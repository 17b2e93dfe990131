// Tools: the colour scheme and the text's size on the pages around a chat. Their buttons are there with script alone.
"use strict";
{
  const box = $(".tools");
  const status = $("[role=status]", box);
  function nextSize(button) {
    const percent = TEXT_SIZES.find((size) => size > numberOf("--text") * 100 + 0.5) ?? TEXT_SIZES[0];
    Store.write("size", percent);
    root.style.setProperty("--text", percent / 100);
    return `${button.ariaLabel}: ${percent} %`;
  }
  const actions = { scheme: (button) => button.dataset[Scheme.next()], size: nextSize };
  for (const button of all("button", box)) {
    button.addEventListener("click", () => {
      button.title = actions[button.dataset.tool](button);
      status.textContent = button.title;
    });
  }
  box.hidden = false;
}
