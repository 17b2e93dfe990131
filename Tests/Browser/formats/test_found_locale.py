"""Words, dates and clocks of pages: no word of ours in another language than the page's, dates as the export writes them."""

import base64
import html
import json
import re
from pathlib import Path

import pytest

from conftest import ROOT
from planting import parts as packed_parts

FIXTURES = ROOT / "Tests" / "ChatImportTests" / "Fixtures"
# Everything in them that is no JSON or text is read as bytes: names in databases are UTF-8 there.
EXPORTS = sorted(
    (case, [path for path in sorted(case.iterdir()) if path.name not in ("expected.txt", "FACTS.md")])
    for case in FIXTURES.glob("*/*") if case.is_dir())
# Abbreviations and names, which are the same in Japanese; the text of tools, which readers mark ("Error", "Exit code"); words that
# Facebook and Instagram have for accounts that are gone; yes and no as the values of members of JSON; addresses; the name of a language of
# code.
NAMES = {"signal", "telegram", "shareplay", "sms", "mms", "gif", "json", "mb", "kb", "utc", "esc", "geo", "chatgpt", "claude", "codex",
         "gemini", "cursor", "copilot", "opencode", "error", "exit", "code", "facebook", "instagram", "user", "yes", "artifacts", "python"}
# Words of ours that are still English: the kinds of cards that are named by the app's own word, sentences about what an exporter left out,
# titles that readers make up, and LaTeX and sources of answers.
NAMES |= set("""undated line file batch payment unknown deleted account new chat sources latex lottie
    discord data package has others only the owner own messages nothing may sticker poll discordchatexporter wrote
    continues session waited queued review ended voice started pull request tool agent""".split())


def write(folder: Path, name: str, content) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@pytest.fixture
def export(program, tmp_path):
    """Exports without a locale in the environment, but for `environment`; gives the site's folder."""
    def run(*arguments, **environment) -> Path:
        clean = {"LC_ALL": "", "LC_TIME": "", "LANG": "C.UTF-8", **environment}
        result = program.run(*arguments, "--out", tmp_path / "site", "--force", "--quiet", environment=clean)
        assert result.returncode == 0, result.stderr
        return tmp_path / "site"
    return run


