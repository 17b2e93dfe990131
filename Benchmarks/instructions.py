#!/usr/bin/env python3
"""Counts the instructions of an export and fails if they grew: a check that does not depend on how busy the machine is.

    Benchmarks/instructions.py                        compare with the accepted figures
    INSTRUCTIONS=accept Benchmarks/instructions.py    accept the current figures
    Benchmarks/instructions.py --profile              also print the instructions of each part and library

Two generated conversations are exported under callgrind, with one job. Their difference gives the instructions per message;
the rest is what an export takes before its first message (fonts, emoji, style sheets), which depends slightly on the
installed fonts. The tolerances are 3 % and 10 %. Callgrind models a processor without instructions for SHA-256, so hashing
weighs more here than in time (docs/performance.md).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARY = HERE.parent / ".build/release/chatexport"
ACCEPTED = HERE / "instructions.json"
COUNTS = (2_000, 10_000)
TOLERANCE = {"message": 0.03, "start": 0.10}

# Dispatch parks the main thread in sigsuspend with a mask that blocks valgrind's own signals, so callgrind would hang.
SHIM = """
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int sigsuspend(const sigset_t *mask) { sigset_t copy = *mask; return syscall(SYS_rt_sigsuspend, &copy, 8); }
"""


def count(folder: Path, binary: Path, shim: Path, messages: int) -> subprocess.Popen:
    """Starts an export of `messages` messages under callgrind."""
    chat = folder / f"{messages}.json"
    subprocess.run(
        [sys.executable, HERE / "generate.py", "--count", str(messages), "--seed", "7", "--out", chat], check=True
    )
    return subprocess.Popen(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/{messages}.out", binary, chat]
        + ["--out", folder / str(messages), "--time-zone", "UTC", "--jobs", "1", "--quiet"],
        env=dict(os.environ, LD_PRELOAD=str(shim), LANG="C.UTF-8", TZ="UTC"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def collected(run: subprocess.Popen) -> int:
    """Waits for a run and returns its number of instructions."""
    output = run.communicate()[1]
    found = re.search(r"Collected : (\d+)", output)
    if run.returncode != 0 or found is None:
        sys.exit(f"callgrind ended with {run.returncode} and no count:\n{output}")
    return int(found.group(1))


def part(library: str, function: str) -> str:
    """Returns the part a function belongs to: a module of the program, Swift's library, or a system library."""
    if library != "chatexport":
        return library.split(".so")[0]
    module = re.match(r"\$s(\d+)(.*)", function)
    if module:
        return module[2][:int(module[1])]
    return "Swift's runtime and library"


def by_part(profile: Path) -> Counter:
    """Reads callgrind's output file; returns the instructions of each part, excluding those of the functions it calls."""
    found, names = Counter(), {"ob": {}, "fn": {}}
    here = {"ob": "", "fn": ""}
    is_call = False
    with profile.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            named = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?", line)
            if named:
                is_other, kind, number, name = named.groups()
                if name:
                    names[kind][number] = name.rsplit("/", 1)[-1] if kind == "ob" else name
                if not is_other:
                    here[kind] = names[kind][number]
            elif line.startswith("calls="):
                is_call = True
            elif line[:1] in "0123456789+-*" and line.strip():
                # The line after `calls=` has the inclusive cost of the call, which is counted with the callee.
                if not is_call:
                    found[part(here["ob"], here["fn"])] += int(line.split()[1])
                is_call = False
    return found


def print_profile(few: Counter, many: Counter) -> None:
    messages = COUNTS[1] - COUNTS[0]
    each = Counter({name: (many[name] - few[name]) / messages for name in many})
    print("\nper message:")
    for name, instructions in each.most_common():
        if instructions >= 50:
            print(f"{instructions:9,.0f}  {instructions / each.total():6.1%}  {name}")


def main() -> int:
    with tempfile.TemporaryDirectory(dir=HERE.parent / ".build") as name:
        folder = Path(name)
        (folder / "shim.c").write_text(SHIM)
        subprocess.run(["clang", "-shared", "-fPIC", "-o", folder / "shim.so", folder / "shim.c"], check=True)
        # With line information callgrind would take minutes to start.
        subprocess.run(["strip", "-g", "-o", folder / "chatexport", BINARY], check=True)
        runs = [count(folder, folder / "chatexport", folder / "shim.so", messages) for messages in COUNTS]
        few, many = [collected(run) for run in runs]
        if "--profile" in sys.argv:
            print_profile(*(by_part(folder / f"{messages}.out") for messages in COUNTS))
    per_message = (many - few) // (COUNTS[1] - COUNTS[0])
    found = {"message": per_message, "start": few - per_message * COUNTS[0]}
    if os.environ.get("INSTRUCTIONS") == "accept":
        ACCEPTED.write_text(json.dumps(found, indent=2) + "\n")
    accepted = json.loads(ACCEPTED.read_text())
    has_grown = False
    for what, instructions in found.items():
        change = instructions / accepted[what] - 1
        print(f"{what}: {instructions:,} instructions, {change:+.1%} of {accepted[what]:,} accepted")
        if abs(change) <= TOLERANCE[what]:
            continue
        print(f"differs by more than {TOLERANCE[what]:.0%}: find out why, or accept it with INSTRUCTIONS=accept make instructions")
        # Fewer instructions are no fault. The message above asks to accept them, so that they are not lost again unseen.
        has_grown = has_grown or change > 0
    return int(has_grown)


if __name__ == "__main__":
    sys.exit(main())
