"""Lists that grow with the conversation: the fronts of one with very many people stay small."""

import json
import re

PEOPLE = 3000


def test_findings_e7_lists_of_people_are_cut_and_say_how_many_are_left_out(program, page, tmp_path):
    source = tmp_path / "crowd.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "crowd", "title": "Crowd", "timeZone": "UTC", "locale": "en",
        "participants": [{"id": f"p{number}", "name": f"Person {number}"} for number in range(PEOPLE)],
        "messages": [{"id": str(number), "from": f"p{number % PEOPLE}", "at": 1700000000 + number, "text": "hello"}
                     for number in range(PEOPLE + 5)]}), encoding="utf-8")
    site = program.export(source, tmp_path / "site")
    for name in ("index.html", "statistics.html"):
        path = site.folder / "crowd" / name
        text = path.read_text(encoding="utf-8")
        # People with most messages come first, and the first five wrote two each.
        listed = text.split('id="people"')[1].split("</section>")[0]
        assert re.findall(r"<bdi>(Person \d+)</bdi>", listed) == [f"Person {number}" for number in range(1000)]
        assert len(text) < 400_000, name
        page.goto(path)
        page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        assert "2,000 other people" in page.evaluate("document.querySelector('[aria-labelledby=people]').innerText")
