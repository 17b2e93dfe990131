"""Pictures and films as large as the window, from rows and from the gallery, over pages; and the gallery's tabs."""

import json
import shutil
import time

import pytest

from conftest import EXAMPLE
from window import open_window, press, run

MEDIA = EXAMPLE.parent / "media"
BOX = "document.querySelector('#picture')"
# The slide in the middle, once its picture is there.
SHOWN = """const shown = () => { const box = document.querySelector('#picture[open]');
  const slide = box?.querySelector('.slide:not([inert]) > *');
  return slide && box.querySelector('.counter').textContent && { counter: box.querySelector('.counter').textContent,
    source: slide.src, sender: box.querySelector('bdi').textContent, date: box.querySelector('.when').textContent,
    caption: box.querySelector('.caption').textContent, said: box.querySelector('[role=status]').textContent,
    scale: slide.getBoundingClientRect().width / slide.offsetWidth } };
  const counter = text => until(() => shown()?.counter === text, text + ', but ' + JSON.stringify(shown()));
"""


@pytest.fixture(scope="module")
def pictures(program, tmp_path_factory):
    """Three pages of messages with 12 pictures, four on each page, a film, a file, a recording and links."""
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "media").mkdir()
    names = ["azulejo.png", "pier.jpg", "tram.jpg"]
    for name in [*names, "custard.webm"]:
        shutil.copyfile(MEDIA / name, folder / "media" / name)
    (folder / "media" / "plan.pdf").write_bytes(b"%PDF-1.4\n")
    (folder / "media" / "note.ogg").write_bytes(b"OggS" + bytes(60))
    messages = []
    for number in range(1200):
        message = {"id": str(number), "from": "ab"[number % 3 == 0], "at": f"2026-03-{number // 50 + 1:02d}T10:{number % 50:02d}:30Z",
                   "text": f"message {number}"}
        if number % 100 == 50:
            message.update(text=f"caption {number} <b>&", attachments=[
                {"kind": "image", "path": f"media/{names[number // 100 % 3]}", "alt": f"picture {number}"}])
        messages.append(message)
    messages[1190].update(kind="video", attachments=[{"kind": "video", "path": "media/custard.webm", "alt": "film"}])
    messages[700].update(attachments=[{"kind": "file", "path": "media/plan.pdf", "name": "plan.pdf"}])
    messages[701].update(attachments=[{"kind": "voice", "path": "media/note.ogg", "duration": 3}])
    messages[702].update(text="see https://example.org/a?b=c&d=<e> and example.com")
    source = folder / "chat.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "title": "Pictures", "timeZone": "Europe/Lisbon", "locale": "en-GB",
        "participants": [{"id": "a", "name": "Ana"}, {"id": "b", "name": "Ben <i>", "isMe": True}], "messages": messages}))
    return program.export(source, folder / "site")


def open_picture(browser, site, page: int = 1, number: int = 50) -> None:
    open_window(browser, f"{site.pages()[page - 1].as_uri()}#m-{number}")
    run(browser, SHOWN + f"document.querySelector('[id=\"m-{number}\"] a.picture').click();"
        "await until(() => shown()?.counter.endsWith('13'))")


def touch(page, *moves, seconds: float = 0.01) -> None:
    """Puts fingers down at the first points, moves them over the others, resting at each, and lifts them.

    The times are told, not taken from how soon a busy machine sends what comes next; `rest` lets some pass."""
    now = getattr(page, "touched", None) or time.time()
    for number, points in enumerate(moves):
        page.send("Input.dispatchTouchEvent", {
            "type": "touchMove" if number else "touchStart", "timestamp": now,
            "touchPoints": [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]})
        now += seconds
    page.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": now})
    page.touched = now + 0.02


def rest(page, seconds: float = 0.35) -> None:
    """Lets time pass between touches: longer than between the two taps of a double one."""
    page.touched += seconds


def test_pictures_of_all_pages_are_shown_one_after_the_other(browser, pictures):
    open_picture(browser, pictures, 1, 450)
    first = run(browser, SHOWN + "return shown()")
    assert first["counter"] == "5 of 13" and first["said"] == "5 of 13. picture 450"
    assert (first["sender"], first["caption"]) == ("Ben <i>", "caption 450 <b>&")
    assert first["date"] == "10 March 2026 at 10:00", "it is the list's"
    press(browser, "ArrowRight")
    after = run(browser, SHOWN + "await counter('6 of 13'); return shown()")
    assert after["caption"] == "caption 550 <b>&" and after["source"] != first["source"]
    press(browser, "End")
    assert run(browser, SHOWN + "await counter('13 of 13'); return shown().source").endswith(".webm")
    assert run(browser, f"return {BOX}.querySelector('[data-do=after]').hidden")
    press(browser, "ArrowRight")
    press(browser, "Home")
    run(browser, SHOWN + "await counter('1 of 13')")
    run(browser, f"{BOX}.querySelector('[data-do=after]').click();" + SHOWN + "await counter('2 of 13')")


