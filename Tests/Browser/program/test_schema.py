"""The documented format: the schema accepts our examples and what the generator writes, and rejects mistakes."""

import json
import warnings

import pytest

from conftest import ROOT

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import jsonschema

SCHEMA = ROOT / "docs" / "chatexport-1.schema.json"
EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture(scope="module")
def schema() -> dict:
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


def validator(schema: dict, definition: str = None):
    """The whole schema's validator, or that of one of its definitions."""
    if definition:
        schema = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": f"#/$defs/{definition}"}
    return jsonschema.Draft202012Validator(schema)


def errors(schema: dict, document, definition: str = None) -> list:
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
            for error in validator(schema, definition).iter_errors(document)]


def test_the_schema_is_a_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


def undescribed(schema: dict) -> list:
    """The properties that neither they nor what they refer to describe."""
    found = []
    for owner, definition in [("", schema), *schema["$defs"].items()]:
        stack = [(owner, definition)]
        while stack:
            path, node = stack.pop()
            for name, value in node.get("properties", {}).items():
                referred = schema["$defs"].get(value.get("$ref", "").split("/")[-1], {})
                if not (value.get("description") or referred.get("description")):
                    found.append(f"{path}/{name}")
                stack += [(f"{path}/{name}", value), (f"{path}/{name}", value.get("items", {}))]
    return found


def test_every_property_is_described_and_the_schema_has_an_address(schema):
    assert undescribed(schema) == []
    assert undescribed({"$defs": {"a": {"properties": {"b": {"type": "string"}}}}}) == ["a/b"]
    assert schema["$id"].startswith("https://")
    # A document may name the schema, so that editors check it.
    assert errors(schema, changed(**{"$schema": schema["$id"]})) == []


def test_there_are_examples_of_both_forms():
    assert list(EXAMPLES.glob("*.json"))


def test_every_example_is_valid(schema):
    for path in sorted(EXAMPLES.glob("*.json")):
        assert errors(schema, json.loads(path.read_text(encoding="utf-8"))) == [], path.name
    for path in sorted(EXAMPLES.glob("*.jsonl")):
        header, *messages = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)
        # In the JSON Lines form the first line is the conversation without its messages.
        assert "messages" not in header and errors(schema, header) == [], path.name
        for number, message in enumerate(messages, 2):
            assert errors(schema, message, "message") == [], f"{path.name} line {number}"


def test_generated_conversations_are_valid(schema, generate):
    document = json.loads(generate(2000, 1).read_text(encoding="utf-8"))
    assert errors(schema, document) == []


GOOD = {"format": "chatexport/1", "id": "x", "title": "X", "timeZone": "UTC",
        "participants": [{"id": "a", "name": "A"}],
        "messages": [{"id": "1", "from": "a", "at": "2026-05-01T10:00:00Z", "text": "hello"}]}


def test_the_smallest_conversation_is_valid(schema):
    assert errors(schema, GOOD) == []


def changed(**members) -> dict:
    return {**GOOD, **members}


@pytest.mark.parametrize("document", [
    changed(format="chatexport/2"), {name: value for name, value in GOOD.items() if name != "format"},
    changed(messages={}), changed(participants="a"), changed(participants=[{"name": 1}]),
    changed(messages=[{"id": "1", "from": "a", "at": "yesterday", "text": "x"}]),
    changed(messages=[{"id": "1", "from": "a", "text": 5}]),
    changed(messages=[{"id": "1", "from": "a", "text": "x", "reactions": "👍"}]),
    changed(messages=[{"id": "1", "attachments": [{"kind": "image", "width": "wide"}]}]),
    changed(messages=["hello"]), []], ids=range(11))
def test_a_mistake_is_rejected(schema, document):
    assert errors(schema, document) != []


def test_every_example_is_read_without_a_finding(program, tmp_path):
    for path in sorted(EXAMPLES.glob("*.json*")):
        report = tmp_path / f"{path.name}.report"
        program.export(path, tmp_path / path.name, "--report", report)
        found = json.loads(report.read_text(encoding="utf-8"))
        # One example has a kind that no program knows.
        odd = [finding for finding in found["findings"]
               if finding["severity"] != "note" and finding["code"] != "unsupported-kind"]
        assert odd == [], path.name
