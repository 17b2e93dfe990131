"""Exports that are text, line by line."""

import csv
from pathlib import Path

from .common import days, messages


def whatsapp(folder: Path, count: int) -> Path:
    path = folder / "WhatsApp Chat with Trip.txt"
    with path.open("w", encoding="utf-8") as file:
        file.write("1/1/24, 00:00 - Messages and calls are end-to-end encrypted.\n")
        for message in messages(count):
            text = f"{message.file} (file attached)\n{message.text}" if message.file else message.text
            file.write(f"{message.at.month}/{message.at.day}/{message.at:%y, %H:%M} - {message.name}: {text}\n")
    return path


def whatsappios(folder: Path, count: int) -> Path:
    path = folder / "_chat.txt"
    with path.open("w", encoding="utf-8") as file:
        file.write("[01.01.24, 00:00:00] Trip: \u200eMessages and calls are end-to-end encrypted.\n")
        for message in messages(count):
            mark, text = ("\u200e", f"\u200e<attached: {message.file}>") if message.file else ("", message.text)
            file.write(f"{mark}[{message.at:%d.%m.%y, %H:%M:%S}] {message.name}: {text}\n")
    return path


def line(folder: Path, count: int) -> Path:
    path = folder / "[LINE] Chat with Trip.txt"
    with path.open("w", encoding="utf-8") as file:
        file.write("[LINE] Chat history in Trip\nSaved on: 2024/06/01, 12:00\n")
        for message, day in days(count):
            if day:
                file.write(f"\n{day:%a, %m/%d/%Y}\n")
            file.write(f"{message.at:%I:%M %p}\t{message.name}\t{'[Photo]' if message.file else message.text}\n")
    return path


def kakaotalk(folder: Path, count: int) -> Path:
    path = folder / "KakaoTalk_Chat_Trip_2024-08-01-11-29-00.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        file.write("Date,User,Message\n")
        for message in messages(count):
            rows.writerow([f"{message.at:%Y-%m-%d %H:%M:%S}", message.name, "Photo" if message.file else message.text])
    return path


def kakaotalkwindows(folder: Path, count: int) -> Path:
    path = folder / "KakaoTalk_windows.txt"
    with path.open("w", encoding="utf-8") as file:
        file.write("여행 님과 카카오톡 대화\n저장한 날짜 : 2024-08-01 11:29:00\n")
        for message, day in days(count):
            if day:
                file.write(f"\n--------------- {day.year}년 {day.month}월 {day.day}일 {'월화수목금토일'[day.weekday()]}요일 ---------------\n")
            half = "오전" if message.at.hour < 12 else "오후"
            file.write(f"[{message.name}] [{half} {message.at:%-I:%M}] {'사진' if message.file else message.text}\n")
    return path


def irc(folder: Path, count: int) -> Path:
    path = folder / "irc.libera.#trip.weechatlog"
    with path.open("w", encoding="utf-8") as file:
        for message in messages(count):
            file.write(f"{message.at:%Y-%m-%d %H:%M:%S}\t{message.name}\t{message.text}\n")
    return path


def threema(folder: Path, count: int) -> Path:
    path = folder / "messages.txt"
    with path.open("w", encoding="utf-8") as file:
        for message in messages(count):
            text = f"{message.text} <{message.number:016x}-{message.file}>" if message.file else message.text
            file.write(f"[{message.at.day}.{message.at.month}.{message.at:%Y, %H:%M}] {'Ich' if message.sender == 0 else message.name}: {text}\n")
    return path


MAKERS = (whatsapp, whatsappios, line, kakaotalk, kakaotalkwindows, irc, threema)
