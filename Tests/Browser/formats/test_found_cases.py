"""Situations that nobody handed out: files of others, archives in archives, repeats in large files."""

import io
import json
import zipfile

import pytest
from test_found_agents import SESSION, Log
from test_found_texts import JPEG, export  # noqa: F401, a fixture

OTHER = "1e8a5d22-3333-4444-8555-123456789abc"


# A saved result is the session's own

def saved(text: str, path: str) -> str:
    return f"<persisted-output>\nOutput too large. Full output saved to: {path}\n\nPreview:\n{text}\n</persisted-output>"


def session(root, own: str, text: str, path: str):
    log = Log(own).user(f"{own[:4]}-u", f"List {text}").call(f"{own[:4]}-a", "Bash", f"{own[:4]}-t", command=f"cat {text}")
    log.result(f"{own[:4]}-r", f"{own[:4]}-t", saved(text, path)).write(root / f"{own}.jsonl")



@pytest.fixture
def project(program, tmp_path):
    """Exports the folder of a project, and gives the texts of its files with the findings."""
    def run():
        report = tmp_path / "report.json"
        result = program.run(tmp_path / "p", "--out", tmp_path / "site", "--force", "--report", report)
        assert result.returncode == 0, result.stderr
        found = [finding["message"] for finding in json.loads(report.read_text())["findings"]]
        return {path.read_text() for path in (tmp_path / "site" / "media").glob("*")}, "\n".join(found)
    return run


def result_file(root, session: str, name: str, text: str):
    folder = root / session / "tool-results"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def test_a_saved_result_of_another_session_is_not_taken(project, tmp_path):
    root = tmp_path / "p"
    for own in (SESSION, OTHER):
        session(root, own, own[:4], f"/x/{own}/tool-results/b1.txt")
    result_file(root, OTHER, "b1.txt", "what the other one printed\n" * 9)
    files, found = project()
    assert files == {"what the other one printed\n" * 9}
    assert "the result was saved as 'b1.txt', which is not in the export" in found


def test_two_sessions_have_their_own_saved_results(project, tmp_path):
    root = tmp_path / "p"
    for own in (SESSION, OTHER):
        session(root, own, own[:4], f"/x/{own}/tool-results/b1.txt")
        result_file(root, own, "b1.txt", f"printed in {own}\n" * 9)
    files, found = project()
    assert files == {f"printed in {own}\n" * 9 for own in (SESSION, OTHER)} and "b1.txt" not in found


def test_a_copied_session_has_the_results_of_its_original(project, tmp_path):
    """The path of a result names the session that it was saved beside."""
    root = tmp_path / "p"
    session(root, SESSION, "copied", f"/x/{OTHER}/tool-results/b1.txt")
    result_file(root, OTHER, "b1.txt", "printed in the original\n" * 9)
    files, found = project()
    assert files == {"printed in the original\n" * 9} and "b1.txt" not in found


def test_a_saved_result_that_nobody_shows_is_told_by_its_path(project, tmp_path):
    """Also if a result of that name is shown elsewhere."""
    root = tmp_path / "p"
    for own in (SESSION, OTHER):
        result_file(root, own, "b1.txt", f"printed in {own}\n" * 9)
    session(root, SESSION, "mine", f"/x/{SESSION}/tool-results/b1.txt")
    files, found = project()
    assert files == {f"printed in {SESSION}\n" * 9}
    assert f"{OTHER}/tool-results/b1.txt is a saved result that no session mentions" in found


# Files and folders that are not read

def test_folders_that_lie_too_deep_are_told(export):
    chat = "[10:00] <ann> hi\n[10:01] <bob> hello\n"
    site = export({"top/#tea.2026-01-15.log": chat, "top/1/2/3/4/5/6/7/#deep.2026-01-15.log": chat}, source="top")
    assert len(site.titles) == 1 and "top/1/2/3/4/5/6" in site.findings["deep-folder"]["message"]


