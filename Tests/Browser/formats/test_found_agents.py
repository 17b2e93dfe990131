"""Sessions of coding agents: what was lost, doubled or given to the wrong person, by the items that named it."""

import html
import json
import re
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

SESSION = "0d9f4c11-2222-4333-8444-0123456789ab"
AGENT = "a77"


# Claude Code

class Log:
    """Entries of a session of Claude Code, each with the one before as its parent."""

    def __init__(self, session: str = SESSION, **common):
        self.session, self.common, self.entries, self.last, self.clock = session, common, [], None, 0

    def add(self, kind: str, uuid: str = None, message: dict = None, **members) -> "Log":
        self.clock += 1
        entry = {"parentUuid": self.last, "isSidechain": False, "sessionId": self.session, "type": kind,
                 "timestamp": f"2026-06-01T09:{self.clock // 60:02}:{self.clock % 60:02}.000Z", **self.common}
        if uuid:
            entry["uuid"] = uuid
            self.last = uuid
        if message:
            entry["message"] = message
        self.entries.append({**entry, **members})
        return self

    def user(self, uuid: str, content, **members) -> "Log":
        return self.add("user", uuid, {"role": "user", "content": content}, **members)

    def claude(self, uuid: str, *blocks, **members) -> "Log":
        made = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        return self.add("assistant", uuid, {"id": f"msg_{uuid}", "role": "assistant", "model": "claude-x",
                                            "content": made}, **members)

    def call(self, uuid: str, name: str, call: str, **arguments) -> "Log":
        return self.claude(uuid, {"type": "tool_use", "id": call, "name": name, "input": arguments})

    def result(self, uuid: str, call: str, content, details=None, **members) -> "Log":
        if details is not None:
            members["toolUseResult"] = details
        return self.user(uuid, [{"type": "tool_result", "tool_use_id": call, "content": content}], **members)

    def compact(self, uuid: str, summary: str) -> "Log":
        self.add("system", uuid, subtype="compact_boundary", content="Conversation compacted", level="info",
                 logicalParentUuid=self.last, parentUuid=None)
        return self.user(f"{uuid}-s", summary, isCompactSummary=True, isVisibleInTranscriptOnly=True)

    def queue(self, operation: str, content=None, **members) -> "Log":
        self.clock += 1
        entry = {"type": "queue-operation", "operation": operation, "sessionId": self.session,
                 "timestamp": f"2026-06-01T09:{self.clock // 60:02}:{self.clock % 60:02}.000Z", **members}
        self.entries.append(entry if content is None else {**entry, "content": content})
        return self

    def write(self, path: Path) -> Path:
        return lines(path, self.entries)


def lines(path: Path, records: list) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def agent_log(prompt: str, answer: str, session: str = SESSION, agent: str = AGENT, first: int = 3) -> Log:
    log = Log(session, agentId=agent)
    log.clock = first
    log.user(f"{agent}-1", prompt, isSidechain=True)
    return log.claude(f"{agent}-2", answer, isSidechain=True)


def calling_log(session: str = SESSION, agent: str = AGENT) -> Log:
    log = Log(session).user("u1", "Ask somebody").call("a1", "Agent", "t1", description="red", prompt="look at red")
    log.clock = 20
    return log.result("u2", "t1", "Red is fine.", {"agentId": agent, "status": "completed"}).claude("a2", "So it is.")


# Codex

def codex(*records, session: str = "019f-a", start: int = 0, **meta) -> list:
    made = [("session_meta", {"id": session, "cwd": "/p", **meta})]
    made += [record if isinstance(record[1], dict) else ("event_msg", {"type": record[0]}) for record in records]
    return [{"timestamp": f"2026-06-01T09:00:{start + number:02}.000Z", "type": kind, "payload": payload}
            for number, (kind, payload) in enumerate(made)]


def said(role: str, *texts: str) -> tuple:
    kind = "input_text" if role == "user" else "output_text"
    return "response_item", {"type": "message", "role": role, "content": [{"type": kind, "text": text} for text in texts]}


def event(kind: str, **members) -> tuple:
    return "event_msg", {"type": kind, **members}


def item(kind: str, **members) -> tuple:
    return event("item_completed", item={"type": kind, **members})


# Reading

def words(markup: str) -> str:
    inline = re.sub(r"</?(?:strong|em|code|b|i|s|span)\b[^>]*>", "", markup)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", inline))).strip()


@pytest.fixture
def export(program, tmp_path):
    """Exports, expects success, and gives the conversations by their titles, each as a list of rows, and the report."""
    def run(*sources: Path, options: tuple = (), code: int = 0):
        report = tmp_path / "report.json"
        result = program.run(*sources, "--out", tmp_path / "site", "--force", "--report", report, *options)
        assert result.returncode == code, result.stderr
        chats = {}
        for page in sorted((tmp_path / "site").rglob("[0-9]*.html"), key=lambda page: (page.parent, int(page.stem))):
            text = page.read_text(encoding="utf-8")
            title = words(re.search(r"<h1[^>]*>(.*?)</h1>", text, re.S)[1])
            for attributes, body in re.findall(r'<article id="m-([^>]*)>(.*?)</article>', text, re.S):
                classes = re.search(r'class="([^"]*)"', attributes)[1].split()
                folded = " ".join(re.findall(r"<[a-z0-9]+ [^>]*data-folded.*", body, re.S))
                chats.setdefault(title, []).append(SimpleNamespace(
                    text=words(body), sender=words((re.search(r'aria-label="([^"]*)"', attributes) or ["", ""])[1]), mine="out" in classes,
                    notice="notice" in classes, branch="folds" in classes and "notice" in classes, folded=words(folded), html=body))
        return SimpleNamespace(chats=chats, report=json.loads(report.read_text()), errors=result.stderr, out=tmp_path / "site")
    return run


def only(site) -> list:
    assert len(site.chats) == 1, list(site.chats)
    return next(iter(site.chats.values()))


def one(rows: list, text: str):
    found = [row for row in rows if text in row.text]
    assert len(found) == 1, (text, [row.text for row in rows])
    return found[0]


def order(rows: list, *texts: str):
    places = [rows.index(one(rows, text)) for text in texts]
    assert places == sorted(places), [row.text for row in rows]


def findings(site) -> str:
    return json.dumps(site.report)


def states(site, path: str) -> list:
    """The states and numbers of texts that the account has of a path."""
    return [(row["state"], row["texts"]) for row in site.report["account"] if row["path"] == path]


# Copies and compaction

