// The pill under the bar: the day of the first row, until the next day's heading pushes it away. arrival.js loads it, at the first
// scroll or, unless the page opens at the end of the conversation, right after opening.
//
// The heading above the row is hidden (`past`) while the pill says its text, unless it is itself still below the bar. The pill
// fades when scrolling has stopped for a second, and the heading is there again.
"use strict";
{
  const SHOWN_FOR = 1000;
  const pill = $(".now");
  let hiddenHeading, timer;

  function hide(heading) {
    if (heading !== hiddenHeading) hiddenHeading?.classList.remove("past");
    heading?.classList.add("past");
    hiddenHeading = heading;
  }
  function rest() {
    pill.classList.add("resting");
    hide();
  }

  function update() {
    const { row } = ScrollAnchor, edge = ScrollAnchor.barEdge() + 2;
    if (!row) return;
    const headings = MessageWindow.sections.flatMap((section) => all(".day", section));
    const isBelow = (heading) => row.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING;
    const above = headings.findLast((heading) => !isBelow(heading)), next = headings.find(isBelow);
    const room = next && topOf(next.closest("section")) < innerHeight ? topOf(next) - edge - pill.offsetHeight : 0;
    const isBelowBar = above && above === row.previousElementSibling && topOf(above) >= edge;
    const text = above?.textContent ?? Dates.full(DayIndex.dayOf(row.dataset.i));
    hide(isBelowBar ? undefined : above);
    pill.classList.remove("resting");
    clearTimeout(timer);
    timer = setTimeout(rest, SHOWN_FOR);
    pill.hidden = !text || isBelowBar;
    if (pill.textContent !== text) pill.firstChild.textContent = text;
    pill.style.translate = `0 ${min(0, room)}px`;
  }

  Dates.known[DayIndex.dayOf((ownPage - 1) * PageMap.pageSize)] = pill.dataset.date;
  root.addEventListener("viewchange", update);
  update();
}
