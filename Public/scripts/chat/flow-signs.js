// Flow: for readers whose own fonts or sizes break the lines of the layout: text wraps (`.flow`), and rows are built anew by
// flow.js, which adds `arrange` and `stretch`.
//
// Signs are a column wider than the window, generic families of different width (the page's own face goes before them), a
// minimum size above the smallest letters', a missing face, or, of twelve plain texts on the screen, one with more lines than
// breaks or larger letters. Each text has 2 % of its width to spare.
const Flow = (() => {
  const pen = make("canvas").getContext("2d");
  function widthWith(family) {
    pen.font = `16px f0, ${family}`;
    return pen.measureText("mi").width;
  }
  // Compares digits of the smallest size with ones eight times as large.
  function hasMinimumSize() {
    const probes = [1, 8].map((times) => make("span", { className: "probe", textContent: "0123456789" }));
    probes[1].style.fontSize = "calc(8 * var(--least-size))";
    document.body.append(...probes);
    const [small, large] = probes.map((probe) => boxOf(probe).width);
    for (const probe of probes) probe.remove();
    return small * 8 > large * 1.04;
  }
  let isFaceMissing = false;
  async function loadFaces() {
    const seen = all("section", main).filter((section) => topOf(section) < innerHeight && boxOf(section).bottom > 0);
    const faces = new Set(["f0", ...seen.flatMap((section) => all("[class^=f]", section)).map((part) => part.className)]);
    const results = await Promise.allSettled([...faces].map((face) => document.fonts.load(`1rem ${face}`)));
    isFaceMissing = results.some(({ status }) => status === "rejected");
  }
  const isPlain = (text) => !$(":scope > :not(i, b, br, [class^=f]), .fb", text) && !/\t/.test(text.textContent);

  function isNeeded() {
    const texts = ScrollAnchor.partsBelow(0, "article > p:not([class])").filter(isPlain).slice(0, 12);
    const size = pxOf(rootStyle, "fontSize") * numberOf("--body-size");
    return isTooWide() || isFaceMissing || widthWith("serif") !== widthWith("monospace") || hasMinimumSize() || texts.some((text) => {
      const style = getComputedStyle(text), breaks = all(":is(i, b):not([class]), br", text).filter((element) => element.offsetParent).length;
      return text.scrollHeight > pxOf(style, "lineHeight") * (breaks + 1.5) || pxOf(style, "fontSize") > size * 1.04;
    });
  }
  return { isNeeded, loadFaces };
})();
