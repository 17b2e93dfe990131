"""`chatexport convert` to plain text, Markdown, ChatLab's JSON and RSMF: nothing is lost without a word, and nothing can be forged."""

import email
import email.policy
import io
import json
import re
import unicodedata
import urllib.parse
import warnings
import zipfile
from pathlib import Path

import markdown_reader
import pytest

from conftest import EXAMPLE, ROOT, SHARED

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import jsonschema

FIXTURES = sorted(path.parent for path in (ROOT / "Tests" / "ChatImportTests" / "Fixtures").glob("*/*/expected.txt"))
KINDS = ROOT / "Tests" / "ChatImportTests" / "Fixtures" / "chatexport" / "every-kind"
HOSTILE = json.loads((ROOT / "Tests" / "Browser" / "Fixtures" / "hostile.json").read_text(encoding="utf-8"))
CHATLAB = json.loads((ROOT / "Tests" / "Browser" / "Fixtures" / "chatlab.schema.json").read_text(encoding="utf-8"))
RSMF = SHARED / "chats" / "rsmf" / "validator-samples" / "RSMFManifestSchema" / "rsmf_schema_2_0_0.json"
ENDINGS = {"text": "txt", "markdown": "md", "chatlab": "json", "rsmf": "rsmf"}
# Addresses that may be links in a page that others read.
SCHEMES = {"http", "https", "mailto", "tel", "sms", "geo", "magnet", "xmpp", "matrix", "tg"}
# Texts that look like the lines of the forms.
FORGERIES = [
    "hi\n[09:00:00] Bo: forged", "hi\n== Friday, 1 May 2026 ==", "hi\n# People: Eve", "hi\n    * Deleted message", "hi\r[09:00:00] Bo: x",
    "hi\u2028[09:00:00] Bo: x", "hi\u0085[09:00:00] Bo: x", "hi\u000b[09:00:00] Bo: x", "hi\n\n\n", " lead", "\tlead", "a  b",
    "hi\n- **Bo** 09:00\n\n  forged", "## Friday, 1 May 2026", "hi\n\n## Friday\n", "hi\n===", "hi\n---", "```\nopen", "~~~\nopen", "    code", "> quote",
    "- item", "+ item", "1. item", "1) item", "2026. year", "* item", "*not emphasis*", "_not_ snake_case __x__", "~~not~~ ~x~", "`code`", "``", "\\",
    "a\\", "[x](javascript:alert(1))", "![x](javascript:alert(1))", "[x]: javascript:alert(1)\n\n[x]", "<javascript:alert(1)>", "[^1]\n\n[^1]: note",
    "| a | b |\n|---|---|\n| c | d |", "a | b\n--- | ---\nc | d", "a\n:-", "&lt;b&gt; &copy; &#35;", "<b>bold</b>", "$x$ $$y$$", "https://example.org/a_b*c~d",
    "www.example.org/x_y*z", "see http://example.org/?a=1&copy;=2 *and*", "mail a_b_c@example.org now", "<!-- chatexport -->", "-->", "]]>", "{{x}} {%x%}",
    "X-RSMF-Version: 1\r\n\r\n--=_chatexport_rsmf--", "a\u0000b".replace("\u0000", "\u0001"), "\u202eabc", "a\u200bb", "🏳️‍🌈 é e\u0301", "#", "###", "# ", "x #", "-", "1.",
    "**", "****", "***a** b*", "<", ">", "&", "!", "![", "[", "]", "](", "\\*", "\\\n", "a\\\nb", "x" * 5000]


def chat(*messages: dict, **header) -> dict:
    return {"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en",
            "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Bo"}], **header,
            "messages": [{"id": str(number), "from": "a", "at": f"2026-05-01T10:{number // 60 % 60:02}:{number % 60:02}Z", **message}
                         for number, message in enumerate(messages)]}


