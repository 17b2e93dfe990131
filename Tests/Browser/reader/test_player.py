"""The player of recordings: one row of controls, one recording that sounds, also when its row has gone."""

import array
import json
import math
import shutil
import wave

import pytest

from chats import write_chat
from conftest import EXAMPLE
from window import open_window, run


def tone(path, seconds: float, pitch: int = 440) -> None:
    """Writes a WAV file of a quiet tone."""
    rate = 8000
    samples = array.array("h", (int(900 * math.sin(2 * math.pi * pitch * n / rate)) for n in range(int(rate * seconds))))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(samples.tobytes())


@pytest.fixture(scope="module")
def site(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("player")
    tone(folder / "long.wav", 40)
    tone(folder / "short.wav", 8, 330)
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]
    messages = [{"id": str(number + 1), "from": "ab"[number % 2], "at": f"2026-05-01T10:{number // 60:02}:{number % 60:02}Z",
                 "text": f"message {number}"} for number in range(900)]
    levels = [round(50 + 50 * math.sin(number)) for number in range(60)]
    voice = {"kind": "voice", "path": "long.wav", "duration": 40, "waveform": levels}
    messages[2] = {**messages[2], "text": "", "attachments": [voice]}
    messages[3] = {**messages[3], "text": "", "attachments": [{"kind": "audio", "path": "short.wav", "name": "song.wav"}]}
    source = folder / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en",
                                  "participants": people, "messages": messages}), encoding="utf-8")
    return program.export(source, folder / "site")


def click(browser, selector: str) -> None:
    """Clicks with the pointer, as only that lets a browser play sound."""
    if hasattr(browser, "act"):
        x, y = run(browser, "const box = document.querySelector(given[0]).getBoundingClientRect();"
                            "return [box.left + box.width / 2, box.top + box.height / 2]", selector)
        browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]})
    else:
        browser.click(selector)


def opened(browser, site) -> None:
    open_window(browser, site.pages()[0])
    run(browser, "await until(() => document.querySelectorAll('.sound').length == 2, 'controls')")


LEFT = "const left = () => document.querySelector('#m-3 .left').textContent;"
IS_ON = "const isOn = id => document.querySelector(`#${id} .sound`).classList.contains('on');"


def test_a_recording_has_one_row_of_controls_in_its_place(site, browser):
    opened(browser, site)
    seen = run(browser, LEFT + """
      const row = document.querySelector('#m-3 .sound'), box = row.getBoundingClientRect();
      const native = document.querySelector('#m-3 audio'), place = native.getBoundingClientRect();
      const [play, slider] = row.children;
      return [['left', 'top', 'width', 'height'].every(side => Math.abs(box[side] - place[side]) < .1),
        getComputedStyle(native).visibility, play.getAttribute('aria-label'), slider.getAttribute('aria-label'),
        left(), slider.getAttribute('aria-valuetext'), row.role, !!document.querySelector('#m-3 .waveform.played'),
        document.querySelector('#m-4 .waveform')];
    """)
    assert seen == [True, "hidden", "Play", "Position", "0:40", "0:00 / 0:40", "group", True, None]


def test_targets_are_44_px_for_fingers(site, chromium):
    with chromium.page() as page:
        opened(page, site)
        sizes = page.evaluate("""['.play', '.rate'].map(name => { const button = document.querySelector('#m-3 ' + name),
          box = button.getBoundingClientRect(), middle = [box.left + box.width / 2, box.top + box.height / 2];
          const hits = (x, y) => document.elementFromPoint(middle[0] + x, middle[1] + y) === button;
          return hits(0, 20) && hits(0, -20) && hits(name == '.play' ? -20 : 17, 0) })""")
        assert sizes == [True, True]


def test_it_plays_pauses_and_only_one_sounds(site, browser):
    opened(browser, site)
    click(browser, "#m-3 .play")
    run(browser, IS_ON + LEFT + "await until(() => isOn('m-3') && left() != '0:40', 'time passes')")
    assert run(browser, "return document.querySelector('#m-3 .play').getAttribute('aria-label')") == "Pause"
    click(browser, "#m-4 .play")
    run(browser, IS_ON + "await until(() => isOn('m-4') && !isOn('m-3'), 'the other one sounds')")
    click(browser, "#m-4 .play")
    run(browser, IS_ON + "await until(() => !isOn('m-4'), 'it pauses')")


def test_the_sound_goes_on_while_its_row_leaves_the_document(site, browser):
    opened(browser, site)
    click(browser, "#m-3 .play")
    run(browser, IS_ON + "await until(() => isOn('m-3'), 'it plays')")
    # The section with the focus stays in the document.
    run(browser, "document.activeElement.blur(); scrollTo(0, 1e7);"
                 "await until(() => !document.getElementById('m-3'), 'the row is gone');"
                 "await until(() => !document.getElementById('sounding').hidden, 'the bar')")
    before = run(browser, "return document.querySelector('#sounding > a').textContent")
    assert "Ann – " in before
    run(browser, "await until(() => document.querySelector('#sounding > a').textContent != given[0], 'it goes on')", before)
    click(browser, "#sounding > a")
    run(browser, IS_ON + "await until(() => document.getElementById('m-3') && isOn('m-3')"
                         " && document.getElementById('sounding').hidden, 'the row again, still playing')")
    click(browser, "#m-3 .play")


