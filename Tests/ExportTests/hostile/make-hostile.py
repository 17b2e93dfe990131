#!/usr/bin/env python3
"""Writes a conversation whose every text field holds strings that were made to break pages.

    Tests/ExportTests/hostile/make-hostile.py CONFORMANCE_FOLDER OUTPUT_FOLDER [--every N]

CONFORMANCE_FOLDER  holds xss-dompurify, xss-owasp, xss-payloads-all-the-things and blns
OUTPUT_FOLDER       gets hostile.json (chatexport/1) and media/ with the pictures that carry payloads
--every N           take each Nth string only, for a quick run

The same input gives the same bytes. A page made from it must run nothing, load nothing from elsewhere and show
the strings as they are. Standard library only.
"""
import argparse
import json
import pathlib
import re

WORST = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>/../..\\"


def lines(path):
    return path.read_text("utf-8", "replace").splitlines()


def strings(folder):
    """Every string of the collections, each once, in their order."""
    found = list(json.loads((folder / "blns/blns.json").read_text("utf-8")))
    purify = (folder / "xss-dompurify/expect.mjs").read_text("utf-8", "replace")
    for literal in re.findall(r'"payload":\s*("(?:\\.|[^"\\\n])*")', purify):
        try:
            found.append(json.loads(literal))
        except ValueError:
            found.append(literal)
    owasp = (folder / "xss-owasp/XSS_Filter_Evasion_Cheat_Sheet.md").read_text("utf-8", "replace")
    found += re.findall(r"^```[^\n]*\n(.*?)\n```", owasp, re.S | re.M)
    found += re.findall(r"`([^`\n]+)`", owasp)
    payloads = folder / "xss-payloads-all-the-things"
    for path in sorted((payloads / "Intruders").glob("*.txt")):
        found += lines(path)
    for path in sorted((payloads / "Files").iterdir()):
        data = path.read_bytes()
        if len(data) < 4096 and b"\0" not in data and not data.startswith(b"\xff\xd8"):
            found.append(data.decode("utf-8", "replace"))
    # Half a surrogate pair has no UTF-8.
    return list(dict.fromkeys(text.encode("utf-8", "replace").decode("utf-8") for text in found if text))


def pictures(folder, output):
    """Copies the pictures with payloads in their metadata and returns their paths."""
    media = output / "media"
    media.mkdir(parents=True, exist_ok=True)
    paths = []
    for path in sorted((folder / "xss-payloads-all-the-things/Files").iterdir()):
        if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".svg", ".swf", ".htm"):
            (media / path.name).write_bytes(path.read_bytes())
            paths.append(f"media/{path.name}")
    return paths


def messages(number, text, picture):
    """One message of each kind with the string in each of its fields."""
    person = f"p{number}"
    attachment = {"kind": "image", "path": text, "name": text, "alt": text, "type": text, "absence": text}
    kinds = [
        {"text": text, "markup": "markdown"},
        {"text": text, "markup": "plain"},
        {"text": f"[{text}]({text}) ![{text}](<{text}>) <{text}> `{text}` **{text}**\n\n# {text}\n\n> {text}\n\n- {text}",
         "markup": "markdown"},
        {"text": f"https://example.org/{text} javascript:{text} @{text} #{text} {text}@example.org", "markup": "plain"},
        {"text": f"```{text}\n{text}\n```", "markup": "markdown"},
        {"text": text, "attachments": [attachment]},
        {"text": text, "attachments": [{"kind": "image", "path": picture, "name": text, "alt": text},
                                       {"kind": text, "path": picture, "name": text}]},
        {"attachments": [{"kind": "file", "path": f"media/{text}", "name": text}]},
        {"attachments": [{"kind": "voice", "name": text, "absence": text, "duration": 3}]},
        {"contact": {"name": text, "phones": [text], "emails": [text]}},
        {"location": {"latitude": 38.7, "longitude": -9.2, "name": text, "address": text}},
        {"poll": {"question": text, "options": [{"text": text, "votes": 1}, {"text": text}]}},
        {"call": {"medium": text, "outcome": text}},
        {"text": text, "linkPreview": {"url": text, "title": text, "summary": text, "image": dict(attachment)}},
        {"linkPreview": {"url": f"javascript:{text}", "title": text}},
        {"kind": "code", "text": text, "language": text},
        {"event": text, "by": person, "targets": [person, text], "text": text},
        {"event": "titleChanged", "by": person, "text": text},
        {"kind": "deleted", "by": person},
        {"kind": "thinking", "role": text, "text": text},
        {"kind": "toolCall", "role": text, "model": text, "name": text, "text": text},
        {"kind": "toolResult", "name": text, "text": text},
        {"kind": "unsupported", "name": text, "text": text},
        {"kind": text, "text": text},
        {text: text, "text": text},
    ]
    for place, message in enumerate(kinds):
        message.setdefault("id", f"{number}.{place} {text}")
        if "event" not in message:
            message["from"] = person if place % 2 else text
        message["at"] = "2026-05-01T%02d:%02d:%02dZ" % (number // 3600 % 24, number // 60 % 60, number % 60)
        yield message
    yield {
        "id": text, "from": person, "at": text, "text": text, "replyTo": text, "quote": {"name": text, "text": text},
        "reactions": [{"emoji": text, "by": [person, text], "count": 3}], "edits": [{"text": text, "at": text}],
        "editedAt": text, "status": text, "forwardedFrom": text, "thread": text, "pinned": True, "role": text,
        "model": text, "parent": text,
    }
    yield {"id": f"{number}.reply", "from": person, "at": "2026-05-02T00:00:00Z", "replyTo": text, "text": text,
           "status": text, "reactions": [{"emoji": text, "by": [person]}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conformance", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    paths = pictures(options.conformance, options.output)
    texts = strings(options.conformance)[::options.every]
    conversation = {
        "format": "chatexport/1", "id": WORST, "title": WORST, "timeZone": WORST, "locale": WORST, "text": "markdown",
        "participants": [{"id": f"p{number}", "name": text, "avatar": text, "isMe": number == 0}
                         for number, text in enumerate(texts)],
        "messages": [message for number, text in enumerate(texts)
                     for message in messages(number, text, paths[number % len(paths)])],
    }
    data = json.dumps(conversation, ensure_ascii=False, indent=None, separators=(",", ":"))
    (options.output / "hostile.json").write_text(data + "\n", "utf-8")
    print(f"{len(texts)} strings, {len(conversation['messages'])} messages, {len(paths)} pictures")


main()
