"""How time and memory grow with the number of rows, and whether a stream stays flat."""

import math
import statistics

from . import data, rounds, sides

SIZES = (10_000, 100_000, 1_000_000)
WORK = {
    "fetch": "players.sqlite",
    "stream": "players.sqlite",
    "filter": "players.sqlite",
    "sort-key": "players.sqlite",
    "group": "players.sqlite",
    "group-tables": "players.sqlite",
    "edits": "players.sqlite",
    "commits": "players.sqlite",
    "sections": "players.sqlite",
    "difference": "players.sqlite",
    "difference-tables": "players.sqlite",
    "import": "players.csv",
    "export": "players.sqlite",
}
# In one process. What prepares the work of a repetition leaves garbage, which the collector may come to in the midst of it:
# the first, and no other, would be judged by that.
REPETITIONS = 3
FLAT = 64 * 1024  # kilobytes by which a stream of a million rows may grow


def exponent(first, second, factor):
    """1 means that ten times the rows take ten times as long."""
    return math.log(second / first, factor) if first > 0 and second > 0 else math.nan


def measure(timed, command, store, scratch, number):
    """Gives (work, size) -> ([seconds], peak kilobytes); all of it takes turns in every round."""
    samples = {(work, size): ([], 0) for work in WORK for size in SIZES}
    for turn in range(number + 1):
        for (work, size), (seconds, peak) in samples.items():
            source = data.file(WORK[work], size, store)
            _, highest, got = rounds.run(timed, command, work, source, scratch, REPETITIONS)
            if turn > 0:  # the first round warms the caches
                samples[work, size] = [*seconds, *(second for second, _ in got)], max(peak, highest)
    return samples


def report(program, scratch, store, number):
    """Prints the table; gives the complaints."""
    timed = sides.launcher(scratch)
    try:
        samples = measure(timed, sides.moonshell(program).command, store, scratch, number)
    except rounds.NotRun as error:
        return [f"not run: {error}"]
    heads = "".join(f"{f'{size:,}':>12}" for size in SIZES)
    print(f"{'':<18}{'milliseconds':>{12 * len(SIZES)}}{'exponents':>16}{'peak MiB':>{9 * len(SIZES)}}")
    print(f"{'rows':<18}{heads}{'':>16}" + "".join(f"{f'{size:,}':>10}" for size in SIZES))
    for work in WORK:
        medians = [statistics.median(samples[work, size][0]) for size in SIZES]
        peaks = [samples[work, size][1] for size in SIZES]
        powers = [exponent(*pair, SIZES[1] / SIZES[0]) for pair in zip(medians, medians[1:])]
        print(
            f"{work:<18}"
            + "".join(f"{median * 1000:12.1f}" for median in medians)
            + "".join(f"{power:8.2f}" for power in powers)
            + "".join(f"{peak / 1024:10.0f}" for peak in peaks)
        )
    return complaints(samples)


def complaints(samples):
    few, many = SIZES[0], SIZES[-1]
    growth = samples["stream", many][1] - samples["stream", few][1]
    verdict = "flat" if growth < FLAT else "not flat"
    print(f"\nA stream of {many:,} rows takes {growth / 1024:.1f} MiB more than one of {few:,}: {verdict}.")
    row = (samples["fetch", many][1] - samples["fetch", SIZES[1]][1]) * 1024 / (many - SIZES[1])
    print(f"A fetched row that was read takes {row:.0f} bytes.")
    return [] if growth < FLAT else [f"stream: grows by {growth / 1024:.0f} MiB, {FLAT / 1024:.0f} are allowed"]
