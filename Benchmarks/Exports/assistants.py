"""Exports of conversations with assistants: a hundred turns each where nothing else is said."""

import json
from pathlib import Path

from .common import Message, role, turns
from .messengers import write_lines


def chatgpt(folder: Path, count: int, size: int = 100) -> Path:
    conversations = []
    for chat, part in turns(count, size):
        parent = f"root-{chat}"
        mapping = {parent: {"id": parent, "message": None, "parent": None, "children": []}}
        for turn in part:
            mapping[parent]["children"].append(turn.uuid)
            mapping[turn.uuid] = {"id": turn.uuid, "parent": parent, "children": [], "message": {
                "id": turn.uuid, "author": {"role": role(turn), "name": None, "metadata": {}}, "create_time": turn.at.timestamp(),
                "update_time": None, "content": {"content_type": "text", "parts": [turn.text]}, "status": "finished_successfully",
                "end_turn": True, "weight": 1.0, "metadata": {"model_slug": "gpt-4o"} if turn.number % 2 else {}, "recipient": "all"}}
            parent = turn.uuid
        start = part[0].at.timestamp()
        conversations.append({
            "title": f"Conversation {chat}", "create_time": start, "update_time": start, "mapping": mapping, "moderation_results": [],
            "current_node": parent, "conversation_id": f"conversation-{chat}", "id": f"conversation-{chat}"})
    (folder / "conversations.json").write_text(json.dumps(conversations, ensure_ascii=False), encoding="utf-8")
    return folder


def claudeai(folder: Path, count: int) -> Path:
    def entry(turn: Message) -> dict:
        return {
            "uuid": turn.uuid, "text": turn.text, "sender": "assistant" if turn.number % 2 else "human",
            "content": [{"start_timestamp": turn.iso, "stop_timestamp": turn.iso, "type": "text", "text": turn.text, "citations": []}],
            "created_at": turn.iso, "updated_at": turn.iso, "attachments": [],
            "files": [{"file_name": turn.file}] if turn.file and not turn.number % 2 else []}

    conversations = [
        {"uuid": f"10000000-0000-4000-8000-{chat:012d}", "name": f"Conversation {chat}", "created_at": part[0].iso,
         "updated_at": part[-1].iso, "account": {"uuid": "a"}, "chat_messages": [entry(turn) for turn in part]}
        for chat, part in turns(count)]
    (folder / "conversations.json").write_text(json.dumps(conversations, ensure_ascii=False), encoding="utf-8")
    (folder / "users.json").write_text(json.dumps([{"uuid": "a", "full_name": "Ann", "email_address": "ann@example.org"}]))
    return folder


def openai(folder: Path, count: int) -> Path:
    """A conversation a line."""
    path = folder / "chats.jsonl"
    write_lines(path, ({"messages": [{"role": role(turn), "content": turn.text} for turn in part]} for _, part in turns(count)))
    return path


def claudecode(folder: Path, count: int) -> Path:
    """Sessions of 1,000 entries; one answer in two calls a tool, whose result is in the entry behind."""
    project = folder / "projects/-home-sam-trip"
    project.mkdir(parents=True)
    for chat, part in turns(count, 1000):
        session = f"4e159819-57d4-439e-9773-{chat:012d}"
        parent, entries = None, []
        for turn in part:
            content = [{"type": "text", "text": turn.text}] if turn.number % 2 else turn.text
            if turn.number % 4 == 1:
                content.append({"type": "tool_use", "id": f"toolu_{turn.number}", "name": "Read", "input": {"file_path": "/home/sam/trip/a.py"}})
            elif turn.number % 4 == 2:
                content = [{"type": "tool_result", "tool_use_id": f"toolu_{turn.number - 1}", "content": f"     1\t{turn.text}"}]
            entry = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/home/sam/trip",
                     "sessionId": session, "version": "2.0.1", "gitBranch": "main", "type": role(turn),
                     "message": {"role": role(turn), "content": content}, "uuid": turn.uuid, "timestamp": turn.utc}
            if turn.number % 2:
                entry["message"].update(
                    id=f"msg_{turn.number}", type="message", model="claude-sonnet-4", stop_reason="end_turn", usage={})
            entries.append(entry)
            parent = turn.uuid
        write_lines(project / f"{session}.jsonl", entries)
    return folder / "projects"


