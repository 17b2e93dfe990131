"""Conversations in the documented format, written for a test."""

import json
from pathlib import Path


def write_chat(path: Path, messages: list, **facts) -> Path:
    """Writes messages as chatexport/1: those of a file are of two people, "a" (Ann, the owner) and "b" (Ben), unless `facts` has
    others. The id is the file's name. Returns the path."""
    chat = {
        "format": "chatexport/1", "id": path.stem, "title": path.stem.capitalize(), "timeZone": "UTC", "locale": "en",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
        **facts, "messages": messages,
    }
    path.write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")
    return path


def write_texts(path: Path, texts: dict, **facts) -> Path:
    """Writes texts by their ids as messages of Ann and Ben in turn, one a minute; plain ones unless `facts` says otherwise."""
    return write_chat(path, [
        {"id": name, "from": "ab"[number % 2], "at": f"2026-05-01T{10 + number // 60:02d}:{number % 60:02d}:00Z", "text": text}
        for number, (name, text) in enumerate(texts.items())], **{"text": "plain", **facts})
