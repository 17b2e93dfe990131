"""Looking at the window of a conversation in either browser, from the outside: rows, their positions, and real input."""

import functools
import http.server
import json
import threading
from pathlib import Path

READY = "document.documentElement.classList.contains('app')"
# The top to which a jump brings a row: under the bar and the day in sight.
TARGET = "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)"

HELPERS = """
const frame = () => new Promise(requestAnimationFrame);
const frames = async (count = 2) => { while (count--) await frame() };
const rows = () => [...document.querySelectorAll('main article')];
const topOf = row => row.getBoundingClientRect().top;
const isInSight = element => { const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight };
// Sections off the screen are not laid out, and measuring them would lay them out.
const near = selector => [...document.querySelectorAll('main section')].filter(isInSight)
  .flatMap(section => [...section.querySelectorAll(selector)]).filter(isInSight);
const visible = () => near('article');
const scale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
const until = async (condition, what) => { const end = performance.now() + 90000;
  for (let value; !(value = condition()); await frame())
    if (performance.now() > end) throw new Error('never: ' + (what ?? condition));
};
// Once nothing moves and what is on the screen is there.
const settled = async () => {
  let still = 0, before;
  await until(() => { const now = rows().length + ' ' + scrollY + ' ' + (visible()[0]?.id ?? '');
    still = now === before && isCovered() ? still + 1 : 0; before = now; return still > 5 }, 'settled');
};
// Rows under the bar, and in a strip below it, come once the reader moves.
const isCovered = () => {
  const main = document.querySelector('main').getBoundingClientRect();
  const from = Math.max(main.top, 1.25 * parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)), to = Math.min(main.bottom, innerHeight);
  const boxes = near('article, .day, .run > summary').map(row => row.getBoundingClientRect())
    .sort((one, other) => one.top - other.top);
  let reached = from + 1;
  for (const box of boxes) { if (box.top > reached + 1) return false; reached = Math.max(reached, box.bottom); }
  return reached >= to - 1 || to <= from;
};
"""

# Copies what is selected. What is copied of several messages comes with a script that the first selection asks for.
COPIED = """
const copied = async () => {
  let event;
  await until(() => {
    event = new ClipboardEvent('copy', {clipboardData: new DataTransfer(), bubbles: true, cancelable: true});
    document.dispatchEvent(event);
    return event.defaultPrevented;
  }, 'copied');
  return event;
};
"""

# The texts of rows that lie over another text of their row.
OVERLAPS = """
const overlaps = () => {
  const found = [];
  for (const row of document.querySelectorAll('main article')) {
    const texts = [...row.querySelectorAll('p, time, pre')].filter(text => text.checkVisibility()).map(text => {
      const range = new Range(); range.selectNodeContents(text);
      return [text.className || text.localName, [...range.getClientRects()].filter(box => box.width > .5)];
    });
    texts.forEach(([one, boxes], index) => texts.slice(index + 1).forEach(([other, others]) => {
      if (boxes.some(a => others.some(b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2.5 && b.top < a.bottom - 2.5)))
        found.push(`${row.id}: ${one} over ${other}`);
    }));
  }
  return found;
};
"""


def run(browser, body: str, *arguments):
    """Runs the body of an async function in the page, with the helpers above and `given` arguments."""
    call = f"(async (...given) => {{ {HELPERS} {body} }})({', '.join(map(json.dumps, arguments))})"
    if hasattr(browser, "evaluate_async"):
        answer = browser.evaluate_async(
            f"{call}.then(value => done({{value}}), error => done({{error: String(error && error.stack || error)}}))")
        assert "error" not in answer, answer.get("error")
        return answer.get("value")
    return browser.evaluate(call, wait=True)


def open_window(browser, url) -> None:
    """Opens a page in a new tab and waits for the column and the rows around the position where it opens."""
    browser.goto("about:blank")
    # An address with a fragment does not lead back to where an earlier test left.
    url = str(url.as_uri() if isinstance(url, Path) else url)
    browser.goto(url if "#" in url else url + "#messages")
    browser.wait_until(READY)
    run(browser, "await settled()")


def resize_across(browser, width: int, height: int) -> None:
    """Gives the window a size that has another layout. For that the page loads again, which this waits for."""
    browser.evaluate("document.body.classList.add('before')")
    browser.resize(width, height)
    browser.wait_until(f"document.body?.classList.contains('before') === false && {READY}")
    run(browser, "await settled()")


def wheel(browser, distance: float, x: float = 195, y: float = 500) -> None:
    """Turns the mouse wheel."""
    if hasattr(browser, "act"):
        browser.act({"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": int(x), "y": int(y), "deltaX": 0, "deltaY": int(distance), "duration": 0}]})
    else:
        browser.send("Input.dispatchMouseEvent", {
            "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": distance})


def point(browser, x: int, y: int) -> None:
    """Moves the mouse."""
    if hasattr(browser, "act"):
        move = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
        browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move]})
    else:
        browser.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})


def press(browser, key: str, shift: bool = False) -> None:
    """Presses a key with the keyboard, with the shift key held if asked for."""
    special = {"Escape": ("\ue00c", 27), "Home": ("\ue011", 36), "End": ("\ue010", 35), "PageDown": ("\ue00f", 34),
               "PageUp": ("\ue00e", 33), "ArrowUp": ("\ue013", 38), "ArrowDown": ("\ue015", 40),
               "ArrowLeft": ("\ue012", 37), "ArrowRight": ("\ue014", 39), "Tab": ("\ue004", 9), "Enter": ("\ue007", 13)}
    if hasattr(browser, "act"):
        value = special[key][0] if key in special else key
        around = [{"type": kind, "value": "\ue008"} for kind in ("keyDown", "keyUp")] if shift else []
        browser.act({"type": "key", "id": "keys", "actions": [
            *around[:1], {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}, *around[1:]]})
        return
    code = special[key][1] if key in special else ord(key.upper())
    # Without its character, Enter presses no button in Chromium.
    text = {"text": "\r"} if key == "Enter" else {} if key in special else {"text": key}
    both = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
    browser.send("Input.dispatchKeyEvent", {"type": "keyDown", **both, **text})
    browser.send("Input.dispatchKeyEvent", {"type": "keyUp", **both})


def drag(browser, *points: tuple) -> None:
    """Presses the mouse at the first point, moves it over the others, and releases it at the last."""
    if hasattr(browser, "act"):
        moves = [{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0} for x, y in points]
        browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]})
        return
    for number, (x, y) in enumerate(points):
        browser.send("Input.dispatchMouseEvent", {
            "type": "mouseMoved" if number else "mousePressed", "x": x, "y": y, "button": "left", "buttons": 1,
            "clickCount": 0 if number else 1})
    x, y = points[-1]
    browser.send("Input.dispatchMouseEvent", {
        "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1})


class Served:
    """A folder at an address of this machine, for as long as the context lasts."""

    def __init__(self, folder: Path):
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *exception) -> None:
        self.server.shutdown()
        self.server.server_close()
