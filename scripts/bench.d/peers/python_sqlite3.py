"""Python's sqlite3: rows become dictionaries, what a user without an object mapper would write."""

import csv
import functools
import json
import sqlite3

import common
from common import COLUMNS, DATA, SELECT, Clock

if not DATA.endswith(".csv"):
    database = sqlite3.connect(f"file:{DATA}?mode=ro", uri=True)


def dictionaries(sql=SELECT, parameters=()):
    return [dict(zip(COLUMNS, row)) for row in database.execute(sql, parameters)]


def fresh_database():
    target = sqlite3.connect(common.new_file("python.sqlite"), isolation_level=None)
    target.execute("PRAGMA journal_mode = MEMORY")
    target.execute("PRAGMA synchronous = OFF")
    target.execute(common.PLAYER)
    return target


def sums_of_all(target):
    check = target.execute(common.SUMS_OF_ALL).fetchone()[0]
    target.close()
    return check


@functools.cache
def prepared():
    """The rows, fetched once for the workloads that do not measure that."""
    return dictionaries()


INSERT = "INSERT INTO player VALUES (:id, :name, :team, :age, :score, :joined, :bio)"


def checked(row):
    if not common.is_valid(*(row[column] for column in COLUMNS[1:])):
        raise ValueError(row)
    return row


def insert():
    source = prepared()
    target = fresh_database()
    with Clock() as clock:
        target.execute("BEGIN")
        target.executemany(INSERT, (checked(dict(row)) for row in source))
        target.execute("COMMIT")
    return sums_of_all(target), clock.seconds


def sums(rows):
    ages = names = count = 0
    scores = 0.0
    for row in rows:
        count += 1
        ages += row["age"]
        names += len(row["name"].encode())
        scores += row["score"]
    return f"{count}:{ages}:{names}:{scores:.0f}"


def fetch():
    return sums(dictionaries())


def stream():
    return sums(dict(zip(COLUMNS, row)) for row in database.execute(SELECT))


def is_wanted(age, name):
    return 20 <= age < 30 and name.endswith("ell")


def filter_by_function():
    database.create_function("is_wanted", 2, is_wanted, deterministic=True)
    with Clock() as clock:
        rows = dictionaries(f"{SELECT} WHERE is_wanted(age, name)")
    return common.order(row["id"] for row in rows), clock.seconds


def fetch_with(condition):
    with Clock() as clock:
        rows = dictionaries(f"{SELECT} WHERE {condition} ORDER BY id")
    return common.order(row["id"] for row in rows), clock.seconds


def where():
    return fetch_with("age BETWEEN 20 AND 21 AND substr(name, -3) = 'ell'")


def equality():
    return fetch_with("age = 33")


def sort_key():
    rows = prepared()
    with Clock() as clock:
        ordered = sorted(rows, key=lambda row: row["name"].rpartition(" ")[2])
    return common.order(row["id"] for row in ordered), clock.seconds


def by_team_and_score(a, b):
    if a["team"] != b["team"]:
        return -1 if a["team"] < b["team"] else 1
    if a["score"] != b["score"]:
        return -1 if a["score"] > b["score"] else 1
    return a["id"] - b["id"]


def sort_comparator():
    rows = prepared()
    with Clock() as clock:
        ordered = sorted(rows, key=functools.cmp_to_key(by_team_and_score))
    return common.order(row["id"] for row in ordered), clock.seconds


def sort_names():
    rows = prepared()
    with Clock() as clock:
        ordered = sorted(rows, key=lambda row: (row["team"], -row["score"], row["id"]))
    return common.order(row["id"] for row in ordered), clock.seconds


def in_sections(rows):
    sections = {}
    for row in rows:
        sections.setdefault(row["name"][0], []).append(row)
    ordered = [sections[name] for name in sorted(sections)]
    for section in ordered:
        section.sort(key=lambda row: (row["name"], row["id"]))
    return f"{len(rows)}:{len(ordered)}:{ordered[1][0]['id']}:{ordered[-1][-1]['id']}"


def group():
    rows = prepared()
    with Clock() as clock:
        check = in_sections(rows)
    return check, clock.seconds


def sections():
    return in_sections(dictionaries())


def lookup():
    keys = common.looked_up()
    with Clock() as clock:
        names = 0
        for key in keys:
            names += len(dict(zip(COLUMNS, database.execute(f"{SELECT} WHERE id = ?", (key,)).fetchone()))["name"].encode())
    return names, clock.seconds


GAMES = "SELECT id, player_id, duration FROM game WHERE player_id"


def lazy():
    count, durations = 0, 0.0
    for row in database.execute(f"{SELECT} WHERE id <= 10000"):
        player = dict(zip(COLUMNS, row))
        player["games"] = [
            dict(zip(("id", "player_id", "duration"), game)) for game in database.execute(f"{GAMES} = ?", row[:1])
        ]
        for game in player["games"]:
            count += 1
            durations += game["duration"]
    return common.games(count, durations)


def eager():
    players = dictionaries(f"{SELECT} WHERE id <= 10000")
    games = {}
    for row in database.execute(f"{GAMES} <= 10000"):
        games.setdefault(row[1], []).append(dict(zip(("id", "player_id", "duration"), row)))
    count, durations = 0, 0.0
    for player in players:
        player["games"] = games.get(player["id"], [])
        for game in player["games"]:
            count += 1
            durations += game["duration"]
    return common.games(count, durations)


def converted(reader):
    for key, name, team, age, score, joined, bio in reader:
        row = (int(key), name, team, int(age), float(score), joined, bio or None)
        if not common.is_valid(*row[1:]):
            raise ValueError(row)
        yield row


def import_csv():
    target = fresh_database()
    with Clock() as clock, open(DATA, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        next(reader)
        target.execute("BEGIN")
        target.executemany("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?)", converted(reader))
        target.execute("COMMIT")
    return sums_of_all(target), clock.seconds


def export_json():
    path = common.new_file("python.json")
    with Clock() as clock, open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(dictionaries(), ensure_ascii=False))
    return path, clock.seconds


def start():
    return database.execute("SELECT count(*) FROM player WHERE id <= 10").fetchone()[0]


common.main(
    {
        "insert": insert,
        "fetch": fetch,
        "stream": stream,
        "filter": filter_by_function,
        "lookup": lookup,
        "where": where,
        "equality": equality,
        "sort-key": sort_key,
        "sort-comparator": sort_comparator,
        "sort-names": sort_names,
        "group": group,
        "sections": sections,
        "lazy": lazy,
        "eager": eager,
        "import": import_csv,
        "export": export_json,
        "start": start,
    }
)
