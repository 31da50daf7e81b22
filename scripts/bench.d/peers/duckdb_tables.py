"""DuckDB with one thread, on tables of its own: what it stores is not SQLite's, its answers are. It checks nothing."""

import duckdb

import common
from common import COLUMNS, DATA, SELECT, Clock

TYPES = (
    "{'id': 'BIGINT', 'name': 'VARCHAR', 'team': 'VARCHAR', 'age': 'INTEGER', 'score': 'DOUBLE',"
    " 'joined': 'VARCHAR', 'bio': 'VARCHAR'}"
)
READ = "CREATE TABLE player AS SELECT * FROM read_csv('{}', header = true, columns = {})"
tables = duckdb.connect()
tables.execute("SET threads = 1")


def load():
    """The data in memory, not measured; as CSV, because reading SQLite's files takes an extension."""
    if tables.execute("SELECT count(*) FROM duckdb_tables()").fetchone()[0]:
        return
    tables.execute(READ.format(DATA.rpartition("/")[0] + "/players.csv", TYPES))
    if DATA.endswith("indexed.sqlite"):
        tables.execute("CREATE INDEX player_age ON player (age)")


def dictionaries(condition=""):
    return [dict(zip(COLUMNS, row)) for row in tables.execute(SELECT + condition).fetchall()]


def fetch():
    load()
    with Clock() as clock:
        ages = names = count = 0
        scores = 0.0
        for row in dictionaries():
            count += 1
            ages += row["age"]
            names += len(row["name"].encode())
            scores += row["score"]
    return f"{count}:{ages}:{names}:{scores:.0f}", clock.seconds


def fetch_with(condition):
    load()
    with Clock() as clock:
        rows = dictionaries(f" WHERE {condition} ORDER BY id")
    return common.order(row["id"] for row in rows), clock.seconds


def where():
    return fetch_with("age BETWEEN 20 AND 21 AND suffix(name, 'ell')")


def equality():
    return fetch_with("age = 33")


def import_csv():
    target = duckdb.connect(common.new_file("duck.db"))
    target.execute("SET threads = 1")
    with Clock() as clock:
        target.execute(READ.format(DATA, TYPES))
    check = target.execute(common.SUMS_OF_ALL).fetchone()[0]
    target.close()
    return check, clock.seconds


def export_json():
    load()
    path = common.new_file("duck.json")
    with Clock() as clock:
        tables.execute(f"COPY player TO '{path}' (FORMAT json, ARRAY true)")
    return path, clock.seconds


def start():
    """On a table of ten rows in memory: there is no file to open."""
    return tables.execute("SELECT count(*) FROM range(1, 11) AS player(id) WHERE id <= 10").fetchone()[0]


common.main(
    {"fetch": fetch, "where": where, "equality": equality, "import": import_csv, "export": export_json, "start": start}
)