def codex(folder: Path, count: int) -> Path:
    """Sessions of 1,000 messages, each written as an item and as an event."""
    day = folder / "sessions/2026/01/12"
    day.mkdir(parents=True)

    def entries(session: str, part: list):
        yield "session_meta", part[0], {"id": session, "timestamp": part[0].iso, "cwd": "/home/sam"}
        for turn in part:
            kind = "output_text" if turn.number % 2 else "input_text"
            yield "response_item", turn, {"type": "message", "role": role(turn), "content": [{"type": kind, "text": turn.text}]}
            yield "event_msg", turn, {"type": "agent_message" if turn.number % 2 else "user_message", "message": turn.text}

    for chat, part in turns(count, 1000):
        session = f"00000000-0000-4000-8000-{chat:012d}"
        write_lines(day / f"rollout-2026-01-12T09-30-00-{session}.jsonl", (
            {"timestamp": turn.utc, "type": kind, "payload": payload} for kind, turn, payload in entries(session, part)))
    return folder


def geminicli(folder: Path, count: int) -> Path:
    """Sessions of 1,000 messages, each answer written twice as the program does."""
    directory = folder / "3f2a/chats"
    directory.mkdir(parents=True)

    def entries(session: str, part: list):
        yield {"sessionId": session, "projectHash": "3f2a", "startTime": part[0].utc, "lastUpdated": part[0].utc}
        for turn in part:
            entry = {"id": turn.uuid, "timestamp": turn.utc, "type": "gemini" if turn.number % 2 else "user",
                     "content": turn.text if turn.number % 2 else [{"text": turn.text}]}
            if turn.number % 2:
                entry |= {"thoughts": [], "model": "gemini-2.5-pro"}
                yield entry
                entry = entry | {"tokens": {"input": 100, "output": 20, "cached": 0, "total": 120}}
            yield entry

    for chat, part in turns(count, 1000):
        session = f"{chat:08x}-0000-4000-8000-000000000000"
        write_lines(directory / f"session-{chat:08x}.jsonl", entries(session, part))
    return folder


def gemini(folder: Path, count: int) -> Path:
    """The list of Takeout, newest first; an activity is a prompt and its answer."""
    records = []
    for _, part in turns(count):
        for prompt, answer in zip(part[::2], part[1::2]):
            records.append({"header": "Gemini Apps", "title": f"Prompted {prompt.text}", "time": prompt.utc, "products": ["Gemini Apps"],
                            "activityControls": ["Gemini Apps Activity"],
                            "safeHtmlItem": [{"html": f"<p>{prompt.text} <strong>so</strong>.</p><ul><li>{answer.number}</li></ul>"}]})
    path = folder / "MyActivity.json"
    path.write_text(json.dumps(records[::-1], ensure_ascii=False, indent=2), encoding="utf-8")
    return path


def copilot(folder: Path, count: int) -> Path:
    directory = folder / "chatSessions"
    directory.mkdir()
    for chat, part in turns(count):
        requests = [
            {"requestId": f"request_{prompt.number}", "message": {"text": prompt.text, "parts": []}, "variableData": {"variables": []},
             "response": [{"value": answer.text, "supportThemeIcons": False}], "responseId": f"response_{prompt.number}",
             "timestamp": prompt.milliseconds, "modelId": "copilot/gpt-4.1", "result": {"timings": {"totalElapsed": 1000}}}
            for prompt, answer in zip(part[::2], part[1::2])]
        (directory / f"chat-{chat}.json").write_text(json.dumps(
            {"version": 3, "responderUsername": "GitHub Copilot", "initialLocation": "panel", "requests": requests,
             "sessionId": f"chat-{chat}", "creationDate": part[0].milliseconds}, ensure_ascii=False), encoding="utf-8")
    return directory


MAKERS = (chatgpt, claudeai, openai, claudecode, codex, geminicli, gemini, copilot)
