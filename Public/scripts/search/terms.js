// SearchIndex: reads the index of the search: which pages, and which of their messages, may have what is sought.
//
// The index may say "maybe" where the answer is no, and never the other way round: hashes are short, and a file that cannot
// be read narrows nothing (`orMaybe`). The rows of the pages decide (hits.js), so a wrong "maybe" costs the loading of a page.
// The files are written by Sources/SearchIndex.
//
// A *need* is what each message has to have that is found: `pages` that may have such messages, and `lists` of terms, of
// which it has one of each list: { bits, pages } with the term's fingerprint and the pages that have it.
//
// A *chat* is a conversation to look into: `read` reads a file of its map, `pages` and `pageSize` are the map's, `has` says whether
// a page is there anyway.
"use strict";
const makeSearchIndex = (chat) => {
  // `s.js`: senders, the rules for words and folding, and the first term of each file.
  let overview, rules;
  // Other files of the index. `s.js` has all of them if they are small.
  const readFile = async (name) => overview.files?.[name] ?? chat.read(name);
  async function open() {
    overview = await chat.read("s");
    rules = Object.fromEntries(Object.entries(overview.rules).map(([name, rule]) => [name, RegExp(...rule)]));
  }

  // A question whose answer is `maybe` if a file cannot be read.
  const orMaybe = (ask, maybe) => (...question) => ask(...question).catch(() => maybe);

  // Folding, as TextFolding: without accents, in upper case. A unit is a character and what composes with it.
  const fold = (unit) => unit.normalize("NFKD").replace(rules.leftOut, "").normalize("NFC").toUpperCase();
  // Returns a folded text, and for each of its code units, and its end, the offset in the text that it comes from.
  function foldText(text) {
    const offsets = [];
    let folded = "";
    for (const { 0: unit, index } of text.matchAll(rules.unit)) {
      folded += fold(unit);
      while (offsets.length < folded.length) offsets.push(index);
    }
    return { folded, offsets: [...offsets, text.length] };
  }

  // Words by themselves may be parts of words; in quotation marks they are whole. Each is folded: { part, isWhole }.
  const readParts = (text) => [...text.matchAll(/["“”„«»](.+?)["“”«»]|\S+/gu)]
    .map(([all, whole]) => ({ part: foldText(whole?.trim() ?? all).folded, isWhole: Boolean(whole) }))
    .filter(({ part }) => part);
  // Finds all parts in a text: ranges of offsets in it, ascending. Undefined if it lacks some.
  function findRanges(text, parts) {
    const { folded, offsets } = foldText(text), ranges = [], { word } = rules;
    const isInsideWord = (at) => word.test(folded[at - 1] ?? "") && word.test(folded[at] ?? "");
    for (const { part, isWhole } of parts) {
      const before = ranges.length;
      for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1)) {
        const end = at + part.length;
        if (!isWhole || !isInsideWord(at) && !isInsideWord(end))
          ranges.push([offsets[at], Math.max(offsets[end], offsets[end - 1] + 1)]);
      }
      if (ranges.length === before) return undefined;
    }
    return ranges.sort(([one], [other]) => one - other);
  }

  // Numbers in ascending order from their code (PostingEncoding): each as the step from the one before, less one, in digits
  // to the base of 31 from "]" on and a last one from "#" on. "~" before a number: that many steps of one.
  function decodeNumbers(code) {
    const numbers = [];
    let last = 0;
    let value = 0;
    let scale = 1;
    let isRun = false;
    for (const sign of code) {
      const digit = sign.charCodeAt(0) - 35;
      if (digit > 90) isRun = true;
      else if (digit > 57) {
        value += (digit - 58) * scale;
        scale *= 31;
      } else {
        value += digit * scale;
        const step = isRun ? 1 : value + 1;
        const count = isRun ? value : 1;
        for (let index = 0; index < count; index++) {
          last += step;
          numbers.push(last);
        }
        value = 0;
        isRun = false;
        scale = 1;
      }
    }
    return numbers;
  }

  // A file's terms with the code of their numbers. Each entry begins with how much it shares with the term before.
  const files = {};
  function parseTerms(data) {
    let term = "";
    return new Map(data.split("|").map((entry) => {
      const shared = entry.charCodeAt(0) - 35;
      const [rest, code] = entry.slice(1).split(" ");
      term = term.slice(0, shared) + rest;
      return [term, code];
    }));
  }
  function readTerms(name) {
    files[name] ??= readFile(name).then(parseTerms);
    return files[name];
  }

  function intersection([first, ...others]) {
    const sets = others.map((numbers) => new Set(numbers));
    return first.filter((number) => sets.every((set) => set.has(number)));
  }
  // The numbers that all terms have: pages in files of kind "s", numbers of those files for grams in files of kind "g".
  async function numbersOfAll(terms, kind) {
    return intersection(await Promise.all(terms.map(async (term) => {
      const file = overview[kind].findLastIndex((firstTerm) => firstTerm <= term);
      return file < 0 ? [] : decodeNumbers((await readTerms(kind + file)).get(term) ?? "");
    })));
  }

  // Lists have terms, each with its pages or else all of the need's.
  const makeNeed = (pages, ...lists) => ({ pages: new Set(pages), lists: lists.map((list) =>
    list.map(([term, ofTerm]) => ({ bits: fingerprint(term), pages: new Set(ofTerm ?? pages) }))) });
  const needAll = async (terms) => makeNeed(await numbersOfAll(terms, "s"), ...terms.map((term) => [[term]]));
  const nameOf = (sender) => overview.senders[sender.slice(2)];
  const needSender = async (sender) => makeNeed(await numbersOfAll([sender], "s"), [[`${nameOf(sender)} by`]]);

  // Any of the terms in some files that have a part.
  async function needContaining(part, fileNumbers) {
    const pages = [], list = [];
    for (const terms of await Promise.all(fileNumbers.map((number) => readTerms(`s${number - 1}`))))
      for (const [term, code] of terms) {
        if (!term.includes(part)) continue;
        const ofTerm = decodeNumbers(code);
        list.push([term, ofTerm]);
        pages.push(...ofTerm);
      }
    return makeNeed(pages, list);
  }

  // Returns what a piece of the question needs; or { fileCount, find } where many files have to be read to `find` that; or
  // null if any page may have it, or a file cannot be read. Of a long piece, 17 characters are looked for.
  async function needOf(piece, isWhole) {
    const signs = [...piece], isPairs = rules.pair.test(piece), isWord = isPairs || rules.word.test(piece);
    // Every third run of a length, and the last one.
    const runs = (length, end = signs.length) => signs.map((_, at) => signs.slice(at, Math.min(at + length, end)).join(""))
      .filter((_, at) => at + length <= end && (at % 3 === 0 || at + length === end));
    if (isPairs && signs.length > 1) return needAll(runs(2));
    if (!isPairs && (isWhole && signs.length <= 32 || !isWord)) return needAll([piece]);
    if (!isPairs && signs.length < 2) return null;
    const length = Math.min(signs.length, 17), grams = isPairs ? [piece] : runs(Math.min(length, 3), length);
    const fileNumbers = await numbersOfAll(grams, "g");
    return { fileCount: fileNumbers.length, find: orMaybe(() => needContaining(signs.slice(0, 17).join(""), fileNumbers), null) };
  }

  // Notes on a page's messages (RowTerms): 16 bits of each term's hash with the messages that have it, and which terms
  // follow one another, of those that at least four messages have. The bits' upper seven, of the first three characters,
  // name one of 128 parts; a file has some parts of each of 128 pages.
  const PARTS = 128, HASHES_IN_PART = 512;
  const mixedHash = (text) => IDLookup.hashOf(text) >>> 16 ^ IDLookup.hashOf(text);
  const fingerprint = (term) => (mixedHash([...term].slice(0, 3).join("")) & PARTS - 1) * HASHES_IN_PART
    + (mixedHash(term) & HASHES_IN_PART - 1);
  function readNotes(page, bits) {
    const part = bits / HASHES_IN_PART | 0;
    const pageInGroup = (page - 1) % PARTS;
    const group = (page - 1 - pageInGroup) / PARTS;
    // A group of fewer pages has more parts in a file.
    const pageCount = Math.min(PARTS - 1, chat.pages - group * PARTS);
    const partsInFile = 1 << Math.clz32(pageCount) - 25;
    const index = pageInGroup * partsInFile + part % partsInFile;
    files[[page, part]] ??= readFile(`w${group}-${part / partsInFile | 0}`)
      .then((data) => data.split("|")[index].split(" ").map(decodeNumbers));
    return files[[page, part]];
  }
  async function messagesWith(bits, page) {
    const [notes] = await readNotes(page, bits), start = bits % HASHES_IN_PART * chat.pageSize;
    return notes.filter((note) => note > start && note <= start + chat.pageSize).map((note) => note - start);
  }
  // Terms that fewer than four messages have are in no pairs: whether they follow one another is not known.
  async function mayFollow([first, second], page) {
    const [, pairs] = await readNotes(page, first);
    return pairs.includes((first * 0x9e37 + second) % HASHES_IN_PART + 1)
      || (await Promise.all([first, second].map((bits) => messagesWith(bits, page)))).some(({ length }) => length < 4);
  }
  // The fingerprints of a phrase's words, each with the next.
  function pairsOf({ part, isWhole }) {
    const pieces = isWhole && part.match(rules.pieces) || [];
    return pieces.map((piece, index) => [piece, pieces[index + 1] ?? ""])
      .filter((pair) => pair.every((piece) => rules.word.test(piece) && !piece[32])).map((pair) => pair.map(fingerprint));
  }

  // True if a message of a page may have all that is needed. With a single list, that the page has it says as much.
  async function mayHave(page, needs, phrases) {
    const lists = needs.flatMap(({ lists }) => lists);
    if (lists.length < 2 || chat.has(page)) return true;
    const messagesOf = async (list) => (await Promise.all(
      list.filter(({ pages }) => pages.has(page)).map(({ bits }) => messagesWith(bits, page)))).flat();
    return intersection(await Promise.all(lists.map(messagesOf))).length > 0
      && (await Promise.all(phrases.flatMap(pairsOf).map((pair) => mayFollow(pair, page)))).every(Boolean);
  }

  const needOfPiece = orMaybe(needOf, null);
  // The needs of what is sought, a promise for each piece.
  const needsOf = (parts) =>
    parts.flatMap(({ part, isWhole }) => (part.match(rules.pieces) ?? []).map((piece) => needOfPiece(piece, isWhole)));

  return {
    findRanges, fold, nameOf, needsOf, open, readParts,
    mayHave: orMaybe(mayHave, true), needAll: orMaybe(needAll, null), needSender: orMaybe(needSender, null),
    get rules() { return rules; },
    get senders() { return overview.senders; },
  };
};
const SearchIndex = makeSearchIndex({
  read: MapFiles.read,
  has: (page) => PageLoader.pages.has(page),
  get pages() { return PageMap.pages; },
  get pageSize() { return PageMap.pageSize; },
});