def test_a_copied_entry_is_shown_once(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Ground.").compact("b1", "Oats are ground.").user("u2", "Knead it").claude("a2", "Kneaded.")
    log.entries += log.entries[:2] + log.entries[4:6]
    log.compact("b2", "All done.").user("u3", "Bake it").claude("a3", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    rows = only(site)
    order(rows, "Grind oats", "Ground.", "Knead it", "Kneaded.", "Bake it", "Baked.")
    assert not any("Branch" in row.text or row.branch for row in rows)
    assert "4 entries stand in the file more than once" in findings(site)
    assert "duplicate-id" not in findings(site)


def test_a_parent_before_a_compaction_is_no_way_back(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Ground.").user("u2", "Sift it").claude("a2", "Fine flour.")
    log.compact("b1", "One.").user("u3", "Bake it").claude("a3", "Brown bread.").compact("b2", "Two.")
    log.last = "a1"
    log.user("u4", "Serve it").claude("a4", "Eaten up.")
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    order(rows, "Sift it", "Fine flour.", "Bake it", "Brown bread.", "Serve it", "Eaten up.")
    assert not any("Branch" in row.text or row.branch for row in rows)


def test_going_back_is_still_a_branch(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Ground.").user("u2", "Sift").claude("a2", "Sifted.")
    log.last = "a1"
    rows = only(export(log.user("u3", "Bake").claude("a3", "Baked.").write(tmp_path / f"{SESSION}.jsonl")))
    assert one(rows, "Sifted.").branch and not one(rows, "Baked.").branch


def test_a_forked_session_has_its_own_entries_alone(export, tmp_path):
    first = Log().user("u1", "Grind oats").claude("a1", "Ground.").user("u2", "Sift")
    first.write(tmp_path / "p" / f"{SESSION}.jsonl")
    other = SESSION.replace("0d9f", "0a00")
    fork = Log(other)
    fork.entries = [{**entry, "sessionId": other, "forkedFrom": {"sessionId": SESSION, "messageUuid": entry["uuid"]}}
                    for entry in first.entries[:2]]
    fork.last, fork.clock = "a1", 30
    fork.user("f1", "Boil rice instead").claude("f2", "Boiled.").write(tmp_path / "p" / f"{other}.jsonl")
    site = export(tmp_path / "p")
    assert set(site.chats) == {"Grind oats", "Boil rice instead"}
    one(site.chats["Grind oats"], "Ground.")
    assert [row.text for row in site.chats["Boil rice instead"] if "Grind oats" in row.text and not row.notice] == []
    one(site.chats["Boil rice instead"], "Continues the session “Grind oats”")
    assert "2 entries are those of the session" in findings(site)


def test_two_sessions_with_the_same_short_ids_stay_whole(export, tmp_path):
    Log().user("u1", "Grind oats").claude("a1", "Ground.").write(tmp_path / "p" / f"{SESSION}.jsonl")
    other = SESSION.replace("0d9f", "0a00")
    Log(other).user("u1", "Boil rice").claude("a1", "Boiled.").write(tmp_path / "p" / f"{other}.jsonl")
    assert set(export(tmp_path / "p").chats) == {"Grind oats", "Boil rice"}


# Agents, wherever their files lie

LAYOUTS = {
    "beside": lambda root, session: root / f"agent-{AGENT}.jsonl",
    "in the session": lambda root, session: root / session / "subagents" / f"agent-{AGENT}.jsonl",
    "under another name": lambda root, session: root / session / "subagents" / "helper.jsonl",
    "deep": lambda root, session: root / session / "subagents" / "workflows" / "w1" / f"agent-{AGENT}.jsonl",
}


@pytest.mark.parametrize("extra", ["", "CLAUDE.md", f"{SESSION}/notes/plan.md", "photo.bin"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_agents_are_folded_at_their_call(export, tmp_path, layout, extra):
    root = tmp_path / "projects" / "-p"
    calling_log().write(root / f"{SESSION}.jsonl")
    agent_log("look at red", "INSIDE the helper").write(LAYOUTS[layout](root, SESSION))
    if extra:
        (root / extra).parent.mkdir(parents=True, exist_ok=True)
        (root / extra).write_bytes(b"# Words\n")
    site = export(tmp_path / "projects")
    assert list(site.chats) == ["Ask somebody"]
    rows = only(site)
    inside = one(rows, "INSIDE the helper")
    assert inside.branch and inside.sender == "Agent"
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["Ask somebody"]
    assert rows.index(inside) < rows.index(one(rows, "So it is."))
    assert not one(rows, "So it is.").branch
    if extra:
        assert Path(extra).name in findings(site)


def test_an_agent_that_ends_last_stays_folded(export, tmp_path):
    calling_log().write(tmp_path / "p" / f"{SESSION}.jsonl")
    agent_log("look at red", "Slow words", first=50).write(tmp_path / "p" / f"agent-{AGENT}.jsonl")
    rows = only(export(tmp_path / "p"))
    assert one(rows, "Slow words").branch and not one(rows, "So it is.").branch and not one(rows, "Red is fine.").branch


def test_an_agent_in_an_argument_of_its_own_is_folded(export, tmp_path):
    session = calling_log().write(tmp_path / "one" / f"{SESSION}.jsonl")
    agent = agent_log("look at red", "INSIDE the helper").write(tmp_path / "two" / f"agent-{AGENT}.jsonl")
    site = export(agent, session)
    assert list(site.chats) == ["Ask somebody"] and one(only(site), "INSIDE the helper").branch
    assert "in 2 exports" not in findings(site)


def test_agents_of_two_sessions_with_one_id_stay_apart(export, tmp_path):
    """One session has its agent in a file, the other has the agent of that id in its own entries."""
    other, root = SESSION.replace("0d9f", "0a00"), tmp_path / "p"
    calling_log().write(root / f"{SESSION}.jsonl")
    agent_log("look at red", "INSIDE the first").write(root / SESSION / "subagents" / f"agent-{AGENT}.jsonl")
    log = Log(other).user("v1", "Ask again").call("b1", "Task", "t1", description="blue", prompt="look at blue")
    for number, (kind, text) in enumerate([("user", "look at blue"), ("assistant", "INSIDE the second")]):
        log.add("progress", f"p{number}", toolUseID=f"x{number}", parentToolUseID="t1", data={
            "type": "agent_progress", "agentId": AGENT, "message": {
                "type": kind, "uuid": f"s{number}", "timestamp": f"2026-06-01T09:00:1{number}.000Z",
                "message": {"role": kind, "content": [{"type": "text", "text": text}]}}})
    log.clock, log.last = 20, "b1"
    log.result("v2", "t1", "Blue is fine.").claude("b2", "It is too.").write(root / f"{other}.jsonl")
    site = export(root)
    assert set(site.chats) == {"Ask somebody", "Ask again"}
    for title, text in (("Ask somebody", "INSIDE the first"), ("Ask again", "INSIDE the second")):
        assert one(site.chats[title], text).branch


def two_calls(name: str, session: str = SESSION) -> Log:
    """A session that calls an agent, and ten seconds later another one."""
    log = Log(session).user(f"{name}-u1", f"Ask about {name}")
    for number, call in enumerate(("t1", "t2")):
        log.clock = 10 * number + 1
        log.call(f"{name}-{call}", "Agent", call, description=f"{name} {call}", prompt=f"look {call}")
        log.clock += 6
        log.result(f"{name}-{call}-r", call, f"{name} {call} is fine").claude(f"{name}-{call}-a", f"{name} {call} is done")
    return log


def called_agent(path: Path, agent: str, call: str, answer: str, session: str = SESSION):
    """The file of an agent that ends last, and the settings that say which call started it."""
    agent_log("go on", answer, session, agent, first=30).write(path)
    path.with_suffix(".meta.json").write_text(json.dumps({"agentType": "x", "toolUseId": call}))


def test_settings_and_calls_of_another_session_place_no_agent(export, tmp_path):
    """Both sessions call two agents, and their files have the same names; each belongs to the call that its settings name."""
    root = tmp_path / "p"
    sessions = {"red": (SESSION, {"a1": "t1", "a2": "t2"}), "blue": (SESSION.replace("0d9f", "0a00"), {"a1": "t2", "a2": "t1"})}
    for name, (session, agents) in sessions.items():
        two_calls(name, session).write(root / f"{session}.jsonl")
        for agent, call in agents.items():
            called_agent(root / session / "subagents" / f"agent-{agent}.jsonl", f"{name}-{agent}", call, f"INSIDE {name} {call}", session)
    site = export(root)
    assert set(site.chats) == {"Ask about red", "Ask about blue"}
    for name, (_, agents) in sessions.items():
        rows = site.chats[f"Ask about {name}"]
        for call in agents.values():
            assert one(rows, f"INSIDE {name} {call}").branch


def test_a_damaged_session_of_an_archive_costs_itself(export, tmp_path):
    """The others are read as one project: an agent is still found by its settings."""
    lost = SESSION.replace("0d9f", "0a00")
    two_calls("red").write(tmp_path / "p" / f"{SESSION}.jsonl")
    called_agent(tmp_path / "p" / SESSION / "subagents" / f"agent-{AGENT}.jsonl", AGENT, "t1", "INSIDE the helper")
    Log(lost).user("w1", "Gone " * 200).claude("w2", "Lost.").write(tmp_path / "p" / f"{lost}.jsonl")
    archive = tmp_path / "p.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in (tmp_path / "p").rglob("*") if path.is_file()):
            packed.write(path, path.relative_to(tmp_path))
    data = bytearray(archive.read_bytes())
    start = data.find(f"{lost}.jsonl".encode()) + len(lost) + 6
    data[start + 10:start + 40] = bytes(byte ^ 0x55 for byte in data[start + 10:start + 40])
    archive.write_bytes(data)
    site = export(archive)
    assert list(site.chats) == ["Ask about red"]
    assert one(only(site), "INSIDE the helper").branch
    losses = [finding for finding in site.report["findings"] if finding["severity"] == "loss"]
    assert [finding["code"] for finding in losses] == ["unreadable-file"] and lost in losses[0]["message"]


@pytest.mark.parametrize("unit", ['<system-reminder "', "<system-reminder>", "<system-reminder>x</system-reminder>"])
def test_many_tags_of_claude_code_take_time_with_their_number(program, tmp_path, unit):
    """With an open quotation mark in each, 20,000 of them took minutes."""
    log = Log().user("u1", "Bake").user("u2", unit * 20_000 + '</system-reminder>">').claude("a1", "Baked.")
    result = program.run("check", log.write(tmp_path / f"{SESSION}.jsonl"), "--json", work=20)
    assert result.returncode == 0, result.stderr


# Queued prompts

def test_a_prompt_that_was_queued_and_not_sent_is_shown(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Grinding.")
    log.queue("enqueue", "Add salt").queue("dequeue").user("u2", "Add salt").claude("a2", "Salted.")
    log.queue("enqueue", "Then stop here").queue("remove").queue("enqueue", [{"type": "text", "text": "And rest"}])
    log.queue("popAll").claude("a3", "Done.").queue("enqueue", "Taken out").queue("dequeue", "Taken out")
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    assert one(rows, "Taken out").notice
    for text in ("Add salt", "Then stop here", "And rest"):
        assert one(rows, text).mine
    assert "queued" in one(rows, "Then stop here").text and "queued" not in one(rows, "Add salt").text
    order(rows, "Salted.", "Then stop here", "And rest", "Done.")
    assert not any(row.branch for row in rows)


def test_a_prompt_taken_up_in_a_turn_stands_in_the_queue_alone(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Grinding.")
    log.queue("enqueue", "Finer please").queue("remove", "Finer please", reason="absorbed_mid_turn").claude("a2", "Finer now.")
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    assert one(rows, "Finer please").mine and "queued" not in one(rows, "Finer please").text
    order(rows, "Grinding.", "Finer please", "Finer now.")


def test_a_queued_command_and_its_attachment_are_one(export, tmp_path):
    log = Log().user("u1", "Grind oats").queue("enqueue", "/compact now").queue("enqueue", "Finer please")
    log.user("u2", "<command-name>/compact</command-name><command-args>now</command-args>")
    log.add("attachment", "q1", attachment={"type": "queued_command", "prompt": "Finer please", "commandMode": "prompt"})
    rows = only(export(log.claude("a1", "Yes.").write(tmp_path / f"{SESSION}.jsonl")))
    one(rows, "/compact now")
    one(rows, "Finer please")


# Results

def test_a_saved_result_is_a_file(export, tmp_path):
    root = tmp_path / "p"
    kept = "line one\n" * 50 + "last line of the output\n"
    (root / SESSION / "tool-results").mkdir(parents=True)
    (root / SESSION / "tool-results" / "bx1.txt").write_text(kept)
    (root / SESSION / "tool-results" / "by2.txt").write_text("never mentioned\n")
    log = Log().user("u1", "List").call("a1", "Bash", "t1", command="cat all")
    log.result("u2", "t1", "<persisted-output>\nOutput too large (60KB). Full output saved to: "
               f"C:\\Users\\ada\\.claude\\projects\\p\\{SESSION}\\tool-results\\bx1.txt\n\nPreview (first 2KB):\nline one\n</persisted-output>")
    log.claude("a2", "Listed.").write(root / f"{SESSION}.jsonl")
    for source in (root, root / f"{SESSION}.jsonl"):
        site = export(source)
        rows = only(site)
        assert "persisted-output" not in " ".join(row.text for row in rows)
        assert any(path.read_bytes() == kept.encode() for path in (site.out / "media").iterdir())
        assert any("bx1.txt" in row.text and not row.mine for row in rows)
    assert "by2.txt" in findings(export(root))


def test_a_saved_result_that_is_missing_is_told(export, tmp_path):
    log = Log().user("u1", "List").call("a1", "Bash", "t1", command="cat all")
    log.result("u2", "t1", "<persisted-output>\nFull output saved to: /x/tool-results/gone.txt\n</persisted-output>", {
        "stdout": "", "persistedOutputPath": "/x/tool-results/gone.txt"})
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert any("gone.txt" in row.text for row in only(site)) and "missing-output" in findings(site)


@pytest.mark.parametrize("details, expected", [
    ({"stdout": "all fine", "stderr": "but one thing was odd"}, "but one thing was odd"),
    ({"oldTodos": [], "newTodos": [{"content": "Buy oats", "status": "pending"}]}, "Buy oats"),
    ({"answers": {"Which flour?": "Rye"}}, "Rye"),
    ({"filePath": "/p/a.py", "structuredPatch": [{"oldStart": 3, "oldLines": 1, "newStart": 3, "newLines": 1,
                                                   "lines": ["-old words here", "+new words here"]}]}, "+new words here"),
    ([{"type": "text", "text": "words of a server"}], "words of a server"),
])
def test_what_a_structured_result_has_more_is_folded(export, tmp_path, details, expected):
    log = Log().user("u1", "Do it").call("a1", "Tool", "t1", path="x").result("u2", "t1", "all fine", details)
    rows = only(export(log.claude("a2", "Done.").write(tmp_path / f"{SESSION}.jsonl")))
    assert expected in one(rows, "all fine").text


def test_a_structured_result_that_says_the_same_adds_nothing(export, tmp_path):
    code = "def first():\n    return 1\n"
    log = Log().user("u1", "Read").call("a1", "Read", "t1", file_path="/p/a.py")
    log.result("u2", "t1", "     1\tdef first():\n     2\t    return 1\n", {"type": "text", "file": {
        "filePath": "/p/a.py", "content": code, "numLines": 2, "startLine": 1, "totalLines": 2}})
    log.call("a2", "Edit", "t2", file_path="/p/a.py", old_string="return 1", new_string="return 2")
    log.result("u3", "t2", "The file was updated.", {"filePath": "/p/a.py", "oldString": "return 1", "newString": "return 2",
                                                     "originalFile": code, "userModified": False})
    site = export(log.claude("a3", "Done.").write(tmp_path / f"{SESSION}.jsonl"))
    rows = only(site)
    assert one(rows, "def first()").text.count("def first()") == 1
    assert "originalFile" not in " ".join(row.text for row in rows) and "the file before an edit" in findings(site)


# Texts of programs

def test_messages_of_teammates_are_theirs(export, tmp_path):
    log = Log().user("u1", "Start a team").claude("a1", "Started.")
    log.user("u2", '<teammate-message teammate_id="miller" color="red" summary="a > b">\nOats are **ground**.\n</teammate-message>')
    log.user("u3", '<teammate-message teammate_id="miller">\n{"type":"idle_notification","from":"miller"}\n</teammate-message>')
    log.user("u4", '<cross-session-message from="baker">Bread is done</cross-session-message>')
    log.user("u5", '<channel source="telegram" user="Ada">Is it ready?</channel>')
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    ground = one(rows, "Oats are ground.")
    assert ground.sender == "miller" and not ground.mine and "<strong" in ground.html
    assert one(rows, "Bread is done").sender == "baker" and one(rows, "Is it ready?").sender == "Ada"
    assert one(rows, "miller is idle").notice
    assert not any("teammate-message" in row.text or "idle_notification" in row.text for row in rows)
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["Start a team"]


@pytest.mark.parametrize("text, members", [
    ("<some-new-reminder>\nBe careful with ovens\n</some-new-reminder>", {}),
    ("Be careful with ovens", {"origin": {"kind": "peer"}}),
    ("Be careful with ovens", {"promptSource": "hook"}),
])
def test_what_programs_write_is_not_the_users(export, tmp_path, text, members):
    log = Log().user("u1", text, **members).user("u2", "Bake bread").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    rows = only(site)
    assert list(site.chats) == ["Bake bread"]
    assert not one(rows, "Be careful with ovens").mine and one(rows, "Bake bread").mine
    assert "reminder>" not in " ".join(row.text for row in rows)


def test_a_reminder_within_a_prompt_is_told(export, tmp_path):
    log = Log().user("u1", "Bake bread\n<system-reminder>The date has changed</system-reminder>").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert "date has changed" not in " ".join(row.text for row in only(site)) and "system-reminder" in findings(site)


@pytest.mark.parametrize("prompt", [
    "Why does my hook print this?\n```\n<system-reminder>WORDS of mine</system-reminder>\n```\nthanks",
    "My xml is <tick>WORDS of mine</tick> fine",
    "My xml is <tick>WORDS of mine</tick>",
    "<command-name>WORDS of mine</command-name> in my logs, what is it?",
    "Explain <command-name>WORDS of mine</command-name> in my logs please",
    "What is this?\n<system-reminder>WORDS of mine</system-reminder>\nand why?",
    "> <system-reminder>WORDS of mine</system-reminder>",
])
def test_tags_within_a_prompt_are_the_users_words(export, tmp_path, prompt):
    log = Log().user("u1", "Bake").user("u2", prompt).claude("a1", "Baked.")
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    assert len(rows) == 3 and one(rows, "WORDS of mine").mine
    tag = re.search(r"<[a-z-]+>WORDS of mine</[a-z-]+>", prompt)[0]
    assert words(html.escape(prompt)) in one(rows, "WORDS of mine").text and tag in one(rows, "WORDS of mine").text


def test_what_claude_code_adds_around_a_prompt_is_not_the_users(export, tmp_path):
    reminder = "<system-reminder>\nmachine's words\n</system-reminder>"
    log = Log().user("u1", f"{reminder}\nBake bread\n\n{reminder}\n{reminder}\n").claude("a1", "Baked.")
    log.user("u2", [{"type": "text", "text": text} for text in ("<ide_opened_file>machine's words</ide_opened_file>", "Slice it",
                                                                reminder, "and toast it")]).claude("a2", "Done.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    rows = only(site)
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["Bake bread", "Slice it and toast it"]
    assert "machine's words" not in " ".join(row.text for row in rows) and "system-reminder" in findings(site)


def test_agents_at_work_at_one_time_are_no_branches(export, tmp_path):
    root = tmp_path / "p"
    log = Log().user("u1", "Do two things")
    calls = [{"type": "tool_use", "id": f"t{n}", "name": "Task", "input": {"description": f"look {n}", "prompt": f"Task {n}"}} for n in (1, 2)]
    log.claude("a1", calls[0]).claude("a2", calls[1])
    log.clock = 20
    for n in (1, 2):
        log.last = f"a{n}"
        log.result(f"r{n}", f"t{n}", f"Result {n}", {"agentId": f"g{n}", "status": "completed"})
        agent_log(f"Task {n}", f"INSIDE agent {n}", agent=f"g{n}").write(root / SESSION / "subagents" / f"agent-g{n}.jsonl")
    log.claude("a3", "Both done.").user("u2", "Thanks").write(root / f"{SESSION}.jsonl")
    rows = only(export(root))
    assert not any("ranch" in row.text for row in rows)
    for n in (1, 2):
        inside = one(rows, f"INSIDE agent {n}")
        assert inside.branch and inside.sender == "Agent" and not one(rows, f"Result {n}").branch
    assert not one(rows, "Both done.").branch


def test_a_notice_of_an_unknown_kind_is_unknown(export, tmp_path):
    log = Log().user("u1", "Bake").add("system", "i1", subtype="novel_kind", level="info", content="words for people")
    log.add("system", "i2", subtype="informational", level="info", content="Running a hook").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"), options=("--strict",), code=1)
    assert states(site, "<system>.content") == [("unknown", 1)] and "novel_kind" in findings(site)
    one(only(site), "Baked.")


def test_a_model_that_stands_in_is_a_notice(export, tmp_path):
    log = Log().user("u1", "Bake").claude("a1", {"type": "fallback", "from": {"model": "m-one"}, "to": {"model": "m-two"}}, "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert one(only(site), "m-two").notice
    assert [finding for finding in site.report["findings"] if finding["severity"] == "loss"] == []


@pytest.mark.parametrize("text, notice", [
    ("This session is being continued from a previous conversation that ran out of context. Oats are ground.", True),
    ("Stop hook feedback:\nRun the tests first", False),
])
def test_texts_without_tags_that_claude_code_writes(export, tmp_path, text, notice):
    log = Log().user("u1", text).user("u2", "Bake bread").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert list(site.chats) == ["Bake bread"]
    row = one(only(site), text.split()[-1])
    assert not row.mine and row.notice == notice


def test_an_agent_without_a_file_stands_in_the_progress_of_its_call(export, tmp_path):
    log = Log().user("u1", "Ask somebody").call("a1", "Task", "t1", description="red", prompt="look at red")
    for number, (kind, text) in enumerate([("user", "look at red"), ("assistant", "INSIDE the helper")]):
        log.add("progress", f"p{number}", toolUseID=f"x{number}", parentToolUseID="t1", data={
            "type": "agent_progress", "agentId": AGENT, "message": {
                "type": kind, "uuid": f"s{number}", "timestamp": f"2026-06-01T09:00:1{number}.000Z",
                "message": {"role": kind, "content": [{"type": "text", "text": text}]}}})
    log.clock = 20
    log.last = "a1"
    log.result("u2", "t1", "Red is fine.").claude("a2", "So it is.")
    path = log.write(tmp_path / "p" / f"{SESSION}.jsonl")
    rows = only(export(path))
    assert one(rows, "INSIDE the helper").branch and not one(rows, "So it is.").branch
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["Ask somebody"]
    agent_log("look at red", "INSIDE the helper").write(tmp_path / "p" / f"agent-{AGENT}.jsonl")
    one(only(export(tmp_path / "p")), "INSIDE the helper")


# Layouts of files

@pytest.mark.parametrize("missing", [["sessionId"], ["parentUuid"], ["isSidechain"], ["sessionId", "parentUuid", "isSidechain"]])
@pytest.mark.parametrize("shape", ["lines", "list", "loglines"])
def test_sessions_without_some_members_and_in_other_shapes(export, tmp_path, missing, shape):
    log = Log().user("u1", "Bake bread").claude("a1", "It is **baked**.")
    entries = [{name: value for name, value in entry.items() if name not in missing} for entry in log.entries]
    path = tmp_path / "session.jsonl"
    if shape == "lines":
        lines(path, entries)
    else:
        path.write_text(json.dumps(entries if shape == "list" else {"loglines": entries}, indent=1))
    rows = only(export(path))
    assert one(rows, "Bake bread").mine and one(rows, "It is baked.").sender == "Claude"


def test_a_list_of_records_of_codex(export, tmp_path):
    path = tmp_path / "rollout-1.json"
    path.write_text(json.dumps(codex(said("user", "Bake bread"), said("assistant", "Baked.")), indent=2))
    rows = only(export(path))
    assert one(rows, "Bake bread").mine and one(rows, "Baked.").sender == "Codex"


# Codex: events and items

def test_items_without_response_items_are_shown(export, tmp_path):
    records = codex(
        item("UserMessage", id="i1", content=[{"type": "text", "text": "Which flour is best?"}]),
        item("Reasoning", id="i2", summary_text=["Comparing flours"], raw_content=[]),
        item("CommandExecution", id="i3", command=["bash", "-lc", "grep rye flours.csv"], aggregated_output="rye 4\n", exit_code=0),
        item("McpToolCall", id="i4", server="mill", tool="grind", arguments={"grain": "rye"},
             result={"content": [{"type": "text", "text": "ground very fine"}]}, status="completed"),
        item("FileChange", id="i5", changes={"a.txt": {"type": "update", "unified_diff": "-one\n+two"}}, status="completed"),
        item("WebSearch", id="i6", query="rye bread history", action={"type": "search"}),
        item("Sleep", id="i7", duration_ms=3000),
        item("Novelty", id="i8", words="something quite new"),
        item("AgentMessage", id="i9", content=[{"type": "Text", "text": "Rye is **best**."}]),
        event("task_complete", last_agent_message="Rye is **best**."))
    site = export(lines(tmp_path / "rollout-1.jsonl", records))
    rows = only(site)
    order(rows, "Which flour is best?", "Comparing flours", "rye 4", "ground very fine", "+two", "rye bread history", "Waited 3 s",
          "something quite new", "Rye is best.")
    assert one(rows, "Which flour is best?").mine and "<strong" in one(rows, "Rye is best.").html


def test_each_text_of_codex_once(export, tmp_path):
    records = codex(
        item("UserMessage", id="i1", content=[{"type": "text", "text": "Which flour?"}]), said("user", "Which flour?"),
        event("user_message", message="Which flour?"),
        event("agent_reasoning", text="Thinking of rye"),
        ("response_item", {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Thinking of rye"}]}),
        ("response_item", {"type": "function_call", "name": "shell", "arguments": '{"command": ["bash", "-lc", "ls mill"]}', "call_id": "c1"}),
        event("exec_command_begin", call_id="c1", command=["bash", "-lc", "ls mill"]),
        event("exec_command_end", call_id="c1", command=["bash", "-lc", "ls mill"], aggregated_output="stones"),
        ("response_item", {"type": "function_call_output", "call_id": "c1", "output": "stones"}),
        item("CommandExecution", id="i4", command=["bash", "-lc", "ls mill"], aggregated_output="stones"),
        event("agent_message", message="Rye."), said("assistant", "Rye."), event("task_complete", last_agent_message="Rye."))
    rows = only(export(lines(tmp_path / "rollout-1.jsonl", records)))
    for text in ("Which flour?", "Thinking of rye", "Rye."):
        one(rows, text)
    assert len([row for row in rows if "ls mill" in row.text]) == 1 and len([row for row in rows if "stones" in row.text]) == 1


def test_prompts_and_answers_that_are_events_alone(export, tmp_path):
    records = codex(
        event("user_message", message="First words"), event("agent_message", message="An answer"),
        event("user_message", message="First words"), said("user", "First words"), said("assistant", "Another answer"),
        event("exec_command_end", call_id="z", command=["ls"], aggregated_output="found it"),
        event("background_event", message="The index is being built"), event("novel_event", words="nobody asked for this"))
    site = export(lines(tmp_path / "rollout-1.jsonl", records))
    rows = only(site)
    assert len([row for row in rows if "First words" in row.text and row.mine]) == 2
    order(rows, "An answer", "Another answer", "found it")
    assert one(rows, "The index is being built").notice
    assert "nobody asked for this" in one(rows, "novel_event").text and "novel_event" in findings(site)


def test_a_response_item_without_a_type(export, tmp_path):
    records = codex(("response_item", {"role": "user", "content": [{"type": "input_text", "text": "Bake"}]}),
                    ("response_item", {"name": "shell", "arguments": "{\"command\": \"ls\"}", "call_id": "c"}),
                    ("response_item", {"call_id": "c", "output": "bread"}),
                    ("response_item", {"odd": "words that lie elsewhere"}))
    rows = only(export(lines(tmp_path / "rollout-1.jsonl", records)))
    order(rows, "Bake", "command: ls", "bread", "words that lie elsewhere")
    assert one(rows, "Bake").mine


def test_a_voice_session_of_codex(export, tmp_path):
    def voice(kind, **members):
        return "realtime_item", {"id": kind, "type": kind, **members}
    records = codex(voice("realtime_session_started"), voice("transcript_segment", role="user", text="Is it hot?"),
                    voice("transcript_segment", data={"role": "assistant", "text": "Ninety degrees."}),
                    voice("realtime_session_closed", data={"outcome": "ended"}))
    site = export(lines(tmp_path / "rollout-1.jsonl", records))
    rows = only(site)
    assert one(rows, "Is it hot?").mine and one(rows, "Ninety degrees.").sender == "Codex"
    assert one(rows, "Voice session started").notice and one(rows, "Voice session ended").notice
    assert list(site.chats) == ["Is it hot?"]


# Codex: agents, forks, injected texts

PARENT = [said("user", "Plan the bake"),
          ("response_item", {"type": "function_call", "name": "spawn_agent", "call_id": "s1",
                             "arguments": json.dumps({"task_name": "ovens", "message": "List oven heats"})}),
          ("response_item", {"type": "function_call_output", "call_id": "s1", "output": json.dumps({"agent_id": "019f-b", "nickname": "Ida"})}),
          said("assistant", "Bake at 220.")]


def child(history: list, **meta) -> list:
    return codex(("session_meta", {"id": "019f-a"}), *history, said("user", "List oven heats"), said("assistant", "Rye wants 240 degrees."),
                 session="019f-b", start=30, **meta)


SPAWNED = {"forked_from_id": "019f-a", "parent_thread_id": "019f-a", "thread_source": "subagent",
           "source": {"subagent": {"thread_spawn": {"parent_thread_id": "019f-a", "agent_path": "/ovens", "agent_nickname": "Ida"}}}}


@pytest.mark.parametrize("history", [PARENT[:2], []])
def test_an_agent_of_codex_is_folded_at_its_call(export, tmp_path, history):
    lines(tmp_path / "c" / "rollout-2.jsonl", codex(*PARENT))
    lines(tmp_path / "c" / "rollout-1.jsonl", child(history, **SPAWNED))
    site = export(tmp_path / "c")
    assert list(site.chats) == ["Plan the bake"]
    rows = only(site)
    one(rows, "Plan the bake")
    answer = one(rows, "Rye wants 240 degrees.")
    assert answer.branch and answer.sender == "Ida" and not one(rows, "Bake at 220.").branch
    assert "in 2 exports" not in findings(site)


def test_an_agent_of_codex_alone_has_a_name_of_its_own(export, tmp_path):
    site = export(lines(tmp_path / "rollout-1.jsonl", child(PARENT[:2], **SPAWNED)))
    assert list(site.chats) == ["Agent: ovens"]
    one(only(site), "Plan the bake")


def test_a_fork_of_codex_has_its_own_part_alone(export, tmp_path):
    lines(tmp_path / "c" / "rollout-2.jsonl", codex(*PARENT))
    fork = codex(("session_meta", {"id": "019f-a"}), *PARENT[:3], said("user", "Now cool it"), said("assistant", "Cooled."),
                 session="019f-c", start=30, forked_from_id="019f-a")
    lines(tmp_path / "c" / "rollout-1.jsonl", fork)
    site = export(tmp_path / "c")
    assert set(site.chats) == {"Plan the bake", "Now cool it"}
    assert not any("Plan the bake" in row.text and not row.notice for row in site.chats["Now cool it"])
    assert one(site.chats["Now cool it"], "Continues the session “Plan the bake”").notice
    one(site.chats["Plan the bake"], "Bake at 220.")


def test_copies_of_codex_are_accounted_for(export, tmp_path):
    """A fork, and a session that was compacted, have texts again that are shown elsewhere; one text is nowhere else."""
    lines(tmp_path / "c" / "rollout-2.jsonl", codex(*PARENT))
    fork = codex(("session_meta", {"id": "019f-a"}), *PARENT[:3], said("user", "Now cool it"), said("assistant", "Cooled down."),
                 session="019f-c", start=30, forked_from_id="019f-a")
    lines(tmp_path / "c" / "rollout-1.jsonl", fork)
    def compaction(*more):
        left = [said("user", "Count the bowls"), said("developer", "Be brief always"), *more,
                said("user", "<environment_context>in a new place</environment_context>"), said("user", "A summary of it")]
        return codex(said("user", "Count the bowls"), said("assistant", "Nine bowls."),
                     ("compacted", {"message": "A summary of it", "replacement_history": [record[1] for record in left]}),
                     said("user", "And cups?"), session="019f-d")
    lines(tmp_path / "c" / "rollout-3.jsonl", compaction())
    site = export(tmp_path / "c", options=("--strict",))
    assert ("left-out", 2) in states(site, "<compacted>.payload.replacement_history[].content[].text")
    rows = site.chats["Count the bowls"]
    one(rows, "Count the bowls")
    one(rows, "A summary of it")
    path = lines(tmp_path / "rollout-4.jsonl", compaction(said("assistant", "These words are nowhere else")))
    site = export(path, options=("--strict",), code=1)
    assert ("unknown", 1) in states(site, "<compacted>.payload.replacement_history[].content[].text")


def test_an_unknown_part_of_codex_is_no_branch(export, tmp_path):
    answer = said("assistant", "Nine bowls.")
    answer[1]["content"] += [{"type": "new_part", "words": "in a new form"}, {"type": "other_part", "words": "and another"}]
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(said("user", "Count the bowls"), answer, said("user", "And cups?"))))
    rows = only(site)
    order(rows, "Count the bowls", "Nine bowls.", "in a new form", "and another", "And cups?")
    assert not any(row.branch or "Branch" in row.text for row in rows) and "duplicate-id" not in findings(site)


@pytest.mark.parametrize("injected", [
    "<recommended_plugins>\n- throws pots\n</recommended_plugins>",
    "<environment_context>throws pots</environment_context>\n\n<app-context>throws pots</app-context>",
    "<codex_internal_context source=\"goal\">\nthrows pots\n</codex_internal_context>",
    "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nthrows pots\n</INSTRUCTIONS>",
])
@pytest.mark.parametrize("separately", [True, False])
def test_what_codex_adds_is_not_the_users(export, tmp_path, injected, separately):
    request = "# Files mentioned by the user:\n\n## a.csv: /p/a.csv\n\n## My request for Codex:\nCount the bowls"
    prompts = [said("user", injected), said("user", request)] if separately else [said("user", injected + "\n\nCount the bowls")]
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(*prompts, said("assistant", "Forty."))))
    rows = only(site)
    assert list(site.chats) == ["Count the bowls"]
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["Count the bowls"]
    assert "throws pots" not in " ".join(row.text for row in rows) and "not-shown" in findings(site)


def test_elements_that_nobody_knows_are_folded(export, tmp_path):
    records = codex(said("user", "<brand_new_context>\nwords of a program\n</brand_new_context>"), said("user", "Count"))
    site = export(lines(tmp_path / "rollout-1.jsonl", records))
    assert list(site.chats) == ["Count"] and not one(only(site), "words of a program").mine


def test_sessions_that_are_forks_of_each_other_are_all_there(export, tmp_path):
    for name, other in (("019f-a", "019f-b"), ("019f-b", "019f-a")):
        lines(tmp_path / "c" / f"rollout-{name}.jsonl", codex(
            said("user", f"Words of {name}"), said("assistant", "Yes."), session=name, forked_from_id=other))
    assert set(export(tmp_path / "c").chats) == {"Words of 019f-a", "Words of 019f-b"}


def test_a_long_chain_of_forks_takes_time_with_its_length(program, tmp_path):
    """Each of 8,000 sessions goes on from the one before, and the first is read last."""
    for number in range(8000):
        source = {"forked_from_id": f"019f-{number - 1}"} if number else {}
        lines(tmp_path / "c" / f"rollout-{9999 - number}.jsonl", codex(
            said("user", f"Words {number}"), session=f"019f-{number}", **source))
    result = program.run("check", tmp_path / "c", "--json", work=20)
    assert result.returncode == 0, result.stderr
    assert len(json.loads(result.stdout)["conversations"]) == 8000


@pytest.mark.parametrize("role, unit", [
    ("user", "<environment_context>x</environment_context>\n"), ("user", "<environment_context>"),
    ("assistant", "a<oai-mem-citation>x</oai-mem-citation>"), ("assistant", "<oai-mem-citation>"), ("assistant", "<proposed_plan>"),
])
def test_many_elements_take_time_with_their_number(program, tmp_path, role, unit):
    texts = [said("user", "Count"), said(role, unit * (3_000_000 // len(unit)) + "\nFarewell")]
    path = lines(tmp_path / "rollout-1.jsonl", codex(*texts, said("assistant", "Forty.")))
    result = program.run("check", path, "--json", work=20)
    assert result.returncode == 0, result.stderr


# Words of notices

def test_notices_of_agents_are_in_the_language_of_the_page(export, tmp_path):
    root = tmp_path / "p"
    first = Log().user("u1", "Grind oats").claude("a1", "Ground.")
    first.user("u2", '<teammate-message teammate_id="miller">\n{"type":"idle_notification","from":"miller"}\n</teammate-message>')
    first.claude("a2", {"type": "fallback", "from": {"model": "m-one"}, "to": {"model": "m-two"}}, "Yes.")
    first.add("pr-link", prUrl="https://example.org/9", prNumber=9, prRepository="mill/oats")
    first.queue("enqueue", "Then rest").queue("enqueue", "Taken out").queue("dequeue", "Taken out")
    first.write(root / f"{SESSION}.jsonl")
    other = SESSION.replace("0d9f", "0a00")
    fork = Log(other)
    fork.entries = [{**entry, "sessionId": other, "forkedFrom": {"sessionId": SESSION, "messageUuid": entry["uuid"]}}
                    for entry in first.entries[:2]]
    fork.last, fork.clock = "a1", 30
    fork.user("f1", "Boil rice").claude("f2", "Boiled.").write(root / f"{other}.jsonl")
    rows = export(root, options=("--locale", "de")).chats
    one(rows["Boil rice"], "Setzt die Sitzung „Grind oats“ fort")
    for text in ("miller ist untätig", "Ein anderes Modell antwortet (m-one → m-two)", "Pull-Request mill/oats#9",
                 "In der Warteschlange: Taken out"):
        assert one(rows["Grind oats"], text).notice
    assert "in der Warteschlange" in one(rows["Grind oats"], "Then rest").text


def test_notices_of_codex_are_in_the_language_of_the_page(export, tmp_path):
    records = codex(
        said("user", "Is it hot?"), event("entered_review_mode"), event("exited_review_mode"),
        ("realtime_item", {"id": "1", "type": "realtime_session_started"}),
        ("realtime_item", {"id": "2", "type": "realtime_session_closed", "data": {"outcome": "lost its line"}}),
        item("Sleep", id="i7", duration_ms=3000))
    rows = only(export(lines(tmp_path / "rollout-1.jsonl", records), options=("--locale", "ja")))
    for text in ("レビューが始まりました", "レビューが終了しました", "音声セッションが始まりました", "音声セッションが終了しました（lost its line）",
                 "3秒待機しました"):
        assert one(rows, text).notice
    assert not any(word in row.text for row in rows for word in ("Voice", "Review", "Waited"))


# The account

def test_a_new_member_of_a_turn_of_codex_is_unknown(program, tmp_path):
    records = codex(("turn_context", {"cwd": "/p", "approval_policy": "never", "sandbox_policy": {"mode": "read-only"}, "model": "m",
                                      "advice": "Nobody knows what these words are"}), said("user", "Bake"))
    result = program.run("check", lines(tmp_path / "rollout-1.jsonl", records), "--json")
    assert result.returncode == 0, result.stderr
    states = {row["path"].rpartition(".payload.")[2]: row["state"] for row in json.loads(result.stdout)["account"]
              if row["path"].startswith("<turn_context>.payload.")}
    assert states.pop("advice") == "unknown" and "unknown" not in states.values()


# Gemini CLI

def test_the_log_of_gemini_cli_has_prompts_of_deleted_sessions(export, tmp_path):
    root = tmp_path / "tmp" / "bakery"
    lines(root / "chats" / "session-1.jsonl", [
        {"sessionId": "s1", "projectHash": "h", "startTime": "2026-06-01T09:00:00Z", "lastUpdated": "2026-06-01T09:00:00Z"},
        {"id": "m1", "timestamp": "2026-06-01T09:00:01Z", "type": "user", "content": [{"text": "Bake bread"}]},
        {"id": "m2", "timestamp": "2026-06-01T09:00:02Z", "type": "gemini", "content": "Baked."}])
    (root / "logs.json").write_text(json.dumps([
        {"sessionId": "s1", "messageId": 0, "type": "user", "message": "Bake bread", "timestamp": "2026-06-01T09:00:01Z"},
        {"sessionId": "s1", "messageId": 1, "type": "user", "message": "/stats please", "timestamp": "2026-06-01T09:00:05Z"},
        {"sessionId": "s0", "messageId": 0, "type": "user", "message": "Grind oats", "timestamp": "2026-05-01T09:00:01Z"}]))
    site = export(tmp_path / "tmp")
    assert list(site.chats) == ["Bake bread"]
    one(only(site), "Bake bread")
    assert one(only(site), "/stats please").mine and "Grind oats" in findings(site) and "in 2 exports" not in findings(site)
    assert set(export(root / "logs.json").chats) == {"Bake bread", "Grind oats"}


def test_a_list_of_records_of_gemini_cli(export, tmp_path):
    path = tmp_path / "session-1.json"
    path.write_text(json.dumps([
        {"sessionId": "s1", "projectHash": "h", "startTime": "2026-06-01T09:00:00Z", "lastUpdated": "2026-06-01T09:00:00Z"},
        {"id": "m1", "timestamp": "2026-06-01T09:00:01Z", "type": "user", "content": [{"text": "Bake bread"}]},
        {"id": "m2", "timestamp": "2026-06-01T09:00:02Z", "type": "gemini", "content": "Baked."}]))
    rows = only(export(path))
    assert one(rows, "Bake bread").mine and one(rows, "Baked.").sender == "Gemini"


def gemini(path: Path, *records: dict) -> Path:
    """A session whose records are messages with a kind and content, or are as they are given."""
    made = [{"sessionId": "s1", "projectHash": "h", "startTime": "2026-06-01T09:00:00Z", "lastUpdated": "2026-06-01T09:00:00Z"}]
    for number, record in enumerate(records, 1):
        facts = {"id": f"m{number}", "timestamp": f"2026-06-01T09:00:{number:02}Z"} if "type" in record else {}
        made.append({**facts, **record})
    return lines(path, made)


FILE_TEXTS = ["\n--- Content from referenced files ---", "\nContent from @a.py:\n", "machine's words", "\n--- End of content ---"]


@pytest.mark.parametrize("content", [
    [{"text": text} for text in ["See @a.py please", *FILE_TEXTS]],
    ["See @a.py please", *FILE_TEXTS],
    "".join(["See @a.py please", *FILE_TEXTS]),
    [{"text": "".join(["See @a.py please", *FILE_TEXTS])}],
    [{"text": text} for text in ["See @a.py please", *FILE_TEXTS[:3], "\n--- End of content ---", *FILE_TEXTS[1:]]],
    [{"text": text} for text in ["See @a.py please", "".join(FILE_TEXTS)]],
])
def test_texts_of_files_are_not_the_words_of_a_prompt(export, tmp_path, content):
    site = export(gemini(tmp_path / "session-1.jsonl", {"type": "user", "content": content}, {"type": "gemini", "content": "Seen."}))
    rows = only(site)
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["See @a.py please"]
    assert "machine's words" not in " ".join(row.text for row in rows) and "texts of files that a prompt names" in findings(site)


def test_a_prompt_about_the_marks_of_files_is_whole(export, tmp_path):
    prompt = "Why do I see\n--- Content from referenced files ---\nmy own words\n--- End of content ---\nin my log?"
    rows = only(export(gemini(tmp_path / "session-1.jsonl", {"type": "user", "content": prompt}, {"type": "gemini", "content": "So."})))
    assert "my own words" in one(rows, "Why do I see").text and "in my log?" in one(rows, "Why do I see").text


def test_what_gemini_cli_displayed_of_a_result_is_shown(export, tmp_path):
    def call(number: int, output: str, display) -> dict:
        result = [{"functionResponse": {"id": f"t{number}", "name": "run", "response": {"output": output}}}]
        return {"id": f"t{number}", "name": "run", "args": {"c": "mill"}, "status": "success", "result": result, "resultDisplay": display}
    calls = [call(1, "ground oats", "Another\n  display"), call(2, "Output:\nground  rye \nError: none", "ground rye"),
             call(3, "changed", {"fileDiff": "-old stone\n+new stone", "fileName": "a.txt", "novelty": "nobody knows this"}),
             call(4, "listed", {"todos": [{"description": "Sift the flour", "status": "pending"}]})]
    site = export(gemini(tmp_path / "session-1.jsonl", {"type": "user", "content": "Grind"},
                         {"type": "gemini", "content": "Ground.", "toolCalls": calls}))
    row = one(only(site), "Ground.")
    for text in ("Another display", "+new stone", "Sift the flour"):
        assert row.text.count(text) == 1
    assert row.text.count("ground rye") == 1
    assert states(site, "<gemini>.toolCalls[].resultDisplay") == [("left-out", 1)]
    assert states(site, "<gemini>.toolCalls[].resultDisplay.novelty") == [("unknown", 1)]


def test_a_message_that_gemini_cli_wrote_again_is_shown_as_it_was_last(export, tmp_path):
    site = export(gemini(tmp_path / "session-1.jsonl", {"type": "user", "content": "Count"},
                         {"type": "gemini", "content": "Nine bowls and", "id": "a"}, {"type": "gemini", "content": "Nine bowls and a cup.", "id": "a"}),
                  options=("--strict",))
    one(only(site), "Nine bowls and a cup.")
    assert states(site, "<gemini>.content") == [("left-out", 1)]


def test_a_first_prompt_that_was_taken_back_is_a_branch(export, tmp_path):
    site = export(gemini(tmp_path / "session-1.jsonl", {"type": "user", "content": "First try"}, {"type": "gemini", "content": "Answer one"},
                         {"$rewindTo": "m1"}, {"type": "user", "content": "Second try"}, {"type": "gemini", "content": "Answer two"}))
    rows = only(site)
    assert one(rows, "First try").branch and one(rows, "Answer one").branch
    assert not one(rows, "Second try").branch and "Branch 2 of 2" in one(rows, "Second try").text
    assert "dangling-reference" not in findings(site)


# Others

def test_a_role_that_nobody_knows_is_a_speaker_of_its_own(export, tmp_path):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": "user", "content": "Taste it"}, {"role": "Critic", "content": "Too salty."},
                                {"role": "assistant", "content": "I am sorry."}]))
    site = export(path)
    rows = only(site)
    assert one(rows, "Too salty.").sender == "Critic" and one(rows, "I am sorry.").sender == "Assistant"
    assert not one(rows, "Too salty.").mine and "unknown-role" in findings(site)


@pytest.mark.parametrize("title", ["Plan 889", "Plan of the bakery"])
def test_the_title_of_a_canvas_is_shown(export, tmp_path, title):
    texts = [("user", "Write", {}, {}), ("assistant", json.dumps({"name": "Plan 889", "type": "document", "content": "The plan"}), {"recipient": "canmore.create_textdoc"}, {}),
             ("tool", "Successfully created it", {}, {"canvas": {"textdoc_id": "t1", "title": title}}), ("assistant", "There it is.", {}, {})]
    mapping, last = {"r": {"id": "r", "message": None, "parent": None, "children": ["n0"]}}, "r"
    for number, (role, text, members, metadata) in enumerate(texts):
        author = {"role": role, **({"name": "canmore.create_textdoc"} if role == "tool" else {})}
        mapping[f"n{number}"] = {"id": f"n{number}", "parent": last, "children": [f"n{number + 1}"] if number < 3 else [], "message": {
            "id": f"n{number}", "author": author, "create_time": 1780300000.0 + number, "content": {"content_type": "text", "parts": [text]},
            "metadata": metadata, **members}}
        last = f"n{number}"
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"id": "c1", "title": "Baking", "create_time": 1780300000.0, "mapping": mapping, "current_node": last}]))
    site = export(path, options=("--strict",))
    everything = " ".join(row.text for row in only(site))
    assert everything.count(title) == 1
