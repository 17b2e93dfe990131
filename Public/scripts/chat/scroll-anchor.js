// ScrollAnchor: the row under the bar, to which back, forward, reload, resizes and later visits return.
//
// A position is its id and page, its top in units, and whether the conversation's end is on the screen:
// the end stays the end. It is stored in the history's entry, and with the number of messages for the page and the conversation.
const ScrollAnchor = (() => {
  let row;
  let position;

  const barEdge = () => pxOf(rootStyle, "fontSize") * (root.matches(".pinned") ? 6.25 : 3.5);
  // Asking for a box in a section above y would have it laid out.
  function partsBelow(y, selector) {
    const sections = all("section", main).filter((section) => boxOf(section).bottom > y);
    return sections.flatMap((section) => all(selector, section));
  }
  const rowAt = (y) => partsBelow(y, "article").find((row) => boxOf(row).bottom > y);

  function update() {
    if (!Scroller.isMeasured()) return;
    row = rowAt(barEdge());
    if (row) {
      const { page } = row.closest("section");
      const top = topOf(row) / Scroller.unit;
      position = { id: row.id, page, top, isAtEnd: Scroller.isAtEnd() };
    }
    root.dispatchEvent(new Event("viewchange"));
  }
  function store() {
    history.replaceState(position, "");
    if (!position) return;
    const remembered = { ...position, messages: PageMap.messages };
    Store.write(location.pathname, remembered);
    Store.write(chatPath, remembered);
  }
  function record() {
    update();
    store();
  }
  return {
    barEdge, partsBelow, record, rowAt, store, update,
    set: (row, top) => Object.assign(position, { id: row.id, top: top / Scroller.unit }),
    stored: () => Store.read(location.pathname),
    get position() { return position; },
    get row() { return row; },
  };
})();
