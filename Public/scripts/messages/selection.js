// MessageCopy: copies of several messages have each one's time and sender; copies within one are the browser's. Loaded with the
// first selection.
"use strict";
const MessageCopy = {
  textOf(row, { startContainer, startOffset, endContainer, endOffset }) {
    const stamp = `${Dates.iso(DayIndex.dayOf(row.dataset.i))} ${$("time", row)?.textContent ?? ""}`.trim();
    // A range of our own: Firefox leaves out of a selection what is off the screen.
    const range = new Range();
    range.selectNode(row);
    if (row.contains(startContainer)) range.setStart(startContainer, startOffset);
    if (row.contains(endContainer)) range.setEnd(endContainer, endOffset);
    const copy = range.cloneContents();
    for (const element of all("time, .t-name, .t-reaction, .t-initials, button", copy)) element.remove();
    for (const element of all("br, img", copy)) element.replaceWith(element.alt ?? "\n");
    const texts = all("p, pre, .picture", copy).map((element) => element.textContent).filter(Boolean);
    return `${stamp && `[${stamp}] `}${row.ariaLabel ? `${row.ariaLabel}: ` : ""}${texts.join("\n")}`;
  },
  onCopy(event) {
    const selection = getSelection(), rows = all("article").filter((row) => selection.containsNode(row, true));
    if (rows.length < 2) return;
    const range = selection.getRangeAt(0);
    event.clipboardData.setData("text/plain", rows.map((row) => MessageCopy.textOf(row, range)).join("\n"));
    event.preventDefault();
  },
};
addEventListener("copy", MessageCopy.onCopy);
