"""One workload on a server with psycopg: psycopg_rows.py ADDRESS WORKLOAD CSV prints what it found."""

import sys

import psycopg

ADDRESS, WORKLOAD, CSV = sys.argv[1:]


def insert(connection):
    rows = [(f"Player {i}", f"Team {i % 20}", 16 + i % 45, i % 1000 / 10) for i in range(1, 100001)]
    for _, _, age, _ in rows:
        assert 16 <= age <= 60
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO player (name, team, age, score) VALUES (%s, %s, %s, %s) RETURNING id", rows, returning=True
        )
        keys = []
        while True:
            keys.append(cursor.fetchone()[0])
            if not cursor.nextset():
                break
    connection.commit()
    return keys[-1] - keys[0]


def fetch(connection):
    rows = connection.execute("SELECT id, name, team, age, score FROM big WHERE id <= 100000 ORDER BY id").fetchall()
    return sum(row[3] + len(row[1]) for row in rows)


def stream(connection):
    with connection.cursor(name="rows") as cursor:
        cursor.itersize = 5000
        cursor.execute("SELECT id, name, team, age, score FROM big ORDER BY id")
        return sum(row[3] for row in cursor)


def lookup(connection):
    total = 0
    for i in range(1, 100001):
        row = connection.execute("SELECT id, name, team, age, score FROM big WHERE id = %s", (i * 7,)).fetchone()
        total += row[3]
    return total


def closure(connection):
    return sum(
        connection.execute("SELECT count(*) FROM big WHERE age > %s AND team = %s", (40, "Team 7")).fetchone()[0]
        for _ in range(5)
    )


def load(connection):
    with connection.cursor() as cursor, open(CSV, "rb") as file:
        copy = "COPY into_ (name, team, age, score) FROM STDIN (FORMAT csv, HEADER)".replace("into_", '"into"')
        with cursor.copy(copy) as target:
            while block := file.read(1 << 16):
                target.write(block)
    connection.commit()
    return connection.execute('SELECT count(*) FROM "into"').fetchone()[0]


def main():
    with psycopg.connect(ADDRESS) as connection:
        workloads = {"insert": insert, "fetch": fetch, "stream": stream, "lookup": lookup, "closure": closure}
        workloads |= {"import": load, "nothing": lambda _: 0}
        print(workloads[WORKLOAD](connection))


main()
