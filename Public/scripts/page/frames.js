// PageFrames: the rows of another page. Under `file:` scripts may read no file.
//
// There a hidden frame opens the page with `?rows=` and a random token, and the page posts its sections to its parent with that token
// (Trap: not elsewhere, where anybody might frame it). They come one by one, as parsing a whole page would hold up frames of a
// scroll. A local page that took the frame's place does not know the token, so it cannot give rows of its own. One that frames
// a page itself does get the page's rows: docs/hosting.md.
//
// Rows that left the window stay in memory until the garbage collector comes, and Chromium's waits for a heap far larger than
// the one page needs (docs/performance.md). It counts memory outside of its heap too: a large buffer that nothing is written to
// takes no memory, and lets it begin in the background.
"use strict";
const PageFrames = (() => {
  const TIMEOUT = 1e4, BUFFER_SIZE = 64e6;
  const receivers = new Map();

  addEventListener("message", ({ source, data }) => receivers.get(source)?.(data));

  function callCollector() {
    // Where addresses are scarce there may be no room for it.
    try { new ArrayBuffer(BUFFER_SIZE); } catch {}
  }
  async function receive(page) {
    callCollector();
    if (hasDataScripts) return receiveFromFrame(page);
    return parsePage(await readText(`${page}.html`));
  }
  function receiveFromFrame(page) {
    const token = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const frame = make("iframe", { hidden: true, src: `${page}.html?rows=${token}` }), rows = parseHTML("");
    document.body.append(frame);
    return new Promise((resolve, reject) => {
      receivers.set(frame.contentWindow, (data) => {
        if (!Array.isArray(data) || data[0] !== token) return;
        // The last message has no section.
        if (data.length < 2) return resolve(rows);
        const section = parseHTML(data[1]).firstElementChild;
        if (section?.matches("section")) rows.append(section);
      });
      setTimeout(reject, TIMEOUT);
    }).finally(() => {
      receivers.delete(frame.contentWindow);
      frame.remove();
    });
  }

  const [, askedWith] = location.search.match(/^\?rows=([\d-]+)$/) ?? [];
  if (askedWith && parent !== window) {
    for (const { outerHTML } of all("section")) parent.postMessage([askedWith, outerHTML], "*");
    parent.postMessage([askedWith], "*");
  }
  return { receive };
})();
