"""Words of assistants' exports that were nowhere in the site, by the items of the list that named them."""

import html
import json
import re
from pathlib import Path

import pytest


def write(folder: Path, name: str, content) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def rows(site: Path) -> list:
    """The messages of all conversations, as HTML."""
    pages = sorted(path for path in site.rglob("*.html") if path.stem.isdigit())
    return [row.split("</article>")[0] for page in pages
            for row in re.split(r"(?=<article )", page.read_text(encoding="utf-8"))[1:]]


def words(markup: str) -> str:
    """The text of HTML with single spaces."""
    markup = re.sub(r"</?(?:a|b|code|em|i|s|span|strong)\b[^>]*>", "", markup)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", markup))).strip()


def row(site: Path, text: str) -> str:
    """The only message with a text."""
    found = [row for row in rows(site) if text in words(row)]
    assert len(found) == 1, f"{len(found)} messages have {text!r}"
    return found[0]


@pytest.fixture
def export(program, tmp_path):
    """Exports, expects success, and gives the site's folder and the report."""
    count = 0

    def run(source: Path, *options):
        nonlocal count
        count += 1
        site, report = tmp_path / f"site-{count}", tmp_path / f"report-{count}.json"
        result = program.run(source, "--out", site, "--report", report, "--time-zone", "UTC", *options)
        assert result.returncode == 0, result.stderr
        return site, json.loads(report.read_text())
    return run


def files(site: Path) -> list:
    """The texts of the site's files that came with messages."""
    return [path.read_text(encoding="utf-8", errors="replace") for path in (site / "media").rglob("*") if path.is_file()]


def codes(report: dict) -> list:
    return [finding["code"] for finding in report["findings"]]


# ChatGPT

def message(text="", role="user", *, name=None, content=None, **more) -> dict:
    return {"author": {"role": role, "name": name}, "create_time": 1789000000.0,
            "content": content or {"content_type": "text", "parts": [text]},
            "metadata": {}, **more}


def chatgpt(*messages: dict, title="Kilns") -> list:
    """A conversation of messages one after the other."""
    nodes = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last = "root"
    for number, value in enumerate(messages):
        name = value.pop("node", f"n{number}")
        parent = value.pop("after", last)
        nodes[name] = {"id": name, "message": {"id": name, **value}, "parent": parent, "children": []}
        last = name
    return [{"title": title, "create_time": 1789000000.0, "mapping": nodes, "current_node": last, "id": "c-1"}]


HIDDEN = {"is_visually_hidden_from_conversation": True}
REPORT = {
    "id": "rm1", "author": {"role": "assistant"},
    "content": {"content_type": "text", "parts": ["# Elements\n\nKanthal **outlasts** nichrome.\ue200cite\ue202turn0search0\ue201"]},
    "metadata": {"content_references": [{
        "matched_text": "\ue200cite\ue202turn0search0\ue201",
        "items": [{"title": "Wire handbook", "url": "https://example.org/wire"}]}]},
}


@pytest.mark.parametrize("metadata", [
    {"chatgpt_sdk": {"widget_state": json.dumps({"report_message": REPORT, "status": "completed"}), "tool_name": "deep_research"}},
    {"chatgpt_sdk": {"widget_state": {"report_message": REPORT}}},
    {"chatgpt_sdk": {"tool_response_metadata": {"venus_widget_state": json.dumps({"report_message": REPORT})}}},
    {"venus_widget_state": {"report_message": json.dumps(REPORT)}},
    {"chatgpt_sdk.widget_state": {"inner": [{"report_message": REPORT}]}},
])
def test_a_report_of_deep_research_in_the_state_of_a_widget_is_an_answer(export, tmp_path, metadata):
    site, report = export(write(tmp_path, "conversations.json", chatgpt(
        message("Research elements"),
        message("The tool call has been rendered.", "tool", name="api_tool.call_tool", metadata={**HIDDEN, **metadata}),
        # A later state of the same widget is no second report.
        message("", "tool", name="api_tool.call_tool", metadata={**HIDDEN, **metadata}),
        message("Thanks"), message("Welcome.", "assistant"))))
    found = row(site, "nichrome")
    assert 'aria-label="ChatGPT"' in found
    assert "https://example.org/wire" in found and "**" not in found and "Wire handbook" in words(found)
    texts = [words(row) for row in rows(site)]
    place = next(number for number, text in enumerate(texts) if "nichrome" in text)
    assert place < next(number for number, text in enumerate(texts) if "Thanks" in text)
    assert "report_message" not in " ".join(texts) and "loss" not in codes(report)