def test_a_deep_folder_of_shown_files_is_not_told(export):
    path = "1/2/3/4/5/6/7/photo.jpg"
    chat = {"format": "chatexport/1", "participants": [{"id": "ann", "name": "Ann"}], "messages": [
        {"id": "1", "from": "ann", "at": "2026-01-15T10:00:00Z", "attachments": [{"path": path, "kind": "image"}]}]}
    site = export({"top/chat.json": json.dumps(chat), f"top/{path}": JPEG}, source="top")
    assert "deep-folder" not in site.findings


# Archives in an archive

def packed(files: dict) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


WHATSAPP = ("15/01/2026, 10:00 - Ann: hi there\n15/01/2026, 10:01 - Bob: report.zip (file attached)\n"
            "15/01/2026, 10:02 - Ann: fine\n")
EVE = "16/01/2026, 10:00 - Eve: I am Eve\n16/01/2026, 10:01 - Ann: nice\n"


@pytest.mark.parametrize("name, member", [
    ("WhatsApp Chat with Eve.zip", "WhatsApp Chat with Eve.txt"), ("Chat de WhatsApp con Eve.zip", "Chat de WhatsApp con Eve.txt"),
    ("WhatsApp Chat - Eve.zip", "_chat.txt")])
def test_a_chat_in_a_zip_beside_a_chat_is_read(export, name, member):
    """In a zip as in a folder; a document that was sent stays a document."""
    inner = {"report.zip": packed({"notes.txt": "some words"}), name: packed({member: EVE})}
    outer = packed({"WhatsApp Chat with Bob.txt": WHATSAPP, **inner})
    for files, source in (({"all.zip": outer}, "all.zip"), ({"d/WhatsApp Chat with Bob.txt": WHATSAPP, **{
            f"d/{path}": data for path, data in inner.items()}}, "d")):
        site = export(files, source=source)
        assert sorted(site.titles) == ["Bob", "Eve"] and site.one("I am Eve").sender == "Eve"
        assert "report.zip" in site.one("report.zip").text


# Lines that a bouncer repeats

@pytest.mark.parametrize("size", [10, 9000])
def test_repeated_lines_are_looked_for_in_earlier_files(export, size):
    """Also if the file that has them is large."""
    old = "[09:30:12] <ann> is anybody here?\n[09:31:00] <bob> no\n"
    more = "".join(f"[10:{10 + i * 40 // size:02}:00] <ann> line number {i} of a long day\n" for i in range(size))
    new = ("[10:00:01] <***> Buffer Playback...\n[10:00:01] <ann> [2026-01-15 09:30:12] is anybody here?\n"
           "[10:00:01] <bob> [2026-01-15 09:31:00] no\n[10:00:01] <***> Playback Complete.\n" + more)
    site = export({"logs/#tea.2026-01-15.log": old, "logs/#tea.2026-01-16.log": new}, source="logs")
    assert len([row for row in site.messages if "anybody here" in row.text]) == 1
    assert "2 lines that a bouncer repeated" in site.findings["repeated-lines"]["message"]


# Names in cards

def test_cards_know_the_people_and_emoji_of_their_message(export):
    author = {"id": "11", "name": "mara", "nickname": "Mara", "isBot": False}
    emoji = [{"id": "90", "name": "_odd_", "code": "_odd_", "isAnimated": False, "imageUrl": "https://cdn.example/90.png"}]
    embed = {"title": "Now :_odd_: today", "url": "https://example.org/", "description": "by <@12> and :_odd_: again", "fields": [
        {"name": "First :_odd_:", "value": "*fine*", "isInline": False}], "images": [], "inlineEmojis": emoji}
    site = export({"tide.json": json.dumps({
        "guild": {"id": "1", "name": "Rowers"}, "channel": {"id": "12", "type": "GuildTextChat", "name": "tide"},
        "messages": [{"id": "130", "type": "Default", "timestamp": "2026-02-01T10:00:00+00:00", "content": "look :_odd_:",
                      "author": author, "attachments": [], "embeds": [embed], "stickers": [], "reactions": [], "inlineEmojis": emoji,
                      "mentions": [{"id": "12", "name": "nils", "nickname": "Nils", "isBot": False}]}]})})
    text = site.one("look").text
    assert text.count(":_odd_:") == 4 and "@Nils" in text and "*" not in text


