#!/usr/bin/env python3
"""Writes conversations in which every text field of chatexport/1 holds an attack.

    make_hostile.py FOLDER

`Fixtures/hostile.json` holds strings of our own; public attack corpora are added when ../shared/data is there.
"""

import json
import os
import re
import struct
import sys
import zlib
from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "Fixtures"
SECRET = "this text lies beside the input and is none of its attachments"
ME, OTHER = "me", "you"


def own_payloads() -> list:
    return json.loads((FIXTURES / "hostile.json").read_text(encoding="utf-8"))


def corpus_payloads(data: Path) -> list:
    """Every attack string of the public corpora, once, in their order."""
    conformance = data / "conformance"
    found = []
    for path in sorted((conformance / "xss-payloads-all-the-things" / "Intruders").glob("*.txt")):
        found += path.read_text(encoding="utf-8", errors="replace").splitlines()
    found += json.loads((conformance / "blns" / "blns.json").read_text(encoding="utf-8"))
    source = (conformance / "xss-dompurify" / "expect.mjs").read_text(encoding="utf-8")
    found += [json.loads(literal) for literal in re.findall(r'"payload":\s*("(?:[^"\\]|\\.)*")', source)]
    sheet = (conformance / "xss-owasp" / "XSS_Filter_Evasion_Cheat_Sheet.md").read_text(encoding="utf-8")
    found += re.findall(r"```\w*\n(.*?)\n```", sheet, re.S)
    return list(dict.fromkeys(text for text in found if text.strip()))


def attachment(kind: str, **members) -> dict:
    return {"attachments": [{"kind": kind, **members}]}


# A film that browsers play.
FILM = Path(__file__).resolve().parents[3] / "docs" / "examples" / "media" / "custard.webm"

