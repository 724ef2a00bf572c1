#!/usr/bin/env python3
"""Learns the weights of sentences that speak to whoever judges: crates/detective/src/conduct/speech/weights.txt.

  benches/speech.py spell CLONES   takes sentences apart: those of speech/said.jsonl and of the text files of every git
                                   repository below CLONES, which are taken to be honest; into target/speech. Of the
                                   honest ones those that weigh most with the weights of now, beside those of earlier
                                   times: spell and learn three times, so that what is new is learnt from too
  benches/speech.py learn          learns from them and writes the weights
  benches/speech.py check CLONES   counts the sentences that the weights hold against those repositories

Needs scikit-learn, and pdftotext for reports. Take two hundred repositories or more, of every kind, some of them programs
that judge, grade or review: they say the most that is mistaken for an attempt. Keep some apart for `check`.
"""
import collections
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "speech"
SAID = ROOT / "benches" / "speech" / "said.jsonl"
WEIGHTS = ROOT / "crates" / "detective" / "src" / "conduct" / "speech" / "weights.txt"

# As in speech.rs.
SMOOTHING = 60.0
# Raised, fewer honest sentences are taken for attempts, and fewer attempts are seen.
THRESHOLD = 0.75
# How much more a sentence of another language must say than one of English, of which more honest texts were learnt from.
ABROAD = 7.0
# How many weights are kept: those that matter most.
KEPT = 50_000
# Longest file, longest report and most of one repository, in bytes.
FILE_BYTES = 150_000
REPORT_BYTES = 4_000_000
REPOSITORY_BYTES = 10_000_000
# What sentences count as at most that weighed much only with earlier weights.
EARLIER = -4.0
# The honest sentences that are hardest to tell, and every so many of the others.
HARDEST = 100_000
OTHERS = 2
# How often our own honest texts count, and how often the part of a text that speaks is looked for.
OURS = 3
ROUNDS = 3
# Newest commits whose messages are read.
COMMITS = 200
# What defends against attempts, or makes them, quotes more of them than can be told apart from honest texts by their label.
ATTACKS = re.compile(r"(?i)inject|jail.?break|red.?team|adversar|payload|exploit")


def texts(clone):
    """The text files of a repository's newest commit, up to a limit, and the messages of its last commits."""
    git = ["git", "-C", str(clone)]
    log = subprocess.run([*git, "log", f"-{COMMITS}", "-z", "--format=%B"], capture_output=True, check=False).stdout
    for message in log.split(b"\0"):
        yield "commits", message[:FILE_BYTES].decode(errors="replace")
    chosen = files(git)
    names = "".join(f"{name}\n" for _, name in chosen).encode()
    answers = subprocess.run([*git, "cat-file", "--batch"], input=names, capture_output=True, check=False).stdout
    answers = io.BytesIO(answers)
    for path, _ in chosen:
        *_, size = answers.readline().split()
        if size == b"missing":
            continue
        blob = answers.read(int(size) + 1)[:-1]
        if path.lower().endswith(".pdf"):
            printed = subprocess.run(["pdftotext", "-", "-"], input=blob, capture_output=True, check=False).stdout
            yield path, printed[:FILE_BYTES].decode(errors="replace")
        elif b"\0" not in blob:
            yield path, blob.decode(errors="replace")


def files(git):
    """Path and object of each file that is read."""
    rows = subprocess.run([*git, "ls-tree", "-rlz", "HEAD"], capture_output=True, check=False).stdout
    taken, chosen = 0, []
    for row in rows.split(b"\0"):
        head, _, path = row.partition(b"\t")
        parts = head.split()
        size = int(parts[3]) if len(parts) == 4 and parts[3].isdigit() else REPOSITORY_BYTES + 1
        path = path.decode(errors="replace")
        most = REPORT_BYTES if path.lower().endswith(".pdf") else FILE_BYTES
        if not ATTACKS.search(path) and size <= most and taken + size <= REPOSITORY_BYTES:
            taken += size
            chosen.append((path, parts[2].decode()))
    return chosen


def clones(folder):
    heads = sorted(Path(folder).rglob("HEAD"))
    return [head.parent for head in heads if (head.parent / "objects").is_dir()]


def spell(source):
    """Has the program's own code take the texts of a file of JSON lines apart."""
    command = ["cargo", "test", "--release", "-p", "detective", "--lib", "sentences_are_spelled"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "AUDITOR_SPEECH": str(source)}, check=True)
    return source.with_suffix(".spelled")


def gather(folder, target):
    with target.open("w") as out:
        for clone in clones(folder):
            for path, text in texts(clone):
                out.write(json.dumps({"speaks": False, "text": text, "from": f"{clone}/{path}"}) + "\n")
    return spell(target)


