#!/usr/bin/env python3
"""Times `chatexport verify` on a generated conversation: CPU time and peak memory (ru_maxrss).

    Benchmarks/verify.py [--count 1000000]

Verifies the site by itself, with the input that it was made of, and with an input that lacks ten messages, all of which have to be named.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from run import timed

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory(dir=HERE.parent / ".build") as name:
        folder = Path(name)
        chat, fewer, site = folder / "chat.jsonl", folder / "fewer.jsonl", folder / "site"
        subprocess.run([sys.executable, HERE / "generate.py", "--jsonl", "--count", str(count), "--seed", "7", "--out", chat], check=True)
        # The first line is the header.
        gone = set(random.Random(1).sample(range(1, count), 10))
        with chat.open("rb") as whole, fewer.open("wb") as part:
            part.writelines(line for number, line in enumerate(whole) if number not in gone)
        timed("export", chat, "--out", site, "--quiet")
        timed("verify", "verify", site)
        timed("with the input", "verify", site, chat)
        output, _, _ = timed("ten are missing", "verify", site, fewer, "--json", code=1)
        found = json.loads(output)
        if found["findingCounts"].get("not-in-inputs") != 10:
            sys.exit(f"found {found['findingCounts']}")


main()
