"""The pages' Content-Security-Policy: no external resources and no inline scripts, from disk too."""

import re
import shutil

import pytest

from contract import POLICY


def policy_of(markup) -> dict:
    metas = [element for element in markup.all("meta")
             if (element.attributes.get("http-equiv") or "").lower() == "content-security-policy"]
    assert len(metas) == 1
    parts = [part.split(None, 1) for part in metas[0].attributes["content"].split(";") if part.strip()]
    return {part[0]: part[1].strip() for part in parts}


def test_every_page_carries_the_policy_before_anything_that_loads(example_site):
    for path in example_site.html_files:
        markup = example_site.markup(path)
        assert policy_of(markup) == POLICY, path.name
        tags = [(element.tag, element.attributes) for element in markup.elements]
        index = next(index for index, (tag, attributes) in enumerate(tags)
                     if tag == "meta" and "http-equiv" in attributes)
        assert not {"script", "link", "img", "style", "body"} & {tag for tag, _ in tags[:index]}, path.name


def test_no_page_has_inline_script_or_style_elements_or_handlers(example_site):
    for path in example_site.html_files:
        for element in example_site.markup(path).elements:
            assert element.tag != "style"
            assert element.tag != "script" or "src" in element.attributes
            assert not [name for name in element.attributes if name.startswith("on")], element


def test_a_page_asks_for_files_of_the_site_and_nothing_else(example_site, page):
    root = example_site.folder.resolve().as_uri() + "/"
    for path in example_site.html_files:
        page.goto(path.resolve())
        # The browser's own buttons for recordings have pictures in `data:` addresses, which make no request.
        outside = [url for url in page.requests() if not url.startswith((root, "data:"))]
        assert outside == []
        assert not re.search(r"""(?:src|href)=["']?data:""", path.read_text(encoding="utf-8"))
        assert page.requests() and page.blocked() == [] and page.console() == [] and page.dialogs() == []


@pytest.mark.parametrize("smuggled", [
    "<script>alert(1)</script>", "<img src=nowhere onerror=alert(1)>",
    "<svg onload=alert(1)></svg>", '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
    '<script src="http://elsewhere.invalid/x.js"></script>', '<img src="http://elsewhere.invalid/x.png">',
    "<style>@import 'http://elsewhere.invalid/x.css'</style>", '<base href="http://elsewhere.invalid/">'])
def test_what_is_smuggled_into_a_page_does_not_run_or_load(example_site, chromium, tmp_path, smuggled):
    shutil.copytree(example_site.folder, tmp_path / "site")
    path = tmp_path / "site" / example_site.pages()[0].relative_to(example_site.folder)
    source = path.read_text(encoding="utf-8")
    assert "</main>" in source
    path.write_text(source.replace("</main>", f"{smuggled}</main>"), encoding="utf-8")
    with chromium.page() as page:
        page.goto(path)
        assert page.dialogs() == []
        blocked = {url for url, _ in page.blocked()}
        outside = [url for url in page.requests() if url.startswith("http")]
        assert set(outside) <= blocked
        assert any("Content Security Policy" in line for line in page.console())
        assert page.evaluate("document.baseURI").startswith("file:")
