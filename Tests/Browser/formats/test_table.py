"""Tables in no known format, whose columns `--map` names."""

import json
import sqlite3

import pytest

CSV = """created_at,author,body,channel,mood
2026-03-01T09:00:00Z,Ida,Shall we sing?,choir,calm
2026-03-01T09:01:00Z,Bo,"Yes; at ""eight"", then",choir,glad
2026-03-01T09:02:00Z,Ida,Good,choir,calm
"""
MAP = "at=created_at,from=author,text=body,chat=channel"


@pytest.fixture
def read(program, tmp_path):
    """Exports `name` with `content` and returns the result with its report."""
    def read(name, content, *options, code=0):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        result = program.run(
            path, "--out", tmp_path / "site", "--force", "--time-zone", "UTC", "--report", tmp_path / "report.json", *options)
        assert result.returncode == code, result.stderr
        result.report = json.loads((tmp_path / "report.json").read_text()) if code == 0 else None
        result.pages = "".join(page.read_text() for page in (tmp_path / "site").rglob("1.html")) if code == 0 else ""
        return result
    return read


def count(result) -> int:
    return sum(chat["messages"] for chat in result.report["conversations"])


def codes(result) -> set:
    return set(result.report["findingCounts"])


def test_a_table_without_a_map_ends_with_a_map_that_reads_it(read, program, tmp_path):
    refused = read("messages.csv", CSV, code=3)
    option = next(line for line in refused.stderr.splitlines() if "--map" in line).split("--map ")[1].split(" --out")[0]
    assert option == "at=created_at,from=author,text=body,chat=channel"
    assert "3 different" not in refused.stderr and "2 different, such as Bo, Ida" in refused.stderr
    result = read("messages.csv", CSV, "--map", option)
    assert [chat["title"] for chat in result.report["conversations"]] == ["choir"]
    assert [(row["path"], row["rule"]) for row in result.report["account"]] == [("column mood", "unmapped")]
    check = program.run("check", tmp_path / "messages.csv")
    assert check.returncode == 0 and f"--map {option}" in check.stdout and "3 messages" in check.stdout
    checked = json.loads(program.run("check", tmp_path / "messages.csv", "--json").stdout)
    assert checked["map"]["option"] == f"--map {option}"


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators_are_found_by_content(read, separator):
    text = "\ufeffat@who@said\r\n2026-03-01 09:00:00@Ann@\"two\r\nlines@\"\"here\"\"\"\r\n2026-03-01 09:01@Bo@x, y; z\r\n"
    if separator in ",;":
        text = text.replace("x, y; z", '"x, y; z"')
    result = read("t.txt", text.replace("@", separator), "--map", "at=at,from=who,text=said")
    assert count(result) == 2 and "uneven-row" not in codes(result)
    assert "x, y; z" in result.pages


@pytest.mark.parametrize("value, times, expected", [
    ("1772355600", None, "2026-03-01T09:00:00"), ("1772355600123", None, "2026-03-01T09:00:00"),
    ("1772355600123456", None, "2026-03-01T09:00:00"), ("1772355600", "unix", "2026-03-01T09:00:00"),
    ("46082.375", None, "2026-03-01T09:00:00"), ("794048400", "apple", "2026-03-01T09:00:00"),
    ("1.3.2026 9:00", "%d.%m.%Y %H:%M", "2026-03-01T09:00:00"), ("03/01/26 09:00 AM", "%D %I:%M %p", "2026-03-01T09:00:00"),
    ("Sun, 01 Mar 2026 10:00:00 +0100", None, "2026-03-01T09:00:00"), ("2026-03-01 09:00:00 UTC", None, "2026-03-01T09:00:00"),
    ("20260301T090000Z", "%Y%m%dT%H%M%S%z", "2026-03-01T09:00:00"),
])
def test_times(read, value, times, expected):
    more = ["--map", f"times={times},text=b"] if times else []
    result = read("t.csv", f'a;b\n"{value}";hello\n', "--map", "at=a,text=b", *more)
    assert f'datetime="{expected}' in result.pages and "odd-time" not in codes(result)


