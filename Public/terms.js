// The search's index: which pages, and which of their messages, may have what is sought.
"use strict";
const FEW_FILES = 16;

// A unit is a character and what composes with it; each folded character comes from one.
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

// Pages that may have what is sought, and lists of terms, with their pages where known: a message has one of each list.
const need = (pages, ...lists) => ({ pages: new Set(pages), lists: lists.map((list) =>
  list.map(([term, on]) => ({ bits: bitsOf(term), on: on && new Set(on) }))) });
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

// What a piece of a text needs; a function that finds it if there is much to read; null if any page may have it.
async function needOf(piece, isWhole) {
  const signs = [...piece], { length } = signs, isPair = rules.pair.test(piece);
  // Every third run of so many characters, and the last.
  const runs = (long, end = length) => signs.map((_, at) => signs.slice(at, Math.min(at + long, end)).join(""))
    .filter((_, at) => at + long <= end && (at % 3 === 0 || at + long === end));
  if (isPair && length > 1) return needAll(runs(2));
  if (!isPair && (isWhole && length <= 32 || !rules.word.test(piece))) return needAll([piece]);
  if (!isPair && length < 2) return null;
  const long = Math.min(length, 17), numbers = await numbersWith(isPair ? [piece] : runs(Math.min(long, 3), long), "g");
  const find = () => needAny(numbers, signs.slice(0, 17).join(""));
  return numbers.length > FEW_FILES ? find : find();
}

// A page's own file has the bits of a term's hash and a message that has it; then which terms follow one another, of those
// that at least four messages have.
const bitsOf = (term) => { const hash = hashOf(term); return (hash >>> 16 ^ hash) & 0xffff; };

// A phrase's words, each with the next.
const pairsOf = ({ part, isWhole }) => (isWhole && part.match(rules.pieces) || [])
  .map((piece, at, { [at + 1]: next = "" }) => [piece, next])
  .filter((pair) => pair.every((piece) => rules.word.test(piece) && !piece[32]))
  .map((pair) => pair.map((term) => ({ bits: bitsOf(term) })));

// Whether some message of a page may have all that is needed.
async function isLikely(page, needs) {
  const lists = needs.flatMap(({ lists }) => lists), { size } = chat;
  if (lists.length < 2 || pages.has(page)) return true;
  const [notes, pairs] = await map(`w${page}`).then((code) => code.split(" ").map(numbersOf)).catch(() => []);
  const rowsOf = (list) => {
    const any = new Set(list.filter(({ on }) => !on || on.has(page)).map(({ bits }) => bits));
    return notes.filter((note) => any.has((note - 1) / size | 0)).map((note) => (note - 1) % size);
  };
  return !notes || common(lists.map(rowsOf)).length && sought.flatMap(pairsOf).every((pair) =>
    pairs.includes((pair[0].bits * 0x9e37 + pair[1].bits & 0xffff) + 1) || pair.some((one) => rowsOf([one]).length < 4));
}
