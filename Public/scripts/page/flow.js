// FlowRows: rows whose text is larger than the layout's, or in other faces. Text wraps and rows grow; all else stays as it looks.
//
// A row is built anew from the places that the layout gave its items. Grounds (bubbles, cards, chips …) become boxes around
// what lies in them. What is left is cut into lines, lines into columns, and so on: every cut is a box of the style sheet's
// (`.flowing`), with the layout's distances. So nothing knows kinds of messages, and nothing can overlap.
//
// Only text grows: a rem is the layout's at 100 %, and texts have their size times `--text`.
//
// The theme's style sheet for it, with the tails of bubbles, is `flow.css`.
"use strict";
{
  if (isPacked) packed.get(`${assets}flow.css`).media = "all";
  else append(document.head, "link", { rel: "stylesheet", href: `${assets}flow.css` });

  const GROUNDS = ".quote, .card, .code-ground, .fold-ground, .pill, .badge, .reaction, .unread, .track, .jump, .picture, video, audio";
  const SMALL = "time, .t-time, .status, .custom, .t-reaction";
  const WIDE = "article > p:not(.t-name, .t-quote-name, .t-quote, .t-reaction)";
  // The room, in rem, that bubbles leave for the button of their rows.
  const SPARE = 1.875;
  const rem = pxOf(rootStyle, "fontSize");
  const grown = (px) => `calc(${inRem(px)} * var(--text))`;
  const inRem = (px) => `${round(px / rem * 1e4) / 1e4}rem`;

  // Texts without a width of their own are as wide as their bubble lets them. As high as its lines are is a text in the layout;
  // with larger letters it may have more of them.
  function boxOfItem(element) {
    const { left, top, right, bottom } = boxOf(element);
    const isWide = element.matches(WIDE) && !element.style.width;
    const box = { element, left, top, right, bottom, isWide };
    if (element.matches("p, pre")) {
      const lines = all("i:not(.r, .l), br", element).length + 1;
      const linesHeight = lines * pxOf(getComputedStyle(element), "lineHeight");
      if (linesHeight) box.bottom = min(bottom, top + linesHeight);
    }
    return box;
  }
  // The box of a bubble, which the row draws as its own (`::before`), inside the row's box.
  function bubbleOf(row) {
    const style = getComputedStyle(row, "::before"), { left, top, right, bottom } = boxOf(row);
    const [from, above, to, below] = ["left", "top", "right", "bottom"].map((edge) => pxOf(style, edge));
    return { left: left + from, top: top + above, right: right - to, bottom: bottom - below };
  }
  const area = (box) => (box.right - box.left) * (box.bottom - box.top);
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  function contains(ground, box) {
    const [x, y] = middle(box);
    return ground.left <= x && x <= ground.right && ground.top <= y && y <= ground.bottom;
  }
  const around = (boxes) => ({
    left: min(...boxes.map(({ left }) => left)), top: min(...boxes.map(({ top }) => top)),
    right: max(...boxes.map(({ right }) => right)), bottom: max(...boxes.map(({ bottom }) => bottom)),
  });

  // Groups boxes that share some of a dimension: a third of the smaller one's extent.
  function cut(boxes, from, to) {
    const groups = [];
    for (const box of boxes.toSorted((one, other) => one[from] - other[from])) {
      const group = groups.at(-1), shared = group && group.end - box[from];
      if (group && shared > min(box[to] - box[from], group.least) / 3) {
        group.boxes.push(box);
        group.end = max(group.end, box[to]);
        group.least = min(group.least, box[to] - box[from]);
      } else groups.push({ boxes: [box], end: box[to], least: box[to] - box[from] });
    }
    return groups.map(({ boxes }) => boxes);
  }

  const isText = ({ element }) => element.matches("p, pre, time, .t-day, .t-notice");
  const isMarker = ({ element }) => /^(marker|ordinal)/.test(element.dataset.box ?? element.dataset.folded);
  const isReaction = ({ element }) => element.matches(".box:has(> .reaction)");
  const isSmall = ({ element }) => element.matches(SMALL) || isReaction({ element });
  const boxWith = (className, ...content) => {
    const box = make("div", { className });
    box.append(...content);
    return box;
  };

  // The edge of its room that a box keeps to: its start, its end or its middle.
  function sideOf(box, room) {
    if (box.side !== undefined) return box.side;
    const before = box.left - room.left, after = room.right - box.right;
    if (box.isWide) return "";
    if (abs(before - after) < 2) return before < 2 ? "" : "middle";
    return before > after ? "end" : "";
  }

  // A line that fills most of its room has a side only if it was given one.
  function sideOfLine(line, box, room) {
    const isWhole = box.right - box.left > 0.7 * (room.right - room.left);
    if (isWhole) return line[0].side ?? "";
    return sideOf(line.length > 1 ? box : line[0], room);
  }
  function elementOf(line, room) {
    if (line.length === 1) return line[0].element;
    return line.some(isReaction) ? chips(line) : beside(line, room);
  }

  // Lines under each other, each at the layout's distance from the one before.
  function stack(boxes, room) {
    const lines = [];
    for (const line of cut(boxes, "top", "bottom")) {
      // Lines of reactions are one, which wraps.
      if (lines.at(-1)?.some(isReaction) && line.some(isReaction)) lines.at(-1).push(...line);
      else lines.push(line);
    }
    let above = room.top;
    return lines.flatMap((line) => {
      const box = { ...around(line), isWide: line.some(({ isWide }) => isWide) };
      const element = elementOf(line, room);
      const { style } = element;
      const isListed = line.some(isMarker);
      const side = isListed ? "" : sideOfLine(line, box, room);
      const before = max(0, box.left - room.left);
      const after = max(0, room.right - box.right);
      if (side) element.classList.add(side);
      if (box.top - above > 0.1) style.marginTop = inRem(box.top - above);
      if (element.matches(".picture, .layered") && room.isGround && before + after < 1) style.width = "100%";
      if (side === "end") {
        style.marginRight = inRem(after);
      } else if (isListed) {
        style.marginLeft = grown(before);
      } else if (!side && before > 0.1) {
        style.marginLeft = inRem(before);
        style.marginRight = inRem(min(before, after));
      }
      above = max(above, box.bottom);
      return element;
    });
  }

  // Columns beside each other. A time on the last line of a text is set there again, where there is room.
  function beside(boxes, room) {
    const columns = cut(boxes, "left", "right");
    if (columns.length === 1) return together(boxes);
    const line = boxWith("lined"), whole = around(boxes), isAlbum = boxes.every(({ element }) => element.matches(".picture, .layered"));
    const areSmall = boxes.every((box) => isSmall(box) || box.element.matches("p") && boxes.some(isSmall));
    if (areSmall) line.classList.add("wrapping");
    const widest = columns.toSorted((one, other) => area(around(other)) - area(around(one))).find((column) => column.some(isText));
    let end = room.left;
    for (const column of columns) {
      const box = around(column);
      const element = column.length > 1 ? boxWith("", ...stack(column, { ...box, top: box.top })) : column[0].element;
      // Pictures of an album stay in line, as wide as the bubble.
      if (element.matches(".picture, .layered") && isAlbum) {
        element.style.width = "auto";
        element.style.flex = `${box.right - box.left} 1 0`;
      }
      if (column === widest && !areSmall) element.classList.add("widest");
      // Far items keep to the line's end.
      if (column !== columns[0] && box.left > end) {
        element.style.marginLeft = box.left - end > 2 * rem ? "auto" : (boxes.some(isMarker) ? grown : inRem)(box.left - end);
        if (box.left - end > 2 * rem) element.style.paddingLeft = ".375rem";
      }
      end = box.right;
      element.style.alignSelf = alignment(box, whole, column[0].element);
      line.append(element);
    }
    return line;
  }
  // Reactions, and the time and marks at the end of their last line.
  function chips(boxes) {
    const line = boxWith("lined wrapping"), [reactions, rest] = [boxes.filter(isReaction), boxes.filter((box) => !isReaction(box))];
    reactions.sort((one, other) => one.top - other.top || one.left - other.left);
    rest.sort((one, other) => one.left - other.left);
    line.append(...reactions.map(({ element }) => element));
    if (rest.length) line.append(boxWith("meta", ...rest.map(({ element }) => element)));
    return line;
  }
  function alignment(box, whole, element) {
    if (element.matches(".quote-bar")) return "stretch";
    const start = box.top - whole.top, end = whole.bottom - box.bottom;
    if (start < 3 && element.matches("p")) return "flex-start";
    return abs(start - end) < 3 ? "center" : start < end ? "flex-start" : "flex-end";
  }
  function together(boxes) {
    const texts = boxes.filter(isText).filter((box) => !isSmall(box)), [text] = texts, rest = boxes.filter((box) => !texts.includes(box));
    const parts = boxes.toSorted((one, other) => one.top - other.top).map(({ element }) => element);
    if (texts.length !== 1 || !rest.every(isSmall)) return boxWith("", ...parts);
    const time = boxWith("meta", ...rest.toSorted((one, other) => one.left - other.left).map(({ element }) => element));
    if (middle(around(rest))[0] < middle(text)[0]) time.classList.add("leading");
    const said = boxWith("telling", text.element, time);
    said.dir = text.element.dir || "ltr";
    return said;
  }

  // A table's cells in a grid. Columns are what is left of cells' widths once they are laid on each other.
  function table(cells) {
    const lines = cut(cells.filter(({ element }) => !element.matches(".rule")), "top", "bottom");
    const edges = [];
    for (const { left, right } of lines.flat().toSorted((one, other) => one.left - other.left)) {
      if (edges.length && left < edges.at(-1)) edges.push(max(edges.pop(), right));
      else edges.push(right);
    }
    const columns = edges.length, grid = boxWith("cells");
    grid.style.gridTemplateColumns = `repeat(${columns}, max-content)`;
    lines.forEach((line, index) => {
      for (const { element, left, right } of line) {
        const column = edges.findIndex((edge) => left < edge);
        element.style.gridArea = `${index + 1} / ${column + 1}`;
        const room = right - left, isAtEnd = lines.some((other) => other.some((cell) =>
          abs(cell.right - right) < 1 && cell.left < left - 2 && cell.right - cell.left > room));
        if (isAtEnd) element.style.textAlign = "right";
        grid.append(element);
      }
    });
    for (const { element, top } of cells.filter(({ element }) => element.matches(".rule"))) {
      const line = lines.findLastIndex((line) => around(line).top < top);
      element.style.gridArea = `${max(1, line + 1)} / 1 / auto / -1`;
      element.style.alignSelf = "end";
      grid.append(element);
    }
    return grid;
  }

  // Items over a picture or in a track keep to the edge they are near; all else lies in the ground in lines.
  const OVER = ".picture, video, audio";
  const STRIP = ".track";
  function placeOver(ground, box) {
    const { style } = box.element;
    style.position = "absolute";
    if (ground.element.matches(STRIP)) {
      style.inset = "0 auto 0 0";
      style.width = `${100 * (box.right - box.left) / (ground.right - ground.left)}%`;
      return;
    }
    const [x, y] = middle(box);
    const [groundX, groundY] = middle(ground);
    if (abs(x - groundX) < 4 && abs(y - groundY) < 4) {
      style.inset = "50% auto auto 50%";
      style.translate = "-50% -50%";
      return;
    }
    if (x < groundX) style.left = inRem(max(0, box.left - ground.left));
    else style.right = inRem(max(0, ground.right - box.right));
    if (y < groundY) style.top = inRem(max(0, box.top - ground.top));
    else style.bottom = inRem(max(0, ground.bottom - box.bottom));
  }
  function over(ground, boxes) {
    // The icon and the name of a missing picture, under each other.
    const named = boxes.filter(({ left, right }) => abs(left + right - ground.left - ground.right) < 8);
    if (named.some(isText)) {
      const rest = boxes.filter((box) => !named.includes(box));
      return [...over(ground, rest), boxWith("named", ...stack(named, { ...ground, top: around(named).top }))];
    }
    return boxes.map((box) => {
      placeOver(ground, box);
      return box.element;
    });
  }
  function fillGround(ground, boxes) {
    const { element } = ground, inside = element.matches(OVER) || element.matches(STRIP);
    if (inside && !boxes.length && !element.matches("audio")) return element;
    const box = boxWith(inside ? "box layered" : "box", element);
    if (inside) {
      box.append(...over(ground, boxes));
      // A waveform stands before its recording (player.js).
      if (element.matches("audio")) box.append(element);
      if (element.matches(OVER)) {
        box.style.width = element.style.width;
        box.style.maxWidth = "100%";
        element.style.width = "100%";
      }
      return box;
    }
    element.classList.add("ground");
    if (boxes.length) {
      // Items in the middle of much room need less of it when they grow.
      const inner = around(boxes), [left, right] = [inner.left - ground.left, ground.right - inner.right].map((px) => max(0, min(px, rem)));
      box.style.padding = ["0", inRem(min(left, right)), inRem(max(0, ground.bottom - inner.bottom)), inRem(min(left, right))].join(" ");
      const room = { ...ground, left: ground.left + min(left, right), right: ground.right - min(left, right), isGround: true };
      box.append(...boxes.some(({ element }) => /^cell/.test(element.dataset.box ?? element.dataset.folded))
        ? [table(boxes)] : stack(boxes, room));
      if (box.lastElementChild.matches(".cells")) box.style.paddingTop = inRem(max(0, inner.top - ground.top));
    } else box.style.height = inRem(ground.bottom - ground.top);
    return box;
  }

  // Puts boxes into the smallest grounds they lie in, and returns what lies in none.
  function nest(boxes) {
    const grounds = boxes.filter(({ element }) => element.matches(GROUNDS)).sort((one, other) => area(one) - area(other));
    let left = boxes;
    for (const ground of grounds) {
      const isInside = (box) => box !== ground && contains(ground, box) && area(box) <= area(ground) * 1.001
        && (!grounds.includes(box) || grounds.indexOf(box) < grounds.indexOf(ground));
      const inside = left.filter(isInside);
      const element = ground.element.matches("summary") ? fold(ground, inside) : fillGround(ground, inside);
      left = left.filter((box) => !inside.includes(box));
      left[left.indexOf(ground)] = { ...ground, element };
    }
    return left;
  }
  // A fold: its summary is a ground like others, and what it opens follows.
  function fold(ground, boxes) {
    const summary = ground.element, details = summary.parentNode, inner = around(boxes.length ? boxes : [ground]);
    // The words that close the rest of a text stand at its end, where a summary of this kind cannot be.
    const less = all('[data-folded="less"]', details).filter((words) => words.closest(".rest") === details);
    summary.append(boxWith("", ...stack(boxes, { ...ground, left: inner.left }), ...less));
    // The room of its arrow.
    if (!less.length) summary.style.paddingRight = "1.125rem";
    return details;
  }

  // Faces, pictures and players that come late change heights.
  const heights = new ResizeObserver(() => {
    if (root.matches(".app")) Scroller.keepPlace(() => true);
  });

  // Gives a text its size as a factor of the reader's, and takes the layout's place from any item.
  function release({ element, left, top, right, bottom }) {
    const { style } = element;
    if (isText({ element })) {
      const { fontSize, lineHeight } = getComputedStyle(element), size = parseFloat(fontSize);
      // A minimum size makes letters larger, and not lines.
      element.dataset.size = `${size / rem} ${max(parseFloat(lineHeight) / size, 1.25)}`;
    }
    element.dataset.extent = `${right - left} ${bottom - top}`;
    style.cssText = style.borderRadius && `border-radius:${style.borderRadius}`;
  }
  function settle({ element }) {
    const { style, dataset } = element, [width, height] = dataset.extent.split(" ").map(Number);
    delete dataset.extent;
    if (dataset.size) {
      const [size, leading] = dataset.size.split(" ");
      style.fontSize = `calc(${size}rem * var(--text))`;
      style.lineHeight = leading;
      delete dataset.size;
    } else if (element.matches(".picture, .player, .waveform")) {
      style.width = inRem(width);
      style.maxWidth = "100%";
      if (element.matches("audio")) style.height = inRem(height);
      else style.aspectRatio = `${width} / ${height}`;
    } else if (element.matches(".quote-bar")) style.width = inRem(width);
    else if (element.matches(".track, .rule")) style.height = inRem(height);
    else if (element.matches(".icon, .avatar, .status, .custom, .share-bar, .copy")) {
      style.width = inRem(width);
      style.height = inRem(height);
    }
  }

  // Lets addresses wrap where their parts end.
  function partLinks(row) {
    for (const link of all("a", row)) {
      for (const node of [...link.childNodes]) {
        if (node.nodeType !== Node.TEXT_NODE || !/\w[/?&=]\w/.test(node.data)) continue;
        node.replaceWith(...node.data.split(/(?<=\w[/?&=])(?=\w)/).flatMap((part, index) => index ? [make("wbr"), part] : [part]));
      }
    }
  }

  // Lists and tables become items.
  function unwrap(row) {
    for (const span of all("[role=listitem] > span, [role=row] > [style]", row))
      span.outerHTML = span.outerHTML.replace(/^<span( role="\w+")?/, "<p").replace("--w:", "width:").replace(/span>$/, "p>");
    for (const box of all("[role^=list], [role=table], [role=row]", row)) box.replaceWith(...box.children);
  }

  // Builds a row or a day's heading anew, and what its folds open.
  function arrangeRow(row) {
    unwrap(row);
    const isBubble = row.matches("article:not(.bare, .notice)");
    const bubble = isBubble && bubbleOf(row);
    const folds = all(".folded", row), parents = folds.map((fold) => fold.parentNode);
    // A closed fold has no size: it is measured under the row.
    row.append(...folds);
    const blocks = [row, ...folds].map((block) => ({
      block, room: boxOfItem(block),
      boxes: [...block.children].flatMap((child) => child.matches("details") ? [$("summary", child)] : [child])
        .filter((child) => child && !child.matches(".folded, svg.strip, .folded > svg, #link, #to-thread, .hidden"))
        .map(boxOfItem).filter((box) => box.right > box.left && box.bottom > box.top),
    }));
    for (const { boxes } of blocks) boxes.forEach(release);
    for (const { boxes } of blocks) boxes.forEach(settle);
    folds.forEach((fold, index) => parents[index].append(fold));
    partLinks(row);
    for (const { block, room, boxes } of blocks.reverse()) {
      if (block !== row) arrangeFold(block, room, boxes);
      else if (bubble) arrangeBubble(row, room, boxes, bubble);
      else row.append(...stack(nest(boxes), room));
    }
  }
  function arrangeFold(block, room, boxes) {
    const free = nest(boxes), inner = around(free.length ? free : [room]);
    block.removeAttribute("style");
    block.append(...stack(free, { ...room, left: inner.left, right: inner.right }));
  }
  function arrangeBubble(row, room, boxes, bubble) {
    const wide = boxes.filter(({ isWide }) => isWide);
    const side = max(0, ...wide.flatMap(({ left, right }) => [left - bubble.left, bubble.right - right]));
    for (const box of wide) {
      box.left = bubble.left + side;
      box.right = bubble.right - side;
    }
    const free = nest(boxes), inside = free.filter((box) => contains(bubble, box)), element = boxWith("bubble");
    element.style.paddingBottom = inRem(max(0, bubble.bottom - around(inside).bottom));
    // Pictures are as large as in the layout.
    if (inside.some((box) => box.element.matches(".picture, .layered"))) element.style.width = inRem(bubble.right - bubble.left);
    element.append(...stack(inside, { ...bubble, isGround: true }));
    const isOut = row.matches(".out"), outside = free.filter((box) => !inside.includes(box));
    row.append(...stack([...outside, { ...bubble, element, side: isOut ? "end" : "" }], room));
    const line = element.parentNode, margin = inRem((isOut ? room.right - bubble.right : bubble.left - room.left) + SPARE * rem);
    if (line === row || isOut) (line === row ? element : line).style.maxWidth = `calc(100% - ${margin})`;
    else line.style.marginRight = inRem(SPARE * rem);
  }

  Flow.arrange = (section) => {
    if (section.matches(".flowing")) return;
    const runs = all(".run", section);
    const areOpen = runs.map(({ open }) => open);
    for (const run of runs) run.open = true;
    for (const row of all("article, .day, .run > summary", section)) arrangeRow(row);
    for (const [index, run] of runs.entries()) run.open = areOpen[index];
    section.classList.add("flowing");
    heights.observe(section);
  };
  // By how much sections are higher than the map says, so that it is about right.
  Flow.stretch = () => {
    const sum = (sizeOf) => [...canvas.children].reduce((sum, section) => sum + sizeOf(section), 0);
    return sum((section) => boxOf(section).height) / sum(({ heightUnits }) => heightUnits * rem / 1024) || 1;
  };
  // Brings the rows of a day together in one group, with its heading, on a page by itself: the heading stays pinned as long as
  // its group is on the screen. Elsewhere the page states how high a day is, but flowing rows have no such height.
  Flow.groupDays = () => {
    let day;
    for (const section of all("section", main)) {
      for (const node of [...section.children]) {
        if (node.matches(".of-day")) day = node;
        else if (day && !node.matches("svg")) day.append(node);
      }
    }
  };
  // Fronts have no rows but those to be printed (print.js).
  if (main) all("section", main).forEach(Flow.arrange);
}
