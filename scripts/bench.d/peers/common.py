"""What the peers in Python share: the contract of the driver, the rules of the entity, how results are checked.

    PEER WORKLOAD DATA SCRATCH REPETITIONS

A workload is a function that gives a check, or a check and seconds where not all of it counts.
"""

import contextlib
import gc
import os
import pathlib
import re
import resource
import sys

WORKLOAD, DATA, SCRATCH, REPETITIONS = sys.argv[1:]
COLUMNS = "id name team age score joined bio".split()
SELECT = "SELECT id, name, team, age, score, joined, bio FROM player"
TEAMS = set(
    "Apollo Ariel Callisto Ceres Charon Deimos Dione Eris Europa Ganymede "
    "Io Luna Mimas Miranda Nereid Oberon Phobos Rhea Titan Triton".split()
)
PLAYER = (
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL,"
    " age INTEGER NOT NULL, score REAL NOT NULL, joined TEXT NOT NULL, bio TEXT)"
)
SUMS_OF_ALL = (
    "SELECT count(*) || ':' || sum(age) || ':' || sum(length(name)) || ':' || sum(length(joined)) || ':' ||"
    " sum(coalesce(length(bio), 0)) || ':' || printf('%.0f', sum(score)) FROM player"
)
DATE = re.compile(r"\d{4}-\d\d-\d\d\Z")


def processor_seconds():
    """Of this process and of those that it has waited for, as the programs in C count."""
    usages = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class Clock:
    """`with Clock() as clock:` measures a block; clock.seconds says how long it took."""

    def __enter__(self):
        gc.collect()
        self.start = processor_seconds()
        return self

    def __exit__(self, *_):
        self.seconds = processor_seconds() - self.start


def main(workloads):
    for _ in range(int(REPETITIONS)):
        with Clock() as clock:
            result = workloads[WORKLOAD]()
        check, seconds = result if isinstance(result, tuple) else (result, clock.seconds)
        print(f"{seconds:.6f} {check}")


def is_valid(name, team, age, score, joined, bio):
    return (
        1 <= len(name) <= 64
        and team in TEAMS
        and 16 <= age <= 60
        and 0 <= score <= 100
        and DATE.match(joined) is not None
        and (bio is None or len(bio) <= 280)
    )


def new_file(name):
    """The path of a file in the scratch folder that is not there."""
    path = os.path.join(SCRATCH, name)
    for ending in ("", "-journal", "-wal", "-shm", ".wal"):
        with contextlib.suppress(FileNotFoundError):
            pathlib.Path(path + ending).unlink()
    return path


def order(keys):
    """The rows of a list, where every row's place counts."""
    total = count = 0
    for key in keys:
        total = (total * 31 + key) % (1 << 32)
        count += 1
    return f"{count}:{total}"


def sums(players):
    """Three fields of each object, added up."""
    ages = names = count = 0
    scores = 0.0
    for player in players:
        count += 1
        ages += player.age
        names += len(player.name.encode())
        scores += player.score
    return f"{count}:{ages}:{names}:{scores:.0f}"


def games(count, durations):
    return f"10000:{count}:{durations:.0f}"


def is_wanted(player):
    return 20 <= player.age < 30 and player.name.endswith("ell")


def looked_up():
    return [1 + i * 7919 % 100_000 for i in range(100_000)]
