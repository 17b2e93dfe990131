#!/usr/bin/env python3
"""Times `chatexport diff` on two sites of a generated conversation: CPU time, also as a share of a fresh export's, and peak memory.

    Benchmarks/diff.py [--count 1000000]

The second site has ten changes: a message inserted and one deleted early, so that all pages after them begin elsewhere, and eight texts
edited. All ten have to be named, and nothing else. Exits with 1 if `diff` takes more than 0.35 of the export's CPU time or 100 MB.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from run import timed

HERE = Path(__file__).resolve().parent
MOST_CPU, MOST_MB = 0.35, 100


def edit(lines: list) -> dict:
    """Makes the ten changes. The first line is the header. Returns the number of changes of each kind."""
    pick, count = random.Random(1), len(lines)
    quoted = {json.loads(line).get("replyTo") for line in lines[1:] if '"replyTo"' in line}

    def plain(start: int) -> int:
        """A message from `start` on with nothing but words, which no other message quotes."""
        for number in range(start, count):
            found = json.loads(lines[number])
            if set(found) <= {"id", "from", "at", "text"} and len(found.get("text", "")) > 20 and found["id"] not in quoted:
                return number
        sys.exit("no plain message")
    edited = {plain(pick.randrange(2000, count - 2000)) for _ in range(8)}
    for number in edited:
        found = json.loads(lines[number])
        lines[number] = json.dumps({**found, "text": "edited " + found["text"]}) + "\n"
    del lines[plain(700)]
    neighbour = json.loads(lines[300])
    lines.insert(301, json.dumps({"id": "inserted", "from": neighbour["from"], "at": neighbour["at"], "text": "an inserted message"}) + "\n")
    return {"changed": len(edited), "removed": 1, "added": 1}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory(dir=HERE.parent / ".build") as name:
        folder = Path(name)
        chat, other, old, new = folder / "chat.jsonl", folder / "other.jsonl", folder / "old", folder / "new"
        subprocess.run([sys.executable, HERE / "generate.py", "--jsonl", "--count", str(count), "--seed", "7", "--out", chat], check=True)
        # In a process of its own, so that the memory of a million lines is gone when the program is forked.
        if (child := os.fork()) == 0:
            lines = chat.read_text().splitlines(keepends=True)
            expected = edit(lines)
            other.write_text("".join(lines))
            (folder / "expected.json").write_text(json.dumps(expected))
            os._exit(0)
        os.waitpid(child, 0)
        _, cpu, _ = timed("export", chat, "--out", old, "--quiet", "--fresh")
        timed("export with changes", other, "--out", new, "--quiet", "--fresh")
        timed("diff with itself", "diff", old, old)
        found, work, peak = timed("diff with ten changes", "diff", old, new, "--json", code=1)
        counts, expected = json.loads(found)["counts"], json.loads((folder / "expected.json").read_text())
        print(f"{work / cpu:.2f} of a fresh export's CPU time; {counts}")
        if {kind: counts.get(kind, 0) for kind in expected} != expected or "moved" in counts:
            sys.exit(f"expected {expected}")
        if work > MOST_CPU * cpu or peak > MOST_MB:
            sys.exit(f"more than {MOST_CPU} of the export's CPU time or {MOST_MB} MB")


main()
