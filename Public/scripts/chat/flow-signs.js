// Flow: for readers whose own fonts or sizes break the lines of the layout: text wraps (`.flow`), and rows are built anew by
// flow.js, which adds `arrange` and `stretch`.
//
// Signs are a column wider than the window, generic families of different width (the page's own face goes before them), a
// minimum size above the smallest letters', a missing face, or, of twelve plain texts on the screen, one with more lines than
// breaks or larger letters. Each text has 2 % of its width to spare.
const Flow = (() => {
  const MOST_TEXTS = 12;
  const pen = make("canvas").getContext("2d");
  let isFaceMissing = false;

  function widthWith(family) {
    pen.font = `16px f0, ${family}`;
    return pen.measureText("mi").width;
  }
  // Compares digits of the smallest size with ones eight times as large.
  function hasMinimumSize() {
    const makeProbe = () => make("span", { className: "probe", textContent: "0123456789" });
    const small = makeProbe();
    const large = makeProbe();
    large.style.fontSize = "calc(8 * var(--least-size))";
    document.body.append(small, large);
    const isFound = boxOf(small).width * 8 > boxOf(large).width * 1.04;
    small.remove();
    large.remove();
    return isFound;
  }
  async function loadFaces() {
    const sections = all("section", main);
    const seen = sections.filter((section) => topOf(section) < innerHeight && boxOf(section).bottom > 0);
    const parts = seen.flatMap((section) => all("[class^=f]", section));
    const faces = new Set(["f0", ...parts.map((part) => part.className)]);
    const results = await Promise.allSettled([...faces].map((face) => document.fonts.load(`1rem ${face}`)));
    isFaceMissing = results.some(({ status }) => status === "rejected");
  }

  const isPlain = (text) => !$(":scope > :not(i, b, br, [class^=f]), .fb", text) && !/\t/.test(text.textContent);
  function isBroken(text, usualSize) {
    const style = getComputedStyle(text);
    const breaks = all(":is(i, b):not([class]), br", text).filter((element) => element.offsetParent);
    const hasMoreLines = text.scrollHeight > pxOf(style, "lineHeight") * (breaks.length + 1.5);
    return hasMoreLines || pxOf(style, "fontSize") > usualSize * 1.04;
  }
  function isNeeded() {
    const texts = ScrollAnchor.partsBelow(0, "article > p:not([class])").filter(isPlain).slice(0, MOST_TEXTS);
    const usualSize = pxOf(rootStyle, "fontSize") * numberOf("--body-size");
    return isTooWide() || isFaceMissing || widthWith("serif") !== widthWith("monospace") || hasMinimumSize()
      || texts.some((text) => isBroken(text, usualSize));
  }
  return { isNeeded, loadFaces };
})();
