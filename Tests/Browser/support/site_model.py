"""Reads an exported site and the layout plan of its conversation."""

import json
import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Element:
    """A start tag with its attributes and the text directly or deeper inside it."""

    def __init__(self, tag: str, attributes: dict, line: int):
        self.tag, self.attributes, self.line = tag, attributes, line
        self.text = ""

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes}> line {self.line}"


class Markup(HTMLParser):
    """Every element of a page, its ids, and its text as a reader sees it."""

    VOID = set("area base br col embed hr img input link meta source track wbr".split())

    def __init__(self, source: str):
        super().__init__(convert_charrefs=True)
        self.elements, self.ids, self.duplicates, self.open = [], set(), [], []
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        element = Element(tag, dict(attributes), self.getpos()[0])
        self.elements.append(element)
        identifier = element.attributes.get("id")
        if identifier is not None:
            if identifier in self.ids:
                self.duplicates.append(identifier)
            self.ids.add(identifier)
        if tag == "br":
            self.handle_data("\n")
        elif tag == "img":
            self.handle_data(element.attributes.get("alt") or "")
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index].tag == tag:
                del self.open[index:]
                return

    def handle_data(self, data):
        self.text += data
        for element in self.open:
            element.text += data

    def all(self, tag: str, **attributes) -> list:
        return [element for element in self.elements if element.tag == tag
                and all(element.attributes.get(name.rstrip("_")) == value for name, value in attributes.items())]


class Site:
    """The folder an export wrote."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.markups = {}

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    def markup(self, path: Path) -> Markup:
        if path not in self.markups:
            self.markups[path] = Markup(path.read_text(encoding="utf-8"))
        return self.markups[path]

    @property
    def html_files(self) -> list:
        return sorted(self.folder.rglob("*.html"))

    @property
    def conversations(self) -> list:
        """Folders that hold numbered pages."""
        return sorted({path.parent for path in self.html_files if path.stem.isdigit()})

    def pages(self, conversation: Path = None) -> list:
        """The numbered pages of one conversation, oldest first."""
        conversation = conversation or self.conversations[0]
        return sorted((path for path in conversation.glob("*.html") if path.stem.isdigit()),
                      key=lambda path: int(path.stem))

    def links(self, path: Path) -> list:
        """Every reference of a page that leads inside the site: (file, fragment, element)."""
        result = []
        for element in self.markup(path).elements:
            for name in ("href", "src", "poster"):
                value = element.attributes.get(name)
                if value is None or urlsplit(value).scheme or value.startswith("//"):
                    continue
                address, fragment = urldefrag(value)
                file = (path.parent / unquote(urlsplit(address).path)).resolve() if address else path.resolve()
                result.append((file, unquote(fragment), element))
        return result

    def bytes_by_name(self) -> dict:
        return {str(path.relative_to(self.folder)): path.read_bytes()
                for path in sorted(self.folder.rglob("*")) if path.is_file()}


class Plan:
    """The output of `inspect --json`: rows with items at exact positions, in CSS px."""

    def __init__(self, text: str):
        self.rows = json.loads(text)["rows"]

    @property
    def page_count(self) -> int:
        return max(row["page"] for row in self.rows)

    def page(self, number: int) -> list:
        return [row for row in self.rows if row["page"] == number]

    @property
    def messages(self) -> list:
        return [row for row in self.rows if row["kind"] != "day"]


def copied_text(item: dict) -> str:
    """Returns the text a reader copies from a text item: soft breaks vanish, newlines stay."""
    return "".join(line["text"] + ("\n" if line["ending"] == "newline" else "") for line in item["lines"])


def anchor(identifier: str) -> str:
    """Returns the HTML id of a message: white space, control characters and `~` become `~` and two hexadecimal digits per byte."""
    def encoded(character: str) -> str:
        if character != "~" and not character.isspace() and unicodedata.category(character) != "Cc":
            return character
        return "".join(f"~{byte:02X}" for byte in character.encode())
    return "m-" + "".join(map(encoded, identifier))


def style_values(style: str) -> list:
    """The values of a style attribute, comments and escapes resolved as a browser would see them."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    plain = re.sub(r"\\([0-9a-fA-F]{1,6})\s?", lambda match: chr(int(match[1], 16) % 0x110000), plain)
    return [part.partition(":")[2].strip().lower() for part in plain.split(";") if part.strip()]
