// Hits: the text of a row, with what is sought in it, and the excerpt that lists show of it.
//
// A *hit* is { text, nodes, ranges }: a row's text, its nodes with the offsets where they start, and the ranges of offsets that
// have what is sought. Pictures of emoji count as their characters, and line breaks as such.
"use strict";
const Hits = (() => {
  const TEXTS = ":is(p, span[data-box], span[data-folded]):not([class]), pre, .t-heading, .t-notice, .t-card-text, .t-card-title, .t-big-emoji";

  function textOf(row) {
    const nodes = [];
    let text = "", before;
    for (const block of all(TEXTS, row)) {
      if (before) text += Rest.gapBetween(before, block);
      before = block;
      const walker = document.createTreeWalker(block);
      for (let node; (node = walker.nextNode());) {
        nodes.push({ node, start: text.length });
        text += node.data ?? node.alt ?? (node.localName === "br" ? "\n" : "");
      }
    }
    return { text, nodes };
  }
  // Finds all parts in a row, by the rules of an index (terms.js). Undefined if it lacks some.
  function find(row, parts, index) {
    const { text, nodes } = textOf(row), ranges = index.findRanges(text, parts);
    return ranges && { text, nodes, ranges };
  }

  // The offset, or the one before it if that is inside a character.
  const whole = (text, offset) => /[\uDC00-\uDFFF]/.test(text[offset] ?? "") ? offset - 1 : offset;
  // Fills an element with a hit's text from a word before the first range, about `lead` characters, to `length` after its start.
  function fillExcerpt(element, { text: rowText, ranges }, lead, length) {
    const text = rowText.trimEnd(), first = ranges[0]?.[0] ?? 0, last = first + length;
    const end = text.length > last ? whole(text, max(text.lastIndexOf(" ", last), last - 40)) : text.length;
    let at = first < 2 * lead ? 0 : text.lastIndexOf(" ", first - lead) + 1;
    if (first - at > 2 * lead) at = whole(text, first - lead);
    if (at) element.append("… ");
    for (const [from, to] of ranges) {
      if (from < at || to > end) continue;
      element.append(text.slice(at, from));
      append(element, "mark", { textContent: text.slice(from, to) });
      at = to;
    }
    element.append(text.slice(at, end).trimEnd());
    if (end < text.length) element.append(" …");
  }
  return { fillExcerpt, find };
})();
