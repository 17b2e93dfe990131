"""Failures of tools, as the records of agents and assistants mark them; words in a result are no mark."""

import json

import pytest
from test_found_agents import Log, SESSION, codex, event, export, item, lines, one, only, words  # noqa: F401


def write(path, content):
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def is_failed(row) -> bool:
    """In the line of a step, or of neighbouring steps (test_steps.py)."""
    return "(failed)" in row.text or 'class="failed"' in row.html


def has_mark(rows, text: str) -> bool:
    return is_failed(one(rows, text))


# Codex

HEADS = {
    "Exit code: 2\nWall time: 0.1 seconds\nOutput:\n": True,
    "Exit code: 0\nWall time: 0.1 seconds\nTotal output lines: 3\nOutput:\n": False,
    "Chunk ID: ab12\nWall time: 1.0 seconds\nProcess exited with code 127\nOriginal token count: 9\nOutput:\n": True,
    "Chunk ID: ab12\nWall time: 1.0 seconds\nProcess running with session ID 4\nOutput:\n": False,
    # A tool prints what it likes.
    "Exit code: 2\nis documented here\nOutput:\n": False,
    "the last line was\nExit code: 2\nOutput:\n": False,
    "Exit code: 2\n": False,
}


@pytest.mark.parametrize("head", HEADS)
def test_the_lines_before_the_output_of_a_command_mark_its_failure(export, tmp_path, head):
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(
        ("response_item", {"type": "function_call", "name": "shell", "call_id": "c1", "arguments": '{"command": ["mill"]}'}),
        ("response_item", {"type": "function_call_output", "call_id": "c1", "output": head + "no grain"}))))
    assert has_mark(only(site), "no grain") == HEADS[head]


@pytest.mark.parametrize("output, members, failed", [
    (json.dumps({"output": "no grain", "metadata": {"exit_code": 1}}), {}, True),
    (json.dumps({"output": "no grain", "metadata": {"exit_code": 0}}), {}, False),
    (json.dumps({"content": [{"type": "text", "text": "no grain"}], "isError": True}), {}, True),
    ({"content": "no grain", "success": False}, {}, True),
    ("no grain", {"status": "failed"}, True), ("no grain", {"status": "completed"}, False),
    # The answer of a tool about something else that failed.
    (json.dumps({"status": "failed", "order": "no grain"}), {}, False),
])
def test_the_members_of_a_result_mark_its_failure(export, tmp_path, output, members, failed):
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(
        ("response_item", {"type": "function_call", "name": "fetch", "call_id": "c1", "arguments": "{}"}),
        ("response_item", {"type": "function_call_output", "call_id": "c1", "output": output, **members}))))
    assert has_mark(only(site), "no grain") == failed


@pytest.mark.parametrize("end", [
    {"kind": "exec_command_end", "exit_code": 3, "aggregated_output": "no grain"},
    {"kind": "mcp_tool_call_end", "result": {"Err": "no grain"}},
    {"kind": "mcp_tool_call_end", "result": {"Ok": {"content": [{"type": "text", "text": "no grain"}], "isError": True}}}])
@pytest.mark.parametrize("is_item", [False, True])
def test_an_event_marks_the_failure_of_a_result(export, tmp_path, end, is_item):
    """Also of one that is shown as a response item has it, which says nothing of the failure."""
    facts = {name: value for name, value in end.items() if name != "kind"}
    call = {"command": ["mill"]} if "exit_code" in end else {"invocation": {"server": "s", "tool": "fetch", "arguments": {}}}
    told = [event(end["kind"], call_id="c1", **call, **facts)]
    if is_item:
        told = [("response_item", {"type": "function_call", "name": "fetch", "call_id": "c1", "arguments": "{}"}), *told,
                ("response_item", {"type": "function_call_output", "call_id": "c1", "output": "no grain"})]
    assert has_mark(only(export(lines(tmp_path / "rollout-1.jsonl", codex(*told)))), "no grain")


def test_a_command_that_failed_without_a_word_is_marked(export, tmp_path):
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(
        event("exec_command_end", call_id="c1", command=["mill", "-v"], exit_code=3, aggregated_output=""),
        event("exec_command_begin", call_id="c2", command=["sieve"]),
        event("exec_command_end", call_id="c2", command=["sieve"], exit_code=3, aggregated_output=""))))
    rows = only(site)
    assert has_mark(rows, "mill -v") and sum(row.text.count("failed") for row in rows) == 2


