#!/usr/bin/env python3
"""Do many readers disturb a trial, or each other? And does a killed server pay twice or forget?

    benches/serve.py [--auditor PATH] [--readers N] [--slow N] [--queued N] [--kills N] [PART ...]

Parts are `readers`, `slow` and `kills`; without one all are measured. A world is made up: a subject with a commit for
each audit, a journal, a server of its own.

readers  N readers follow one live case while others are queued. Told is how late an event comes to a reader after it
         stands in the journal (looked at every 5 ms), as the 99th part of a hundred, and the memory of the server alone.
slow     The same with further readers that read nothing at all.
kills    The server is killed at random moments while models judge cases, and started again, until all are decided. Their
         reports have to be those of a server that nobody killed, byte for byte, and the models may have answered no request
         twice. A call that a kill met on its way to the ledger is told apart: no provider can be asked whether it was paid.

What is above its limit is marked, and the command ends with 1.
"""

import argparse
import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

from models import Models

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LATE_MAX = 0.5
MEMORY_MAX = 400
PATIENCE = 900
WHO = {"NAME": "Ann", "EMAIL": "ann@example.org", "DATE": "2024-03-01T10:00:00Z"}


def git(folder, *words):
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"}
    env.update({f"GIT_{role}_{key}": value for key, value in WHO.items() for role in ("AUTHOR", "COMMITTER")})
    return subprocess.run(["git", "-C", folder, *words], env=env, check=True, capture_output=True, text=True).stdout


class World:
    """A subject with many commits and servers for it."""

    def __init__(self, program, commits):
        self.program = program
        self.room = tempfile.TemporaryDirectory(prefix="serve-")
        self.work = os.path.join(self.room.name, "work")
        subject = os.path.join(self.work, "subject")
        os.makedirs(subject)
        git(subject, "init", "--quiet")
        for number in range(commits):
            with open(os.path.join(subject, f"part_{number}.py"), "w", encoding="utf-8") as file:
                file.write(f'"""Part {number}."""\n\n\ndef part_{number}(text):\n    return text.split("{number}")\n')
            git(subject, "add", "--all")
            git(subject, "commit", "--quiet", "--message", f"Add part {number}")
        self.commits = git(subject, "rev-list", "HEAD").split()

    def server(self, data, jobs=1):
        return Server(self, os.path.join(self.room.name, data), jobs)


