#!/usr/bin/env python3
"""What does a class cost beside single audits, and do killed commands, workers and engines pay twice or forget?

    benches/classes.py --clones FOLDER [--auditor PATH] [--restate PATH] [--postgres FOLDER]
                       [--count N] [--kills N] [PART ...]

FOLDER holds clones. Parts are `wall`, `kills`, `many` and `fleet`; without one all are measured, the last only with --restate.

wall   A class of clones in one command, two at a time, against the same audits one by one, each on one processor: half of their
       sum is what two processors take at best. Beside it the same audits on all processors, of which each keeps one and a half
       busy, the time of the processors, and the memory of the command and all it starts.
       On a machine that others use too, only the time of the processors says something.
kills  The command is killed at random moments and given again; its files are those of one that nobody killed, and no job of a
       case is finished twice.
many   A class of many small folders: the size of its page, and memory at its end against that in its first quarter.
fleet  Models judge a class by three workers, one of which is killed every ten seconds, behind an engine that is restarted
       twice. Files are those of one machine, no answered call is made again, and a worker's processor is held against here.
       With --postgres, the folder of its programs, each worker has a journal of its own, as on machines of their own, and all
       have one ledger.

What is above its limit is marked, and the command ends with 1.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from ledger import Ledger
from models import Models
from serve import ROOT, World, row

PATIENCE = 3_600
ENGINE = 'bind-ip = "127.0.0.1"\nadvertised-host = "127.0.0.1"\nlisten-mode = "tcp"\nnode-name = "b"\ncluster-name = "b"\n\
disable-telemetry = true\nlog-format = "json"\n[ingress]\nbind-address = "127.0.0.1:18080"\n[admin]\n\
bind-address = "127.0.0.1:19070"\ndisable-web-ui = true\n'


def memory(process):
    """Megabytes of a process and all that it started, what they share counted in parts."""
    total, queue = 0, [process]
    while queue:
        number = queue.pop()
        try:
            with open(f"/proc/{number}/smaps_rollup", encoding="utf-8") as file:
                total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
            with open(f"/proc/{number}/task/{number}/children", encoding="utf-8") as file:
                queue += [int(child) for child in file.read().split()]
        except (OSError, StopIteration):
            pass
    return total / 1024


class Room:
    """A place with a class in it."""

    def __init__(self, program):
        self.program = program
        self.room = tempfile.TemporaryDirectory(prefix="classes-")

    def path(self, *names):
        return os.path.join(self.room.name, *names)

    def start(self, words, data, **more):
        env = {"PATH": os.environ["PATH"], "HOME": self.room.name, "AUDITOR_DATA": self.path(data), "FAKE_KEY": "sk-fake", **more}
        return subprocess.Popen([self.program, *words], cwd=self.room.name, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def run(self, words, data, watch=None):
        """Runs to the end; gives seconds and the most memory of each quarter second."""
        begun, sizes = time.monotonic(), []
        process = self.start(words, data)
        reading = threading.Thread(target=process.stderr.read)
        reading.start()
        while process.poll() is None:
            if watch is not None:
                sizes.append(memory(process.pid))
            time.sleep(0.25 if watch is not None else 0.01)
        reading.join()
        assert process.returncode in (0, 15), process.returncode
        return time.monotonic() - begun, sizes

    def files(self, out):
        """All that lies in a folder, by name."""
        told = {}
        for place, _, names in os.walk(self.path(out)):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    told[os.path.relpath(path, self.path(out))] = file.read()
        return told


def listed(room, folder, count):
    """A class of the clones in a folder, the smallest names first."""
    clones = []
    for place, folders, names in sorted(os.walk(folder)):
        if "packed-refs" in names or "HEAD" in names and "objects" in folders:
            clones.append(place)
            folders.clear()
    clones = clones[:count]
    with open(room.path("class.csv"), "w", encoding="utf-8") as file:
        file.write("id,repository\n" + "".join(f"s{turn},{place}\n" for turn, place in enumerate(clones)))
    return clones


def spent():
    """Seconds of processors that all ended children used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def wall(program, folder, count):
    room = Room(program)
    clones = listed(room, folder, count)
    singles = lambda out: sum(
        room.run(["audit", place, "--out", f"{out}/{turn}", "--find-report", "--fingerprints"], out)[0] for turn, place in enumerate(clones)
    )
    processors, begun = os.sched_getaffinity(0), spent()
    os.sched_setaffinity(0, {min(processors)})
    alone = singles("alone")
    os.sched_setaffinity(0, processors)
    between = spent()
    whole, sizes = room.run(["cohort", "class.csv", "--out", "grades", "--jobs", "2"], "data", watch=True)
    used = (spent() - between) / (between - begun)
    return len(clones), whole / (alone / 2), whole / (singles("spread") / 2), used, max(sizes)


