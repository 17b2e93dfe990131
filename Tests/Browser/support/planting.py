"""Plants secrets into exports of any format, and looks for them in every byte of a site.

A secret replaces a word wherever the input has it: in names, texts, captions, ids, titles and the names of files. It is as long as the
word, so that formats which count bytes or characters stay valid.
"""

import base64
import ctypes
import email
import email.header
import gzip
import hashlib
import html
import io
import json
import re
import shutil
import struct
import unicodedata
import zipfile
import zlib
from pathlib import Path
from urllib.parse import quote

LETTERS = "qxzjkvw"
# Letters of other scripts, as long in UTF-8 and UTF-16 as those that they replace, and the fewest letters of a word: six bytes and more.
SCRIPTS = [
    (re.compile("[À-ÖØ-öø-ſ]"), "źĵŵ", 5), (re.compile("[а-яё]"), "щцжфэюъ", 4), (re.compile("[α-ω]"), "ξψζχφ", 4), (re.compile("[א-ת]"), "צקטסג", 4),
    (re.compile("[ء-ي]"), "ظضغذث", 4), (re.compile("[ぁ-ゖ]"), "ゑゐをぬへ", 2), (re.compile("[ァ-ヺ]"), "ヱヰヲヌヘ", 2), (re.compile("[一-鿿]"), "龘齉靐爨麤", 2),
    (re.compile("[가-힣]"), "쀍쩱퓛썳뾣", 2)]
LETTER_WORD = re.compile(r"(?<![\w\\])[^\W\d_]{2,16}(?!\w)")
WORD = re.compile(rb"(?<![A-Za-z0-9\x80-\xff\\])[A-Za-z]{4,16}(?![A-Za-z0-9\x80-\xff=])")
# Files in which short words mean nothing: tables of fonts have letters of the alphabet in a row.
BINARY = (".woff2", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".mp4", ".webm", ".ogg", ".m4a", ".wav", ".bin")
# Words by which formats are recognised, and of dates.
FIXED = set(
    "january february march april june july august september october november december monday tuesday wednesday thursday friday "
    "saturday sunday message messages conversation conversations version format sender author content created participants omitted "
    "attached attachment image images video audio document sticker system assistant channel telegram whatsapp discord facebook "
    "instagram gemini google chatgpt claude signal kakaotalk mattermost slack account deleted unknown missed caption forwarded location "
    "contact joined renamed changed outgoing incoming received sqlite vcard begin autoincrement unique attachments authorid reactions guild generated chats "
    "saved invited session started terminated thanks context setting".split())


def secret(word: str, seed: str) -> str:
    """A word of as many letters that no language has, with a capital or digit where the word has one."""
    number, letters = int.from_bytes(hashlib.sha256(f"{seed} {word}".encode()).digest(), "big"), ""
    for letter in word:
        alphabet = next((alphabet for pattern, alphabet, _ in SCRIPTS if pattern.match(letter.lower())), LETTERS)
        number, index = divmod(number, len(alphabet))
        letters += str(index + 2) if letter.isdigit() else alphabet[index].upper() if letter.isupper() else alphabet[index]
    return letters


def files(source: Path) -> list:
    return [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.is_file())


def words(source: Path, kept=()) -> list:
    """The words of an input's bytes that may be replaced: no keys, names of elements, or words by which formats are recognised."""
    found, structural = {}, set()
    for path in files(source):
        if path in kept:
            continue
        data = path.read_bytes().replace(b"\0", b"")
        for match in WORD.finditer(data):
            found[match[0].decode()] = found.get(match[0].decode(), 0) + 1
        if path.name == "chatexport.map":
            # The map of a table's columns: names of columns, and words of its own.
            structural.update(word.decode() for word in WORD.findall(data))
        for pattern in (rb'"([^"\\]{1,60})"\s*:', rb"</?([A-Za-z][\w:-]*)", rb"\s([A-Za-z][\w:-]*)=[\"']", rb"class=[\"']([^\"']*)",
                        rb"(?i)(?:create table|insert into)[^;]*", rb'"([a-z_]+)"\s*[,}\]]', rb"--([\w-]+):", rb"<style.*?</style>",
                        rb"<script.*?</script>", rb"[\"']([\w/.-]*/[\w/.-]*)[\"']"):
            for match in re.finditer(pattern, data, re.DOTALL):
                structural.update(word.decode() for word in WORD.findall(match[0]))
    return [word for word in sorted(found) if word not in structural and word.lower() not in FIXED] + foreign_words(source, kept)


