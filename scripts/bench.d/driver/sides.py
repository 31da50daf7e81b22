"""The programs that are compared: C, C with Lua, Moonshell, and the peers that this machine has."""

import dataclasses
import importlib.util
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
NEEDED = "gcc libc6-dev libsqlite3-dev liblua5.4-dev"


@dataclasses.dataclass(frozen=True)
class Side:
    """A program that obeys the contract of rounds.py, and what it can do.

    `start`, if there is one, is what measures `start` instead: a program and its options; the data is put between them.
    """

    name: str
    command: list
    verbs: frozenset
    start: tuple = ()
    verb: str | None = None  # what it does in place of the work that is measured

    @property
    def is_ours(self):
        return self.name in ("C", "C+Lua", "Moonshell")


ALL = frozenset(
    "insert fetch stream filter lookup where closure equality sort-key sort-comparator sort-names group group-tables"
    " list-filter list-tests list-text list-function sections difference difference-lists difference-tables"
    " lazy eager related counts products import export start".split()
)
# Nothing in these is work for Lua, or the plain API has no word for it.
WITH_LUA = ALL - frozenset(
    "list-filter list-tests list-text list-function sort-comparator sort-names group group-tables sections difference"
    " difference-lists difference-tables related counts products import export".split()
)


@dataclasses.dataclass(frozen=True)
class Peer:
    """A side that takes part where it is installed; the benchmark installs none."""

    name: str
    script: str
    verbs: str
    module: str | None = None  # of Python, which must be there
    program: str | None = None
    start: tuple = ()


PEERS = (
    Peer(
        "Python",
        "python_sqlite3.py",
        "insert fetch stream filter lookup where equality sort-key sort-comparator group sections lazy eager import"
        " export start",
        module="sqlite3",
    ),
    Peer(
        "sqlite3",
        "sqlite3_shell.py",
        "where equality import export start",
        program="sqlite3",
        start=("sqlite3", "SELECT count(*) FROM player WHERE id <= 10"),
    ),
    Peer("DuckDB", "duckdb_tables.py", "fetch where equality import export start", module="duckdb"),
    Peer(
        "SQLAlchemy",
        "sqlalchemy_objects.py",
        "insert fetch stream filter lookup where equality lazy eager start",
        module="sqlalchemy",
    ),
    Peer(
        "Django",
        "django_models.py",
        "insert fetch stream filter lookup where equality lazy eager start",
        module="django",
    ),
)


def compile_c(name, sources, libraries, folder):
    """Compiles C as everybody does, -O2; says what is missing where that fails."""
    compiler = shutil.which("cc") or shutil.which("clang")  # the latter comes with Swift
    if not compiler:
        sys.exit(f"The benchmark needs a C compiler:\n  apt-get install {NEEDED}")
    program = folder / name
    flags = [f"-l{library}" for library in libraries]
    done = subprocess.run(
        [compiler, "-O2", "-o", program, *sources, *flags], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        print(done.stderr, end="", file=sys.stderr)
        sys.exit(f"The benchmark's C programs need a compiler and the headers of SQLite and Lua:\n  apt-get install {NEEDED}")
    return str(program)


def launcher(folder):
    return compile_c("timed", [HERE / "c" / "timed.c"], [], folder)


def limits(folder):
    """The programs in C: alone, and with Lua."""
    in_c = [path for path in sorted((HERE / "c").glob("*.c")) if path.stem not in ("timed", "nothing")]
    with_lua = sorted((HERE / "c_lua").glob("*.c"))
    return [
        Side("C", [compile_c("limit", in_c, ["sqlite3"], folder)], ALL),
        Side(
            "C+Lua",
            [compile_c("limit_lua", with_lua, ["lua5.4", "sqlite3"], folder), HERE / "c_lua" / "bench.lua"],
            WITH_LUA,
        ),
    ]


def moonshell(program):
    count = "print(Player:where{ id = is.at_most(10) }:count())"
    verbs = ALL | {"foreign", "edits", "commits", "live"}
    return Side("Moonshell", [program, HERE / "moonshell" / "bench.lua"], verbs, (program, "--no-init", "-e", count))


def is_installed(peer):
    if peer.program and not shutil.which(peer.program):
        return False
    return not peer.module or importlib.util.find_spec(peer.module) is not None


def peers():
    """The peers that are here, each run by the Python that runs this."""
    return [
        Side(peer.name, [sys.executable, HERE / "peers" / peer.script], frozenset(peer.verbs.split()), peer.start)
        for peer in PEERS
        if is_installed(peer)
    ]
