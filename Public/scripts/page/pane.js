// Pane: media, pinned messages and people beside the chat, in windows that have room for it (`detailsScreen`).
//
// All of it comes from files beside the pages, as pages know nothing of other pages. A part without a file is left out, and
// so is a pane without parts.
"use strict";
(() => {
  const MOST_TILES = 9, MOST_PEOPLE = 15, MOST_PINS = 5;
  const numbers = new Intl.NumberFormat(root.lang || "en");
  let pane;

  // The latest pictures and films; a press opens one large.
  async function fillMedia(list) {
    // Without pictures the conversation has no such list.
    const { people } = await MapFiles.read("people");
    if (!people.some(({ counts }) => counts[0])) return 0;
    await Scripts.loadAsset("media");
    const count = await MediaList.open();
    for (let number = count - 1; number >= max(0, count - MOST_TILES); number--) {
      const { href, poster, alt, isFilm } = await MediaList.at(number);
      const tile = append(append(list, "li"), "a", { className: "tile", href, ariaLabel: alt, title: alt });
      if (poster || !isFilm) setSource(append(tile, "img", { alt: "", loading: "lazy" }), poster || href);
      tile.addEventListener("click", (event) => {
        if (isModified(event) || event.shiftKey) return;
        event.preventDefault();
        Scripts.loadAsset("picture").then(() => Pictures.openListed(number, tile)).catch(() => location.assign(href));
      });
    }
    return count;
  }
  // The latest pinned messages.
  async function fillPins(list) {
    if (!PageMap.pins) return 0;
    const { label, pins } = await MapFiles.read("pins");
    list.previousElementSibling.textContent = label;
    for (const [page, id, sender, text] of pins.slice(-MOST_PINS).reverse()) {
      const link = append(append(list, "li"), "a", { href: `${fileOf(page)}#${encodeURIComponent(id)}` });
      append(link, "b", { textContent: sender, dir: "auto" });
      append(link, "span", { textContent: text, dir: "auto" });
    }
    return pins.length;
  }
  // Those with most messages first; a press tells about one.
  async function fillPeople(list) {
    const { people } = await MapFiles.read("people");
    for (const { name, id, initials, picture, messages } of people.slice(0, MOST_PEOPLE)) {
      const person = append(append(list, "li"), "button", { className: id });
      if (picture) setSource(append(person, "img", { className: "face", alt: "", loading: "lazy" }), `../${picture}`);
      else append(person, "span", { className: `face ${id}`, textContent: initials, ariaHidden: "true" });
      append(person, "span", { className: "who", textContent: name, dir: "auto" });
      append(person, "span", { className: "many", textContent: numbers.format(messages) });
      person.addEventListener("click", () => Actions.run("person", person).catch(() => {}));
    }
    return people.length;
  }

  async function fill(name, fillPart) {
    const part = $(`[data-part=${name}]`, pane);
    if (!await fillPart($("ul, ol", part)).catch(() => 0)) part.remove();
  }
  async function open() {
    await Scripts.loadAsset("dialogs");
    pane = (await Dialogs.get("details")).content.firstElementChild.cloneNode(true);
    await Promise.all([fill("media", fillMedia), fill("pins", fillPins), fill("people", fillPeople)]);
    if ($("section", pane)) $(".desk").append(pane);
    else setDetails(false);
  }
  // In a window that gets smaller, the messages have it to themselves.
  detailsScreen.addEventListener("change", () => setDetails(detailsScreen.matches));
  open().catch(() => setDetails(false));
})();
