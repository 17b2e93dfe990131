// Low: in windows of less than 400 px of height, as at a zoom of 400 %, the bar leaves when one scrolls on, and comes back when one
// scrolls back or goes to it with the keyboard (bar.css).
"use strict";
{
  // Less is a finger at rest, or a correction of the position.
  const LEAST = 8;
  let before = scrollY;
  const leave = (isAway) => root.classList.toggle("no-bar", isAway);

  addEventListener("scroll", () => {
    const distance = scrollY - before;
    if (scrollY && abs(distance) < LEAST) return;
    before = scrollY;
    leave(distance > 0);
  });
  // A jump gives its message the focus, which has to be in sight.
  canvas.addEventListener("focusin", () => leave(true));
  leave(scrollY > 0);
}
