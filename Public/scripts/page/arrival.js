// Arrival: ways to the latest messages and back, what is new since the last visit, and what one sees while pages come.
//
// The list of conversations opens `3.html#resume`: at the first message that is new, if the end was on the screen last time, or
// else where the reader left. `visit` is that position, with the number of messages there were (ScrollAnchor.store). Buttons
// stand in `.ways-on`, which sticks to the window's lower edge in the column and takes no room.
"use strict";
const Arrival = (() => {
  // Screens from the end, or from where a jump began, within which no button is needed.
  const NEAR = 0.25;
  const NOTICE_TIME = 6e3;
  const latest = $("#latest");
  const back = $("#back");
  const said = $(".said");
  const waiting = $(".coming");
  // The y where a jump began.
  let origin;
  let freshIndex, noticeTimer;

  const isNear = (y) => abs(Scroller.y() - y) < NEAR * innerHeight;
  const endDistance = () => Scroller.height() - Scroller.y() - innerHeight;

  // Marks the first message that is new. Its section may come and go.
  function markFresh() {
    const row = freshIndex === undefined ? null : $(`[data-i="${freshIndex}"]`, canvas);
    if (!row || $(".fresh", row)) return;
    const mark = make("span", { className: "fresh" });
    mark.dataset.text = said.dataset.fresh;
    mark.setAttribute("aria-hidden", "true");
    row.append(mark);
  }
  function update() {
    latest.hidden = endDistance() < NEAR * innerHeight;
    if (origin !== undefined && isNear(origin)) forgetOrigin();
    back.hidden = origin === undefined;
    markFresh();
  }

  // Says something for a while, to the eye and to screen readers.
  function notice(text) {
    announce(text);
    said.classList.add("shown");
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => said.classList.remove("shown"), NOTICE_TIME);
  }

  async function goToLatest() {
    ScrollAnchor.record();
    origin = Scroller.y();
    history.pushState(null, "", "#end");
    await PageLoader.load(PageMap.pages).catch(() => {});
    Motion.toEnd();
    ScrollAnchor.record();
    update();
    main.focus({ preventScroll: true });
  }
  function forgetOrigin() {
    origin = undefined;
  }
  function goBack() {
    forgetOrigin();
    history.back();
  }

  async function resume() {
    history.replaceState(null, "", location.pathname);
    if (!visit?.id) Motion.toEnd();
    else if (visit.isAtEnd && freshIndex !== undefined) await Jumps.showMessage(freshIndex, innerHeight / 3);
    else await Jumps.restore(visit).catch(() => {});
    ScrollAnchor.record();
  }

  // Bubbles without words, seen through where a page is on its way (`.waiting`).
  function drawComing() {
    for (let count = 0; count < 12; count++) append(waiting, "i");
  }

  const seenCount = visit?.messages;
  if (Number.isInteger(seenCount) && seenCount > 0 && seenCount < PageMap.messages) freshIndex = seenCount;
  drawComing();
  root.addEventListener("viewchange", update);
  addEventListener("popstate", forgetOrigin);
  Actions.define("latest", goToLatest);
  Actions.define("back", goBack);
  Scripts.use("pill");

  return {
    update, resume, notice,
    // Offers the way back to the y where a jump began.
    offerBack(y) {
      origin = y;
      update();
    },
    sayMissing: () => notice(said.dataset.missing),
  };
})();