def test_a_report_in_the_text_of_a_tool_or_as_an_answer_stands_once(export, tmp_path):
    state = {"report_message": REPORT, "plan": {"title": "Elements", "steps": [{"text": "Read about wires"}]}}
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Research elements"),
        message(f"The latest state of the widget is: {json.dumps(state)}", "tool", name="api_tool", metadata=HIDDEN))))
    row(site, "nichrome")
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Research elements"),
        message("", "tool", name="api_tool", metadata={**HIDDEN, "chatgpt_sdk": {"widget_state": json.dumps(state)}}),
        message(REPORT["content"]["parts"][0], "assistant", metadata=REPORT["metadata"]))))
    row(site, "nichrome")
    assert "Read about wires" in " ".join(map(words, rows(site)))


def test_of_two_states_of_a_widget_the_longer_report_stands_where_the_first_is(export, tmp_path):
    def state(text):
        return {**HIDDEN, "chatgpt_sdk": {"widget_state": {"report_message": {
            "id": "r", "content": {"content_type": "text", "parts": [text]}}}}}
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Research"), message("", "tool", name="t", metadata=state("Half of")),
        message("More?"), message("", "tool", name="t", metadata=state("Half of it, and the rest")))))
    texts = [words(row) for row in rows(site)]
    assert [text for text in texts if "Half of" in text] == [text for text in texts if "and the rest" in text]
    assert "and the rest" in texts[1]


def test_an_answer_of_a_task_is_shown_though_it_is_hidden(export, tmp_path):
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Research"), message("The **old** report", "assistant", metadata={
            **HIDDEN, "is_async_task_result_message": True, "async_task_id": "deepresch_1",
            "async_task_title": "Wires of kilns"}))))
    found = row(site, "old report")
    assert "Wires of kilns" in words(found)


def test_hidden_messages_are_folded_by_their_side(export, tmp_path):
    site, report = export(write(tmp_path, "conversations.json", chatgpt(
        message("Answer as a potter would", "system", metadata=HIDDEN),
        message(content={"content_type": "user_editable_context", "user_profile": "I fire at cone ten",
                         "user_instructions": "Be brief, please"}, metadata=HIDDEN),
        message(content={"content_type": "model_editable_context", "model_set_context": "Has two kilns"},
                role="assistant", metadata=HIDDEN),
        message("How hot?"),
        message("Pages of a web search", "tool", name="web.run"),
        message(content={"content_type": "reasoning_recap", "content": "Thought for a while"}, role="assistant"),
        message("1222 degrees.", "assistant"),
        message("A weight of nothing", "assistant", weight=0))))
    question, answer = row(site, "How hot?"), row(site, "1222 degrees.")
    for text in ["I fire at cone ten", "Be brief, please"]:
        assert text in words(question)
    for text in ["Pages of a web search", "Thought for a while"]:
        assert text in words(answer) and text not in words(question)
    everything = " ".join(map(words, rows(site)))
    assert "Answer as a potter would" in everything and "Has two kilns" in everything
    assert "A weight of nothing" in everything
    # None of them is open text.
    for found in rows(site):
        for text in ["I fire at cone ten", "Answer as a potter", "A weight of nothing", "Pages of a web search"]:
            if text in words(found):
                assert "<details" in found and text not in words(re.sub(r"<details.*?</details>", "", found, flags=re.S))


def test_branches_share_hidden_words_once(export, tmp_path):
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message(content={"content_type": "user_editable_context", "user_profile": "I fire at cone ten"}, metadata=HIDDEN, node="h"),
        message("First version", node="q1"), message("One.", "assistant"),
        message("Second version", node="q2", after="h"), message("Two.", "assistant"))))
    everything = " ".join(map(words, rows(site)))
    assert everything.count("I fire at cone ten") == 1 and "First version" in everything
    assert "I fire at cone ten" in words(row(site, "Second version"))


def test_what_follows_no_message_is_still_there(export, tmp_path):
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Search"), message("Words of the last page", "tool", name="web.run"))))
    assert "Words of the last page" in " ".join(map(words, rows(site)))
    # Of a tool nothing stands in the bubble of a person.
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Search"), message("Words of the last page", "tool", name="web.run"), message("And?"))))
    assert "last page" not in words(row(site, "And?")) and "last page" in " ".join(map(words, rows(site)))


