#!/usr/bin/env python3
"""Holds the auditor against `git clone --bare`: time and memory, side by side, on made-up repositories.

    benches/compare_clone.py [--auditor PATH] [--rounds N] [--largest MB] [audit] [inspect] [doubling]

audit     `auditor audit` of 50 commits and 30 files
inspect   `auditor inspect` of 250 Python modules that import each other, one of them a LangGraph graph
doubling  `auditor inspect` of 1, 2, 4 ... MB of Python, up to --largest

The repositories are the same bytes on every machine. Every run has a journal of its own, so nothing is
remembered, and runs of the two programs take turns, so that a busy machine slows both. Build the program
with `cargo build --release` first. Memory is the peak of one process, children counted each by itself.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE_OF_GIT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "LC_ALL": "C",
}


def module(number, count, functions):
    """The text of a module that reads files, holds state and imports its neighbours."""
    neighbours = sorted({number // 2, number - 1, (number * 7) % count} - {number})
    lines = [f'"""Part {number}: reads what the parts before it have written."""', "", "import json"]
    lines += ["import subprocess", "from dataclasses import dataclass, field", "from pathlib import Path", ""]
    lines += [f"from swarm.part_{one:05} import Record{one}" for one in neighbours if 0 <= one < number]
    lines += ["", "", "@dataclass", f"class Record{number}:", "    path: Path", "    seen: list[str] = field(default_factory=list)", ""]
    for each in range(functions):
        lines += [
            f"    def step_{each}(self, limit: int = {each + 3}) -> dict:",
            f'        """Step {each} of part {number}, at most `limit` lines."""',
            "        found = {}",
            "        for at, line in enumerate(self.path.read_text().splitlines()):",
            f"            if at > limit or line.startswith(\"#{each}\"):",
            "                continue",
            f"            key, _, value = line.partition({':=;|'[each % 4]!r})",
            "            found.setdefault(key.strip(), []).append(value or None)",
            "        self.seen.extend(sorted(found))",
            "        return {name: json.dumps(values) for name, values in found.items()}",
            "",
        ]
    lines += ["", f"def run_{number}(path: str) -> Record{number}:"]
    lines += ['    told = subprocess.run(["git", "-C", path, "log", "--format=%s"], capture_output=True, text=True, timeout=30)']
    lines += [f"    record = Record{number}(Path(path))", "    record.seen.append(told.stdout)", "    return record", ""]
    return "\n".join(lines)


def graph(count):
    """The text of a LangGraph graph that fans out to three of the parts and joins them."""
    ends = sorted({0, count // 2, count - 1})
    lines = ["import operator", "from typing import Annotated, TypedDict", "", "from langgraph.graph import END, START, StateGraph", ""]
    lines += [f"from swarm.part_{one:05} import run_{one}" for one in ends]
    lines += ["", "", "class State(TypedDict):", "    target: str", "    seen: Annotated[list, operator.add]", ""]
    for one in ends:
        lines += ["", f"def look_{one}(state: State) -> dict:", f'    return {{"seen": run_{one}(state["target"]).seen}}', ""]
    lines += ["", "def weigh(state: State) -> dict:", '    return {"seen": []}', "", "", "def build():", "    graph = StateGraph(State)"]
    lines += [f'    graph.add_node("look_{one}", look_{one})' for one in ends] + ['    graph.add_node("weigh", weigh)']
    lines += [f'    graph.add_edge(START, "look_{one}")' for one in ends]
    lines += [f"    graph.add_edge({[f'look_{one}' for one in ends]!r}, \"weigh\")", '    graph.add_edge("weigh", END)', "    return graph.compile()"]
    lines += ["", "", 'if __name__ == "__main__":', '    build().invoke({"target": ".", "seen": []})', ""]
    return "\n".join(lines)


def program(count, functions):
    """The files of a program of so many modules."""
    files = {f"swarm/part_{number:05}.py": module(number, count, functions) for number in range(count)}
    files["swarm/__init__.py"] = ""
    files["swarm/graph.py"] = graph(count)
    files["README.md"] = "# Swarm\n\nThe graph is in `swarm/graph.py`.\n"
    return files


def commits(files, count):
    """The files spread over so many commits; later commits touch some files again."""
    names = sorted(files)
    for number in range(count):
        written = {name: files[name] for name in names[number::count]}
        if number:
            again = names[number % len(names)]
            written[again] = files[again] + f"\n# seen again in commit {number}\n"
        yield f"Write part {number} of the program", written


def repository(directory, history):
    """A bare repository of these commits, by way of `git fast-import`."""
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", directory], env=SOURCE_OF_GIT, check=True)
    command = ["git", "-C", directory, "fast-import", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=SOURCE_OF_GIT) as importing:
        write = importing.stdin.write
        for number, (message, files) in enumerate(history):
            when = f"Ann <ann@example.org> {1_700_000_000 + 600 * number} +0000"
            write(f"commit refs/heads/main\ncommitter {when}\ndata {len(message)}\n{message}\n".encode())
            for name, text in sorted(files.items()):
                content = text.encode()
                write(f"M 100644 inline {name}\ndata {len(content)}\n".encode() + content + b"\n")
        importing.stdin.close()
    if importing.returncode:
        sys.exit("git fast-import failed")


def measured(command, environment):
    """Seconds, and the peak of memory in MB."""
    started = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    told = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode:
        sys.exit(f"{command} ended with {child.returncode}: {told.decode(errors='replace')}")
    return seconds, used.ru_maxrss / 1024


def auditing(auditor, arguments, room):
    """One run of the auditor with a journal of its own."""
    data = os.path.join(room, "data")
    shutil.rmtree(data, ignore_errors=True)
    environment = {"PATH": os.environ["PATH"], "HOME": room, "AUDITOR_DATA": data}
    return measured([auditor, *arguments], environment)


def cloning(subject, room):
    """One bare clone, through the transport and not by links."""
    clone = os.path.join(room, "clone")
    shutil.rmtree(clone, ignore_errors=True)
    return measured(["git", "clone", "--quiet", "--bare", f"file://{subject}", clone], SOURCE_OF_GIT)


def compare(name, arguments, subject, room, auditor, rounds):
    """Runs both in turn and prints medians and their ratio."""
    clones, audits = [], []
    for _ in range(rounds):
        clones.append(cloning(subject, room))
        audits.append(auditing(auditor, arguments, room))
    (clone, clone_memory), (audit, audit_memory) = map(medians, (clones, audits))
    print(f"{name}: git clone --bare {clone * 1000:.0f} ms, {clone_memory:.0f} MB; "
          f"auditor {audit * 1000:.0f} ms, {audit_memory:.0f} MB; ratio {audit / clone:.2f} ({rounds} rounds)", flush=True)


def medians(runs):
    """The median of times, and the largest of memories."""
    return statistics.median(seconds for seconds, _ in runs), max(memory for _, memory in runs)


def audit(room, auditor, options):
    subject = os.path.join(room, "small")
    repository(subject, commits(program(27, 6), 50))
    arguments = ["audit", subject, "--quiet", "--out", os.path.join(room, "out")]
    compare("audit, 50 commits, 30 files", arguments, subject, room, auditor, options.rounds)


def inspect(room, auditor, options):
    subject = os.path.join(room, "medium")
    repository(subject, commits(program(247, 12), 50))
    compare("inspect, 250 files", ["inspect", subject], subject, room, auditor, options.rounds)


def doubling(room, auditor, options):
    print("inspect, doubling:", flush=True)
    megabytes, before = 1, None
    while megabytes <= options.largest and (before or 0) <= options.patience:
        files = program(40 * megabytes, 42)
        size = sum(map(len, files.values())) / 1e6
        subject = os.path.join(room, f"large-{megabytes}")
        repository(subject, commits(files, 10))
        runs = [auditing(auditor, ["inspect", subject], room) for _ in range(max(1, options.rounds // 4))]
        seconds, memory = medians(runs)
        growth = f", {seconds / before:.2f} times the half" if before else ""
        print(f"  {size:.1f} MB in {len(files)} files: {seconds:.2f} s, {memory:.0f} MB{growth}", flush=True)
        shutil.rmtree(subject)
        megabytes, before = 2 * megabytes, seconds


def main():
    parts = {"audit": audit, "inspect": inspect, "doubling": doubling}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auditor", default=os.path.join(ROOT, "target/release/auditor"))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--largest", type=int, default=64, help="megabytes of Python in the last doubling")
    parser.add_argument("--patience", type=float, default=120, help="seconds after which the doubling goes no further")
    parser.add_argument("parts", nargs="*", choices=[[], *parts], default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        for part in options.parts or parts:
            parts[part](room, os.path.abspath(options.auditor), options)


if __name__ == "__main__":
    main()