def test_the_order_of_dates_comes_from_all_rows(read):
    rows = "".join(f'"{day:02}/04/2026 09:00";{day}\n' for day in range(3, 14))
    result = read("t.csv", "a;b\n" + rows, "--map", "at=a,text=b")
    assert 'datetime="2026-04-03T09:00' in result.pages
    result = read("t.csv", 'a;b\n"03/04/2026 09:00";x\n', "--map", "at=a,text=b", "--date-order", "mdy")
    assert 'datetime="2026-03-04T09:00' in result.pages


@pytest.mark.parametrize("options, words", [
    (["--map", "at=nope,text=body"], "names 'nope' for at=, and the table has no such column; it has: created_at, author"),
    (["--map", "at=created_at"], "names no column for text="),
    (["--map", "at=created_at,txt=body"], "'txt' is none of the fields"),
    (["--map", "from="], "nothing follows 'from='"),
    (["--map", "text=body,times=soon"], "times=soon is no form of times"),
    (["--map", "bod=y"], "begins with none of the fields"),
    (["--map", "none.map"], "no such file"),
    (["--map", "text=body,table=x"], "is for databases and JSON"),
])
def test_mistakes_in_a_map_are_named(read, options, words):
    result = read("messages.csv", CSV, *options, code=3 if "nope" in options[1] or "table" in options[1] else 2)
    assert words in result.stderr


def test_a_map_in_a_file(read, tmp_path):
    (tmp_path / "my.map").write_text("# remark\nat = created_at\n\nfrom = author\ntext = body\ntitle = The choir\n")
    result = read("messages.csv", CSV, "--map", tmp_path / "my.map")
    assert [chat["title"] for chat in result.report["conversations"]] == ["The choir"]
    (tmp_path / "my.map").write_text("at = created_at\nfrm = author\n")
    assert "my.map:2: 'frm' is none of the fields" in read("messages.csv", CSV, "--map", tmp_path / "my.map", code=2).stderr


def test_a_table_without_names_has_numbers(read):
    result = read("viber.csv", "01/03/2026,09:00:00,Ida,+47,Hello\n13/03/2026,09:01:00,Bo,+48,\"a, b\"\n",
                  "--map", "at=1+2,from=3,from-id=4,text=5")
    assert count(result) == 2 and 'datetime="2026-03-01T09:00' in result.pages


def test_members_of_json_in_fields_and_lists(read):
    lines = [{"t": 1772355600, "author": {"names": [{"name": "Ann"}, {"name": "A."}]}, "content": [{"text": "one"}, {"text": "two"}]}]
    result = read("t.jsonl", "".join(json.dumps(line) + "\n" for line in lines * 2), "--map", "at=t,from=author.names.0.name,text=content.text")
    assert "Ann" in result.pages and "one" in result.pages
    cell = json.dumps({"user": {"name": "Cy"}, "x": "some words"}).replace('"', '""')
    result = read("t.csv", f'a;b;c\n2026-03-01 09:00;"{cell}";hi\n', "--map", "at=a,from=b.user.name,text=c")
    assert "Cy" in result.pages and any(row["path"].endswith("(json).x") for row in result.report["account"])


def database(path, rows=3):
    connection = sqlite3.connect(path)
    connection.executescript("""
        CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE messages (id INTEGER PRIMARY KEY, user_id INTEGER, created_at INTEGER, body TEXT);
        CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS at, 'word' AS text FROM n;
        INSERT INTO users VALUES (1, 'Ann'), (2, 'Bo');
        """)
    connection.executemany("INSERT INTO messages VALUES (?, ?, ?, ?)", [
        (number, number % 2 + 1, 1772355600 + number, f"words of message {number}") for number in range(rows)])
    connection.commit()
    connection.close()
    return path.read_bytes()


