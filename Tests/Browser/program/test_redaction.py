"""`--redact` and `--pseudonyms`: nothing of what rules name is in any byte of a site, and no byte depends on it."""

import hashlib
import html
import json
import re
import shutil
import struct
import zlib
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT
from planting import FIXED as FIXED_WORDS
from planting import files, forms, found, plant, secret, words
from site_model import Markup, Site
from test_determinism import assert_same

FIXTURES = ROOT / "Tests/ChatImportTests/Fixtures"
CASES = sorted(str(case.relative_to(FIXTURES)) for case in FIXTURES.glob("*/*") if case.is_dir())
PICTURES = ROOT / "Tests/MediaProbeTests/Fixtures"
SECRET = "Zqxkvj"
# Formats whose people are a user, a model and agents, which have the names of roles and tasks.
ASSISTANTS = {folder.name.lower() for folder in (ROOT / "Sources/AssistantFormats").iterdir() if folder.is_dir()}


def redact(program, source, out: Path, rules, *options) -> tuple:
    """Exports with rules. Returns the site, the report and what is printed."""
    sources = source if isinstance(source, list) else [source]
    file = out.with_name(out.name + "-rules.txt")
    file.write_text(rules if isinstance(rules, str) else "".join(f"{rule}\n" for rule in rules), encoding="utf-8")
    report = out.with_name(out.name + "-report.json")
    result = program.run(*sources, "--out", out, "--redact", file, "--report", report, *options)
    assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
    return Site(out), json.loads(report.read_text(encoding="utf-8")), result.stderr


def said(report: dict) -> str:
    """The report as text, without what differs from run to run."""
    return json.dumps({name: value for name, value in report.items() if name not in ("seconds", "cpuSeconds")}, sort_keys=True)


def chat(*messages, **facts) -> dict:
    return {"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "messages": list(messages),
            "participants": [{"id": "a", "name": "Ann Lee", "isMe": True}, {"id": "b", "name": "Ben Ott"}], **facts}


def message(text, number=1, **facts) -> dict:
    return {"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-{number % 28 + 1:02d}T10:00:00Z", "text": text, **facts}


