"""Looks for every text of an export in the site made of it and in the report's account.

Reads inputs without the program: JSON, JSON Lines, XML, HTML, CSV, SQLite, plain text, and folders and zips of these. Each text has the
shape of its path (`messages[].content`). A text is found if nine tenths of its pairs of neighbouring words are in the pages' texts, or
in attributes that people meet. The path of a file is found if the site stores the file, or says its name; a vCard if each of its values
is found. Numbers, times, ids, digests, Base64, names of types, and members whose values are a few single words are left aside.
"""
import csv
import fnmatch
import hashlib
import html
import html.parser
import io
import json
import os
import re
import sqlite3
import tempfile
import unicodedata
import xml.parsers.expat
import zipfile
from collections import defaultdict
from urllib.parse import unquote

WORD = re.compile(r"[^\W_]+", re.U)
INVISIBLE = dict.fromkeys(list(range(0x200B, 0x2010)) + list(range(0x202A, 0x202F)) + list(range(0x2060, 0x206A)) + [0xFEFF, 0xAD, 0xFE0F, 0xFE0E])
IDLIKE = re.compile(r"^(?:[0-9a-fA-F]{12,}|[0-9a-fA-F-]{32,40}|[A-Za-z0-9+/=_-]{40,}|(?:[A-Za-z0-9+/]{60,76}\s)+[A-Za-z0-9+/=]*\s?|[A-Z0-9]{8,14}|[\w.+-]+:[\w-]{16,}|(?:msg|call|toolu|req|fc|rs|resp|item|thread|run|asst|file|srvtoolu)[-_][\w-]{6,})$")
SMALL = re.compile(r"^[a-z_]{1,39}$")  # a word, such as file_access
TIMELIKE = re.compile(r"^[\d\s:.,/TZ+-]+(?:[ap]\.?m\.?)?(?: ?(?:UTC|GMT))?$", re.I)
MIME = re.compile(r"^[a-z]+/[\w.+-]+(?:; ?\w+=.*)?$")
# Beside marks: the short addresses that X puts in place of all others.
NOISE = re.compile(r"https?://t\.co/\w+|\x1b\[[0-9;?]*[A-Za-z]|\ue200[^\ue201]*\ue201|\u3010[^\u3011]*\u3011|[\ue000-\uf8ff]")
FILE_PATH = re.compile(r"^(?:[^/\n]{1,100}/)+[^/\n]{1,200}\.\w{2,5}$")
CJK = re.compile(r"[぀-ヿ㐀-鿿가-힯฀-๿]")


def norm(s):
    return unicodedata.normalize("NFKC", s.translate(INVISIBLE)).casefold()


def words(s):
    out = []
    for w in WORD.findall(norm(s)):
        if CJK.search(w):
            out.extend(c for c in w if CJK.match(c))
        else:
            out.append(w)
    return out


class Visible(html.parser.HTMLParser):
    """Collects texts, and attributes that people meet, of a page."""
    KEEP = {"alt", "title", "aria-label", "href", "src", "download", "datetime", "poster", "data-text", "lang"}
    BREAK = {"p", "div", "article", "section", "li", "td", "th", "tr", "h1", "h2", "h3", "time", "figure", "figcaption", "a", "details", "summary", "pre", "button"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.out, self.skip = [], 0
        self.is_label = False

    def texts(self):
        """The page as it stands, and its words without attributes and the languages of code: both come between words of a text."""
        return ["".join(part for part, _ in self.out), "".join(part for part, is_own in self.out if not is_own)]

    def add(self, text, is_own=False):
        self.out.append((text, is_own))

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "style", "svg"):
            self.skip += 1
        if tag in self.BREAK:
            self.add("\n")
        if tag == "i" or tag == "b" or tag == "br":
            self.add(" " if tag == "br" else "")
        if tag == "img" and dict(attrs).get("class") == "e":
            self.add(dict(attrs).get("alt") or "")
            return
        self.is_label = (dict(attrs).get("data-box") or "").startswith("language")
        for k, v in attrs:
            if k in self.KEEP and v:
                self.add("\n" + v + "\n", is_own=True)
                if k in ("href", "src", "download", "poster"):
                    self.add(unquote(v) + "\n", is_own=True)

    def handle_endtag(self, tag):
        self.is_label = False
        if tag in ("script", "style", "svg") and self.skip:
            self.skip -= 1
        if tag in self.BREAK:
            self.add("\n")

    def handle_data(self, data):
        if not self.skip:
            self.add(data, self.is_label)