def test_closing_returns_to_the_picture_seen_last(browser, pictures):
    open_picture(browser, pictures, 1, 350)
    press(browser, "ArrowRight")
    run(browser, SHOWN + "await counter('5 of 13')")
    before = run(browser, "return scrollY")
    press(browser, "Escape")
    run(browser, f"await until(() => !{BOX}.open); await until(() => document.activeElement.matches('a.picture'))")
    row, scroll = run(browser, "return [document.activeElement.closest('article').id, scrollY]")
    assert row in ("m-350", "m-450") and abs(scroll - before) < 1


def test_the_browsers_back_closes_the_picture_and_leaves_the_page_where_it_is(browser, pictures):
    open_picture(browser, pictures, 2, 650)
    entries, address, scroll = run(browser, "return [history.length, location.href, scrollY]")
    run(browser, f"history.back(); await until(() => !{BOX}.open); await frames(5)")
    assert run(browser, "return [history.length, location.href, scrollY]") == [entries, address, scroll]
    assert run(browser, "return document.activeElement.closest('article').id") == "m-650"
    # Closed by its button, the entry is left too: nothing to go forward from is needed, and Back leads on.
    run(browser, f"document.activeElement.click(); await until(() => {BOX}.open);"
                 f"{BOX}.querySelector('[data-do=close]').click(); await until(() => !{BOX}.open); await frames(5)")
    assert run(browser, "return [history.length, location.href]") == [entries, address]


def test_a_picture_is_shown_in_the_chat(browser, pictures):
    open_picture(browser, pictures, 1, 50)
    press(browser, "End")
    run(browser, SHOWN + f"await counter('13 of 13'); {BOX}.querySelector('[data-do=show]').click();"
        "await until(() => document.querySelector('.target')?.id === 'm-1190'); await settled()")
    assert run(browser, f"return [{BOX}.open, location.hash, document.activeElement.id]") == [False, "#m-1190", "m-1190"]


def test_the_focus_stays_in_the_dialog(browser, pictures):
    open_picture(browser, pictures, 2, 650)
    for _ in range(8):
        press(browser, "Tab")
        assert run(browser, f"return document.activeElement === document.body || {BOX}.contains(document.activeElement)")
    names = run(browser, f"return [...{BOX}.querySelectorAll('button, a')].map(one => one.ariaLabel)")
    assert names == ["Close", "Save", "Go to the message", "Previous", "Next"]
    sizes = run(browser, f"return [...{BOX}.querySelectorAll('header .button')].map(one => one.offsetWidth)")
    assert min(sizes) >= 44
    assert run(browser, f"return getComputedStyle({BOX}).backgroundColor") == "rgb(0, 0, 0)"


def test_fingers_turn_enlarge_move_and_close(page, pictures):
    page.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    page.emulate(prefers_reduced_motion="reduce")
    open_picture(page, pictures, 2, 650)
    run(page, SHOWN + "await counter('7 of 13')")
    # Swipes
    touch(page, [(330, 420)], [(250, 422)], [(60, 424)])
    run(page, SHOWN + "await counter('8 of 13')")
    touch(page, [(60, 420)], [(150, 420)], [(330, 420)])
    run(page, SHOWN + "await counter('7 of 13')")
    # Neither far nor fast
    touch(page, [(195, 420)], [(185, 420)], [(170, 421)], seconds=0.1)
    run(page, "await frames(10)")
    assert run(page, SHOWN + "return shown().counter") == "7 of 13"
    # A pinch enlarges about its middle; then one finger moves the picture instead of turning.
    touch(page, [(175, 420), (215, 420)], [(150, 420), (240, 420)], [(95, 420), (295, 420)])
    scale = run(page, SHOWN + "return shown().scale")
    assert 4 < scale < 6
    left = f"return {BOX}.querySelector('.slide:not([inert]) > *').getBoundingClientRect().left"
    before = run(page, left)
    touch(page, [(195, 420)], [(215, 420)], [(255, 420)])
    assert run(page, left) == pytest.approx(before + 60, abs=1)
    assert run(page, SHOWN + "return shown().counter") == "7 of 13"
    # Two taps make it small, two taps large.
    for expected in (1, 2.5):
        touch(page, [(195, 420)])
        touch(page, [(195, 420)])
        run(page, "await frames()")
        assert run(page, SHOWN + "return shown().scale") == pytest.approx(expected, abs=0.01)
        rest(page)
    touch(page, [(195, 420)])
    touch(page, [(195, 420)])
    # One tap hides the bars, another brings them back.
    rest(page)
    for hidden in (True, False):
        touch(page, [(195, 420)])
        assert run(page, f"return {BOX}.classList.contains('barless')") is hidden
        rest(page)
    touch(page, [(195, 420)], [(196, 500)], [(197, 640)])
    run(page, f"await until(() => !{BOX}.open)")