# Every text field of a message, as the members it adds.
FIELDS = {
    "text": lambda x: {"text": x},
    "markdown text": lambda x: {"text": x, "markup": "markdown"},
    "plain text": lambda x: {"text": x, "markup": "plain"},
    "link text": lambda x: {"text": f"[{x}](https://example.org)", "markup": "markdown"},
    "link target": lambda x: {"text": f"[target]({x})", "markup": "markdown"},
    "link title": lambda x: {"text": f"[target](https://example.org \"{x}\")", "markup": "markdown"},
    "autolink": lambda x: {"text": f"<{x}> https://example.org/{x}", "markup": "markdown"},
    "reference": lambda x: {"text": f"[target]\n\n[target]: {x}", "markup": "markdown"},
    "fence": lambda x: {"text": f"```{x}\n{x}\n```", "markup": "markdown"},
    "heading": lambda x: {"text": f"# {x}\n> {x}\n\n- {x}\n1. {x}", "markup": "markdown"},
    "kind": lambda x: {"kind": x, "text": x},
    "quote": lambda x: {"text": "quoting", "quote": {"name": x, "text": x}},
    "reply to nothing": lambda x: {"text": "answer", "replyTo": x},
    "reaction": lambda x: {"text": "reacted", "reactions": [{"emoji": x, "by": [ME]}, {"emoji": x, "count": 3}]},
    "reaction by": lambda x: {"text": "reacted", "reactions": [{"emoji": "👍", "by": [x]}]},
    "edits": lambda x: {"text": "edited", "edits": [{"at": "2026-05-01T09:00:00Z", "text": x}, {"at": x, "text": x}]},
    "reaction image": lambda x: {"text": "reacted", "reactions": [
        {"emoji": x, "image": x, "count": 2}, {"emoji": x, "image": "media/dot.png", "by": [ME]}]},
    "status": lambda x: {"text": "sent", "status": x},
    "forwarded": lambda x: {"text": "forwarded", "forwardedFrom": x, "forwardedAt": "2026-05-01T08:00:00Z"},
    "forwarded at": lambda x: {"text": "forwarded", "forwardedFrom": x, "forwardedAt": x},
    "passing": lambda x: {"text": x, "viewOnce": x, "expiresAfter": x, "unread": True, "status": "failed"},
    "expired": lambda x: {"kind": "expired", "by": x, "text": x, "viewOnce": True, "deletedAt": "2026-05-01T08:00:00Z"},
    "branch": lambda x: {"text": x, "role": x, "parent": "text-0"},
    "branch of thought": lambda x: {"kind": "thinking", "text": x, "name": x, "parent": "text-0", "edits": [{"text": x}]},
    "thread": lambda x: {"text": "in a thread", "thread": x},
    "steps": lambda x: {"text": x, "steps": [{"kind": "toolCall", "name": x, "text": x}, {"kind": x, "text": x}]},
    "turn": lambda x: {"text": "a turn", "role": x, "model": x, "parent": x},
    "thinking": lambda x: {"kind": "thinking", "text": x},
    "tool call": lambda x: {"kind": "toolCall", "name": x, "text": x},
    "tool result": lambda x: {"kind": "toolResult", "name": x, "text": x},
    "image path": lambda x: attachment("image", path=x, alt=x),
    "image name": lambda x: attachment("image", path="media/dot.png", name=x, alt=x, type=x, width=10, height=10),
    "image absent": lambda x: attachment("image", absence=x, alt=x),
    "video": lambda x: attachment("video", path=f"media/{x}", name=x, alt=x, type=x, duration=3),
    "audio": lambda x: attachment("audio", name=x, absence=x, alt=x, type=x),
    "voice": lambda x: attachment("voice", path=x, type=x, duration=7.5, waveform=[0, 50, x, 100, -1, 1e300]),
    "poster": lambda x: attachment("video", path="media/dot.png", poster=x, alt=x),
    "film": lambda x: attachment("gif", path="media/film.webm", poster="media/dot.png", name=x, alt=x),
    "lonely sticker": lambda x: attachment("sticker", path="media/dot.png", name=x, alt=x),
    "file": lambda x: attachment("file", path="media/dot.png", name=x, type=x, byteCount=70),
    "sticker": lambda x: attachment("sticker", path=x, alt=x),
    "gif": lambda x: attachment("gif", name=x, alt=x),
    "attachment kind": lambda x: attachment(x, name=x),
    "album": lambda x: {"kind": "album", "text": x, "attachments": [
        {"path": "media/dot.png", "alt": x}, {"path": "media/dot.png", "alt": x}, {"path": x, "alt": x}]},
    "contact": lambda x: {"kind": "contact", "contact": {"name": x, "phones": [x], "emails": [x]}},
    "location": lambda x: {"kind": "location", "location": {
        "latitude": 38.7, "longitude": -9.1, "name": x, "address": x}},
    "poll": lambda x: {"kind": "poll", "poll": {"question": x, "options": [{"text": x, "votes": 2, "chosen": True}], "closed": True, "voters": 1}},
    "call": lambda x: {"kind": "call", "call": {"medium": x, "outcome": x, "duration": 60}},
    "link preview": lambda x: {"kind": "linkPreview", "text": x, "linkPreview": {
        "url": x, "title": x, "summary": x, "image": {"path": x, "alt": x}}},
    "code": lambda x: {"kind": "code", "text": x, "language": x},
    "event": lambda x: {"kind": "system", "event": x, "by": ME, "text": x},
    "event targets": lambda x: {"kind": "system", "event": "memberAdded", "by": x, "targets": [x, OTHER], "text": x},
    "event title": lambda x: {"kind": "system", "event": "titleChanged", "by": ME, "text": x},
    "deleted": lambda x: {"kind": "deleted", "by": x, "text": x},
    "sender": lambda x: {"from": x, "text": "from somebody"},
    "unknown member": lambda x: {"text": "unknown", x: x, "more": {x: [x]}},
}