def written(folder: Path, content: dict, name="chat.json") -> Path:
    (folder / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder / name


def text_of(site: Site, folder="chat", page=1) -> str:
    return Markup((site.folder / folder / f"{page}.html").read_text(encoding="utf-8")).text


# Secrets in the exports of all formats

def input_of(case: Path):
    """The input of a fixture, or nil if its folder has none."""
    return next((path for path in sorted(case.iterdir())
                 if path.name not in ("expected.txt", "expected.json", "FACTS.md", "SOURCE.txt", "NOTE.md") and not path.name.endswith(".py")), None)


def messages(program, source) -> list:
    result = program.run("check", source, "--json")
    found = json.loads(result.stdout) if result.stdout.startswith("{") else {}
    return sorted((conversation["format"], conversation["messages"]) for conversation in found.get("conversations", []))


def usable(program, source: Path, candidates: list, kept: set, folder: Path) -> list:
    """The words without which the input has as many messages."""
    wanted = messages(program, source)

    def are_usable(part):
        shutil.rmtree(folder, ignore_errors=True)
        return messages(program, plant(source, folder, {word: secret(word, "a") for word in part}, kept)) == wanted

    def checked(part):
        if not part or are_usable(part):
            return part
        if len(part) == 1:
            return []
        first, second = checked(part[:len(part) // 2]), checked(part[len(part) // 2:])
        # Two words may be needed together, of which one would do.
        return first + second if not first or not second or are_usable(first + second) else first
    return checked(candidates)


def shown_words(site: Site) -> set:
    """The words of a site's pages. Names of pictures beside each other, `a.png` and `b.png`, are not one text with a word `pngb`."""
    texts = [re.sub(r"<(?:[^>]*?\balt=\"([^\"]*)\")?[^>]*>", r" \1 ", path.read_text(encoding="utf-8")) for path in site.html_files]
    return set(re.findall(r"\w+", html.unescape(" ".join(texts))))


def sweep(program, source: Path, tmp_path: Path) -> int:
    """Plants two sets of secrets and redacts each: the sites are equal, so no byte depends on them. Returns the number of secrets that the
    site without rules has."""
    if source is None or not messages(program, source):
        pytest.skip("no conversation to plant secrets in")
    # Nobody redacts what is in attachments.
    plain = program.export(source, tmp_path / "plain")
    stored = {path.stem for path in (plain.folder / "media").glob("*")}
    kept = {path for path in files(source) if hashlib.sha256(path.read_bytes()).hexdigest()[:20] in stored}
    inline = b"\n".join(path.read_bytes() for path in (plain.folder / "media").glob("*"))
    candidates = [word for word in words(source, kept) if word.encode() not in inline]
    if "meta" in source.parts or any(path.read_bytes().startswith(b"SQLite format 3") for path in files(source)):
        # Values follow each other without a gap, so what looks like a word may be the end of one and the beginning of the next. Meta
        # escapes letters, so what looks like a word may be a part of one.
        shown = shown_words(plain)
        candidates = [word for word in candidates if word in shown]
    chosen = usable(program, source, candidates[:200], kept, tmp_path / "try")
    sites, reports, planted, files_of_form = [], [], [], []
    # One form of a conversion for each fixture, all of them in a sweep.
    form = FORMS[len("/".join(source.parts[-3:-1])) % len(FORMS)]
    for seed in "ab":
        secrets = {word: secret(word, seed) for word in chosen}
        planted.append(secrets)
        copy = plant(source, tmp_path / seed, secrets, kept) if secrets else source
        if not secrets:
            return 0
        if seed == "a":
            open_site = program.export(copy, tmp_path / "open")
            effective = found(open_site.folder, secrets.values(), shortest=4)
        site, report, _ = redact(program, copy, tmp_path / f"site {seed}", [f"word: {word}" for word in sorted(secrets.values())])
        sites.append(site)
        reports.append(said(report))
        files_of_form.append(converted(program, copy, tmp_path / f"{form} {seed}", form, "--redact", tmp_path / f"site {seed}-rules.txt"))
    # Pictures in Base64 have four letters of any kind in a row.
    assert found(files_of_form[0], planted[0].values(), shortest=4 if form in ("markdown", "text") else 6) == {}
    # Other forms have files of the input in them, in which words were planted too.
    if form in ("markdown", "text"):
        assert_same_files(*files_of_form)
    assert found(sites[0].folder, planted[0].values(), shortest=4) == {}
    assert [word for word in planted[0].values() if word.lower() in reports[0].lower()] == []
    assert_same(*sites)
    return len(effective)


@pytest.mark.sweep(kind=lambda case: case.split("/")[0])
@pytest.mark.parametrize("case", CASES)
def test_no_byte_depends_on_a_secret_in_any_format(program, tmp_path, case, record_property):
    record_property("secrets", sweep(program, input_of(FIXTURES / case), tmp_path))


def every_field(word: str) -> dict:
    """A chat with the word in every text that the format has."""
    def planted(value, name=""):
        if isinstance(value, dict):
            return {key: planted(item, key) for key, item in value.items()}
        if isinstance(value, list):
            return [planted(item, name) for item in value]
        return f"{value} {word}" if isinstance(value, str) and name not in FIXED else value
    result = planted(json.loads((FIXTURES / "chatexport/every-kind/every-kind.json").read_text()))
    for entry in result["messages"]:
        # Files are missing, so their names are told.
        for file in entry.get("attachments", []):
            file["name"] = f"{word}.pdf"
    result["messages"] += [
        message("", 90, kind="invoice", facts={"title": word, "amount": f"5 {word}", "description": word}),
        message(f"**{word[:3]}**{word[3:]} {word.upper()} https://example.org/{word}?q=1", 91), message(f"a [{word}](https://{word}.org)", 92),
        message("x", 93, quote={"name": word, "text": f"{word} said"}), message(f"```{word}\ncode {word}\n```", 94),
        message("x", 95, kind=f"unheard {word}", facts={word: f"fact {word}"}), message("x", 96, topic=word, thread=f"t {word}"),
    ]
    return result


FORMS = ("chatexport", "text", "markdown", "chatlab", "rsmf")


def converted(program, source, out: Path, form: str, *options) -> Path:
    """Converts to a form. Returns the folder of the files."""
    result = program.run("convert", source, "--as", form, "--out", f"{out}/", *options)
    assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
    return out


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rule", ["word: {}", "person: {}"])
def test_no_byte_of_a_conversion_depends_on_a_secret_in_any_field(program, tmp_path, form, rule):
    folders = []
    for word in (SECRET, "Jwwvqzkx"):
        source = written(tmp_path, every_field(word), f"{word}.json")
        rules, report = tmp_path / f"{word}.txt", tmp_path / f"{word}-report.json"
        rules.write_text(rule.format(word))
        assert list(found(converted(program, source, tmp_path / f"open {word}", form), [word])) == [word]
        folders.append(converted(program, source, tmp_path / f"site {word}", form, "--redact", rules, "--report", report))
        assert found(folders[-1], [word]) == {} and word.lower() not in said(json.loads(report.read_text())).lower()
        assert json.loads(report.read_text())["redaction"][0]["matches"] > 60
    assert_same_files(*folders)


@pytest.mark.parametrize("form", FORMS)
def test_a_conversion_has_invented_names(program, tmp_path, form):
    source = FIXTURES / "mattermost/bulk/import.jsonl"
    shown = lambda folder: re.findall(rb"(?i)(?<![a-z])(otto|otti|lena|marsh)(?![a-z])", all_forms(folder))
    assert shown(converted(program, source, tmp_path / "open", form))
    hidden = converted(program, source, tmp_path / "hidden", form, "--pseudonyms")
    assert shown(hidden) == [] and b"Person 2" in all_forms(hidden)


def all_forms(folder: Path) -> bytes:
    """The names and the bytes of a folder's files in all forms."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return b"\n".join(part for path in paths for part in [str(path.relative_to(folder)).encode(), *forms(path.read_bytes())])


def assert_same_files(one: Path, other: Path):
    first, second = ({str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()} for folder in (one, other))
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []


@pytest.mark.parametrize("form", FORMS)
def test_a_conversion_has_photos_without_metadata_and_files_without_secret_names(program, tmp_path, form):
    (tmp_path / f"{SECRET}.jpg").write_bytes(with_secret("plain.jpg", (PICTURES / "plain.jpg").read_bytes(), SECRET.encode()))
    (tmp_path / "plan.pdf").write_text("%PDF-1.4 a plan")
    files = [{"kind": "image", "path": f"{SECRET}.jpg"}, {"kind": "file", "path": f"gone {SECRET}.pdf"}, {"kind": "file", "path": "plan.pdf"}]
    source = written(tmp_path, chat(message("", 1, attachments=files)))
    rules = written_text(tmp_path / "rules.txt", f"word: {SECRET}")
    assert list(found(converted(program, source, tmp_path / "open", form), [SECRET])) == [SECRET]
    report = tmp_path / "report.json"
    folder = converted(program, source, tmp_path / "hidden", form, "--redact", rules, "--report", report)
    assert found(folder, [SECRET]) == {} and SECRET.lower() not in report.read_text().lower()
    stated = json.loads(report.read_text())
    assert stated["media"] == {"stored": 2, "missing": 1} and stated["findingCounts"]["unredacted-files"] == 1
    if form != "rsmf":
        stored = next((folder / "media").glob("*.jpg"))
        assert stored.read_bytes()[:2] == b"\xff\xd8" and stored.name == "1.jpg" and (folder / "media/plan.pdf").exists()


@pytest.mark.parametrize("form", FORMS)
def test_the_ending_of_a_name_is_redacted_too(program, tmp_path, form):
    source = written(tmp_path, chat(message("", 1, attachments=[{"kind": "file", "path": "plan.Zqxk"}])))
    folder = converted(program, source, tmp_path / "hidden", form, "--redact", written_text(tmp_path / "rules.txt", "word: Zqxk"))
    assert found(folder, ["Zqxk"], shortest=4) == {}


def test_a_redacted_conversion_makes_the_redacted_site(program, tmp_path):
    rules = written_text(tmp_path / "rules.txt", "word: Lisbon\nperson: Samir")
    folder = converted(program, EXAMPLE, tmp_path / "files", "chatexport", "--redact", rules, "--time-zone", "UTC")
    site = program.export(folder, tmp_path / "again")
    redacted, _, _ = redact(program, EXAMPLE, tmp_path / "site", ["word: Lisbon", "person: Samir"], "--time-zone", "UTC")
    pages = [{path.name: path.read_bytes() for path in found.folder.glob("*/*.html")} for found in (site, redacted)]
    assert pages[0] == pages[1] and "Samir" not in text_of(site, folder=next(site.folder.glob("*/1.html")).parent.name)


def test_a_mistake_in_the_rules_ends_a_conversion_before_it_writes(program, tmp_path):
    result = program.run("convert", EXAMPLE, "--out", tmp_path / "chat.jsonl", "--redact", written_text(tmp_path / "rules.txt", "wrod: x"))
    assert result.returncode == 2 and "rules.txt:1: is of no known kind" in result.stderr and not (tmp_path / "chat.jsonl").exists()


FIXED = {"format", "id", "from", "at", "kind", "markup", "timeZone", "locale", "status", "event", "role", "by", "targets", "replyTo", "thread",
         "parent", "deletedAt", "editedAt", "forwardedAt", "absence", "medium", "outcome"}


@pytest.mark.parametrize("rule", ["word: {}", "word: {}*", "pattern: {}", "person: {}"])
def test_no_byte_depends_on_a_secret_in_any_field(program, tmp_path, rule):
    sites = []
    for word in (SECRET, "Jwwvqzkx"):
        source = written(tmp_path, every_field(word), f"{word}.json")
        shown = json.dumps(every_field(word)).lower().count(word.lower())
        assert shown > 60 and list(found(program.export(source, tmp_path / f"open {word}").folder, [word])) == [word]
        site, report, _ = redact(program, source, tmp_path / f"site {word}", [rule.format(word)])
        assert found(site.folder, [word]) == {} and word.lower() not in said(report).lower()
        assert report["redaction"][0]["matches"] > 60
        sites.append(site)
    assert_same(*sites)


@pytest.mark.parametrize("spelt", ["{0}", "«{0}»", "{1}", "{2}", "a{3}b".replace("a", "").replace("b", ""), "<{0}>", "{4}", "https://e.org/{5}/x"])
def test_a_secret_is_found_however_it_is_spelt(program, tmp_path, spelt):
    spellings = (SECRET, "\u00ad".join(SECRET), "Z\u0301" + SECRET[1:], "".join(chr(ord(letter) + 0xFEE0) for letter in SECRET),
                 "".join(f"&#{ord(letter)};" for letter in SECRET), "".join(f"%{ord(letter):02x}" for letter in SECRET))
    source = written(tmp_path, chat(message(f"before {spelt.format(*spellings)} after")))
    site, _, _ = redact(program, source, tmp_path / "site", [f"word: {SECRET}"])
    assert "before" in text_of(site) and "[redacted]" in text_of(site)
    assert found(site.folder, [SECRET]) == {}


# Parts that stay

@pytest.mark.parametrize("case", ["whatsapp/ios-en", "telegram/every-kind", "codex/session", "irc/znc", "slack/workspace", "chatexport/every-kind"])
def test_rules_that_match_nothing_change_nothing(program, tmp_path, case):
    source = input_of(FIXTURES / case)
    plain = program.export(source, tmp_path / "plain").bytes_by_name()
    site, report, told = redact(program, source, tmp_path / "site", ["word: zzqqxx", "person: qqxxzz", "day: 1971-01-01"])
    redacted = site.bytes_by_name()
    records = re.compile(r"(^|/)reuse(/\d+)?\.bin$|/reuse/")
    for name in [name for name in plain if records.search(name)] + ["export.json", "MANIFEST"]:
        plain.pop(name)
        redacted.pop(name, None)
    assert sorted(plain) == sorted(redacted)
    assert [name for name in plain if plain[name] != redacted[name]] == []
    assert [rule["matches"] for rule in report["redaction"]] == [0, 0, 0]
    assert [finding["code"] for finding in report["findings"]].count("unused-rule") == 3 and "line 2" in told and "qqxxzz" not in told


def test_messages_days_people_and_attachments(program, tmp_path):
    (tmp_path / "plan.pdf").write_text("%PDF-1 a plan")
    (tmp_path / "notes.txt").write_text("some notes")
    source = written(tmp_path, chat(
        message("one of Ben", 1, reactions=[{"emoji": "👍", "by": ["a"]}]), message("two of Ann", 2), message("three of Ben", 3),
        message("an answer", 4, replyTo="1"), message("a quotation", 6, quote={"name": "Ben Ott", "text": "one of Ben"}),
        message("Ben, ben and Ott; Benny", 8),
        message("", 10, attachments=[{"kind": "file", "path": "plan.pdf"}, {"kind": "file", "path": "notes.txt"}])))

    site, report, _ = redact(program, source, tmp_path / "one", ["message: 1", "day: 2026-05-03..2026-05-03", "attachment: *.PDF"])
    text = text_of(site)
    assert [rule["matches"] for rule in report["redaction"]] == [1, 1, 1]
    assert "one of Ben" not in text and "two of Ann" not in text and "three of Ben" in text and "an answer" in text and "👍" not in text
    assert "plan" not in text and "notes.txt" in text and len(list((site.folder / "media").iterdir())) == 1
    assert found(site.folder, ["one of Ben", "plan.pdf", "a plan"]) == {}
    assert 'id="m-1"' not in (site.folder / "chat/1.html").read_text()

    site, report, _ = redact(program, source, tmp_path / "two", ["messages-of: ben ott", "person: b => Witness A", "attachments: all"])
    text = text_of(site)
    assert "three of Ben" not in text and "Ott" not in text and text.count("Witness A") > 2 and "Benny" in text
    assert not (site.folder / "media").exists()
    redact(program, source, tmp_path / "three", ["attachments-of: Ann Lee", "attachments-in: 10"])
    assert not (tmp_path / "three/media").exists()


def test_messages_without_ids_are_named_by_their_numbers(program, tmp_path):
    entries = [message(f"number {number}.", number) for number in range(1, 41)]
    for entry in entries:
        del entry["id"]
    source = written(tmp_path, chat(*entries))
    site, report, _ = redact(program, source, tmp_path / "site", ["message: n17", "message: m-n38"], "--page-size", "6", "--keep-order")
    text = "".join(text_of(site, page=page) for page in range(1, 8))
    assert [number for number in range(1, 41) if f"number {number}." not in text] == [17, 38]
    assert [rule["matches"] for rule in report["redaction"]] == [1, 1]


def test_rules_can_be_about_one_conversation(program, tmp_path):
    sources = [written(tmp_path, chat(message("secretive"), id=name, title=name), f"{name}.json") for name in ("north", "south")]
    site, _, _ = redact(program, sources, tmp_path / "site", ["chat: South", "word: secretive", "chat: *", "word: nothing else"])
    assert "secretive" in text_of(site, "north") and "secretive" not in text_of(site, "south")


def test_positions(program, tmp_path):
    source = written(tmp_path, chat(
        message("x", 1, kind="location", location={"latitude": 38.6916, "longitude": -9.216, "name": "Torre"}),
        message("at https://maps.google.com/?q=38.6916,-9.216 now", 2), message("geo:38.6916,-9.216", 3)))
    site, report, _ = redact(program, source, tmp_path / "site", ["positions:"])
    assert found(site.folder, ["38.6916", "Torre", "38.691"]) == {} and report["redaction"][0]["matches"] == 3


def test_a_redacted_site_leaves_nothing_of_an_earlier_one(program, tmp_path):
    source = written(tmp_path, chat(*(message(f"{SECRET} {number}", number) for number in range(1, 40)), title=f"With {SECRET}", id=SECRET))
    for kept in (False, True):
        site = tmp_path / f"site {kept}"
        program.export(source, site)
        if kept:
            # A file of somebody's keeps the folder itself.
            (site / "notes.txt").write_text("mine")
        assert list(site.rglob("reuse*"))
        redact(program, source, site, [f"word: {SECRET}"])
        assert found(site, [SECRET]) == {} and not list(site.rglob("reuse*"))
    fresh, _, _ = redact(program, source, tmp_path / "fresh", [f"word: {SECRET}"])
    assert_same(fresh, Site(tmp_path / "site False"))


def test_any_number_of_jobs_writes_the_same_site(program, tmp_path, generate):
    source = generate(600, 5)
    rules = ["word: th*", "person: Ann", "pattern: \\d+", "day: 2000-01-01..2100-01-01"][:3]
    sites = [redact(program, source, tmp_path / jobs, rules, "--pseudonyms", "--page-size", "50", "--jobs", jobs)[0] for jobs in ("1", "4")]
    assert_same(*sites)


# Invented names

def test_people_have_invented_names_everywhere(program, tmp_path):
    one = chat(message("Ask Ben or Ben Ott", 2), message("hi Ann", 1), message("news", 4, forwardedFrom="Carol Dunn"),
               message("x", 3, contact={"name": "Edda Falk", "phones": []}), title="Ben Ott", id="+351912345678")
    two = chat(message("from Ben", 2), participants=[{"id": "z", "name": "Ben Ott", "avatar": "ben.png"}, {"id": "a", "name": "Ann Lee"}], id="two")
    two["messages"][0]["from"] = "z"
    sources = [written(tmp_path, one, "one.json"), written(tmp_path, two, "two.json")]
    report = tmp_path / "report.json"
    result = program.run(*sources, "--out", tmp_path / "site", "--pseudonyms", "--me", "Ann Lee", "--report", report)
    assert result.returncode == 0, result.stderr
    names = ["Ben Ott", "Ann Lee", "Carol", "Dunn", "Edda", "Falk", "351912345678"]
    assert found(tmp_path / "site", names) == {} and not any(name in report.read_text() for name in names)
    first, second = text_of(Site(tmp_path / "site"), "chat-1"), text_of(Site(tmp_path / "site"), "chat-2")
    assert "Ask Person 2 or Person 2" in first and "hi Person 1" in first and "Person 2" in second and "Person 3" in first
    assert 'class="out' in (tmp_path / "site/chat-1/1.html").read_text()


def test_invented_names_do_not_depend_on_the_names(program, tmp_path):
    sites = []
    for names in (("Ann Lee", "Ben Ott"), ("Zoe Quist", "Xaver Yilmaz")):
        content = chat(message(f"hi {names[0]}", 1), message(f"{names[1]}?", 2),
                       participants=[{"id": name, "name": name} for name in names])
        for entry, name in zip(content["messages"], names):
            entry["from"] = name
        source = written(tmp_path, content, f"{names[0]}.json")
        out = tmp_path / f"site {names[0]}"
        assert program.run(source, "--out", out, "--pseudonyms").returncode == 0
        sites.append(Site(out))
    assert_same(*sites)


# A word that `plant` replaces: not beside a letter or sign beyond ASCII.
NAME_PART = re.compile(r"(?<![A-Za-z0-9])(?<![^\x00-\x7F])[A-Za-z0-9]+(?![A-Za-z0-9]|[^\x00-\x7F])")


def people_of(program, source, folder: Path) -> list:
    """The words and numbers in the names and ids of an export's people, by the form that has both."""
    result = program.run("convert", source, "--as", "chatexport", "--out", folder / "plain/")
    assert result.returncode == 0, result.stderr
    people = [person for path in (folder / "plain").glob("*.jsonl") for person in json.loads(path.read_text(encoding="utf-8").split("\n")[0])["participants"]]
    # The host of an address is nobody's name, and links to it stay: `https://www.linkedin.com/in/`, `@example.org`, `:example.org`.
    host = re.compile(r"https?://[^/\s]+(?:/in/)?|(?<=\w)[@:](?:[\w-]+\.)+[A-Za-z]+")
    parts = {part for person in people for text in (person["id"], person.get("name", "")) for part in NAME_PART.findall(host.sub(" ", text))}
    return sorted(part for part in parts if len(part) > 2 and (len(part) > 6 or not part.isdigit()) and part.lower() not in FIXED_WORDS | {"example"}
                  and not any(has_joined(path.read_bytes(), part.encode()) for path in files(source)))


def has_joined(data: bytes, word: bytes) -> bool:
    """True if a database has the word without a gap to another value, where no secret can replace it."""
    whole = re.compile(rb"(?<![A-Za-z0-9\x80-\xff\\])" + word + rb"(?![A-Za-z0-9\x80-\xff])")
    return data[:15] == b"SQLite format 3" and data.count(word) > len(whole.findall(data))


def stored_files(site: Site, source: Path) -> set:
    """The files of an input that its site has as attachments."""
    stored = {path.stem for path in (site.folder / "media").glob("*")}
    return {path for path in files(source) if hashlib.sha256(path.read_bytes()).hexdigest()[:20] in stored}


@pytest.mark.sweep(kind=lambda case: case.split("/")[0])
@pytest.mark.parametrize("case", [case for case in CASES if case.split("/")[0] not in ASSISTANTS])
def test_no_byte_depends_on_a_person_in_any_format(program, tmp_path, case):
    source = input_of(FIXTURES / case)
    if not messages(program, source):
        pytest.skip("no conversation with people")
    kept = stored_files(program.export(source, tmp_path / "plain site"), source)
    people = usable(program, source, people_of(program, source, tmp_path), kept, tmp_path / "try")
    if not people:
        pytest.skip("no names or ids of three letters and more")
    sites = []
    for seed in "ab":
        # Equal beginnings, because some exports sort conversations by the names of people.
        secrets = {word: secret(word, "")[:2] + secret(word, seed)[2:] for word in people}
        copy = plant(source, tmp_path / seed, secrets, kept)
        if seed == "a":
            shown = found(program.export(copy, tmp_path / "open").folder, secrets.values(), shortest=3)
        result = program.run(copy, "--out", tmp_path / f"site {seed}", "--pseudonyms")
        assert result.returncode == 0, result.stderr
        assert found(tmp_path / f"site {seed}", secrets.values(), shortest=5) == {}
        sites.append(Site(tmp_path / f"site {seed}"))
    assert_same(*sites)
    if not shown:
        pytest.skip("the site shows no names or ids of three letters and more")


def named(site: Path, names) -> set:
    """The names that a site has as words, also in the names of its files. Its scripts and fonts have short ones within others."""
    pattern = re.compile(r"(?i)(?<![a-z])(" + "|".join(map(re.escape, names)) + ")(?![a-z])")
    paths = [path for path in site.rglob("*") if "fonts" not in path.parts]
    texts = [str(path.relative_to(site)) for path in paths] + [path.read_text(errors="replace") for path in paths if path.is_file()]
    return {name.lower() for text in texts for name in pattern.findall(text)}


@pytest.mark.parametrize("hidden", [["--pseudonyms"], ["person: Otti"], ["person: otto"], ["person: Otti", "person: lena"]])
def test_user_names_and_the_ids_made_of_them_are_hidden(program, tmp_path, hidden):
    """Mattermost's ids of messages are times and user names."""
    source = FIXTURES / "mattermost/bulk/import.jsonl"
    names = ["otto", "otti"] + (["lena", "marsh"] if hidden[0] == "--pseudonyms" or "person: lena" in hidden else [])
    assert named(program.export(source, tmp_path / "open").folder, names) == set(names)
    for turn in "ab":
        if hidden[0] == "--pseudonyms":
            assert program.run(source, "--out", tmp_path / turn, *hidden).returncode == 0
        else:
            redact(program, source, tmp_path / turn, hidden)
        assert named(tmp_path / turn, names) == set()
    assert_same(Site(tmp_path / "a"), Site(tmp_path / "b"))
    folder = next(path.parent for path in sorted((tmp_path / "a").glob("*/1.html")) if "🎉" in path.read_text())
    page = (folder / "1.html").read_text()
    # The thread is found by its new id.
    assert re.search(r'href="[^"]*#m-redacted', page)
    ids = re.findall(r'id="m-([^"]+)"', page)
    assert ids and len(ids) == len(set(ids))


@pytest.mark.parametrize("id, key", [("1-4711", "4711"), ("x.ab.7", "ab"), ("1740-qqwwee-2", "qqwwee"), ("xxQQWWEExx", "qqwwee"), ("1-17", "17")])
def test_an_id_with_a_person_in_it_is_new(program, tmp_path, id, key):
    content = chat(message("hello", 2), {**message("an answer", 3), "replyTo": id}, participants=[{"id": key, "name": "Ben Ott"}, {"id": "a", "name": "Ann Lee"}])
    content["messages"][0].update({"from": key, "id": id})
    content["messages"][1]["from"] = "a"
    source = written(tmp_path, content)
    assert f'id="m-{id}"' in (program.export(source, tmp_path / "open").folder / "chat/1.html").read_text()
    site, _, _ = redact(program, source, tmp_path / "site", ["person: Ben Ott"])
    page = (site.folder / "chat/1.html").read_text()
    assert id not in page and 'id="m-redacted-1"' in page and 'href="#m-redacted-1"' in page
    if len(key) > 2:
        assert found(site.folder, [key]) == {}


def test_user_names_that_an_app_does_not_show_are_hidden_in_texts(program, tmp_path):
    export = tmp_path / "export"
    (export / "general").mkdir(parents=True)
    users = [{"id": "U0OTTO0001", "name": "otto.k", "profile": {"display_name": "Otti", "real_name": "Oskar Klee"}}]
    (export / "users.json").write_text(json.dumps(users))
    (export / "channels.json").write_text(json.dumps([{"id": "C0GENERAL1", "name": "general", "members": ["U0OTTO0001"]}]))
    text = "ask oskar, or write to @otto.k, https://x.slack.com/team/otto.k or U0OTTO0001"
    (export / "general/2025-03-01.json").write_text(json.dumps([{"type": "message", "user": "U0OTTO0001", "text": text, "ts": "1740816000.000100"}]))
    names = ["otto.k", "oskar", "klee", "otti", "U0OTTO0001"]
    assert program.run(export, "--out", tmp_path / "site", "--pseudonyms").returncode == 0
    assert named(tmp_path / "site", names) == set()
    assert "ask Person 1, or write to @Person 1, [redacted] or Person 1" in text_of(Site(tmp_path / "site"), "chat-1")
    site, _, _ = redact(program, export, tmp_path / "two", ["person: otto.k"])
    assert named(site.folder, names) == set()


def test_addresses_of_contact_cards_are_hidden(program, tmp_path):
    card = {"name": "Edda Falk", "phones": ["+49 151 90817263"], "emails": ["edda@falk.example"]}
    source = written(tmp_path, chat(message("", 1, contact=card), message("call 0151/90817263", 2)))
    assert program.run(source, "--out", tmp_path / "site", "--pseudonyms").returncode == 0
    text = text_of(Site(tmp_path / "site"), "chat-1")
    assert found(tmp_path / "site", ["90817263"]) == {} and named(tmp_path / "site", ["Edda", "falk"]) == set() and text.count("Person 3") >= 2


@pytest.mark.parametrize("language", sorted(path.stem for path in (ROOT / "Public/phrases").glob("*.json")))
def test_words_instead_are_in_the_language_of_the_page(program, tmp_path, language):
    phrases = json.loads((ROOT / f"Public/phrases/{language}.json").read_text(encoding="utf-8"))
    source = written(tmp_path, chat(message("before secretive after, Ben Ott", 2), message("", 1, replyTo="2")))
    rules = written_text(tmp_path / "rules.txt", "word: secretive")
    report = tmp_path / "report.json"
    result = program.run(source, "--out", tmp_path / "site", "--locale", language, "--pseudonyms", "--redact", rules, "--report", report)
    assert result.returncode == 0, result.stderr
    expected = f"before {phrases['redacted']} after, {phrases['numberedPerson'].replace('{number}', '2')}"
    assert expected in text_of(Site(tmp_path / "site"), "chat-1")
    assert json.loads(report.read_text())["charactersWithoutFace"] == []
    assert language == "en" or phrases["redacted"] != "[redacted]"
    text = converted(program, source, tmp_path / "text", "text", "--locale", language, "--pseudonyms", "--redact", rules)
    assert expected in (text / "chat-1.txt").read_text(encoding="utf-8")


def test_a_replacement_of_the_rules_is_in_no_language(program, tmp_path):
    source = written(tmp_path, chat(message("before secretive after")))
    site, _, _ = redact(program, source, tmp_path / "site", ["replacement: XXX", "word: secretive"], "--locale", "de")
    assert "before XXX after" in text_of(site)


# Bars in place

def bars(program, source, out: Path, rules, *options) -> tuple:
    return redact(program, source, out, rules, "--redact-in-place", *options)


LINES = ["before {0} after, and a line that is long enough to be broken near {0} {0} somewhere, then goes on", "**{0}** and *an {0} too*, `{0}`",
         "https://example.org/{0}/page?of=a-long-address&more=of-it which is broken after its punctuation, and more", "- one {0}\n- two\n\n> quoted {0}",
         "שלום {0} עולם, {0}", "emoji 🎉 {0} 🎉", "{0}", "x {0}’s and ({0})", "| a | {0} |\n|---|---|\n| {0} | 2 |", "```\ncode {0} end\n```", "two\nlines {0}\nand three"]


@pytest.mark.parametrize("word", [SECRET, "Zażółć", "Щцжфэюъ", "龘齉靐", "ظضغذث", "สวัสดีครับ", "Zqxkvj Jwwvqz Vxxqk"])
def test_bars_keep_every_position_and_no_byte_of_the_words(program, tmp_path, word):
    content = chat(*(message(line.format(word), number) for number, line in enumerate(LINES, 1)), title=f"With {word}")
    content["participants"][1]["name"] = f"Ben {word}"
    content["messages"][3]["replyTo"] = "1"
    content["messages"][4]["attachments"] = [{"kind": "file", "path": f"{word}.pdf", "name": f"{word}.pdf"}]
    source = written(tmp_path, content)
    plain = program.export(source, tmp_path / "open")
    site, report, told = bars(program, source, tmp_path / "bars", [f"word: {word}"])
    assert list(found(plain.folder, [word])) == [word]
    assert found(site.folder, [word, *word.split()]) == {} and word.lower() not in said(report).lower()
    assert reserved(site) == [] and report["charactersWithoutFace"] == []
    result = program.run("diff", "--only", "layout", plain.folder, site.folder)
    assert result.returncode == 0 and "same: nothing differs" in result.stdout, result.stdout
    page = (site.folder / next(site.folder.glob("*/1.html")).parent.name / "1.html").read_text(encoding="utf-8")
    assert page.count('class="covered"') > 20 and report["redaction"][0]["matches"] > 20
    assert "bars-tell" in report["findingCounts"] and "a bar is as wide as the words" in told
    assert json.loads((site.folder / "export.json").read_text())["isRedacted"] is True
    assert program.run("verify", site.folder).returncode == 0
    # No face of theirs is named, which would tell their script.
    sheet = (site.folder / "assets/theme.css").read_text(encoding="utf-8")
    assert {name for name in re.findall(r'<span class="(f[\w-]*)', page) if f".{name}{{" not in sheet} <= {"fb"}
    # Fonts and emoji are the ones of a site that never had the words.
    moved, _, _ = redact(program, source, tmp_path / "moved", [f"word: {word}"])
    fonts = [sorted(path.name for path in (found.folder / "assets/fonts").glob("*.woff2")) for found in (site, moved)]
    assert fonts[0] == fonts[1]
    assert program.run("diff", "--only", "layout", plain.folder, moved.folder).returncode == 1


def reserved(site: Site) -> list:
    """The files with characters of marks, U+FDD0 to U+FDEF, in any spelling."""
    pattern = re.compile(rb"\xef\xb7[\x90-\xaf]|(?i:%ef%b7%[9a]|\\ufd[de]|&#xfd[de]|&#64[9-9][0-9])")
    return [str(path.relative_to(site.folder)) for path in sorted(site.folder.rglob("*"))
            if path.suffix in (".html", ".js", ".json", ".css", "") and path.is_file() and pattern.search(path.read_bytes())]


def test_bars_say_that_words_are_redacted(program, tmp_path):
    source = written(tmp_path, chat(message(f"before {SECRET} after", 1), message(f"a {SECRET} in German", 2)))
    site, _, _ = bars(program, source, tmp_path / "bars", [f"word: {SECRET}"])
    assert "before [redacted] after" in text_of(site)
    site, _, _ = bars(program, source, tmp_path / "german", [f"word: {SECRET}"], "--locale", "de")
    assert "before [geschwärzt] after" in text_of(site)


def test_bars_of_any_number_of_jobs_are_equal(program, tmp_path, generate):
    source = generate(600, 5)
    sites = [bars(program, source, tmp_path / jobs, ["word: th*", "pattern: \\d+"], "--page-size", "50", "--jobs", jobs)[0] for jobs in ("1", "4")]
    assert_same(*sites)
    plain = program.export(source, tmp_path / "open", "--page-size", "50")
    result = program.run("diff", "--only", "layout", plain.folder, sites[0].folder)
    assert result.returncode == 0, result.stdout[-2000:]


def test_text_of_the_export_cannot_be_taken_for_a_mark(program, tmp_path):
    forged = "\ufdd0\ufde0\ufdd2[redacted]\ufdd1"
    source = written(tmp_path, chat(message(f"a {SECRET} b", 1), message(f"c {forged} d", 2)))
    site, _, _ = bars(program, source, tmp_path / "bars", [f"word: {SECRET}"])
    assert (site.folder / "chat/1.html").read_text().count('class="covered"') == 1 and reserved(site) == []


def test_words_beside_bars_are_where_they_were(program, tmp_path, chromium):
    text = f"before {SECRET} after a long line that goes on and on, then {SECRET} {SECRET} end, and Tovey {SECRET} Avid"
    source = written(tmp_path, chat(message(text, 1), message(f"**{SECRET}** said", 2)))
    plain = program.export(source, tmp_path / "open")
    site, _, _ = bars(program, source, tmp_path / "bars", [f"word: {SECRET}"])
    rects = []
    for found_site in (plain, site):
        with chromium.page(390, 844) as page:
            page.goto((found_site.folder / "chat/1.html").as_uri())
            rects.append(page.evaluate("""(() => {
              const rects = {};
              for (const word of ["before", "after", "long", "then", "end", "Tovey", "Avid", "said"]) {
                const walker = document.createTreeWalker(document.querySelector("main") || document.body, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                  const at = walker.currentNode.data.indexOf(word);
                  if (at < 0 || walker.currentNode.parentElement.closest("svg, script, .covered")) continue;
                  const range = document.createRange();
                  range.setStart(walker.currentNode, at);
                  range.setEnd(walker.currentNode, at + word.length);
                  const box = range.getBoundingClientRect();
                  rects[word] = [box.left, box.top];
                  break;
                }
              }
              return rects;
            })()"""))
    assert len(rects[0]) == 8 and rects[0].keys() == rects[1].keys()
    for word, (left, top) in rects[0].items():
        assert abs(rects[1][word][0] - left) < 0.5 and abs(rects[1][word][1] - top) < 0.5, (word, rects)


@pytest.mark.parametrize("options, rules, words", [
    (["--redact-in-place"], None, "--redact-in-place needs rules"),
    (["--redact-in-place", "--pseudonyms"], "word: x1", "leave out one of --redact-in-place and --pseudonyms"),
    (["--redact-in-place"], "word: x1\nperson: Bob", "rules.txt:2: is a rule 'person:'"),
    (["--redact-in-place"], "attachments: all", "rules.txt:1: is a rule 'attachments:'"),
    (["--redact-in-place"], "word: x1 => y", "has a text in place of the words"),
    (["--redact-in-place"], "replacement: ██\nword: x1", "has a text in place of the words")])
def test_bars_refuse_what_changes_the_layout(program, tmp_path, options, rules, words):
    given = ["--redact", written_text(tmp_path / "rules.txt", rules)] if rules else []
    result = program.run(EXAMPLE, "--out", tmp_path / "site", *options, *given)
    assert result.returncode == 2 and words in result.stderr and not (tmp_path / "site").exists()


@pytest.mark.parametrize("command, out, words", [([], "chat.pdf", "not for a PDF"), (["convert"], "chat.txt", "not for a conversion")])
def test_bars_are_for_sites(program, tmp_path, command, out, words):
    rules = written_text(tmp_path / "rules.txt", "word: Lisbon")
    result = program.run(*command, EXAMPLE, "--out", tmp_path / out, "--redact", rules, "--redact-in-place")
    assert result.returncode == 2 and words in result.stderr and not (tmp_path / out).exists()


# Photos and films

def segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def riff(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def box(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content) + 8) + kind + content


def exif(secret: bytes, orientation: int = 1) -> bytes:
    """An EXIF block with an orientation and a text."""
    return b"MM\0*\0\0\0\x08\0\x02" + struct.pack(">HHIHH", 0x112, 3, 1, orientation, 0) + struct.pack(">HHII", 0x10E, 2, len(secret), 38) \
        + b"\0\0\0\0" + secret


def with_secret(name: str, data: bytes, secret: bytes) -> bytes:
    """A picture or film with a secret wherever its format has room for one."""
    if name.endswith(".jpg"):
        orientation = int(name[-5]) if name[-5].isdigit() else 1
        head = segment(0xE1, b"Exif\0\0" + exif(secret, orientation)) + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x>" + secret) \
            + segment(0xED, b"Photoshop 3.0\0" + secret) + segment(0xFE, secret) + segment(0xE2, b"MPF\0" + secret)
        return data[:2] + head + data[2:] + b"\xff\xd8" + secret
    if name.endswith(".png"):
        head = chunk(b"tEXt", b"Comment\0" + secret) + chunk(b"eXIf", exif(secret)) + chunk(b"tIME", b"1234567") + chunk(b"zzZz", secret)
        return data[:33] + head + data[33:] + secret
    if name.endswith(".webp"):
        flags = bytes([data[20] | 0x0C])
        body = data[12:20] + flags + data[21:] + riff(b"EXIF", exif(secret)) + riff(b"XMP ", b"<x>" + secret)
        return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body
    if name.endswith(".gif"):
        comment = b"!\xfe" + bytes([len(secret)]) + secret + b"\0"
        return data[:-1] + comment + b";" + secret
    raise ValueError(name)


@pytest.mark.parametrize("name", ["plain.jpg", "orientation-1.jpg", "orientation-3.jpg", "orientation-6.jpg", "1x1.png", "moving.png", "extended.webp",
                                  "still.gif", "moving.gif"])
def test_pictures_have_nothing_beside_their_pixels(program, tmp_path, name):
    sites = []
    for secret in (b"Zqxkvjwq first", b"Jwwvqzkx and second"):
        folder = tmp_path / secret.decode()[:4]
        folder.mkdir()
        data = with_secret(name, (PICTURES / name).read_bytes(), secret)
        (folder / name).write_bytes(data)
        source = written(folder, chat(message("", 1, attachments=[{"kind": "image", "path": name}])))
        assert list(found(program.export(source, folder / "open").folder, [secret.decode()[:8]]))
        site, report, _ = redact(program, source, folder / "site", ["word: nothing else"])
        assert found(site.folder, [secret.decode()[:8]]) == {} and report["media"] == {"stored": 1, "missing": 0}
        sites.append(site)
    assert_same(*sites)
    [stored] = (sites[0].folder / "media").iterdir()
    [opened] = (folder / "open/media").iterdir()
    assert stored.stat().st_size < opened.stat().st_size

    def size(site):
        return re.search(r"<article[^>]*>(.*?)</article>", (site / "chat/1.html").read_text())[1].replace(next((site / "media").iterdir()).name, "")
    assert "<img" in size(folder / "open") and size(sites[0].folder) == size(folder / "open")


def test_a_turned_photo_is_shown_turned(program, tmp_path, chromium):
    shutil.copy(PICTURES / "orientation-6.jpg", tmp_path / "photo.jpg")
    source = written(tmp_path, chat(message("", 1, attachments=[{"kind": "image", "path": "photo.jpg"}])))
    site, _, _ = redact(program, source, tmp_path / "site", ["word: nothing else"])
    [stored] = (site.folder / "media").iterdir()
    with chromium.page(390, 844) as page:
        sizes = []
        for file in (tmp_path / "photo.jpg", stored):
            page.goto(file.as_uri())
            sizes.append(page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]"))
    assert sizes == [[2, 3], [2, 3]]


@pytest.mark.parametrize("kind", ["mp4", "mov", "heic"])
def test_films_and_heic_photos_lose_places_and_times(program, tmp_path, kind):
    sites = []
    for secret in (b"Zqxkvjwq", b"Jwwvqzkx"):
        folder = tmp_path / secret.decode()
        folder.mkdir()
        if kind == "heic":
            # Two items, in a box before the one that says where they are: pixels, and EXIF data.
            entries = box(b"infe", b"\2\0\0\0" + struct.pack(">HH", 1, 0) + b"hvc1\0") + box(b"infe", b"\2\0\0\0" + struct.pack(">HH", 2, 0) + b"Exif\0")
            head = box(b"ftyp", b"heic\0\0\0\0mif1")
            places = b"".join(struct.pack(">HHHII", number, 0, 1, len(head) + 8 + offset, 8) for number, offset in ((1, 0), (2, 8)))
            data = head + box(b"mdat", b"pixels!!" + secret) + box(
                b"meta", b"\0\0\0\0" + box(b"iinf", b"\0\0\0\0" + struct.pack(">H", 2) + entries)
                + box(b"iloc", b"\0\0\0\0" + struct.pack(">HH", 0x4400, 2) + places))
        else:
            brand = b"qt  " if kind == "mov" else b"isom"
            times = secret[:4] + secret[4:] + b"\0" * 92
            inner = box(b"mvhd", b"\0\0\0\0" + times) + box(b"udta", box(b"\xa9xyz", b"\0\x08\x15\xc7" + secret)) \
                + box(b"trak", box(b"tkhd", b"\0\0\0\7" + times) + box(b"meta", secret) + box(b"mdia", box(b"mdhd", b"\0\0\0\0" + times)))
            data = box(b"ftyp", brand + b"\0\0\2\0isom") + box(b"moov", inner) + box(b"uuid", b"\0" * 16 + secret) + box(b"mdat", b"pixels!!")
        (folder / f"film.{kind}").write_bytes(data)
        source = written(folder, chat(message("", 1, attachments=[{"kind": "video", "path": f"film.{kind}"}])))
        assert list(found(program.export(source, folder / "open").folder, [secret.decode()]))
        site, _, _ = redact(program, source, folder / "site", ["word: nothing else"])
        assert found(site.folder, [secret.decode()]) == {}
        [stored] = (site.folder / "media").iterdir()
        assert stored.stat().st_size == len(data) and b"pixels!!" in stored.read_bytes()
        sites.append(site)
    assert_same(*sites)


def test_files_that_keep_their_own_data_are_counted(program, tmp_path):
    (tmp_path / "a.pdf").write_text("%PDF-1.4 author")
    (tmp_path / "b.txt").write_text("words")
    # A bitmap of one pixel, then words.
    (tmp_path / "c.bmp").write_bytes(struct.pack("<2sIIIIiiHHIIiiII", b"BM", 58, 0, 54, 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0) + bytes(4) + b"words")
    files = [{"kind": "file", "path": "a.pdf"}, {"kind": "file", "path": "b.txt"}, {"kind": "image", "path": "c.bmp"}]
    source = written(tmp_path, chat(message("", 1, attachments=files)))
    _, report, told = redact(program, source, tmp_path / "site", ["word: nothing else"])
    [warning] = [finding for finding in report["findings"] if finding["code"] == "unredacted-files"]
    assert "1 bmp, 1 pdf, 1 other" in warning["message"] and "attachments keep" in told
    assert sorted(name[-4:] for name in report["unredactedFiles"]) == [".bin", ".bmp", ".pdf"]


TEXTS = {"notes.txt": f"before {SECRET} after", "table.csv": f"a,b\n{SECRET.upper()},2\n", "card.vcf": f"BEGIN:VCARD\nFN:{SECRET}\nEND:VCARD\n",
         "page.html": f"<p>a <b>{SECRET[:3]}</b>{SECRET[3:]} &#{ord(SECRET[0])};{SECRET[1:]} b</p>", "data.json": json.dumps({"a": f"x {SECRET}"}),
         "drawing.svg": f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>{SECRET}</text></svg>'}


@pytest.mark.parametrize("form", ["site", *FORMS])
def test_words_in_attached_texts_are_redacted_and_files_that_stay_are_named(program, tmp_path, form):
    for name, content in {**TEXTS, "plan.pdf": "%PDF-1.4 a plan", "plain.txt": "no such word"}.items():
        (tmp_path / name).write_text(content)
    attachments = [{"kind": "file", "path": name} for name in [*TEXTS, "plan.pdf", "plain.txt"]]
    source = written(tmp_path, chat(message("", 1, attachments=attachments)))
    rules, report = written_text(tmp_path / "rules.txt", f"word: {SECRET}"), tmp_path / "report.json"
    command = [source, "--out", tmp_path / "site"] if form == "site" else ["convert", source, "--as", form, "--out", f"{tmp_path / 'site'}/"]
    result = program.run(*command, "--redact", rules, "--report", report)
    assert result.returncode == 0, result.stderr
    assert found(tmp_path / "site", [SECRET]) == {}
    told = json.loads(report.read_text())
    assert told["media"] == {"stored": 8, "missing": 0} and len(told["unredactedFiles"]) == 8 and "unredactedFiles" in result.stderr
    if form in ("chatexport", "markdown", "text", "chatlab"):
        assert "media/plan.pdf" in told["unredactedFiles"]
        assert (tmp_path / "site/media/notes.txt").read_text() == "before [redacted] after"
        assert (tmp_path / "site/media/plain.txt").read_text() == "no such word"


# Wrong usage

@pytest.mark.parametrize("rules, words", [
    (f"word: {SECRET}\nwrod: {SECRET}\n", "rules.txt:2: is of no known kind"), (f"pattern: ({SECRET}\n", "rules.txt:1: is no regular expression"),
    ("", "has no rules"), ("\n\nday: yesterday", "rules.txt:3: is no day")])
def test_a_mistake_in_the_rules_names_the_line_and_nothing_of_it(program, tmp_path, rules, words):
    (tmp_path / "rules.txt").write_text(rules)
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--redact", tmp_path / "rules.txt")
    assert result.returncode == 2 and words in result.stderr and SECRET not in result.stderr and not (tmp_path / "site").exists()


def test_rules_that_cannot_be_read_and_plans_are_refused(program, tmp_path):
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--redact", tmp_path / "none.txt")
    assert result.returncode == 2 and "none.txt: cannot be read" in result.stderr
    assert program.run("plan", EXAMPLE, "--shards", "1", "--plan", tmp_path / "plan").returncode == 0
    for option in (["--pseudonyms"], ["--redact", tmp_path / "none.txt"]):
        result = program.run("export", "--plan", tmp_path / "plan", "--shard", "1/1", "--out", tmp_path / "site", *option)
        assert result.returncode == 2 and "do not go with --plan" in result.stderr


def test_a_redacted_site_is_verified_without_its_inputs(program, tmp_path):
    site, _, _ = redact(program, EXAMPLE, tmp_path / "site", ["word: Lisbon", "person: Samir"], "--me", "Ana Sousa", "--time-zone", "UTC")
    stated = json.loads((site.folder / "export.json").read_text())
    assert stated["isRedacted"] is True and stated["inputs"] == [] and "me" not in stated["options"]
    assert program.run("verify", site.folder).returncode == 0
    result = program.run("verify", site.folder, EXAMPLE)
    assert result.returncode == 2 and "the site is redacted" in result.stderr
    (site.folder / "index.html").write_text("x")
    assert program.run("verify", site.folder).returncode == 1


def test_a_time_zone_with_a_redacted_word_is_a_warning(program, tmp_path):
    source = written(tmp_path, chat(message("hello"), timeZone="Europe/Lisbon"))
    _, report, _ = redact(program, source, tmp_path / "site", ["word: Lisbon"])
    assert "redacted-zone" in report["findingCounts"]
    _, report, _ = redact(program, source, tmp_path / "utc", ["word: Lisbon"], "--time-zone", "UTC")
    assert "redacted-zone" not in report["findingCounts"]


def test_a_hostile_text_does_not_hang_a_pattern(program, tmp_path):
    source = written(tmp_path, chat(message("a" * 100_000 + "!"), message("b" * 50, 2)))
    result = program.run(source, "--out", tmp_path / "site", "--pseudonyms", "--redact",
                         written_text(tmp_path / "rules.txt", "pattern: (a+)+$\npattern: (a|b|ab)*c\n"), work=120)
    assert result.returncode == 0, result.stderr
    assert "a pattern takes too long" in result.stderr
    assert "aaa" not in text_of(Site(tmp_path / "site"), "chat-1")


def written_text(path: Path, text: str) -> Path:
    path.write_text(text)
    return path