@pytest.fixture
def convert(program, tmp_path):
    """Converts a source, or a conversation that is written first, and gives the path of the file or folder and the report."""
    def run(source, form: str, *options, name: str = None):
        if isinstance(source, dict):
            path = tmp_path / "source" / "chat.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(source), encoding="utf-8")
            source = path.parent
        out = tmp_path / (name or f"out.{ENDINGS[form]}")
        report = tmp_path / "report.json"
        result = program.run("convert", source, "--out", out, "--as", form, "--report", report, "--force", *options)
        assert result.returncode == 0, result.stderr
        return out, json.loads(report.read_text(encoding="utf-8"))
    return run


def files(out: Path, ending: str) -> list:
    return sorted(out.glob(f"*.{ending}")) if out.is_dir() else [out]


def shown(text: str) -> str:
    """A text with the pictures and newlines that stand in for controls."""
    text = re.sub("\r\n?|[\u0085\u2028\u2029]", "\n", text)
    return re.sub(r"[\x00-\x08\x0b-\x1f]", lambda found: chr(0x2400 + ord(found[0])), text).replace("\x7f", "\u2421")


def words(text: str) -> str:
    """The visible characters of a text, for comparison: without white space and isolates."""
    return re.sub("[\\s\u2066-\u2069\u00a0]", "", text)


# Plain text

LINE = re.compile(r"\[(?P<time>\d\d:\d\d:\d\d(?: [+-]\d\d:\d\d)?|--:--:--)\](?P<rest>.*)", re.DOTALL)
FURTHER = re.compile(r"    (?P<mark>[|*>@+~-]) (?P<text>.*)", re.DOTALL)


def text_messages(text: str) -> list:
    """Reads the text form: [time, rest of the first line, [(mark, line), ...]] for each message. Every line must be one of the known."""
    lines, found, head = text.split("\n"), [], True
    assert lines.pop() == "", "the file ends with a line end"
    for number, line in enumerate(lines):
        if head and line.startswith("# "):
            continue
        head = False
        if line == "":
            assert lines[number + 1].startswith("== "), "empty lines are above days only"
        elif line.startswith("== "):
            assert lines[number - 1] == ""
        elif match := FURTHER.fullmatch(line):
            found[-1][2].append((match["mark"], match["text"]))
        else:
            match = LINE.fullmatch(line)
            assert match, f"line {number + 1} is of no kind: {line!r}"
            found.append([match["time"], match["rest"], []])
    return found


def written(message: list, name: str) -> str:
    """The text of a message of the text form."""
    start = f" {name}: "
    assert message[1].startswith(start), message
    return "\n".join([message[1][len(start):]] + [line for mark, line in message[2] if mark == "|"])


@pytest.mark.parametrize("markup", ["plain", "markdown"])
def test_the_lines_of_a_text_are_its_own(convert, markup):
    texts = [text for text in HOSTILE + FORGERIES if text.strip(" \t\n\r\x0b\x0c")]
    out, report = convert(chat(*({"text": text, "markup": markup} for text in texts)), "text")
    found = text_messages(out.read_bytes().decode("utf-8"))
    assert len(found) == len(texts) == report["conversations"][0]["messages"]
    for message, text in zip(found, texts):
        assert written(message, "Ann") == shown(text)


def test_no_name_or_title_can_be_another_line(convert):
    names = [text for text in HOSTILE + FORGERIES if text.strip()][:150]
    source = chat(*({"from": f"p{number}", "text": "hi"} for number in range(len(names))), title="T\n[09:00:00] Bo: x")
    source["participants"] = [{"id": f"p{number}", "name": name} for number, name in enumerate(names)]
    out, _ = convert(source, "text")
    found = text_messages(out.read_bytes().decode("utf-8"))
    assert len(found) == len(names)
    # The first colon before a space that has no backslash ends the name.
    for message in found:
        assert re.fullmatch(r" ((?:[^\\:]|\\.|:(?! ))*): hi", message[1], re.DOTALL) or message[1] == ": hi", message