def site_words(site):
    single, pairs = set(), set()
    for root, _, files in os.walk(site):
        for f in files:
            p = os.path.join(root, f)
            if f.endswith((".html", ".htm")):
                v = Visible()
                v.feed(open(p, encoding="utf-8", errors="replace").read())
                texts = v.texts()
            elif f in ("chats.js", "pins.js") or (f.endswith((".txt", ".md", ".json", ".csv")) and "/media/" in p):
                texts = [open(p, encoding="utf-8", errors="replace").read()]
            else:
                continue
            for text in texts:
                ws = words(text)
                single.update(ws)
                pairs.update(zip(ws, ws[1:]))
    return single, pairs


def leaves(value, path=""):
    if isinstance(value, dict):
        for k, v in value.items():
            key = k if re.match(r"^[A-Za-z_$][\w$ -]{0,40}$", k) and (not IDLIKE.match(k) or SMALL.match(k)) else "*"
            yield from leaves(v, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for v in value:
            yield from leaves(v, path + "[]")
    elif isinstance(value, str):
        s = value
        if s[:1] in "{[" and len(s) > 20:
            try:
                yield from leaves(json.loads(s), path + "(json)")
                return
            except ValueError:
                pass
        yield path, s


def read(name, data, depth=0):
    """Yields (path, text) of a file's bytes."""
    low = name.lower()
    if data[:4] == b"PK\x03\x04" and depth < 3:
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            for i in z.infolist():
                if not i.is_dir() and i.file_size < 50_000_000:
                    try:
                        yield from read(i.filename, z.read(i), depth + 1)
                    except (RuntimeError, NotImplementedError, zipfile.BadZipFile):
                        pass
        return
    if data[:16] == b"SQLite format 3\x00":
        with tempfile.NamedTemporaryFile(suffix=".db") as t:
            t.write(data); t.flush()
            db = sqlite3.connect(f"file:{t.name}?mode=ro&immutable=1", uri=True)
            db.text_factory = lambda b: b.decode("utf-8", "replace")
            for (table,) in db.execute("select name from sqlite_master where type='table'").fetchall():
                try:
                    cur = db.execute(f'select * from "{table}"')
                    cols = [c[0] for c in cur.description]
                    for row in cur:
                        for c, v in zip(cols, row):
                            if isinstance(v, str):
                                for p, s in (leaves(json.loads(v), f"{table}.{c}(json)") if v[:1] in "{[" and valid(v) else [(f"{table}.{c}", v)]):
                                    yield p, s
                except sqlite3.Error:
                    pass
        return
    if re.search(r"\.(jpe?g|png|gif|webp|mp4|mov|opus|ogg|m4a|mp3|pdf|heic|tgs|webm|3gp|aac|wav|db-wal|db-shm|woff2?|ttf|zip|docx?|xlsx?|pptx?|vcf|ics)$", low):
        return
    text = None
    for enc in (("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")):
        try:
            text = data.decode(enc); break
        except UnicodeDecodeError:
            pass
    if text is None or "\0" in text[:2000]:
        return
    body = re.sub(r"^\s*window\.[\w.$\[\]\"']+\s*=\s*", "", text)
    if body.lstrip()[:1] in ("{", "["):
        try:
            yield from leaves(json.loads(body)); return
        except ValueError:
            n = 0
            for line in body.splitlines():
                try:
                    v = json.loads(line)
                except ValueError:
                    continue
                if isinstance(v, (dict, list)):
                    n += 1
                    kind = v.get("type") if isinstance(v, dict) else None
                    yield from leaves(v, f"<{kind}>" if isinstance(kind, str) else "")
            if n:
                return
    if re.match(r"\s*(<\?xml|<smses|<log|<chat)", text[:500]) and not re.search(r"<html", text[:2000], re.I):
        out, stack = [], []
        p = xml.parsers.expat.ParserCreate()
        p.StartElementHandler = lambda t, a: (stack.append(t), out.extend((f"{t}@{k}", v) for k, v in a.items()))
        p.EndElementHandler = lambda t: stack.pop()
        p.CharacterDataHandler = lambda d: out.append(("/".join(stack[-2:]), d))
        p.buffer_text = True
        try:
            p.Parse(data, True)
        except xml.parsers.expat.ExpatError:
            pass
        yield from out
        return
    if re.search(r"<html|<!doctype html", text[:4000], re.I):
        v = Visible(); v.feed(text)
        for line in v.texts()[0].splitlines():
            yield "html text", line
        return
    if low.endswith(".csv"):
        rows = list(csv.reader(io.StringIO(text), delimiter=";" if text.count(";") > text.count(",") else ","))
        if rows:
            for r in rows[1:]:
                for h, v in zip(rows[0], r):
                    yield f"column {h}", v
        return
    for line in text.splitlines():
        yield "line", line


def valid(s):
    try:
        json.loads(s); return True
    except ValueError:
        return False


def walk(inputs):
    for i in inputs:
        if os.path.isdir(i):
            for root, _, files in os.walk(i):
                for f in sorted(files):
                    p = os.path.join(root, f)
                    if os.path.getsize(p) < 200_000_000:
                        yield f, open(p, "rb").read()
        else:
            yield os.path.basename(i), open(i, "rb").read()


def covered(path, rules):
    return any(fnmatch.fnmatchcase(path, r.replace("**", "*").replace("[]", "[[]]")) for r in rules)


def stored_names(site, inputs):
    """The names of the inputs' files, those in zips too, that the site stores as attachments."""
    digests = {name.split(".")[0] for _, _, names in os.walk(os.path.join(site, "media")) for name in names}
    names = set()

    def add(name, data):
        if hashlib.sha256(data).hexdigest()[:20] in digests:
            names.add(os.path.basename(name))
        if data[:4] == b"PK\x03\x04":
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for entry in archive.infolist():
                    try:
                        add(entry.filename, archive.read(entry))
                    except (RuntimeError, NotImplementedError, zipfile.BadZipFile):
                        pass
    if digests:
        for name, data in walk(inputs):
            add(name, data)
    return names


def parts(value, stored):
    """The texts that a text is made of: nothing for the path of a stored file, the values of a vCard, else the text itself."""
    if FILE_PATH.match(value) and value[:4].lower() != "http":
        name = os.path.basename(value)
        return [] if name in stored else [name]
    if value.lstrip()[:11].upper() == "BEGIN:VCARD":
        lines = re.sub(r"\r?\n[ \t]", "", value).splitlines()
        values = [line.partition(":") for line in lines if not re.match(r"(?i)(?:BEGIN|END|VERSION|PRODID|PHOTO|REV|UID)\b", line)]
        return [part.replace("\\,", ",") for _, _, text in values for part in re.split(r"(?<!\\);", text)]
    return [value]


def unexplained(site, inputs, account, tokens=False):
    """The texts that are neither shown nor covered by the account: (path, number of texts, an example) of each path."""
    single, pairs = site_words(site)
    stored = stored_names(site, inputs)
    rules = [row["path"] for row in account]
    by_path = defaultdict(list)
    for name, data in walk(inputs):
        for path, text in read(name, data):
            if text.strip():
                by_path[path].append(text)
    lost = []
    for path, values in sorted(by_path.items()):
        distinct = set(values)
        if len(distinct) <= max(4, len(values) // 10) and all(len(words(v)) <= 2 and " " not in v.strip() for v in distinct):
            continue
        missing = [value for value in values if any(is_lost(path, part, single, pairs, tokens) for part in parts(value, stored))]
        if missing and not covered(path, rules):
            lost.append((path, len(missing), missing[0][:100]))
    return lost


def is_lost(path, value, single, pairs, tokens):
    """True if a text that holds words is nowhere in the site."""
    if re.search(r"[\u00c2-\u00f4][\u0080-\u00bf]", value):
        try:
            value = value.encode("latin-1").decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            pass
    value = NOISE.sub(" ", value).strip()
    if path == "line":  # a text log: the words after the head
        value = re.split(r"[:>\]] |\t", value, maxsplit=3)[-1].strip() or value
    if not tokens and not re.search(r"\s\S", value) and value.isascii():
        return False
    if TIMELIKE.match(value) or IDLIKE.match(value) or MIME.match(value) or not re.search(r"[^\W\d_]{2,}|" + CJK.pattern, value):
        return False
    variants = [value, html.unescape(value)]
    if "<" in value:
        variants.append(html.unescape(re.sub(r"<[^>]*>", " ", value)))
    for variant in variants:
        found = words(variant)
        if not found or (len(found) == 1 and found[0] in single):
            return False
        near = list(zip(found, found[1:]))
        if near and (sum(pair in pairs for pair in near) >= 0.9 * len(near) or (len(near) <= 3 and all(w in single for w in found))):
            return False
    return True
