#!/usr/bin/env python3
"""The rules of the house: how large a room may be, what may stand where.

usage: house.py ROOT [--rooms] [--allowances FILE]

A rule that does not hold yet has an allowance in `allowances.txt` beside this file: so many places in that room. An
allowance only falls: a room with fewer places than it is allowed fails, too, until its line says so.
Prints `file:line: …` or `room: …` for each breach; exit 1 if there is one. With --rooms: a table of the rooms."""

import collections
import pathlib
import re
import sys

LARGEST_SHARE = 0.12
LARGEST_CYCLE = 12
WIDEST_TYPE = 0.15
CONTEXT, CONTEXT_MEMBERS = "SessionContext", 12

# The rooms from the model of objects upward.
UPPER = {
    "Model", "Saving", "Requests", "Relations", "Lists", "Exchange", "Migrating", "Scripting", "Shell", "moonshell",
}
STACK_ROOMS = {"LuaRuntime", "LuaRows", "Scripting"}
# (The manual shows what people type, and what is printed. So do the examples of words and the steps of the tour.)
SQL_ROOMS = {"Query", "SQLText", "Store", "SQLiteEngine", "PostgreSQLEngine", "Manual"}
EXAMPLE = re.compile(r'#"[A-Za-z_]\w*[:(].*"#|\bentry: "[^"\n]*"')
PLATFORM = {"Platform"}

DECLARED = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\(set\))?\s+)*"
                      r"(?:class|struct|enum|protocol|actor|typealias)\s+([A-Z]\w*)", re.M)
MEMBER = re.compile(r"^  (?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\((?:set|unsafe)\))?\s+)*(?:var|let|func|init|subscript)\b")
WORD = re.compile(r"\b[A-Z]\w*\b")
STACK = re.compile(r"\bstack\.")
SQL_LITERAL = re.compile(r'"[^"\n]*\b(?:SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|CREATE\s+'
                         r"(?:UNIQUE\s+)?(?:TABLE|INDEX|VIEW|TRIGGER)|ALTER\s+TABLE|DROP\s+(?:TABLE|INDEX)|ROLLBACK\s+TO|"
                         r"SAVEPOINT|PRAGMA)\b")
# A text where an error is made: at a throw, or in the making of an error, a refusal or a reason.
# (What stops the program is for those who write it.)
MADE = re.compile(
    r"\b(?:throw\b[^\n]*|(?!preconditionFailure\b)\w*(?:Error|[fF]ailure|Reason|[rR]efusal|Mistake|Misfit|Slip|Obstacle|Untranslatable)\()"
    # What a function is asked about, and what is said of one (ClosureSQL): `.raise("…")`, `.unknown(.scalar, "…")`.
    r"|\.(?:raises?|unknown|hint)\((?=\"|\s*$|\s*\.?\w+,\s*(?:[\w.]+ \? )?(?:\"|$))"
)
# Words of one engine: they stand in its own target alone. (Help shows SQL that people type. What is typed is told from
# Lua before it is known which database it is for: the list of keywords has those of all.)
ENGINE_WORD = re.compile(
    r"\bPRAGMA\b|\bIMMEDIATE\b|\bLIMIT -1\b|\bWITHOUT ROWID\b|\bsqlite_\w+|\bSQLITE_\w+|\bSTRICT\b|integer overflow|incomplete input"
)
KEYWORDS = "SQLKeywords.swift"
ENGINE_ROOMS = {"SQLiteEngine", "CSQLite", "PostgreSQLEngine", "CPostgreSQL", "Manual"}
IMPORT_C = re.compile(r"^\s*(?:@\w+\s+)?import\s+(?:Glibc|Darwin|Musl)\b", re.M)


def without_comments(text):
    """The code: comments blanked, lines kept. (A // in a string is rare, and costs no more than the rest of its line.)"""
    return "\n".join("" if line.lstrip().startswith("//") else re.split(r"\s//(?!/)", line)[0] for line in text.split("\n"))


def without_strings(code):
    code = re.sub(r'"""(?:.|\n)*?"""', lambda match: '""' + "\n" * match[0].count("\n"), code)
    return re.sub(r'#*"(?:\\\(|\\.|[^"\\\n])*"#*', '""', code)


class House:
    """The sources, room by room."""

    def __init__(self, root):
        self.root = root
        self.rooms = {}
        for folder in sorted(path for path in (root / "Sources").iterdir() if path.is_dir()):
            files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".swift", ".c", ".h")]
            self.rooms[folder.name] = {path: path.read_text(encoding="utf-8") for path in files}
        self.code = {p: without_comments(t) for files in self.rooms.values() for p, t in files.items() if p.suffix == ".swift"}
        self.bare = {path: without_strings(code) for path, code in self.code.items()}
        self.said = {path: EXAMPLE.sub('""', code) for path, code in self.code.items()}
        self.own = {path: "" if path.name == KEYWORDS else code for path, code in self.code.items()}

    def place(self, path, number):
        return f"{path.relative_to(self.root)}:{number}"

    def lines(self, room):
        return sum(text.count("\n") for text in self.rooms[room].values())

    def swift(self, room):
        return [path for path in self.rooms[room] if path.suffix == ".swift"]

    def largest_cycle(self, room):
        """The files of the largest cycle; an edge is a file that names a type declared in another one."""
        owner = {}
        for path in self.swift(room):
            for name in DECLARED.findall(self.bare[path]):
                owner.setdefault(name, path)
        edges = {
            path: {owner[n] for n in set(WORD.findall(self.bare[path])) if n in owner and owner[n] != path}
            for path in self.swift(room)
        }
        return max(components(edges), key=len, default=[])


