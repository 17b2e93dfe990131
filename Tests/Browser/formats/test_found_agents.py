"""Sessions of coding agents: what was lost, doubled or given to the wrong person, by the items that named it."""

import html
import json
import re
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
    def run(*sources: Path, code: int = 0):
        report = tmp_path / "report.json"
        result = program.run(*sources, "--out", tmp_path / "site", "--force", "--report", report)
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
                    notice="notice" in classes, branch="folds" in classes and "bare" in classes, folded=words(folded), html=body))
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


# T3.5 Copies and compaction

def test_found_T3_5_a_copied_entry_is_shown_once(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Ground.").compact("b1", "Oats are ground.").user("u2", "Knead it").claude("a2", "Kneaded.")
    log.entries += log.entries[:2] + log.entries[4:6]
    log.compact("b2", "All done.").user("u3", "Bake it").claude("a3", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    rows = only(site)
    order(rows, "Grind oats", "Ground.", "Knead it", "Kneaded.", "Bake it", "Baked.")
    assert not any("Branch" in row.text or row.branch for row in rows)
    assert "4 entries stand in the file more than once" in findings(site)
    assert "duplicate-id" not in findings(site)


def test_found_T3_5_a_parent_before_a_compaction_is_no_way_back(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Ground.").user("u2", "Sift it").claude("a2", "Fine flour.")
    log.compact("b1", "One.").user("u3", "Bake it").claude("a3", "Brown bread.").compact("b2", "Two.")
    log.last = "a1"
    log.user("u4", "Serve it").claude("a4", "Eaten up.")
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    order(rows, "Sift it", "Fine flour.", "Bake it", "Brown bread.", "Serve it", "Eaten up.")
    assert not any("Branch" in row.text or row.branch for row in rows)


def test_found_T3_5_going_back_is_still_a_branch(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Ground.").user("u2", "Sift").claude("a2", "Sifted.")
    log.last = "a1"
    rows = only(export(log.user("u3", "Bake").claude("a3", "Baked.").write(tmp_path / f"{SESSION}.jsonl")))
    assert one(rows, "Sifted.").branch and not one(rows, "Baked.").branch


def test_found_T3_5_a_forked_session_has_its_own_entries_alone(export, tmp_path):
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


def test_found_T3_5_two_sessions_with_the_same_short_ids_stay_whole(export, tmp_path):
    Log().user("u1", "Grind oats").claude("a1", "Ground.").write(tmp_path / "p" / f"{SESSION}.jsonl")
    other = SESSION.replace("0d9f", "0a00")
    Log(other).user("u1", "Boil rice").claude("a1", "Boiled.").write(tmp_path / "p" / f"{other}.jsonl")
    assert set(export(tmp_path / "p").chats) == {"Grind oats", "Boil rice"}


# T1 Agents, wherever their files lie

LAYOUTS = {
    "beside": lambda root, session: root / f"agent-{AGENT}.jsonl",
    "in the session": lambda root, session: root / session / "subagents" / f"agent-{AGENT}.jsonl",
    "under another name": lambda root, session: root / session / "subagents" / "helper.jsonl",
    "deep": lambda root, session: root / session / "subagents" / "workflows" / "w1" / f"agent-{AGENT}.jsonl",
}


@pytest.mark.parametrize("extra", ["", "CLAUDE.md", f"{SESSION}/notes/plan.md", "photo.bin"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_found_T1_agents_are_folded_at_their_call(export, tmp_path, layout, extra):
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


def test_found_T1_an_agent_that_ends_last_stays_folded(export, tmp_path):
    calling_log().write(tmp_path / "p" / f"{SESSION}.jsonl")
    agent_log("look at red", "Slow words", first=50).write(tmp_path / "p" / f"agent-{AGENT}.jsonl")
    rows = only(export(tmp_path / "p"))
    assert one(rows, "Slow words").branch and not one(rows, "So it is.").branch and not one(rows, "Red is fine.").branch


def test_found_T1_an_agent_in_an_argument_of_its_own_is_folded(export, tmp_path):
    session = calling_log().write(tmp_path / "one" / f"{SESSION}.jsonl")
    agent = agent_log("look at red", "INSIDE the helper").write(tmp_path / "two" / f"agent-{AGENT}.jsonl")
    site = export(agent, session)
    assert list(site.chats) == ["Ask somebody"] and one(only(site), "INSIDE the helper").branch
    assert "in 2 exports" not in findings(site)


# T1 Queued prompts

def test_found_T1_a_prompt_that_was_queued_and_not_sent_is_shown(export, tmp_path):
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


def test_found_T1_a_prompt_taken_up_in_a_turn_stands_in_the_queue_alone(export, tmp_path):
    log = Log().user("u1", "Grind oats").claude("a1", "Grinding.")
    log.queue("enqueue", "Finer please").queue("remove", "Finer please", reason="absorbed_mid_turn").claude("a2", "Finer now.")
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    assert one(rows, "Finer please").mine and "queued" not in one(rows, "Finer please").text
    order(rows, "Grinding.", "Finer please", "Finer now.")


def test_found_T1_a_queued_command_and_its_attachment_are_one(export, tmp_path):
    log = Log().user("u1", "Grind oats").queue("enqueue", "/compact now").queue("enqueue", "Finer please")
    log.user("u2", "<command-name>/compact</command-name><command-args>now</command-args>")
    log.add("attachment", "q1", attachment={"type": "queued_command", "prompt": "Finer please", "commandMode": "prompt"})
    rows = only(export(log.claude("a1", "Yes.").write(tmp_path / f"{SESSION}.jsonl")))
    one(rows, "/compact now")
    one(rows, "Finer please")


# T1 Results

def test_found_T1_a_saved_result_is_a_file(export, tmp_path):
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


def test_found_T1_a_saved_result_that_is_missing_is_told(export, tmp_path):
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
def test_found_T1_what_a_structured_result_has_more_is_folded(export, tmp_path, details, expected):
    log = Log().user("u1", "Do it").call("a1", "Tool", "t1", path="x").result("u2", "t1", "all fine", details)
    rows = only(export(log.claude("a2", "Done.").write(tmp_path / f"{SESSION}.jsonl")))
    assert expected in one(rows, "all fine").text


def test_found_T1_a_structured_result_that_says_the_same_adds_nothing(export, tmp_path):
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


# T3.5 Texts of programs

def test_found_T3_5_messages_of_teammates_are_theirs(export, tmp_path):
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
def test_found_T3_5_what_programs_write_is_not_the_users(export, tmp_path, text, members):
    log = Log().user("u1", text, **members).user("u2", "Bake bread").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    rows = only(site)
    assert list(site.chats) == ["Bake bread"]
    assert not one(rows, "Be careful with ovens").mine and one(rows, "Bake bread").mine
    assert "reminder>" not in " ".join(row.text for row in rows)


def test_found_T1_a_reminder_within_a_prompt_is_told(export, tmp_path):
    log = Log().user("u1", "Bake bread\n<system-reminder>The date has changed</system-reminder>").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert "date has changed" not in " ".join(row.text for row in only(site)) and "system-reminder" in findings(site)


def test_found_T1_a_model_that_stands_in_is_a_notice(export, tmp_path):
    log = Log().user("u1", "Bake").claude("a1", {"type": "fallback", "from": {"model": "m-one"}, "to": {"model": "m-two"}}, "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert one(only(site), "m-two").notice and site.report["losses"] == 0 if "losses" in site.report else True


@pytest.mark.parametrize("text, notice", [
    ("This session is being continued from a previous conversation that ran out of context. Oats are ground.", True),
    ("Stop hook feedback:\nRun the tests first", False),
])
def test_found_T3_5_texts_without_tags_that_claude_code_writes(export, tmp_path, text, notice):
    log = Log().user("u1", text).user("u2", "Bake bread").claude("a1", "Baked.")
    site = export(log.write(tmp_path / f"{SESSION}.jsonl"))
    assert list(site.chats) == ["Bake bread"]
    row = one(only(site), text.split()[-1])
    assert not row.mine and row.notice == notice


def test_found_T1_an_agent_without_a_file_stands_in_the_progress_of_its_call(export, tmp_path):
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


# T3.9 Layouts of files

@pytest.mark.parametrize("missing", [["sessionId"], ["parentUuid"], ["isSidechain"], ["sessionId", "parentUuid", "isSidechain"]])
@pytest.mark.parametrize("shape", ["lines", "list", "loglines"])
def test_found_T3_9_sessions_without_some_members_and_in_other_shapes(export, tmp_path, missing, shape):
    log = Log().user("u1", "Bake bread").claude("a1", "It is **baked**.")
    entries = [{name: value for name, value in entry.items() if name not in missing} for entry in log.entries]
    path = tmp_path / "session.jsonl"
    if shape == "lines":
        lines(path, entries)
    else:
        path.write_text(json.dumps(entries if shape == "list" else {"loglines": entries}, indent=1))
    rows = only(export(path))
    assert one(rows, "Bake bread").mine and one(rows, "It is baked.").sender == "Claude"


def test_found_T3_9_a_list_of_records_of_codex(export, tmp_path):
    path = tmp_path / "rollout-1.json"
    path.write_text(json.dumps(codex(said("user", "Bake bread"), said("assistant", "Baked.")), indent=2))
    rows = only(export(path))
    assert one(rows, "Bake bread").mine and one(rows, "Baked.").sender == "Codex"


# Codex: T1 events and items

def test_found_T1_items_without_response_items_are_shown(export, tmp_path):
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


def test_found_T1_each_text_of_codex_once(export, tmp_path):
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


def test_found_T1_prompts_and_answers_that_are_events_alone(export, tmp_path):
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


def test_found_T1_a_response_item_without_a_type(export, tmp_path):
    records = codex(("response_item", {"role": "user", "content": [{"type": "input_text", "text": "Bake"}]}),
                    ("response_item", {"name": "shell", "arguments": "{\"command\": \"ls\"}", "call_id": "c"}),
                    ("response_item", {"call_id": "c", "output": "bread"}),
                    ("response_item", {"odd": "words that lie elsewhere"}))
    rows = only(export(lines(tmp_path / "rollout-1.jsonl", records)))
    order(rows, "Bake", "command: ls", "bread", "words that lie elsewhere")
    assert one(rows, "Bake").mine


def test_found_T1_a_voice_session_of_codex(export, tmp_path):
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


# Codex: T3.5 agents, forks, injected texts

PARENT = [said("user", "Plan the bake"),
          ("response_item", {"type": "function_call", "name": "spawn_agent", "call_id": "s1",
                             "arguments": json.dumps({"task_name": "ovens", "message": "List oven heats"})}),
          ("response_item", {"type": "function_call_output", "call_id": "s1", "output": json.dumps({"agent_id": "019f-b", "nickname": "Ida"})}),
          said("assistant", "Bake at 220.")]


def child(history: list, **meta) -> list:
    return codex(("session_meta", {"id": "019f-a"}), *history, said("user", "List oven heats"), said("assistant", "Rye wants 240 degrees."),
                 session="019f-b", start=30, **meta)


SPAWNED = {"forked_from_id": "019f-a", "parent_thread_id": "019f-a", "thread_source": "subagent",
           "source": {"subagent": {"thread_spawn": {"parent_thread_id": "019f-a", "agent_path": "/root/ovens", "agent_nickname": "Ida"}}}}


@pytest.mark.parametrize("history", [PARENT[:2], []])
def test_found_T3_5_an_agent_of_codex_is_folded_at_its_call(export, tmp_path, history):
    lines(tmp_path / "c" / "rollout-2.jsonl", codex(*PARENT))
    lines(tmp_path / "c" / "rollout-1.jsonl", child(history, **SPAWNED))
    site = export(tmp_path / "c")
    assert list(site.chats) == ["Plan the bake"]
    rows = only(site)
    one(rows, "Plan the bake")
    answer = one(rows, "Rye wants 240 degrees.")
    assert answer.branch and answer.sender == "Ida" and not one(rows, "Bake at 220.").branch
    assert "in 2 exports" not in findings(site)


def test_found_T3_5_an_agent_of_codex_alone_has_a_name_of_its_own(export, tmp_path):
    site = export(lines(tmp_path / "rollout-1.jsonl", child(PARENT[:2], **SPAWNED)))
    assert list(site.chats) == ["Agent: ovens"]
    one(only(site), "Plan the bake")


def test_found_T3_5_a_fork_of_codex_has_its_own_part_alone(export, tmp_path):
    lines(tmp_path / "c" / "rollout-2.jsonl", codex(*PARENT))
    fork = codex(("session_meta", {"id": "019f-a"}), *PARENT[:3], said("user", "Now cool it"), said("assistant", "Cooled."),
                 session="019f-c", start=30, forked_from_id="019f-a")
    lines(tmp_path / "c" / "rollout-1.jsonl", fork)
    site = export(tmp_path / "c")
    assert set(site.chats) == {"Plan the bake", "Now cool it"}
    assert not any("Plan the bake" in row.text and not row.notice for row in site.chats["Now cool it"])
    assert one(site.chats["Now cool it"], "Continues the session “Plan the bake”").notice
    one(site.chats["Plan the bake"], "Bake at 220.")


@pytest.mark.parametrize("injected", [
    "<recommended_plugins>\n- throws pots\n</recommended_plugins>",
    "<environment_context>throws pots</environment_context>\n\n<app-context>throws pots</app-context>",
    "<codex_internal_context source=\"goal\">\nthrows pots\n</codex_internal_context>",
    "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nthrows pots\n</INSTRUCTIONS>",
])
@pytest.mark.parametrize("separately", [True, False])
def test_found_T3_5_what_codex_adds_is_not_the_users(export, tmp_path, injected, separately):
    request = "# Files mentioned by the user:\n\n## a.csv: /p/a.csv\n\n## My request for Codex:\nCount the bowls"
    prompts = [said("user", injected), said("user", request)] if separately else [said("user", injected + "\n\nCount the bowls")]
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(*prompts, said("assistant", "Forty."))))
    rows = only(site)
    assert list(site.chats) == ["Count the bowls"]
    assert [row.text.split(" 9:")[0] for row in rows if row.mine] == ["Count the bowls"]
    assert "throws pots" not in " ".join(row.text for row in rows) and "not-shown" in findings(site)


def test_found_T3_5_elements_that_nobody_knows_are_folded(export, tmp_path):
    records = codex(said("user", "<brand_new_context>\nwords of a program\n</brand_new_context>"), said("user", "Count"))
    site = export(lines(tmp_path / "rollout-1.jsonl", records))
    assert list(site.chats) == ["Count"] and not one(only(site), "words of a program").mine


# Gemini CLI

def test_found_T1_the_log_of_gemini_cli_has_prompts_of_deleted_sessions(export, tmp_path):
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


def test_found_T3_9_a_list_of_records_of_gemini_cli(export, tmp_path):
    path = tmp_path / "session-1.json"
    path.write_text(json.dumps([
        {"sessionId": "s1", "projectHash": "h", "startTime": "2026-06-01T09:00:00Z", "lastUpdated": "2026-06-01T09:00:00Z"},
        {"id": "m1", "timestamp": "2026-06-01T09:00:01Z", "type": "user", "content": [{"text": "Bake bread"}]},
        {"id": "m2", "timestamp": "2026-06-01T09:00:02Z", "type": "gemini", "content": "Baked."}]))
    rows = only(export(path))
    assert one(rows, "Bake bread").mine and one(rows, "Baked.").sender == "Gemini"
