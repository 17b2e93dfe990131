"""Exports of conversations with assistants: a hundred turns each where nothing else is said."""

import json
import sqlite3
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


def claudestream(folder: Path, count: int) -> Path:
    """Runs of 1,000 events in one file."""
    path = folder / "runs.jsonl"

    def events():
        for chat, part in turns(count, 1000):
            session = f"4e159819-57d4-439e-9773-{chat:012d}"
            yield {"type": "system", "subtype": "init", "cwd": "/home/sam", "session_id": session, "tools": ["Bash"], "model": "claude-sonnet-4"}
            for turn in part:
                yield {"type": role(turn), "message": {"role": role(turn), "content": [{"type": "text", "text": turn.text}]},
                       "parent_tool_use_id": None, "session_id": session, "uuid": turn.uuid}

    write_lines(path, events())
    return path


def opencode(folder: Path, count: int) -> Path:
    """A database with sessions of 1,000 messages of one part each."""
    path = folder / "opencode.db"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE project (id text PRIMARY KEY, worktree text);
        CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, title text, time_created integer);
        CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text);
        CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text);
        """)
    for chat, part in turns(count, 1000):
        session = f"ses_{chat:06d}"
        database.execute("INSERT INTO session VALUES (?, 'p', NULL, ?, 0)", (session, f"Session {chat}"))
        for turn in part:
            message = {"role": role(turn), "time": {"created": turn.milliseconds}, "modelID": "claude-sonnet-4", "cost": 0.1}
            database.execute("INSERT INTO message VALUES (?, ?, 0, 0, ?)", (f"msg_{turn.number:08d}", session, json.dumps(message)))
            text = json.dumps({"type": "text", "text": turn.text}, ensure_ascii=False)
            database.execute("INSERT INTO part VALUES (?, ?, ?, 0, 0, ?)",
                             (f"prt_{turn.number:08d}", f"msg_{turn.number:08d}", session, text))
    database.commit()
    database.close()
    return path


def copilotcli(folder: Path, count: int) -> Path:
    """Sessions of 1,000 messages."""
    def events(session: str, part: list):
        yield {"type": "session.start", "data": {"sessionId": session, "version": 1, "producer": "copilot-agent"}, "id": session,
               "timestamp": part[0].utc, "parentId": None}
        for turn in part:
            data = ({"messageId": turn.uuid, "content": turn.text, "toolRequests": []} if turn.number % 2
                    else {"content": turn.text, "transformedContent": f"now: {turn.text}", "attachments": []})
            yield {"type": f"{role(turn)}.message", "data": data, "id": turn.uuid, "timestamp": turn.utc, "parentId": session}

    for chat, part in turns(count, 1000):
        session = f"8c3d8e58-0f62-4f6e-a17a-{chat:012d}"
        (folder / session).mkdir()
        write_lines(folder / session / "events.jsonl", events(session, part))
        (folder / session / "workspace.yaml").write_text(f"id: {session}\nsummary: Session {chat}\n")
    return folder


def cursor(folder: Path, count: int) -> Path:
    """A database with conversations of 1,000 messages."""
    path = folder / "state.vscdb"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
        CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
        """)
    for chat, part in turns(count, 1000):
        composer = f"159d7e05-12b2-4925-81df-{chat:012d}"
        heads = [{"bubbleId": turn.uuid, "type": 1 + turn.number % 2} for turn in part]
        database.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", (f"composerData:{composer}", json.dumps({
            "_v": 16, "composerId": composer, "name": f"Session {chat}", "fullConversationHeadersOnly": heads})))
        database.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", [(f"bubbleId:{composer}:{turn.uuid}", json.dumps({
            "_v": 3, "type": 1 + turn.number % 2, "bubbleId": turn.uuid, "text": turn.text, "codeBlocks": [], "images": [],
            "tokenCount": {"inputTokens": 1, "outputTokens": 2}, "createdAt": turn.utc}, ensure_ascii=False)) for turn in part])
    database.commit()
    database.close()
    return path


def lmstudio(folder: Path, count: int) -> Path:
    for chat, part in turns(count):
        def version(turn):
            text = [{"type": "text", "text": turn.text}]
            return ({"type": "multiStep", "role": "assistant", "senderInfo": {"senderName": "qwen3"}, "steps": [
                {"type": "contentBlock", "stepIdentifier": f"{turn.milliseconds}-0.5", "content": text}]}
                if turn.number % 2 else {"type": "singleStep", "role": "user", "content": text})
        (folder / f"{1_700_000_000_000 + chat}.conversation.json").write_text(json.dumps({
            "name": f"Conversation {chat}", "createdAt": 1_700_000_000_000 + chat, "systemPrompt": "",
            "messages": [{"versions": [version(turn)], "currentlySelected": 0} for turn in part]}, ensure_ascii=False), encoding="utf-8")
    return folder


