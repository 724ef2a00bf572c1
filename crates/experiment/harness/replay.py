"""The last word is spoken again and again. The nodes that ran after the judges get mutated copies of what they really got, the
routers states in which something is missing. Only what comes out is told; what that means is said elsewhere."""

import ast
import functools
import inspect
import itertools
import json
import re
import sys
import time
import zlib

from experiment_harness import answers
from experiment_harness import changes
from experiment_harness import events
from experiment_harness import models
from experiment_harness import reading
from experiment_harness import routers
from experiment_harness import tries
from experiment_harness import watch

SECONDS = 14.0
PATHS_MAX = 16
CRITERIA_MAX = 40
NODES_MAX = 4
REPORTS_MAX, REPORT_MAX = 2, 200_000
SCORES_MAX, SHORT = 40, 4_000
BENCH = 3
ALL = list(itertools.product((1, 2, 3, 4, 5), repeat=3))
# Those that tell caps, floors and wide disagreement from each other.
FEW = [(1, 1, 1), (3, 3, 3), (5, 5, 5), (1, 5, 5), (3, 5, 5), (4, 5, 5), (1, 5, 3), (1, 3, 3), (2, 4, 3), (5, 1, 3), (1, 1, 5), (5, 5, 2)]
# More of all combinations, evenly spread, where the first ones took little time: about a thousand calls in all.
MORE = [one for one in ALL[::4] if one not in FEW]
QUICK, MORE_SECONDS = 1.0, 3.0
FINAL = re.compile(r"score|rating|grade|verdict|overall|final|points|total", re.I)
ASIDE = re.compile(r"varian|spread|diff|std|dev|confid|weight|max|min|thresh|count|num|line|page|time|token|index|rank|penalt|cap$", re.I)
DANGER = re.compile(r"secur|vulner|inject|shell|os\.system|eval\(|exec\(|secret|unsafe|negligen|hardcod|credential|malicious|sandbox|exploit|danger", re.I)
DISSENT = re.compile(r"dissent|disagree|conflict|diverg|differ|contradict|minority|split|disput|overrul|opposed", re.I)

# What may raise scores that other rules keep low: what is tried on top of it is seen better.
LIFTS = ("found", "empty", "uncited", "control_all", "cited_more")
# Changes that are tried again on top of what raised scores most.
LIFTED = ("base", "control_charge", "charge", "control_all", "charge_all", "flaw", "flag", "absent", "miscited")


def sources(action):
    """The files of the subject that a node's rules stand in: its own, and those that its module takes functions from."""
    found = []
    try:
        action = inspect.unwrap(getattr(action, "func", action))
        found.append(inspect.getsourcefile(action))
        for value in list(getattr(action, "__globals__", {}).values())[:400]:
            if inspect.isfunction(value) or inspect.isclass(value) or inspect.ismodule(value):
                name = value.__name__ if inspect.ismodule(value) else value.__module__
                found.append(getattr(sys.modules.get(name), "__file__", None))
    except Exception:
        pass
    return [path for path in dict.fromkeys(found) if path and path.startswith(watch.root)][:8]


def harvested(action):
    """Words of danger that the subject itself looks for."""
    found = []
    for path in sources(action):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                tree = ast.parse(file.read(1 << 20))
        except Exception:
            continue
        found += [node.value for node in ast.walk(tree)
                  if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) <= 60 and DANGER.search(node.value)][:40]
    return "; ".join(dict.fromkeys(found))


# The nodes after the judges

class Chain:
    """The nodes after the judges, one after another, as the graph ran them."""

    def __init__(self, names, state):
        self.names, self.state, self.asked = names, state, models.counts.get("calls", 0)
        self.actions = [watch.originals[name] for name in names]

    def run(self, mutate, reads=None):
        state = changes.copied(self.state)
        mutate(state)
        if reads is not None:
            state = reading.Reading(state)
            state.reads = reads
        out = {}
        tries.reports.clear()
        for action in self.actions:
            update = changes.called(action, state)
            if type(update).__name__ == "Command":
                update = update.update
            if hasattr(update, "model_dump") and not isinstance(update, dict):
                update = {name: getattr(update, name, None) for name in getattr(update, "model_fields_set", ())}
            for name, value in (update or {}).items() if isinstance(update, dict) else ():
                out[name] = value
                self.merge(state, name, value)
        return {**out, **written()}

    def merge(self, state, name, value):
        before = dict.get(state, name) if isinstance(state, dict) else getattr(state, name, None)
        operator = watch.reducers.get(name)
        if operator is not None and before is not None:
            try:
                value = operator(before, value)
            except Exception:
                pass
        if isinstance(state, dict):
            state[name] = value
        else:
            changes.put(state, name, value)


