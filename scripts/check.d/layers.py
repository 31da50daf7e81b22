#!/usr/bin/env python3
"""Compares every import under Sources and Tests with the dependency table of Package.swift.

usage: swift package dump-package | layers.py ROOT

SwiftPM lets a target import whatever its dependencies happen to have built, so an arrow that Package.swift does not
show compiles all the same, or fails on one build in ten. Here only what the target itself declares counts.
Prints `file:line: …` for each forbidden import; exit 1 if there is one."""

import json
import pathlib
import re
import sys

# What comes with the compiler and needs no declaration. Foundation is not among them: it brings ICU, which costs
# start-up time and 30 MB; FoundationEssentials has what Moonshell uses of it.
SYSTEM = {"Swift", "FoundationEssentials", "Synchronization"}
TEST_SYSTEM = SYSTEM | {"Testing", "Glibc"}

# One target owns each of these, whatever Package.swift declares.
OWNERS = {
    "CSQLite": "SQLiteEngine",
    "CEditline": "Shell",
    "CPCRE2": "RegularExpressions",
    "CPostgreSQL": "PostgreSQLEngine",
    "CLuaLibrary": "LuaRuntime",
    "CRows": "LuaRows",
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"  # @testable, @_spi(x)
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?"
    r"`?(\w+)"
)


def name_of_platform(target):
    """Whether it is the one target that may know which C library this system has."""
    return target["name"] == "Platform"


def allowed_by_target(package):
    """Target name -> (folder, modules it may import)."""
    table = {}
    for target in package["targets"]:
        is_test = target["type"] == "test"
        # A library beside the tests may hold tests that several of them run.
        is_beside_tests = (target.get("path") or "").startswith("Tests/")
        modules = set(TEST_SYSTEM if is_test or is_beside_tests else SYSTEM)
        if name_of_platform(target):
            modules |= {"Glibc", "Musl", "Darwin"}
        for dependency in target["dependencies"]:
            for kind in ("byName", "target", "product"):
                if kind in dependency:
                    modules.add(dependency[kind][0])
        folder = target.get("path") or f"{'Tests' if is_test else 'Sources'}/{target['name']}"
        table[target["name"]] = (folder, modules)
    return table


def complaints(root, package):
    for name, (folder, modules) in allowed_by_target(package).items():
        for path in sorted((root / folder).rglob("*.swift")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = IMPORT.match(line)
                if not match or match[1] == name:
                    continue
                module, place = match[1], f"{path.relative_to(root)}:{number}"
                if module == "Foundation":
                    yield f"{place}: import Foundation: use FoundationEssentials, which starts without ICU"
                elif module in OWNERS and OWNERS[module] != name:
                    yield f"{place}: only {OWNERS[module]} may import {module}"
                elif module not in modules:
                    may = ", ".join(sorted(modules - TEST_SYSTEM)) or "no other target"
                    yield f"{place}: {name} may not import {module}; Package.swift allows it: {may}"


def main():
    found = list(complaints(pathlib.Path(sys.argv[1]), json.load(sys.stdin)))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