# Two time zones

TALK = [("Ann", "Is the boat back at the pier?"), ("Bob", "Not yet, the tide is low"), ("Ann", "Then we wait until noon"),
        ("Bob", "I bring the sandwiches"), ("Ann", "And I bring the tea, of course"), ("Bob", "ok")]


def chat(hour: int, *more, months=(1, 6)) -> str:
    """A chat of two months; `hour` is a number for each."""
    hours = hour if isinstance(hour, tuple) else (hour, hour)
    return "".join(f"15/{month:02}/2026, {start:02}:{minute:02} - {name}: {words} ({month})\n"
                   for month, start in zip(months, hours) for minute, (name, words) in enumerate([*TALK, *more]))


@pytest.mark.parametrize("hours", [(14, 14), (14, 15)])
def test_exports_of_two_time_zones_are_told_and_can_be_joined(export, hours):
    """Also if the zones are another hour apart in summer."""
    files = {"a/WhatsApp Chat with Bob.txt": chat(10), "b/WhatsApp Chat with Ann.txt": chat(hours, ("Bob", "The last words are mine"))}
    site = export(files, source=".")
    assert len(site.titles) == 2
    note = site.findings["zone-gap"]["message"]
    assert "4 hours apart" in note and "--join 'Bob=Ann'" in note
    site = export(files, "--join", "Bob=Ann", source=".")
    assert site.titles == ["Bob"] and len(site.messages) == 2 * len(TALK) + 2 and "zone-gap" not in site.findings
    assert [row.time[11:16] for row in site.messages if "mine" in row.text] == ["10:06", "10:06"]


def test_chats_with_some_texts_in_common_are_not_of_two_time_zones(export):
    """The same wishes are sent to several people, at any time."""
    wishes = [f"Many good wishes for the year {year}" for year in range(2020, 2026)]
    files = {f"{name}/WhatsApp Chat with {name}.txt": "".join(
        f"01/01/{2020 + i}, 10:{(7 * i * (k + 1)) % 60:02} - Ann: {words}\n01/01/{2020 + i}, 11:{i:02} - {name}: thank you, {name} says {i}\n"
        for i, words in enumerate(wishes)) for k, name in enumerate(["Bob", "Cid"])}
    site = export(files, source=".")
    assert len(site.titles) == 2 and "zone-gap" not in site.findings


# Parts of unknown kinds

def test_a_block_of_an_unknown_kind_shows_all_its_words(export):
    """Whatever its members are called: the finding says that its text is shown."""
    blocks = [{"type": "novel_block", "block_id": "b1", "words": "text in a new block", "style": "primary",
               "inner": {"caption": "and another one", "title": "A title"}}]
    site = export({"export/users.json": json.dumps([{"id": "U1", "name": "ann"}]), "export/channels.json": json.dumps(
        [{"id": "C1", "name": "tide", "members": ["U1"]}]), "export/tide/2026-01-15.json": json.dumps(
            [{"type": "message", "user": "U1", "text": "", "ts": "1768471204.000100", "blocks": blocks}])}, source="export")
    text = site.messages[0].text
    assert all(words in text for words in ["text in a new block", "and another one", "A title"])
    assert "primary" not in text and "b1" not in text
    assert "unknown-block" in site.findings


@pytest.mark.parametrize("text, shown", [("words of the message itself", True), ("A  title", False)])
def test_a_message_with_an_unknown_block_keeps_its_own_text(export, text, shown):
    blocks = [{"type": "novel_block", "title": "A title"}]
    site = export({"export/users.json": json.dumps([{"id": "U1", "name": "ann"}]), "export/channels.json": json.dumps(
        [{"id": "C1", "name": "tide", "members": ["U1"]}]), "export/tide/2026-01-15.json": json.dumps(
            [{"type": "message", "user": "U1", "text": text, "ts": "1768471204.000100", "blocks": blocks}])}, source="export")
    row = site.messages[0].text
    assert "A title" in row and (text in row) == shown


# What cards and messages say besides

