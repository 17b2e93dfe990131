"""Exports that are HTML or XML."""

from html import escape
from pathlib import Path

from .common import NAMES, START, chats, messages, picture_text


def telegramhtml(folder: Path, count: int) -> Path:
    """Telegram Desktop begins a new file every 1,000 messages."""
    head = ('<!DOCTYPE html>\n<html>\n <head>\n  <meta charset="utf-8"/>\n<title>Exported Data</title>\n'
            '  <meta content="width=device-width, initial-scale=1.0" name="viewport"/>\n'
            '  <link href="css/style.css" rel="stylesheet"/>\n  <script src="js/script.js" type="text/javascript">\n  </script>\n'
            ' </head>\n <body onload="CheckLocation();">\n  <div class="page_wrap">\n   <div class="page_header">\n'
            '    <div class="content">\n     <div class="text bold">\nTrip\n     </div>\n    </div>\n   </div>\n'
            '   <div class="page_body chat_page">\n    <div class="history">\n')

    def userpic(kind: str, sender: int, size: int, title: str = "") -> str:
        return (f'<div class="{kind} userpic{sender + 1}" style="width: {size}px; height: {size}px">\n'
                f'        <div class="initials" style="line-height: {size}px"{title}>\n{NAMES[sender][0]}\n        </div>\n       </div>\n')

    def block(message) -> str:
        parts = [
            f'     <div class="message default clearfix" id="message{message.number + 1}">\n      <div class="pull_left userpic_wrap">\n'
            f'       {userpic("userpic", message.sender, 42)}      </div>\n      <div class="body">\n       <div class="pull_right date '
            f'details" title="{message.at:%d.%m.%Y %H:%M:%S} UTC+00:00">\n{message.at:%H:%M}\n       </div>\n       <div '
            f'class="from_name">\n{message.name}\n       </div>\n']
        if message.reply:
            target = f"go_to_message{message.reply.number + 1}"
            parts.append(f'       <div class="reply_to details">\nIn reply to <a href="#{target}" '
                         f'onclick="return GoToMessage({message.reply.number + 1})">this message</a>\n       </div>\n')
        if message.file:
            parts.append(f'       <div class="media_wrap clearfix">\n<a class="photo_wrap clearfix pull_left" href="photos/{message.file}">\n'
                         f'<img class="photo" src="photos/thumb_{message.file}" style="width: 200px; height: 150px"/>\n</a>\n       </div>\n')
        parts.append(f'       <div class="text">\n{escape(message.text)}\n       </div>\n')
        if message.reactions:
            parts.append('       <span class="reactions">' + "".join(
                f'<span class="reaction"><span class="emoji">\n{emoji}\n</span><span class="userpics">'
                + userpic("userpic", sender, 20, f' title="{NAMES[sender]}"') + "</span></span>"
                for emoji, sender in message.reactions) + "</span>\n")
        parts.append("      </div>\n     </div>\n")
        return "".join(parts)

    for chat, part in chats(count, 1000):
        (folder / f"messages{chat + 1 if chat else ''}.html").write_text(
            head + "".join(map(block, part)) + "    </div>\n   </div>\n  </div>\n </body>\n</html>\n", encoding="utf-8")
    return folder


