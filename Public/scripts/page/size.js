// TextSize: the size of the text, in steps. The row under the bar stays where it is.
//
// All of a page is in rem, so lines stay as they are at any size and the window goes on. Where the column would be wider than
// the window, lines wrap (flow.js): that begins and ends when a page is opened, so it is opened again, with the size and
// the row's top in its address.
"use strict";
(() => {
  // The position that the last change meant its row to have. Browsers round what they show; going on from there, several changes
  // would add up to a jump.
  let meant = reopenedTop && { id: decodeURIComponent(location.hash.slice(1)), top: Number(reopenedTop) };

  const rowUnderBar = () => all("article").find((row) => boxOf(row).bottom > pxOf(rootStyle, "fontSize") * 3.5);

  // Goes a number of steps, or one step and round if a button was pressed.
  function change(steps) {
    const percentBefore = rootStyle.getPropertyValue("--text") * 100;
    const step = TEXT_SIZES.findLastIndex((percent) => percent <= percentBefore + 0.5);
    const nextStep = typeof steps === "number"
      ? min(max(step + steps, 0), TEXT_SIZES.length - 1)
      : (step + 1) % TEXT_SIZES.length;
    const percent = TEXT_SIZES[nextStep];
    const wasTooWide = isTooWide();
    Store.write("size", percent);
    const row = rowUnderBar();
    const seenTop = topOf(row);
    const page = row.closest("section").dataset.page ?? ownPage;
    const top = meant?.id === row.id && abs(meant.top - seenTop) < 1.5 ? meant.top : seenTop;
    root.style.setProperty("--text", percent / 100);
    // Only text is larger if text flows.
    const scaleBefore = Flow.arrange ? 1 : percentBefore / 100;
    const scaleNow = isTooWide() || (Flow.arrange && !wasTooWide) ? 1 : percent / 100;
    meant = { id: row.id, top: top * scaleNow / scaleBefore };
    const button = $("[data-act=size]");
    button.title = `${button.ariaLabel}: ${percent} %`;
    announce(button.title);
    if (!root.matches(".app") || isTooWide() !== wasTooWide) {
      location.replace(`${fileOf(page)}?${percent}&${meant.top.toFixed(2)}#${encodeURIComponent(row.id)}`);
      return;
    }
    history.replaceState(history.state, "", location.pathname + location.hash);
    ScrollAnchor.set(row, top);
    Motion.resize();
  }
  Actions.define("size", change);
})();
