// People: on the overview and in the statistics, a click on a person tells of them as one on a name in the chat does (person.js).
"use strict";
for (const name of all(".people .who > bdi")) {
  const button = make("button", { type: "button" });
  button.setAttribute("aria-haspopup", "dialog");
  name.replaceWith(button);
  button.append(name);
  button.addEventListener("click", async () => {
    await Scripts.loadAsset("reader");
    Actions.run("person", button);
  });
}