VCARD = ("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Carl\r\nTEL:+123456789\r\nEMAIL:carl@example.org\r\nADR;TYPE=home:;;Pier 3;Lisbon;;1100;\r\n"
         "NOTE:ring twice\\, then wait\r\nORG:Boats;Repairs\r\nTITLE:Carpenter\r\nURL:https://example.org/carl\r\nREV:20260101\r\nEND:VCARD\r\n")


def test_a_contact_has_all_that_its_card_says(export):
    """Address, note, organization and page too: the file itself is not part of the site."""
    chat = "15/01/2026, 10:00 - Ann: hi\n15/01/2026, 10:01 - Bob: Carl.vcf (file attached)\n15/01/2026, 10:02 - Ann: ok\n"
    row = export({"d/WhatsApp Chat with Bob.txt": chat, "d/Carl.vcf": VCARD}, source="d").one("Carl")
    for words in ["+123456789", "carl@example.org", "Pier 3, Lisbon, 1100", "ring twice, then wait", "Boats, Repairs", "Carpenter"]:
        assert words in " ".join(row.text.split()), words
    assert 'href="https://example.org/carl"' in row.markup and "20260101" not in row.text


def test_a_card_may_have_colons_in_quoted_parameters(export):
    card = ("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Carl\r\nADR;LABEL=\"Unit 1: Pier Street\":;;Pier 3;Lisbon;;1100;\r\n"
            "NOTE;ALTID=\"a:b\":ring twice\r\nTEL;X=\"a:b\":+123456789\r\nEND:VCARD\r\n")
    chat = "15/01/2026, 10:00 - Ann: hi\n15/01/2026, 10:01 - Bob: Carl.vcf (file attached)\n15/01/2026, 10:02 - Ann: ok\n"
    text = export({"d/WhatsApp Chat with Bob.txt": chat, "d/Carl.vcf": card}, source="d").one("Carl").text
    assert all(words in text for words in ["+123456789", "Pier 3, Lisbon, 1100", "ring twice"])
    assert "Street" not in text and "b\"" not in text


def test_words_that_are_brought_up_again_are_shown(export):
    """Messenger's bumped messages: alone as the text, beside other words as what these answer."""
    def message(seconds, **members):
        return {"sender_name": "Bo", "timestamp_ms": 1768470000000 + 1000 * seconds, **members}
    def bumped(words):
        return {"bumped_message_metadata": {"bumped_message": words, "is_bumped": True}}
    site = export({"messages/inbox/ida_1/message_1.json": json.dumps({
        "participants": [{"name": "Ida"}, {"name": "Bo"}], "title": "Ida", "thread_path": "inbox/ida_1", "messages": [
            message(3, content="any news?", **bumped("who brings the boat")), message(2, **bumped("the tide is low")),
            message(1, content="the same", **bumped("the same")), message(0, content="first")]})}, source="messages")
    assert "the tide is low" in site.one("tide").text and "Not supported" not in " ".join(row.text for row in site.rows)
    assert "who brings the boat" in site.one("any news?").text and site.one("the same").text.count("the same") == 1


def test_channels_of_two_networks_are_told_apart_by_what_differs(export):
    """Folders that all of them are in, as those of the machine, are in no title and no address."""
    files = {f"znc/{network}/#tea/2026-01-15.log": f"[10:00:00] <ann> on {network}\n[10:00:01] <bob> yes\n" for network in ["libera", "oftc"]}
    site = export(files, source="znc")
    assert sorted(site.titles) == ["#tea (libera/#tea)", "#tea (oftc/#tea)"]
    assert all("input" not in conversation["id"] for conversation in site.report["conversations"])


# No English on pages in other languages

