// Functions that tests evaluate in a page; the file is one object expression.
({
  // Rows in order: messages, notices and days.
  rows(within = document) {
    return [...within.querySelectorAll('article[data-i], [data-day]')];
  },

  // All sections rendered, wherever they are: measuring must not depend on what is scrolled into view.
  renderAll() {
    // A day's heading that sticks to the top stands where it was planned only while nothing is scrolled.
    scrollTo(0, 0);
    for (const section of document.querySelectorAll('main section'))
      section.style.contentVisibility = 'visible';
  },

  // The position of every row, of each planned part in it, and the extent of each line of text.
  measure() {
    this.renderAll();
    const number = value => Math.round(value * 1e6) / 1e6;
    return this.rows().map(row => {
      const origin = row.getBoundingClientRect();
      // A row may be wider than its own column, in which its parts stand.
      const left = origin.left + row.clientLeft;
      const relative = box => [box.left - left, box.top - origin.top, box.width, box.height].map(number);
      const boxes = [...row.querySelectorAll('[data-box]:not([data-folded])')];
      if (row.hasAttribute('data-box')) boxes.unshift(row);
      return {
        id: row.id, index: row.dataset.i ?? null, x: number(left), y: number(origin.top + scrollY), height: number(origin.height),
        boxes: boxes.map(box => ({
          box: box.dataset.box, rect: relative(box.getBoundingClientRect()), align: getComputedStyle(box).textAlign,
          lines: this.lines(box).map(line => this.extent(line, left)),
        })),
      };
    });
  },

  // The lines of a text part: ranges of its text between the engine's own breaks.
  lines(box) {
    const lines = [];
    let current = null;
    const walk = node => {
      for (const child of node.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) {
          // A newline in the markup is a break too where white space is kept.
          const keeps = getComputedStyle(node).whiteSpaceCollapse.startsWith('preserve');
          let start = 0;
          for (let end = 0; end <= child.length; end++) {
            if (end < child.length && !(keeps && child.data[end] === '\n')) continue;
            (current ??= []).push([child, start, end]);
            if (end < child.length) { lines.push(current); current = []; }
            start = end + 1;
          }
        } else if (child.nodeType === Node.ELEMENT_NODE && !child.matches('.hidden')) {
          // Text for screen readers alone is in no line.
          const tag = child.tagName.toLowerCase();
          const soft = (tag === 'i' || tag === 'b') && child.childNodes.length === 0
            && getComputedStyle(child).display !== 'none' && /\n|\\a/.test(getComputedStyle(child, '::after').content);
          if (tag === 'br' || soft) { lines.push(current ?? []); current = []; }
          else if (tag === 'img') (current ??= []).push([child]);
          else walk(child);
        }
      }
    };
    walk(box);
    if (current) lines.push(current);
    return lines;
  },

  // The text of a line, where its area begins and ends without hanging spaces, and whether the browser broke it again.
  extent(pieces, left) {
    let text = '', from = Infinity, to = -Infinity, top = Infinity, bottom = -Infinity, tallest = 0;
    const whole = pieces.map(([node, start, end]) => end === undefined ? node.alt : node.data.slice(start, end)).join('');
    let keep = whole.replace(/[ \t\n]+$/, '').length;
    for (const [node, start, end] of pieces) {
      let boxes;
      if (end === undefined) {
        text += node.alt;
        keep -= node.alt.length;
        boxes = [node.getBoundingClientRect()];
      } else {
        text += node.data.slice(start, end);
        const length = Math.min(end - start, Math.max(0, keep));
        keep -= end - start;
        if (length === 0) continue;
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, start + length);
        // A tab's width is that of the element around it.
        const tab = node.parentElement.closest('.tab');
        boxes = tab ? tab.getClientRects() : range.getClientRects();
      }
      for (const box of boxes) {
        if (box.width === 0) continue;
        from = Math.min(from, box.left);
        to = Math.max(to, box.right);
        top = Math.min(top, box.top);
        bottom = Math.max(bottom, box.bottom);
        tallest = Math.max(tallest, box.height);
      }
    }
    const wrapped = bottom - top > 1.8 * tallest;
    return from > to ? { text, x: 0, width: 0, wrapped } : { text, x: from - left, width: to - from, wrapped };
  },

  // The boxes of all bubbles in each section's drawing, in its own order, in page coordinates.
  bubbles() {
    this.renderAll();
    // All copies of parts are there before the first is measured, so that the page is laid out once.
    const drawn = [...document.querySelectorAll('main section')].map(section =>
      [...section.querySelectorAll(':scope > svg path')].filter(path => path.checkVisibility()).flatMap(path =>
        this.subpaths(path.getAttribute('d') ?? '').map(part => {
          const probe = path.cloneNode();
          probe.setAttribute('d', part);
          path.parentNode.append(probe);
          return probe;
        })));
    const boxes = drawn.map(probes => probes.map(probe => {
      const box = probe.getBBox(), matrix = probe.getScreenCTM();
      const a = new DOMPoint(box.x, box.y).matrixTransform(matrix);
      const b = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
      return [a.x, a.y + scrollY, b.x - a.x, b.y - a.y];
    }));
    drawn.flat().forEach(probe => probe.remove());
    return boxes;
  },

  // The parts of path data that draw something, each with an absolute start (SVG 2 §9.3).
  subpaths(data) {
    const parts = [], counts = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
    const number = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy, flag = /[\s,]*([01])/y, letter = /[\s,]*([a-z])/iy;
    const next = pattern => {
      pattern.lastIndex = offset;
      const match = pattern.exec(data);
      if (match) offset = pattern.lastIndex;
      return match?.[1];
    };
    let offset = 0, command = '', x = 0, y = 0, from = [0, 0], current = '', draws = false;
    const finish = () => { if (draws) parts.push(current); draws = false; };
    while (true) {
      const named = next(letter);
      if (named) command = named;
      else if (!command || data.slice(offset).trim() === '') break;
      const kind = command.toLowerCase(), relative = command === kind, values = [];
      for (let i = 0; i < counts[kind]; i++)
        values.push(next(kind === 'a' && (i === 3 || i === 4) ? flag : number));
      if (values.includes(undefined)) throw new Error(`path data: ${data.slice(offset, offset + 20)}`);
      const n = values.map(Number);
      if (kind === 'm') {
        finish();
        [x, y] = relative ? [x + n[0], y + n[1]] : n;
        from = [x, y];
        current = `M${x} ${y}`;
        command = relative ? 'l' : 'L';
      } else {
        draws = true;
        current += command + values.join(' ');
        if (kind === 'z') { [x, y] = from; command = ''; }
        else if (kind === 'h') x = n[0] + (relative ? x : 0);
        else if (kind === 'v') y = n[0] + (relative ? y : 0);
        else [x, y] = [n.at(-2) + (relative ? x : 0), n.at(-1) + (relative ? y : 0)];
      }
    }
    finish();
    return parts;
  },

  // Sections with what they promise about their size.
  sections() {
    this.renderAll();
    return [...document.querySelectorAll('main section')].map(section => {
      const box = section.getBoundingClientRect();
      const rows = this.rows(section);
      return {
        first: section.dataset.first, last: section.dataset.last, top: box.top + scrollY, height: box.height,
        intrinsic: getComputedStyle(section).containIntrinsicHeight, count: rows.length,
        rows: rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0),
      };
    });
  },

  // The text under an element as a reader copies it: breaks of the text as newlines, pictures as their alternative.
  copied(element) {
    let text = '';
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.data;
      else if (child.nodeType === Node.ELEMENT_NODE) {
        const tag = child.tagName.toLowerCase();
        text += tag === 'br' ? '\n' : tag === 'img' ? child.alt : this.copied(child);
      }
    }
    return text;
  },

  // The text that a reader copies from every article, by its id.
  articles() {
    return Object.fromEntries([...document.querySelectorAll('article')].map(
      article => [article.id, this.copied(article)]));
  },

  // Every element and attribute that is not allowed, every link with its scheme, every style.
  suspects(elements, attributes, prefixes) {
    const found = [];
    const allowed = new Set(elements), known = new Set(attributes);
    for (const element of document.querySelectorAll('*')) {
      const tag = element.tagName.toLowerCase();
      const where = element.closest('[id]')?.id ?? '';
      if (!allowed.has(tag)) found.push(`<${tag}> in #${where}`);
      if (tag === 'script' && !element.hasAttribute('src')) found.push(`inline <script> in #${where}`);
      if (tag === 'style') found.push(`inline <style> in #${where}`);
      for (const { name, value } of element.attributes) {
        const low = name.toLowerCase();
        if (!known.has(low) && !prefixes.some(prefix => low.startsWith(prefix)) || low.startsWith('on'))
          found.push(`${tag} ${name}="${value.slice(0, 60)}" in #${where}`);
        if (low === 'style' && /url|expression|import|javascript|[@<\\]/i.test(value))
          found.push(`style="${value.slice(0, 60)}" in #${where}`);
      }
    }
    return found;
  },

  // Every address on the page: [attribute, as written, scheme as the browser reads it, resolved].
  addresses() {
    const result = [];
    for (const element of document.querySelectorAll('[href], [src], [srcset], [poster], [action], [formaction], [data]'))
      for (const name of ['href', 'src', 'srcset', 'poster', 'action', 'formaction', 'data']) {
        const written = element.getAttribute(name);
        if (written === null) continue;
        let url;
        try { url = new URL(written, document.baseURI); } catch { result.push([name, written, 'invalid', '']); continue; }
        result.push([name, written, url.protocol.slice(0, -1), url.href]);
      }
    return result;
  },

  // The px by which anything reaches beyond the viewport's right edge.
  overflow() {
    const root = document.documentElement;
    return { scroll: root.scrollWidth - root.clientWidth, body: document.body.scrollWidth - root.clientWidth };
  },
})
