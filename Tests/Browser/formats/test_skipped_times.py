"""Times that the clocks of their zone never showed: told, and in the order of the file."""

import re

import pytest

from test_found_texts import export  # noqa: F401

BERLIN = "Europe/Berlin"
WHATSAPP = "30.03.25, 01:50 - Ann: first\n30.03.25, 02:10 - Bob: in the gap\n30.03.25, 03:05 - Ann: fourth\n"
IRC = "[2025-03-30 01:50:00] <Ann> first\n[2025-03-30 02:10:00] <Bob> in the gap\n[2025-03-30 03:05:00] <Ann> fourth\n"
KAKAO = ('Date,User,Message\n2025-03-30 01:50:00,"Ann","first"\n2025-03-30 02:10:00,"Bob","in the gap"\n'
         '2025-03-30 03:05:00,"Ann","fourth"\n')
LINE = ("[LINE] Chat with Ann\nSaved on: 2025/04/20 10:00\n\n2025/03/30(Sun)\n01:50\tAnn\tfirst\n02:10\tBob\tin the gap\n"
        "03:05\tAnn\tfourth\n")


@pytest.mark.parametrize("name, text, line", [
    ("WhatsApp Chat with Ann.txt", WHATSAPP, 2), ("#tea.log", IRC, 2), ("KakaoTalk_Chat_Ann.csv", KAKAO, 3),
    ("[LINE] Chat with Ann.txt", LINE, 6)], ids=["whatsapp", "irc", "kakaotalk", "line"])
def test_a_time_that_the_clocks_skipped_is_told_and_keeps_its_order(export, name, text, line):  # noqa: F811
    site = export({name: text}, zone=BERLIN)
    assert [row.time for row in site.messages] == ["2025-03-30T00:50:00Z", "2025-03-30T01:00:00Z", "2025-03-30T01:05:00Z"]
    assert "in the gap" in site.messages[1].text and "reordered" not in site.findings
    warning = site.findings["skipped-time"]
    assert warning["severity"] == "warning" and re.search(rf":{line}( \(byte \d+\))?$", warning["place"])
    assert "2025-03-30 02:10" in warning["message"] and BERLIN in warning["message"]


def test_times_of_other_zones_and_hours_are_not_told(export):  # noqa: F811
    assert "skipped-time" not in export({"WhatsApp Chat with Ann.txt": WHATSAPP}, zone="Asia/Tokyo").findings
    winter = WHATSAPP.replace("30.03.25", "26.10.25")
    assert "skipped-time" not in export({"b/WhatsApp Chat with Ann.txt": winter}, zone=BERLIN).findings


def test_several_skipped_times_are_one_warning(export):  # noqa: F811
    text = WHATSAPP.replace("30.03.25, 03:05", "30.03.25, 02:50 - Cid: late\n30.03.25, 03:05")
    site = export({"WhatsApp Chat with Ann.txt": text}, zone=BERLIN)
    assert site.report["findingCounts"]["skipped-time"] == 1 and "1 more time" in site.findings["skipped-time"]["message"]
