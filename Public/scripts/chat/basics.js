// Joins a conversation's pages to one scrolling column, of which only the rows around the screen are in the document.
//
// The files of this folder are joined to one script, `chat.js`, as browsers load no ES modules from the disk. "Trap" marks a
// fault of browsers that Tests/README.md lists, with its test.
//
// A *unit* is 1/64 px of the layout, as in the map; `Scroller.unit` is its size in CSS px. A *y* is a distance in CSS px
// from the top of the conversation's first row while all folds are closed.
"use strict";

const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const append = (parent, tag, properties) => parent.appendChild(make(tag, properties));
const byID = (id) => `[id="${CSS.escape(id)}"]`;
const boxOf = (element) => element.getBoundingClientRect();
const topOf = (element) => boxOf(element).top;
const parseHTML = (markup) => new DOMParser().parseFromString(markup, "text/html").body;
const pxOf = (style, property) => parseFloat(style[property]);
const { abs, floor, max, min, round } = Math;

const root = document.documentElement;
const rootStyle = getComputedStyle(root);
const numberOf = (property) => parseFloat(rootStyle.getPropertyValue(property)) || 0;
// The column of rows and the box of the sections in it; none on fronts.
const main = $("#messages");
const canvas = main?.firstElementChild;
const ownPage = Number(main?.dataset.page);
const isFile = location.protocol === "file:";
// Decrypts a locked site (lock.js); undefined in others.
const { locked } = globalThis;
// Under `file:` data comes in scripts, because nothing else can be read.
const hasDataScripts = isFile && !locked;
// In a site of one file (SingleFile.swift), the elements that have the contents of other files, by the paths of those from a page.
const packed = new Map(locked ? [] : all("[data-path]").map((part) => [part.dataset.path, part]));
const isPacked = packed.size > 0;
const { dataset: ownData, src: ownSource } = document.currentScript;
const assets = (ownData.path ?? ownSource).replace(/[^/]*$/, "");
const chatPath = isPacked ? location.pathname : location.pathname.replace(/[^/]*$/, "");
// True if the site's files have no addresses of their own.
const isInside = isPacked || Boolean(locked);
// Loads a file of the site into an element, by its path from the page. Returns a promise if that takes time. In a site of one file, what is
// shown more than once is in the style sheet, for a class of its elements.
function setSource(element, path, property = "src") {
  if (locked) return locked.address(path).then((address) => Object.assign(element, { [property]: address }), () => {});
  const part = packed.get(path);
  const [sharedClass] = part?.className.match(/\bx\d+$/) ?? [];
  const rules = sharedClass ? [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]) : [];
  const rule = rules.find(({ selectorText }) => selectorText === `.${sharedClass}`);
  element[property] = rule?.style.content.slice(5, -2) ?? part?.src ?? part?.href ?? path;
}
// Reads a file of the site as text.
async function readText(path) {
  if (locked) return locked.text(path);
  const response = await fetch(path);
  return response.ok ? response.text() : Promise.reject();
}
const parsePage = (markup) => locked ? locked.parse(markup) : parseHTML(markup);
// The part of an address before `#`, which leads to a page.
const fileOf = (page) => isPacked ? "" : `${page}.html`;

// Large screens have a second layout. A page keeps the one it opened with (Motion.resize).
const largeScreen = matchMedia("(min-width:900px)");
const isLarge = largeScreen.matches;
// The layout's column may be wider than its room. Where text flows, text alone is larger.
function isTooWide() {
  const columnRem = numberOf("--column") + (isLarge ? numberOf("--extra") : 0);
  const textScale = Flow.arrange ? numberOf("--text") : 1;
  const room = root.clientWidth - numberOf("--list-width") - numberOf("--details-width");
  return columnRem * pxOf(rootStyle, "fontSize") * textScale > room + 1;
}
