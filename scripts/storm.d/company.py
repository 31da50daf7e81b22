#!/usr/bin/env python3
"""Writers beside each other, of which some are killed, and one program that is asked very often: nothing is lost or kept.

usage: company.py [--program PATH] [--seed N] [--writers ROWS] [--requests N]"""

import sqlite3
import subprocess
import sys
import time

from endings import SCHEMA, Storm, options_of

# Each says how many of its rows are committed: it may have been killed between the commit and the word.
WRITER = """
local who, rows = {who}, {rows}
for i = 1, rows do
  db:transaction(function()
    T:create {{ k = who .. ':' .. i, n = who }}
    db:execute "UPDATE counter SET n = n + 1"
  end)
  io.write(i, '\\n') io.flush()
end
"""

# What is asked over and over, each by its share.
REQUESTS = [
    "T:get(7)", "T:where { k = 'k3' }:first()", "T:where { n = 0 }:count()", "T:where(function(t) return t.n > 3 end):limit(3):fetch()",
    'T:where "k == \'k9\'":first()', "db:query('SELECT k FROM t WHERE id = ?', 5)", "T:sorted_by('-k'):limit(2):values('k')",
    "T:limit(3):encode 'json'", "decode('[1,{\"a\":2}]', 'json')", "T:limit(2):encode 'csv'",
    "T:group_by 'n':limit(1):aggregate { c = 'count' }:fetch()", "T:limit(5):results()", "pcall(T.create, T, { k = 'k1' })",
    "db:transaction(function() T:get(1).n = 2 end)", "pcall(T.where, T, 'k ===')", "T { k = 'x' }:validate()",
]
ASKING = """
local function resident() return tonumber(io.open("/proc/self/status"):read("a"):match("VmRSS:%s*(%d+)")) end
local function ask(times)
  for i = 1, times do {request} end
  collectgarbage() collectgarbage()
end
-- A heap grows to what is used at a time; what is kept goes on growing.
for round = 1, 10 do ask({times} // 20) end
local before = resident()
for round = 11, 20 do ask({times} // 20) end
print(resident() - before)
"""


class Company(Storm):
    WRITERS = 8
    # What a heap may grow by itself: of some ten thousand requests each would have to keep less than a block.
    LEAST_KIB = 2048

    def run_code(self, code):
        return subprocess.Popen(
            [self.program, "--busy-timeout", "60", "a.db", "-e", SCHEMA + code], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def writers(self, rows):
        self.reset()
        self.sql("CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)")
        writers = [self.run_code(WRITER.format(who=who, rows=rows)) for who in range(1, self.WRITERS + 1)]
        time.sleep(0.05 + self.dice.random() * 0.4)
        for writer in writers[: self.WRITERS // 4]:
            writer.kill()
        killed, said = 0, 0
        for who, writer in enumerate(writers, 1):
            output, errors = writer.communicate()
            count = len(output.split("\n")) - 1
            written = self.sql(f"SELECT count(*) FROM t WHERE n = {who}")
            killed += writer.returncode < 0
            said += count
            if not count <= written <= count + (writer.returncode < 0):
                self.find(f"writer {who}: {count} rows were said, and {written} are there")
            if writer.returncode > 0 or writer.returncode == 0 and written != rows:
                self.find(f"writer {who} ended by {writer.returncode}: {errors[-200:]}")
        if self.sql("SELECT n FROM counter") != self.sql("SELECT count(*) FROM t WHERE n > 0"):
            self.find("writers: an update is lost")
        if self.state("writers") is None:
            self.find("writers: the file is broken")
        words = f"{said} transactions said, {killed} writers killed"
        self.table.append((f"{self.WRITERS} writers of {rows} rows each", self.WRITERS, words))

    def requests(self, count):
        share = -(-count // len(REQUESTS) // 20) * 20
        most = 0
        for request in REQUESTS:
            self.reset()
            writer = self.run_code(ASKING.format(request="local _ = " + request, times=share))
            output, errors = writer.communicate()
            if writer.returncode != 0:
                self.find(f"asked often: {request}: {errors[-200:]}")
                continue
            grown = int(output)
            most = max(most, grown)
            if grown > self.LEAST_KIB:
                self.find(f"asked {share} times: {request} keeps {grown} KiB")
        self.table.append(("requests, and what they keep", share * len(REQUESTS), f"at most {most} KiB"))

    def sql(self, text):
        with sqlite3.connect(self.folder / "a.db", timeout=60) as connection:
            if ";" in text:
                return connection.executescript(text)
            return connection.execute(text).fetchone()[0]


def main():
    parts = {"writers": 50, "requests": 1600}
    return Company(options_of(__doc__, parts.items())).run(parts)


if __name__ == "__main__":
    sys.exit(main())
