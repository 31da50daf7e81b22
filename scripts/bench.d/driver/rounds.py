"""Runs programs and collects what they took.

A program obeys one contract: `PROGRAM… WORKLOAD DATA SCRATCH REPETITIONS` prints a line `seconds check` per
repetition: processor time, and a word that must equal that of C. A check that ends in `.json` is a file, of which the
content is compared.
"""

import dataclasses
import hashlib
import json
import pathlib
import statistics
import subprocess


class NotRun(Exception):
    """Why there is no figure."""


@dataclasses.dataclass
class Result:
    """The samples of one side at one workload."""

    seconds: list = dataclasses.field(default_factory=list)
    checks: set = dataclasses.field(default_factory=set)
    peak: int = 0  # kilobytes of the whole process, its preparations included
    trouble: str | None = None

    @property
    def median(self):
        return statistics.median(self.seconds) if self.seconds and not self.trouble else None


def first_line(text, otherwise):
    return (text.strip().splitlines() or [otherwise])[0]


def launch(timed, command, scratch, timeout=600, **options):
    """Runs a command to its end; gives the wall time, the peak memory in kilobytes, and the finished process."""
    report = scratch / "report"
    report.unlink(missing_ok=True)
    try:
        done = subprocess.run(
            [timed, report, *command], capture_output=True, text=True, timeout=timeout, check=False, **options
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotRun(str(error)) from error
    if done.returncode != 0:
        raise NotRun(first_line(done.stderr, f"exit {done.returncode}"))
    seconds, peak = report.read_text().split()
    return float(seconds), int(peak), done


def content_of(path):
    """A word for what a JSON file holds, however it is written."""
    # 100 and 100.0 are one number in JSON.
    rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8"), parse_int=float)
    text = json.dumps(rows, sort_keys=True, separators=(",", ":"))
    return f"{len(rows)}:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def run_once(timed, command, data, scratch):
    """A process whose output is the check: gives the wall time, the peak memory, and the one sample."""
    program, *options = command
    wall, peak, done = launch(timed, [program, data, *options], scratch)
    return wall, peak, [(wall, done.stdout.strip())]


def run(timed, command, verb, data, scratch, repetitions):
    """One process: gives the wall time, the peak memory, and [(seconds, check)]."""
    wall, peak, done = launch(timed, [*command, verb, data, scratch, str(repetitions)], scratch)
    try:
        samples = [(float(line.split()[0]), line.split()[1]) for line in done.stdout.splitlines()]
    except (ValueError, IndexError) as error:
        raise NotRun(f"printed {done.stdout[:60]!r}") from error
    if len(samples) != repetitions:
        raise NotRun(f"printed {len(samples)} samples of {repetitions}")
    if samples[0][1].endswith(".json"):
        content = content_of(samples[0][1])
        samples = [(seconds, content) for seconds, _ in samples]
    return wall, peak, samples


SLOW = 2.0  # seconds: a peer that takes longer while it warms up is measured in one round only


def measure(timed, sides, name, workload, data, scratch, rounds):
    """Gives a Result per side. All sides take turns in every round, so that a machine which slows down slows all."""
    verb = workload.verb or name
    if name == "start":
        rounds *= 4  # short and noisy, and cheap to repeat
    if workload.against:
        ours = next(side for side in sides if side.name == "Moonshell")
        sides = [dataclasses.replace(ours, name="C", verb=workload.against), ours]
    taking_part = {side.name: side for side in sides if verb in side.verbs}
    results = {name_of_side: Result() for name_of_side in taking_part}
    slow = set()
    for turn in range(rounds + 1):
        for name_of_side, result in results.items():
            side = taking_part[name_of_side]
            if result.trouble or name_of_side in slow and turn > 1:
                continue
            try:
                if name == "start" and side.start:
                    wall, peak, samples = run_once(timed, side.start, data, scratch)
                else:
                    wall, peak, samples = run(
                        timed, side.command, side.verb or verb, data, scratch, workload.repetitions
                    )
            except NotRun as error:
                result.trouble = f"not run: {error}"
                continue
            result.checks |= {check for _, check in samples}
            if not side.is_ours and max(seconds for seconds, _ in samples) > SLOW:
                slow.add(name_of_side)
            if turn > 0:  # the first round warms the caches
                result.seconds += [wall] if name == "start" else [seconds for seconds, _ in samples]
                result.peak = max(result.peak, peak)
    expected = results["C"].checks
    for result in results.values():
        if not result.trouble and result.checks != expected:
            other = next(iter(result.checks - expected), "nothing")
            result.trouble = f"wrong: {other} instead of {next(iter(expected), 'anything')}"
    return results
