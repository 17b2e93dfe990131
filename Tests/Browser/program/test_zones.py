"""Times without a zone, in every zone there is: the instants are those of Python's zoneinfo, which reads the same files."""

import json
import random
import re
import zoneinfo
from datetime import datetime, timedelta, timezone

import pytest


def wall_times(zone: zoneinfo.ZoneInfo, moments: random.Random) -> list:
    """Times around changes of the zone's offset, and some others, 1970 to 2037."""
    def offset(day: int):
        return (datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(days=day)).astimezone(zone).utcoffset()

    days = range(0, 68 * 365, 30)
    changes = [(day, day + 30) for day in days if offset(day) != offset(day + 30)]
    times = [datetime(1970, 1, 1) + timedelta(minutes=moments.randrange(68 * 525_600)) for _ in range(30)]
    for low, high in moments.sample(changes, min(12, len(changes))):
        low, high = (datetime(1970, 1, 1) + timedelta(days=day) for day in (low, high))
        while high - low > timedelta(minutes=1):
            middle = low + (high - low) / 2
            before = low.replace(tzinfo=timezone.utc).astimezone(zone).utcoffset()
            if middle.replace(tzinfo=timezone.utc).astimezone(zone).utcoffset() == before:
                low = middle
            else:
                high = middle
        change = (high + low.replace(tzinfo=timezone.utc).astimezone(zone).utcoffset()).replace(second=0, microsecond=0)
        times += [change + timedelta(minutes=minutes) for minutes in (-90, -31, 2, 31, 61, 150)]
    return sorted(times)


def instant_of(wall: datetime, zone) -> datetime:
    """The earlier of two; of a time that the clocks skipped, the moment at which they were set."""
    before, after = (wall.replace(tzinfo=zone, fold=fold).astimezone(timezone.utc) for fold in (0, 1))
    if before <= after:
        return before
    low, high = int(after.timestamp()), int(before.timestamp())
    offset = datetime.fromtimestamp(low, zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return datetime.fromtimestamp(high, timezone.utc)


def test_times_of_all_zones_are_those_of_the_system_s_database(program, tmp_path):
    moments = random.Random(6)
    wanted, names = {}, sorted(zoneinfo.available_timezones() - {"Factory", "localtime"})
    # Names of three letters mean something else than their zone to some; only IANA's own are accepted.
    assert len(names) > 400
    sources = []
    for number, name in enumerate(names):
        times = wall_times(zoneinfo.ZoneInfo(name), moments)
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({
            "format": "chatexport/1", "id": f"zone-{number}", "title": name, "timeZone": name,
            "participants": [{"id": "a", "name": "Ann"}],
            "messages": [{"id": str(index), "from": "a", "at": time.isoformat(), "text": "x"}
                         for index, time in enumerate(times)]}))
        for index, time in enumerate(times):
            wanted[number, str(index)] = instant_of(time, zoneinfo.ZoneInfo(name))
        sources.append(path)
    result = program.run(*sources, "--out", tmp_path / "site", "--no-search", "--quiet")
    assert result.returncode == 0, result.stderr
    wrong, seen = [], 0
    for number, name in enumerate(names):
        page = (tmp_path / "site" / f"zone-{number}" / "1.html").read_text(encoding="utf-8")
        for identifier, article in re.findall(r'<article id="m-(\d+)"(.*?)</article>', page, re.S):
            found = datetime.fromisoformat(re.search(r'<time[^>]* datetime="([^"]+)"', article)[1].replace("Z", "+00:00"))
            seen += 1
            if found != wanted[number, identifier]:
                wrong.append((name, identifier, found, wanted[number, identifier]))
    assert seen == len(wanted)
    assert not wrong, f"{len(wrong)} of {seen}: {wrong[:5]}"


@pytest.mark.parametrize("zone, instant", [
    ("Africa/Cairo", "2024-07-01T09:00:00Z"), ("America/Mexico_City", "2024-07-01T18:00:00Z"),
    ("Asia/Almaty", "2024-07-01T07:00:00Z"), ("America/Ciudad_Juarez", "2024-07-01T18:00:00Z")])
def test_rules_that_changed_after_2022(program, tmp_path, zone, instant):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({
        "format": "chatexport/1", "id": "chat", "title": "x", "timeZone": zone,
        "messages": [{"id": "1", "from": "a", "at": "2024-07-01T12:00:00", "text": "noon"}]}))
    program.export(path, tmp_path / "site")
    assert f'datetime="{instant}"' in (tmp_path / "site/chat/1.html").read_text(encoding="utf-8")
