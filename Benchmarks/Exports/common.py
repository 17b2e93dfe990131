"""The messages that all generated exports have, and how their times are written."""

import base64
import random
from collections import deque
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

WORDS = """the I you to a and it is that of in we for on have was not be at this so but with just do they are can all me my if
what as there no or one get like up out about know go now your when then think time from how see good would will""".split()
NAMES = ["Ann", "Bo", "Cleo"]
START = datetime(2024, 1, 1, tzinfo=timezone.utc)


class Message(NamedTuple):
    number: int
    """The index of the sender in ``NAMES``."""
    sender: int
    at: datetime
    text: str
    """The earlier message, of the same hundred, that this one answers; None for most."""
    reply: "Message | None"
    """Emoji, each with the index of the person who chose it."""
    reactions: list
    """The name of an attachment, which stays missing; None for most."""
    file: str | None

    @property
    def name(self) -> str:
        return NAMES[self.sender]

    @property
    def milliseconds(self) -> int:
        return int(self.at.timestamp() * 1000)

    @property
    def iso(self) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%S.000+00:00")

    @property
    def utc(self) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    @property
    def uuid(self) -> str:
        return f"00000000-0000-4000-8000-{self.number:012d}"

    @property
    def snowflake(self) -> int:
        """Its id at Discord: the milliseconds since 2015, and a number."""
        return self.milliseconds - 1_420_070_400_000 << 22


def messages(count: int):
    """Yields messages of 46 days for 100,000: one in seven answers another, one in ten has reactions, one in twenty an attachment."""
    pick = random.Random(5)
    before = deque(maxlen=9)
    for number in range(count):
        text = " ".join(pick.choices(WORDS, k=1 + int(pick.expovariate(1 / 9)))) + pick.choice(["", "", "!", " 👍"])
        reply = pick.choice(before)._replace(reply=None) if pick.randrange(7) == 0 and number % 100 > 9 else None
        reactions = [(emoji, index) for index, emoji in enumerate(pick.sample("👍😂🎉", 1 + pick.randrange(2)))]
        file = pick.choice(["photo_{}.jpg", "photo_{}.jpg", "voice_{}.ogg", "plan_{}.pdf"]).format(number)
        before.append(Message(
            number, pick.randrange(3), START + timedelta(seconds=40 * number), text, reply,
            reactions if pick.randrange(10) == 0 else [], file if pick.randrange(20) == 0 else None))
        yield before[-1]


def days(count: int):
    """Yields the messages, each with its day if it is the first one of it, else with None."""
    day = None
    for message in messages(count):
        yield message, None if message.at.date() == day else message.at.date()
        day = message.at.date()


def chats(count: int, size: int):
    """Yields the messages in lists of `size`, each of a conversation, with the number of the conversation."""
    everything = list(messages(count))
    for part in range(0, count, size):
        yield part // size, everything[part:part + size]


def turns(count: int, size: int = 100):
    """Yields conversations with an assistant, whose answers, of odd numbers, are long and have Markdown in them."""
    for chat, part in chats(count, size):
        yield chat, [
            turn._replace(text=f"{turn.text}.\n\n- **{turn.name}**: {part[turn.number % 7 % len(part)].text}\n- `{turn.number}`\n\n{turn.text}")
            if turn.number % 2 else turn for turn in part]


def role(turn: Message) -> str:
    return "assistant" if turn.number % 2 else "user"


def picture(size: int) -> bytes:
    """A JPEG of 1 × 1 px with `size` bytes behind its end, which programs pass over."""
    pixel = bytes.fromhex(
        "ffd8ffe000104a46494600010100000100010000ffdb004300" + "01" * 64 + "ffc0000b080001000101011100ffc40014000100000000000000"
        "00000000000000000000000009ffc40014100100000000000000000000000000000000ffda0008010100003f0054dfffd9")
    return pixel + random.Random(size).randbytes(size)


def picture_text(size: int) -> str:
    return base64.b64encode(picture(size)).decode()