def written():
    """Reports that were written, under names that are the same each time."""
    found = {}
    for number, path in enumerate(sorted(tries.reports)[:REPORTS_MAX]):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                found[f"report_{number}"] = file.read(REPORT_MAX)
        except OSError:
            pass
    return found


def numbers(value, path="", depth=0):
    """The scores in what came out, by their paths; votes that are only repeated are left out."""
    if depth > changes.DEPTH_MAX:
        return
    inner = changes.fields(value)
    if changes.number(value):
        yield path, float(value)
    elif isinstance(value, str):
        yield from in_text(value, path)
    elif inner is not None and not changes.who(value):
        for name, item in inner[:CRITERIA_MAX]:
            name = str(name)
            if re.search(r"opinion|vote", name, re.I) or changes.voice(item) and changes.scored(item) or answers.persona("", name.replace("_", " ")):
                continue
            if changes.number(item) and (not (FINAL.search(name) or FINAL.search(path)) or ASIDE.search(name)):
                continue
            yield from numbers(item, f"{path}.{name}", depth + 1)


def in_text(text, path):
    """Scores that stand in a text only: `3/5`, on a line that is not about one judge."""
    at = 0
    for line in text[:200_000].split("\n"):
        found = re.search(r"(?<![\d/])(\d(?:\.\d+)?)\s*/\s*(?:5|10)\b", line)
        if found and not answers.persona("", line.replace("_", " ")) and at < 6:
            at += 1
            yield f"{path}:text{at}", float(found[1])


def texts(value, depth=0, is_named=False):
    """What is said, and whether it stands under a name that speaks of disagreement."""
    if isinstance(value, str):
        yield value, is_named
    elif depth < changes.DEPTH_MAX and not changes.who(value):
        for name, item in (changes.fields(value) or [])[:CRITERIA_MAX]:
            yield from texts(item, depth + 1, is_named or isinstance(name, str) and bool(DISSENT.search(name)))


@functools.lru_cache(maxsize=4096)
def disagreement(text):
    """Words of disagreement in a text that is short enough to be kept: most say the same in each replay."""
    return len(DISSENT.findall(text))


def dissents(out):
    """How many words about disagreement stand in what came out, and a digest of what stands under such a name."""
    said = list(texts(out))
    named = "".join(text for text, is_named in said if is_named)
    return sum(disagreement(text) if len(text) <= SHORT else len(DISSENT.findall(text[:200_000])) for text, _ in said), zlib.crc32(named.encode(errors="replace")) if named else 0


def told_rows(variant, rows, paths, told):
    for prosecutor, some in itertools.groupby(sorted(rows, key=lambda row: row[:3]), key=lambda row: row[0]):
        some = list(some)
        told("grid", variant=variant, prosecutor=prosecutor, paths=paths,
             rows=[[defense, lead, [scores.get(path) for path in paths], *words] for _, defense, lead, scores, words in some])


class Boards:
    """What comes of votes, one change after another."""

    def __init__(self, chain, told, until):
        self.chain, self.told, self.until = chain, told, until
        self.calls, self.errors, self.first = 0, 0, None
        self.paths, self.totals = None, {}

    def rows(self, variant, change, triples):
        rows = []
        for triple in triples:
            if time.monotonic() > self.until:
                break
            votes = dict(zip(("prosecutor", "defense", "tech lead"), triple))

            def mutate(state):
                changes.vote(state, votes)
                if change is not None:
                    change(state)

            self.calls += 1
            try:
                out = self.chain.run(mutate)
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                self.errors += variant in ("base", "control_charge", "control_all", "charge", "flaw")
                self.first = self.first or events.failure(error, watch.root)
                continue
            rows.append((*triple, dict(numbers(out)), dissents(out)))
        return rows

    def tell(self, variant, rows):
        few = [row for row in rows if row[:3] in FEW]
        self.totals[variant] = sum(row[3].get(path) or 0 for row in few for path in self.paths)
        told_rows(variant, rows, self.paths, self.told)

    def lift(self):
        """The change that raised scores most, where one did."""
        best = max(LIFTS, key=lambda name: self.totals.get(name, 0))
        return best if self.totals.get(best, 0) > self.totals.get("base", 0) + 0.05 else None