@pytest.mark.parametrize("content, expected", [
    ({"content_type": "thoughts", "thoughts": json.dumps([{"summary": "Looking up", "content": "the melting point"}])},
     ["Looking up", "the melting point"]),
    ({"content_type": "thoughts", "thoughts": [{"summary": "Short", "content": "", "chunks": ["in two", "chunks here"]}]},
     ["in two", "chunks here"]),
    ({"content_type": "tether_quote", "title": "Wire", "url": "https://example.org/w", "text": "the quoted page"},
     ["Wire", "the quoted page"]),
    ({"content_type": "sonic_webpage", "title": "Wire", "url": "https://example.org/w", "snippet": "a snippet apart", "text": "all of it"},
     ["a snippet apart", "all of it"]),
    ({"content_type": "tether_browsing_display", "result": "a result of browsing", "summary": "its short form"},
     ["a result of browsing", "its short form"]),
    ({"content_type": "system_error", "name": "TimeoutError", "text": "took too long"}, ["TimeoutError", "took too long"]),
    ({"content_type": "computer_output", "screenshot": {"asset_pointer": "sediment://file_1"}, "state": {"title": "a page's title"}},
     ["a page's title"]),
    ({"content_type": "brand_new", "headline": "news of today", "items": [{"body": "deep words"}], "text": "plain"},
     ["news of today", "deep words", "plain"]),
    ({"content_type": "multimodal_text", "parts": [
        {"content_type": "new_part", "caption": "words of a part"}, {"content_type": "image_asset_pointer"}, "after it"]},
     ["words of a part", "after it"]),
    ({"content_type": "multimodal_text", "parts": [
        {"content_type": "audio_transcription", "text": "what was said", "direction": "in"},
        {"content_type": "real_time_user_audio_video_asset_pointer", "audio_asset_pointer": "sediment://file_a"}]},
     ["what was said"]),
])
def test_content_of_every_kind_keeps_its_words(export, tmp_path, content, expected):
    for metadata in [{}, HIDDEN]:
        site, _ = export(write(tmp_path, "conversations.json", chatgpt(
            message("Question"), message(content=dict(content), role="tool", name="t", metadata=metadata),
            message("Answer", "assistant"))))
        everything = " ".join(map(words, rows(site)))
        for text in expected:
            assert text in everything, text


def test_metadata_with_words_is_folded(export, tmp_path):
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("About this", metadata={"targeted_reply": "the sentence that was quoted"}),
        message(content={"content_type": "code", "text": ""}, role="tool", name="web.run", metadata={
            "search_result_groups": [{"domain": "example.org", "entries": [
                {"title": "Found page", "url": "https://example.org/f", "snippet": "an excerpt of it"}]}]}),
        message(content={"content_type": "execution_output", "text": ""}, role="tool", name="python", metadata={
            "aggregate_result": {"messages": [{"message_type": "stream", "text": "printed by the kernel"}],
                                 "in_kernel_exception": {"name": "ZeroDivisionError", "traceback": ["line one of it"]}}}),
        message("Answer", "assistant", metadata={"reasoning_title": "Weighing the clay", "citations": [
            {"metadata": {"title": "A cited book", "url": "https://example.org/b", "text": "its very words"}}]}))))
    assert "the sentence that was quoted" in words(row(site, "About this"))
    answer = words(row(site, "Weighing the clay"))
    for text in ["Found page", "an excerpt of it", "A cited book", "its very words"]:
        assert text in answer
    everything = " ".join(map(words, rows(site)))
    for text in ["printed by the kernel", "ZeroDivisionError", "line one of it"]:
        assert text in everything


def test_long_searches_and_memories_are_whole(export, tmp_path):
    memory = "The user fires pots. " * 30 + "And has a cat."
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Remember"), message(memory, "assistant", recipient="bio"),
        message(json.dumps({"search_query": [{"q": "cone ten"}], "note": "in two words"}), "assistant", recipient="web.run"),
        message("Done.", "assistant"))))
    everything = " ".join(map(words, rows(site)))
    assert "And has a cat." in everything and "cone ten" in everything and "in two words" in everything


