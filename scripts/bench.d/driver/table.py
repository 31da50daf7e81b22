"""The results as a table: for a terminal, for a page in Markdown, and as JSON with every sample."""

import statistics

MARK = "†"
OWN_MARK = "‡"

def ratio(results, side, base="C"):
    """A side's median as a multiple of another's, None where either is missing."""
    mine, other = results.get(side), results.get(base)
    if not mine or not other or mine.median is None or not other.median:
        return None
    return mine.median / other.median


def verdict(workload, results):
    """`aim` or `must`: what is reached; `over`: neither; "" where nothing is asked or measured."""
    reached = ratio(results, "Moonshell", workload.judge)
    if reached is None or workload.must is None:
        return ""
    if workload.aim and round(reached, 2) <= workload.aim:
        return "aim"
    return "must" if round(reached, 2) <= workload.must else "over"


def limit(workload):
    """What must be reached, with a mark where not C is the measure."""
    if workload.must is None:
        return ""
    return f"{workload.must:g}{OWN_MARK if workload.against else MARK if workload.judge == 'C+Lua' else ''}"


def note(workloads):
    """The sentences under the table that the marks stand for, where they stand there."""
    sentences = []
    if any(workload.judge == "C+Lua" for workload in workloads):
        sentences.append(
            f"{MARK} times C+Lua: what C takes to fetch has two values, by process, and the same function of Lua makes keys."
        )
    if any(workload.against for workload in workloads):
        sentences.append(
            f"{OWN_MARK} times what Moonshell itself takes, in the column of C, to run the same SQL by db:query, to load"
            " the set, to fetch it, to look up without sets."
        )
    return "\n".join(sentences)


def milliseconds(result):
    if result is None or result.median is None:
        return "-"
    time = result.median * 1000
    return f"{time:.1f}" if time < 1000 else f"{time:.0f}"


def mebibytes(result):
    return f"{result.peak / 1024:.0f}" if result and result.peak else "-"


def times(value):
    if value is None:
        return "-"
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


class TerminalTable:
    """Prints a row as soon as it is measured."""

    def __init__(self, sides):
        self.peers = [side.name for side in sides if not side.is_ours]
        names = "".join(f"{name:>12}" for name in self.peers)
        print(f"{'':<36}{'C':>8}{'Moonshell':>11}{'Moonshell':>11}{'must':>6}{'':>6}{'C+Lua':>7}{names}{'peak MiB':>15}")
        multiples = "".join(f"{'/ C':>12}" for _ in self.peers)
        print(f"{'':<36}{'ms':>8}{'ms':>11}{'/ C':>11}{'':>6}{'':>6}{'/ C':>7}{multiples}{'C':>7}{'Moonshell':>11}")

    def add(self, workload, results):
        moon = results.get("Moonshell")
        cells = (
            f"{workload.title:<36}{milliseconds(results.get('C')):>8}{milliseconds(moon):>11}"
            f"{times(ratio(results, 'Moonshell')):>11}{limit(workload):>6}{verdict(workload, results):>6}"
            f"{times(ratio(results, 'C+Lua')):>7}"
        )
        cells += "".join(f"{times(ratio(results, peer)):>12}" for peer in self.peers)
        print(f"{cells}{mebibytes(results.get('C')):>7}{mebibytes(moon):>11}", flush=True)


WORDS = {"aim": "yes, the aim too", "must": "yes", "over": "**no**", "": ""}


class MarkdownTable:
    """The table of the README: one row per workload, ratios to C, and whether the limit is kept."""

    def __init__(self, sides):
        self.peers = [side.name for side in sides if not side.is_ours]
        columns = ["work", "C", "Moonshell", "Moonshell / C", "must", "kept", "C+Lua / C"]
        columns += [f"{peer} / C" for peer in self.peers] + ["peak memory, C", "peak memory, Moonshell"]
        print(f"| {' | '.join(columns)} |")
        print(f"|---|{'---:|' * 4}---|{'---:|' * (len(columns) - 6)}")

    def add(self, workload, results):
        moon = results.get("Moonshell")
        cells = [
            workload.title,
            f"{milliseconds(results.get('C'))} ms",
            f"{milliseconds(moon)} ms",
            times(ratio(results, "Moonshell")),
            limit(workload),
            WORDS[verdict(workload, results)],
            times(ratio(results, "C+Lua")),
            *(times(ratio(results, peer)) for peer in self.peers),
            f"{mebibytes(results.get('C'))} MiB",
            f"{mebibytes(moon)} MiB",
        ]
        print(f"| {' | '.join(cells)} |", flush=True)


def as_json(measured):
    """Everything that was measured, by workload and side."""
    return {
        name: {
            side: {
                "median": result.median,
                "least": min(result.seconds, default=None),
                "spread": statistics.pstdev(result.seconds) if result.seconds else None,
                "samples": result.seconds,
                "peak_kilobytes": result.peak,
                "trouble": result.trouble,
            }
            for side, result in results.items()
        }
        for name, results in measured.items()
    }
