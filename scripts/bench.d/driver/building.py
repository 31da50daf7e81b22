"""How long building takes from nothing, and how large the program is."""

import shutil
import subprocess
import time

# What builds it, from the root of the package, and the folder of the result.
BUILDS = {
    "release": (["scripts/release"], "release"),
    "release, as `swift build` has it": (["swift", "build", "-c", "release", "--product", "moonshell"], "release"),
    "debug": (["swift", "build", "--product", "moonshell"], "debug"),
}


def build(root, scratch, command, folder):
    """Builds the program from nothing; gives seconds and the program."""
    began = time.perf_counter()
    done = subprocess.run(
        [*command, "--scratch-path", str(scratch)], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError((done.stdout + done.stderr)[-2000:])
    return time.perf_counter() - began, scratch / folder / "moonshell"


def mebibytes(path):
    return f"{path.stat().st_size / 2**20:.1f}"


def stripped(program):
    """The size without symbols, in MiB; - without binutils."""
    if not shutil.which("strip"):
        return "-"
    bare = program.with_name("moonshell-stripped")
    subprocess.run(["strip", "-o", bare, program], check=True)
    size = mebibytes(bare)
    bare.unlink()
    return size


def sections(program):
    """The largest parts of the program, in MiB; nothing without binutils."""
    if not shutil.which("size"):
        return ""
    listed = subprocess.run(["size", "-A", "-d", program], capture_output=True, text=True, check=False).stdout
    parts = [line.split() for line in listed.splitlines() if line.startswith(".")]
    largest = sorted(parts, key=lambda part: -int(part[1]))[:8]
    return ", ".join(f"{part[0]} {int(part[1]) / 2**20:.1f}" for part in largest)


def report(root, store):
    """Prints a line per build; gives the exit code."""
    if not shutil.which("swift"):
        print("building needs Swift: see https://www.swift.org/install/linux/")
        return 1
    scratch = store / "build"
    print(f"{'build from nothing':<36}{'seconds':>9}{'MiB':>8}{'stripped':>10}")
    parts = ""
    for title, (command, folder) in BUILDS.items():
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            seconds, program = build(root, scratch, command, folder)
        except RuntimeError as error:
            print(f"{title}: not built: {error}")
            return 1
        print(f"{title:<36}{seconds:9.0f}{mebibytes(program):>8}{stripped(program):>10}", flush=True)
        parts = parts or sections(program)
    shutil.rmtree(scratch, ignore_errors=True)
    if parts:
        print(f"The largest parts of the release, in MiB: {parts}.")
    return 0