def done_twice(path):
    """Jobs of a case that were finished more than once."""
    finished = {}
    for case, text in sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("select case_id, event from events"):
        told = json.loads(text).get("job") if text.startswith("{") else None
        if told and told["step"] == "finished":
            one = (case, told["job"]["name"], told["job"]["key"])
            finished[one] = finished.get(one, 0) + 1
    return sum(1 for count in finished.values() if count > 1)


def kills(program, folder, count, deaths):
    room, chance = Room(program), random.Random(28)
    listed(room, folder, count)
    command = lambda out: ["cohort", "class.csv", "--out", out, "--jobs", "2"]
    whole, _ = room.run(command("whole"), "data")
    for _ in range(deaths):
        process = room.start(command("killed"), "other")
        time.sleep(chance.uniform(0.05, whole / deaths * 1.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
    room.run(command("killed"), "other")
    same, known = room.files("killed"), room.files("whole")
    other = sum(1 for name in known.keys() | same.keys() if same.get(name) != known.get(name))
    return other, done_twice(room.path("other", "journal.sqlite"))


def many(program, count):
    room = Room(program)
    for turn in range(count):
        os.makedirs(room.path("class", f"student{turn}"))
        with open(room.path("class", f"student{turn}", "main.py"), "w", encoding="utf-8") as file:
            file.write(f'"""Work of {turn}."""\n\n\ndef part_{turn % 7}(text, number={turn}):\n    return text.split(str(number))\n')
    seconds, sizes = room.run(["cohort", "class", "--out", "grades", "--jobs", "2"], "data", watch=True)
    quarter = max(sizes[: len(sizes) // 4])
    page = room.path("grades", "cohort.html")
    return seconds, os.path.getsize(page) / 1e6, max(sizes), max(sizes) / quarter


async def fleet(program, restate, count, postgres):
    ledger = Ledger(postgres) if postgres else None
    try:
        return await audited(program, restate, count, ledger)
    finally:
        if ledger:
            ledger.end()


async def audited(program, restate, count, ledger):
    models = await Models().start()
    world = World(program, count)
    room = Room(program)
    with open(room.path("panel.toml"), "w", encoding="utf-8") as file:
        file.write(models.panel())
    with open(room.path("class.csv"), "w", encoding="utf-8") as file:
        subject = os.path.join(world.work, "subject")
        file.write("id,repository,rev\n" + "".join(f"s{turn},{subject},{commit}\n" for turn, commit in enumerate(world.commits)))
    with open(room.path("engine.toml"), "w", encoding="utf-8") as file:
        file.write(f'base-dir = "{room.path("engine")}"\n{ENGINE}')
    command = lambda out: ["cohort", "class.csv", "--out", out, "--jobs", "6" if out == "there" else "2"]
    flags = ["--", "--panel", "panel.toml", "--rubric", "engineering"]

    before = spent()
    await asyncio.to_thread(room.run, command("here") + flags, "data")
    alone, asked = spent() - before, len(models.answered)
    models.answered, deaths = {}, []

    def engine():
        return subprocess.Popen([restate, "--no-logo", "--config-file", room.path("engine.toml")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def worker(turn):
        data, more = (f"machine{turn}", {"AUDITOR_LEDGER": ledger.address}) if ledger else ("shared", {})
        words = ["fleet", "worker", "--listen", "127.0.0.1:19080", "--register", "http://127.0.0.1:19070"]
        process = room.start(words, data, **more)
        threading.Thread(target=process.stderr.read, daemon=True).start()
        return process

    server, workers = engine(), [worker(turn) for turn in range(3)]
    before = spent()
    told = asyncio.create_task(asyncio.to_thread(room.run, command("there") + ["--engine", "restate=http://127.0.0.1:18080"] + flags, "none"))
    begun = time.monotonic()
    while not told.done():
        await asyncio.wait([told], timeout=10)
        if told.done() or time.monotonic() - begun > PATIENCE:
            break
        turn = len(deaths)
        if turn in (2, 5):
            server.kill()
            server.wait()
            server = engine()
        workers[turn % 3].kill()
        workers[turn % 3].wait()
        deaths.append(time.monotonic())
        workers[turn % 3] = worker(turn % 3)
    await told
    for process in workers:
        process.kill()
        process.wait()
    there = spent() - before
    server.kill()
    here, known = room.files("here"), room.files("there")
    other = sum(1 for name in here.keys() | known.keys() if here.get(name) != known.get(name))
    return len(deaths), other, models.twice(deaths), len(models.answered) - asked, there / alone


def measured(chosen):
    is_bad = False
    if "wall" in chosen.parts:
        count, ratio, spread, used, most = wall(chosen.auditor, chosen.clones, chosen.count)
        is_bad |= row(f"{count} clones: time against half of their sum", ratio, 1.15, "")
        print(f"  where each single audit has all processors: {spread:.2f}")
        is_bad |= row("  time of the processors against theirs", used, 1.15, "")
        is_bad |= row("  memory of all", most, 1_024, "MB")
    if "kills" in chosen.parts:
        other, twice = kills(chosen.auditor, chosen.clones, chosen.count, chosen.kills)
        is_bad |= row(f"killed {chosen.kills} times: files that are other", other, 0, "")
        is_bad |= row("  jobs done twice", twice, 0, "")
    if "many" in chosen.parts:
        seconds, size, most, growth = many(chosen.auditor, chosen.many)
        print(f"{chosen.many} folders in {seconds:.0f} s, {most:.0f} MB at most")
        is_bad |= row("  the page of the class", size, 5, "MB")
        is_bad |= row("  memory against the first quarter", growth, 1.5, "")
    if "fleet" in chosen.parts and chosen.restate:
        deaths, other, (apart, met), more, ratio = asyncio.run(fleet(chosen.auditor, chosen.restate, chosen.audits, chosen.postgres))
        is_bad |= row(f"{chosen.audits} audits, {deaths} workers killed: files that are other", other, 0, "")
        is_bad |= row("  calls answered twice", apart, 0, "")
        is_bad |= row("  other calls", abs(more), 0, "")
        is_bad |= row("  processor against one machine", ratio, 1.3, "")
        print(f"  calls that a death met before they stood in the ledger: {met}")
    return is_bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auditor", type=os.path.abspath, default=os.path.join(ROOT, "target/release/auditor"))
    parser.add_argument("--clones", type=os.path.abspath, default=".")
    parser.add_argument("--restate", default=shutil.which("restate-server"))
    parser.add_argument("--postgres")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--many", type=int, default=1_000)
    parser.add_argument("--audits", type=int, default=200)
    parser.add_argument("parts", nargs="*", default=["wall", "kills", "many", "fleet"])
    sys.exit(measured(parser.parse_args()))


if __name__ == "__main__":
    main()