def test_tables_queries_and_views_of_a_database(read, tmp_path):
    content = database(tmp_path / "made.db")
    assert "--map id=id,at=created_at,from-id=user_id,text=body,table=messages" in read("app.db", content, code=3).stderr
    query = "table=SELECT m.created_at, u.name, m.body FROM messages m JOIN users u ON u.id = m.user_id,at=created_at,from=name,text=body"
    assert "Ann" in read("app.db", content, "--map", query).pages
    assert "it has: users, messages" in read("app.db", content, "--map", "table=none,at=a,text=b", code=3).stderr
    assert "reading was stopped" in read("app.db", content, "--map", "table=endless,at=at,text=text", code=3).stderr
    for statement in ("SELECT 1; DROP TABLE messages", "SELECT * FROM (ATTACH 'x' AS y)"):
        assert "no query" in read("app.db", content, "--map", f"text=body,table={statement}", code=3).stderr


def test_a_damaged_database_costs_its_damaged_rows(read, tmp_path):
    content = bytearray(database(tmp_path / "made.db", 2000))
    middle = len(content) // 2 // 4096 * 4096
    content[middle:middle + 4096] = b"\xee" * 4096
    result = read("app.db", bytes(content), "--map", "table=messages,at=created_at,text=body")
    assert count(result) > 1000 and "damaged-rows" in codes(result)


@pytest.mark.parametrize("text, messages, code", [
    ('a,b\n2026-03-01 09:00,"open\n2026-03-01 09:01,x\n2026-03-01 09:02,y\n', 3, "open-quote"),
    ("a,b\n2026-03-01 09:00,x,more\n2026-03-01 09:01\n2026-03-01 09:02,y\n", 3, "uneven-row"),
    ("a,b\nsoon,x\n", 1, "odd-time"),
    ("a,b\n2026-03-01 09:00,x\0y\n", 1, None),
    ("a,b\n,\n2026-03-01 09:00,x\n,\n", 1, "blank-rows"),
    ("a,b\na,b\n2026-03-01 09:00,x\na,b\n", 1, "repeated-head"),
    ("sep=,\na,b\n2026-03-01 09:00,x\n", 1, None),
])
def test_faults_cost_at_most_their_row(read, text, messages, code):
    result = read("t.csv", text, "--map", "at=a,text=b")
    assert count(result) == messages and (code is None or code in codes(result))


def test_texts_that_are_not_utf_8(read):
    result = read("t.csv", "a;b\n2026-03-01 09:00;größer\n".encode("windows-1252") + "2026-03-01 09:01;schön\n".encode(), "--map", "at=a,text=b")
    assert "größer" in result.pages and "schön" in result.pages and "text-encoding" in codes(result)
    assert "schön" in read("t.csv", "a;b\n2026-03-01 09:01;schön\n".encode("utf-16"), "--map", "at=a,text=b").pages


def test_many_open_quotes_and_a_huge_field_are_read_in_time(read):
    text = "a,b\n" + '2026-03-01 09:00,"x\n' * 60_000
    result = read("t.csv", text, "--map", "at=a,text=b", "--quiet")
    assert count(result) == 60_000


def test_other_exports_keep_their_format_beside_a_map(read, program, tmp_path):
    (tmp_path / "chat.txt").write_text("[01.01.24, 10:00:00] Ann: hi\n[01.01.24, 10:01:00] Bo: ho\n")
    result = program.run(tmp_path / "chat.txt", "--map", MAP, "--out", tmp_path / "other")
    assert result.returncode == 0 and "unused-map" in result.stderr or "--map is for tables" in result.stderr


def test_verify_knows_the_map(read, program, tmp_path):
    read("messages.csv", CSV, "--map", MAP)
    result = program.run("verify", tmp_path / "site", tmp_path / "messages.csv")
    assert result.returncode == 0, result.stdout + result.stderr