def test_a_document_of_the_canvas_that_was_changed_in_parts_is_a_file(export, tmp_path):
    write(tmp_path, "export/textdocs/t1.json", {"id": "t1", "title": "Plan", "content": "The plan as it is in the end"})
    write(tmp_path, "export/message_feedback.json", [{"content": "not a good answer"}])
    write(tmp_path, "export/conversations.json", chatgpt(
        message("Write"),
        message(json.dumps({"name": "Plan", "type": "document", "content": "The plan"}), "assistant",
                recipient="canmore.create_textdoc"),
        message("Created.", "tool", name="canmore.create_textdoc", metadata={"canvas": {"textdoc_id": "t1"}})))
    site, report = export(tmp_path / "export")
    assert "The plan as it is in the end" in files(site)
    assert any("message_feedback.json" in finding["message"] for finding in report["findings"])


# Citations

def cited(text: str, *references: dict, citations=()) -> dict:
    return message(text, "assistant", metadata={"content_references": list(references), "citations": list(citations)})


def test_each_source_of_a_grouped_citation_is_a_link(export, tmp_path):
    mark = "\ue200cite\ue202turn0search1\ue202turn0news2\ue201"
    pages = [f"https://example.org/{number}" for number in range(12)]
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(message("Q"), cited(
        f"It runs above cone eight.{mark} Then more.",
        {"matched_text": mark, "type": "grouped_webpages", "items": [
            {"title": "First", "url": pages[0], "supporting_websites": [{"title": "S", "url": page} for page in pages[1:10]]}],
         "fallback_items": [{"title": "F", "url": pages[10]}], "safe_urls": [pages[0] + "?utm_source=chatgpt.com", pages[11]]}))))
    found = row(site, "Then more.")
    for page in pages:
        assert f'href="{page}"' in found
    assert "utm_source" not in found


@pytest.mark.parametrize("text, references, citations, shown", [
    ("At the foot.\ue200filecite\ue202turn1file0\ue202L3-L9\ue201", [
        {"matched_text": "\ue200filecite\ue202turn1file0\ue202L3-L9\ue201", "type": "file", "name": "my_glazes.pdf"}], [], "my_glazes.pdf"),
    ("At the foot.\ue200filecite\ue202turn1file0\ue202L3-L9\ue201", [], [], ""),
    ("At the foot.【4:3†my_glazes.pdf】", [], [], "my_glazes.pdf"),
    ("At the foot.【4†L18-L22】", [], [{"metadata": {"type": "file", "name": "my_glazes.pdf", "extra": {"cited_message_idx": 4}}}],
     "my_glazes.pdf"),
    ("At the foot.【4†L18-L22】", [], [], ""),
])
def test_lines_of_a_cited_file_are_no_words(export, tmp_path, text, references, citations, shown):
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(
        message("Q"), cited(text, *references, citations=citations))))
    found = words(row(site, "At the foot"))
    assert not re.search(r"L\d|†|【|turn1", found)
    assert shown in found


def test_brackets_with_a_dagger_that_are_no_citation_stay(export, tmp_path):
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(message("Q"), cited("Note 【sic†also】 here."))))
    assert "【sic†also】" in words(row(site, "Note"))


@pytest.mark.parametrize("unit", ["word{mark} ", "字{mark}", "*a*{mark}"])
def test_many_citations_take_time_with_their_number(program, tmp_path, unit):
    """30,000 of them, in an answer of a megabyte."""
    marks = [f"\ue200cite\ue202turn0search{number}\ue201" for number in range(30_000)]
    references = [{"matched_text": mark, "type": "webpage", "url": f"https://example.org/{number}"} for number, mark in enumerate(marks)]
    source = write(tmp_path, "conversations.json", chatgpt(
        message("Q"), cited("".join(unit.format(mark=mark) for mark in marks) + "The end", *references)))
    result = program.run("check", source, "--json", work=20)
    assert result.returncode == 0, result.stderr


# Tables

def table(export, tmp_path, markdown: str) -> str:
    site, _ = export(write(tmp_path, "conversations.json", chatgpt(message("Q"), message(markdown, "assistant"))))
    return rows(site)[1]


def test_cells_beyond_the_head_of_a_table_stay(export, tmp_path):
    found = table(export, tmp_path, "| Clay | Shrink |\n|---|---|\n| Stone | 11% | EXTRA words | and more |\n| a | b | |\n| short |")
    assert "11% | EXTRA words | and more" in words(found)
    assert "short" in words(found) and "b |" not in words(found)