def openwebui(folder: Path, count: int) -> Path:
    chats = []
    for chat, part in turns(count):
        messages, parent = {}, None
        for turn in part:
            messages[turn.uuid] = {"id": turn.uuid, "parentId": parent, "childrenIds": [], "role": role(turn), "content": turn.text,
                                   "timestamp": turn.milliseconds // 1000, "model": "llama3"}
            parent = turn.uuid
        chats.append({"id": f"chat-{chat}", "title": f"Conversation {chat}", "chat": {
            "title": f"Conversation {chat}", "models": ["llama3"], "history": {"messages": messages, "currentId": parent}, "messages": []}})
    path = folder / "chat-export.json"
    path.write_text(json.dumps(chats, ensure_ascii=False), encoding="utf-8")
    return path


def librechat(folder: Path, count: int) -> Path:
    for chat, part in turns(count, 1000):
        parent, messages = "00000000-0000-0000-0000-000000000000", []
        for turn in part:
            messages.append({"messageId": turn.uuid, "parentMessageId": parent, "createdAt": turn.utc, "text": turn.text,
                             "sender": "GPT-4o" if turn.number % 2 else "User", "isCreatedByUser": turn.number % 2 == 0, "error": False})
            parent = turn.uuid
        (folder / f"{chat}.json").write_text(json.dumps({
            "conversationId": f"conversation-{chat}", "endpoint": "openAI", "title": f"Conversation {chat}", "exportAt": "08:12:16",
            "branches": True, "recursive": False, "messages": messages}, ensure_ascii=False), encoding="utf-8")
    return folder


def llamacpp(folder: Path, count: int) -> Path:
    for chat, part in turns(count, 1000):
        def records():
            yield {"type": "session", "harness": "llama.app", "id": f"conversation-{chat}", "name": f"Conversation {chat}",
                   "currNode": part[-1].uuid}
            for before, turn in zip([None, *part], part):
                yield {"type": "message", "message": {"id": turn.uuid, "parent": before and before.uuid, "children": [], "role": role(turn),
                                                      "content": turn.text, "timestamp": turn.milliseconds}}
        write_lines(folder / f"{chat}.jsonl", records())
    return folder


def aistudio(folder: Path, count: int) -> Path:
    for chat, part in turns(count):
        (folder / f"Prompt {chat}").write_text(json.dumps({
            "runSettings": {"model": "models/gemini-2.5-pro"}, "systemInstruction": {}, "chunkedPrompt": {"chunks": [
                {"role": "model" if turn.number % 2 else "user", "text": turn.text, "tokenCount": 9, "createTime": turn.utc}
                for turn in part]}}, ensure_ascii=False, indent=2), encoding="utf-8")
    return folder


def grok(folder: Path, count: int) -> Path:
    conversations = []
    for chat, part in turns(count):
        responses = [{"response": {
            "_id": turn.uuid, "message": turn.text, "sender": "assistant" if turn.number % 2 else "human", "model": "grok-4",
            "create_time": {"$date": {"$numberLong": str(turn.milliseconds)}}, "web_search_results": [], "steps": []}} for turn in part]
        conversations.append({"conversation": {"id": f"conversation-{chat}", "title": f"Conversation {chat}"}, "responses": responses})
    path = folder / "prod-grok-backend.json"
    path.write_text(json.dumps({"conversations": conversations, "projects": []}, ensure_ascii=False), encoding="utf-8")
    return path


def deepseek(folder: Path, count: int) -> Path:
    conversations = []
    for chat, part in turns(count):
        mapping, parent = {"root": {"id": "root", "parent": None, "children": ["1"], "message": None}}, "root"
        for index, turn in enumerate(part, start=1):
            kind = "RESPONSE" if turn.number % 2 else "REQUEST"
            mapping[str(index)] = {"id": str(index), "parent": parent, "children": [], "message": {
                "model": "deepseek-chat", "inserted_at": turn.iso, "files": [], "fragments": [{"type": kind, "content": turn.text}]}}
            parent = str(index)
        conversations.append({"id": f"conversation-{chat}", "title": f"Conversation {chat}", "inserted_at": part[0].iso, "mapping": mapping})
    path = folder / "conversations.json"
    path.write_text(json.dumps(conversations, ensure_ascii=False), encoding="utf-8")
    return path


MAKERS = (chatgpt, claudeai, openai, claudecode, codex, geminicli, gemini, copilot, claudestream, opencode, copilotcli, cursor, lmstudio,
          openwebui, librechat, llamacpp, aistudio, grok, deepseek)
