// The size of the text: all of a page is in rem, so that lines stay as they are; a column wider than the window flows.
"use strict";
const SIZES = [85, 100, 115, 130, 150, 175];

// Where the last change meant a row to stand, as browsers round: several changes do not add up to a jump.
let meant = stood && { id: decodeURIComponent(location.hash.slice(1)), top: Number(stood) };

// The row under the bar and where it stands.
function rowInSight() {
  const row = all("article").find((row) => row.getBoundingClientRect().bottom > px(style, "fontSize") * 3.5);
  return { row, top: offsetOf(row), page: row.closest("section").dataset.page ?? main.dataset.page };
}

// A number of steps; what is pressed goes round.
acts.size = (by) => {
  const before = style.getPropertyValue("--text") * 100, at = SIZES.findLastIndex((size) => size <= before + 0.5);
  const size = SIZES[typeof by === "number" ? Math.min(Math.max(at + by, 0), SIZES.length - 1) : (at + 1) % SIZES.length];
  memo("size", String(size));
  const { row, page, ...seen } = rowInSight(), isLive = root.matches(".app");
  const top = meant?.id === row.id && Math.abs(meant.top - seen.top) < 1 ? meant.top : seen.top;
  meant = { id: row.id, top: top * size / before };
  root.style.setProperty("--text", size / 100);
  const said = `${size} %`;
  say($("[data-act=size]").title = `${$("[data-act=size]").ariaLabel}: ${said}`);
  // The lines' own places are kept or left: what the page was opened with has to be done again.
  if (isLive && !isTooWide()) {
    history.replaceState(history.state, "", location.pathname + location.hash);
    Object.assign(place, { id: row.id, top: top / unit });
    return onResize();
  }
  location.replace(`${page}.html?${size}&${meant.top.toFixed(2)}#${encodeURIComponent(row.id)}`);
};
