"""The files of `Public` as a site has them: scripts without their rooms, and style sheets joined (`site_assets.c`)."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STYLES = sorted((ROOT / "Public" / "styles").rglob("*.css"))
SCRIPTS = sorted((ROOT / "Public" / "scripts").rglob("*.js"), key=lambda path: path.name)


def script(name: str) -> str:
    """The source of a script, by its name without the ending."""
    return next(path for path in SCRIPTS if path.stem == name).read_text(encoding="utf-8")


def style_sheet() -> bytes:
    """The style sheet `chat.css`."""
    table = (ROOT / "Sources" / "CSiteAssets" / "site_assets.c").read_text(encoding="utf-8")
    sheet = re.search(r"chat_css\[\] = \{(.*?)\};", table, re.DOTALL)[1]
    names = re.findall(r'^#embed "\.\./\.\./(Public/styles/.+?\.css)"', sheet, re.MULTILINE)
    return b"\n".join((ROOT / name).read_bytes() for name in names)
