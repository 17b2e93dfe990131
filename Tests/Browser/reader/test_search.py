"""Searching a site from the disk: what is found is exactly what a look at every message finds."""

import json
import random
import re
import shutil
import unicodedata
from collections import Counter

import pytest

from conftest import EXAMPLE, ROOT
from public_files import script
from window import READY, Served, open_window, press, run

LEFT_OUT = [(0x300, 0x36F), (0x483, 0x487), (0x591, 0x5C7), (0x610, 0x61A), (0x640, 0x640), (0x64B, 0x65F),
            (0x670, 0x670), (0x6D6, 0x6ED), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE2F)]
UNIT = re.compile("[\0-\U0010ffff][\u1160-\u11ff\u3099\u309a\uff9e\uff9f]*")

# Asks as a reader does, and takes all hits there are.
ASK = """
const panel = document.querySelector('#search'), list = panel.querySelector('ol');
const told = panel.querySelector('[role=status]');
if (!panel.open) { document.querySelector('[data-act=search]').click(); await until(() => panel.open); }
await until(() => panel.querySelector('select').options.length > 1, 'index');
const [words, from, to] = panel.querySelectorAll('input'), [sender, kind] = panel.querySelectorAll('select');
const ask = async ({text = '', by = '', has = '', first = '', last = ''}) => {
  words.value = text; from.value = first; to.value = last; kind.value = has;
  sender.value = [...sender.options].find(option => option.text === by)?.value ?? '';
  list.replaceChildren(); told.textContent = '?';
  panel.dispatchEvent(new Event('input', {bubbles: true}));
  addEventListener('unhandledrejection', event => { list.dataset.failed = String(event.reason?.stack ?? event.reason) }, {once: true});
  await until(() => !/[?]$/.test(told.textContent), 'began');
  await until(() => { list.scrollTop = list.scrollHeight; list.dispatchEvent(new Event('scroll')); return told.textContent && !/…$/.test(told.textContent) || list.dataset.failed }, `ended ${text} ${told.textContent}`);
  if (list.dataset.failed) throw new Error(`${text}: ${list.dataset.failed}`);
  for (let count = -1; count !== list.children.length; await frame()) {
    count = list.children.length; list.scrollTop = list.scrollHeight; list.dispatchEvent(new Event('scroll'));
  }
  return [...list.querySelectorAll('a')].map(link => decodeURIComponent(link.hash.slice(3)));
};
"""


def fold(text: str) -> str:
    """The rule of the search, said once more: without accents, in upper case."""
    folded = ""
    for unit in UNIT.findall(text):
        kept = "".join(
            sign for sign in unicodedata.normalize("NFKD", unit)
            if unicodedata.category(sign) != "Cf" and not any(low <= ord(sign) <= high for low, high in LEFT_OUT))
        folded += unicodedata.normalize("NFC", kept).upper()
    return folded


class Chat:
    """A generated conversation whose texts are shown as they are."""

    def __init__(self, source, folder):
        self.data = json.loads(source.read_text(encoding="utf-8"))
        self.data["text"] = "plain"
        # Earlier texts are found too.
        for message in self.data["messages"]:
            message.pop("edits", None)
        self.path = folder / "plain.json"
        self.path.write_text(json.dumps(self.data, ensure_ascii=False), encoding="utf-8")
        self.names = {person["id"]: person["name"] for person in self.data["participants"]}
        self.messages = self.data["messages"]
        self.folded = [fold(message.get("text", "")) for message in self.messages]

    def having(self, *parts: str) -> list:
        """The ids of the messages that have all parts, the newest first."""
        folded = [fold(part) for part in parts]
        return [message["id"] for message, text in zip(self.messages, self.folded)
                if all(part in text for part in folded)][::-1]


