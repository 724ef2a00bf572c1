#!/usr/bin/env python3
"""How fast, how heavy? One table of ratios, against `git clone --bare`, `ast-grep scan` and an older auditor.

    benches/seconds.py [--auditor PATH] [--before PATH] [--ast-grep PATH] [--rounds N] [--largest MB]
                       [--pictured SUBJECT REPORT] [--source SUBJECT]... [ROW ...]

Each row has a limit; what is above it is marked, and the command ends with 1. The repositories are made up, the same
bytes on every machine. Every fresh run has a journal of its own, so nothing is remembered, and runs that are compared
take turns, so that a busy machine slows both; told are medians. Memory is that of all processes of a run together, what
they share counted once. Build the program with `cargo build --release` first.

--before is an older auditor, which the small audit is held against; --pictured a subject with a report that has pictures;
--source, as often as one likes, a bare repository of some hundred files with a history, which the rows of 500 files and of a
changed file are measured on too: what is made up here is cloned in no time, so that ratios to its clone say little. Without them, or without ast-grep, their rows
are left out.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
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


def git(repository, *arguments, fed=None):
    """What git prints in a repository."""
    command = ["git", "-C", repository, *arguments]
    return subprocess.run(command, env=SOURCE_OF_GIT, check=True, stdout=subprocess.PIPE, input=fed).stdout


def change_a_file(repository):
    """One more commit, in which the first file of code ends with another line break."""
    paths = git(repository, "ls-tree", "-r", "-z", "--name-only", "HEAD").decode(errors="replace").split("\0")
    path = next(path for path in paths if path.endswith((".py", ".rs", ".ts", ".go", ".java", ".c", ".rb")))
    branch = git(repository, "symbolic-ref", "HEAD").decode().strip()
    content = git(repository, "show", f"HEAD:{path}") + b"\n"
    head = f"commit {branch}\ncommitter Ann <ann@example.org> 1800000000 +0000\ndata 13\nChange a file\nfrom {branch}^0\n"
    told = f"{head}M 100644 inline {path}\ndata {len(content)}\n".encode() + content + b"\n"
    git(repository, "fast-import", "--quiet", fed=told)


def report():
    """The bytes of a PDF of twelve pages of text."""
    sentence = "The detectives run side by side and their evidence is joined by a reducer in swarm/graph.py before judges see it."
    objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count 12/Kids[{' '.join(f'{4 + 2 * page} 0 R' for page in range(12))}]>>"]
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for page in range(12):
        rows = " T* ".join(f"({page + 1}.{row} {sentence}) Tj" for row in range(40))
        text = f"BT /F 9 Tf 40 800 Td 14 TL {rows} ET"
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {5 + 2 * page} 0 R/Resources<</Font<</F 3 0 R>>>>>>")
        objects.append(f"<</Length {len(text)}>>\nstream\n{text}\nendstream")
    body = "".join(f"{number} 0 obj\n{content}\nendobj\n" for number, content in enumerate(objects, 1))
    return f"%PDF-1.7\n{body}trailer\n<</Root 1 0 R/Size {len(objects) + 1}>>\n%%EOF\n".encode()


class Run:
    """One finished command: seconds by the clock and of the processor, and megabytes where they were watched."""

    def __init__(self, command, environment, watched=False):
        began = time.perf_counter()
        child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.memory, watching = 0.0, None
        if watched:
            watching = threading.Thread(target=self.watch, args=(child.pid,))
            watching.start()
        told = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        self.wall, self.cpu = time.perf_counter() - began, used.ru_utime + used.ru_stime
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stderr.close()
        if watching:
            watching.join()
        if child.returncode:
            sys.exit(f"{command} ended with {child.returncode}: {told.decode(errors='replace')}")

    def watch(self, root):
        """The most that the processes below this one hold at the same time, looked at a hundred times a second."""
        while os.path.exists(f"/proc/{root}/stat"):
            self.memory = max(self.memory, sum(map(held, below(root))) / 1024)
            time.sleep(0.01)


def below(root):
    """A process and all that it started."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
        except OSError:
            continue
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