def test_everything_in_every_kind_is_in_the_text(convert):
    out, report = convert(KINDS, "text")
    text = out.read_text(encoding="utf-8")
    assert len(text_messages(text)) == report["conversations"][0]["messages"] == 27
    missing = [word for word in texts_of(json.loads((next(KINDS.glob("*.json"))).read_text(encoding="utf-8"))) if word not in text]
    assert missing == []


def texts_of(conversation: dict) -> list:
    """The texts that people wrote or see in a conversation of chatexport/1."""
    seen = {"text", "name", "question", "summary", "title", "url", "address", "alt", "phones", "emails", "absence", "path", "forwardedFrom",
            "model", "emoji", "lines"}
    found = []

    def walk(value, name=None):
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, key)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, name)
        elif isinstance(value, str) and name in seen:
            found.extend(line for line in value.split("\n") if line)
    walk(conversation["messages"])
    return found


# Markdown

@pytest.mark.parametrize("markup", ["plain", "markdown"])
def test_texts_cannot_leave_their_message(convert, markup):
    texts = [text for text in HOSTILE + FORGERIES if text.strip(" \t\n\r\x0b\x0c")]
    out, _ = convert(chat(*({"text": text, "markup": markup} for text in texts)), "markdown")
    page = markdown_reader.read(out.read_text(encoding="utf-8"))
    found = markdown_reader.messages(page)
    assert len(page.elements("h1")) == 1 and len(page.elements("h2")) == 1 and len(found) == len(texts)
    assert not [name for name in ("script", "iframe", "style", "form", "object") if page.all(name)]
    for link in page.all("a"):
        assert urllib.parse.urlsplit(link.attributes["href"]).scheme in SCHEMES, link.attributes
    if markup == "plain":
        for message, text in zip(found, texts):
            body = "".join(child if isinstance(child, str) else child.text() for child in message.children[2:])
            assert words(body) == words(shown(text)), text
            assert not [name for name in ("strong", "em", "code", "del", "table", "blockquote", "ul", "hr", "h1", "h2", "h4") if
                        any(node.all(name) or node.name == name for node in message.elements()[1:])], text


MARKDOWN = [
    ("**bold** and *it* ~~gone~~ `x|y`", ["strong", "em", "code"]), ("# Head\n\ntext", ["h4"]), ("- a\n- b\n  - c\n\n1. x\n2. y", ["ul", "ol"]),
    ("> quote\n>\n> more", ["blockquote"]), ("```swift\nlet a = 1\n\n  b\n```", ["pre"]), ("[site](https://example.org/?a=1&b=2)", ["a"]),
    ("a\\\nb", []), ("**`a`** b", ["strong", "code"]), ("1. a\n\n   ```\n   x\n   ```\n2. b", ["ol", "pre"]), ("***", []),
    ("**a*b*c**", ["strong"]), ("***a** b*", []), ("a**b**c", ["strong"]), ("`` a`b ``", ["code"]), ("- [ ] open\n- [x] done", ["ul"]),
    ("| a | b\\|c |\n|:--|--:|\n| `x` | **y** |", []), ("<b>raw</b>\n\n<script>alert(1)</script>", []), ("![pic](https://example.org/x.png)", [])]


@pytest.mark.parametrize("text, elements", MARKDOWN, ids=[text[:20].replace("\n", " ") for text, _ in MARKDOWN])
def test_markdown_stays_markdown(convert, text, elements):
    out, _ = convert(chat({"text": text, "markup": "markdown"}, {"text": "next"}), "markdown")
    page = markdown_reader.read(out.read_text(encoding="utf-8"))
    first, second = markdown_reader.messages(page)
    for element in elements:
        assert any(node.name == element or node.all(element) for node in first.elements()[1:]), markdown_reader.rendered(out.read_text())
    assert words(second.text()).endswith("next")
    assert "<script" not in markdown_reader.rendered(out.read_text(encoding="utf-8"))


