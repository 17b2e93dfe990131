"""Chromium, driven over its debugging pipe: no library, no network port.

The browser reads commands from its file descriptor 3 and answers on 4, each a JSON text ended by a NUL byte (the
Chrome DevTools Protocol). One thread does everything: sending a command reads until its answer has come, and events
that come in between are kept in order. Every wait has a deadline and ends on a condition.
"""

import atexit
import base64
import fcntl
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# Seconds after which something that was waited for is taken not to come. A busy machine takes a few.
DEADLINE = 180.0
PATIENCE = 90.0
# Seconds without a drawn frame after which a tab counts as standing still, and seconds of waiting after which that is looked at.
FRAME = 10.0
LOOK = 20.0
# Says in an error what page there was.
STATE = """[location.href, document.readyState, document.documentElement.className,
  document.documentElement.style.cssText].join('\\n')"""


class BrowserError(Exception):
    """The browser answered with an error, threw, or did not answer in time."""


class NoAnswer(BrowserError):
    """A condition did not become true in time."""


class FramesStandStill(BrowserError):
    """Chromium draws no more frames of a tab whose scripts go on: its compositor waits for tiles that never come.

    This happens to about one tab in a thousand on a busy machine, whatever the page does, and only to that tab:
    script runs, timers fire, other tabs draw. Tests it happens to run again (`make browser`), and pytest counts them.
    """


def executable() -> str:
    """The Chromium to use: `CHROMIUM`, else Debian's headless shell, else the full browser."""
    for name in (os.environ.get("CHROMIUM"), "chromium-headless-shell", "chromium"):
        found = name and shutil.which(name)
        if found:
            return found
    raise BrowserError("no Chromium found: run `.ci/install test`, or set CHROMIUM to one")


@functools.cache
def has_sandbox() -> bool:
    """Returns whether Chromium can start its sandbox: not for root, and not in containers without user namespaces."""
    if os.geteuid() == 0 or not shutil.which("unshare"):
        return False
    return subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode == 0


class Chromium:
    """A running browser with a fresh profile and further switches. Use as a context manager, or call `close()`."""

    def __init__(self, *switches: str):
        self.switches = switches
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        self.next_id = 0
        self.answers = {}
        self.pages = {}
        self.buffer = b""
        self.start()
        atexit.register(self.close)
        self.version = self.send("Browser.getVersion")["product"]

    @property
    def major(self) -> int:
        return int(self.version.split("/")[1].split(".")[0])

    def start(self) -> None:
        arguments = [
            executable(), "--headless", "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
            "--font-render-hinting=none", "--force-color-profile=srgb", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
            "--mute-audio", *self.switches, "about:blank"]
        if not has_sandbox():
            arguments.insert(1, "--no-sandbox")
        command_read, self.write_end = os.pipe()
        self.read_end, answer_write = os.pipe()
        # Out of the way of 3 and 4, so that moving them there cannot overwrite one another.
        child_read = fcntl.fcntl(command_read, fcntl.F_DUPFD_CLOEXEC, 20)
        child_write = fcntl.fcntl(answer_write, fcntl.F_DUPFD_CLOEXEC, 20)
        os.close(command_read)
        os.close(answer_write)
        log = os.path.join(self.profile, "browser.log")
        environment = {**os.environ, "TZ": "UTC", "LANG": "C.UTF-8"}
        environment.pop("DISPLAY", None)
        self.pid = os.posix_spawn(
            arguments[0], arguments, environment,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
                (os.POSIX_SPAWN_DUP2, child_read, 3),
                (os.POSIX_SPAWN_DUP2, child_write, 4)],
            setsid=True)
        os.close(child_read)
        os.close(child_write)
        os.set_blocking(self.read_end, False)

    def close(self) -> None:
        """Ends the browser and all its processes. Safe to call again."""
        if self.pid is None:
            return
        os.close(self.write_end)
        os.close(self.read_end)
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        self.pid = None
        shutil.rmtree(self.profile, ignore_errors=True)
        atexit.unregister(self.close)

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, *exception) -> None:
        self.close()

    def send(self, method: str, parameters: dict = None, session: str = None, deadline: float = DEADLINE, look=None) -> dict:
        """The answer to one command. `look` is called now and then until it comes."""
        self.next_id += 1
        number = self.next_id
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        answer = self.wait(lambda: self.answers.pop(number, None), f"an answer to {method}", deadline, look)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def post(self, method: str, parameters: dict, session: str) -> None:
        """Sends a command and ignores its answer; safe while another answer is awaited."""
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters, "sessionId": session}
        os.write(self.write_end, json.dumps(message).encode() + b"\0")

    def wait(self, condition, what: str, deadline: float = DEADLINE, look=None):
        """Returns the condition's value once it is not None; receives messages until then, and calls `look` now and then."""
        now = time.monotonic()
        end, next_look = now + deadline, now + LOOK
        while True:
            value = condition()
            if value is not None:
                return value
            now = time.monotonic()
            if now >= end:
                raise NoAnswer(f"no sign of {what} within {deadline:.0f} s")
            if look and now >= next_look:
                look()
                next_look = time.monotonic() + LOOK
                continue
            self.take_in(max(0, min(end, next_look if look else end) - now))

    def take_in(self, seconds: float) -> None:
        """Reads the messages that have arrived, waiting at most `seconds` for the first."""
        ready, _, _ = select.select([self.read_end], [], [], seconds)
        if not ready:
            return
        data = os.read(self.read_end, 1 << 20)
        if not data:
            log = Path(self.profile, "browser.log").read_text(errors="replace")[-2000:]
            raise BrowserError(f"Chromium ended by itself:\n{log}")
        *messages, self.buffer = (self.buffer + data).split(b"\0")
        for message in messages:
            self.receive(json.loads(message))

    def receive(self, message: dict) -> None:
        if "id" in message:
            self.answers[message["id"]] = message
        elif message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].receive(message["method"], message["params"])

    def page(self, width: int = 390, height: int = 844, **settings) -> "Page":
        """A new tab with a viewport of exactly this size; `scrollbars`: with bars that take 15 px of it."""
        return Page(self, width, height, **settings)