def foreign_words(source: Path, kept=()) -> list:
    """The words with letters beyond ASCII in an input's texts in UTF-8."""
    def is_usable(word):
        scripts = [next((script for script in SCRIPTS if script[0].match(letter.lower())), None) for letter in word]
        known = [script for script in scripts if script]
        return known and len(word) >= max(script[2] for script in known) and all(
            script or letter.isascii() and known[0][2] == 5 for script, letter in zip(scripts, word)) and secret(word, "a").lower() != word.lower()
    found = set()
    for path in files(source):
        text = utf8(path.read_bytes()) if path not in kept else None
        found.update(word for word in LETTER_WORD.findall(text or "") if not word.isascii() and is_usable(word))
    return sorted(found)


def utf8(data: bytes):
    """The text of a file in UTF-8; nil for other bytes."""
    try:
        return None if b"\0" in data else data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def plant(source: Path, target: Path, secrets: dict, kept=()) -> Path:
    """Copies an input with secrets in place of words, except in the content of some files."""
    plain, foreign = ([word for word in sorted(secrets, key=len, reverse=True) if word.isascii() == is_plain] for is_plain in (True, False))
    # A pattern of no words would match between all letters.
    pattern = re.compile(rb"(?<![A-Za-z0-9\x80-\xff\\])(" + (b"|".join(word.encode() for word in plain) or b"(?!)") + rb")(?![A-Za-z0-9\x80-\xff])")
    wide_pattern = re.compile(r"(?<![\w\\])(" + ("|".join(map(re.escape, foreign)) or "(?!)") + r")(?!\w)")
    wide = {name: [(word.encode(name), secrets[word].encode(name)) for word in plain] for name in ("utf-16-le", "utf-16-be")}

    def replaced(data: bytes) -> bytes:
        data = pattern.sub(lambda match: secrets[match[0].decode()].encode(), data)
        text = utf8(data) if foreign else None
        return data if text is None else wide_pattern.sub(lambda match: secrets[match[0]], text).encode()

    def renamed(text: str) -> str:
        return replaced(text.encode()).decode()
    for path in files(source):
        data = path.read_bytes()
        if path not in kept:
            data = replaced(data)
            for pairs in wide.values():
                for old, new in pairs:
                    data = data.replace(old, new)
        relative = path.relative_to(source.parent)
        place = target / renamed(str(relative))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return target / renamed(source.name)


def expanded(data: bytes) -> bytes:
    """The strings of a shard of terms, which share the beginnings of those before them: all of them, whole."""
    known, result = "", []
    for match in re.finditer(rb"(?:^|[\n\"'`,#])([\x23-\x5a]?)([^\n\"'`,#]+)", data):
        shared = max(0, match[1][0] - 0x23) if match[1] else 0
        known = known[:shared] + match[2].decode("utf-8", "replace")
        result.append(known)
    return "\n".join(result).encode()