def test_files_are_linked_with_paths_that_lead_to_them(convert, tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    names = ["a b.png", "ü#?%.png", "x(1)[2]<3>.pdf"]
    for name in names:
        (source / name).write_bytes(b"\x89PNG\r\n\x1a\n" + name.encode())
    out, _ = convert(chat(*({"attachments": [{"path": name, "kind": "image" if name.endswith("png") else "file", "alt": "a *pier*"}]} for name in names)),
                     "markdown")
    page = markdown_reader.read(out.read_text(encoding="utf-8"))
    links = [node.attributes["src"] for node in page.all("img")] + [node.attributes["href"] for node in page.all("a")]
    assert len(links) == 3
    for link, name in zip(links, names):
        assert (tmp_path / urllib.parse.unquote(link)).read_bytes().endswith(name.encode())
    assert [node.attributes["alt"] for node in page.all("img")] == ["a *pier*"] * 2


# ChatLab

def chatlab_errors(document: dict) -> list:
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
            for error in jsonschema.Draft202012Validator(CHATLAB).iter_errors(document)]


def chatlab(out: Path) -> dict:
    text = out.read_text(encoding="utf-8")
    if out.suffix == ".json":
        return json.loads(text)
    lines = [json.loads(line) for line in text.split("\n") if line]
    assert lines[0].pop("_type") == "header"
    kinds = [line.pop("_type") for line in lines[1:]]
    assert kinds == sorted(kinds), "members come before messages"
    count = kinds.count("member")
    return {**lines[0], "members": lines[1:count + 1], "messages": lines[count + 1:]}


@pytest.mark.parametrize("name", ["out.json", "out.jsonl"])
def test_chatlab_has_the_texts_and_replies(convert, name):
    texts = [text for text in HOSTILE + FORGERIES if text.strip()]
    messages = [{"text": text, "markup": "plain"} for text in texts] + [{"text": "yes", "replyTo": "0", "from": "b"}]
    out, report = convert(chat(*messages), "chatlab", name=name)
    document = chatlab(out)
    assert chatlab_errors(document) == []
    assert [message["content"] for message in document["messages"]] == texts + ["yes"]
    assert document["messages"][-1]["replyToMessageId"] == document["messages"][0]["platformMessageId"]
    assert document["messages"][-1]["type"] == 25 and document["messages"][-1]["sender"] == "b"
    assert document["meta"] == {"name": "Chat", "platform": "unknown", "type": "private", "ownerId": "a"}


def test_chatlab_says_what_it_leaves_out(convert):
    out, report = convert(KINDS, "chatlab")
    document = chatlab(out)
    assert chatlab_errors(document) == []
    assert {0, 1, 2, 3, 4, 5, 7, 8, 23, 25, 26, 27, 80, 81, 99} - {message["type"] for message in document["messages"]} == set()
    left = {finding["code"] for finding in report["findings"]}
    assert {"no-reactions", "no-edits", "no-delivery-status", "divided-message", "no-milliseconds", "no-time"} <= left


def test_chatlab_is_read_back(program, convert, tmp_path):
    out, report = convert(EXAMPLE, "chatlab")
    again = tmp_path / "again.json"
    result = program.run("convert", out, "--out", tmp_path / "again.txt", "--report", again)
    assert result.returncode == 0, result.stderr
    count = json.loads(again.read_text(encoding="utf-8"))["conversations"][0]["messages"]
    assert count == len(chatlab(out)["messages"]) >= report["conversations"][0]["messages"]


# RSMF