def grid(chain, told, until):
    """The votes in all combinations, then some of them with something else changed, then that on top of what raised scores."""
    words = " ".join(harvested(action) for action in chain.actions)[:3000]
    tried = dict(changes.variants(words))
    boards = Boards(chain, told, until)
    begun = time.monotonic()
    base = boards.rows("base", None, ALL)
    is_quick = time.monotonic() - begun < QUICK
    voices = [(name, voiced(boards, name, score)) for name, score in (("voice_low", 1), ("voice_high", 5))] if models.counts.get("calls", 0) > chain.asked else []
    boards.paths = chosen(base) or chosen([row for _, rows in voices for row in rows])
    boards.tell("base", base)
    for name, rows in voices:
        boards.tell(name, rows)
    for name, change in list(tried.items())[1:]:
        boards.tell(name, boards.rows(name, change, FEW))
    complete, lift = time.monotonic() <= until, boards.lift()
    if voices:
        # What a model settles is kept low by rules only where it is high.
        models.scenario = {**models.scenario, "votes": {"others": 5}}
    if lift is not None or voices:
        for name in LIFTED:
            boards.tell(f"lifted_{name}", boards.rows(f"lifted_{name}", both(tried.get(lift), tried[name]), FEW))
        rows = boards.rows("lifted_base", tried.get(lift), ALL)
        if len(rows) == len(ALL):
            boards.tell("lifted_base", rows)
    if is_quick and complete:
        again(boards, tried, lift, bool(voices))
    heard = list(changes.spoken(chain.state))
    told("grid_end", nodes=chain.names, calls=boards.calls, errors=boards.errors, first=boards.first, complete=complete, lift=lift,
         opinions=len(heard), evidence=len(changes.evidence(chain.state)), personas=sorted({persona for _, persona in heard}), reads_evidence=reads(chain))
    for kind in {type(record): record for record, _ in heard}.values():
        bounds(kind, told)


def again(boards, tried, lift, has_voices):
    """The same changes with more votes, as long as that takes little time: what is told so far stays as it is."""
    boards.until = min(boards.until, time.monotonic() + MORE_SECONDS)
    lifted = [(f"lifted_{name}", both(tried.get(lift), tried[name])) for name in LIFTED[1:]] if lift is not None or has_voices else []
    # With what a model settles kept high, plain changes are others than before.
    for name, change in [*lifted, *([] if has_voices else list(tried.items())[1:])]:
        told_rows(name, boards.rows(name, change, MORE), boards.paths, boards.told)


def both(first, second):
    def change(state):
        for one in (first, second):
            if one is not None:
                one(state)

    return change


def voiced(boards, name, score):
    """The same where every model that is asked says one score."""
    kept = models.scenario
    models.scenario = {**kept, "votes": {"others": score}}
    try:
        return boards.rows(name, None, FEW)
    finally:
        models.scenario = kept


def reads(chain):
    """Whether the nodes look into what holds evidence, or what came of it before; None where that cannot be told."""
    if not isinstance(chain.state, dict) or not changes.evidence(chain.state):
        return None
    seen = set()
    try:
        chain.run(lambda state: None, seen)
    except BaseException:
        return None
    found = {id(record) for record in changes.evidence(chain.state)}
    judges = {node for _, node, _ in models.asked} | set(chain.names)
    for name in seen & set(chain.state):
        value = chain.state[name]
        if any(id(record) in found for record in changes.records({"": value})):
            return True
        # What a detective or whoever gathers gave may say what was found, also where it says nothing now.
        if not re.search(r"rubric|dimension|rule|criteri|url|path", str(name), re.I) and watch.givers.get(name, set()) - judges:
            return True
    return False


