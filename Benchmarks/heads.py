#!/usr/bin/python3
"""Counts the heads of WhatsApp's exports that are read, in the forms of dates and times that CLDR has for 110 locales.

    python3 Benchmarks/heads.py [--list] [PROGRAM]

Needs node, whose Intl writes the dates. A head counts if all four messages of a chat are read with their times; --list prints the others.
"""

import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MAKER = r"""
const locales = `LOCALES`.split(" ");
const dates = [[2024,0,5,9,12,5],[2024,0,25,21,5,33],[2024,1,11,0,3,0],[2024,11,31,12,40,9]].map(a => new Date(Date.UTC(...a)));
const chats = [], seen = new Set();
for (const locale of locales) for (const cycle of [null, "h12", "h23"]) for (const dateStyle of ["short", "medium"]) {
  const name = cycle ? locale + "-u-hc-" + cycle : locale;
  const write = options => date => new Intl.DateTimeFormat(name, {...options, timeZone: "UTC", ...(cycle ? {hourCycle: cycle} : {})}).format(date);
  const day = date => new Intl.DateTimeFormat(name, {dateStyle, timeZone: "UTC"}).format(date);
  const minute = write({timeStyle: "short"}), second = write({timeStyle: "medium"}), both = write({dateStyle, timeStyle: "short"});
  const add = (form, line, seconds) => {
    const lines = dates.map((date, index) => line(date, `${index % 2 ? "Ana" : "Bo"}: text ${index}`));
    if (seen.has(lines.join())) return;
    seen.add(lines.join());
    chats.push({name: `${locale} ${cycle} ${dateStyle} ${form}`, lines, seconds});
  };
  add("Android", (date, text) => `${day(date)}, ${minute(date)} - ${text}`, false);
  add("Android, joined", (date, text) => `${both(date)} - ${text}`, false);
  add("iOS", (date, text) => `[${day(date)}, ${second(date)}] ${text}`, true);
}
console.log(JSON.stringify(chats));
"""
LOCALES = """af am ar ar-EG ar-SA ar-AE ar-MA as az be bg bn bn-IN bs ca cs cy da de de-AT de-CH el en en-US en-GB en-AU en-CA
en-IN en-IE en-NZ en-ZA en-SG en-HK en-PH en-NG es es-ES es-MX es-AR es-CO es-CL es-PE es-US et eu fa fa-AF fi fil fr fr-CA fr-CH
fr-BE ga gl gu ha he hi hr hu hy id ig is it it-CH ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nl-BE or pa pl ps pt
pt-BR pt-PT ro ru rw sd si sk sl so sq sr sr-Latn sv sw ta te tg th tk tr uk ur ur-IN uz vi yo zh zh-CN zh-HK zh-TW zh-SG zu"""
TIMES = ["2024-01-05T09:12:05Z", "2024-01-25T21:05:33Z", "2024-02-11T00:03:00Z", "2024-12-31T12:40:09Z"]


def main(arguments):
    lists = "--list" in arguments
    program = ([one for one in arguments if one != "--list"] + [".build/debug/chatexport"])[0]
    script = MAKER.replace("LOCALES", " ".join(LOCALES.split()))
    chats = json.loads(subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True).stdout)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as workers:
        def is_read(number):
            path = Path(folder) / f"{number}.txt"
            path.write_text("\n".join(chats[number]["lines"]) + "\n")
            plan = subprocess.run([program, "inspect", path], capture_output=True, text=True).stdout
            times = TIMES if chats[number]["seconds"] else [time[:17] + "00Z" for time in TIMES]
            return re.findall(r"time .*?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)", plan) == times
        read = list(workers.map(is_read, range(len(chats))))
    print(f"{sum(read)} of {len(chats)} heads are read")
    for chat, good in zip(chats, read):
        if lists and not good:
            print(f"  {chat['name']}: {chat['lines'][1]}")


main(sys.argv[1:])
