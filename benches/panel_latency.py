#!/usr/bin/env python3
"""How much longer than its calls does a hearing take? A model that answers after exactly one second, on loopback.

    benches/panel_latency.py [--auditor PATH] [--latency SECONDS] [--rounds N] [--audits N]

A rubric of ten dimensions makes thirty calls. Told are, for no limit and for some limits of calls at the same time, the
time from the first request to the last answer as the server sees it, against what the latency alone takes: once
without a limit, ceil(30 / limit) times with one. A second run has to make no call at all. With
--audits N, N different subjects are audited after each other, each with a process of its own; with --fail, a
third of the answers are failures of all kinds. Build the program first.
"""

import argparse
import hashlib
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DIMENSIONS = [
    "graph orchestration with fan out", "state schema and reducers", "safe tools and subprocess",
    "git history and commits", "structured output of judges", "judges and personas", "deterministic justice rules",
    "error handling and retry", "temporary directories and clone", "entry point and state graph nodes",
]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, latency, fail):
        super().__init__(("127.0.0.1", 0), Handler)
        self.latency, self.fail, self.lock = latency, fail, threading.Lock()
        self.reset()

    def reset(self):
        self.calls, self.flying, self.most, self.first, self.last = 0, 0, 0, None, None
        self.seen = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def log_message(self, *_):
        pass

    def do_POST(self):
        server = self.server
        body = self.rfile.read(int(self.headers["content-length"]))
        with server.lock:
            now = time.monotonic()
            server.calls += 1
            server.flying += 1
            server.most = max(server.most, server.flying)
            server.first = server.first or now
            key = hashlib.sha256(body).digest()
            server.seen[key] = server.seen.get(key, 0) + 1
            luck = hashlib.sha256(key + bytes([server.seen[key]])).digest()
        try:
            self.answer(json.loads(body), luck)
        finally:
            with server.lock:
                server.flying -= 1
                server.last = time.monotonic()

    def answer(self, body, luck):
        time.sleep(self.server.latency)
        text = opinion("\n".join(message["content"] for message in body["messages"]))
        if self.server.fail and luck[0] < 77:
            kind = luck[1] % 8
            if kind < 3:
                return self.send(([429, 500, 503][kind]), b'{"error":{"message":"no"}}')
            text = ["{\"evidence\": [", "I would rather not.", "```json\n" + text + "\n```", "<think>so</think>" + text,
                    text.replace('"score": 3', '"score": 99')][kind - 3]
        self.send(200, json.dumps({
            "id": "c", "object": "chat.completion", "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
        }).encode())

    def send(self, status, body):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def opinion(told):
    found = re.search(r"<<<exhibit (E\d+) \w+>>>\n(.*)", told)
    # Words of what was told, another choice for each judge and dimension: no two arguments are alike.
    words = sorted({word for word in told.split() if word.isalpha() and len(word) > 4})
    words = random.Random(hashlib.sha256(told.encode()).digest()).sample(words, 12)
    # Judges that all gave the same score would be asked again.
    score = next(score for name, score in (("Prosecutor", 2), ("Defense", 4), ("Tech Lead", 3)) if f"# You are the {name}" in told)
    return json.dumps({
        "evidence": [{"exhibit": found.group(1), "quote": found.group(2), "shows": "who asked"}],
        "argument": f"With {' '.join(words)} in mind, {found.group(1)} decides.",
        "charges": ["a gap"], "mitigations": ["a start"], "confidence": 70, "score": score,
    })


def subject(room, name):
    path = os.path.join(room, name)
    os.makedirs(os.path.join(path, "src"))
    files = {
        "src/graph.py": "from langgraph.graph import START, END, StateGraph\n\ndef build():\n    graph = StateGraph(dict)\n"
                        "    graph.add_node('look', lambda state: state)\n    graph.add_edge(START, 'look')\n"
                        "    graph.add_edge('look', END)\n    return graph.compile()\n",
        "main.py": f"from src.graph import build\n\nif __name__ == '__main__':\n    print(build().invoke({{'name': '{name}'}}))\n",
        "src/tools.py": "import subprocess\n\ndef run(url):\n    subprocess.run(['git', 'clone', url], check=True)\n",
    }
    for file, text in files.items():
        with open(os.path.join(path, file), "w") as out:
            out.write(text)
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", **{
        f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ann"), ("EMAIL", "ann@example.org"), ("DATE", "2024-03-01T08:00:00Z"))}}
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "All of it"]):
        subprocess.run(["git", "-C", path, *arguments], check=True, env=environment)
    return path


def audit(options, room, path, limit, data, out):
    panel = os.path.join(room, f"panel-{limit}.toml")
    with open(panel, "w") as file:
        file.write(f'name = "bench"\nmodel = "fake:m"\n[providers.fake]\ndialect = "openai"\n'
                   f'base_url = "http://127.0.0.1:{options.server.server_port}/v1/"\n')
        if limit:
            file.write(f"concurrency = {limit}\n")
        file.write('[prices."fake:m"]\ninput = 1\noutput = 10\n')
    run = subprocess.run(
        [options.auditor, "audit", path, "--rubric", os.path.join(room, "ten.json"), "--panel", panel, "--out", out],
        env={**os.environ, "AUDITOR_DATA": data, "CI": "1"}, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    with open(os.path.join(out, "report.json")) as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auditor", default="target/release/auditor")
    parser.add_argument("--latency", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--audits", type=int, default=0)
    parser.add_argument("--fail", action="store_true")
    options = parser.parse_args()
    options.server = Server(options.latency, options.fail)
    threading.Thread(target=options.server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as room:
        with open(os.path.join(room, "ten.json"), "w") as file:
            json.dump({"dimensions": [
                {"id": f"d{at}", "name": name, "target_artifact": "github_repo", "success_pattern": f"Good {name}."}
                for at, name in enumerate(DIMENSIONS)]}, file)
        path = subject(room, "one")
        if options.audits:
            return many(options, room)
        for limit in (0, 15, 10, 4):
            measure(options, room, path, limit)


def measure(options, room, path, limit):
    waves = math.ceil(30 / limit) if limit else 1
    ratios = []
    for at in range(options.rounds):
        options.server.reset()
        data = os.path.join(room, f"data-{limit}-{at}")
        audit(options, room, path, limit, data, os.path.join(room, f"out-{limit}-{at}"))
        server = options.server
        ratios.append((server.last - server.first) / (waves * options.latency))
        calls, most = server.calls, server.most
        server.reset()
        audit(options, room, path, limit, data, os.path.join(room, f"again-{limit}-{at}"))
        assert server.calls == 0, f"the second run made {server.calls} calls"
    print(f"limit {limit or 'none':>4}: {calls} calls, at most {most} at once, "
          f"{min(ratios):.3f} to {max(ratios):.3f} x the latency of {waves} wave(s); second run: 0 calls")


def many(options, room):
    start, calls, recusals = time.monotonic(), 0, 0
    data = os.path.join(room, "data")
    for at in range(options.audits):
        report = audit(options, room, subject(room, f"s{at}"), 0, data, os.path.join(room, f"out{at}"))
        assert report["overall_score"] is not None
        calls += report["panel"]["calls"]
        recusals += sum(judge["recusals"] for judge in report["panel"]["quality"]["judges"].values())
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{options.audits} audits in {time.monotonic() - start:.0f} s, {options.server.calls} calls at the server, "
          f"{calls} answers in the reports, {recusals} recusals, every audit with a verdict; peak {peak} MB a process")


if __name__ == "__main__":
    main()
