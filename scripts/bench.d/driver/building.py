"""How long building takes from nothing, and how large the program is."""

import shutil
import subprocess
import time

BUILDS = {
    "release": ["-c", "release", "--static-swift-stdlib"],
    "release, Swift's runtime shared": ["-c", "release"],
    "debug": ["-c", "debug"],
}


def swift(root, scratch, *words):
    return ["swift", *words, "--package-path", str(root), "--scratch-path", str(scratch)]


def build(root, scratch, options):
    """Builds the program from nothing, with the dependencies at hand; gives seconds and the program."""
    subprocess.run(swift(root, scratch, "package", "resolve"), check=True, stdout=subprocess.DEVNULL)
    began = time.perf_counter()
    command = swift(root, scratch, "build", "--product", "moonshell")
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError((done.stdout + done.stderr)[-2000:])
    return time.perf_counter() - began, scratch / options[1] / "moonshell"


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
    for title, options in BUILDS.items():
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            seconds, program = build(root, scratch, options)
        except (RuntimeError, subprocess.CalledProcessError) as error:
            print(f"{title}: not built: {error}")
            return 1
        print(f"{title:<36}{seconds:9.0f}{mebibytes(program):>8}{stripped(program):>10}", flush=True)
        parts = parts or sections(program)
    shutil.rmtree(scratch, ignore_errors=True)
    if parts:
        print(f"The largest parts of the release, in MiB: {parts}.")
    return 0