def text(site: Path, pattern: str = "[0-9]*.html") -> str:
    """The words of the pages of messages, with single spaces."""
    words = " ".join(re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8")) for path in sorted(site.rglob(pattern)))
    return re.sub(r"\s+", " ", html.unescape(words))


# Words

def words_of(path: Path) -> str:
    """All text of an input, without distinctions of case and space."""
    parts = []
    for file in [path] if path.is_file() else sorted(found for found in path.rglob("*") if found.is_file()):
        content = file.read_bytes()
        try:
            contents = [content, *packed_parts(content)]
        except EOFError:  # a fixture that was cut off
            continue
        for content in contents:
            parts += [content.decode("utf-8", "replace"), *(content[start:].decode("utf-16-le", "replace") for start in (0, 1))]
            parts += [base64.b64decode(found[:len(found) // 4 * 4]).decode("utf-8", "replace")
                      for found in re.findall(rb"[A-Za-z0-9+/]{16,}", content)]
        parts.append(str(file.relative_to(path.parent)))
    joined = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), "\n".join(parts))
    return re.sub(r"[\s_\\-]+", " ", f"{joined}\n{html.unescape(joined)}").lower()


def latin_words(site: Path) -> set:
    """The runs of Latin words in the rows of the pages, their labels included."""
    runs = set()
    for page in site.rglob("*.html"):
        source = re.sub(r"<(script|style|svg|kbd)\b.*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.S)
        body = source[source.index("<body"):]
        found = re.findall(r">([^<]+)<", body) + re.findall(r' (?:aria-label|title|alt)="([^"]*)"', body)
        for text in found:
            words = re.sub(r"https?://\S+", "", html.unescape(text))
            runs.update(re.findall(r"[A-Za-z][A-Za-z' ’]*[A-Za-z]", words))
    return runs


@pytest.mark.sweep(kind=lambda case: case.parent.name)
@pytest.mark.parametrize("case, inputs", EXPORTS, ids=lambda value: "/".join(value.parts[-2:]) if isinstance(value, Path) else "")
def test_no_english_word_of_ours_on_a_japanese_page(case, inputs, program, tmp_path):
    """Every Latin word on the page is in the export: pages say nothing else in English."""
    result = program.run(*inputs, "--out", tmp_path / "site", "--locale", "ja", "--no-search", "--quiet")
    assert result.returncode == 0, result.stderr
    own = " ".join(words_of(path) for path in inputs)
    strange = {run for run in latin_words(tmp_path / "site")
               for word in re.findall(r"[a-z]{3,}", run.lower()) if word not in own and word not in NAMES}
    assert not strange


SIGNAL = [
    {"version": "1", "backupTimeMs": "1770000000000"},
    {"account": {"profileKey": "", "givenName": "", "familyName": ""}},
    {"recipient": {"id": "1", "self": {}}},
    {"recipient": {"id": "2", "contact": {"aci": "AAAAAAAAAAAAAAAAAAAAAA==", "profileGivenName": "Ben", "e164": "12025550111"}}},
    {"chat": {"id": "1", "recipientId": "2"}},
]
SIGNAL_UPDATES = {
    "timer": ({"expirationTimerChange": {"expiresInMs": "604800000"}},
              {"en": "Ben set messages to disappear after 7 days", "fr": "7 jours"}),
    "no timer": ({"expirationTimerChange": {}}, {"en": "Ben turned off disappearing messages", "de": "verschwindende Nachrichten abgeschaltet"}),
    "number": ({"simpleUpdate": {"type": "CHANGE_NUMBER"}}, {"en": "Ben changed their phone number", "fr": "Ben a changé de numéro"}),
    "identity": ({"simpleUpdate": {"type": "IDENTITY_UPDATE"}}, {"en": "The safety number with Ben changed", "de": "Die Sicherheitsnummer mit Ben"}),
    "link": ({"groupChange": {"updates": [{"groupInviteLinkEnabledUpdate": {}}]}}, {"en": "Ben turned on the group link", "es": "activó el enlace"}),
    "description": ({"groupChange": {"updates": [{"groupDescriptionUpdate": {"newDescription": "On Fridays"}}]}},
                    {"en": "Ben changed the description (On Fridays)", "it": "ha cambiato la descrizione"}),
}


@pytest.mark.parametrize("name", SIGNAL_UPDATES)
def test_events_of_signal_are_phrases(export, tmp_path, name):
    update, wanted = SIGNAL_UPDATES[name]
    item = {"chatItem": {"chatId": "1", "authorId": "2", "dateSent": "1770000001000", "updateMessage": update}}
    lines = [*SIGNAL, item, {"chatItem": {"chatId": "1", "authorId": "1", "dateSent": "1770000002000", "standardMessage": {"text": {"body": "ok"}},
                                          "outgoing": {}}}]
    source = write(tmp_path, "export/main.jsonl", "\n".join(map(json.dumps, lines)))
    write(tmp_path, "export/metadata.json", {"version": 1})
    for language, words in wanted.items():
        assert words in text(export(source.parent, "--locale", language))


SMS = """<?xml version='1.0' encoding='UTF-8'?>
<smses count="2">
<sms address="+12025550111" date="1770000001000" type="2" body="hi" readable_date="{0}" contact_name="Ben" />
<sms address="+12025550111" date="1770000002000" type="1" body="hello" readable_date="{0}" contact_name="Ben" />
</smses>
"""


@pytest.mark.parametrize("language, name", [("en", "Me"), ("de", "Ich"), ("fr", "Moi"), ("ja", "自分"), ("ar", "أنا")])
def test_a_person_without_a_name_is_named_in_the_language_of_the_page(export, tmp_path, language, name):
    source = write(tmp_path, "sms.xml", SMS.format(""))
    site = export(source, "--locale", language)
    assert name in text(site, "index.html")
    assert language == "en" or not re.search(r"\bMe\b", text(site, "index.html"))


def test_people_are_found_by_the_names_of_stand_ins(export, tmp_path):
    source = write(tmp_path, "sms.xml", SMS.format(""))
    assert "hello" not in text(export(source, "--locale", "de", "--participant", "Me"))


def test_a_name_that_an_export_has_is_not_translated(export, tmp_path):
    log = write(tmp_path, "WhatsApp Chat with Assistant.txt", "05/01/2024, 09:12 - Assistant: hello\n05/01/2024, 09:13 - Me: hi\n")
    words = text(export(log, "--locale", "de"), "index.html")
    assert "Assistant" in words and "Me" in words and "Ich" not in words


def discord(*messages: dict) -> dict:
    author = {"id": "7", "name": "ole", "nickname": "Ole", "isBot": False}
    made = [{"id": str(1212000000000000000 + number), "timestamp": f"2024-02-27T17:0{number}:00+00:00", "isPinned": False, "content": "",
             "author": author, "attachments": [], "embeds": [], "reactions": [], "mentions": [], **message}
            for number, message in enumerate(messages)]
    return {"guild": {"id": "1", "name": "Boat"}, "channel": {"id": "2", "type": "GuildTextChat", "category": "", "name": "general"},
            "dateRange": {"after": None, "before": None}, "messages": made, "messageCount": len(made)}


@pytest.mark.parametrize("kind, content, english, french", [
    ("8", "3", "Ole boosted the group 3 times", "Ole a boosté le groupe 3 fois"),
    ("10", "", "Ole boosted the server to level 2", "Ole a boosté le serveur au niveau 2"),
    ("21", "", "Ole started a thread", "Ole a ouvert un fil"), ("27", "", "Ole started a stage", "Ole a ouvert une conférence"),
    ("RecipientAdd", "", "Ole added Someone", "Ole a ajouté Quelqu’un"), ("4", "", "Ole changed the title", "Ole a changé le titre"),
    ("77", "", "Unknown event (77)", "Événement inconnu (77)")])
def test_events_of_discord_are_phrases(export, tmp_path, kind, content, english, french):
    source = write(tmp_path, "chat.json", discord({"type": "Default", "content": "hi"}, {"type": kind, "content": content}))
    assert english in text(export(source, "--locale", "en"))
    assert french in text(export(source, "--locale", "fr"))


def test_roles_and_cards_are_in_the_language_of_the_page(export, tmp_path):
    source = write(tmp_path, "chat.json", {
        "format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "participants": [{"id": "a", "name": "Ann"}],
        "messages": [{"id": "1", "from": "a", "at": "2026-05-01T10:00:00Z", "role": "assistant", "text": "hi"}, 7]})
    words = text(export(source, "--locale", "de"))
    assert "Assistent" in words and "Assistant" not in words


# Dates and clocks

GERMAN = "13.05.23, 09:37 - Ann: hi\n14.05.23, 21:05 - Ben: ho\n"
AMERICAN = "5/13/23, 9:37 AM - Ann: hi\n5/14/23, 9:05 PM - Ben: ho\n"
BRITISH = "13/05/2023, 9:37 am - Ann: hi\n14/05/2023, 9:05 pm - Ben: ho\n"


def shown(site: Path) -> tuple:
    words = text(site)
    return ("13 May 2023" in words and "May 13" not in words, bool(re.search(r"\b21:05\b", words)))


@pytest.mark.parametrize("log, options, environment, day_first, hours24", [
    (GERMAN, [], {}, True, True), (AMERICAN, [], {}, False, False), (BRITISH, [], {}, True, False),
    (GERMAN, ["--locale", "en"], {}, True, True), (GERMAN, [], {"LANG": "en_US.UTF-8"}, True, True),
    (AMERICAN, [], {"LANG": "de_DE.UTF-8"}, False, False),
    # The environment has the year first and a clock of 24 hours.
    (AMERICAN, [], {"LANG": "sv_SE.UTF-8"}, False, False), (BRITISH, [], {"LANG": "sv_SE.UTF-8"}, True, False),
    # An hour cycle that is asked for counts most.
    (AMERICAN, ["--locale", "en-u-hc-h23"], {}, False, True), (GERMAN, ["--locale", "en-u-hc-h12"], {}, True, False),
], ids=lambda value: str(value)[:20])
def test_dates_and_clocks_follow_the_export(export, tmp_path, log, options, environment, day_first, hours24):
    source = write(tmp_path, "WhatsApp Chat with Ann.txt", log)
    site = export(source, "--time-zone", "Europe/Berlin", *options, **environment)
    assert shown(site) == (day_first, hours24)
    assert not re.search(r"\d\d?[./]\d\d?[./]\d{2,4}", text(site, "*.html"))


def test_a_clock_of_twelve_hours_in_another_language(export, tmp_path):
    source = write(tmp_path, "WhatsApp Chat with Ann.txt", AMERICAN)
    words = text(export(source, "--locale", "de"))
    assert "13. Mai 2023" in words and "9:05 PM" in words


OTHERS = {
    "line.txt": ("[LINE] Chat history in Boat\nSaved on: 2024/01/05 10:00\n\nSat, 13/05/2023\n09:37\tAnn\thi\n21:05\tBob\tho\n", True, True),
    "KakaoTalk.txt": ("KakaoTalk Chats with Kim\nDate Saved : May 14, 2023, 4:11 PM\n\nMay 13, 2023, 9:37 AM, Kim : hi\n"
                      "May 13, 2023, 9:05 PM, Lee : ho\n", False, False),
    "#tea.20230513.log": ("[09:37] <ann> hi\n[21:05] <bob> ho\n", None, True),
    "sms.xml": (SMS.format("13.05.2023 21:05:00"), True, True),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_formats_tell_how_they_write_dates(export, tmp_path, name):
    content, day_first, hours24 = OTHERS[name]
    site = export(write(tmp_path, name, content), "--time-zone", "UTC")
    dates = [chat["dates"] for chat in json.loads((site / "export.json").read_text())["site"]]
    assert len(dates) == 1
    if day_first is not None:
        assert dates[0].startswith("en-GB") == day_first
    assert bool(re.search(r"\b[AP]M\b", text(site))) != hours24


@pytest.mark.parametrize("environment, date, clock", [
    ({"LANG": "de_DE.UTF-8"}, "13 May 2023", "21:05"), ({"LANG": "en_US.UTF-8"}, "May 13, 2023", "9:05 PM"),
    ({"LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"}, "13 May 2023", "21:05"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"}, "May 13, 2023", "9:05 PM"),
    ({"LANG": "en_AU.UTF-8"}, "13 May 2023", "9:05"), ({"LANG": "C"}, "May 13, 2023", "9:05 PM"),
    ({"LANG": "nonsense"}, "May 13, 2023", "9:05 PM")], ids=str)
def test_without_any_other_word_the_environment_tells(export, tmp_path, environment, date, clock):
    chat = {"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC",
            "messages": [{"id": "1", "from": "a", "at": "2023-05-13T21:05:00Z", "text": "hi"}]}
    source = write(tmp_path, "chat.json", chat)
    site = export(source, **environment)
    words = text(site)
    assert date in words and clock in words and '<html lang="en"' in (site / "chat/1.html").read_text(encoding="utf-8")
    # With a language the environment changes nothing.
    for members, options in [({"locale": "en-GB"}, []), ({}, ["--locale", "en-GB"])]:
        write(tmp_path, "chat.json", {**chat, **members})
        sites = []
        for names in (environment, {"LANG": "C"}):
            found = export(source, *options, "--fresh", **names)
            sites.append({path.relative_to(found): path.read_bytes() for path in found.rglob("*") if path.is_file()})
        assert sites[0] == sites[1]


@pytest.mark.parametrize("locale", ["en", "en-GB", "de", "fr", "bg", "cs", "sk", "lt", "lv", "fi", "hu", "sv", "en-CA", "es-MX"])
def test_no_date_is_all_numbers(export, tmp_path, locale):
    chat = {"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "messages": [
        {"id": "1", "from": "a", "at": "2023-05-03T21:05:00Z", "attachments": [{"kind": "image", "path": "a.png"}]},
        {"id": "2", "from": "a", "at": "2023-06-04T21:05:00Z", "text": "hi https://example.org/"}]}
    sources = [write(tmp_path, f"{name}.json", {**chat, "id": name, "title": name}) for name in ("one", "two")]
    (tmp_path / "a.png").write_bytes(bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"))
    words = text(export(*sources, "--locale", locale), "*.html")
    assert not re.search(r"\b\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\b", words)
    assert "2023" in words


# Languages of the command line

@pytest.mark.parametrize("tag, clock", [
    ("en-u-hc-h23", "21:05"), ("en-US-u-hc-h23", "21:05"), ("de-u-hc-h12", "9:05 PM"), ("ja-u-hc-h12-lw-phrase", "午後9:05"),
    ("en_US", "9:05 PM"), ("en-GB", "21:05")])
def test_an_hour_cycle_in_the_locale_counts(export, tmp_path, tag, clock):
    source = write(tmp_path, "chat.json", {
        "format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC",
        "messages": [{"id": "1", "from": "a", "at": "2023-05-13T21:05:00Z", "text": "hi"}]})
    words = text(export(source, "--locale", tag)).replace("午後 ", "午後")
    assert clock in words and (clock == "9:05 PM" or "PM" not in words)