def metapages(folder: Path, count: int, app: str, block) -> Path:
    """Pages of at most 10,000 messages, newest first, of ten threads."""
    for chat, part in chats(count, max(1, count // 10)):
        thread = folder / f"your_{app}_activity/messages/inbox/trip_{chat}"
        thread.mkdir(parents=True)
        (thread / "message_1.html").write_text(
            f'<html><head><title>Trip {chat}</title><style>._a6-g{{}}._a6-p{{}}</style></head><body><main class="_a706" role="main">'
            + "".join(map(block, part[::-1])) + "</main></body></html>", encoding="utf-8")
    return folder


def metacontent(message, folder: str) -> str:
    reactions = "".join(f"<li><span>{emoji}{NAMES[sender]}</span></li>" for emoji, sender in message.reactions)
    reactions = f'<div><ul class="_a6-q">{reactions}</ul></div>' if reactions else ""
    path = f"{folder}/{message.file}"
    photo = f'<div><a target="_blank" href="{path}"><img src="{path}" class="_a6_o _3-96" /></a></div>' if message.file else ""
    return f"<div><div></div><div>{escape(message.text)}</div><div></div><div></div>{reactions}{photo}</div>"


def instagramhtml(folder: Path, count: int) -> Path:
    return metapages(folder, count, "instagram", lambda message: (
        f'<div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><h2 class="_3-95 _2pim _a6-h _a6-i">{message.name}</h2>'
        f'<div class="_3-95 _a6-p">{metacontent(message, "your_instagram_activity/photos")}</div>'
        f'<div class="_3-94 _a6-o">{message.at:%b %d, %Y %I:%M:%S %p}</div></div>'))


def messengerhtml(folder: Path, count: int) -> Path:
    return metapages(folder, count, "facebook", lambda message: (
        f'<section class="_a6-g" aria-labelledby="u_0_{message.number}"><h2 class="_2ph_ _a6-h _a6-i" id="u_0_{message.number}">'
        f'{message.name}</h2><div class="_2ph_ _a6-p">{metacontent(message, "your_facebook_activity/photos")}</div>'
        f'<footer class="_3-94 _a6-o"><div class="_a72d">{message.at:%b %d, %Y %I:%M:%S %p}</div></footer></section>\n'))


def geminihtml(folder: Path, count: int) -> Path:
    """The page of Takeout, newest first; an activity is a prompt and its answer."""
    everything = list(messages(count))
    cell = '<div class="content-cell mdl-cell mdl-cell--'
    path = folder / "MyActivity.html"
    with path.open("w", encoding="utf-8") as file:
        file.write('<html><head><title>My Activity History</title><style type="text/css">.mdl-grid{display:flex}</style></head>'
                   '<body><div class="mdl-grid">')
        for prompt, answer in list(zip(everything[::2], everything[1::2]))[::-1]:
            at = prompt.at
            file.write(
                '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid"><div class="header-cell '
                'mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">Gemini Apps<br></p></div>'
                f'{cell}6-col mdl-typography--body-1">Prompted&nbsp;{escape(prompt.text)}<br>'
                f'{at:%b} {at.day}, {at:%Y, %I:%M:%S %p} UTC<br><p>{escape(answer.text)} <strong>so</strong>.</p></div>'
                f'{cell}6-col mdl-typography--body-1 mdl-typography--text-right"></div>{cell}12-col mdl-typography--caption">'
                '<b>Products:</b><br>&emsp;Gemini Apps<br></div></div></div>\n')
        file.write("</div></body></html>")
    return path


def discordhtml(folder: Path, count: int) -> Path:
    path = folder / "Guild - general [1].html"
    with path.open("w", encoding="utf-8") as file:
        file.write('<!DOCTYPE html><html lang=en><head><title>Guild - general</title><meta charset=utf-8></head><body><div class=preamble>'
                   '<div class=preamble__entries-container><div class=preamble__entry>Guild</div><div class=preamble__entry>Text / general'
                   '</div></div></div>\n<div class=chatlog>\n')
        for message in messages(count):
            key = message.snowflake
            reply = (
                f'<div class=chatlog__reply><div class=chatlog__reply-author title={message.reply.name.lower()}>{message.reply.name}</div><div class=chatlog__reply-content><span '
                f'class=chatlog__reply-link onclick="scrollToMessage(event,\'{message.reply.snowflake}\')">{escape(message.reply.text)}</span></div></div>') if message.reply else ""
            reactions = "".join(
                f'<div class=chatlog__reaction title="{emoji}"><img class="chatlog__emoji chatlog__emoji--small" alt="{emoji}" '
                f'src=https://x.example/e.svg loading=lazy> <span class=chatlog__reaction-count>1</span></div>'
                for emoji, _ in message.reactions)
            file_ = f'<div class=chatlog__attachment><a href="{message.file}">{message.file}</a></div>' if message.file else ""
            file.write(
                f'<div class=chatlog__message-group><div id=chatlog__message-container-{key} class="chatlog__message-container" '
                f'data-message-id={key}><div class=chatlog__message><div class=chatlog__message-aside><img class=chatlog__avatar '
                f'src="https://cdn.discordapp.com/avatars/{message.sender}.png" alt=Avatar loading=lazy></div><div '
                f'class=chatlog__message-primary>{reply}<div class=chatlog__header><span class=chatlog__author '
                f'title="{message.name.lower()}" data-user-id={message.sender + 1}>{message.name}</span> <span '
                f'class=chatlog__timestamp title="{message.at:%A, %B %d, %Y %I:%M %p}"><a href=#chatlog__message-container-{key}>'
                f'{message.at:%m/%d/%Y %I:%M %p}</a></span></div><div class="chatlog__content chatlog__markdown"><span '
                f'class=chatlog__markdown-preserve>{escape(message.text)}</span></div>{file_}<div class=chatlog__reactions>{reactions}'
                f'</div></div></div></div></div>\n')
        file.write(f"</div><div class=postamble><div class=postamble__entry>Exported {count} message(s)</div></div></body></html>\n")
    return path


def backup(folder: Path, count: int, entry) -> Path:
    """A backup of SMS Backup & Restore: what `entry` returns for each message."""
    path = folder / "sms-20240601120000.xml"
    with path.open("w", encoding="utf-8") as file:
        file.write(f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"{count}\" type=\"full\">\n")
        file.writelines(map(entry, messages(count)))
        file.write("</smses>\n")
    return path


def sms(folder: Path, count: int) -> Path:
    """A hundred conversations at a time."""
    return backup(folder, count, lambda message: (
        f'  <sms protocol="0" address="+155501044{message.number % 100:02}" date="{message.milliseconds}" '
        f'type="{1 + message.number % 2}" subject="null" body="{escape(message.text)}" toa="null" sc_toa="null" '
        f'service_center="null" read="1" status="-1" locked="0" date_sent="0" sub_id="1" readable_date="" '
        f'contact_name="{message.name} {message.number % 100}" />\n'))


def mms(folder: Path, count: int) -> Path:
    """One message in a hundred has a picture of 200 kB, and one in all a video of 40 MB, in one attribute each."""
    small, large = picture_text(200_000), picture_text(40_000_000)

    def entry(message) -> str:
        head = f'address="+1555010447{message.sender}" date="{message.milliseconds}" read="1" contact_name="{message.name}"'
        if message.number % 100 != 50:
            return f'  <sms protocol="0" {head} type="{1 + message.number % 2}" body="{escape(message.text)}" />\n'
        data, kind = (large, "video/mp4") if message.number == 550 else (small, "image/jpeg")
        return (
            f'  <mms {head} msg_box="1" ct_t="application/vnd.wap.multipart.related" sub="null">\n    <parts>\n'
            f'      <part seq="0" ct="{kind}" name="null" chset="null" cd="null" fn="null" cid="null" cl="{message.number}" text="null" '
            f'data="{data}" />\n      <part seq="0" ct="text/plain" name="null" text="{escape(message.text)}" />\n    </parts>\n  </mms>\n')

    return backup(folder, count, entry)


def colloquy(folder: Path, count: int) -> Path:
    path = folder / "trip.colloquyTranscript"
    with path.open("w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<log began="{START:%Y-%m-%d %H:%M:%S} +0000" '
                   'source="irc://irc.example.org/%23trip">\n')
        for message in messages(count):
            file.write(
                f'  <envelope>\n    <sender hostmask="{message.sender}@host.example" identifier="{message.name}">{message.name}</sender>\n'
                f'    <message id="A{message.number}" received="{message.at:%Y-%m-%d %H:%M:%S} +0000">{escape(message.text)}</message>\n'
                "  </envelope>\n")
        file.write("</log>\n")
    return path


def googlevoice(folder: Path, count: int) -> Path:
    """Pages of a hundred messages with one person each."""
    calls = folder / "Calls"
    calls.mkdir()
    for chat, part in chats(count, 100):
        number, name = f"+1555010{chat:04}", f"Person {chat}"
        rows = []
        for message in part:
            who = ('<a class="tel" href="tel:+15550109999"><abbr class="fn" title="">Me</abbr></a>' if message.sender == 0
                   else f'<a class="tel" href="tel:{number}"><span class="fn">{name}</span></a>')
            rows.append(f'<div class="message"><abbr class="dt" title="{message.at:%Y-%m-%dT%H:%M:%S}.000+00:00">x</abbr>:\n'
                        f'<cite class="sender vcard">{who}</cite>:\n<q>{escape(message.text)}</q>\n</div> ')
        (calls / f"{name} - Text - {part[0].at:%Y-%m-%dT%H_%M_%SZ}.html").write_text(
            f'<?xml version="1.0" ?>\n<html><head><title>{name}</title></head><body><div class="hChatLog hfeed">\n{"".join(rows)}</div>'
            '<div class="tags">Labels: <a rel="tag" href="http://www.google.com/voice#sms">Text</a></div>'
            '<div class="deletedStatusContainer">User Deleted: False</div></body></html>', encoding="utf-8")
    return folder


MAKERS = (telegramhtml, instagramhtml, messengerhtml, geminihtml, discordhtml, sms, mms, colloquy, googlevoice)
