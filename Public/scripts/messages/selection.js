// MessageCopy: copies of several messages have each one's time and sender; copies within one are the browser's, which has no rest
// of a text that is folded. Loaded with the first selection.
"use strict";
const MessageCopy = {
  stampOf(row) {
    const stamp = `${Dates.iso(DayIndex.dayOf(row.dataset.i))} ${$("time", row)?.textContent ?? ""}`.trim();
    return `${stamp && `[${stamp}] `}${row.ariaLabel ? `${row.ariaLabel}: ` : ""}`;
  },
  textOf(row, { startContainer, startOffset, endContainer, endOffset }) {
    // A range of our own: Firefox leaves out of a selection what is off the screen.
    const range = new Range();
    range.selectNode(row);
    if (row.contains(startContainer)) range.setStart(startContainer, startOffset);
    if (row.contains(endContainer)) range.setEnd(endContainer, endOffset);
    const copy = range.cloneContents();
    for (const element of all(`time, .t-name, .t-reaction, .t-initials, button, p:has(+ .rest), [data-folded="less"]`, copy)) element.remove();
    for (const element of all("br, img", copy)) element.replaceWith(element.alt ?? "\n");
    const blocks = all("p, pre, .picture", copy).filter(({ textContent }) => textContent);
    return blocks.map((block, index) => (index ? Rest.gapBetween(blocks[index - 1], block) : "") + block.textContent).join("");
  },
  onCopy(event) {
    const selection = getSelection(), rows = all("article").filter((row) => selection.containsNode(row, true));
    const isAlone = rows.length < 2, hasRest = rows.some((row) => all(".rest > .folded", row).some((rest) => selection.containsNode(rest)));
    if (isAlone && !hasRest) return;
    const range = selection.getRangeAt(0);
    const texts = rows.map((row) => `${isAlone ? "" : MessageCopy.stampOf(row)}${MessageCopy.textOf(row, range)}`);
    event.clipboardData.setData("text/plain", texts.join("\n"));
    event.preventDefault();
  },
};
Scripts.use("rest", () => addEventListener("copy", MessageCopy.onCopy));
