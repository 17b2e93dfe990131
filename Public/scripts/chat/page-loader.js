// PageLoader: the sections of pages, whose files are the only copy of their rows.
//
// Over HTTP a page is fetched; under `file:` a hidden frame opens it (frames.js).
//
// Sections' elements have `page`; `pageSections`, all of that page in order; `topUnits` in the conversation and
// `heightUnits`; `messageCount`; `unfolded`, the CSS px that open folds add.
const PageLoader = (() => {
  const pages = new Map(), requests = {};

  function adopt(page, rows) {
    const sections = all("section", rows);
    let topUnits = PageMap.topOf(page);
    for (const section of sections) {
      const read = (property) => section.style.getPropertyValue(property);
      const rem = parseFloat(showsNotices && read(isLarge ? "--P" : "--O") || isLarge && read("--Z") || section.style.height);
      if (showsNotices) for (const run of all(".run", section)) run.open = true;
      const heightUnits = rem * 1024, messageCount = all("article", section).length;
      Object.assign(section, { page, pageSections: sections, topUnits, heightUnits, messageCount });
      topUnits += heightUnits;
      if (page === ownPage) continue;
      section.dataset.page = page;
      for (const link of all('a[href^="#"]', section)) link.href = `${page}.html${link.getAttribute("href")}`;
    }
    pages.set(page, sections);
    return sections;
  }
  async function load(page) {
    return pages.get(page) ?? await (requests[page] ??= (async () => {
      await PageMap.loadGroup(PageMap.groupOfPage(page));
      await Scripts.loadAsset("frames");
      return adopt(page, await PageFrames.receive(page));
    })().finally(() => delete requests[page]));
  }
  const findRow = async (page, selector) =>
    PageMap.has(page) && (await load(page)).map((section) => $(selector, section)).find(Boolean);

  function releaseUnused(except) {
    for (const [page, sections] of pages)
      if (!except.includes(sections) && !sections.some((section) => section.parentNode === canvas)) pages.delete(page);
  }
  return { pages, adopt, findRow, load, releaseUnused };
})();
