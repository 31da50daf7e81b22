"""The shell of SQLite: whole processes, of which starting takes a millisecond or two. It checks nothing."""

import subprocess

import common
from common import DATA, SELECT, Clock


def shell(*arguments, **options):
    return subprocess.run(["sqlite3", *arguments], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def fetch_with(condition):
    with Clock() as clock:
        printed = shell(DATA, f"{SELECT} WHERE {condition} ORDER BY id")
    return common.order(int(line.partition("|")[0]) for line in printed.splitlines()), clock.seconds


def where():
    return fetch_with("age BETWEEN 20 AND 21 AND substr(name, -3) = 'ell'")


def equality():
    return fetch_with("age = 33")


def import_csv():
    path = common.new_file("shell.sqlite")
    with Clock() as clock:
        shell(
            path,
            f"PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; {common.PLAYER}",
            ".mode csv",
            f".import --skip 1 '{DATA}' player",
        )
    return shell(path, common.SUMS_OF_ALL).strip(), clock.seconds


def export_json():
    path = common.new_file("shell.json")
    with Clock() as clock, open(path, "w", encoding="utf-8") as file:
        subprocess.run(["sqlite3", "-json", DATA, SELECT], check=True, stdout=file)
    return path, clock.seconds


def start():
    return shell(DATA, "SELECT count(*) FROM player WHERE id <= 10").strip()


common.main({"where": where, "equality": equality, "import": import_csv, "export": export_json, "start": start})