def font_tables(data: bytes) -> bytes:
    """The tables of a WOFF2 file, unpacked by the library that unpacks them in the program."""
    library = ctypes.CDLL("libbrotlidec.so.1")
    (size,) = struct.unpack(">I", data[16:20])
    (packed,) = struct.unpack(">I", data[20:24])
    offset = 48
    for _ in range(int.from_bytes(data[12:14], "big")):
        # The flags, a tag if it is not a usual one, and one or two lengths in base 128.
        flags, offset = data[offset], offset + 1
        offset += 4 if flags & 63 == 63 else 0
        is_transformed = (flags >> 6 != 3) if flags & 63 in (10, 11) else flags >> 6 != 0
        for _ in range(1 + is_transformed):
            while data[offset] & 0x80:
                offset += 1
            offset += 1
    # The size is of the font without the transformation, which makes it smaller, but for small fonts.
    tables = ctypes.create_string_buffer(2 * size + 4096)
    length = ctypes.c_size_t(len(tables))
    assert library.BrotliDecoderDecompress(ctypes.c_size_t(packed), data[offset:offset + packed], ctypes.byref(length), tables) == 1
    return tables.raw[:length.value]


def parts(data: bytes) -> list:
    """The bytes of a packed file's parts: gzip, zip, mail and WOFF2."""
    if data[:2] == b"\x1f\x8b":
        return [gzip.decompress(data)]
    if data[:4] == b"wOF2":
        return [font_tables(data)]
    if data[:4] == b"PK\3\4":
        archive = zipfile.ZipFile(io.BytesIO(data))
        return ["\n".join(archive.namelist()).encode()] + [form for name in archive.namelist() for form in forms(archive.read(name))]
    if re.search(rb"(?m)^X-RSMF-", data[:1000]):
        mail = email.message_from_bytes(data)
        heads = [str(email.header.make_header(email.header.decode_header(value))) for part in mail.walk() for value in part.values()]
        bodies = [part.get_payload(decode=True) for part in mail.walk() if not part.is_multipart()]
        return ["\n".join(heads).encode()] + [form for body in bodies for form in forms(body)]
    return []


def forms(data: bytes) -> list:
    """The bytes of a file in every form in which a word may be in it."""
    result = [data] + parts(data)
    text = data.decode("utf-8", "ignore")
    plain = "".join(character for character in unicodedata.normalize("NFKD", html.unescape(text))
                    if not unicodedata.combining(character) and unicodedata.category(character) != "Cf")
    result.append(plain.encode())
    if "%" in text or "\\u" in text:
        unescaped = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text)
        result.append(re.sub(r"%([0-9a-fA-F]{2})", lambda match: chr(int(match[1], 16)), unescaped).encode("utf-8", "replace"))
    return result


def spellings(word: str, shortest=6) -> set:
    """The bytes by which a word may be written, in small letters or as they are: as text at least `shortest` of them, in Base64 six."""
    lower = word.lower()
    found = {lower.encode(), lower.encode("utf-16-le"), lower.encode("utf-16-be")}
    for text in {word, lower, word.upper(), word.capitalize()}:
        if not word.isascii():
            # Bytes have no small letters beyond ASCII; other spellings are without accents.
            bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
            found |= {form.encode(encoding).lower() for form in (text, bare) for encoding in ("utf-8", "utf-16-le", "utf-16-be")}
        for offset in range(3):
            # The letters of Base64 that depend on the word alone.
            coded = base64.b64encode(b"\0" * offset + text.encode())
            coded = coded[-(-offset * 8 // 6):len(coded) // 4 * 4 - 4].lower()
            if len(coded) >= 6:
                found.add(coded)
    return {spelling for spelling in found if len(spelling) >= shortest}


def found(site: Path, secrets, shortest=6) -> dict:
    """The secrets in a site's bytes, names of files too, each with the files that have it."""
    wanted = {spelling: word for word in secrets for spelling in spellings(word, shortest)}
    patterns = {least: re.compile(b"|".join(map(re.escape, sorted((spelling for spelling, word in wanted.items() if len(word) >= least), key=len, reverse=True))) or b"(?!)")
                for least in (0, 5)}
    result = {}
    for path in sorted(site.rglob("*")):
        name = str(path.relative_to(site))
        contents = forms(path.read_bytes()) if path.is_file() else []
        for data in [name.encode(), *contents]:
            for match in patterns[5 if path.suffix in BINARY else 0].finditer(data.lower()):
                result.setdefault(wanted[match[0]], set()).add(name)
    return result
