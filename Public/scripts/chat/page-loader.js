// PageLoader: the sections of pages, whose files are the only copy of their rows.
//
// Over HTTP a page is fetched; under `file:` a hidden frame opens it (frames.js).
//
// Sections' elements have `page`; `pageSections`, all of that page in order; `topUnits` in the conversation and
// `heightUnits`; `messageCount`; `unfolded`, the CSS px that open folds add. Rows have `sender`.
const PageLoader = (() => {
  const pages = new Map();
  const requests = {};

  // Pages give heights in rem, and others for large screens and for open runs only if these differ.
  function heightUnitsOf(section) {
    const read = (property) => section.style.getPropertyValue(property);
    const openHeight = showsNotices ? read(isLarge ? "--P" : "--O") : "";
    const wideHeight = isLarge ? read("--Z") : "";
    return parseFloat(openHeight || wideHeight || section.style.height) * 1024;
  }
  function openRuns(section) {
    for (const run of all(".run:not(.steps)", section)) run.open = true;
  }
  // Links to a fragment in a section of another page lead to that page.
  function markAsOf(page, section) {
    section.dataset.page = page;
    for (const link of all('a[href^="#"]', section)) link.href = `${fileOf(page)}${link.getAttribute("href")}`;
  }
  // In pages a row is named after its sender. Screen readers list rows by their names, so these get the time too.
  function nameRow(row) {
    row.sender = row.ariaLabel ?? "";
    const time = $("time", row)?.textContent;
    if (row.sender && time) row.ariaLabel = `${row.sender}, ${time}`;
  }
  function adopt(page, rows) {
    const sections = all("section", rows);
    let topUnits = PageMap.topOf(page);
    for (const section of sections) {
      const heightUnits = heightUnitsOf(section);
      const articles = all("article", section);
      const messageCount = articles.length;
      articles.forEach(nameRow);
      Object.assign(section, { page, pageSections: sections, topUnits, heightUnits, messageCount });
      topUnits += heightUnits;
      if (showsNotices) openRuns(section);
      if (page !== ownPage) markAsOf(page, section);
    }
    pages.set(page, sections);
    return sections;
  }

  async function receive(page) {
    await PageMap.loadGroup(PageMap.groupOfPage(page));
    await Scripts.loadAsset("frames");
    return adopt(page, await PageFrames.receive(page));
  }
  function receiveOnce(page) {
    return receive(page).finally(() => {
      delete requests[page];
    });
  }
  async function load(page) {
    const sections = pages.get(page);
    if (sections) return sections;
    requests[page] ??= receiveOnce(page);
    return await requests[page];
  }
  async function findRow(page, selector) {
    if (!PageMap.has(page)) return undefined;
    const sections = await load(page);
    return sections.map((section) => $(selector, section)).find(Boolean);
  }

  function releaseUnused(except) {
    for (const [page, sections] of pages) {
      const isInDocument = sections.some((section) => section.parentNode === canvas);
      if (!isInDocument && !except.includes(sections)) pages.delete(page);
    }
  }
  return { pages, adopt, findRow, load, releaseUnused };
})();