class Server:
    def __init__(self, world, data, jobs):
        self.data = data
        words = ["serve", "--listen", "127.0.0.1:0", "--root", ".", "--jobs", str(jobs), "--data", data]
        words += ["--allow-panel", "panel.toml"]
        env = {"PATH": os.environ["PATH"], "HOME": world.room.name, "FAKE_KEY": "sk-fake"}
        self.child = subprocess.Popen([world.program, *words], cwd=world.work, env=env, stderr=subprocess.PIPE, text=True)
        line = self.child.stderr.readline()
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])

    async def ask(self, method, path, body=None):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        text = json.dumps(body) if body is not None else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\nContent-Length: {len(text)}\r\n"
        head += "Content-Type: application/json\r\n" if body is not None else ""
        writer.write((head + "\r\n" + text).encode())
        answer = await reader.read()
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split(b" ")[1]), rest

    async def file(self, commit, panel=None):
        asked = {"subject": "subject", "rev": commit, "rubric": "engineering", "panel": panel}
        code, body = await self.ask("POST", "/api/cases", asked)
        assert code in (200, 202), body
        return json.loads(body)["id"]

    async def follow(self, case, heard):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        writer.write(f"GET /api/cases/{case}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        async for line in reader:
            if line.startswith(b"id: "):
                heard(int(line[4:]), time.monotonic())
            if line.startswith(b"event: end"):
                writer.close()
                return True
        return False

    async def stuck(self, case):
        """A reader that asks and never reads."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1)
        writer.write(f"GET /api/cases/{case}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        return reader, writer

    def memory(self):
        with open(f"/proc/{self.child.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

    def kill(self):
        self.child.kill()
        self.child.wait()


async def journalled(server, case, seen, is_over):
    """When each event of a case stands in the journal."""
    path = os.path.join(server.data, "journal.sqlite")
    last = 0
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    while not is_over():
        # The number that readers see.
        rows = database.execute("select seq from events where case_id = ? and seq > ? order by seq", (case, last))
        for (number,) in rows.fetchall():
            seen.setdefault(number, time.monotonic())
            last = number
        await asyncio.sleep(0.005)


async def readers(program, count, queued, slow):
    world = World(program, queued + 1)
    server = world.server("data")
    try:
        cases = [await server.file(commit) for commit in world.commits[:queued]]
        watched = cases[len(cases) // 2]
        late, most, over = [], 0.0, []
        seen, got = {}, []

        def heard(number, moment):
            got.append((number, moment))

        stuck = [await server.stuck(watched) for _ in range(slow)]
        watch = asyncio.create_task(journalled(server, watched, seen, lambda: len(over) == count))

        async def follow():
            over.append(await server.follow(watched, heard))

        following = [asyncio.create_task(follow()) for _ in range(count)]
        while not all(task.done() for task in following):
            most = max(most, server.memory())
            await asyncio.sleep(0.05)
        await watch
        late = sorted(moment - seen[number] for number, moment in got if number in seen)
        whole = min(sum(1 for number, _ in got if number == wanted) for wanted in seen) if seen else 0
        for _, writer in stuck:
            writer.close()
        p99 = late[int(len(late) * 0.99)]
        return p99, most, sum(over), whole, len(seen)
    finally:
        server.kill()


async def kills(program, count):
    """Whether the reports of killed servers are those of one that was not, and what models answered twice, apart and met."""
    world = World(program, 20)
    chance = random.Random(27)

    models = await Models().start()
    with open(os.path.join(world.work, "panel.toml"), "w", encoding="utf-8") as file:
        file.write(models.panel())

    async def reports(data, deaths):
        models.answered, died = {}, []
        server = world.server(data, jobs=2)
        cases = [await server.file(commit, "panel.toml") for commit in world.commits]
        while len(died) < deaths:
            await asyncio.sleep(chance.uniform(0.05, 2.5))
            server.kill()
            died.append(time.monotonic())
            server = world.server(data, jobs=2)
        for case in cases:
            await asyncio.wait_for(server.follow(case, lambda *_: None), PATIENCE)
        told = [await server.ask("GET", f"/api/cases/{case}/report.json") for case in cases]
        server.kill()
        return (cases, told), models.twice(died), len(models.answered)

    killed, twice, asked = await reports("killed", count)
    whole, _, alone = await reports("whole", 0)
    return killed == whole and asked == alone, twice


def row(name, value, limit, unit):
    is_bad = value > limit
    print(f"{name:<46} {value:>9.2f} {unit:<4} limit {limit:g}{'  ABOVE' if is_bad else ''}", flush=True)
    return is_bad


async def measured(chosen):
    is_bad = False
    for part, slow in (("readers", 0), ("slow", chosen.slow)):
        if part in chosen.parts:
            p99, most, ended, whole, events = await readers(chosen.auditor, chosen.readers, chosen.queued, slow)
            print(f"{chosen.readers} readers, {slow} that read nothing, {chosen.queued} cases queued, {events} events")
            is_bad |= row("  an event is late at most (p99)", p99, LATE_MAX, "s")
            is_bad |= row("  memory of the server", most, MEMORY_MAX, "MB")
            is_bad |= row("  readers lost", chosen.readers - min(ended, whole), 0, "")
    if "kills" in chosen.parts:
        is_same, (apart, met) = await kills(chosen.auditor, chosen.kills)
        is_bad |= row(f"killed {chosen.kills} times: other reports or calls", 0 if is_same else 1, 0, "")
        is_bad |= row("  calls answered twice", apart, 0, "")
        print(f"  calls that a kill met before they stood in the ledger: {met}")
    return is_bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auditor", default=os.path.join(ROOT, "target/release/auditor"))
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--slow", type=int, default=1000)
    parser.add_argument("--queued", type=int, default=20)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("parts", nargs="*", default=["readers", "slow", "kills"])
    sys.exit(asyncio.run(measured(parser.parse_args())))


if __name__ == "__main__":
    main()