def bounds(record, told):
    """Whether the class of an opinion takes scores far beyond any scale."""
    kind, inner = type(record), dict(changes.fields(record) or [])
    name = next((name for name, item in inner.items() if isinstance(name, str) and changes.SCORE.search(name) and changes.number(item)), None)
    if name is None or kind is dict:
        return
    for score in (999_999, -999_999):
        try:
            made = kind(**{**inner, name: type(inner[name])(score)})
            told("offered", schema=kind.__name__, accepted=getattr(made, name, None) == score)
        except Exception:
            told("offered", schema=kind.__name__, accepted=False)


def chosen(rows):
    """Paths whose numbers are there nearly always and vary with the votes; the innermost scores first."""
    common = {}
    for row in rows:
        for path, value in row[3].items():
            common.setdefault(path, []).append(value)
    varying = [path for path, values in common.items() if len(values) * 2 > len(rows) and len(set(values)) > 1]
    # What a text repeats is read from it only where it stands nowhere else.
    plain = [path for path in varying if ":text" not in path]
    return sorted(plain or varying, key=lambda path: ("overall" in path.lower(), path))[:PATHS_MAX]


def last_hearing():
    """The step in which the last judge sat. Whoever asks in a voice that has spoken before settles, and does not judge."""
    heard = {}
    for step, _, persona in models.asked:
        heard[persona] = min(step, heard.get(persona, step))
    return max(heard.values()) if heard else None


def scores(told):
    """The scores that came of a run, as they stand in what ran after the last judge."""
    last, out = last_hearing(), {}
    for step, _, update in watch.gave:
        if last is not None and step is not None and step > last and isinstance(update, dict):
            out.update(update)
    try:
        found = dict(itertools.islice(numbers({**out, **written()}), SCORES_MAX))
    except Exception:
        return
    if found:
        told("scores", values=found)


def after_judges():
    """The nodes that ran after the last judge, in the order in which they ran, and what the first of them got."""
    last = last_hearing()
    judges = {node for step, node, _ in models.asked if last is not None and step <= last}
    order = [(step, name) for step, name in watch.ran if last is not None and step is not None and step > last]
    names = []
    for step, name in order:
        if name not in names and name not in judges and name in watch.originals and (step, name) in watch.got:
            names.append(name)
    if not names:
        return None
    first = next(key for key in order if key[1] == names[0] and key in watch.got)
    return Chain(names[:NODES_MAX], watch.got[first])


# The bench

def criterion(record):
    named = [changes.text_of(item) for name, item in changes.fields(record) or [] if isinstance(name, str) and re.search(r"(criterion|dimension)(_?id)?$", name, re.I) and item]
    return named[0][:80] if named else None


def bench(told, rubric):
    """Which criteria each judge has opined on, as they came to the last word, and which the subject's own rubric has."""
    chain = after_judges()
    judged = {}
    for record, persona in changes.spoken(chain.state) if chain is not None else []:
        judged.setdefault(persona, set()).add(criterion(record))
    told("bench", judged={name: sorted(str(one) for one in some) for name, some in judged.items()}, asked=dimensions(rubric))


def dimensions(rubric):
    """The ids of the dimensions of a rubric file that can be read."""
    try:
        with open(rubric, encoding="utf-8") as file:
            text = file.read(1 << 20)
        if rubric.endswith(".json"):
            read = json.loads(text)
        else:
            import yaml

            read = yaml.safe_load(text)
        lists = [value for value in read.values() if isinstance(value, list)] if isinstance(read, dict) else [read]
        found = [one for one in lists if one and all(isinstance(item, dict) and "id" in item for item in one)]
        return [str(item["id"])[:80] for item in max(found, key=len)]
    except Exception:
        return []


def perform(rubric):
    """All of it, while nothing else is told."""
    with events.only() as told:
        bench(told, rubric)
        models.scenario = {key: value for key, value in models.scenario.items() if key != "model"}
        routers.tell(told)
        chain = after_judges()
        # Without a bench that was heard there are no votes to change.
        if chain is not None and len(list(changes.spoken(chain.state))) >= BENCH:
            grid(chain, told, time.monotonic() + SECONDS)