def test_keys_seek_and_the_speed_is_kept(site, browser):
    opened(browser, site)
    seen = run(browser, """
      const row = document.querySelector('#m-3 .sound'), [, slider, , rate] = row.children;
      slider.focus();
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
      const at = slider.getAttribute('aria-valuetext'), filled = row.style.getPropertyValue('--played');
      rate.click();
      const fast = [...document.querySelectorAll('.rate')].map(button => button.textContent);
      rate.click(); rate.click();
      return [at, filled, fast, rate.getAttribute('aria-label')];
    """)
    assert seen == ["0:10 / 0:40", "25%", ["1.5×", "1.5×"], "Speed 1×"]


def test_without_a_script_the_browser_has_its_own_controls(site, chromium):
    with chromium.page() as page:
        page.disable_script()
        page.goto(site.pages()[0])
        assert ' class="player" controls preload="none"' in site.pages()[0].read_text()
        assert page.evaluate("getComputedStyle(document.querySelector('#m-3 audio')).visibility") == "visible"
        assert page.evaluate("getComputedStyle(document.querySelector('#m-3 .waveform')).visibility") == "hidden"


def test_a_page_without_recordings_does_not_load_the_player(program, chromium, tmp_path):
    source = tmp_path / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "id": "c", "title": "C", "timeZone": "UTC", "locale": "en",
                                  "participants": [{"id": "a", "name": "A"}],
                                  "messages": [{"id": "1", "from": "a", "at": "2026-05-01T10:00:00Z", "text": "hi"}]}))
    with chromium.page() as page:
        open_window(page, program.export(source, tmp_path / "site").pages()[0])
        assert page.evaluate("[...document.scripts].every(script => !script.src.includes('player'))")


# Animations and films

@pytest.fixture(scope="module")
def films(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    shutil.copy(EXAMPLE.parent / "media" / "custard.webm", folder)
    def message(identifier, kind, **more):
        return {"id": identifier, "from": "b", "at": "2026-05-01T10:00:00Z", "attachments": [{"kind": kind, "path": "custard.webm", **more}]}
    texts = [{"id": f"t{number}", "from": "a", "at": "2026-05-01T10:01:00Z", "text": f"message {number}"} for number in range(60)]
    return program.export(write_chat(folder / "films.json", [message("gif", "gif"), message("film", "video"), *texts]), folder / "site")


FILM = "const film = id => document.querySelector(`#m-${id} video`);"


def test_an_animation_plays_mutely_over_and_over_while_it_is_seen(films, browser):
    open_window(browser, films.pages()[0])
    run(browser, FILM + "await until(() => film('gif').currentTime > 0 && !film('gif').paused, 'the animation')")
    assert run(browser, FILM + "return [film('gif').muted, film('gif').loop, film('gif').controls]") == [True, True, False]
    run(browser, FILM + "const first = film('gif'); scrollTo({top: document.body.scrollHeight, behavior: 'instant'}); await until(() => first.paused, 'a pause')")
    run(browser, FILM + "scrollTo({top: 0, behavior: 'instant'}); await until(() => film('gif') && !film('gif').paused, 'the animation again')")
    # A press holds it.
    click(browser, "#m-gif .over")
    run(browser, FILM + "await until(() => film('gif').paused, 'a pause by a press'); await frames(20); if (!film('gif').paused) throw 'it plays again'")


def test_a_film_has_our_controls_and_can_be_sought(films, browser):
    open_window(browser, films.pages()[0])
    run(browser, FILM + "await until(() => document.querySelector('#m-film .over'))")
    assert run(browser, FILM + "return [film('film').controls, film('film').paused, film('film').muted]") == [False, True, False]
    click(browser, "#m-film .over")
    run(browser, FILM + "await until(() => !film('film').paused && film('film').duration, 'the film')")
    at = run(browser, FILM + """
      const slider = document.querySelector('#m-film .film-bar input');
      film('film').pause();
      slider.value = slider.max / 2;
      slider.dispatchEvent(new Event('input'));
      await until(() => !film('film').seeking);
      return [film('film').currentTime / film('film').duration, slider.checkVisibility(), document.querySelector('#m-film .over').ariaLabel];
    """)
    assert abs(at[0] - .5) < .1 and at[1] and at[2].startswith("Play: ")


def test_an_animation_stands_still_where_less_motion_is_asked_for(films, page):
    page.emulate(prefers_reduced_motion="reduce")
    open_window(page, films.pages()[0])
    run(page, "await until(() => document.querySelector('#m-gif .over')); await frames(30)")
    assert run(page, FILM + "return film('gif').paused")
    page.emulate()
