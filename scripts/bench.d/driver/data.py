"""The data: made on first use, the same on every machine, and kept with the builds.

A folder per number of rows holds
    players.sqlite   the players, no index
    indexed.sqlite   the same with an index on the age
    league.sqlite    the same with five games each, in no order of players
    foreign.sqlite   the same in a table as other programs make it: any column may hold anything
    players.csv      the same as text
"""

import csv
import os
import random
import shutil
import sqlite3

TEAMS = (
    "Apollo Ariel Callisto Ceres Charon Deimos Dione Eris Europa Ganymede "
    "Io Luna Mimas Miranda Nereid Oberon Phobos Rhea Titan Triton"
).split()
STARTS = "Al Be Cor Da El Fen Gar Hu Is Jo Ka Li Mor Ne Os Per Qui Ro Sa Tho Ul Va Wen Yor Zé".split()
ENDS = "a an ber da ell eth gard ik ion ís lan mund na or rick ro son ta us win".split()
WORDS = "slow fast moon crater left right “calm” très tall short goal keeper late early wing, night; silver dust".split()
COLUMNS = "id name team age score joined bio".split()
PLAYER = (
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL,"
    " age INTEGER NOT NULL, score REAL NOT NULL, joined TEXT NOT NULL, bio TEXT)"
)
STRICT = " STRICT"  # as Moonshell's own tables are
GAME = (
    "CREATE TABLE game (id INTEGER PRIMARY KEY, player_id INTEGER NOT NULL REFERENCES player(id),"
    " duration REAL NOT NULL)"
)
VERSION = 4  # a new number when anything here changes


def rows(count):
    """The players. Only random() is used, whose sequence Python guarantees; a shorter list is the start of a longer."""
    draw = random.Random(1969).random

    def pick(items):
        return items[int(draw() * len(items))]

    for key in range(1, count + 1):
        name = f"{pick(STARTS)}{pick(ENDS)} {pick(STARTS)}{pick(ENDS)}{pick(ENDS)}"
        joined = f"{1995 + int(draw() * 30)}-{1 + int(draw() * 12):02}-{1 + int(draw() * 28):02}"
        age, score = 16 + int(draw() * 45), int(draw() * 10_001) / 100
        bio = " ".join(pick(WORDS) for _ in range(4 + int(draw() * 16))) if draw() < 0.7 else None
        yield key, name, pick(TEAMS), age, score, joined, bio


def games(players):
    draw = random.Random(1970).random
    for number in range(5):
        for player in range(1, players + 1):
            yield number * players + player, player, int(draw() * 9_000) / 100


def make_players(path, count, folder, traits=STRICT):
    database = sqlite3.connect(path)
    database.execute(PLAYER + traits)
    database.executemany("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?)", rows(count))
    database.commit()
    database.close()


def index(path):
    database = sqlite3.connect(path)
    database.execute("CREATE INDEX player_age ON player (age)")
    database.close()


def make_indexed(path, count, folder):
    shutil.copyfile(file("players.sqlite", count, folder), path)
    index(path)


def make_foreign(path, count, folder):
    make_players(path, count, folder, traits="")
    index(path)


def make_league(path, count, folder):
    shutil.copyfile(file("players.sqlite", count, folder), path)
    database = sqlite3.connect(path)
    database.execute(GAME + STRICT)
    database.executemany("INSERT INTO game VALUES (?, ?, ?)", games(count))
    database.execute("CREATE INDEX game_player ON game (player_id)")
    database.commit()
    database.close()


def make_csv(path, count, folder):
    with open(path, "w", newline="", encoding="utf-8") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows(count))


MAKERS = {
    "players.sqlite": make_players,
    "indexed.sqlite": make_indexed,
    "league.sqlite": make_league,
    "foreign.sqlite": make_foreign,
    "players.csv": make_csv,
}


def file(name, count, folder):
    """The path of a data file, which is made whole or not at all."""
    path = folder / f"data-{VERSION}" / str(count) / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{name}.{os.getpid()}")
        MAKERS[name](unfinished, count, folder)
        unfinished.replace(path)
    return path
