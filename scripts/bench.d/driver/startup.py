"""What starting takes, step by step: each step is a process that does a little more than the one before."""

import os
import pathlib
import pty
import re
import select
import shutil
import statistics
import subprocess
import time

from . import data, rounds, sides

FIRST_PROMPT = 0.020  # seconds
PROMPT_MEMORY = 20 * 1024  # kilobytes


def steps(program, limit, nothing, source):
    """[what a step adds, command]: in their order, each with what it does beyond the step that is named."""
    bare = [program, "--no-init"]
    count = "print(#db:query 'SELECT id FROM player WHERE id <= 10')"
    return [
        ("a process in C that does nothing", [nothing], None),
        ("C: libsqlite3, open, one query", [*limit, "start", source, ".", "1"], 0),
        ("exec, dynamic linking, options: --version", [program, "--version"], 0),
        ("a Lua state, libraries, a database: -e ' '", [*bare, "-e", " "], 2),
        ("a chunk that runs: -e 'return 1'", [*bare, "-e", "return 1"], 3),
        ("a file instead, its tables as entities", [*bare, source, "-e", "return 1"], 4),
        ("the first query of text", [*bare, source, "-e", count], 5),
        ("the first request", [*bare, source, "-e", "print(Player:where{ id = is.at_most(10) }:count())"], 5),
    ]


def first_number(pattern, command):
    """What a command says on standard error where the pattern matches, in millions; None if it does nowhere."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(pattern, done.stderr, re.MULTILINE)
    return int(found[1]) / 1e6 if found else None


def instructions(command, scratch):
    """Instructions in user space, in millions: exact where time is noisy. None without perf and valgrind."""
    if shutil.which("perf"):
        counted = first_number(r"^(\d+),.*instructions:u", ["perf", "stat", "-x", ",", "-e", "instructions:u", *command])
        if counted is not None:
            return counted
    if not shutil.which("valgrind"):
        return None
    bare = scratch / "without-symbols"  # which valgrind does not read in every release of Swift
    if not shutil.which("strip") or subprocess.run(["strip", "-o", bare, command[0]], check=False).returncode != 0:
        bare = command[0]
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    return first_number(r"Collected : (\d+)", [*callgrind, bare, *command[1:]])


def linking(program, scratch):
    """What the dynamic linker says of itself, in words; nothing where it is not glibc's."""
    prefix = scratch / "linking"
    environment = {**os.environ, "LD_DEBUG": "statistics", "LD_DEBUG_OUTPUT": str(prefix)}
    subprocess.run([program, "--version"], env=environment, stdout=subprocess.DEVNULL, check=False)
    text = "".join(path.read_text() for path in scratch.glob("linking.*"))
    total = re.search(r"total startup time in dynamic loader: (\d+)", text)
    relocating = re.search(r"time needed for relocation: (\d+)", text)
    count = re.search(r"number of relocations: (\d+)", text)
    relative = re.search(r"number of relative relocations: (\d+)", text)
    if not (total and relocating and count and relative):
        return ""
    share = int(relocating[1]) / int(total[1])
    return f"{int(count[1]):,} relocations by name and {int(relative[1]):,} relative ones; relocating is {share:.0%} of linking"


def libraries(program):
    if not shutil.which("ldd"):
        return []
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
    return [line.split()[0].partition(".so")[0] for line in listed.splitlines() if "=>" in line]


def first_prompt(program):
    """Seconds until a terminal shows the prompt, and the peak memory in kilobytes at that moment."""
    master, slave = pty.openpty()
    began = time.perf_counter()
    shell = subprocess.Popen(
        [program, "--no-init"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env={**os.environ, "TERM": "xterm", "MOONSHELL_HISTORY": ""},
    )  # fmt: skip
    os.close(slave)
    shown = b""
    try:
        while b"moon>" not in shown:
            if not select.select([master], [], [], 10)[0]:
                raise rounds.NotRun("no prompt within ten seconds")
            shown += os.read(master, 4096)
        seconds = time.perf_counter() - began
        status = pathlib.Path(f"/proc/{shell.pid}/status").read_text()
        return seconds, int(re.search(r"VmHWM:\s+(\d+)", status)[1])
    finally:
        shell.kill()
        shell.wait()
        os.close(master)


def measure(timed, table, scratch, number):
    """Gives the seconds and the peak of every step; the steps take turns."""
    samples = [[] for _ in table]
    peaks = [0 for _ in table]
    for turn in range(number + 1):
        for place, (_, command, _) in enumerate(table):
            seconds, peak, _ = rounds.launch(timed, command, scratch)
            if turn > 0:
                samples[place].append(seconds)
                peaks[place] = max(peaks[place], peak)
    return [statistics.median(seconds) for seconds in samples], peaks


def report(program, scratch, store, number):
    """Prints the table; gives the complaints."""
    timed = sides.launcher(scratch)
    limit = sides.limits(scratch)[0].command
    nothing = sides.compile_c("nothing", [sides.HERE / "c" / "nothing.c"], [], scratch)
    source = str(data.file("players.sqlite", 100_000, store))
    table = steps(program, limit, nothing, source)
    try:
        medians, peaks = measure(timed, table, scratch, 8 * number)
        prompts = [first_prompt(program) for _ in range(4 * number + 1)][1:]
    except rounds.NotRun as error:
        return [f"not run: {error}"]
    print(f"{'':<46}{'ms':>8}{'more by':>9}{'than':>6}{'M instr.':>10}{'MiB':>6}")
    for place, (title, command, base) in enumerate(table):
        count = instructions(command, scratch)
        more = "" if base is None else f"{(medians[place] - medians[base]) * 1000:9.2f}{base + 1:>6}"
        counted = f"{count:.2f}" if count is not None else "-"
        print(f"{place + 1:>2}  {title:<42}{medians[place] * 1000:8.2f}{more:>15}{counted:>10}{peaks[place] / 1024:6.1f}")
    seconds, peak = statistics.median(taken for taken, _ in prompts), max(most for _, most in prompts)
    print(f"\nThe first prompt on a terminal: {seconds * 1000:.1f} ms, {peak / 1024:.1f} MiB.")
    if names := libraries(program):
        print(f"Linked at start: {', '.join(names)}.")
    if words := linking(program, scratch):
        print(f"{words[0].upper()}{words[1:]}.")
    complaints = []
    if seconds > FIRST_PROMPT:
        complaints.append(f"the first prompt takes {seconds * 1000:.0f} ms, {FIRST_PROMPT * 1000:.0f} are allowed")
    if peak > PROMPT_MEMORY:
        complaints.append(f"the first prompt takes {peak / 1024:.0f} MiB, {PROMPT_MEMORY / 1024:.0f} are allowed")
    return complaints
