"""The files of `Public` as a site has them: scripts without their rooms, and those that are joined, by `site_assets.c`."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STYLES = sorted((ROOT / "Public" / "styles").rglob("*.css"))


def _sources() -> dict:
    """The files that each script or style sheet of a site is made of, by its name there."""
    table = (ROOT / "Sources" / "CSiteAssets" / "site_assets.c").read_text(encoding="utf-8")
    joined = re.findall(r"(\w+)_(css|js)\[\] = \{(.*?)\};", table, re.DOTALL)
    return {f"{name}.{kind}": [ROOT / path for path in re.findall(r'^#embed "\.\./\.\./(.+?)"', embedded, re.MULTILINE)]
            for name, kind, embedded in joined}


SOURCES = _sources()
# The names of a site's scripts, without the ending.
SCRIPTS = sorted(Path(name).stem for name in SOURCES if name.endswith(".js") and name not in ("lock.js", "packed.js"))


def script(name: str) -> str:
    """The source of a script, by its name without the ending. A site has it without comments and indentation."""
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES[f"{name}.js"])


def style_sheet() -> bytes:
    """The style sheet `chat.css`."""
    return b"\n".join(path.read_bytes() for path in SOURCES["chat.css"])
