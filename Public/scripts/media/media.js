// MediaList: the pictures and films of the whole conversation, in files beside the pages (MediaList.swift).
//
// `map/media.js` says how many there are and the first message of each file of entries; a file is read when one of its
// entries is asked for.
"use strict";
const MediaList = (() => {
  let index;

  function entryOf([message, page, isFilm, id, path, poster, alt, caption, sender, person, date]) {
    const inSite = (path) => path && (isInside ? `../${path}` : new URL(`../${path}`, location.href).href);
    return {
      message, page, id, isFilm: Boolean(isFilm), isLoop: isFilm === 2, href: inSite(path), poster: inSite(poster), alt, caption, sender, person, date,
      way: `${fileOf(page)}#${encodeURIComponent(id)}`,
    };
  }
  const files = {};
  async function readFile(number) {
    files[number] ??= (await MapFiles.read(`media${number}`)).map(entryOf);
    return files[number];
  }
  async function open() {
    index ??= await MapFiles.read("media");
    return index.count;
  }
  // The entry with a number, counted from 0.
  async function at(number) {
    return (await readFile(floor(number / index.size)))[number % index.size];
  }
  // Returns the number of a message's file; `nth` counts the equal files of the message before it. Undefined if it is not listed.
  async function find(message, href, nth = 0) {
    await open();
    let equalBefore = 0;
    // Entries of one message may begin in the file before.
    const firstFile = max(0, index.firsts.findLastIndex((first) => first < message));
    for (let file = firstFile; index.firsts[file] <= message; file++) {
      const entries = await readFile(file);
      for (const [offset, entry] of entries.entries()) {
        if (entry.message !== message || entry.href !== href) continue;
        if (equalBefore === nth) return file * index.size + offset;
        equalBefore += 1;
      }
    }
    return undefined;
  }
  return { at, find, open };
})();