def components(edges):
    """The strongly connected components (Tarjan 1972), without recursion."""
    index, low, stack, on, result, count = {}, {}, [], set(), [], 0
    for start in edges:
        if start in index:
            continue
        work = [(start, iter(sorted(edges[start])))]
        index[start] = low[start] = count
        count += 1
        stack.append(start)
        on.add(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = count
                    count += 1
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(sorted(edges[other]))))
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    result.append(component)
    return result


# Each rule yields (room, text of a breach); what it yields is counted against the allowance of the room.


def size(house):
    total = sum(house.lines(room) for room in house.rooms)
    for room in house.rooms:
        if house.lines(room) > LARGEST_SHARE * total:
            yield room, f"{room}: {house.lines(room)} of {total} lines are over {LARGEST_SHARE:.0%}: split the room"


def cycle(house):
    for room in house.rooms:
        files = house.largest_cycle(room)
        for path in sorted(files)[LARGEST_CYCLE:]:
            yield room, f"{house.place(path, 1)}: one of {len(files)} files of {room} that need each other; {LARGEST_CYCLE} are the limit"


def width(house):
    everything = list(house.bare)
    names = {path: set(WORD.findall(house.bare[path])) for path in everything}
    for room in sorted(UPPER & house.rooms.keys()):
        for path in house.swift(room):
            for name in set(DECLARED.findall(house.bare[path])) - {CONTEXT}:
                count = sum(name in names[other] for other in everything)
                if count > WIDEST_TYPE * len(everything):
                    yield room, f"{house.place(path, 1)}: {name} is named in {count} of {len(everything)} files, over {WIDEST_TYPE:.0%}"


def context(house):
    members = []
    for path, code in house.bare.items():
        inside = False
        for number, line in enumerate(code.split("\n"), 1):
            if re.match(rf"^(?:package |final )*(?:class|extension) {CONTEXT}\b", line):
                inside = True
            elif line.startswith("}"):
                inside = False
            elif inside and MEMBER.match(line) and not re.match(r"^  (?:private|fileprivate) ", line):
                members.append((path, number))
    for path, number in members[CONTEXT_MEMBERS:]:
        yield "Model", f"{house.place(path, number)}: one of {len(members)} members of {CONTEXT}; {CONTEXT_MEMBERS} are the limit"


def by_line(pattern, texts, message, rooms):
    def rule(house):
        for room in house.rooms:
            if not rooms(room):
                continue
            for path in house.swift(room):
                for number, line in enumerate(texts(house)[path].split("\n"), 1):
                    for _ in pattern.finditer(line):
                        yield room, f"{house.place(path, number)}: {message}"
    return rule


def words(house):
    for room in house.rooms:
        for path in house.swift(room):
            # What a generator writes is a program of others, whose errors are theirs.
            if path.stem.endswith("+Words") or path.parent.name == "Generators":
                continue
            lines = house.code[path].split("\n")
            for number, line in enumerate(lines, 1):
                if not MADE.search(line):
                    continue
                # The text may stand on the next lines, up to where the brackets close.
                span, depth = "", 0
                for following in lines[number - 1 : number + 5]:
                    span += following
                    depth += following.count("(") - following.count(")")
                    if depth <= 0:
                        break
                if '"' in span[MADE.search(line).start():]:
                    yield room, f"{house.place(path, number)}: an error with its words; they belong into a +Words file"


RULES = {
    "size": size,
    "cycle": cycle,
    "width": width,
    "context": context,
    "stack": by_line(STACK, lambda h: h.bare, "the stack of Lua is for LuaRuntime, LuaRows and Scripting", lambda r: r not in STACK_ROOMS),
    "sql": by_line(SQL_LITERAL, lambda h: h.said, "SQL in a literal: say it with Query, or ask the engine", lambda r: r not in SQL_ROOMS),
    "engine": by_line(ENGINE_WORD, lambda h: h.own, "a word of one engine", lambda r: r not in ENGINE_ROOMS),
    "words": words,
    "platform": by_line(IMPORT_C, lambda h: h.code, "the C library is imported in Platform alone", lambda r: r not in PLATFORM),
}


def allowances():
    file = pathlib.Path(__file__).parent / "allowances.txt"
    if "--allowances" in sys.argv:
        file = pathlib.Path(sys.argv[sys.argv.index("--allowances") + 1])
    result = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            rule, room, count = line.split()
            result[rule, room] = int(count)
    return result


def complaints(house):
    allowed = allowances()
    for rule, find in RULES.items():
        found = collections.defaultdict(list)
        for room, text in find(house):
            found[room].append(text)
        for room in sorted(found.keys() | {room for name, room in allowed if name == rule}):
            limit, texts = allowed.get((rule, room), 0), found[room]
            if len(texts) > limit:
                yield from texts if limit == 0 else texts[:3] + [f"{room}: {len(texts)} breaches of '{rule}', {limit} are allowed"]
            elif len(texts) < limit:
                yield f"{room}: {len(texts)} breaches of '{rule}' are left: write that instead of {limit} into allowances.txt"


def table(house):
    total = sum(house.lines(room) for room in house.rooms)
    print("| room | files | lines | share | largest cycle |\n|---|---|---|---|---|")
    for room in sorted(house.rooms, key=house.lines, reverse=True):
        cycle = len(house.largest_cycle(room))
        print(f"| {room} | {len(house.rooms[room])} | {house.lines(room)} | {house.lines(room) / total:.1%} | {cycle if cycle > 1 else '–'} |")


def main():
    house = House(pathlib.Path(sys.argv[1]))
    if "--rooms" in sys.argv:
        return table(house)
    found = list(complaints(house))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