@pytest.mark.parametrize("cell, shown", [
    ("`x || y`", "x || y"), ("`ls | wc`", "ls | wc"), ("``a ` | b``", "a ` | b"), (r"`d\|e`", "d|e"),
    ("`a|b` and `c|d`", "c|d"), ("$|x|$ of", "|x|"), (r"\| bare", "| bare"),
])
def test_pipes_within_code_do_not_divide_cells(export, tmp_path, cell, shown):
    found = table(export, tmp_path, f"| Op | Meaning |\n|---|---|\n| {cell} | either |\n| next | row |")
    assert f"{shown}" in words(found) and "either" in words(found)
    # Two cells in each row: nothing was put together in the last one.
    assert "| either" not in words(found)


def test_lone_backticks_in_two_cells_divide_them(export, tmp_path):
    found = table(export, tmp_path, "| One | Two |\n|---|---|\n| a ` | b ` |\n")
    assert "a ` b `" in words(found)


# OpenAI

CALLS = [
    {"type": "mcp_list_tools", "id": "l", "server_label": "clay", "tools": [{"name": "weigh", "description": "Weighs a pot"}]},
    {"type": "mcp_approval_request", "id": "a", "server_label": "clay", "name": "weigh", "arguments": "{\"pot\":\"the jug\"}"},
    {"type": "mcp_approval_response", "id": "r", "approval_request_id": "a", "approve": True, "reason": "go on then"},
    {"type": "mcp_call", "id": "c", "name": "weigh", "arguments": "{}", "output": None, "error": "scale is broken"},
    {"type": "apply_patch_call", "call_id": "p", "operation": {"type": "update_file", "path": "kiln.py", "diff": "+ heat the kiln"}},
    {"type": "apply_patch_call_output", "call_id": "p", "output": "patched it well"},
    {"type": "shell_call", "call_id": "s", "action": {"commands": ["ls the shelf"]}},
    {"type": "shell_call_output", "call_id": "s", "output": [{"stdout": "bowl and jug", "stderr": "no such cup"}]},
    {"type": "file_search_call", "id": "f", "queries": ["ash glaze"], "results": [{"filename": "glazes.pdf", "text": "runs at ten"}]},
    {"type": "code_interpreter_call", "id": "i", "code": "print(3/4)", "outputs": [{"type": "logs", "logs": "three quarters"}]},
    {"type": "future_call", "id": "u", "wishes": "two words", "hopes": "three more words"},
    {"type": "future_thing", "id": "t", "body": "words of a thing"},
]
WORDS = ["Weighs a pot", "the jug", "go on then", "scale is broken", "heat the kiln", "patched it well", "ls the shelf",
         "bowl and jug", "no such cup", "ash glaze", "glazes.pdf", "runs at ten", "print(3/4)", "three quarters", "two words",
         "three more words", "words of a thing"]
ANSWER = {"type": "message", "id": "m", "role": "assistant", "content": [
    {"type": "output_text", "text": "All **weighed**.", "annotations": [
        {"type": "file_citation", "filename": "scales.pdf"}, {"type": "url_citation", "url": "https://example.org/s", "title": "Scales"}]}]}


@pytest.mark.parametrize("wrap", [
    lambda items: {"id": "resp_1", "object": "response", "created_at": 1789000000, "model": "gpt-5", "output": items},
    lambda items: [{"id": "resp_1", "object": "response", "created_at": 1789000000, "model": "gpt-5", "output": items}],
    lambda items: items,
    lambda items: {"object": "list", "data": items, "first_id": "l", "last_id": "m", "has_more": False},
])
def test_items_of_every_kind_keep_their_words(export, tmp_path, wrap):
    site, report = export(write(tmp_path, "items.json", wrap([*CALLS, ANSWER])))
    everything = " ".join(map(words, rows(site)))
    for text in [*WORDS, "All weighed.", "scales.pdf", "Scales"]:
        assert text in everything, text
    assert codes(report).count("unknown-kind") == 1


def test_a_response_is_known_by_itself(export, tmp_path):
    head = {"id": "resp_1", "object": "response", "created_at": 1789000000, "model": "gpt-5"}
    for items in [[{"type": "unheard_of", "note": "first words"}] * 5 + [ANSWER], []]:
        site, _ = export(write(tmp_path, "response.json", {**head, "input": "Weigh them", "output": items}))
        assert "Weigh them" in " ".join(map(words, rows(site)))


