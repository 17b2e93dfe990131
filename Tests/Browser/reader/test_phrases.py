"""Every language has every phrase of English with its blanks. Needs no build: run it after adding a phrase."""

import json
import re

import pytest

from conftest import ROOT

FOLDER = ROOT / "Public" / "phrases"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.json"))


def phrases(language: str) -> dict:
    """The phrases of a language; keys that begin with `$` are remarks."""
    table = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {key: value for key, value in table.items() if not key.startswith("$")}


def blanks(phrase) -> set:
    forms = phrase.values() if isinstance(phrase, dict) else [phrase]
    return {blank for form in forms for blank in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_phrase(language):
    english, own = phrases("en"), phrases(language)
    missing = {key: english[key] for key in english if key not in own}
    assert not missing, f"{language}.json lacks {json.dumps(missing, ensure_ascii=False, indent=1)}"
    assert not own.keys() - english.keys(), f"{language}.json has phrases that English does not have"
    for key, phrase in own.items():
        # Some languages count without saying the number.
        assert blanks(phrase) in (blanks(english[key]), blanks(english[key]) - {"count"}), f"{language}.json: {key}"
