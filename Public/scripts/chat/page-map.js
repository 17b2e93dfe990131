// PageMap: counts and heights of the conversation (PageMap.swift). Pages count from 1, messages from 0.
//
// `all.js` has the heights of groups of pages, `0.js`, `1.js`, … those within a group. So positions are exact before a page
// is loaded, and as nothing measured is added up, nothing can drift.
const PageMap = (() => {
  const PAGES_PER_GROUP = 256;
  // In units; a page's top is undefined until its group is loaded.
  const groupTops = [];
  const pageTops = [];
  const pageMap = {
    // `open` adds `pages`, `pageSize`, `messages`, `months`, `shardBits`, `pageDigits`.
    height: 0,
    open, loadGroup, groupAt, pageAt,
    has: (page) => page >= 1 && page <= pageMap.pages,
    topOf: (page) => pageTops[page],
    groupOfPage: (page) => floor((page - 1) / PAGES_PER_GROUP),
    pageOf: (message) => floor(message / pageMap.pageSize) + 1,
    groupOf: (message) => pageMap.groupOfPage(pageMap.pageOf(message)),
    // The message after a group's last one.
    endOf: (group) => min((group + 1) * PAGES_PER_GROUP * pageMap.pageSize, pageMap.messages),
  };

  // Without runs of notices there is one height for both states.
  function heightsIn(file) {
    const openHeights = isLarge ? file.wideOpenHeights : file.openHeights;
    if (showsNotices && openHeights) return openHeights;
    return isLarge ? file.wideHeights : file.heights;
  }
  async function readHeights(group) {
    return heightsIn(await MapFiles.read(group));
  }
  // A single group has its height in its own file.
  async function singleGroupHeight() {
    const pageHeights = await readHeights(0);
    return pageHeights.reduce((sum, height) => sum + height);
  }
  async function open() {
    if (pageMap.pages) return;
    const file = await MapFiles.read("all");
    const { size: pageSize, bits: shardBits, wide: pageDigits, ...counts } = file;
    const groupHeights = heightsIn(file) ?? [await singleGroupHeight()];
    for (const height of groupHeights) {
      groupTops.push(pageMap.height);
      pageMap.height += height;
    }
    Object.assign(pageMap, { ...counts, pageSize, shardBits, pageDigits });
  }
  async function loadGroup(group) {
    const pageHeights = await readHeights(group);
    let page = group * PAGES_PER_GROUP + 1;
    let top = groupTops[group];
    for (const height of pageHeights) {
      pageTops[page] = top;
      page += 1;
      top += height;
    }
  }

  function groupAt(position) {
    return max(0, groupTops.findLastIndex((top) => top <= position));
  }
  // The page at a position in units; undefined if its group is not loaded.
  function pageAt(position) {
    let page = groupAt(position) * PAGES_PER_GROUP + 1;
    if (pageTops[page] === undefined) return undefined;
    while (pageTops[page + 1] <= position) page += 1;
    return page;
  }
  return pageMap;
})();