def test_other_lists_of_the_service_are_no_chats(program, tmp_path):
    for value in [
        {"object": "list", "data": [{"id": "gpt-5", "object": "model", "created": 1}], "first_id": "a"},
        {"object": "list", "data": [{"object": "fine_tuning.job.event", "type": "message", "message": "step 1"}], "first_id": "a"},
        [{"from": "0x1", "to": "0x2", "value": "7"}],
    ]:
        result = program.run(write(tmp_path, "list.json", value), "--out", tmp_path / "site")
        assert result.returncode == 3 and not (tmp_path / "site").exists()


def test_pictures_and_files_in_outputs_are_files(export, tmp_path):
    picture = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    site, _ = export(write(tmp_path, "items.json", [
        {"type": "computer_call", "call_id": "c", "action": {"type": "screenshot"}},
        {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot", "image_url": picture}},
        {"type": "function_call_output", "call_id": "d", "output": [{"type": "input_text", "text": "as seen"}, {"type": "input_image", "image_url": picture}]},
        {"type": "message", "role": "user", "content": [{"type": "input_image", "file_id": "file-9"}, {"type": "input_file", "file_id": "f", "filename": "x.pdf"},
                                                       {"type": "output_audio", "data": "", "transcript": "said aloud"}]}]))
    everything = " ".join(rows(site))
    assert "base64" not in words(everything) and everything.count("<img") >= 2
    for text in ["as seen", "x.pdf", "said aloud"]:
        assert text in words(everything)


def test_instructions_and_facts_beside_messages_are_read(export, tmp_path):
    site, _ = export(write(tmp_path, "chat.json", {
        "title": "Pots of May", "system": "Speak as a potter",
        "conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Hello"}]}))
    everything = " ".join(map(words, rows(site)))
    assert "Speak as a potter" in everything
    assert "Pots of May" in (site / "index.html").read_text()
    site, _ = export(write(tmp_path, "chat.json", {"messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Hello", "annotations": [{"type": "url_citation", "url_citation": {"url": "https://example.org/h", "title": "Hello page"}}],
         "reasoning_details": [{"type": "reasoning.text", "text": "a greeting is due"}]}]}))
    everything = " ".join(map(words, rows(site)))
    assert "Hello page" in everything and "a greeting is due" in everything


# Claude.ai

def claude(*messages, **facts) -> dict:
    return {"uuid": "k1", "name": "Kiln advice", "account": {"uuid": "u"}, "chat_messages": [
        {"uuid": f"m{number}", "sender": ["human", "assistant"][number % 2], "created_at": f"2026-09-14T09:00:{number:02}Z",
         "text": "", "content": blocks, "attachments": [], "files": []}
        for number, blocks in enumerate(messages)], **facts}


def said(text, **more) -> dict:
    return {"type": "text", "text": text, "citations": [], **more}


@pytest.mark.parametrize("layout", ["file", "folder"])
def test_projects_of_claude_ai_and_what_it_remembers_are_shown(export, tmp_path, layout):
    project = {"uuid": "p-1", "name": "Kiln rebuild", "description": "All about the kiln", "prompt_template": "Answer as a potter.",
               "created_at": "2026-09-14T09:00:00Z", "creator": {"uuid": "u"},
               "docs": [{"uuid": "d1", "filename": "bricks.md", "content": "Four hundred bricks of the old kiln."}]}
    memory = {"conversations_memory": "Mira rebuilds a kiln.", "account_uuid": "u",
              "project_memories": {"p-1": "The arch comes last.", "p-9": "Of a project that is gone."},
              "memory_files": [{"path": "/kiln.md", "content": "Has a spare door."}]}
    folder = tmp_path / "export"
    write(folder, "conversations.json", [claude([said("How hot?")], [said("1222 degrees.")])])
    write(folder, "users.json", [{"uuid": "u", "full_name": "Mira Falk"}])
    if layout == "file":
        write(folder, "projects.json", [project, {"uuid": "p-2", "name": "Empty one", "docs": []}])
        write(folder, "memories.json", [memory])
    else:
        write(folder, "projects/p-1.json", project)
        write(folder, "projects/p-2.json", {"uuid": "p-2", "name": "Empty one", "docs": []})
        write(folder, "memories/u.json", memory)
    site, report = export(folder)
    everything = " ".join(map(words, rows(site)))
    for text in ["How hot?", "All about the kiln", "Answer as a potter.", "bricks.md", "Four hundred bricks", "The arch comes last.",
                 "Mira rebuilds a kiln.", "Of a project that is gone.", "Has a spare door."]:
        assert text in everything, text
    assert "Four hundred bricks of the old kiln." in files(site)
    assert codes(report).count("projects") == 2 and "Empty one" not in everything


