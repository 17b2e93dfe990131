"""Records of programs that are not read, which look like those of others."""

import json

import pytest

PART = {"id": "prt_1", "sessionID": "ses_1", "messageID": "msg_1", "type": "reasoning", "text": "Weighing glazes", "time": {"start": 1, "end": 2}}
MESSAGE = {"id": "msg_1", "sessionID": "ses_1", "role": "assistant", "time": {"created": 1768986113919}, "modelID": "m", "providerID": "p"}


@pytest.mark.parametrize("record", [PART, {**PART, "type": "text"}, MESSAGE], ids=["thought", "text", "message"])
def test_records_of_opencode_are_refused_by_name(program, tmp_path, record):
    source = tmp_path / "record.json"
    source.write_text(json.dumps(record))
    result = program.run(source, "--out", tmp_path / "site")
    assert result.returncode == 3 and "OpenCode" in result.stderr
