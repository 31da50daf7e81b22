#!/usr/bin/env python3
"""Kills, interrupts, broken files and failing writes: whatever ends the program, its files are as before or as after.

usage: endings.py [--program PATH] [--seed N] [--kills N] [--interrupts N] [--corrupt N] [--faults N] [--mallocs N]

Prints a table of what was tried and what fell; exit 1 if something fell."""

import argparse
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = 'T = entity "T" { k = text { unique = true }, n = integer { default = 0 } } '
ROWS = "local l = {} for i = 1, 1200 do l[i] = { k = 'k' .. i, n = 1 } end "

WORK = {
    "transaction": "db:transaction(function() T:all():update { n = 1 } for i = 1, 200 do T:create { k = 'x' .. i } end end)",
    "upsert": ROWS + 'local o = {} for i, v in ipairs(l) do o[i] = T(v) end db:add(o, { upsert = true, on = "k" })',
    "batch": "local l = {} for i = 1, 3000 do l[i] = T { k = 'b' .. i, n = 2 } end db:add(l)",
    "update": "T:all():update { n = 7 }",
    "import": 'T:import "in.csv"',
    "migration": 'T = entity "T" { k = text { unique = true }, n = decimal { scale = 1 }, m = integer { default = 4 } } db:migrate()',
    "export": 'T:export "out.json"',
}

# What may be under way when Ctrl-C comes; each ends soon then, whatever it is.
ENDLESS = [
    "while true do end", "repeat until false", "while true do pcall(error) end", "for i = 1, 1e12 do local _ = i .. '' end",
    "coroutine.wrap(function() while true do end end)()", "(('a'):rep(1e5)):find(('.-'):rep(20) .. 'b')",
    "('x'):rep(1e6):gsub('.', function() for i = 1, 1e3 do end end)", "for i = 1, 1e12 do ('%d'):format(i) end",
    "while true do table.sort({ 3, 1, 2 }, function(a, b) return a < b end) end",
    "local t = {} for i = 1, 1e12 do t[i % 100000] = { i } end", "while true do load('return 1')() end",
    "while true do setmetatable({}, { __gc = function() end }) end", "setmetatable({}, { __index = function(t, k) while true do end end }).a()",
    "while true do string.pack('i8', 5) end", "while true do utf8.char(8364) end", "while true do os.time() end",
    "while true do T:count() end", "while true do T:all():fetch() end", "while true do T:first().n = 3 end",
    "T:where(function(t) while true do end end):count()", "while true do T:values 'k' end", "while true do T:pluck 'k' end",
    "while true do for t in T:iterate() do end end", "while true do T:group_by('n'):aggregate { c = 'count' }:fetch() end",
    "while true do T:all():encode 'json' end", "while true do T:all():encode 'csv' end", "while true do T:all():encode 'plist' end",
    "while true do T:results() end", "while true do decode('[1,2,3]', 'json') end", "while true do encode({ 1 }, 'json') end",
    "while true do decode('a,b\\n1,2\\n', 'csv') end", "while true do T:read 'in.csv' end", "while true do infer 'in.csv' end",
    "while true do T:export 'other.csv' end", "while true do T:aggregate { s = 'sum n' } end", "while true do T:sample(50) end",
    "while true do T:summary() end", "while true do T:check() end", "while true do db:query 'SELECT 1' end",
    "db:query 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t'",
    "db:query 'SELECT count(*) FROM t a, t b, t c, t d'", "while true do db:execute 'UPDATE t SET n = n + 1' end",
    "db:transaction(function() while true do T:all():update { n = 5 } end end)", "db:begin() while true do end",
    "while true do local l = T:all():fetch() diff(l, l, { unique = 'id' }) end", "while true do T:all():fetch():filter(function(t) return t.n > 0 end) end",
    "while true do T:all():fetch():sorted('-k') end", "os.execute 'sleep 60'", "io.popen('sleep 60'):read 'a'",
    "while true do db:migrate { dry_run = true } end",
]