def test_a_persons_command_that_failed_is_marked(export, tmp_path):
    text = ("<user_shell_command>\n<command>\nmill\n</command>\n<result>\nExit code: 1\nDuration: 0.2 seconds\nOutput:\nno grain\n"
            "</result>\n</user_shell_command>")
    site = export(lines(tmp_path / "rollout-1.jsonl", codex(
        ("response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}))))
    assert has_mark(only(site), "no grain")


# OpenAI and Anthropic

@pytest.mark.parametrize("outcome, failed", [
    ({"type": "shell_call_output", "call_id": "c1", "output": [
        {"stdout": "", "stderr": "no grain", "outcome": {"type": "exit", "exit_code": 2}}]}, True),
    ({"type": "shell_call_output", "call_id": "c1", "output": [
        {"stdout": "no grain", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}]}, False),
    ({"type": "shell_call_output", "call_id": "c1", "output": [{"stdout": "no grain", "outcome": {"type": "timeout"}}]}, True),
    ({"type": "local_shell_call_output", "id": "c1", "output": '{"stdout": "no grain", "exit_code": 4}'}, True),
    ({"type": "apply_patch_call_output", "call_id": "c1", "status": "failed", "output": "no grain"}, True),
    ({"type": "function_call_output", "call_id": "c1", "status": "completed", "output": '{"status": "failed: no grain"}'}, False),
    ({"type": "mcp_call", "name": "fetch", "arguments": "{}", "error": None, "output": "no grain"}, False),
    ({"type": "mcp_call", "name": "fetch", "arguments": "{}", "error": "no grain"}, True),
    ({"type": "file_search_call", "id": "c2", "status": "failed", "queries": ["no grain"]}, True)])
def test_items_of_responses_mark_failures(export, tmp_path, outcome, failed):
    site = export(write(tmp_path / "response.json", {
        "id": "r1", "object": "response", "created_at": 1780300000, "model": "m", "output": [
            {"type": "function_call", "name": "fetch", "call_id": "c1", "arguments": '{"a": 1}', "status": "completed"}, outcome]}))
    assert has_mark(only(site), "no grain") == failed


def test_results_in_messages_mark_failures(export, tmp_path):
    site = export(write(tmp_path / "chat.json", {"messages": [
        {"role": "user", "content": "Grind"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "mill", "input": {"a": 1}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": "no grain"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "is_error": False, "content": "an error page"}]},
        {"role": "tool", "tool_call_id": "t2", "status": "error", "content": "no water"}]}))
    rows = only(site)
    assert has_mark(rows, "no grain") and has_mark(rows, "no water") and not has_mark(rows, "an error page")


# ChatGPT

def chatgpt(path, *messages, before=None):
    mapping, last = {"r": {"id": "r", "message": None, "parent": None, "children": ["n0"]}}, "r"
    for number, message in enumerate(messages):
        mapping[f"n{number}"] = {"id": f"n{number}", "parent": last, "children": [f"n{number + 1}"][:number + 1 < len(messages)], "message": {
            "id": f"n{number}", "create_time": 1780300000.0 + number, "metadata": {}, **message}}
        last = f"n{number}"
    return write(path, [{"id": "c1", "title": "Baking", **(before or {}), "create_time": 1780300000.0, "mapping": mapping, "current_node": last}])


def python(text, kind="execution_output", **metadata):
    return {"author": {"role": "tool", "name": "python"}, "content": {"content_type": kind, "text": text}, "metadata": metadata}


@pytest.mark.parametrize("message, failed", [
    (python("no grain", aggregate_result={"status": "failed_with_in_kernel_exception"}), True),
    (python("no grain", aggregate_result={"status": "success", "in_kernel_exception": None, "timeout_triggered": None}), False),
    (python("no grain", aggregate_result={"status": "cancelled", "system_exception": {"name": "Oops"}}), True),
    (python("no grain", kind="system_error", ), True), (python("no grain", status="failed"), True),
    ({**python("failed: no grain"), "status": "finished_successfully"}, False)])
def test_messages_of_chatgpts_tools_mark_failures(export, tmp_path, message, failed):
    site = export(chatgpt(tmp_path / "conversations.json", {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Grind"]}},
                          message))
    assert has_mark(only(site), "no grain") == failed


def test_a_conversation_with_a_large_member_before_its_messages_is_recognised(export, tmp_path):
    site = export(chatgpt(tmp_path / "chat.json", {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Grind it"]}},
                          before={"novel_state": [{"cursor": "x" * 1000, "at": number} for number in range(200)]}))
    one(only(site), "Grind it")


# Gemini CLI

def response(output, failed=None, name="run_shell_command"):
    return [{"functionResponse": {"id": "t1", "name": name, "response": {"error": failed} if failed else {"output": output}}}]


@pytest.mark.parametrize("result, failed", [
    (response("Output: no grain\nError: (none)\nExit Code: 2\nSignal: (none)"), True),
    (response("Output: no grain\nExit Code: 0"), False), (response("Exit Code: 2\nno grain"), False),
    (response("no grain\nExit Code: 2", name="read_file"), False), (response("", failed="no grain"), True)])
def test_responses_of_gemini_cli_mark_failures(export, tmp_path, result, failed):
    call = {"id": "t1", "name": "run_shell_command", "args": {"command": "mill"}, "status": "success", "result": result}
    meta = {"sessionId": "s", "projectHash": "p", "startTime": "2026-06-01T09:00:00.000Z", "lastUpdated": "2026-06-01T09:01:00.000Z"}
    site = export(write(tmp_path / "session-1.json", {**meta, "messages": [
        {"id": "m1", "timestamp": "2026-06-01T09:00:00.000Z", "type": "user", "content": "Grind"},
        {"id": "m2", "timestamp": "2026-06-01T09:00:01.000Z", "type": "gemini", "content": "Done.", "toolCalls": [call]}]}))
    assert has_mark(only(site), "no grain") == failed


# Claude Code

@pytest.mark.parametrize("details", ["Error: <tool_use_error>File is missing.</tool_use_error>",
                                     "<tool_use_error>File is missing.</tool_use_error>", "Error: File is missing.", "File is missing."])
def test_the_error_of_a_tool_is_shown_once(export, tmp_path, details):
    log = Log().user("u1", "Read it").call("a1", "Read", "t1", file_path="/x")
    log.user("u2", [{"type": "tool_result", "tool_use_id": "t1", "is_error": True,
                     "content": "<tool_use_error>File is missing.</tool_use_error>"}], toolUseResult=details)
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl")))
    row = one(rows, "File is missing.")
    assert row.text.count("File is missing.") == 1 and "tool_use_error" not in row.text and is_failed(row)


@pytest.mark.parametrize("locale", ["de-DE", "en-US"])
@pytest.mark.parametrize("name", ["Bash", "mcp__a_server_of_the_bakery__and_a_tool_with_a_long_name_too"])
def test_a_failed_tool_says_so_however_long_its_name_and_result_are(export, tmp_path, name, locale):
    log = Log().user("u1", "Read it").call("a1", name, "t1", command="x")
    log.user("u2", [{"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": "no grain\n" * 1200}])
    rows = only(export(log.write(tmp_path / f"{SESSION}.jsonl"), options=("--locale", locale)))
    row = next(row for row in rows if "no grain" in row.text)
    mark = "failed" if locale == "en-US" else "fehlgeschlagen"
    shown = words(row.html.split('data-box="step.0"')[1].split(">", 1)[1].split("</p>")[0])
    assert mark in shown and name in row.text, shown


def test_the_error_of_a_search_is_marked_under_the_name_of_its_tool(export, tmp_path):
    log = Log().user("u1", "Look it up").claude("a1", {"type": "server_tool_use", "id": "t1", "name": "web_search", "input": {"query": "oats"}}, {
        "type": "web_search_tool_result", "tool_use_id": "t1", "content": {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"}})
    row = one(only(export(log.write(tmp_path / f"{SESSION}.jsonl"))), "max_uses_exceeded")
    assert is_failed(row) and "web_search" in row.text and "error_code" not in row.text