def fullest(windows):
    return max(windows, key=len)


def read(path):
    """Once each: whether it speaks, how much it weighs now, and its windows."""
    seen = set()
    for line in path.open():
        row = json.loads(line)
        if row["windows"] and row["sentence"] not in seen:
            seen.add(row["sentence"])
            yield row


def honest_rows():
    """Those of every time that honest texts were taken apart, the last first: each time others weigh most."""
    seen = set()
    for age, path in enumerate(sorted(WORK.glob("honest-*.spelled"), reverse=True)):
        for row in read(path):
            if row["sentence"] not in seen:
                seen.add(row["sentence"])
                yield row if age == 0 else {**row, "weight": min(row["weight"], EARLIER)}


def positives(rows):
    """The parts of each text that speaks: of one of them it is true, and which one shows with the weights."""
    texts = {}
    for row in rows:
        if row["speaks"]:
            texts.setdefault(row["number"], []).extend(row["windows"])
    return list(texts.values())


def weightiest(texts, weights, at_rest):
    return [max(parts, key=lambda features: weight(weights, at_rest, features)) for parts in texts]


def fit(speaking, honest, rarest):
    import numpy as np
    import scipy.sparse as sparse
    from sklearn.linear_model import LogisticRegression

    counts = [collections.Counter(), collections.Counter()]
    for kind, all_of_it in enumerate((honest, speaking)):
        for features in all_of_it:
            counts[kind].update(features)
    names = [name for name, count in counts[1].items() if count >= 2]
    names += [name for name, count in counts[0].items() if count >= rarest and counts[1][name] < 2]
    number = {name: at for at, name in enumerate(names)}
    columns, values, rows = [], [], [0]
    for features in speaking + honest:
        known = [number[name] for name in features if name in number]
        columns += known
        values += [(len(features) + SMOOTHING) ** -0.5] * len(known)
        rows.append(len(columns))
    matrix = sparse.csr_matrix((values, columns, rows), shape=(len(rows) - 1, len(names)))
    wanted = np.array([1] * len(speaking) + [0] * len(honest))
    counted = np.where(wanted == 1, len(honest) / len(speaking) / 16, 1.0)
    model = LogisticRegression(C=60, max_iter=200, solver="liblinear").fit(matrix, wanted, sample_weight=counted)
    return dict(zip(names, model.coef_[0])), float(model.intercept_[0])


def weight(weights, at_rest, features):
    return sum(weights.get(name, 0.0) for name in features) * (len(features) + SMOOTHING) ** -0.5 + at_rest


def learn():
    said = list(read(WORK / "said.spelled"))
    texts = positives(said)
    ours = [fullest(row["windows"]) for row in said if not row["speaks"]]
    honest = sorted(honest_rows(), key=lambda row: (-row["weight"], row["sentence"]))
    honest = [fullest(row["windows"]) for row in honest]
    honest = honest[:HARDEST] + honest[HARDEST::OTHERS]
    speaking = [fullest(parts) for parts in texts]
    for _ in range(ROUNDS):
        weights, at_rest = fit(speaking, honest + ours * OURS, 20)
        speaking = weightiest(texts, weights, at_rest)
    weights["@abroad"] = weights.get("@abroad", 0.0) - ABROAD
    often = collections.Counter(name for features in speaking + honest[:40_000] for name in features)
    telling = sorted(weights, key=lambda name: (-abs(weights[name]) * (often[name] + 1) ** 0.5, name))[:KEPT]
    lines = [f"{round((at_rest - THRESHOLD) * 1000)}\t="]
    lines += [f"{round(weights[name] * 1000)}\t{name}" for name in sorted(telling) if round(weights[name] * 1000)]
    WEIGHTS.write_text("\n".join(lines) + "\n")
    print(f"{len(speaking)} that speak, {len(honest)} honest; {len(lines)} weights")


def check(folder):
    rows = [line.split("\t", 1) for line in WEIGHTS.read_text().splitlines()]
    weights = {name: int(value) / 1000 for value, name in rows}
    at_rest = weights.pop("=")
    held = 0
    for row in read(gather(folder, WORK / "check.jsonl")):
        if max(weight(weights, at_rest, window) for window in row["windows"]) > 0:
            held += 1
            print(row["sentence"][:200])
    print(f"{held} sentences are taken for attempts by their words alone")


def main(arguments):
    WORK.mkdir(parents=True, exist_ok=True)
    match arguments:
        case ["spell", folder]:
            (WORK / "said.jsonl").write_text(SAID.read_text())
            spell(WORK / "said.jsonl")
            times = len(list(WORK.glob("honest-*.spelled")))
            gather(folder, WORK / f"honest-{times:03}.jsonl")
        case ["learn"]:
            learn()
        case ["check", folder]:
            check(folder)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