class Mail:
    """A file of RSMF, opened as other programs do."""

    def __init__(self, path: Path):
        bytes_ = path.read_bytes()
        assert all(len(line) <= 998 for line in bytes_.split(b"\r\n")) and not re.search(rb"(?<!\r)\n", bytes_)
        self.mail = email.message_from_bytes(bytes_, policy=email.policy.default)
        assert self.mail["X-RSMF-Version"] == "2.0.0" and not self.mail.defects
        body, attached = self.mail.iter_parts()
        self.text = body.get_content()
        assert attached.get_filename() == "rsmf.zip"
        self.zip = zipfile.ZipFile(io.BytesIO(attached.get_content()))
        assert self.zip.testzip() is None
        self.manifest = json.loads(self.zip.read("rsmf_manifest.json"))
        self.events = self.manifest["events"]

    def check(self):
        """Checks the references in the manifest, the names in the zip, and the counts in the head."""
        people = {person["id"] for person in self.manifest["participants"]}
        names = self.zip.namelist()
        assert len(set(name.lower() for name in names)) == len(names) and not any("/" in name for name in names)
        conversation, = self.manifest["conversations"]
        assert set(conversation["participants"]) <= people and conversation.get("custodian") in people | {None}
        ids = [event["id"] for event in self.events]
        assert len(set(ids)) == len(ids) == int(self.mail["X-RSMF-EventCount"])
        attachments = set()
        for event in self.events:
            used = [event.get("participant")] + [one["participant"] for name in ("edits", "read_receipts") for one in event.get(name, [])]
            used += [person for reaction in event.get("reactions", []) for person in reaction["participants"]]
            assert set(used) <= people | {None}
            assert event.get("parent") in set(ids) | {None}
            attachments |= {attachment["id"] for attachment in event.get("attachments", [])}
        avatars = {person["avatar"] for person in self.manifest["participants"] if "avatar" in person}
        assert set(names) == attachments | avatars | {"rsmf_manifest.json"}
        assert len(names) - 1 == int(self.mail["X-RSMF-AttachmentCount"])
        if not RSMF.exists():
            return
        schema = json.loads(RSMF.read_text(encoding="utf-8-sig"))
        # The published schema names its parts by fragments, which newer drafts take for references.
        errors = list(jsonschema.Draft7Validator(schema).iter_errors(self.manifest))
        assert [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in errors] == []


def test_rsmf_has_all_of_every_kind(convert):
    out, report = convert(KINDS, "rsmf")
    mail = Mail(out)
    mail.check()
    assert len(mail.events) == report["conversations"][0]["messages"] == len(text_messages(mail.text.replace("\r\n", "\n")))
    by_id = {event["id"]: event for event in mail.events}
    first = by_id["text"]
    assert first["timestamp"] == "2026-05-01T10:12:03.250+01:00" and first["direction"] == "outgoing" and first["body"] == "**bold** and plain"
    assert first["edits"][0]["previous"] == "bold" and first["edits"][0]["new"] == "**bold** and plain"
    assert [(reaction["value"], reaction["count"]) for reaction in first["reactions"]] == [("👍", 2), ("🎉", 4), ("tart", 1)]
    assert by_id["plain"]["parent"] == "text" and by_id["deleted"]["deleted"] is True and by_id["system"]["type"] == "unknown"
    document = json.loads(next(KINDS.glob("*.json")).read_text(encoding="utf-8"))
    everything = json.dumps(mail.manifest, ensure_ascii=False).replace('\\"', '"')
    assert [text for text in texts_of(document) if text not in everything and text.replace('"', "'") not in everything] == []


def test_rsmf_texts_and_head_are_safe(convert):
    texts = [text for text in HOSTILE + FORGERIES if text.strip(" \t\n\r\x0b\x0c")]
    for title in ["T\r\nX-Evil: 1", "=?utf-8?B?eA==?=", "Ünï 🎉 " * 40]:
        out, _ = convert(chat(*({"text": text, "markup": "plain"} for text in texts), title=title), "rsmf")
        mail = Mail(out)
        mail.check()
        assert mail.mail["X-Evil"] is None and words(mail.mail["Subject"]) == words(title)
        assert [event["body"] for event in mail.events] == texts


