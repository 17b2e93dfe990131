"""Pictures that one person sent at once, as messages of their own: an album that looks like one message."""

import json

import pytest

from test_furniture import png
from window import READY, open_window, run

DAY = 1777600000


def telegram(folder, *messages: dict):
    """A Telegram export in `folder`; a message is `(seconds, sender, picture)` and more members."""
    (folder / "photos").mkdir(exist_ok=True)
    made = []
    for number, message in enumerate(messages):
        seconds, sender, name, *more = message
        entry = {"id": number + 1, "type": "message", "date": "2026-05-01T02:00:00", "date_unixtime": str(DAY + seconds),
                 "from": sender, "from_id": f"user{ord(sender[0])}", "text": "", **(more[0] if more else {})}
        if name:
            entry |= {"photo": f"photos/{name}", "width": 400, "height": 300}
            if not name.startswith("gone"):
                (folder / "photos" / name).write_bytes(png(400, 300))
        made.append(entry)
    source = folder / "result.json"
    source.write_text(json.dumps({"name": "Trip", "type": "private_group", "id": 7, "messages": made}), encoding="utf-8")
    return source


BOXES = """[...document.querySelectorAll('main article')].map(row => { const box = row.getBoundingClientRect(),
  picture = row.querySelector('.picture')?.getBoundingClientRect();
  return { id: row.id, height: box.height, top: box.top, part: row.classList.contains('part'),
    picture: picture && [picture.left, picture.top, picture.right, picture.bottom],
    time: row.querySelector('time')?.dateTime, texts: [...row.querySelectorAll('p')].map(p => p.textContent.trim()) } })"""


def rows(site, chromium, width: int = 390) -> dict:
    with chromium.page(width, 844) as page:
        page.goto(site.pages()[0])
        page.wait_until(READY)
        return {row["id"]: row for row in page.evaluate(BOXES)}


def parts(found: dict) -> list:
    return [name for name, row in found.items() if row["part"]]


@pytest.mark.parametrize("width", [390, 1280])
def test_pictures_of_one_second_are_one_album(program, chromium, tmp_path, width):
    source = telegram(
        tmp_path, (0, "Ann", "a.png", {"text": "from the pier"}), (0, "Ann", "b.png"), (1, "Ann", "c.png"), (2, "Ann", "d.png"),
        (60, "Ben", None, {"text": "lovely", "reply_to_message_id": 2}))
    found = rows(program.export(source, tmp_path / "site"), chromium, width)
    assert list(found) == ["m-1", "m-2", "m-3", "m-4", "m-5"], "each message stays a row of its own"
    assert parts(found) == ["m-1", "m-2", "m-3"]
    album = [found[f"m-{number}"] for number in range(1, 5)]
    pictures = [row["picture"] for row in album]
    owner = album[-1]
    for left, top, right, bottom in pictures:
        assert top >= owner["top"] - 1 and bottom <= owner["top"] + owner["height"] + 1, "all lie in the last one's row"
    assert len({round(top) for _, top, _, _ in pictures}) < 4, "some stand side by side"
    for one, other in zip(pictures, pictures[1:]):
        assert one[2] <= other[0] + 1 or one[3] <= other[1] + 1, "no two overlap"
    assert all(row["time"] for row in album) and "from the pier" in album[0]["texts"]
    assert found["m-5"]["top"] >= owner["top"] + owner["height"] - 1


def test_messages_with_something_of_their_own_stay_apart(program, chromium, tmp_path):
    source = telegram(
        tmp_path, (0, "Ann", "a.png"), (0, "Ben", "b.png"), (10, "Ann", "c.png"), (12, "Ann", "d.png"),
        (20, "Ann", "e.png", {"text": "one"}), (20, "Ann", "f.png", {"text": "two"}),
        (30, "Ann", "g.png"), (30, "Ann", "h.png", {"reply_to_message_id": 1}), (30, "Ann", "i.png"))
    assert parts(rows(program.export(source, tmp_path / "site"), chromium)) == []


def test_an_album_is_at_most_ten_and_ends_with_its_page(program, chromium, tmp_path):
    source = telegram(tmp_path, *((0, "Ann", f"{number}.png") for number in range(14)))
    found = rows(program.export(source, tmp_path / "site"), chromium)
    assert [name for name, row in found.items() if not row["part"]] == ["m-10", "m-14"]
    site = program.export(source, tmp_path / "paged", "--page-size", "5")
    assert [text.count(" part\"") for text in (page.read_text() for page in site.pages())] == [4, 4, 3]


def test_a_chat_that_grows_keeps_its_first_pages(program, tmp_path):
    source = telegram(tmp_path, *((number // 3, "Ann", f"{number % 5}.png") for number in range(14)))
    before = [page.read_bytes() for page in program.export(source, tmp_path / "before", "--page-size", "5").pages()]
    source = telegram(tmp_path, *((number // 3, "Ann", f"{number % 5}.png") for number in range(17)))
    after = [page.read_bytes() for page in program.export(source, tmp_path / "after", "--page-size", "5").pages()]
    assert before[0] == after[0] and before[1] == after[1]


def test_the_tile_of_a_missing_picture_has_its_sign_and_name(program, chromium, tmp_path):
    source = telegram(tmp_path, (0, "Ann", "gone-with-a-name-that-is-far-too-long-for-a-tile.png"), (0, "Ann", "b.png"))
    site = program.export(source, tmp_path / "site")
    with chromium.page() as page:
        page.goto(site.pages()[0])
        page.wait_until(READY)
        tile, icon, name = page.evaluate("""['.missing', '.icon', 'p'].map(selector => {
            const box = document.querySelector(`#m-1 > ${selector}`).getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom] })""")
        for left, top, right, bottom in (icon, name):
            assert left >= tile[0] and top >= tile[1] and right <= tile[2] and bottom <= tile[3]
        assert ".png" in page.evaluate("document.querySelector('#m-1 > p').textContent")


def test_a_link_to_a_picture_of_an_album_leads_to_it(program, browser, tmp_path):
    filler = [(number * 100 - 10000, "Ben", None, {"text": f"message {number}"}) for number in range(60)]
    source = telegram(tmp_path, *filler, *((0, "Ann", f"{number}.png") for number in range(4)), *filler[:40])
    site = program.export(source, tmp_path / "site")
    open_window(browser, site.pages()[0].as_uri() + "#m-62")
    seen = run(browser, """
      const row = document.getElementById('m-62'), picture = row.querySelector('.picture');
      const box = picture.getBoundingClientRect();
      return [row.classList.contains('target') || row.matches(':target'), box.top >= 0 && box.top < innerHeight,
        getComputedStyle(picture).outlineStyle];
    """)
    assert seen == [True, True, "solid"]
