"""A small change in a chat is a small change in its site, as `diff` shows it."""

import json
import subprocess

import pytest


@pytest.fixture(scope="module")
def chat(generate):
    """500 messages of one page and 500 on the pages around it."""
    return json.loads(generate(1500, 5).read_text(encoding="utf-8"))


def changed_lines(program, folder, before: dict, after: dict) -> tuple[int, int]:
    """Returns the lines that `diff -r` reports for pages of the two sites, and for files their scripts read (one line each)."""
    for name, document in (("before", before), ("after", after)):
        (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        program.export(folder / f"{name}.json", folder / name)
    counts = []
    for others in ("map", "*.html"):
        excluded = [f"--exclude={name}" for name in ("export.json", "MANIFEST", "reuse.bin", "reuse", "assets", others)]
        result = subprocess.run(["diff", "-r", *excluded, str(folder / "before"), str(folder / "after")], capture_output=True, text=True)
        assert result.returncode in (0, 1)
        assert "Only in" not in result.stdout
        counts.append(sum(line.startswith(("<", ">")) for line in result.stdout.splitlines()))
    return tuple(counts)


def with_text(chat: dict, number: int, text: str) -> dict:
    messages = list(chat["messages"])
    messages[number] = {**messages[number], "text": text}
    return {**chat, "messages": messages}


def plain_message(chat: dict) -> int:
    """A short message in the middle that no other message quotes."""
    quoted = {message.get("replyTo") for message in chat["messages"]}
    return next(number for number, message in enumerate(chat["messages"]) if number > 740 and "replyTo" not in message
                and message["id"] not in quoted and message.get("text", "").replace(" ", "").isalpha()
                and message["text"].isascii() and 10 < len(message["text"]) < 25)


def test_the_same_conversation_has_no_difference(program, chat, tmp_path):
    assert changed_lines(program, tmp_path, chat, chat) == (0, 0)


def test_another_word_of_the_same_height_changes_at_most_six_lines(program, chat, tmp_path):
    number = plain_message(chat)
    text = chat["messages"][number]["text"]
    changed = with_text(chat, number, text[:-1] + ("n" if text[-1] != "n" else "o"))
    pages, index = changed_lines(program, tmp_path, chat, changed)
    # Of the index: the words of the page's messages, the file of the old word and that of the new, and their grams'.
    assert 0 < pages <= 6 and 0 < index <= 12


def test_a_longer_text_changes_at_most_ten_lines(program, chat, tmp_path):
    number = plain_message(chat)
    text = chat["messages"][number]["text"]
    changed = with_text(chat, number, " ".join([text] * 8))
    pages, index = changed_lines(program, tmp_path, chat, changed)
    assert 0 < pages <= 10 and 0 < index <= 12


def test_a_message_added_at_the_end_leaves_all_other_pages_alone(program, chat, tmp_path):
    """All but the last page, byte for byte: the last of three full ones has another behind it then."""
    grown = {**chat, "messages": [*chat["messages"], {**chat["messages"][-1], "id": "new", "text": "one more"}]}
    for name, document in (("before", chat), ("after", grown)):
        (tmp_path / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        program.export(tmp_path / f"{name}.json", tmp_path / name)
    rows = []
    for name in ("before", "after"):
        pages = sorted((tmp_path / name).glob("*/[0-9].html"))
        rows.append([page.read_bytes() for page in pages[:2]])
    assert rows[0] == rows[1] and len(rows[0]) == 2
