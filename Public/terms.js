// The search's index: which pages, and which of their messages, may have what is sought.
"use strict";
// A unit is a character and what composes with it.
const fold = (unit) => unit.normalize("NFKD").replace(rules.leftOut, "").normalize("NFC").toUpperCase();
function folded(text) {
  const from = [];
  let all = "";
  for (const { 0: unit, index } of text.matchAll(rules.unit)) {
    all += fold(unit);
    while (from.length < all.length) from.push(index);
  }
  return { all, from: [...from, text.length] };
}

// Steps from number to number, less one: digits from "]" on, a last one from "#" on; "~" before how many steps of one.
function numbersOf(code) {
  const numbers = [];
  let last = 0, value = 0, scale = 1, isRun;
  for (const sign of code) {
    const digit = sign.charCodeAt(0) - 35;
    if (digit > 90) isRun = true;
    else if (digit > 57) {
      value += (digit - 58) * scale;
      scale *= 31;
    } else {
      value += digit * scale;
      if (isRun) while (value--) numbers.push(++last);
      else numbers.push(last += value + 1);
      value = isRun = 0;
      scale = 1;
    }
  }
  return numbers;
}

// A file of the index: each entry begins with how much it shares with the one before.
const files = {};
const entries = (name) => files[name] ??= map(name).then((data) => {
  let term = "";
  return new Map(data.split("|").map((entry) => {
    const [rest, numbers] = entry.slice(1).split(" ");
    return [term = term.slice(0, entry.charCodeAt(0) - 35) + rest, numbers];
  }));
});
const common = ([first, ...others]) => {
  const sets = others.map((list) => new Set(list));
  return first.filter((number) => sets.every((set) => set.has(number)));
};

// The numbers that all of some terms have in common, or grams.
const numbersWith = async (terms, kind) => common(await Promise.all(terms.map(async (term) => {
  const file = index[kind].findLastIndex((first) => first <= term);
  return numbersOf(file < 0 ? "" : (await entries(kind + file)).get(term) ?? "");
})));

// Pages that may have what is sought, and lists of terms, some with their pages: a message has one of each list.
const need = (pages, ...lists) => ({ pages: new Set(pages), lists: lists.map((list) =>
  list.map(([term, on]) => ({ bits: bitsOf(term), on: new Set(on ?? pages) }))) });
const needAll = async (terms) => need(await numbersWith(terms, "s"), ...terms.map((term) => [[term]]));

async function needAny(numbers, part) {
  const pages = [], found = [];
  for (const terms of await Promise.all(numbers.map((number) => entries(`s${number - 1}`))))
    for (const [term, code] of terms) {
      if (!term.includes(part)) continue;
      const on = numbersOf(code);
      found.push([term, on]);
      pages.push(...on);
    }
  return need(pages, found);
}

// What a piece of a text needs, or what finds that in so many files; null if any page may have it.
async function needOf(piece, isWhole) {
  const signs = [...piece], { length } = signs, isPair = rules.pair.test(piece);
  // Every third run of so many characters, and the last.
  const runs = (long, end = length) => signs.map((_, at) => signs.slice(at, Math.min(at + long, end)).join(""))
    .filter((_, at) => at + long <= end && (at % 3 === 0 || at + long === end));
  if (isPair && length > 1) return needAll(runs(2));
  if (!isPair && (isWhole && length <= 32 || !rules.word.test(piece))) return needAll([piece]);
  if (!isPair && length < 2) return null;
  const long = Math.min(length, 17), numbers = await numbersWith(isPair ? [piece] : runs(Math.min(long, 3), long), "g");
  return { many: numbers.length, find: () => needAny(numbers, signs.slice(0, 17).join("")) };
}

// Notes on a page's messages, in parts by a hash of a term's first characters: numbers of more bits and a message that has
// it; which terms follow one another, of those that four messages have. A group's file has some parts of all its pages.
const PARTS = 128, REST = 512;
const mixed = (text) => hashOf(text) >>> 16 ^ hashOf(text);
const bitsOf = (term) => (mixed([...term].slice(0, 3).join("")) & PARTS - 1) * REST + (mixed(term) & REST - 1);
const notesOf = (page, bits) => {
  const part = bits / REST | 0, at = --page % PARTS, group = (page - at) / PARTS;
  const each = 1 << Math.clz32(Math.min(PARTS - 1, chat.pages - page + at)) - 25;
  return files[[page, part]] ??= map(`w${group}-${part / each | 0}`)
    .then((data) => data.split("|")[at * each + part % each].split(" ").map(numbersOf));
};

// A phrase's words, each with the next.
const pairsOf = ({ part, isWhole }) => (isWhole && part.match(rules.pieces) || [])
  .map((piece, at, { [at + 1]: next = "" }) => [piece, next])
  .filter((pair) => pair.every((piece) => rules.word.test(piece) && !piece[32])).map((pair) => pair.map(bitsOf));

// Whether some message of a page may have all that is needed.
async function isLikely(page, needs) {
  const lists = needs.flatMap(({ lists }) => lists);
  if (lists.length < 2 || pages.has(page)) return true;
  const rowsWith = async (bits) => {
    const [notes] = await notesOf(page, bits), start = bits % REST * chat.size;
    return notes.filter((note) => note > start && note <= start + chat.size).map((note) => note - start);
  };
  const rowsOf = async (list) => (await Promise.all(
    list.filter(({ on }) => on.has(page)).map(({ bits }) => rowsWith(bits)))).flat();
  const follow = async ([one, two]) => (await notesOf(page, one))[1].includes((one * 0x9e37 + two) % REST + 1)
    || (await Promise.all([one, two].map(rowsWith))).some(({ length }) => length < 4);
  return common(await Promise.all(lists.map(rowsOf))).length
    && (await Promise.all(sought.flatMap(pairsOf).map(follow))).every(Boolean);
}