def test_rsmf_has_the_attachments(convert, tmp_path):
    source = tmp_path / "source"
    (source / "x").mkdir(parents=True)
    contents = {"a.txt": b"one" * 999, "x/a.txt": b"two", "rsmf_manifest.json": b"{}", "avatar.png": b"\x89PNG"}
    for name, content in contents.items():
        (source / name).write_bytes(content)
    people = [{"id": "a", "name": "Ann", "isMe": True, "avatar": "avatar.png"}, {"id": "b", "name": "Bo"}]
    out, _ = convert(chat(*({"attachments": [{"path": name, "kind": "file"}]} for name in list(contents)[:3]), participants=people), "rsmf")
    mail = Mail(out)
    mail.check()
    found = [mail.zip.read(event["attachments"][0]["id"]) for event in mail.events]
    assert found == list(contents.values())[:3]
    assert [event["attachments"][0]["size"] for event in mail.events] == [len(content) for content in found]
    assert not (tmp_path / "out-media").exists() and {path.name for path in tmp_path.iterdir()} == {"source", "out.rsmf", "report.json"}


def test_rsmf_has_a_file_for_each_day(convert, program, tmp_path):
    days = ["2026-05-01", "2026-05-01", "2026-05-02", "2026-05-04"]
    source = chat(*({"text": f"m{number}", "at": f"{day}T10:00:0{number}Z", "replyTo": "0" if number else None} for number, day in enumerate(days)))
    for message in source["messages"]:
        if message["replyTo"] is None:
            del message["replyTo"]
    out, _ = convert(source, "rsmf", "--split", "day", name="folder/")
    found = files(out, "rsmf")
    assert [path.name[-16:] for path in found] == [f"_{day}.rsmf" for day in sorted(set(days))]
    mails = [Mail(path) for path in found]
    for mail in mails:
        mail.check()
    assert [[event["body"] for event in mail.events] for mail in mails] == [["m0", "m1"], ["m2"], ["m3"]]
    assert mails[0].events[1]["parent"] == "0" and "parent" not in mails[1].events[0]
    assert {"name": "in reply to", "value": "Ann: m0"} in mails[1].events[0]["custom"]
    assert len({mail.mail["X-RSMF-EventCollectionID"] for mail in mails}) == 1
    wrong = program.run("convert", tmp_path / "source", "--out", tmp_path / "x.txt", "--split", "day")
    assert wrong.returncode == 2 and "--split" in wrong.stderr


# All formats

def expected_texts(fixture: Path) -> list:
    """The words of messages that are a text and nothing else, from the importer's golden."""
    lines = (fixture / "expected.txt").read_text(encoding="utf-8").split("\n")
    names = {line.split(" | ")[1] for line in lines if line.startswith("@ ")}
    found = []
    for line in lines:
        match = re.match(r"\S+ \d{4}-\d\d-\d\dT[\d:.]+ ([^|]+): (?:\(markdown\) )?([^\[{|<(⏎]+)$", line)
        if match and match[1] in names and not re.match(r"\w+ $", match[2]):
            found.append(match[2].strip())
    return found


@pytest.mark.sweep(kind=lambda fixture, form: (fixture.parent.name, form))
@pytest.mark.parametrize("form", ENDINGS)
@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_format_is_written(program, convert, fixture, form):
    inputs = [path for path in fixture.iterdir() if path.name not in ("expected.txt", "FACTS.md")]
    out, report = convert(inputs[0] if len(inputs) == 1 else fixture, form, name="folder/")
    counts = [conversation["messages"] for conversation in report["conversations"]]
    found = files(out, ENDINGS[form])
    assert len(found) == len(counts)
    total, everything = 0, ""
    for path in found:
        if form == "text":
            text = path.read_bytes().decode("utf-8")
            total += len(text_messages(text))
        elif form == "markdown":
            page = markdown_reader.read(path.read_text(encoding="utf-8"))
            total += len(markdown_reader.messages(page))
            text = page.text()
        elif form == "chatlab":
            document = chatlab(path)
            assert chatlab_errors(document) == []
            # Ids are unique; the ids of further parts end with a number, and so do ids of messages that share one.
            ids = {message["platformMessageId"] for message in document["messages"]}
            assert len(ids) == len(document["messages"])
            own = {line.split(" ")[0] for line in (fixture / "expected.txt").read_text(encoding="utf-8").split("\n")}
            parts = {name for name in ids - own if re.search(r"/\d+$", name) and name.rpartition("/")[0] in ids}
            total += len(ids - parts)
            text = "\n".join(message["content"] or "" for message in document["messages"])
        else:
            mail = Mail(path)
            mail.check()
            total += len(mail.events)
            text = "\n".join(event["body"] for event in mail.events)
        everything += unicodedata.normalize("NFC", text)
    assert total == sum(counts)
    if form != "markdown":  # Its texts are compared above; here marks of Markdown are no longer in them.
        seen = words(re.sub(r"\n    [|] ", "\n", everything))
        assert [text for text in expected_texts(fixture) if words(unicodedata.normalize("NFC", text)) not in seen] == []


