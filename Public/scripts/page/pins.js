// Pins: the pinned messages as a bar under the page's, one at a time: the last above the row under the bar.
//
// They stand in `map/pins.js` beside the pages: { label, pins }, a pin being a list of page, id, sender and text. A press shows the
// message, and the bar then the one before it, as in other apps; the number opens the list of all. The bar takes room above the
// rows, which stay where they are on the screen.
"use strict";
(() => {
  // For so long the bar keeps what a press made it show, while the window moves.
  const HOLD = 1500;
  const numbers = new Intl.NumberFormat(root.lang || "en");
  let pins, bar, link, count, dialog, shown, heldUntil = 0;

  function appendLink(parent, [page, id, sender, text]) {
    const own = append(parent, "a", { href: `${fileOf(page)}#${encodeURIComponent(id)}` });
    append(own, "b", { textContent: sender, dir: "auto" });
    append(own, "span", { textContent: text, dir: "auto" });
    return own;
  }
  function build(label) {
    bar = append($(".bar"), "nav", { className: "pins", ariaLabel: label });
    if (pins.length > 1) {
      count = append(bar, "button", { className: "button", ariaLabel: label, title: label });
      count.dataset.act = "pins";
    }
    dialog = append(document.body, "dialog", { id: "pins", ariaLabel: label });
    append(dialog, "h2", { textContent: label });
    const list = append(dialog, "ol");
    for (const pin of pins) appendLink(append(list, "li"), pin);
    dialog.append($("#keys [data-act=close]").cloneNode(true));
    list.addEventListener("click", ({ target }) => target.closest("a") && dialog.close());
    Actions.define("pins", () => dialog.showModal());
  }

  function show(index) {
    if (index === shown) return;
    shown = index;
    link?.remove();
    link = appendLink(bar, pins[index]);
    bar.prepend(link);
    link.addEventListener("click", () => {
      heldUntil = performance.now() + HOLD;
      setTimeout(() => show(index > 0 ? index - 1 : pins.length - 1));
    });
    if (count) count.textContent = `${numbers.format(index + 1)}/${numbers.format(pins.length)}`;
  }
  function isAboveRow([page, id]) {
    const { position, row } = ScrollAnchor;
    if (page !== position.page || position.isAtEnd) return page < position.page || position.isAtEnd;
    const pinned = $(byID(id), canvas);
    return pinned && !(row.compareDocumentPosition(pinned) & Node.DOCUMENT_POSITION_FOLLOWING);
  }
  function update() {
    if (ScrollAnchor.row && performance.now() > heldUntil) show(max(0, pins.findLastIndex(isAboveRow)));
  }

  async function open() {
    const { label, pins: found } = await MapFiles.read("pins");
    pins = found;
    build(label);
    const y = Scroller.y(), { isAtEnd } = ScrollAnchor.position, isAtTop = scrollY < 1;
    root.classList.add("pinned");
    Scroller.measure();
    if (isAtEnd) Motion.toEnd();
    else if (!isAtTop) Motion.moveTo(y);
    update();
    root.addEventListener("viewchange", update);
  }
  open().catch(() => {});
})();
