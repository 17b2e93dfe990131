// Appearance: the reader's colour scheme and text size, and the room of panes, set before the first paint.

// Firefox has one store for each file: links carry the scheme (scheme.js).
const [, carried] = (isFile && location.search.match(/^\?(system|light|dark)$/)) || [];
if (carried) {
  Store.write("scheme", carried);
  history.replaceState(history.state, "", location.pathname + location.hash);
}

// Windows with room for a pane of details (pane.js).
const detailsScreen = matchMedia("(min-width:1400px)");
const setDetails = (isShown) => root.style.setProperty("--details-width", isShown ? "320px" : "0px");
setDetails(main && detailsScreen.matches);
// Runs of notices are open if the reader asked for that (notices.js).
const showsNotices = Store.read("notices") === true;

const TEXT_SIZES = [85, 100, 115, 130, 150, 175, 200];
// `3.html?130&57.25#m-7` opens a page again at another size (size.js): 130 %, its row 57.25 px below the screen's top.
const [, textSize = Store.read("size"), reopenedTop] = location.search.match(/^\?(\d{2,3})&([\d.-]+)$/) ?? [];
root.classList.add(["light", "dark"].find((scheme) => scheme === Store.read("scheme")) ?? "system");
root.style.setProperty("--text", (TEXT_SIZES.find((size) => size === Number(textSize)) ?? 100) / 100);

// The scroll bar's room, which `100vw` has in it.
function fitWindow() {
  root.style.setProperty("--bar-width", `${max(0, innerWidth - root.clientWidth)}px`);
}
fitWindow();
for (const type of ["resize", "toggle"]) addEventListener(type, fitWindow, true);