@pytest.mark.parametrize("form", ENDINGS)
def test_two_runs_write_the_same_bytes(program, convert, tmp_path, form):
    def contents(folder: Path) -> dict:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    first, _ = convert(EXAMPLE, form, name="one/")
    # The time zone of the computer does not matter. libzip takes the date of a zip's files from SOURCE_DATE_EPOCH if that is set.
    result = program.run("convert", EXAMPLE, "--out", tmp_path / "two/", "--as", form, environment={"TZ": "Asia/Tokyo"})
    assert result.returncode == 0, result.stderr
    assert contents(first) == contents(tmp_path / "two") != {}


@pytest.mark.parametrize("form", ENDINGS)
def test_own_files_are_replaced_and_others_kept(program, tmp_path, form):
    out = tmp_path / f"chat.{ENDINGS[form]}"
    for _ in range(2):
        assert program.run("convert", EXAMPLE, "--out", out, "--as", form).returncode == 0
    out.write_text("# mine\n")
    assert program.run("convert", EXAMPLE, "--out", out, "--as", form).returncode == 4
    assert out.read_text() == "# mine\n"


def test_forms_beside_each_other_have_attachments_of_their_own(program, tmp_path):
    names = ["chat.jsonl", "chat.txt", "chat.md", "chat.json"]
    for name in names * 2:
        result = program.run("convert", EXAMPLE, "--out", tmp_path / name)
        assert result.returncode == 0, result.stderr
    folders = ["chat-media", "chat.txt-media", "chat.md-media", "chat.json-media"]
    assert {path.name for path in tmp_path.iterdir()} == {*names, *folders}
    assert "chat.md-media/pier.jpg" in (tmp_path / "chat.md").read_text(encoding="utf-8")
    assert len({tuple(sorted(path.name for path in (tmp_path / folder).iterdir())) for folder in folders}) == 1


# Documents

SAMPLES = {"text": "text", "markdown": "markdown", "chatlab": "json", "rsmf": "json"}


@pytest.mark.parametrize("form", SAMPLES)
def test_the_samples_in_the_document_are_the_output(convert, form):
    document = (ROOT / "docs" / "converting.md").read_text(encoding="utf-8")
    title = {"text": "Plain text", "markdown": "Markdown", "chatlab": "ChatLab", "rsmf": "RSMF"}[form]
    section = document.split(f"\n## {title}\n")[1].split("\n## ")[0]
    sample = section.split(f"```{SAMPLES[form]}\n")[1].split("\n```\n")[0]
    out, _ = convert(EXAMPLE, form, name="lisbon.jsonl" if form == "chatlab" else f"lisbon.{ENDINGS[form]}")
    written = Mail(out).zip.read("rsmf_manifest.json").decode("utf-8") if form == "rsmf" else out.read_text(encoding="utf-8")
    for line in sample.split("\n"):
        assert line in written.split("\n") or line == "…", line
    # In the same order.
    assert [line for line in written.split("\n") if line in sample.split("\n")][:2] == sample.split("\n")[:2]