def test_all_memories_of_a_project_are_shown(export, tmp_path):
    folder = tmp_path / "export"
    write(folder, "conversations.json", [claude([said("How hot?")], [said("1222 degrees.")])])
    write(folder, "projects.json", [{"uuid": "p-1", "name": "Kiln rebuild", "docs": []}, {"uuid": "p-2", "name": "Short", "docs": []}])
    for name, memories in (("a", {"p-1": "The arch comes last.", "p-9": "Gone one."}),
                           ("b", {"p-1": "The door is spare.", "p-9": "Gone two."}),
                           ("c", {"p-1": "The arch comes last.", "p-2": "Glazes"})):
        write(folder, f"memories/{name}.json", {"account_uuid": "u", "project_memories": memories})
    site, _ = export(folder)
    project = row(site, "The arch comes last.")
    assert words(project).count("The arch comes last.") == 1 and "The door is spare." in words(project)
    for text in ("Gone one.", "Gone two.", "Glazes"):
        row(site, text)


def test_chats_about_designs_are_read(export, tmp_path):
    chat = {"uuid": "d-1", "title": "Poster", "project": {"name": "Fair"}, "created_at": "2026-09-14T09:00:00Z", "messages": [
        {"uuid": "x1", "role": "user", "content": {"content": "Draw a poster", "attachments": [{"name": "notes.txt", "content": "in two colours"}]}},
        {"uuid": "x2", "role": "assistant", "content": {"contentBlocks": [
            {"type": "thinking", "text": "Which colours"}, {"type": "tool_call", "toolCall": {"name": "draw", "input": {"shape": "a round bowl"}}},
            {"type": "user_interjection", "message": {"content": "make it red"}}, {"type": "swatch", "label": "red and blue"},
            {"type": "text", "text": "Here it **is**."}]}}]}
    site, report = export(write(tmp_path, "export/design_chats/d-1.json", chat).parents[1])
    everything = " ".join(map(words, rows(site)))
    for text in ["Draw a poster", "in two colours", "Which colours", "a round bowl", "make it red", "red and blue", "Here it is."]:
        assert text in everything, text
    assert codes(report).count("unknown-kind") == 1


def test_words_around_the_blocks_of_claude_ai_are_kept(export, tmp_path):
    site, _ = export(write(tmp_path, "conversations.json", [claude(
        [said("Look it up")],
        [{"type": "thinking", "thinking": "In depth", "summaries": [{"summary": "Searching the shelves"}]},
         {"type": "tool_use", "name": "search", "input": {"query": "ash"}},
         {"type": "tool_result", "name": "search", "content": [], "display_content": {"type": "json_block", "json_block": "shown in its place"}},
         said("Found.", citations=[{"uuid": "c", "details": {"type": "web", "url": "https://example.org/a", "title": "Ash book", "cited_text": "it runs"}}])],
        summary="A talk about ash")]))
    everything = " ".join(map(words, rows(site)))
    for text in ["Searching the shelves", "shown in its place", "Ash book", "it runs", "A talk about ash", "In depth"]:
        assert text in everything, text
    value = claude([said("Hm")], [])
    value["chat_messages"][1]["text"] = "Only in the flat text"
    value["chat_messages"][1]["content"] = [{"type": "text", "text": ""}]
    site, _ = export(write(tmp_path, "conversations.json", [value]))
    assert "Only in the flat text" in " ".join(map(words, rows(site)))


# Formats that are taken for others

def test_the_title_of_a_gemini_chat_counts(export, tmp_path):
    site, _ = export(write(tmp_path, "session.json", {
        "sessionId": "s", "title": "Kiln weather", "startTime": "2026-09-14T09:00:00Z", "projectHash": "web",
        "messages": [{"id": "1", "timestamp": "2026-09-14T09:00:01Z", "type": "user", "content": [{"text": "Will it rain?"}]}]}))
    assert "Kiln weather" in (site / "index.html").read_text()