def test_the_wheel_enlarges_about_the_pointer(page, pictures):
    page.resize(1280, 800)
    open_picture(page, pictures, 2, 650)
    point = "const image = document.querySelector('.slide:not([inert]) > img'), box = image.getBoundingClientRect();" \
            "return [(600 - box.left) / box.width, (390 - box.top) / box.height]"
    def turn_wheel(count: int) -> None:
        for _ in range(count):
            page.send("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 600, "y": 390, "deltaX": 0, "deltaY": -240})

    turn_wheel(3)
    run(page, SHOWN + "await until(() => shown().scale > 4)")
    before = run(page, point)
    turn_wheel(1)
    run(page, SHOWN + "await until(() => shown().scale > 6)")
    assert run(page, point) == pytest.approx(before, abs=0.01)
    press(page, "0")
    run(page, SHOWN + "await until(() => shown().scale === 1)")
    # A click beside the picture closes.
    run(page, "await new Promise(done => setTimeout(done, 350))")
    page.send("Input.dispatchMouseEvent", {"type": "mousePressed", "x": 200, "y": 400, "button": "left", "clickCount": 1})
    page.send("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": 200, "y": 400, "button": "left", "clickCount": 1})
    run(page, f"await until(() => !{BOX}.open)")


def test_the_gallery_opens_them_too(browser, pictures):
    gallery = pictures.conversations[0] / "gallery-1.html"
    browser.goto("about:blank")
    browser.goto(gallery)
    # The newest first, as in the gallery.
    run(browser, SHOWN + "document.querySelectorAll('.tile')[10].click(); await counter('11 of 13')")
    assert run(browser, SHOWN + "return shown().caption") == "caption 250 <b>&"
    press(browser, "ArrowLeft")
    run(browser, SHOWN + "await counter('10 of 13')")
    press(browser, "Escape")
    run(browser, f"await until(() => !{BOX}.open); await frames(5)")
    assert run(browser, "return [...document.querySelectorAll('.tile')].indexOf(document.activeElement)") == 9
    run(browser, SHOWN + "document.querySelectorAll('.tile')[0].click(); await counter('1 of 13');"
        f"{BOX}.querySelector('[data-do=show]').click()")
    browser.wait_until("location.pathname.endsWith('/3.html') && document.querySelector('.target')")
    assert browser.evaluate("location.hash") == "#m-1190"


def test_a_film_shown_large_has_our_controls(browser, pictures):
    browser.goto("about:blank")
    browser.goto(pictures.conversations[0] / "gallery-1.html")
    run(browser, SHOWN + "document.querySelectorAll('.tile')[0].click(); await counter('1 of 13')")
    run(browser, f"await until(() => {BOX}.querySelector('.slide:not([inert]) .play'), 'the button')")
    assert run(browser, f"return [{BOX}.querySelector('video').controls, {BOX}.querySelector('.film-bar input').type]") == [False, "range"]


def open_film(browser, site) -> None:
    open_window(browser, f"{site.pages()[2].as_uri()}#m-1190")
    run(browser, "await until(() => document.querySelector('#m-1190 .large'))")


