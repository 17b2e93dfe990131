"""Progress on standard error."""

import json

STAGES = ["opening", "reading", "fonts", "pages"]


def objects(errors: str) -> list[dict]:
    return [json.loads(line) for line in errors.splitlines() if line.startswith('{"stage"')]


def chats(folder, count: int, messages: int):
    """An export of Mattermost's kind, which is converted, with `count` channels."""
    path = folder / "posts.jsonl"
    lines = [{"type": "version", "version": 1}]
    lines += [{"type": "channel", "channel": {"team": "t", "name": f"c{number}", "display_name": f"Channel {number}"}}
              for number in range(count)]
    lines += [
        {"type": "post", "post": {"team": "t", "channel": f"c{number % count}", "user": "ann", "message": f"Message {number}",
                                  "create_at": 1717200000000 + number * 1000}}
        for number in range(messages)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_driver_gets_every_stage_and_the_end_as_json(program, tmp_path):
    source = chats(tmp_path, 3, 9_000)
    result = program.run(source, "--out", tmp_path / "site", "--quiet", "--progress", "json")
    assert result.returncode == 0, result.stderr
    shown = objects(result.stderr)
    assert list(dict.fromkeys(entry["stage"] for entry in shown)) == STAGES
    last = shown[-1]
    assert (last["messages"], last["totalMessages"], last["conversations"], last["totalConversations"]) == (9_000, 9_000, 3, 3)
    assert last["pages"] >= 18 and last["secondsLeft"] == 0
    # Nothing else is printed with --quiet.
    assert len(shown) == len(result.stderr.splitlines())


def test_a_short_run_in_a_pipe_prints_no_progress(program, tmp_path):
    source = chats(tmp_path, 2, 600)
    result = program.run(source, "--out", tmp_path / "site")
    assert result.returncode == 0
    assert "left" not in result.stderr and "reading:" not in result.stderr


def test_an_unknown_style_is_wrong_usage(program, tmp_path):
    result = program.run(chats(tmp_path, 1, 1), "--out", tmp_path / "site", "--progress", "dots")
    assert result.returncode == 2 and "json" in result.stderr