def held(process):
    """Kilobytes of a process, with its share of what several hold."""
    try:
        with open(f"/proc/{process}/smaps_rollup") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("Pss:")), 0)
    except OSError:
        return 0


class Bench:
    def __init__(self, room, options):
        self.room, self.options, self.missed, self.made = room, options, [], {}

    def tell(self, what, figure, limit, unit):
        is_above = figure > limit
        self.missed += [what] if is_above else []
        print(f"{what:<58} {figure:8.2f} {unit:<7} at most {limit:g}{'   ABOVE' if is_above else ''}", flush=True)

    def subject(self, name, files, count):
        """A made repository, once; its path and its history's files."""
        path = os.path.join(self.room, name)
        if name not in self.made:
            self.made[name] = files()
            repository(path, commits(self.made[name], count))
        return path

    def small(self):
        return self.subject("small", lambda: program(37, 6), 6)

    def medium(self):
        return self.subject("medium", lambda: program(497, 6), 20)

    def audit(self, subject, *more, auditor=None, fresh=True, watched=False, command="audit"):
        data = os.path.join(self.room, "data")
        if fresh:
            shutil.rmtree(data, ignore_errors=True)
        environment = {"PATH": os.environ["PATH"], "HOME": self.room, "AUDITOR_DATA": data}
        out = ["--quiet", "--out", os.path.join(self.room, "out")] if command == "audit" else []
        return Run([auditor or self.options.auditor, command, subject, *more, *out], environment, watched)

    def clone(self, subject):
        place = os.path.join(self.room, "clone")
        shutil.rmtree(place, ignore_errors=True)
        return Run(["git", "clone", "--quiet", "--bare", f"file://{subject}", place], SOURCE_OF_GIT)

    def turns(self, *runs):
        """The medians of several runs that take turns, after one of each that does not count."""
        rounds = [[run() for run in runs] for _ in range(self.options.rounds + 1)][1:]
        return [(median(one.wall for one in column), median(one.cpu for one in column)) for column in zip(*rounds)]

    def against_clone(self, what, subject, limit, *more):
        audit, clone = self.turns(lambda: self.audit(subject, *more), lambda: self.clone(subject))
        self.tell(what, audit[0] / clone[0], limit, "clones")
        return audit

    def row_small(self):
        audit = self.against_clone("40 files, 6 commits, fresh", self.small(), 6)
        self.tell("the same, of the processor", audit[1], 0.3, "s")

    def row_report(self):
        path = os.path.join(self.room, "report.pdf")
        with open(path, "wb") as file:
            file.write(report())
        self.against_clone("the same with a PDF of text", self.small(), 10, "--report", path)

    def row_sources(self):
        self.against_clone("500 files, no documents", self.medium(), 3)
        for subject in self.options.source:
            self.against_clone(f"{subject[-50:]}, fresh", subject, 3)

    def row_before(self):
        if self.options.before:
            now, before = self.turns(lambda: self.audit(self.small()), lambda: self.audit(self.small(), auditor=self.options.before))
            self.tell("40 files against the older auditor, of the processor", now[1] / before[1], 1.05, "of it")

    def row_pictured(self):
        if self.options.pictured:
            subject, pictured = self.options.pictured
            [audit] = self.turns(lambda: self.audit(subject, "--report", pictured))
            self.tell("a report with pictures, of the processor", audit[1], 3, "s")
            self.tell("the same, by the clock", audit[0], 2, "s")

    def row_again(self):
        self.audit(self.medium())
        again = [self.audit(self.medium(), fresh=False) for _ in range(self.options.rounds)]
        self.tell("a second run, unchanged", median(one.wall for one in again), 0.1, "s")

    def row_changed(self):
        changed = os.path.join(self.room, "changed")
        history = [*commits(program(497, 6), 20), ("Change a file", {"swarm/part_00100.py": module(100, 497, 7)})]
        repository(changed, history)
        self.after_a_commit("a changed file in 500, of the processor", changed)
        for number, subject in enumerate(self.options.source):
            changed = os.path.join(self.room, f"changed-{number}")
            subprocess.run(["git", "clone", "--quiet", "--bare", f"file://{subject}", changed], env=SOURCE_OF_GIT, check=True)
            change_a_file(changed)
            self.after_a_commit(f"{subject[-40:]}, a changed file", changed)

    def after_a_commit(self, what, changed):
        """What an audit costs where the commit before is known, against one where nothing is."""
        known = git(changed, "rev-parse", "HEAD~1").decode().strip()
        rounds = []
        for _ in range(self.options.rounds):
            whole = self.audit(changed)
            self.audit(changed, "--rev", known)
            rounds.append(self.audit(changed, fresh=False).cpu / whole.cpu)
        self.tell(what, median(rounds), 0.2, "of all")

    def row_growth(self):
        before, megabytes = None, 0.25
        while megabytes <= self.options.largest:
            name = f"large-{megabytes:g}"
            subject = self.subject(name, lambda size=megabytes: program(int(40 * size), 42), 5)
            seconds = median(self.audit(subject, command="inspect").wall for _ in range(max(1, self.options.rounds // 4)))
            if before:
                self.tell(f"{megabytes:g} MB of source against half", seconds / before, 2.2, "times")
            before, megabytes = seconds, megabytes * 2

    def row_memory(self):
        large = self.subject("large-32", lambda: program(1280, 42), 5)
        for what, subject, limit in [("40 files", self.small(), 60), ("500 files", self.medium(), 150), ("32 MB of source", large, 400)]:
            self.tell(f"memory of all processes, {what}", self.audit(subject, watched=True).memory, limit, "MB")

    def row_inspect(self):
        inspect, audit = self.turns(lambda: self.audit(self.medium(), command="inspect"), lambda: self.audit(self.medium()))
        self.tell("inspect against audit", inspect[0] / audit[0], 1.0, "times")

    def row_scan(self):
        """As many rules for the other program as a rubric of its own would have."""
        if not shutil.which(self.options.ast_grep):
            return
        tree, rules = os.path.join(self.room, "tree"), os.path.join(self.room, "rules.yml")
        for name, text in program(497, 6).items():
            os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
            with open(os.path.join(tree, name), "w") as file:
                file.write(text)
        with open(rules, "w") as file:
            file.write("\n---\n".join(f"id: r{n}\nlanguage: python\nrule: {{pattern: probe_{n}($$$)}}" for n in range(self.options.patterns)))
        scan = [self.options.ast_grep, "scan", "-r", rules, "--json=stream", tree]
        audit, other = self.turns(lambda: self.audit(self.medium()), lambda: Run(scan, SOURCE_OF_GIT))
        self.tell("500 files against ast-grep scan", audit[0] / other[0], 1.0, "times")


median = statistics.median
ROWS = [name.removeprefix("row_") for name in vars(Bench) if name.startswith("row_")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auditor", default=os.path.join(ROOT, "target/release/auditor"))
    parser.add_argument("--before", type=os.path.abspath)
    parser.add_argument("--ast-grep", default="ast-grep")
    parser.add_argument("--patterns", type=int, default=100, help="rules that ast-grep is given")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--largest", type=float, default=32, help="megabytes of source in the last doubling")
    parser.add_argument("--pictured", nargs=2, metavar=("SUBJECT", "REPORT"))
    parser.add_argument("--source", action="append", type=os.path.abspath, default=[], metavar="SUBJECT")
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], default=[], metavar="ROW", help=", ".join(ROWS))
    options = parser.parse_args()
    options.auditor = os.path.abspath(options.auditor)
    with tempfile.TemporaryDirectory() as room:
        bench = Bench(room, options)
        for row in options.rows or ROWS:
            getattr(bench, f"row_{row}")()
    sys.exit(bool(bench.missed))


if __name__ == "__main__":
    main()
