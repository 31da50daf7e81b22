#!/usr/bin/env python3
"""The rules of style that swift-format does not know.

usage: style.py ROOT

Prints `file:line: …` for each place; exit 1 if there is one."""

import pathlib
import re
import sys

LONGEST = 600
FORCED = re.compile(r"\btry!|\bas!|\bfatalError\(")
# Spelt so that this file does not accuse itself.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
# Not the // of an address in a string.
COMMENT = re.compile(r"(?<!:)//")


def complaints_about(lines, place, is_swift, is_source):
    if is_source and len(lines) > LONGEST:
        yield f"{place}:{LONGEST}: {len(lines)} lines, {LONGEST} are the limit: split it by idea"
    for number, line in enumerate(lines, 1):
        if mark := UNFINISHED.search(line):
            yield f"{place}:{number}: {mark[1]}: finish it, or file an issue and leave no mark"
        code, *comment = COMMENT.split(line, maxsplit=1)
        if is_swift and (forced := FORCED.search(code)):
            above = lines[number - 2].strip() if number > 1 else ""
            if not comment and not above.startswith("//"):
                yield f"{place}:{number}: {forced[0]} without a comment beside it that says why it cannot fail"


# What CONTRIBUTING.md names in backquotes must be there: the walk through the house stays true.
NAMED = re.compile(r"`((?:Sources|Tests|scripts)/[\w+./-]+)`")


def complaints_about_map(root):
    path = root / "CONTRIBUTING.md"
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for named in NAMED.findall(line):
            if not (root / named).exists():
                yield f"CONTRIBUTING.md:{number}: there is no {named}: tell the walk as it is now"


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    for top in ("Sources", "Tests", "scripts", ".ci", "Package.swift"):
        start = root / top
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            try:
                lines = path.read_text(encoding="utf-8").splitlines()
            except UnicodeDecodeError:
                continue  # a fixture of bytes
            found += complaints_about(lines, path.relative_to(root), path.suffix == ".swift", top == "Sources")
    found += complaints_about_map(root)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
