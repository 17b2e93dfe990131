"""Renders Markdown with cmark-gfm if it is installed, else with libcmark, and reads what a reader of the page sees."""

import ctypes
import ctypes.util
import shutil
import subprocess
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input"}


def rendered(markdown: str) -> str:
    """Returns the HTML, without raw HTML of the Markdown."""
    program = shutil.which("cmark-gfm")
    if program:
        extensions = [word for name in ("table", "strikethrough", "autolink", "tagfilter") for word in ("-e", name)]
        return subprocess.run([program, *extensions], input=markdown, capture_output=True, check=True, encoding="utf-8").stdout
    library = ctypes.CDLL(ctypes.util.find_library("cmark") or "libcmark.so")
    library.cmark_markdown_to_html.restype = ctypes.c_char_p
    text = markdown.encode("utf-8")
    return library.cmark_markdown_to_html(text, ctypes.c_size_t(len(text)), 0).decode("utf-8")


class Node:
    """An element, with texts and elements inside."""

    def __init__(self, name: str, attributes: dict, parent=None):
        self.name, self.attributes, self.parent, self.children = name, attributes, parent, []

    def text(self) -> str:
        """What is seen: a line break is a newline, blocks are on lines of their own."""
        if self.name == "br":
            return "\n"
        if self.name == "img":
            return self.attributes.get("alt") or ""
        inner = "".join(child if isinstance(child, str) else child.text() for child in self.children)
        return f"\n{inner}\n" if self.name in ("p", "li", "ul", "ol", "blockquote", "pre", "table", "tr", "h1", "h2", "h4", "h5", "h6") else inner

    def all(self, name: str) -> list:
        found = []
        for child in self.children:
            if isinstance(child, Node):
                found += ([child] if child.name == name else []) + child.all(name)
        return found

    def elements(self, *names: str) -> list:
        """The elements directly inside."""
        return [child for child in self.children if isinstance(child, Node) and (not names or child.name in names)]


class Tree(HTMLParser):
    def __init__(self, html: str):
        super().__init__(convert_charrefs=True)
        self.root = self.node = Node("root", {})
        self.feed(html)
        self.close()

    def handle_starttag(self, name, attributes):
        node = Node(name, dict(attributes), self.node)
        self.node.children.append(node)
        if name not in VOID:
            self.node = node

    def handle_endtag(self, name):
        if name in VOID:
            return
        assert self.node.name == name, f"</{name}> closes <{self.node.name}>"
        self.node = self.node.parent

    def handle_data(self, data):
        self.node.children.append(data)


def read(markdown: str) -> Node:
    """The page that readers see."""
    return Tree(rendered(markdown)).root


def messages(page: Node) -> list:
    """The items of the lists that are directly in the page, each a message."""
    return [item for items in page.elements("ul") for item in items.elements("li")]