@pytest.fixture(scope="module")
def chat(generate, tmp_path_factory):
    return Chat(generate(10000, 1), tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def pages(program, chat, tmp_path_factory):
    site = program.export(chat.path, tmp_path_factory.mktemp("search") / "site")
    return site.conversations[0]


def ask(browser, **query) -> list:
    return run(browser, ASK + "return await ask(given[0])", query)


WORDS = [
    "thanks", "THANKS", "gram", "café", "CAFE", "naive", "größe", "GROSSE", "朋友", "电影", "友", "พรุ่งนี้", "ขอบคุณ", "شكرا",
    "שלום", "привет", "ПРИВЕТ", "ありがとう", "धन्यवाद", "🎉", "👨‍👩‍👧‍👦", "example.org/menu", "don’t", "no such words at all",
]


def test_what_is_found_is_what_every_message_says(browser, chat, pages):
    open_window(browser, pages / "20.html")
    for words in WORDS:
        assert ask(browser, text=words) == chat.having(*words.split()), words


def test_random_words_and_parts_of_words_are_found_wherever_they_are(browser, chat, pages):
    open_window(browser, pages / "3.html")
    pick = random.Random(11)
    texts = [message["text"] for message in chat.messages if message.get("text")]
    queries = []
    while len(queries) < 6:
        text = pick.choice(texts)
        part = pick.choice(text.split() or [""]).strip('"“”„«»')
        if queries and len(queries) % 2:
            start = pick.randrange(len(part)) if part else 0
            part = part[start:start + pick.randrange(2, 6)]
        # A cut may separate what composes.
        if len(fold(part)) > 1 and not any(sign in part for sign in '"“”„«»\u200d\ufe0f') and 0 < len(chat.having(part)) < 400:
            queries.append(part)
    for query in queries:
        assert ask(browser, text=query) == chat.having(query), query


def test_several_words_are_found_over_groups_of_pages(browser, chat, program, tmp_path):
    """Terms of messages are told for 128 pages at a time: the last group is not full here."""
    site = program.export(chat.path, tmp_path / "site", "--page-size", "60")
    open_window(browser, site.conversations[0] / "160.html")
    pick = random.Random(12)
    by = {message["id"]: chat.names.get(message.get("from")) for message in chat.messages}
    texts = [message["text"].split() for message in chat.messages if len(message.get("text", "").split()) > 3]
    asked = 0
    while asked < 12:
        words = pick.choice(texts)
        first = pick.randrange(len(words) - 1)
        one, other = words[first], pick.choice([words[first + 1], pick.choice(words)[1:5]])
        hits = chat.having(one, other)
        if any(set(word) & set('"“”„«»\u200d\ufe0f') or len(fold(word)) < 2 for word in (one, other)) or len(hits) > 60:
            continue
        asked += 1
        assert ask(browser, text=f"{one} {other}") == hits, (one, other)
        name = by[hits[-1]]
        if name and not asked % 3:
            assert ask(browser, text=f"{one} {other}", by=name) == [hit for hit in hits if by[hit] == name], (one, other, name)


def test_senders_and_days_narrow_what_is_found_and_are_enough_by_themselves(browser, chat, pages):
    open_window(browser, pages / "20.html")
    person = next(iter(chat.names))
    name, day = chat.names[person], chat.messages[-700]["at"][:10]
    by = [message["id"] for message in chat.messages if message.get("from") == person and "kind" not in message][::-1]
    words = chat.having("may")
    assert ask(browser, text="may", by=name) == [identifier for identifier in words if identifier in set(by)]
    since = {message["id"] for message in chat.messages if message["at"][:10] >= day}
    until = {message["id"] for message in chat.messages if message["at"][:10] <= day}
    assert ask(browser, by=name, first=day) == [identifier for identifier in by if identifier in since]
    assert ask(browser, text="may", first=day, last=day) == [
        identifier for identifier in words if identifier in since & until]


HOSTILE = [
    "</script><script>alert(1)</script>", '");alert(1)//', "a|b|c", "\\u0041\\", "${alert(1)}", "`x`", "__proto__",
    "constructor", "toString", "\u2028line\u2029", "x" * 3000 + "needle" + "y" * 3000, "\u202eabc\u202c", "%00", "A\u0300\u0301\u0302" * 50,
    "<img src=x onerror=alert(1)>", "(((", "[a-z]+", "\"quoted words\" here", "'", "😀😀", "\u0e40\u0e01", "각", "각".encode().decode(),
    "\u1100\u1161\u11a8", "ガギ", "ｶﾞｷﾞ", "ß", "Σίσυφος", "İstanbul ılık", "ﬁn", "ＡＢＣ", "Å", "mañana", "かﾞ",
]


@pytest.fixture(scope="module")
def hostile(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    data = {"format": "chatexport/1", "id": "hostile", "title": "Hostile", "text": "plain", "timeZone": "UTC",
            "participants": [{"id": "a", "name": "\"</script><b>|\\\u2028 Eve"}, {"id": "b", "name": "Bo"}],
            "messages": [{"id": str(number), "from": "ab"[number % 2], "at": "2026-05-01T09:12:03Z", "text": text}
                         for number, text in enumerate(HOSTILE)]}
    (folder / "hostile.json").write_text(json.dumps(data), encoding="utf-8")
    site = program.export(folder / "hostile.json", folder / "site", "--page-size", "7")
    return site.conversations[0]


def test_whatever_is_written_is_found_as_it_is(browser, hostile):
    folder = hostile
    open_window(browser, folder / "1.html")
    for number, text in enumerate(HOSTILE):
        assert str(number) in ask(browser, text=text), repr(text)
    assert len(run(browser, ASK + """
      return await ask({by: sender.options[1].text})""")) == len(HOSTILE) // 2 + len(HOSTILE) % 2
    assert ask(browser, text="xneedley") == [str(HOSTILE.index(next(t for t in HOSTILE if "needle" in t)))]


def test_whole_words_are_asked_for_with_quotation_marks(browser, chat, pages):
    open_window(browser, pages / "20.html")
    word = re.compile(r"(?<![0-9A-Z])HARD(?![0-9A-Z])")
    expected = [message["id"] for message, text in zip(chat.messages, chat.folded) if word.search(text)][::-1]
    assert ask(browser, text='"hard"') == expected


def test_phrases_are_found_wherever_their_words_follow_one_another(browser, chat, pages):
    """Of words that many messages have, of words that few have, over signs, and of any number; also what nobody wrote so."""
    many = Counter(word for text in chat.folded for word in re.findall("[A-Z]+", text))
    pick = random.Random(12)
    pairs = {pair for text in chat.folded for pair in re.findall(r"(?=\b([A-Z]+[ ,.:;–’]{1,2}[A-Z]+)\b)", text)}
    pairs = sorted(pair for pair in pairs if "\n" not in pair)
    seldom = [pair for pair in pairs if min(many[word] for word in re.findall("[A-Z]+", pair)) < 40]
    longer = [match[0] for text in chat.folded if (match := re.search(r"\b[A-Z]+ [A-Z]+ [A-Z]+ [A-Z]+\b", text))]
    phrases = [*pick.sample(pairs, 6), *pick.sample(seldom, 3), *pick.sample(longer, 3)]
    # Words that are often in one message, and never side by side.
    common = [word for word, _ in many.most_common(12)]
    phrases += [phrase for one in common for other in common if (phrase := f"{one} {other}") not in pairs][:2]
    open_window(browser, pages / "20.html")
    for phrase in phrases:
        whole = re.compile(rf"(?<![0-9A-Z]){re.escape(phrase)}(?![0-9A-Z])")
        assert ask(browser, text=f'"{phrase}"') == [message["id"] for message, text in zip(chat.messages, chat.folded) if whole.search(text)][::-1], phrase


def test_a_hit_leads_to_its_message_where_it_is_marked(browser, chat, pages):
    open_window(browser, pages / "20.html")
    press(browser, "/")
    target = ask(browser, text="朋友")[-1]
    run(browser, """
      const links = document.querySelectorAll('#search ol a');
      links[links.length - 1].click();
      await until(() => document.getElementById('m-' + given[0])?.matches('.target'));
      await settled();
      if (document.querySelector('#search').open) throw new Error('still open');
      await until(() => CSS.highlights.get('hit').size > 0);
      const said = [...CSS.highlights.get('hit')].map(marked => {
        const range = new Range();
        range.setStart(marked.startContainer, marked.startOffset);
        range.setEnd(marked.endContainer, marked.endOffset);
        return String(range);
      });
      if (said.some(text => text !== '朋友')) throw new Error(said.join());
    """, target)


def test_the_hits_are_counted_and_lead_to_one_another(browser, chat, pages):
    """The number is there without scrolling; arrows go through the hits; the list is where it was."""
    open_window(browser, pages / "20.html")
    press(browser, "/")
    hits = ask(browser, text="朋友")
    total = len(hits)
    assert total > 3
    said = run(browser, """
      const panel = document.querySelector('#search'), list = panel.querySelector('ol'), told = panel.querySelector('[role=status]');
      if (!told.textContent.includes(given[0])) throw new Error(told.textContent);
      list.scrollTop = 120; await frames(2);
      const before = list.scrollTop;
      list.querySelectorAll('a')[1].click();
      const bar = document.querySelector('.hits'), said = [], [next, previous, back] = bar.querySelectorAll('button');
      const shown = async index => { await until(() => document.getElementById('m-' + given[1][index])?.matches('.target'));
        said.push(bar.querySelector('p').textContent) };
      await shown(1);
      next.click(); await shown(2);
      previous.click(); await shown(1);
      previous.click(); await shown(0);
      if (!previous.disabled) throw new Error('before the first');
      back.click(); await until(() => panel.open);
      if (list.scrollTop !== before) throw new Error(`${list.scrollTop}`);
      if (panel.querySelector('[aria-current]') !== list.querySelector('a')) throw new Error('not marked');
      return said;
    """, str(total), hits)
    assert said == [f"{number} of {total}" for number in (2, 3, 2, 1)]


def test_filters_fold_in_low_windows(page, pages):
    page.resize(390, 480)
    open_window(page, pages / "20.html")
    press(page, "/")
    assert run(page, "await until(() => document.querySelector('#search').open); return [document.querySelector('.filters').open, document.querySelector('#search ol').offsetHeight > 250]") == [False, True]
    page.resize(390, 844)
    assert run(page, "await until(() => document.querySelector('.filters').open); return document.querySelector('.filters summary').checkVisibility()") is False


@pytest.mark.parametrize(("text", "hits"), [
    ("you", 10), ("the morning", 1), ("thanks tomorrow", 1), ("works now please", 1), ('"will be"', 1), ("朋友 电影", 1)])
def test_a_common_query_reads_little(page, chat, pages, text, hits):
    """Until its first results are shown, the scripts of the search and its index among it."""
    with Served(pages.parent) as address:
        page.goto(f"{address}/{pages.name}/20.html#messages")
        page.wait_until(READY)
        size = run(page, ASK + """
          await settled();
          performance.clearResourceTimings();
          words.value = given[0];
          panel.dispatchEvent(new Event('input', {bubbles: true}));
          await until(() => list.children.length >= given[1] || told.textContent && !told.textContent.endsWith('…'));
          if (given[1] > 1) await frames(20);
          return performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.encodedBodySize, 0);
        """, text, hits)
    print(f"\n{text}: {size:,} B read")
    assert 0 < size <= 500_000


def pages_read(page, pages, text: str, hits: list) -> int:
    """Counts the pages read that have none of the hits."""
    holding = {(int(identifier) - 1) // 500 + 1 for identifier in hits}
    with Served(pages.parent) as address:
        page.goto(f"{address}/{pages.name}/20.html#messages")
        page.wait_until(READY)
        run(page, "await settled(); performance.clearResourceTimings()")
        assert ask(page, text=text) == hits
        read = run(page, "return performance.getEntriesByType('resource').map(entry => Number(/(\\d+)[.]html/.exec(entry.name)?.[1])).filter(Boolean)")
    # The window's own neighbours are fetched as well, and bits of hashes may be the same.
    return len(set(read) - holding)


def test_words_that_are_often_on_a_page_and_seldom_in_one_message_read_few_pages(page, chat, pages):
    """The words of each message are known before a page is read: pages without a hit are left alone."""
    words = [text.split() for text in chat.folded]
    common = [word for word, _ in Counter(word for said in words for word in set(said) if word.isalpha()).most_common(60)]
    having = {word: set(chat.having(word)) for word in common}
    pairs = [(one, other) for one in common for other in common if one < other]
    one, other = next((one, other) for one, other in pairs if 1 <= len(having[one] & having[other]) <= 6)
    hits = chat.having(one, other)
    assert pages_read(page, pages, f"{one} {other}", hits) <= 4


def test_phrases_of_common_words_read_few_pages(page, chat, pages):
    """Words that many messages have, most of them not side by side."""
    followed = Counter(pair for text in chat.folded for pair in set(re.findall(r"(?=\b([A-Z]+ [A-Z]+)\b)", text)))
    many = Counter(word for text in chat.folded for word in set(re.findall("[A-Z]+", text)))
    phrase = max((pair for pair, times in followed.items() if times <= 3), key=lambda pair: min(many[word] for word in pair.split()))
    one, other = phrase.split()
    assert len(set(chat.having(one)) & set(chat.having(other))) > 40
    whole = re.compile(rf"(?<![0-9A-Z]){phrase}(?![0-9A-Z])")
    hits = [message["id"] for message, text in zip(chat.messages, chat.folded) if whole.search(text)][::-1]
    assert pages_read(page, pages, f'"{phrase}"', hits) <= 4


@pytest.fixture(scope="module")
def kinds(program, tmp_path_factory):
    """Messages of every kind of file and with links, over many pages, and the ids of those of each choice."""
    folder = tmp_path_factory.mktemp("kinds")
    media = folder / "media"
    shutil.copytree(EXAMPLE.parent / "media", media)
    files = {"photo": ("image", "pier.jpg"), "video": ("video", "custard.webm"), "audio": ("audio", "song.wav"),
             "file": ("file", "packing-list.txt")}
    pick, messages, having = random.Random(5), [], {name: [] for name in [*files, "link", "attachment"]}
    for number in range(120):
        message = {"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-{1 + number // 24:02}T{number % 24:02}:00:00Z",
                   "text": pick.choice(["the boat", "a bridge"])}
        if pick.random() < 0.3:
            message["text"] += " https://example.org/x"
            having["link"].append(str(number))
        if pick.random() < 0.4:
            name = pick.choice([*files])
            kind, path = files[name]
            message["attachments"] = [{"kind": kind, "path": f"media/{path}"}]
            having[name].append(str(number))
            having["attachment"].append(str(number))
        messages.append(message)
    data = {"format": "chatexport/1", "id": "kinds", "title": "Kinds", "text": "plain", "timeZone": "UTC", "locale": "en",
            "participants": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bo"}], "messages": messages}
    (folder / "kinds.json").write_text(json.dumps(data), encoding="utf-8")
    site = program.export(folder / "kinds.json", folder / "site", "--page-size", "7")
    return site.conversations[0], messages, having


def test_kinds_links_and_attachments_narrow_what_is_found_and_are_enough_by_themselves(browser, kinds):
    folder, messages, having = kinds
    open_window(browser, folder / "3.html")
    boats = {message["id"] for message in messages if "boat" in message["text"]}
    anns = {message["id"] for message in messages if message["from"] == "a"}
    for kind, expected in having.items():
        assert ask(browser, has=kind) == expected[::-1], kind
        assert ask(browser, has=kind, text="boat", by="Ann") == [
            identifier for identifier in expected[::-1] if identifier in boats & anns], kind


def test_what_an_index_file_would_have_told_is_looked_up_in_the_pages(browser, kinds, tmp_path):
    folder, messages, having = kinds
    shutil.copytree(folder.parent, tmp_path / "site")
    broken = tmp_path / "site" / folder.name
    for path in broken.glob("map/[sgw][0-9]*.js"):
        path.unlink()
    open_window(browser, broken / "3.html")
    assert ask(browser, has="video") == having["video"][::-1]
    assert ask(browser, text="oat") == [message["id"] for message in messages if "boat" in message["text"]][::-1]


def test_pages_that_cannot_be_read_are_told(browser, kinds, tmp_path):
    folder, messages, _ = kinds
    shutil.copytree(folder.parent, tmp_path / "site", ignore=shutil.ignore_patterns("5.html"))
    open_window(browser, tmp_path / "site" / folder.name / "17.html")
    expected = [message["id"] for message in messages if "boat" in message["text"] and not 28 <= int(message["id"]) < 35]
    assert ask(browser, text="boat") == expected[::-1]
    told = "return document.querySelector('#search [role=status]').textContent"
    assert run(browser, told) == f"Found: {len(expected)}. Pages that could not be read: 1"
    # Nothing is told of pages that nobody had to look at.
    ask(browser, text="boat", first="2026-05-04")
    assert "read" not in run(browser, told)


def test_a_site_without_an_index_has_no_search(browser, program, kinds, tmp_path):
    folder, _, _ = kinds
    site = program.export(folder.parent.parent / "kinds.json", tmp_path / "site", "--no-search", "--page-size", "7")
    folder = site.conversations[0]
    assert not list(folder.glob("map/[sgw]*.js"))
    open_window(browser, folder / "3.html")
    assert run(browser, "return document.querySelectorAll('#search, [data-act=search]').length") == 0
    press(browser, "/")
    press(browser, "j")
    run(browser, "await until(() => document.activeElement.matches('article'))")
    assert run(browser, "return [document.querySelectorAll('script[src*=search]').length, document.querySelectorAll('dialog[open]').length]") == [0, 0]


# Folds stretches of characters with the search's own function, in the page's own world.
FOLDING = """
root.addEventListener("fold", () => {
  const hashOf = (first, last) => {
    let hash = 0x811c9dc5;
    const add = (value) => hash = Math.imul(hash ^ value, 0x01000193) >>> 0;
    for (let value = first; value <= last; value++) {
      for (const sign of SearchIndex.fold(String.fromCodePoint(value))) add(sign.codePointAt(0));
      add(0x110000);
    }
    return hash;
  };
  root.dataset.different = JSON.parse(root.dataset.stretches).filter(([first, last, hash]) => hashOf(first, last) !== hash)
    .map(([first, last]) => `${first.toString(16)}-${last.toString(16)}`).join(" ");
});
"""


def test_every_character_is_folded_as_the_index_has_it(browser, program, kinds, tmp_path):
    """The index's own test writes down what it makes of each stretch of characters."""
    golden = ROOT / "Tests" / "SearchIndexTests" / "Goldens" / "folding.txt"
    stretches = [[int(number, 16) for number in line.split()] for line in golden.read_text().splitlines()]
    assert sum(last - first + 1 for first, last, _ in stretches) > 140_000
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "search.js").write_text(script("search") + FOLDING, encoding="utf-8")
    folder, _, _ = kinds
    site = program.export(folder.parent.parent / "kinds.json", tmp_path / "site", "--public", tmp_path / "public")
    open_window(browser, site.conversations[0] / "1.html")
    different = run(browser, ASK + """
      const root = document.documentElement;
      root.dataset.stretches = JSON.stringify(given[0]);
      root.dispatchEvent(new Event('fold'));
      return root.dataset.different;
    """, stretches)
    assert different == ""