class Page:
    """One tab. Records every request, console message, exception and dialog since the last `goto`."""

    def __init__(self, browser: Chromium, width: int, height: int, scrollbars: bool = False):
        self.browser = browser
        self.events = []
        self.script_disabled = False
        context = browser.send("Target.createBrowserContext")["browserContextId"]
        self.context = context
        target = browser.send(
            "Target.createTarget",
            {"url": "about:blank", "browserContextId": context, "width": width, "height": height})["targetId"]
        self.target = target
        self.session = browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setScrollbarsHidden", {"hidden": not scrollbars})
        self.resize(width, height)

    def close(self) -> None:
        self.browser.pages.pop(self.session, None)
        self.browser.send("Target.disposeBrowserContext", {"browserContextId": self.context})

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *exception) -> None:
        self.close()

    def send(self, method: str, parameters: dict = None, deadline: float = DEADLINE, look=None) -> dict:
        return self.browser.send(method, parameters, self.session, deadline, look)

    def receive(self, method: str, parameters: dict) -> None:
        self.events.append((method, parameters))
        if method == "Page.javascriptDialogOpening":
            # A dialog stops the page; it is answered at once and stays in the record.
            self.browser.post("Page.handleJavaScriptDialog", {"accept": False}, self.session)

    # Settings

    def resize(self, width: int, height: int, scale: float = 1, mobile: bool = False) -> None:
        """The viewport in CSS px, scroll bars included. `mobile` honours the viewport meta element."""
        self.send("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile})

    def emulate(self, media: str = "", **features: str) -> None:
        """Media type and features, e.g. `emulate("print")`, `emulate(prefers_color_scheme="dark")`."""
        self.send("Emulation.setEmulatedMedia", {
            "media": media,
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def disable_script(self, disabled: bool = True) -> None:
        self.script_disabled = disabled
        self.send("Emulation.setScriptExecutionDisabled", {"value": disabled})

    # Loading

    def goto(self, url, settled: bool = True) -> None:
        """Loads a page, clears the record, and waits for the load event and for the fonts."""
        url = url.as_uri() if isinstance(url, Path) else url
        self.events.clear()
        answer = self.send("Page.navigate", {"url": url})
        if answer.get("errorText"):
            raise BrowserError(f"{url}: {answer['errorText']}")
        if "loaderId" in answer:
            self.wait_event("Page.loadEventFired")
        if settled:
            self.settle()

    def settle(self) -> None:
        """Waits until fonts are loaded and two frames have been drawn, so that late requests and scripts show."""
        if self.script_disabled:
            # Without scripts, promises and frame callbacks never run, but a screenshot draws a frame.
            for _ in range(2):
                self.screenshot()
                self.wait_until("document.fonts.status == 'loaded'")
            return
        # Drawing a frame may request a font for the first time, so fonts are awaited before and after it.
        self.evaluate("(async () => { for (let round = 0; round < 2; round++) { await document.fonts.ready;"
                      " await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame) }"
                      " await document.fonts.ready; return true })()", wait=True)

    def wait_event(self, method: str, deadline: float = DEADLINE) -> dict:
        def found():
            return next((parameters for name, parameters in self.events if name == method), None)
        return self.browser.wait(found, method, deadline)

    def wait_until(self, expression: str, deadline: float = PATIENCE):
        """Waits until the expression is true in the page, asking again after each drawn frame."""
        now = time.monotonic()
        end, next_look = now + deadline, now + min(LOOK, deadline)
        while not self.holds(expression):
            if time.monotonic() > next_look:
                self.check_frames()
                next_look = time.monotonic() + LOOK
            if time.monotonic() > end:
                raise BrowserError(f"never true: {expression}\n{self.evaluate(STATE)}")
            self.browser.take_in(0.02)

    def check_frames(self) -> None:
        """Raises `FramesStandStill` if the page's script answers but no frame is drawn."""
        def answers(expression: str) -> bool:
            try:
                self.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True}, FRAME)
            except BrowserError:
                return False
            return True
        if not self.script_disabled and answers("1") and not answers("new Promise(requestAnimationFrame)"):
            raise FramesStandStill(f"no frame within {FRAME:.0f} s, though script runs")

    def holds(self, expression: str) -> bool:
        """Returns whether the expression is true; false while the page is being replaced by the next."""
        try:
            return bool(self.evaluate(f"Boolean({expression})"))
        except BrowserError as error:
            if any(words in str(error) for words in ("navigated or closed", "context was destroyed", "find context")):
                return False
            raise

    # Asking

    def evaluate(self, expression: str, *arguments, wait: bool = False, deadline: float = DEADLINE):
        """The value of an expression; with arguments, the expression is a function to call with them."""
        if arguments:
            expression = f"({expression})({', '.join(json.dumps(argument) for argument in arguments)})"
        try:
            answer = self.send("Runtime.evaluate", {
                "expression": expression, "returnByValue": True, "awaitPromise": wait, "userGesture": True}, deadline,
                self.check_frames)
        except NoAnswer:
            self.check_frames()
            raise
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def screenshot(self, path: Path = None, full: bool = False, clip: tuple = None) -> bytes:
        """The viewport, the part of it at `clip` (x, y, width and height in px of the viewport), or the whole page, as PNG."""
        parameters = {"format": "png", "captureBeyondViewport": full}
        if clip:
            # Parts are of the page, not of the viewport.
            x, y = self.evaluate("[scrollX, scrollY]")
            parameters["clip"] = {"x": clip[0] + x, "y": clip[1] + y, "width": clip[2], "height": clip[3], "scale": 1}
        if full:
            size = self.send("Page.getLayoutMetrics")["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        data = base64.b64decode(self.send("Page.captureScreenshot", parameters)["data"])
        if path:
            path.write_bytes(data)
        return data

    def pdf(self, path: Path = None) -> bytes:
        """The page as printed on A4 with the browser's own margins."""
        answer = self.send("Page.printToPDF", {
            "paperWidth": 8.27, "paperHeight": 11.69, "printBackground": True, "preferCSSPageSize": True}, 180)
        data = base64.b64decode(answer["data"])
        if path:
            path.write_bytes(data)
        return data

    def accessibility_tree(self) -> list:
        """The nodes that assistive technology sees, as (role, name), in reading order."""
        nodes = self.send("Accessibility.getFullAXTree", deadline=180)["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        result = []

        def walk(node):
            if not node.get("ignored"):
                result.append((node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")))
            for child in node.get("childIds", []):
                if child in by_id:
                    walk(by_id[child])

        for node in nodes:
            if node.get("parentId") not in by_id:
                walk(node)
        return result

    # Doing

    def click(self, selector: str) -> None:
        """A real click with the mouse in the middle of the first element the selector finds."""
        centre = self.evaluate(
            "selector => { const element = document.querySelector(selector); if (!element) return null;"
            " element.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const box = element.getClientRects()[0];"
            " return box ? [box.x + box.width / 2, box.y + box.height / 2] : null }", selector)
        if centre is None:
            raise BrowserError(f"nothing to click: {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", {
                "type": kind, "x": centre[0], "y": centre[1], "button": "left", "clickCount": 1})

    def key(self, key: str, code: str, number: int, modifiers: int = 0, commands: list = ()) -> None:
        """A key press; `commands` are the editor commands it stands for, e.g. copy."""
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", {
                "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers,
                "commands": list(commands) if kind == "keyDown" else []})

    # The record

    def requests(self) -> list:
        """The URL of every request that was begun, blocked ones too."""
        return [parameters["request"]["url"] for method, parameters in self.events
                if method == "Network.requestWillBeSent"]

    def blocked(self) -> list:
        """Requests that did not get an answer, with the reason."""
        urls = {parameters["requestId"]: parameters["request"]["url"] for method, parameters in self.events
                if method == "Network.requestWillBeSent"}
        return [(urls.get(parameters["requestId"], "?"), parameters.get("blockedReason") or parameters["errorText"])
                for method, parameters in self.events if method == "Network.loadingFailed"]

    def dialogs(self) -> list:
        return [parameters["message"] for method, parameters in self.events
                if method == "Page.javascriptDialogOpening"]

    def console(self) -> list:
        """Console messages, browser log entries (Content-Security-Policy among them) and exceptions."""
        lines = []
        for method, parameters in self.events:
            if method == "Runtime.consoleAPICalled":
                words = [str(argument.get("value", argument.get("description", "")))
                         for argument in parameters["args"]]
                lines.append(f"{parameters['type']}: {' '.join(words)}")
            elif method == "Log.entryAdded":
                lines.append(f"{parameters['entry']['level']}: {parameters['entry']['text']}")
            elif method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                lines.append(f"exception: {details.get('exception', {}).get('description') or details['text']}")
        return lines