class Storm:
    def __init__(self, options):
        self.options = options
        self.dice = random.Random(options.seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="storm-"))
        self.program = str(pathlib.Path(options.program).resolve())
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}
        self.table = []
        self.fallen = []
        (self.folder / "in.csv").write_text("k,n\n" + "".join(f"c{i},{i}\n" for i in range(4000)))
        self.prepare(SCHEMA + "db:create_all() local l = {} for i = 1, 1000 do l[i] = T { k = 'k' .. i } end db:add(l)")

    # The database, its beginning, and the state that it or the file of an export is in; None for a broken one.

    database = "a.db"

    def prepare(self, code):
        self.start = self.folder / "start.db"
        subprocess.run([self.program, self.start, "-e", code], check=True, cwd=self.folder, env=self.environment)

    def state(self, name):
        if name == "export":
            path = self.folder / "out.json"
            return path.read_bytes() if path.exists() else b""
        try:
            connection = sqlite3.connect(self.folder / "a.db")
            if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                return None
            columns = tuple(row[1] for row in connection.execute("PRAGMA table_info(t)"))
            return columns, connection.execute("SELECT count(*), sum(n) FROM t").fetchone()
        except sqlite3.Error:
            return None
        finally:
            connection.close()

    def reset(self):
        for path in self.folder.glob("a.db*"):
            path.unlink()
        shutil.copy(self.start, self.folder / "a.db")
        (self.folder / "out.json").write_text("old")

    def begin(self, code, errors=subprocess.DEVNULL, **environment):
        return subprocess.Popen(
            [self.program, self.database, "-e", SCHEMA + code], cwd=self.folder, env=self.environment | environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)

    def wait(self, process, seconds=60):
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None

    def find(self, words):
        self.fallen.append(words)
        print("FELL:", words, flush=True)

    def ends(self, name):
        """What a work leaves that nobody ends, and how long it takes."""
        self.reset()
        old, begin = self.state(name), time.monotonic()
        if self.wait(self.begin(WORK[name])) != 0:
            self.find(f"{name}: it does not work by itself")
        return old, self.state(name), time.monotonic() - begin

    def kills(self, count):
        for name in WORK:
            old, new, seconds = self.ends(name)
            seen = {"old": 0, "new": 0}
            for _ in range(-(-count // len(WORK))):
                self.reset()
                process = self.begin(WORK[name])
                time.sleep(self.dice.random() * seconds * 1.1)
                process.kill()
                process.wait()
                state = self.state(name)
                if state != old and state != new:
                    self.find(f"kill of {name}: a third state")
                seen["new" if state == new else "old"] += 1
            self.table.append(("killed " + name, sum(seen.values()), f"{seen['old']} old, {seen['new']} new"))

    def interrupts(self, count):
        slowest = 0
        for place in range(count):
            self.reset()
            process = self.begin("io.stderr:write 'x'; " + ENDLESS[place % len(ENDLESS)], errors=subprocess.PIPE)
            # It says when its phase begins.
            if process.stderr.read(1) != b"x":
                self.find(f"interrupt: it does not begin: {ENDLESS[place % len(ENDLESS)]}")
            time.sleep(self.dice.random() * 0.3)
            process.send_signal(signal.SIGINT)
            begin = time.monotonic()
            code = self.wait(process, 20)
            process.stderr.close()
            slowest = max(slowest, time.monotonic() - begin)
            # By the signal itself: any other ending was none by it.
            if code != -signal.SIGINT:
                self.find(f"interrupt: {'hangs' if code is None else code}: {ENDLESS[place % len(ENDLESS)]}")
        self.table.append((f"interrupted in {len(ENDLESS)} phases", count, f"slowest {slowest:.2f} s"))

    def corrupt(self, count):
        sound = self.start.read_bytes()
        code = "print(pcall(function() return T:count(), #T:fetch() end)) print(pcall(function() T:all():update { n = 2 } end)) T:check()"
        for _ in range(count):
            self.reset()
            data = bytearray(sound)
            for _ in range(self.dice.choice([1, 4, 64])):
                # Half of it in the header and the schema.
                end = 4096 if self.dice.random() < 0.5 else len(data)
                data[self.dice.randrange(end)] = self.dice.randrange(256)
            if self.dice.random() < 0.2:
                del data[self.dice.randrange(len(data)):]
            (self.folder / "a.db").write_bytes(data)
            code_of_exit = self.wait(self.begin(code), 30)
            if code_of_exit is None or code_of_exit < 0 or code_of_exit >= 128:
                kept = pathlib.Path(".build/storm") / f"corrupt.{self.options.seed}.db"
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(data)
                self.find(f"a corrupt file: {code_of_exit}, kept as {kept}")
        self.table.append(("corrupt files", count, ""))

    def faults_library(self):
        library = self.folder / "faults.so"
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", HERE / "faults.c", "-o", library, "-ldl"], check=True)
        return library

    def faults(self, count):
        library = self.faults_library()
        said = 0
        for name in WORK:
            old, new, _ = self.ends(name)
            for _ in range(-(-count // len(WORK))):
                self.reset()
                number, kind = int(1.4 ** (self.dice.random() * 16)), self.dice.randrange(3)
                environment = {"LD_PRELOAD": str(library), "STORM_FAULT": str(number), "STORM_FAULT_KIND": str(kind)}
                code = self.wait(self.begin(WORK[name], **environment))
                state, case = self.state(name), f"{name}, write {number} fails (kind {kind})"
                said += code == 1
                if code is None or code < 0:
                    self.find(f"fault: {case}: {'hangs' if code is None else code}")
                if state != old and state != new:
                    self.find(f"fault: {case}: a third state")
                if code == 0 and state != new:
                    self.find(f"fault: {case}: it says that it is done, and is not")
        total = -(-count // len(WORK)) * len(WORK)
        self.table.append(("failing and short writes", total, f"{said} said so"))

    def mallocs(self, count):
        """Where SQLite gets no memory it says so; where anyone does not, the system may end the program: no file is harmed."""
        library = self.faults_library()
        for kinds, whose in (((3, 4), "SQLite"), ((5, 6), "anyone")):
            said, ended, tried = 0, 0, 0
            for name in WORK:
                old, new, _ = self.ends(name)
                for _ in range(-(-count // 2 // len(WORK))):
                    self.reset()
                    number, kind = int(1.5 ** (self.dice.random() * 26)), self.dice.choice(kinds)
                    environment = {"LD_PRELOAD": str(library), "STORM_FAULT": str(number), "STORM_FAULT_KIND": str(kind)}
                    code = self.wait(self.begin(WORK[name], **environment))
                    state, case = self.state(name), f"{name}, malloc {number} of {whose} fails (kind {kind})"
                    tried, said = tried + 1, said + (code == 1)
                    if code is None or code < 0 and whose == "SQLite":
                        self.find(f"malloc: {case}: {'hangs' if code is None else code}")
                    ended += code is not None and code < 0
                    if state != old and state != new:
                        self.find(f"malloc: {case}: a third state")
                    if code == 0 and state != new:
                        self.find(f"malloc: {case}: it says that it is done, and is not")
            self.table.append((f"failing malloc of {whose}", tried, f"{said} said so, {ended} ended by the system"))

    def run(self, parts, where=""):
        print(f"{pathlib.Path(sys.argv[0]).stem}: seed {self.options.seed}", flush=True)
        for name in parts:
            if count := getattr(self.options, name):
                getattr(self, name)(count)
        shutil.rmtree(self.folder)
        print(f"{'tried':34} {'times':>8}  result")
        for name, count, words in self.table:
            print(f"{name + ' ' + where if where else name:34} {count:8}  {words}")
        print(f"{'fell':34} {len(self.fallen):8}")
        return 1 if self.fallen else 0


def options_of(words, parts):
    """What reads the command line of a storm: its program, its seed, and how often each part is tried."""
    parser = argparse.ArgumentParser(usage=words.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("--program", default=".build/debug/moonshell")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    for name, usual in parts:
        parser.add_argument(f"--{name}", type=int, default=usual)
    return parser.parse_args()


def main():
    parts = {"kills": 14, "interrupts": 50, "corrupt": 20, "faults": 14, "mallocs": 14}
    # A shell that starts this in the background has it ignore Ctrl-C, and so would what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return Storm(options_of(__doc__, parts.items())).run(parts)


if __name__ == "__main__":
    sys.exit(main())
