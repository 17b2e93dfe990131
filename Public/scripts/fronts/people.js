// People: makes buttons of the people on the overview (also in the legend of its bands) and in the statistics, which open the dialog of a person (person.js).
"use strict";
for (const name of all(".who > bdi")) {
  const button = make("button", { type: "button" });
  button.setAttribute("aria-haspopup", "dialog");
  name.replaceWith(button);
  button.append(name);
  button.addEventListener("click", async () => {
    // Fronts with something to print have it.
    if (typeof Actions === "undefined") await Scripts.loadAsset("reader");
    Actions.run("person", button);
  });
}