def write(path: Path, payloads: list, core: list, markup: str) -> dict:
    """Writes one conversation: each payload as a text and in one other field, each core payload in every field.

    Returns the texts that must appear unchanged, by message id.
    """
    messages, texts = [], {}
    # Fields that reach a page only with a file that can be shown.
    (path.parent / "media").mkdir(exist_ok=True)
    (path.parent / "media" / "dot.png").write_bytes(dot())
    (path.parent / "media" / "film.webm").write_bytes(FILM.read_bytes())
    fields = list(FIELDS.items())

    def add(identifier: str, members: dict) -> None:
        number = len(messages)
        minute, second = divmod(number, 60)
        hour, minute = divmod(minute, 60)
        messages.append({
            "id": identifier, "from": (ME, OTHER)[number // 3 % 2],
            "at": f"2026-05-{1 + hour // 24:02d}T{hour % 24:02d}:{minute:02d}:{second:02d}Z", **members})

    for number, payload in enumerate(payloads):
        add(f"text-{number}", {"text": payload})
        texts[f"text-{number}"] = payload
        name, field = fields[number % len(fields)]
        add(f"field-{number}", field(payload))
    for name, field in fields:
        for number, payload in enumerate(core):
            add(f"{name.replace(' ', '-')}-{number}", field(payload))
    for number, payload in enumerate(core):
        add(f"{payload}{number}", {"text": f"an id of its own {number}"})
        add(f"answer-{number}", {"text": "answer", "replyTo": f"{payload}{number}"})
    document = {
        "format": "chatexport/1", "id": core[0] + path.stem, "title": f"{core[0]}{core[4]}{core[11]}",
        "timeZone": "UTC", "locale": "en", "text": markup,
        "participants": [
            {"id": ME, "name": core[2], "isMe": True, "avatar": core[4]},
            {"id": OTHER, "name": core[6], "avatar": "media/dot.png"},
            *({"id": payload, "name": payload, "avatar": payload} for payload in core)],
        "messages": messages}
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8", errors="surrogatepass")
    return texts


def write_titles(folder: Path, core: list) -> list:
    """A small conversation for each payload as its title, id and locale."""
    paths = []
    for number, payload in enumerate(core):
        path = folder / f"title-{number}.json"
        path.write_text(json.dumps({
            "format": "chatexport/1", "id": payload, "title": payload, "timeZone": "UTC", "locale": payload,
            "participants": [{"id": "a", "name": payload}],
            "messages": [{"id": payload, "from": "a", "at": "2026-05-01T10:00:00Z", "text": payload}]}),
            encoding="utf-8")
        paths.append(path)
    return paths


# File names and contents that pretend to be pictures, or are more than they claim.
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert("svg")</script></svg>'
HTML = b"<!doctype html><title>x</title><script>alert('html')</script>"
FILES = {
    "evil.svg": SVG, "evil.html": HTML, "evil.htm": HTML, "evil.xhtml": HTML, "evil.xml": SVG, "evil.svgz": SVG,
    "page.jpg": HTML, "drawing.png": SVG, "noextension": HTML, "evil.js": b"alert('js')", "evil.css": b"*{}",
    "a\" onerror=\"alert(1).png": b"", "b'><script>alert(2)</script>.png".replace("/", "\u2215"): b"",
    "c d#e?f%20g&h.png": b"", "-rf.png": b"", ".hidden.png": b"", "x.png.html": b"", "empty.png": b"",
}


def dot() -> bytes:
    """A PNG picture of one white pixel."""
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\xff\xff\xff"))
            + chunk(b"IEND", b""))


def write_attachments(folder: Path, data: Path) -> Path:
    """A conversation whose attachments are attacks themselves: active content, ways out of the folder, pipes."""
    media = folder / "media"
    media.mkdir(parents=True)
    (folder.parent / "secret.txt").write_text(SECRET)
    for name, content in FILES.items():
        (media / name).write_bytes(content if content or name == "empty.png" else dot())
    (media / "dot.png").write_bytes(dot())
    (media / "folder").mkdir()
    (media / "link.png").symlink_to("../../secret.txt")
    (media / "loop.png").symlink_to("loop.png")
    (media / "endless.png").symlink_to("/dev/zero")
    os.mkfifo(media / "pipe.png")
    paths = [f"media/{path.name}" for path in sorted(media.iterdir())]
    paths += ["../secret.txt", "media/../../secret.txt", str((folder.parent / "secret.txt").resolve()),
              "media/./../../secret.txt", "..\\secret.txt", "file:../secret.txt", "", ".", "media", "/", "/dev/stdin"]
    outside = data / "conformance" / "xss-payloads-all-the-things" / "Files"
    for path in sorted(outside.glob("*")) if outside.is_dir() else []:
        if path.is_file():
            (media / path.name).write_bytes(path.read_bytes())
            paths.append(f"media/{path.name}")
    messages = []
    for kind in ("image", "file", "video", "audio", "voice", "sticker", "gif"):
        for path in paths:
            messages.append({
                "id": str(len(messages)), "from": ME, "at": "2026-05-01T10:00:00Z",
                "attachments": [{"kind": kind, "path": path, "name": Path(path).name, "type": "text/html"}]})
    source = folder / "attachments.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "attachments", "title": "Attachments", "timeZone": "UTC", "locale": "en",
        "participants": [{"id": ME, "name": "Me", "isMe": True, "avatar": "../secret.txt"}], "messages": messages}),
        encoding="utf-8")
    return source


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    data = Path(__file__).resolve().parents[3].parent / "shared" / "data"
    own = own_payloads()
    more = corpus_payloads(data) if data.is_dir() else []
    for markup in ("plain", "markdown"):
        write(folder / f"hostile-{markup}.json", own + more, own, markup)
    write_attachments(folder / "attachments", data)


if __name__ == "__main__":
    main()
