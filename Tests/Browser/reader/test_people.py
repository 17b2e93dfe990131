"""People: their colours, and who they are; reactions, times and places of messages."""

import json
import re

import pytest

from conftest import ROOT
from test_lightbox import touch
from window import open_window, press, run

NAMES = ["Me", "Ana", "Ben <b>", "Cy", "دنة", "Eve", "Fay", "Gus"]
THEMES = sorted(path.stem for path in (ROOT / "Public" / "themes").glob("*.json"))
CONTRAST = """const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const parse = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a] };
  const over = ([r, g, b, a], ground) => [r, g, b].map((value, index) => value * a + ground[index] * (1 - a));
  const luminance = rgb => rgb.map(value => linear(value / 255)).reduce((sum, value, index) => sum + value * [.2126, .7152, .0722][index], 0);
  const contrast = (one, other) => { const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + .05) / (low + .05) };
  const style = (element, property) => getComputedStyle(element)[property];
  // The colour that a custom property has here.
  const named = (element, name) => { const probe = document.createElement('span'); probe.style.color = `var(${name})`;
    element.append(probe); const colour = parse(style(probe, 'color')); probe.remove(); return colour };
"""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A conversation of eight people of whom each quotes and is quoted, on both sides."""
    folder = tmp_path_factory.mktemp("crowd")
    messages = []
    for number in range(640):
        person = number % 8
        message = {"id": str(number), "from": str(person), "at": f"2026-03-{number // 40 + 1:02d}T{8 + person:02d}:{number % 40:02d}:07Z",
                   "text": f"message {number}"}
        if number >= 8:
            message["replyTo"] = str(number - 1 - number // 8 % 7)
        messages.append(message)
    messages[3]["reactions"] = [{"emoji": "👍", "by": ["1", "2"], "at": ["2026-03-01T09:00:00Z", "2026-03-02T11:30:00Z"]},
                                {"emoji": "🎉", "by": ["4"]}, {"emoji": "🔥", "count": 3}]
    messages[4] = {**messages[4], "kind": "location", "location": {"latitude": 38.7139123, "longitude": -9.1334567, "name": "Here"}}
    messages[4].pop("text")
    source = folder / "chat.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "title": "Crowd", "timeZone": "Europe/Lisbon", "locale": "en-GB",
        "participants": [{"id": str(index), "name": name, "isMe": index == 0} for index, name in enumerate(NAMES)],
        "messages": messages}))
    return source


@pytest.fixture(scope="module")
def site(program, crowd, tmp_path_factory):
    return program.export(crowd, tmp_path_factory.mktemp("crowd-site") / "site")


@pytest.mark.parametrize("theme", THEMES)
def test_each_of_eight_people_has_a_colour_that_can_be_read_everywhere(program, crowd, page, tmp_path, theme):
    site = program.export(crowd, tmp_path / "site", "--theme", theme)
    for scheme in ("light", "dark"):
        page.emulate(prefers_color_scheme=scheme)
        page.goto("about:blank")
        open_window(page, site.pages()[0])
        found = run(page, CONTRAST + """
          const problems = [], byPerson = {}, grounds = {};
          // Rows of the same classes have the same grounds.
          const groundsOf = (row, isOut) => grounds[row.className] ??= (() => {
            const wall = over(named(row, '--wall'), [255, 255, 255]);
            const bubble = over(named(row, isOut ? '--outgoing' : '--incoming'), wall);
            return [wall, over(named(row, isOut ? '--outgoing-tint' : '--incoming-tint'), bubble)];
          })();
          for (const part of document.querySelectorAll('.t-name, .t-quote-name, .quote-bar')) {
            const id = [...part.classList].find(name => /^u[0-9a-z]+$/.test(name)), row = part.closest('article');
            const isOut = row.classList.contains('out'), bar = part.matches('.quote-bar');
            const ground = groundsOf(row, isOut)[part.matches('.t-name') ? 0 : 1];
            const colour = over(parse(style(part, bar ? 'backgroundColor' : 'color')), ground);
            const ratio = contrast(colour, ground);
            if (ratio < 4.5) problems.push([part.className, isOut, ratio]);
            const key = isOut ? 'out' : 'in';
            ((byPerson[key] ??= {})[id] ??= new Set()).add(colour.map(Math.round).join());
          }
          return [problems.slice(0, 5), Object.fromEntries(Object.entries(byPerson).map(([side, people]) =>
            [side, Object.values(people).map(colours => [...colours])]))];
        """)
        problems, colours = found
        assert problems == [], (theme, scheme)
        for side, people in colours.items():
            assert all(len(own) == 1 for own in people), f"one colour for name, bar and quoted name: {side} {people}"
        if theme != "paper":
            assert len({own[0] for own in colours["in"]}) == len(colours["in"]) >= 7


def test_the_statistics_have_the_colours_of_the_pages(site, page):
    open_window(page, site.pages()[0])
    inks = run(page, "return Object.fromEntries([...document.querySelectorAll('.t-name')].map(name => [name.textContent, getComputedStyle(name).color]))")
    page.goto(site.conversations[0] / "statistics.html")
    bars = run(page, "return Object.fromEntries([...document.querySelectorAll('.people li')].map(person =>"
                     " [person.querySelector('bdi').textContent, getComputedStyle(person.querySelector('svg.share')).fill]))")
    assert len(inks) == 7 and all(bars[name] == colour for name, colour in inks.items())


def open_person(browser, site) -> None:
    open_window(browser, f"{site.pages()[1].as_uri()}#m-521")
    name = run(browser, """const name = near('.t-name').find(name => name.textContent === 'Ana');
      const box = name.getBoundingClientRect(); return [box.x + 5, box.y + 5]""")
    if hasattr(browser, "act"):
        browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": int(name[0]), "y": int(name[1]), "duration": 0}, {"type": "pause", "duration": 300},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})
    else:
        browser.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": name[0], "y": name[1]})
        run(browser, "await until(() => document.querySelector('.t-name[role=button]'))")
        for kind in ("mousePressed", "mouseReleased"):
            browser.send("Input.dispatchMouseEvent", {"type": kind, "x": name[0], "y": name[1], "button": "left", "clickCount": 1})
    run(browser, "await until(() => document.querySelector('#person[open]'))")


FACTS = """const dialog = document.querySelector('#person');
  return Object.fromEntries([...dialog.querySelectorAll('[data-fact]')].filter(fact => fact.checkVisibility())
    .map(fact => [fact.dataset.fact, fact.textContent]))"""


def test_a_name_opens_the_person(browser, site):
    open_person(browser, site)
    assert run(browser, "return document.querySelector('#person h2').textContent") == "Ana"
    facts = run(browser, FACTS)
    assert facts == {"messages": "80 · 13%", "first": "1 March 2026 at 09:01", "last": "16 March 2026 at 09:33"}
    assert run(browser, "return document.querySelector('#person figcaption').textContent") == "Most active at 09:00"
    run(browser, "history.back(); await until(() => !document.querySelector('#person').open); await frames(5)")
    focus = run(browser, "return [document.activeElement.textContent, document.activeElement.role]")
    assert focus == ["Ana", "button"]
    # The keyboard opens it again, and leads to the person's first message.
    press(browser, "Enter")
    run(browser, "await until(() => document.querySelector('#person[open]'));"
                 "document.querySelector('#person [data-do=first]').click();"
                 "await until(() => document.querySelector('.target')?.id === 'm-1')")


def test_the_way_to_all_messages_of_a_person_is_the_search(browser, site):
    open_person(browser, site)
    run(browser, """document.querySelector('#person [data-do=search]').click();
      await until(() => document.querySelectorAll('#search[open] ol a b').length > 5)""")
    senders = run(browser, "return [...new Set([...document.querySelectorAll('#search ol a b')].map(name => name.textContent))]")
    assert senders == ["Ana"]


@pytest.mark.parametrize("front", ["index.html", "statistics.html", "root"])
def test_a_click_on_a_person_of_the_overview_tells_of_them(browser, site, front):
    path = site.folder / "index.html" if front == "root" else site.conversations[0] / front
    browser.goto(path)
    browser.wait_until("document.querySelector('.people .who > button')")
    run(browser, "[...document.querySelectorAll('.who > button')].find(button => button.textContent === 'Ana').click();"
                 "await until(() => document.querySelector('#person[open]'))")
    facts = run(browser, FACTS)
    assert facts == {"messages": "80 · 13%", "first": "1 March 2026 at 09:01", "last": "16 March 2026 at 09:33"}
    # The whole row is the button.
    assert run(browser, """const row = [...document.querySelectorAll('.people li')].find(row => row.textContent.includes('Ben'));
      document.querySelector('#person [data-do=close]').click(); await until(() => !document.querySelector('#person').open); await frames(5);
      row.scrollIntoView({block: 'center', behavior: 'instant'}); const box = row.getBoundingClientRect();
      return [box.height >= 44, document.elementFromPoint(box.right - 4, box.bottom - 4).closest('button')?.textContent]""") == [True, "Ben <b>"]


def test_ways_lead_from_the_overview_to_the_messages(browser, site):
    browser.goto(site.conversations[0] / "index.html")
    run(browser, "[...document.querySelectorAll('.who > button')].find(button => button.textContent === 'Gus').click();"
                 "await until(() => document.querySelector('#person[open]')); document.querySelector('#person [data-do=last]').click()")
    browser.wait_until("document.querySelector('.target')?.id === 'm-639' && location.hash === '#m-639'")
    browser.goto(site.conversations[0] / "statistics.html")
    run(browser, "[...document.querySelectorAll('.who > button')].find(button => button.textContent === 'Gus').click();"
                 "await until(() => document.querySelector('#person[open]')); document.querySelector('#person [data-do=search]').click()")
    browser.wait_until("document.querySelectorAll('#search[open] ol a b').length > 5")
    assert run(browser, "return [...new Set([...document.querySelectorAll('#search ol a b')].map(name => name.textContent))]") == ["Gus"]


HINT = "const hint = document.querySelector('.hint:not([hidden])'); return hint && [...hint.children].map(line => line.textContent)"


def reaction(browser, site) -> tuple:
    open_window(browser, f"{site.pages()[0].as_uri()}#m-3")
    return run(browser, "const box = document.querySelector('[id=\"m-3\"] .reaction').getBoundingClientRect();"
                        "return [box.x + box.width / 2, box.y + box.height / 2]")


def test_a_reaction_says_who_and_when_by_pointer_and_keyboard(browser, site):
    x, y = reaction(browser, site)
    if hasattr(browser, "act"):
        browser.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": 5, "y": 300, "duration": 0}, {"type": "pause", "duration": 400},
            {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}]})
    else:
        browser.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 5, "y": 300})
        run(browser, "await until(() => document.querySelector('.reaction[role=button]'))")
        browser.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    run(browser, "await until(() => document.querySelector('.hint:not([hidden])'))")
    who = ["👍 2", "Ana · 09:00", "Ben <b> · 2 March 2026 at 11:30"]
    lines = run(browser, HINT)
    assert lines == who
    press(browser, "Escape")
    assert run(browser, HINT) is None
    labels = run(browser, "const chips = [...document.querySelectorAll('[id=\"m-3\"] .reaction')]; chips[1].focus({preventScroll: true});"
                          "return chips.map(chip => [chip.role, chip.ariaLabel])")
    assert labels[1] == ["button", "🎉: دنة".replace("دنة", "\u2068دنة\u2069")] and labels[2][0] is None
    assert run(browser, HINT)[0] == "🎉"


def test_a_tap_on_a_reaction_or_a_time_says_it_too(page, site):
    page.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    x, y = reaction(page, site)
    touch(page, [(x, y)])
    run(page, "await new Promise(done => setTimeout(done, 300))")
    if run(page, HINT) is None:
        # The first touch of a page loads the script.
        touch(page, [(x, y)])
    run(page, "await until(() => document.querySelector('.hint:not([hidden])'))")
    touch(page, [(x, y)])
    run(page, "await until(() => !document.querySelector('.hint:not([hidden])'))")
    x, y = run(page, "const box = document.querySelector('[id=\"m-3\"] time').getBoundingClientRect(); return [box.x + 5, box.y + 5]")
    touch(page, [(x, y)])
    run(page, "await until(() => document.querySelector('.hint:not([hidden])'))")
    assert run(page, HINT) == [run(page, "return document.querySelector('[id=\"m-3\"] time').title")]


def test_a_time_says_the_whole_moment_in_the_conversations_zone(browser, site):
    open_window(browser, f"{site.pages()[1].as_uri()}#m-620")
    run(browser, "document.querySelector('[id=\"m-620\"]').dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));"
                 "await until(() => document.querySelector('[id=\"m-620\"] time').title)")
    moment = run(browser, "return document.querySelector('[id=\"m-620\"] time').title")
    assert re.search(r"16 March 2026.*12:20:07", moment), moment


def test_a_place_is_a_link_that_desktops_open(browser, site):
    open_window(browser, site.pages()[0])
    link = run(browser, "const link = document.querySelector('[id=\"m-4\"] a.jump[rel]'); return [link.href, link.rel]")
    assert link == ["https://www.openstreetmap.org/?mlat=38.7139123&mlon=-9.1334567#map=16/38.7139123/-9.1334567",
                    "noopener noreferrer nofollow"]


def test_the_icon_of_a_place_opens_the_devices_map_where_there_is_touch(browser, site):
    open_window(browser, site.pages()[0])
    link = run(browser, "const link = document.querySelector('[id=\"m-4\"] a[href^=\"geo:\"]'), box = link.getBoundingClientRect();"
                        "return [link.href, box.width >= 44 && box.height >= 44, getComputedStyle(link).visibility,"
                        " matchMedia('(any-pointer: coarse)').matches ? 'visible' : 'hidden']")
    assert link[:2] == ["geo:38.71391,-9.13346", True] and link[2] == link[3], link