# Arrays and lines

def layouts(records: list) -> dict:
    """Records as an array and as values one after the other, compact and indented."""
    return {
        "array": json.dumps(records), "indented array": json.dumps(records, indent=2),
        "lines": "".join(json.dumps(record) + "\n" for record in records),
        "lines without an end, with a mark and CR": "\ufeff" + "\r\n".join(json.dumps(record) for record in records),
        "indented values": "\n".join(json.dumps(record, indent=2) for record in records),
        "values in one line": " ".join(json.dumps(record) for record in records),
        "arrays in lines": "".join(json.dumps([record]) + "\n" for record in records),
        "array with a record a line": "[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n",
    }


def two(value: dict, **change) -> list:
    return [value, {**value, **change}]


RECORDS = {
    "chatgpt": two(chatgpt(message("first words"))[0], id="c-2", title="Second", mapping=chatgpt(message("second words"))[0]["mapping"]),
    "claude": [claude([said("first words")]), {**claude([said("second words")]), "uuid": "k2"}],
    "conversations": [{"messages": [{"role": "user", "content": f"{word} words"}, {"role": "assistant", "content": "Yes"}]} for word in ["first", "second"]],
    "sharegpt": [{"conversations": [{"from": "human", "value": f"{word} words"}]} for word in ["first", "second"]],
    "messages": [{"role": "user", "content": "first words"}, {"role": "assistant", "content": "second words"}],
    "responses": [{"id": f"resp_{word}", "object": "response", "created_at": 1789000000, "model": "m", "output": [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": f"{word} words"}]}]} for word in ["first", "second"]],
    "items": [{"type": "mcp_list_tools", "server_label": "s", "tools": [{"name": "first words"}]},
              {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "second words"}]}],
    "threads": [{"id": f"msg_{word}", "object": "thread.message", "thread_id": "t", "created_at": 1789000000, "role": "user",
                 "content": [{"type": "text", "text": {"value": f"{word} words", "annotations": []}}]} for word in ["first", "second"]],
    "batch": [{"custom_id": word, "method": "POST", "url": "/v1/chat/completions", "body": {"messages": [{"role": "user", "content": f"{word} words"}]}}
              for word in ["first", "second"]],
    "gemini": [{"header": "Gemini Apps", "title": f"Prompted {word} words", "time": "2026-09-14T09:00:00Z", "products": ["Gemini Apps"]}
               for word in ["first", "second"]],
}


@pytest.mark.sweep(kind=lambda kind: kind)
@pytest.mark.parametrize("layout", list(layouts([])))
@pytest.mark.parametrize("kind", list(RECORDS))
def test_records_are_read_in_any_layout(program, tmp_path, kind, layout):
    if kind == "gemini" and layout == "arrays in lines":
        pytest.skip("nobody writes activities so")
    path = write(tmp_path, "records.json", layouts(RECORDS[kind])[layout])
    result = program.run(path, "--out", tmp_path / "site", "--report", tmp_path / "report.json", "--time-zone", "UTC")
    assert result.returncode == 0, result.stderr
    everything = " ".join(map(words, rows(tmp_path / "site")))
    assert "first words" in everything and "second words" in everything
    assert not [finding for finding in json.loads((tmp_path / "report.json").read_text())["findings"] if finding["severity"] == "loss"]


def test_a_broken_record_costs_itself_in_every_layout(program, tmp_path):
    good = [json.dumps({"messages": [{"role": "user", "content": f"{word} words"}]}) for word in ["first", "second"]]
    for number, text in enumerate([
        "\n".join([good[0], '{"messages": [', good[1]]), f'[{good[0]}, {{"messages": nonsense}}, {good[1]}]',
        "\n".join(json.dumps(json.loads(value), indent=1) for value in good).replace("\n}\n{", '\n}\n{"a" "b"}\n{'),
        good[0] + "\n" + good[1] + "\n" + good[0][:30],
    ]):
        site = tmp_path / f"site-{number}"
        result = program.run(write(tmp_path, "records.json", text), "--out", site, "--report", tmp_path / "report.json")
        everything = " ".join(map(words, rows(site)))
        assert result.returncode == 0 and "first words" in everything and "second words" in everything, number
        assert "loss" in [finding["severity"] for finding in json.loads((tmp_path / "report.json").read_text())["findings"]]

