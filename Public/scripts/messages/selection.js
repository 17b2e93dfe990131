// MessageCopy: copies of several messages have each one's time and sender; copies within one are the browser's, which has no rest
// of a text that is folded, and no lines of lists and tables where text flows (flow.js). Loaded with the first selection.
"use strict";
const MessageCopy = {
  stampOf(row) {
    const stamp = `${Dates.iso(DayIndex.dayOf(row.dataset.i))} ${$("time", row)?.textContent ?? ""}`.trim();
    return `${stamp && `[${stamp}] `}${row.sender ? `${row.sender}: ` : ""}`;
  },
  blocksOf(row, { startContainer, startOffset, endContainer, endOffset }) {
    // A range of our own: Firefox leaves out of a selection what is off the screen.
    const range = new Range();
    range.selectNode(row);
    if (row.contains(startContainer)) range.setStart(startContainer, startOffset);
    if (row.contains(endContainer)) range.setEnd(endContainer, endOffset);
    const copy = range.cloneContents();
    for (const element of all(`time, .t-name, .t-reaction, .t-initials, button, p:has(+ .rest), [data-folded="less"]`, copy)) element.remove();
    for (const element of all("br, img", copy)) element.replaceWith(element.alt ?? "\n");
    return all("p, pre, .picture, :is([role=listitem], [role=row]) > span", copy).filter((block) => block.textContent || block.role);
  },
  textOf: (blocks) => blocks.map((block, index) => (index ? MessageCopy.gapBetween(blocks[index - 1], block) : "") + block.textContent).join(""),
  // A list's marker is in the line of its text, and tabs are between the cells of a row.
  gapBetween(before, block) {
    if (/^(marker|ordinal)/.test(before.dataset.box ?? before.dataset.folded)) return " ";
    if (before.parentNode.role === "row" && before.parentNode === block.parentNode) return "\t";
    const { gridRowStart: line, gridColumnStart: from } = before.style, { gridRowStart, gridColumnStart: to } = block.style;
    return line && line === gridRowStart ? "\t".repeat(max(1, to - from)) : Rest.gapBetween(before, block);
  },
  onCopy(event) {
    const selection = getSelection(), rows = all("article").filter((row) => selection.containsNode(row, true));
    const isAlone = rows.length < 2, hasRest = rows.some((row) => all(".rest > .folded", row).some((rest) => selection.containsNode(rest)));
    if (isAlone && !hasRest && !root.matches(".flow")) return;
    const range = selection.getRangeAt(0), blocks = rows.map((row) => MessageCopy.blocksOf(row, range));
    if (isAlone && !hasRest && !(blocks[0]?.length > 1)) return;
    const texts = rows.map((row, index) => `${isAlone ? "" : MessageCopy.stampOf(row)}${MessageCopy.textOf(blocks[index])}`);
    event.clipboardData.setData("text/plain", texts.join("\n"));
    event.preventDefault();
  },
};
Scripts.use("rest", () => addEventListener("copy", MessageCopy.onCopy));
