"""Markers and bars of lists and quotations stand before their text, whichever way it runs. That browsers show them there is tested
by test_pages.py with the same file."""

import pytest

from conftest import ROOT

BLOCKS = ROOT / "Tests" / "Browser" / "Fixtures" / "blocks.json"
# Bubbles have the time on the last line; markers and bars end at least this much before it.
RIGHT_TO_LEFT = {"arabic", "arabic-numbers", "hebrew-quote", "list-in-quote"}


@pytest.fixture(scope="module")
def messages(program):
    return {message["id"]: message for message in program.plan(BLOCKS).messages if message.get("id")}


def furniture(message: dict) -> list:
    return [item for item in message["items"] if item["box"].startswith(("marker", "ordinal", "quote-bar"))]


def texts(message: dict) -> list:
    return [item for item in message["items"] if item["box"].split(".")[0] in ("text", "code")]


def beside(item: dict, message: dict) -> list:
    """The texts at whose height a marker or bar stands."""
    return [text for text in texts(message)
            if text["y"] < item["y"] + item["height"] and item["y"] < text["y"] + text["height"]]


def words(item: dict) -> str:
    return "".join(line["text"] for line in item["lines"])


@pytest.mark.parametrize("name", ["ten", "hundred", "year", "longest", "nested", "deep"])
def test_findings_D1_a_marker_ends_before_its_text(messages, name):
    message = messages[name]
    found = furniture(message)
    assert found
    for item in found:
        for text in beside(item, message):
            assert item["x"] + item["width"] <= text["x"], f"{item} is over {text}"


def test_findings_D1_numbers_are_never_cut(messages):
    markers = {words(item) for name in ("ten", "hundred", "year", "longest") for item in furniture(messages[name])}
    assert markers == {"8.", "9.", "10.", "11.", "98.", "99.", "100.", "1984.", "999999999)"}


def test_findings_D1_items_of_a_list_are_indented_alike(messages):
    for name in ("ten", "hundred", "arabic-numbers"):
        edges = {round(text["x"], 3) if name not in RIGHT_TO_LEFT else round(text["x"] + text["width"], 3)
                 for text in texts(messages[name])}
        assert len(edges) == 1, (name, edges)


def test_findings_D1_every_item_of_a_deep_list_has_its_marker(messages):
    message = messages["deep"]
    assert len(texts(message)) == 10 and len(furniture(message)) == 10


@pytest.mark.parametrize("name", sorted(RIGHT_TO_LEFT))
def test_findings_D2_markers_and_bars_stand_at_the_right_of_right_to_left_text(messages, name):
    message = messages[name]
    time = next(item for item in message["items"] if item["box"] == "time")
    for item in furniture(message):
        assert all(text["x"] + text["width"] <= item["x"] + 0.001 for text in beside(item, message)
                   if words(text) != "תודה"), f"{item} is not at the right"
        apart = (item["x"] >= time["x"] + time["width"] or item["y"] + item["height"] <= time["y"])
        assert apart, f"{item} is over the time {time}"


def test_findings_D2_each_block_has_its_own_direction(messages):
    message = messages["mixed"]
    sides = []
    for item in furniture(message):
        text = beside(item, message)[0]
        sides.append("left" if item["x"] < text["x"] else "right")
    assert sorted(sides) == ["left", "left", "right", "right"], sides
