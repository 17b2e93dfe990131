"""Other programs that make pages of chats: how they are installed from PyPI, and called.

They are installed on first use, each into a folder of its own in .build/peers, in the version that is named here. The formats
are variants that both they and chatexport read.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from Exports import FORMATS
from Exports.common import messages
from run import ROOT

FOLDER = ROOT / ".build" / "peers"


class NotInstalled(Exception):
    pass


@dataclass
class Peer:
    package: str
    version: str
    """The key of its input in ``MAKERS``."""
    format: str
    script: str
    """Returns the script's arguments for an input and for an empty folder to write into."""
    options: Callable

    @property
    def title(self) -> str:
        return f"{self.format}, {self.package} {self.version}"

    @property
    def folder(self) -> Path:
        return FOLDER / f"{self.package}-{self.version}"

    def install(self) -> None:
        if self.folder.exists():
            return
        pip = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", self.folder.with_suffix(".part"),
             f"{self.package}=={self.version}"], capture_output=True, text=True)
        if pip.returncode:
            raise NotInstalled(f"not installed: {(pip.stderr.strip().splitlines() or ['pip failed'])[-1]}")
        self.folder.with_suffix(".part").rename(self.folder)

    def arguments(self, source: Path, output: Path) -> list:
        return [self.folder / "bin" / self.script, *self.options(source, output)]

    def surroundings(self, folder: Path) -> dict:
        """Where it runs: some write into the folder they are called in, or keep things at home."""
        home = folder / "home"
        home.mkdir(exist_ok=True)
        return {"cwd": home, "env": {"HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.folder), "LC_ALL": "C.UTF-8"}}


def whatsapp(folder: Path, count: int) -> Path:
    """Day first and a year of four digits: the only order that whatsapp-chat-exporter reads."""
    path = folder / "WhatsApp Chat with Trip.txt"
    with path.open("w", encoding="utf-8") as file:
        for message in messages(count):
            file.write(f"{message.at:%d/%m/%Y, %H:%M} - {message.name}: {message.text}\n")
    return path


def irc(folder: Path, count: int) -> Path:
    path = folder / "trip.log"
    with path.open("w", encoding="utf-8") as file:
        for message in messages(count):
            file.write(f"{message.at:%Y-%m-%dT%H:%M:%S} <{message.name}> {message.text}\n")
    return path


MAKERS = {
    "WhatsApp": whatsapp, "IRC": irc, "Claude": FORMATS["claudeai"][0], "Claude Code": FORMATS["claudecode"][0]}

PEERS = [
    Peer("whatsapp-chat-exporter", "0.13.0", "WhatsApp", "wtsexporter",
         lambda source, output: ["--exported", source, "--output", output, "--assume-first-as-me", "--no-banner"]),
    Peer("irclog2html", "4.1.0", "IRC", "irclog2html", lambda source, output: ["--output-file", output / "index.html", source]),
    Peer("claude-export-html", "1.0.0", "Claude", "declaude",
         lambda source, output: ["--build", "--source", source, "--output", output, "--mapping", "mapping.json"]),
    Peer("claude-code-log", "1.7.0", "Claude Code", "claude-code-log",
         lambda source, output: [source / "-home-sam-trip", "--output", output / "index.html", "--no-cache"]),
]
