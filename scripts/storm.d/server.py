#!/usr/bin/env python3
"""Kills of the program at work on a PostgreSQL server of its own: the tables are as before or as after.

usage: server.py [--program PATH] [--seed N] [--kills N]"""

import pathlib
import subprocess
import sys
import tempfile
import time

from endings import Storm, options_of

START = """
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
run=
if [ "$(id -u)" = 0 ]; then run='runuser -u postgres --'; chown postgres "$1"; fi
chmod 755 "$1" && cd "$1"
$run "$bin/initdb" -D "$1/data" --locale=C --encoding=UTF8 -A trust -N -U postgres >/dev/null
exec $run "$bin/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off >"$1/log" 2>&1
"""


class ServerStorm(Storm):
    def __init__(self, options):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="storm-server-", dir="/tmp"))
        self.server = subprocess.Popen(["bash", "-ec", START, "bash", self.home], stdin=subprocess.DEVNULL)
        self.address = f"postgres://postgres@/postgres?host={self.home}&options=-csearch_path%3Da"
        for _ in range(200):
            time.sleep(0.1)
            if self.psql("SELECT 1", check=False).returncode == 0:
                break
        self.psql("CREATE SCHEMA a")
        super().__init__(options)

    def psql(self, text, check=True):
        command = ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", self.home, "-U", "postgres", "postgres"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=check)

    def prepare(self, code):
        subprocess.run([self.program, self.address, "-e", code], check=True, cwd=self.folder, env=self.environment)
        dump = ["pg_dump", "-h", self.home, "-U", "postgres", "-n", "a", "postgres"]
        self.start = subprocess.run(dump, capture_output=True, text=True, check=True).stdout

    @property
    def database(self):
        return self.address

    def wait_for_the_others(self):
        """The server notices a client that is gone when it has done what that asked for last."""
        ask = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        while self.psql(ask).stdout.strip() != "0":
            time.sleep(0.01)

    def reset(self):
        self.wait_for_the_others()
        self.psql("DROP SCHEMA IF EXISTS a CASCADE;\n" + self.start)
        (self.folder / "out.json").write_text("old")

    def state(self, name):
        if name == "export":
            return (self.folder / "out.json").read_bytes()
        self.wait_for_the_others()
        columns = "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'a' ORDER BY 1, 2;"
        return self.psql(columns + "SELECT count(*), sum(n) FROM a.t").stdout

    def end(self):
        self.server.terminate()
        self.server.wait()
        subprocess.run(["rm", "-rf", self.home], check=True)


def main():
    storm = ServerStorm(options_of(__doc__, [("kills", 14)]))
    try:
        return storm.run(("kills",), "at a server")
    finally:
        storm.end()


if __name__ == "__main__":
    sys.exit(main())
