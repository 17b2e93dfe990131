"""Firefox, driven over Marionette: JSON texts with their length before them, on a local TCP connection.

`remote.prefs.recommended` is off, because it relaxes the rules for `file:` pages: a site that is broken for readers
would pass.
"""

import atexit
import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from chromium import DEADLINE, PATIENCE, BrowserError

PREFERENCES = {
    "remote.prefs.recommended": False,
    "marionette.port": 0,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "dom.disable_open_during_load": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "security.sandbox.warn_unprivileged_namespaces": False,
    "toolkit.telemetry.enabled": False,
    # Bars that take no room, as on phones (`show_scrollbars`).
    "ui.useOverlayScrollbars": 1,
    "trailhead.firstrun.didSeeAboutWelcome": True,
}


def executable() -> str:
    for name in (os.environ.get("FIREFOX"), "firefox-esr", "firefox"):
        found = name and shutil.which(name)
        if found:
            return found
    raise BrowserError("no Firefox found: run `.ci/install test`, or set FIREFOX to one")


class Firefox:
    """A running Firefox with a fresh profile and one window."""

    def __init__(self):
        self.profile = Path(tempfile.mkdtemp(prefix="firefox-"))
        (self.profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
        self.log = open(self.profile / "browser.log", "wb")
        environment = {**os.environ, "TZ": "UTC", "LANG": "C.UTF-8", "MOZ_HEADLESS": "1", "HOME": str(self.profile)}
        arguments = [
            executable(), "--headless", "--no-remote", "--marionette", "--remote-allow-system-access",
            "--profile", str(self.profile), "--width", "1000", "--height", "900"]
        # If the tests are killed, the kernel ends the browser too.
        if shutil.which("setpriv"):
            arguments = ["setpriv", "--pdeathsig", "KILL", *arguments]
        self.process = subprocess.Popen(
            arguments, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, env=environment,
            start_new_session=True)
        atexit.register(self.close)
        self.next_id = 0
        self.buffer = b""
        self.connection = self.connect()
        session = self.send("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {
            "pageLoadStrategy": "normal", "unhandledPromptBehavior": "dismiss and notify"}}})
        self.version = f"Firefox/{session['capabilities']['browserVersion']}"

    def connect(self) -> socket.socket:
        """Waits for the port that Firefox chose and wrote into its profile."""
        port_file = self.profile / "MarionetteActivePort"
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                log = (self.profile / "browser.log").read_text(errors="replace")[-2000:]
                raise BrowserError(f"Firefox ended by itself:\n{log}")
            if port_file.exists() and (port := port_file.read_text().strip()):
                connection = socket.create_connection(("127.0.0.1", int(port)), DEADLINE)
                self.read(connection)
                return connection
            time.sleep(0.05)
        raise BrowserError(f"Firefox opened no Marionette port within {DEADLINE:.0f} s")

    def close(self) -> None:
        """Ends the browser and all its processes. Safe to call again."""
        if self.process is None:
            return
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process = None
        if getattr(self, "connection", None):
            self.connection.close()
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)
        atexit.unregister(self.close)

    def __enter__(self) -> "Firefox":
        return self

    def __exit__(self, *exception) -> None:
        self.close()

    def read(self, connection: socket.socket):
        while True:
            length, separator, rest = self.buffer.partition(b":")
            if separator and len(rest) >= int(length):
                self.buffer = rest[int(length):]
                return json.loads(rest[: int(length)])
            data = connection.recv(1 << 20)
            if not data:
                raise BrowserError("Firefox closed the connection")
            self.buffer += data

    def send(self, command: str, parameters: dict = None):
        self.next_id += 1
        number = self.next_id
        data = json.dumps([0, number, command, parameters or {}]).encode()
        self.connection.sendall(b"%d:%s" % (len(data), data))
        while True:
            kind, answered, error, result = self.read(self.connection)
            if kind == 1 and answered == number:
                break
        if error:
            raise BrowserError(f"{command}: {error.get('error')}: {error.get('message')}")
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def in_chrome(self, script: str, *arguments):
        """Runs a script in the browser's own window."""
        self.send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.send("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})
        finally:
            self.send("Marionette:SetContext", {"value": "content"})

    def resize(self, width: int, height: int) -> None:
        """The viewport in CSS px, also narrower than a Firefox window can be."""
        self.in_chrome(
            "const box = gBrowser.selectedBrowser; box.style.cssText ="
            " `flex: none; width: ${arguments[0]}px; min-width: 0; height: ${arguments[1]}px`;", width, height)
        end = time.monotonic() + PATIENCE
        while self.evaluate("[innerWidth, innerHeight]") != [width, height]:
            if time.monotonic() > end:
                raise BrowserError(f"Firefox did not take the size {width} × {height}")
            time.sleep(0.02)

    def show_scrollbars(self, shown: bool = True) -> None:
        """Lets scroll bars take room of the window, or not."""
        self.in_chrome("Services.prefs.setIntPref('ui.useOverlayScrollbars', arguments[0])", int(not shown))

    def goto(self, url) -> None:
        """Loads a page and waits for the load event and the fonts."""
        self.send("WebDriver:Navigate", {"url": url.as_uri() if isinstance(url, Path) else url})
        self.settle()

    def settle(self) -> None:
        """Waits until fonts are loaded and no drawn frame has asked for another one."""
        self.evaluate_async("(async () => { for (let round = 0; round < 2; round++) { await document.fonts.ready;"
                            " await new Promise(requestAnimationFrame) } await document.fonts.ready; done(true) })()")

    def evaluate(self, expression: str, *arguments):
        """The value of an expression; with arguments, the expression is a function to call with them."""
        if arguments:
            expression = f"({expression})(...arguments)"
        return self.send("WebDriver:ExecuteScript", {
            "script": f"return ({expression})", "args": list(arguments), "sandbox": None, "newSandbox": False})

    def wait_until(self, expression: str, deadline: float = PATIENCE) -> None:
        """Waits until the expression is true in the page."""
        end = time.monotonic() + deadline
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise BrowserError(f"never true: {expression}")
            time.sleep(0.02)

    def act(self, *sources: dict) -> None:
        """Real input: WebDriver action sources, e.g. a `wheel` or a `pointer` with its actions."""
        self.send("WebDriver:PerformActions", {"actions": list(sources)})
        self.send("WebDriver:ReleaseActions")

    def evaluate_async(self, statement: str):
        """Runs a statement that calls `done(value)`."""
        return self.send("WebDriver:ExecuteAsyncScript", {
            "script": f"const done = arguments[arguments.length - 1]; {statement}", "args": [],
            "timeout": int(DEADLINE * 1000)})

    def screenshot(self, path: Path = None) -> bytes:
        data = base64.b64decode(self.send("WebDriver:TakeScreenshot", {"full": False}))
        if path:
            path.write_bytes(data)
        return data
