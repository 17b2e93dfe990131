#!/usr/bin/env python3
"""Writes a generated conversation in the chatexport/1 format. The same options give the same bytes on every machine.

The mix follows real group chats: texts with a median of 38 characters, about 10 % of messages in scripts other than Latin,
8 % replies (mostly to recent messages, some far back, a few forward), 10 % with reactions, some Markdown, links, emoji and
several lines, and bursts of activity between hours and days of silence.
"""

import argparse
import sys
from datetime import datetime, timezone
from itertools import accumulate
from json.encoder import encode_basestring as quoted
from math import exp, log
from random import Random

PEOPLE = ["Ana Sousa", "Bo", "Chiara Rossi", "Dmitri", "Eun-ji 김은지", "Farah فرح", "Guðrún", "Hugo Lefèvre"]

COMMON = """the I you to a and it is that of in we for on have was not be at this so but with just do they
are can all me my if what as there no or one get like up out about know go now your when then think time from
how see good would will he she really could make had more some here going want an by who them still back been
too did yes where right why our need well today tomorrow people way much only over work day us got off maybe
because into after than first again very new thing should sure something were last never home take next before
little say long other tell which look down come let better always anything night week great even ask same
everything morning might hard actually probably already thought until found looks works tried works later
thanks sorry okay please""".split()

SYLLABLES = """an ber con da el fi gra hol in jo ka lu mar ne or pre qui ra so ta un ver win xe yo ze bri cle
dro fla gen hu li mo nu par ri sta tre vi""".split()

ACCENTED = """café naïve résumé déjà über schön größe mañana niño coração amanhã pão às já são açúcar façade
château hôtel Zürich Malmö København Łódź Kraków piękny děkuji žluťoučký şimdi güzel çok teşekkürler Việt Nam
“quoted” ‘so’ – — … it’s don’t we’ll can’t that’s I’m""".split()

SCRIPTS = {
    "zh": ("", """我们 明天 几点 见面 好的 没问题 谢谢 已经 到了 车站 在哪里 等一下 今天 天气 不错 吃饭 一起 去
看 电影 会议 改到 下午 三点 收到 请 发给 我 照片 真 漂亮 哈哈 太 远 了 ， 。 ？ ！ 这个 周末 有空 吗 朋友 地铁 下雨 工作 忙 回家 路上 买 水果""".split()),
    "ja": ("", """今日は 明日 何時 に 会いましょう か ありがとう ございます 了解 です すみません 遅れます 駅 で
待って います お疲れ様 でした 写真 を 送って ください とても きれい ですね 、 。 ！ 電車 が 遅れて いる 夕飯 どう する カレー
コーヒー ミーティング 大丈夫 一緒 行きましょう 週末""".split()),
    "ru": (" ", """привет как дела завтра встретимся в семь часов хорошо спасибо уже еду буду через десять минут
где ты сегодня погода отличная пойдём кино билеты купил посмотри фотографии очень красиво не могу работа потом
позвоню ладно конечно когда вернёшься домой магазин нужно молоко хлеб""".split()),
    "ar": (" ", """مرحبا كيف الحال شكرا جزيلا غدا نلتقي في الساعة السابعة أين أنت الآن أنا الطريق إلى البيت
الصورة جميلة جدا هل تريد قهوة نعم لا بأس سأتصل بك لاحقا الاجتماع بعد الظهر إن شاء الله تمام مبروك""".split()),
    "he": (" ", """שלום מה נשמע תודה רבה מחר ניפגש בשעה שבע איפה אתה עכשיו אני בדרך הביתה התמונה יפה מאוד רוצה
קפה כן לא נורא אתקשר אחר כך הפגישה אחרי הצהריים בסדר מזל טוב סוף שבוע נעים""".split()),
    "th": ("", """สวัสดี ครับ ขอบคุณ พรุ่งนี้ เจอกัน กี่โมง ที่ไหน วันนี้ อากาศ ดี มาก กินข้าว หรือยัง ไป ดูหนัง
กัน ไหม รถติด ถึง แล้ว รอ สักครู่ รูป สวย จัง เลย ประชุม ตอนบ่าย ได้ ไม่เป็นไร กลับบ้าน""".split()),
    "hi": (" ", """नमस्ते कैसे हो धन्यवाद कल मिलते हैं कितने बजे कहाँ हो आज मौसम अच्छा है खाना खाया क्या चलो
फिल्म देखते ठीक पहुँच गया थोड़ा इंतज़ार करो तस्वीर बहुत सुंदर बैठक दोपहर में कोई बात नहीं घर जा रहा हूँ""".split()),
}
SCRIPT_NAMES = list(SCRIPTS)
# Average characters per word in each script, so that text lengths match those of Latin text.
SCRIPT_WORD = {name: len(glue) + sum(map(len, words)) / len(words) for name, (glue, words) in SCRIPTS.items()}

