// IDLookup: the page of a message by its HTML id: what the fragment of an address needs whose page does not have it.
//
// The map has hashes of ids (FNV-1a of 32 bits, AnchorName.hash): the low bits name a file, `i0.js`, `i1.js`, …, which has
// four digits of the other bits to the base of 36, and then the page, for each id. Several ids may have the same digits, so
// a page counts only once the id was seen in it: a false match costs the loading of a page.
//
// `m-~i7` is the message at index 7, whatever its id: `~` has two hexadecimal digits in ids.
"use strict";
const IDLookup = (() => {
  const KEY_DIGITS = 4;
  const hashOf = (text) =>
    new TextEncoder().encode(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);

  // Goes on with the message's own id as the address.
  async function followIndex(index) {
    const row = PageMap.messages > index && await PageLoader.findRow(PageMap.pageOf(index), `[data-i="${index}"]`);
    if (!row) return;
    history.replaceState(null, "", `#${encodeURIComponent(row.id)}`);
    Jumps.followHash();
  }
  // Returns undefined if no message has the id.
  async function pageOf(id) {
    const [, index] = id.match(/^m-~i(\d+)$/) ?? [];
    if (index) return followIndex(Number(index));
    const { pages, shardBits, pageDigits } = PageMap, hash = hashOf(id);
    // The only page has no such files, and may have more rows than the window.
    if (pages === 1) return await PageLoader.findRow(1, byID(id)) && 1;
    const shard = await MapFiles.read(`i${hash & ((1 << shardBits) - 1)}`);
    const key = ((hash >>> shardBits) % 36 ** KEY_DIGITS).toString(36).padStart(KEY_DIGITS, "0");
    for (let offset = 0; offset < shard.length; offset += KEY_DIGITS + pageDigits) {
      const page = parseInt(shard.substr(offset + KEY_DIGITS, pageDigits), 36) + 1;
      if (shard.startsWith(key, offset) && await PageLoader.findRow(page, byID(id))) return page;
    }
  }
  return { hashOf, pageOf };
})();