def test_errors_and_agents_are_named_in_the_language_of_the_page(program, tmp_path):
    agent = "a77"
    log = Log().user("u1", "リストを").call("a1", "Bash", "t1", command="ls")
    log.user("u2", [{"type": "tool_result", "tool_use_id": "t1", "content": "見つかりません", "is_error": True}])
    log.call("a3", "Task", "t2", description="調べる", prompt="中を見て").result("u3", "t2", "済み", {"agentId": agent})
    log.claude("a4", "終わり").write(tmp_path / "p" / f"{SESSION}.jsonl")
    inner = Log(agentId=agent).user("s1", "中を見て", isSidechain=True).claude("s2", "中を見た", isSidechain=True)
    inner.write(tmp_path / "p" / f"agent-{agent}.jsonl")
    for language, (failed, name) in {"ja": (">失敗<", "エージェント"), "de": (">fehlgeschlagen<", "Agent"), "en": (">failed<", "Agent")}.items():
        program.export(tmp_path / "p", tmp_path / language, "--locale", language)
        pages = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / language).rglob("[0-9]*.html"))
        assert failed in pages and "Error:" not in pages and f'aria-label="{name}"' in pages


# Files under other names and in other places

def test_a_file_whose_accents_are_written_in_another_form_is_shown_and_not_listed(export):
    """Systems take names apart (NFD): such a file is shown, and the account has no row that nobody shows it."""
    chat = "15/01/2026, 10:00 - Ann: hi\n15/01/2026, 10:01 - Bob: Pl\u00e4n.jpg (file attached)\n15/01/2026, 10:02 - Ann: ok\n"
    site = export({"d/WhatsApp Chat with Bob.txt": chat, "d/Pla\u0308n.jpg": JPEG}, source="d")
    assert any("media/" in row.markup for row in site.messages)
    assert not [row for row in site.report["account"] if row["path"].startswith("file ")]


def test_media_of_whatsapp_that_somebody_put_into_a_folder_are_found(export):
    """If one file alone has the name; the account lists what is not shown."""
    chat = ("15/01/2026, 10:00 - Ann: hi\n15/01/2026, 10:01 - Bob: IMG-20260115-WA0001.jpg (file attached)\n"
            "15/01/2026, 10:02 - Bob: IMG-20260115-WA0002.jpg (file attached)\n15/01/2026, 10:03 - Ann: ok\n")
    site = export({"d/WhatsApp Chat with Bob.txt": chat, "d/Media/IMG-20260115-WA0001.jpg": JPEG,
                   "d/Media/IMG-20260115-WA0002.jpg": JPEG, "d/Media/Sent/IMG-20260115-WA0002.jpg": JPEG}, source="d")
    assert ["media/" in row.markup for row in site.messages] == [False, True, False, False]
    assert site.findings["missing-file"]["message"].startswith("'IMG-20260115-WA0002.jpg'")


# Two lists of messages

def chatexport_message(number: int) -> dict:
    return {"id": str(number), "from": "ann", "at": f"2026-01-15T10:{number:02}:00Z", "text": f"words {number}"}


def discord_message(number: int) -> dict:
    return {"id": str(100 + number), "type": "Default", "timestamp": f"2026-02-01T10:{number:02}:00+00:00", "content": f"words {number}",
            "author": {"id": "11", "name": "mara", "nickname": "Mara", "isBot": False}, "attachments": [], "embeds": [],
            "stickers": [], "reactions": [], "mentions": []}


def telegram_message(number: int) -> dict:
    return {"id": number, "type": "message", "date": f"2026-01-15T10:{number:02}:00", "date_unixtime": str(1768471200 + 60 * number),
            "from": "Ann", "from_id": "user1", "text": f"words {number}", "text_entities": [{"type": "plain", "text": f"words {number}"}]}


def two_lists(head: dict, first, second) -> str:
    def listed(messages):
        return messages if isinstance(messages, str) else json.dumps(messages)
    return f'{json.dumps(head)[:-1]}, "messages": {listed(first)}, "exported": true, "messages": {listed(second)}}}'


DISCORD = {"guild": {"id": "1", "name": "Rowers"}, "channel": {"id": "12", "type": "GuildTextChat", "name": "tide"}}
GEMINI = {"sessionId": "s", "projectHash": "p", "startTime": "2026-06-01T09:00:00.000Z", "lastUpdated": "2026-06-01T09:01:00.000Z"}


@pytest.mark.parametrize("head, message", [(DISCORD, discord_message), (GEMINI, lambda number: {
    "id": f"m{number}", "timestamp": f"2026-06-01T09:{number:02}:00.000Z", "type": "user", "content": f"words {number}"})])
