"""Rare forms of exports: what is read of each, by the program's own plan."""

import re
from pathlib import Path

import pytest

EXPORTS = Path(__file__).parents[1] / "Fixtures" / "exports"


def plan(program, name):
    result = program.run("inspect", EXPORTS / name)
    assert result.returncode == 0, result.stderr
    return result.stdout


def times(text):
    return re.findall(r"time .*?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)", text)


def test_dates_without_a_year_have_that_of_the_messages_before(program):
    assert times(plan(program, "whatsapp/android-2014/WhatsApp Chat with Ana.txt")) == [
        "2013-11-24T22:35:00Z", "2013-12-31T23:59:00Z", "2014-01-05T09:12:00Z", "2014-03-15T22:00:00Z", "2014-08-02T22:00:00Z"]


def test_a_text_in_utf_16_is_read(program):
    text = plan(program, "whatsapp/utf-16/_chat.txt")
    assert times(text) == ["2024-01-05T09:12:05Z", "2024-01-25T21:05:33Z"]
    assert '"привет"' in text and '"second line' in text


@pytest.mark.parametrize("name, words", [
    ("openai/response/response.json", ["Be brief.", "How **high** is the tide?", "Look it up.", "Tool: tide", "2.1 m", "hologram", "Tides"]),
    ("openai/items/items.json", ["a.txt", "Tool: code_interpreter", "Tool result: code_interpreter", "No."]),
    ("chatgpt/canvas/conversations.json", ["Longer", "It goes.", "Tool: canmore.update_textdoc"])])
def test_what_assistants_wrote_is_read(program, name, words):
    text = plan(program, name)
    assert [word for word in words if word not in text] == []
