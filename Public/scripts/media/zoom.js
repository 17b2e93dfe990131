// Zoom: what fingers, mouse and wheel do to the picture that is shown large.
//
// A finger moves an enlarged picture, else it turns to the one beside it or, downwards, closes. Two fingers enlarge about the
// point between them, the wheel and a double tap about the pointer. All of it is one transform: `scale`, and `x` and `y`
// from the middle of the window. Invariant: an enlarged picture covers the window, or stays in its middle.
"use strict";
const Zoom = (() => {
  const MAX_SCALE = 8, DOUBLE_TAP = 2.5, TAP_DISTANCE = 10, DOUBLE_TAP_TIME = 300;
  let stage, actions, picture;
  let scale = 1, x = 0, y = 0;
  // Positions of fingers, now and at the start of the gesture; the gesture: "pan", "turn", "close" or "pinch".
  const fingers = new Map();
  let gesture, start, lastTap = { time: 0 };

  function apply() {
    if (picture) picture.style.transform = scale > 1 ? `translate(${x}px, ${y}px) scale(${scale})` : "";
    stage.classList.toggle("zoomed", scale > 1);
  }
  function clamp() {
    if (!picture) return;
    const room = (size, window) => max(0, (size * scale - window) / 2);
    const limitX = room(picture.offsetWidth, innerWidth), limitY = room(picture.offsetHeight, innerHeight);
    x = min(max(x, -limitX), limitX);
    y = min(max(y, -limitY), limitY);
  }
  // Enlarges by a factor, so that the point of the window stays where it is.
  function zoomAt(factor, clientX, clientY) {
    const wanted = min(max(scale * factor, 1), MAX_SCALE), by = wanted / scale;
    const fromX = clientX - innerWidth / 2, fromY = clientY - innerHeight / 2;
    [x, y, scale] = [fromX - (fromX - x) * by, fromY - (fromY - y) * by, wanted];
    clamp();
    apply();
  }
  function reset(next = picture) {
    [scale, x, y] = [1, 0, 0];
    if (picture) apply();
    picture = next;
    apply();
  }
  const toggle = (clientX, clientY) => scale > 1 ? reset() : zoomAt(DOUBLE_TAP, clientX, clientY);

  const points = () => [...fingers.values()];
  function middle() {
    const [one, other] = points();
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, distance: Math.hypot(one.x - other.x, one.y - other.y) };
  }
  // A film that the browser cannot play has its controls; others have a bar and a button (player.js).
  const isOnControls = ({ target }) => target.matches("video[controls]") || target.closest(".film-bar, button");

  function onDown(event) {
    if (event.button || isOnControls(event)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
    start = { x: event.clientX, y: event.clientY, time: event.timeStamp, panX: x, panY: y, target: event.target };
    if (fingers.size === 2 && picture) {
      if (gesture) actions.drag(0, 0, true);
      gesture = "pinch";
      start.pinch = middle();
    }
  }
  function onMove(event) {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (gesture === "pinch") return fingers.size > 1 && pinch();
    const byX = event.clientX - start.x, byY = event.clientY - start.y;
    if (!gesture && Math.hypot(byX, byY) < TAP_DISTANCE) return;
    gesture ??= scale > 1 ? "pan" : abs(byX) > abs(byY) ? "turn" : "close";
    if (gesture === "pan") {
      [x, y] = [start.panX + byX, start.panY + byY];
      clamp();
      apply();
    } else actions.drag(gesture === "turn" ? byX : 0, gesture === "close" ? byY : 0);
  }
  function pinch() {
    const before = start.pinch, now = middle();
    x += now.x - before.x;
    y += now.y - before.y;
    zoomAt(now.distance / before.distance, now.x, now.y);
    start.pinch = now;
  }
  function onUp(event) {
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    const done = gesture, byX = event.clientX - start.x, byY = event.clientY - start.y, { timeStamp } = event;
    gesture = undefined;
    if (event.type === "pointercancel") return actions.drag(0, 0, true);
    const speed = abs(byX) / (timeStamp - start.time + 1);
    if (done === "turn") actions.turn(abs(byX) > innerWidth / 4 || speed > 0.4 ? -Math.sign(byX) : 0);
    else if (done === "close" && byY > innerHeight / 8) actions.close();
    else if (done === "close") actions.drag(0, 0, true);
    else if (!done) tap(event);
  }
  function tap({ clientX, clientY, timeStamp, pointerType }) {
    const isDouble = timeStamp - lastTap.time < DOUBLE_TAP_TIME && Math.hypot(clientX - lastTap.x, clientY - lastTap.y) < 40;
    lastTap = { time: isDouble ? 0 : timeStamp, x: clientX, y: clientY };
    if (start.target.matches("video")) return actions.press(start.target);
    // The first tap has hidden the bars.
    if (isDouble && pointerType !== "mouse") actions.toggleBars();
    if (isDouble && picture) return toggle(clientX, clientY);
    if (pointerType !== "mouse") return actions.toggleBars();
    const { left, right, top, bottom } = picture ? boxOf(picture) : {};
    if (!(clientX >= left && clientX <= right && clientY >= top && clientY <= bottom)) actions.close();
  }
  function onWheel(event) {
    event.preventDefault();
    if (!picture) return;
    const isSideways = abs(event.deltaX) > abs(event.deltaY), lines = event.deltaMode ? 16 : 1;
    if (!isSideways) return zoomAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), event.clientX, event.clientY);
    x -= event.deltaX * lines;
    clamp();
    apply();
  }

  function listen(on, taken) {
    [stage, actions] = [on, taken];
    stage.addEventListener("pointerdown", onDown);
    stage.addEventListener("pointermove", onMove);
    for (const type of ["pointerup", "pointercancel"]) stage.addEventListener(type, onUp);
    stage.addEventListener("wheel", onWheel, { passive: false });
    addEventListener("resize", () => reset());
  }
  return {
    listen, reset,
    step: (factor) => zoomAt(factor, innerWidth / 2, innerHeight / 2),
    get isZoomed() { return scale > 1; },
  };
})();