@pytest.mark.parametrize("first", [1, 0, None])
def test_two_lists_of_messages_are_read_one_after_the_other(export, head, message, first):
    """Programs that join exports may leave two members of one name."""
    site = export({"session-1.json": two_lists(head, "null" if first is None else [message(number) for number in range(1, 1 + first)],
                                               [message(number) for number in range(2, 4)])})
    found = [line for row in site.messages for line in row.text.split("\n") if "words" in line]
    assert found == [f"words {number}" for number in range(2 - (first or 0), 4)]


@pytest.mark.parametrize("first, second", [((1,), (2, 3, 4)), ((1, 2, 3), (4,)), ((), (1, 2)), ((1, 2), ())])
def test_a_second_list_of_telegrams_messages_is_a_loss(export, first, second):
    site = export({"result.json": two_lists({"name": "Ann", "type": "personal_chat", "id": 1}, [telegram_message(number) for number in first],
                                            [telegram_message(number) for number in second])})
    longer = max(first, second, key=len)
    assert [row.text for row in site.messages] == [f"words {number}" for number in longer]
    assert ("second-messages" in site.findings) == bool(first and second)


# A download of Meta from any of its folders

def meta_download(root: str, person: str, time: int = 0) -> dict:
    base = "your_facebook_activity/messages"
    photo = f"{base}/inbox/{person}_1/photos/5.jpg"
    thread = {"participants": [{"name": person}, {"name": "Me"}], "title": person, "thread_path": f"inbox/{person}_1", "magic_words": [],
              "is_still_participant": True, "messages": [
                  {"sender_name": person, "timestamp_ms": 1700000000000 + time, "photos": [{"uri": photo, "creation_timestamp": 1700000000}]},
                  {"sender_name": person, "timestamp_ms": 1700000200000 + time, "content": f"hello {time}"}]}
    return {f"{root}/{base}/inbox/{person}_1/message_1.json": json.dumps(thread), f"{root}/{photo}": JPEG + bytes([time])}


@pytest.mark.parametrize("source", ["up", "up/fb", "up/fb/your_facebook_activity", "up/fb/your_facebook_activity/messages",
                                    "up/fb/your_facebook_activity/messages/inbox", "up/fb/your_facebook_activity/messages/inbox/ana_1",
                                    "up/fb/your_facebook_activity/messages/inbox/ana_1/message_1.json"])
def test_a_download_of_meta_has_its_files_wherever_it_begins(export, source):
    site = export(meta_download("up/fb", "ana"), source=source)
    assert "missing-file" not in site.findings and not site.report["findings"], site.report["findings"]
    assert 'src="' in site.messages[0].markup


def test_two_downloads_of_meta_have_their_own_files(export, tmp_path):
    site = export({**meta_download("two/a", "ana"), **meta_download("two/b", "ana", 1)}, source="two")
    assert len(site.messages) == 4 and not site.report["findings"]
    assert len(list(tmp_path.rglob("site/media/*"))) == 2


# Contact cards

CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Mara Lind\r\nTEL;TYPE=CELL:+4670123\r\nIMPP:xmpp:mara@example.org\r\nEND:VCARD\r\n"


@pytest.mark.parametrize("data", [
    CARD.encode(), b"\xef\xbb\xbf" + CARD.encode(), CARD.encode("utf-16"), b"\r\n" + CARD.encode(),
    CARD.replace("BEGIN:VCARD", "begin:vcard ").replace("END:VCARD", "End:vCard").encode()])
def test_a_card_is_shown_by_the_name_of_its_person(export, data):
    site = export({"c/WhatsApp Chat with Bob.txt": "15/01/2026, 10:00 - Ann: hi\n15/01/2026, 10:01 - Bob: card7.vcf (file attached)\n",
                   "c/card7.vcf": data}, source="c")
    text = site.one("Mara Lind").text
    assert "+4670123" in text and "xmpp:mara@example.org" in text and "card7" not in text


