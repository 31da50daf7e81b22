"""What is measured, and what Moonshell must reach."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Workload:
    """One row of the table.

    `must` and `aim` are multiples of the time of `judge`, None where a row is only watched. C judges all but two:
    what C takes to fetch has two values, by process, and C with Lua takes 1.7 times as long as the usual one; and a key
    that a function makes of a text by a pattern is made by Lua in both.

    Where there is an `against`, other work of Moonshell's own takes the place of C: then it is not known what the work
    must take, but what it may add.
    """

    title: str
    must: float | None = None
    aim: float | None = None
    file: str = "players.sqlite"
    rows: int = 100_000
    verb: str | None = None  # what the programs call it; the row's own name if there is none
    repetitions: int = 2  # in one process; a round starts a process per side
    judge: str = "C"
    against: str | None = None


MILLION = 1_000_000

WORKLOADS = {
    "insert": Workload("insert 100k validated objects", 2.2, 1.8),
    "fetch": Workload("fetch 100k objects, read 3 fields", 1.25, 0.95, judge="C+Lua"),
    "stream": Workload("the same, one at a time"),
    "filter": Workload("filter 100k by a closure per row", 2.0, 1.7),
    "where": Workload("where, 1M rows, no index", 1.15, 1.0, rows=MILLION),
    "where-indexed": Workload("where, 1M rows, index", 1.25, 1.0, "indexed.sqlite", MILLION, "where"),
    "closure": Workload("closure as SQL, 1M rows, no index", 1.15, 1.0, rows=MILLION),
    "closure-indexed": Workload("closure as SQL, 1M rows, index", 1.25, 1.0, "indexed.sqlite", MILLION, "closure"),
    "equality": Workload("one age of 45, 1M rows, index", 1.25, 1.0, "indexed.sqlite", MILLION),
    "list-filter": Workload("filter a list of 100k by a function", 10.0, 5.0),
    "list-tests": Workload("the same by tests", 10.0, 5.0),
    "list-text": Workload("the same by a text", 10.0, 5.0),
    "list-function": Workload("filter it by a function that is called", 18.0, 9.0),
    "foreign": Workload(
        "a closure, table of another program", 1.2, 1.0, "foreign.sqlite", 300_000, against="foreign-sql"
    ),
    "sort-key": Workload("sort 100k by a key closure", 1.0, 0.7, judge="C+Lua"),
    "sort-names": Workload("sort 100k by three fields", 0.8, 0.5),
    "sort-comparator": Workload("sort 100k by a comparator", 1.0, 0.7),
    "group": Workload("group 100k objects in sections", 4.0, 2.5),
    "group-tables": Workload("the same of 100k plain tables", 4.0, 3.0),
    "sections": Workload("fetch 100k in sections", 2.6, 2.0),
    "edits": Workload("1,000 edits of a set of 100k", 1.0, 0.3, against="edits-load"),
    "commits": Workload("20 commits under a set of 100k", 1.0, 0.2, against="commits-fetch"),
    "live": Workload("lookups beside 1,000 live sets", 1.05, 1.0, against="live-none"),
    "difference": Workload("difference of two lists of 100k", 3.0, 2.0),
    "difference-lists": Workload("the same of two fetched lists", 6.0, 3.0),
    "difference-tables": Workload("the same of plain tables", 45.0, 26.0),
    "lookup": Workload("100k lookups by key", 1.3, 1.2),
    "lazy": Workload("10k players, 5 games each, lazily", 2.6, 2.0, "league.sqlite"),
    "eager": Workload("10k players, 5 games each, eagerly", 2.5, 2.0, "league.sqlite"),
    "related": Workload("players with a long game, of 100k", 1.2, 1.0, "league.sqlite"),
    "counts": Workload("100k players, their games counted", 1.2, 1.0, "league.sqlite"),
    "products": Workload("sum of products of 500k games", 1.2, 1.0, "league.sqlite"),
    "import": Workload("CSV, 1M rows in", 1.5, 0.9, "players.csv", MILLION, repetitions=1),
    # C writes numbers with code of its own here: against stdio, which takes twice as long, this is 0.8, and 0.55.
    "export": Workload("JSON, 100k objects out", 1.8, 1.2),
    "start": Workload("start, open, one query, exit", 2.8, 2.3, repetitions=1),
}
