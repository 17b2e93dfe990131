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
const assets = document.currentScript.src.replace(/[^/]*$/, "");
const chatPath = location.pathname.replace(/[^/]*$/, "");

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