def test_a_card_in_a_card_is_told_with_it(export):
    card = ("BEGIN:VCARD\nVERSION:2.1\nN:Lind;Mara\nAGENT:\nBEGIN:VCARD\nVERSION:2.1\nFN:Odd Help\nTEL:+4799\nEND:VCARD\n"
            "TEL:+4670123\nEND:VCARD\n")
    site = export({"c/WhatsApp Chat with Bob.txt": "15/01/2026, 10:00 - Ann: hi\n15/01/2026, 10:01 - Bob: card7.vcf (file attached)\n",
                   "c/card7.vcf": card}, source="c")
    text = site.one("Mara Lind").text
    assert "+4670123" in text and "Odd Help, +4799" in text and "Mara Lind, Odd Help" not in text


def test_each_card_of_a_file_is_told(export):
    message = {**telegram_message(1), "text": "", "text_entities": [], "contact_vcard": "c.vcf",
               "contact_information": {"first_name": "Mara", "last_name": "Lind", "phone_number": "+4670123"}}
    site = export({"t/result.json": json.dumps({"name": "Ann", "type": "personal_chat", "id": 1, "messages": [message]}),
                   "t/c.vcf": CARD + CARD.replace("Mara Lind", "Odd Help").replace("+4670123", "+4799")}, source="t")
    text = site.one("Mara Lind").text
    assert "Odd Help, +4799" in text


# Slack

DEEP = '{"a":' * 600 + "1" + "}" * 600


@pytest.mark.parametrize("position", ["first", "last", "only"])
def test_a_message_of_slack_that_nests_too_deep_costs_itself_alone(export, position):
    def message(ts, text):
        return json.dumps({"type": "message", "user": "U1", "ts": ts, "text": text})
    deep = message("1767225600.000100", "too deep")[:-1] + f', "blocks": {DEEP}}}'
    day = {"first": [deep, message("1767225602.000100", "fine")], "last": [message("1767225602.000100", "fine"), deep], "only": [deep]}[position]
    site = export({"s/users.json": json.dumps([{"id": "U1", "name": "ann"}]), "s/channels.json": json.dumps([{"id": "C1", "name": "tea", "members": ["U1"]}]),
                   "s/tea/2026-01-01.json": f"[{', '.join(day)}]", "s/tea/2026-01-02.json": f'[{message("1767312000.000100", "next day")}]'}, source="s")
    assert site.titles == ["tea"] and site.one("next day") and (position == "only" or site.one("fine"))
    assert "512 levels" in json.dumps(site.report["findings"]) and "2026-01-01.json" in json.dumps(site.report["findings"])


# Discord

def test_the_address_of_an_embeds_author_is_shown(export):
    embed = {"title": "Tides", "url": "https://example.org/tides", "description": "High at noon", "fields": [],
             "author": {"name": "Harbour", "url": "https://harbour.example/"}}
    site = export({"tide.json": json.dumps({**DISCORD, "messages": [{**discord_message(1), "embeds": [embed]}]})})
    text = site.one("High at noon").text
    assert "Harbour https://harbour.example/" in text


# WhatsApp

FIRST = "15/01/2026, 10:00 - Ann: hi there\n15/01/2026, 10:01 - Bob: hello\n15/01/2026, 10:02 - Ann: fine\n"


@pytest.mark.parametrize("day", ["16.01.2026", "16.01.26"])
def test_a_short_export_after_another_one_is_read_as_messages(export, day):
    site = export({"WhatsApp Chat with Bob.txt": FIRST + f"[{day}, 09:00:00] Bob: next day\n[{day}, 09:00:10] Ann: so it is\n"})
    assert site.one("next day").sender == "Bob" and site.one("so it is").time.startswith("2026-01-16T09:00")
    assert len(site.messages) == 5 and "joined-exports" in site.findings


@pytest.mark.parametrize("day", ["14.01.2026", "15.01.2026", "02.01.2026"])
def test_a_few_pasted_lines_stay_text(export, day):
    """Also if another order of the date would make them later than their message."""
    pasted = f"[{day}, 09:00:00] Bob: from before\n[{day}, 09:00:10] Ann: I see\n"
    site = export({"WhatsApp Chat with Bob.txt": FIRST + pasted + "15/01/2026, 10:05 - Bob: right\n"})
    assert len(site.messages) == 4 and "from before" in site.one("fine").text