def test_a_film_is_shown_large_from_its_row(browser, pictures):
    open_film(browser, pictures)
    button = "document.querySelector('#m-1190 .large')"
    name, size = run(browser, f"const box = {button}.getBoundingClientRect(); return [{button}.ariaLabel, [box.width, box.height]]")
    assert name == "Enlarge: Video, film" and min(size) >= 44
    inside = run(browser, f"""const [one, other] = [{button}, document.querySelector('#m-1190 video')].map(part => part.getBoundingClientRect());
      return one.left >= other.left && one.right <= other.right + 1 && one.top >= other.top - 1 && one.bottom <= other.bottom""")
    assert inside
    run(browser, SHOWN + f"document.querySelector('#m-1190 video').currentTime = 1; {button}.click()")
    seen = run(browser, SHOWN + "await counter('13 of 13'); return shown()")
    assert seen["source"].endswith(".webm") and seen["said"] == "13 of 13. film"
    assert run(browser, "return document.querySelector('#picture video').currentTime") >= 1
    # Arrows go over pictures and films alike.
    press(browser, "ArrowLeft")
    assert run(browser, SHOWN + "await counter('12 of 13'); return shown().caption") == "caption 1150 <b>&"
    press(browser, "ArrowRight")
    run(browser, SHOWN + "await counter('13 of 13')")
    press(browser, "Escape")
    run(browser, f"await until(() => document.activeElement === {button}, 'focus')")
    assert run(browser, "return document.querySelector('#m-1190 video').paused")


@pytest.mark.parametrize("key", ["Enter", " "], ids=["Enter", "the space bar"])
def test_a_film_is_shown_large_by_the_keyboard(browser, pictures, key):
    open_film(browser, pictures)
    run(browser, "document.querySelector('#m-1190 .large').focus()")
    press(browser, key)
    run(browser, SHOWN + "await counter('13 of 13')")
    press(browser, "Escape")
    run(browser, "await until(() => document.activeElement.matches('#m-1190 .large'), 'focus')")


def test_a_film_in_larger_text_has_its_button_inside(browser, pictures):
    browser.goto("about:blank")
    browser.goto(f"{pictures.pages()[2].as_uri()}?200&100#m-1190")
    browser.wait_until("document.querySelector('.flow .flowing #m-1190 .large')")
    boxes = run(browser, """return ['.large', 'video', '.bubble'].map(part => {
      const {left, top, right, bottom} = document.querySelector('#m-1190 ' + part).getBoundingClientRect(); return [left, top, right, bottom] })""")
    button, film, bubble = boxes
    assert abs(button[2] - film[2]) < 2 and abs(button[1] - film[1]) < 2 and film[0] < button[0]
    assert film[2] - film[0] > 100 and film[3] - film[1] > 50 and film[2] <= bubble[2] + 1


def test_a_picture_that_is_not_on_the_list_is_shown_all_the_same(browser, pictures, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(pictures.folder, folder)
    name = pictures.conversations[0].name
    (folder / name / "map" / "media.js").unlink()
    open_window(browser, f"{(folder / name / '1.html').as_uri()}#m-50")
    run(browser, SHOWN + "document.querySelector('[id=\"m-50\"] a.picture').click(); await until(shown)")
    shown = run(browser, SHOWN + "return shown()")
    assert shown["sender"] == "Ana" and shown["caption"] == "caption 50 <b>&" and "10:00" in shown["date"]


def test_the_gallery_has_tabs_for_what_there_is(browser, pictures):
    folder = pictures.conversations[0]
    browser.goto(folder / "gallery-1.html")
    tabs = run(browser, "return [...document.querySelectorAll('.tabs a')].map(tab => [tab.textContent, tab.getAttribute('href')])")
    assert tabs == [["Photos and videos 13", "gallery-1.html"], ["Files 1", "files-1.html"], ["Links 2", "links-1.html"],
                    ["Voice and audio 1", "voice-1.html"]]
    entry = "const entry = document.querySelector('.entries li'); return [entry.querySelector('.entry').textContent," \
            " entry.querySelector('.entry').getAttribute('href'), entry.querySelector('.of').getAttribute('href')]"
    browser.goto(folder / "files-1.html")
    name, href, way = run(browser, entry)
    assert (name, way) == ("plan.pdf", "2.html#m-700") and href.startswith("../media/")
    browser.goto(folder / "links-1.html")
    entries = run(browser, "return [...document.querySelectorAll('.entries .entry')].map(entry => entry.textContent)")
    assert entries[1].startswith("https://example.org/a?b=c&d=")
    assert run(browser, "return document.querySelectorAll('.entries .entry').length") == 2
    browser.goto(folder / "voice-1.html")
    assert run(browser, "return document.querySelector('.entries audio').preload") == "none"
    run(browser, "await until(() => document.querySelector('.entries .sound .play'), 'our player')")
    assert run(browser, "return getComputedStyle(document.querySelector('.entries audio')).display") == "none"