EMOJI = "😂 ❤️ 👍 🎉 🙏 😊 😭 🔥 😅 🤔 👏 🥳 😍 ✅ 🚀 👀 💪 🌞 🍕 ☕ 👨‍👩‍👧‍👦 👍🏽 🇵🇹 🏳️‍🌈 🤷‍♀️ 1️⃣".split()
REACTIONS = ["👍", "❤️", "😂", "🎉", "😮", "🙏", "👀", "🔥"]
HOSTS = ["example.org", "docs.example.com", "maps.example.net", "en.example.org", "photos.example.com"]
TLD_LESS = ["example.org/menu", "www.example.com", "example.net/r/42"]

START = 1_546_336_800  # 2019-01-01T10:00:00Z
FORWARD_REACH = 200


class Generator:
    """Draws messages in order, with `Random.random()` alone, whose sequence Python guarantees."""

    def __init__(self, count: int, seed: int, people: int):
        self.count = count
        self.draw = Random(seed).random
        self.people = PEOPLE[:people]
        self.keys = [f"p{number}" for number in range(1, len(self.people) + 1)]
        weights = [1 / (rank + 1) for rank in range(len(self.people))]
        self.shares = [share / sum(weights) for share in accumulate(weights)]
        self.words = COMMON + [self.invented() for _ in range(4000)]
        # The word of rank r is drawn about 1/r as often as the first, as in real text (Zipf's law).
        self.ranks = [int(len(self.words) ** (step / 4096)) - 1 for step in range(4096)]
        # Lengths of the drawn part; word ends, links and further lines bring the median to 38 characters.
        self.lengths = self.length_table()

    def invented(self) -> str:
        return "".join(SYLLABLES[int(self.draw() * len(SYLLABLES))] for _ in range(2 + int(self.draw() * 3)))

    def length_table(self) -> list:
        table = []
        for step in range(4096):
            # A logistic quantile stands in for the normal one: no erf⁻¹, the same bulk, a slightly longer tail.
            share = (step + 0.5) / 4096
            table.append(max(2, min(900, int(32 * exp(0.68 * log(share / (1 - share)))))))
        return table

    def pick(self, list_):
        return list_[int(self.draw() * len(list_))]

    def sentence(self, length: int) -> str:
        draw, words, ranks = self.draw, self.words, self.ranks
        parts = []
        while length > 0:
            word = words[ranks[int(draw() * 4096)]]
            parts.append(word)
            length -= len(word) + 1
        text = " ".join(parts)
        roll = draw()
        if roll < 0.6:
            text = text[0].upper() + text[1:]
        if length < -6 or roll < 0.3:
            text += "." if roll < 0.2 else "?" if roll < 0.3 else "!"
        return text

    def foreign(self, length: int) -> str:
        name = self.pick(SCRIPT_NAMES)
        glue, words = SCRIPTS[name]
        return glue.join([self.pick(words) for _ in range(max(1, int(length / SCRIPT_WORD[name])))])

    def text(self) -> str:
        draw = self.draw
        length = self.lengths[int(draw() * 4096)]
        roll = draw()
        if roll < 0.10:
            text = self.foreign(length)
            if draw() < 0.1:
                text += " " + self.sentence(12)
            return text
        if roll < 0.105:
            return "".join(self.pick(EMOJI) for _ in range(1 + int(draw() * 3)))
        text = self.sentence(length)
        if roll < 0.15:
            text += " " + self.pick(EMOJI)
        elif roll < 0.17:
            text += " " + self.pick(ACCENTED) + " " + self.pick(ACCENTED)
        elif roll < 0.20:
            host, slug = self.pick(HOSTS), self.invented()
            path = f"/{self.invented()}/{slug}?id={int(draw() * 1e6)}&ref={slug}" if draw() < 0.5 else f"/{slug}"
            text += f" https://{host}{path}"
        elif roll < 0.205:
            text += " " + self.pick(TLD_LESS)
        elif roll < 0.235:
            kind = int(draw() * 6)
            word = self.sentence(14)
            if kind == 0:
                text += f" **{word}**"
            elif kind == 1:
                text += f" *{word}* " + self.sentence(10)
            elif kind == 2:
                text += f" `{self.invented()}({self.invented()})`"
            elif kind == 3:
                text = f"- {text}\n- {word}\n- {self.sentence(20)}"
            elif kind == 4:
                text = f"> {word}\n\n{text}"
            else:
                text += f" [{word}](https://{self.pick(HOSTS)}/{self.invented()})"
        elif roll < 0.265:
            text += "\n" + self.sentence(self.lengths[int(draw() * 4096)])
            if draw() < 0.4:
                text += "\n\n" + self.sentence(20)
        elif roll < 0.29:
            text += f" {int(draw() * 24):02d}:{int(draw() * 60):02d}, {int(draw() * 900) / 10} km"
        return text

    def gap(self) -> int:
        """Returns the seconds until the next message: bursts, pauses, nights, holidays."""
        roll, size = self.draw(), self.draw()
        if roll < 0.86:
            return 1 + int(size * size * 90)
        if roll < 0.985:
            return 60 + int(size * size * size * 7200)
        if roll < 0.9995:
            return 3600 + int(size * size * 30_000)
        return 86_400 + int(size * 9 * 86_400)

    def header(self) -> str:
        people = ",".join(
            f'{{"id":"{key}","name":{quoted(name)}' + (',"isMe":true}' if index == 0 else "}")
            for index, (key, name) in enumerate(zip(self.keys, self.people)))
        return ('"format":"chatexport/1","id":"generated","title":"Generated conversation",'
                '"timeZone":"Europe/Lisbon","locale":"en-GB","text":"markdown",'
                f'"participants":[{people}]')

    def messages(self):
        draw, count, keys, shares = self.draw, self.count, self.keys, self.shares
        clock, day, date, sender = START, -1, "", 0
        two = [f"{number:02d}" for number in range(60)]
        for number in range(1, count + 1):
            clock += self.gap()
            if clock // 86_400 != day:
                day = clock // 86_400
                date = datetime.fromtimestamp(day * 86_400, timezone.utc).strftime("%Y-%m-%d")
            second = clock % 86_400
            at = f"{date}T{two[second // 3600]}:{two[second // 60 % 60]}:{two[second % 60]}Z"
            if draw() < 0.6:
                roll = draw()
                sender = 0
                while shares[sender] <= roll and sender < len(shares) - 1:
                    sender += 1
            special = draw()
            if special < 0.001:
                other = keys[int(draw() * len(keys))]
                yield (f'{{"id":"{number}","kind":"system","event":"memberAdded","by":"{keys[sender]}",'
                       f'"targets":["{other}"],"at":"{at}"}}')
                continue
            if special < 0.002:
                yield f'{{"id":"{number}","from":"{keys[sender]}","kind":"deleted","at":"{at}"}}'
                continue
            more = ""
            roll = draw()
            if roll < 0.08 and number > 1:
                target = self.reply_target(number, roll / 0.08)
                if target:
                    more = f',"replyTo":"{target}"'
            roll = draw()
            if roll < 0.10:
                more += f',"reactions":[{self.reaction()}' + (f",{self.reaction()}]" if roll < 0.02 else "]")
            if special > 0.99:
                more += ',"edits":[{"at":"' + at + '","text":' + quoted(self.sentence(30)) + "}]"
            yield f'{{"id":"{number}","from":"{keys[sender]}","at":"{at}","text":{quoted(self.text())}{more}}}'

    def reaction(self) -> str:
        first = int(self.draw() * len(self.keys))
        by = [self.keys[(first + step) % len(self.keys)] for step in range(1 + int(self.draw() ** 3 * len(self.keys)))]
        return f'{{"emoji":"{self.pick(REACTIONS)}","by":["' + '","'.join(by) + '"]}'

    def reply_target(self, number: int, roll: float) -> int:
        if roll < 0.02:
            target = number + 1 + int(self.draw() * FORWARD_REACH)
            return target if target <= self.count else 0
        if roll < 0.2:
            return 1 + int(self.draw() * (number - 1))
        return max(1, number - 1 - int(self.draw() ** 2 * 30))


def write(out, count: int, seed: int, people: int = 6, lines: bool = False) -> None:
    generator = Generator(count, seed, people)
    separator = "\n" if lines else ",\n"
    out.write("{" + generator.header() + ("}\n" if lines else ',"messages":[\n'))
    batch = []
    for number, message in enumerate(generator.messages(), 1):
        batch.append(message)
        if len(batch) == 10_000 or number == count:
            out.write(separator.join(batch) + (separator if number < count else "\n"))
            batch.clear()
    if not lines:
        out.write("]}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="messages to write (10000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random sequence (1)")
    parser.add_argument("--people", type=int, default=6, choices=range(2, len(PEOPLE) + 1), help="participants (6)")
    parser.add_argument("--out", default="-", help="the file to write; - for standard output")
    parser.add_argument("--jsonl", action="store_true", help="JSON Lines: a header, then a message a line")
    options = parser.parse_args()
    if options.count < 0:
        parser.error("--count must not be negative")
    if options.out == "-":
        out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    else:
        out = open(options.out, "w", encoding="utf-8", newline="\n")
    with out:
        write(out, options.count, options.seed, options.people, options.jsonl)


if __name__ == "__main__":
    main()
