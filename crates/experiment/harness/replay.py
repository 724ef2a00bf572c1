"""The last word is spoken again and again: the nodes that ran after the judges get mutated copies of what they really got, and
the routers states in which something is missing. Only what comes out is told; what that means is said elsewhere."""

import ast
import asyncio
import copy
import inspect
import itertools
import json
import re
import time
import zlib

from experiment_harness import answers
from experiment_harness import events
from experiment_harness import models
from experiment_harness import watch

SECONDS = 14.0
PATHS_MAX = 16
CRITERIA_MAX = 40
DEPTH_MAX = 9
NODES_MAX = 4
ALL = list(itertools.product((1, 2, 3, 4, 5), repeat=3))
# Those that tell caps, floors and wide disagreement from each other.
FEW = [(1, 1, 1), (3, 3, 3), (5, 5, 5), (1, 5, 5), (3, 5, 5), (4, 5, 5), (1, 5, 3), (1, 3, 3), (2, 4, 3), (5, 1, 3), (1, 1, 5), (5, 5, 2)]
SCORE = re.compile(r"score|rating|vote|grade|points", re.I)
FINAL = re.compile(r"score|rating|grade|verdict|overall|final|points|total", re.I)
ASIDE = re.compile(r"varian|spread|diff|std|dev|confid|weight|max|min|thresh|count|num|line|page|time|token|index|rank|penalt|cap$", re.I)
WHO = re.compile(r"judge|persona|role|agent|perspective", re.I)
FOUND = re.compile(r"^(is_)?(found|exists?|present|valid|verified|passed|success|ok|detected)$", re.I)
CITED = re.compile(r"cit|evidence|reference|source", re.I)
DANGER = re.compile(r"secur|vulner|inject|shell|os\.system|eval\(|exec\(|secret|unsafe|negligen|hardcod|credential|malicious|sandbox|exploit|danger", re.I)
DISSENT = re.compile(r"dissent|disagree|conflict|diverg|differ|contradict|minority|split|disput|overrul|opposed", re.I)
WORDS = ("Security negligence: os.system with shell injection, a hardcoded secret and eval() were found. Confirmed security vulnerability, "
         "critical security flaw, security violation, unsafe unsandboxed execution of raw user input.")
TIDY = ("Steady craftsmanship: the modules are named well, and a reader follows the layout with ease. Ordinary and pleasant prose, "
        "careful wording, a friendly and complete description of raw material.")


# Looking through values, whatever they are made of

def fields(value):
    """Names and values of a record, a dictionary or a list; None for what has none."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, (list, tuple)):
        return list(enumerate(value))
    inner = getattr(value, "__dict__", None)
    if inner is not None and (hasattr(type(value), "model_fields") or hasattr(type(value), "__dataclass_fields__")):
        return [(name, item) for name, item in inner.items() if not name.startswith("_")]
    return None


def put(holder, name, value):
    try:
        if isinstance(holder, (dict, list)):
            holder[name] = value
        elif not isinstance(holder, tuple):
            object.__setattr__(holder, name, value)
    except Exception:
        pass


def records(value, depth=0):
    """Every record and dictionary within."""
    inner = fields(value) if depth < DEPTH_MAX else None
    if inner is None:
        return
    if not isinstance(value, (list, tuple)):
        yield value
    for _, item in inner[:400]:
        yield from records(item, depth + 1)


def text_of(value):
    return str(getattr(value, "value", value))


def who(record):
    """Whose opinion a record is: prosecutor, defense or tech lead; None where it is none."""
    inner = dict(fields(record) or [])
    if not any(isinstance(name, str) and SCORE.search(name) and number(item) for name, item in inner.items()):
        return None
    named = [text_of(item) for name, item in inner.items() if isinstance(name, str) and WHO.search(name) and not isinstance(item, (dict, list))]
    return answers.persona("", " ".join(named).replace("_", " ")) if named else None


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def opinions(state):
    return [record for record in records(state) if who(record)]


def evidence(state):
    """Records that say whether something was found, and are no opinions."""
    return [record for record in records(state) if any(isinstance(name, str) and FOUND.match(name) and isinstance(item, bool) for name, item in fields(record) or [])
            and not who(record)]


# Mutations

def vote(state, votes):
    for record in opinions(state):
        for name, item in fields(record):
            if isinstance(name, str) and SCORE.search(name) and number(item):
                put(record, name, type(item)(votes[who(record)]))


def speak(state, words, only=None, cite=False):
    for record in opinions(state):
        if only and who(record) != only:
            continue
        for name, item in fields(record):
            if isinstance(item, str) and not WHO.search(str(name)) and not re.search(r"(criterion|dimension)|id$", str(name), re.I):
                put(record, name, f"{item} {words}")
            elif cite and isinstance(item, list) and CITED.search(str(name)) and all(isinstance(one, str) for one in item):
                put(record, name, [*item, words])


def cite(state, cited, only=None):
    for record in opinions(state):
        if only and who(record) != only:
            continue
        for name, item in fields(record):
            if CITED.search(str(name)) and isinstance(item, list) and all(isinstance(one, str) for one in item):
                put(record, name, list(cited))
            elif CITED.search(str(name)) and isinstance(item, str):
                put(record, name, cited[0] if cited else "")


def is_of_danger(record):
    return any(isinstance(item, str) and re.search(r"secur|safe|sandbox|tool", item, re.I) for _, item in fields(record))


def find(state, found, which=lambda record: True):
    for record in evidence(state):
        if not which(record):
            continue
        for name, item in fields(record):
            if isinstance(item, bool) and FOUND.match(str(name)):
                put(record, name, found)
            elif isinstance(item, float) and "confid" in str(name).lower():
                put(record, name, 0.95 if found else 0.05)


def note(state, words):
    for record in evidence(state):
        for name, item in fields(record):
            if isinstance(item, str) and not re.search(r"id$|location|path|file", str(name), re.I):
                put(record, name, f"{item} {words}")


def flag(state, _):
    """Whatever is named after danger says yes."""
    for record in [state, *records(state)]:
        for name, item in fields(record) or []:
            if not isinstance(name, str) or not re.search(r"secur|vulner|unsafe|violat|danger", name, re.I):
                continue
            if isinstance(item, bool):
                put(record, name, not re.search(r"is_secure|is_safe|passed|clean", name, re.I))
            elif isinstance(item, int):
                put(record, name, 3)
            elif isinstance(item, list) and not item:
                put(record, name, [WORDS])


def emptied(state, _):
    seen = {id(record) for record in evidence(state)}

    def holds(value):
        inner = [item for _, item in fields(value) or []]
        return inner and all(id(item) in seen or holds(item) for item in inner)

    for holder in [state, *records(state)]:
        for name, item in fields(holder) or []:
            if isinstance(item, (dict, list)) and holds(item):
                put(holder, name, type(item)())


def variants(words):
    danger = f"{WORDS} {words}"
    tidy = (TIDY * (len(danger) // len(TIDY) + 1))[: len(danger)]
    return [
        ("base", None),
        ("control_charge", lambda state: speak(state, tidy, "prosecutor")),
        ("charge", lambda state: speak(state, danger, "prosecutor")),
        ("control_all", lambda state: (speak(state, tidy, cite=True), note(state, tidy))),
        ("charge_all", lambda state: speak(state, danger, cite=True)),
        ("flaw", lambda state: note(state, danger)),
        ("flag", lambda state: flag(state, None)),
        ("absent", lambda state: find(state, False)),
        ("absent_danger", lambda state: find(state, False, is_of_danger)),
        ("absent_other", lambda state: find(state, False, lambda record: not is_of_danger(record))),
        ("absent_flaw", lambda state: (find(state, False), note(state, danger))),
        ("absent_control", lambda state: (find(state, False), note(state, tidy))),
        ("found", lambda state: find(state, True)),
        ("empty", lambda state: emptied(state, None)),
        ("uncited", lambda state: cite(state, [])),
        ("cited_more", lambda state: cite(state, ["src/graph.py", "src/state.py", "README.md"], "prosecutor")),
        ("miscited", lambda state: cite(state, ["no/such/file.py:999"])),
    ]


def harvested(action):
    """Words of danger that the subject itself looks for."""
    try:
        with open(inspect.getsourcefile(inspect.unwrap(action)), encoding="utf-8", errors="replace") as file:
            tree = ast.parse(file.read(1 << 20))
    except Exception:
        return ""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) <= 60 and DANGER.search(node.value):
            found.append(node.value)
    return "; ".join(dict.fromkeys(found[:40]))


# The nodes after the judges

class Chain:
    """The nodes after the judges, one after another, as the graph ran them."""

    def __init__(self, names, state):
        self.names, self.state = names, state
        self.actions = [watch.originals[name] for name in names]

    def run(self, mutate):
        state = copied(self.state)
        mutate(state)
        out = {}
        for action in self.actions:
            update = called(action, state)
            if type(update).__name__ == "Command":
                update = update.update
            if hasattr(update, "model_dump") and not isinstance(update, dict):
                update = {name: getattr(update, name, None) for name in getattr(update, "model_fields_set", ())}
            for name, value in (update or {}).items() if isinstance(update, dict) else ():
                out[name] = value
                self.merge(state, name, value)
        return out

    def merge(self, state, name, value):
        before = state.get(name) if isinstance(state, dict) else getattr(state, name, None)
        operator = watch.reducers.get(name)
        if operator is not None and before is not None:
            try:
                value = operator(before, value)
            except Exception:
                pass
        if isinstance(state, dict):
            state[name] = value
        else:
            put(state, name, value)


def copied(value):
    """A deep copy; what cannot be copied is shared."""
    try:
        return copy.deepcopy(value)
    except Exception:
        inner = fields(value)
        if isinstance(value, dict):
            return {name: copied(item) for name, item in inner}
        if isinstance(value, list):
            return [copied(item) for _, item in inner]
        return value


def called(action, state):
    """A node as the graph library calls it: with the state, and with a configuration where it asks for one."""
    options, given = {}, [state]
    try:
        needed = list(inspect.signature(action).parameters.values())[1:]
    except (TypeError, ValueError):
        needed = []
    for one in needed:
        if one.name == "config" and one.default is one.empty:
            options["config"] = {"configurable": {"thread_id": "1"}}
    made = action(*given, **options)
    return asyncio.run(made) if inspect.isawaitable(made) else made


def numbers(value, path="", depth=0):
    """The scores in what came out, by their paths; votes that are only repeated are left out."""
    if depth > DEPTH_MAX:
        return
    inner = fields(value)
    if number(value):
        yield path, float(value)
    elif isinstance(value, str):
        yield from in_text(value, path)
    elif inner is not None and not who(value):
        for name, item in inner[:CRITERIA_MAX]:
            name = str(name)
            if re.search(r"opinion|vote", name, re.I) or answers.persona("", name.replace("_", " ")):
                continue
            if number(item) and (not (FINAL.search(name) or FINAL.search(path)) or ASIDE.search(name)):
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
    elif depth < DEPTH_MAX and not who(value):
        for name, item in (fields(value) or [])[:CRITERIA_MAX]:
            yield from texts(item, depth + 1, is_named or isinstance(name, str) and bool(DISSENT.search(name)))


def dissents(out):
    """How many words about disagreement stand in what came out, and a digest of what stands under such a name."""
    said = list(texts(out))
    named = "".join(text for text, is_named in said if is_named)
    return sum(len(DISSENT.findall(text[:200_000])) for text, _ in said), zlib.crc32(named.encode(errors="replace")) if named else 0


def told_rows(variant, rows, paths, told):
    for prosecutor, some in itertools.groupby(sorted(rows, key=lambda row: row[:3]), key=lambda row: row[0]):
        some = list(some)
        told("grid", variant=variant, prosecutor=prosecutor, paths=paths,
             rows=[[defense, lead, [scores.get(path) for path in paths], *words] for _, defense, lead, scores, words in some])


def grid(chain, told, until):
    """The votes in all combinations, then those of one, three and five with something else changed."""
    words = " ".join(harvested(action) for action in chain.actions)[:3000]
    paths, calls, errors, first = None, 0, 0, None
    for variant, change in variants(words):
        rows = []
        for triple in ALL if variant == "base" else FEW:
            if time.monotonic() > until:
                break
            votes = dict(zip(("prosecutor", "defense", "tech lead"), triple))

            def mutate(state):
                vote(state, votes)
                if change is not None:
                    change(state)

            calls += 1
            try:
                out = chain.run(mutate)
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                errors += variant in ("base", "control_charge", "control_all", "charge", "flaw")
                first = first or events.failure(error, watch.root)
                continue
            rows.append((*triple, dict(numbers(out)), dissents(out)))
        if paths is None:
            paths = chosen(rows)
        told_rows(variant, rows, paths, told)
    seen = opinions(chain.state)
    told("grid_end", nodes=chain.names, calls=calls, errors=errors, first=first, complete=time.monotonic() <= until,
         opinions=len(seen), evidence=len(evidence(chain.state)), personas=sorted({who(record) for record in seen}))


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


def after_judges():
    """The nodes that ran after the last judge, in the order in which they ran, and what the first of them got."""
    # Whoever asks in a voice that has spoken before settles, and does not judge.
    heard = {}
    for step, _, persona in models.asked:
        heard[persona] = min(step, heard.get(persona, step))
    last = max(heard.values()) if heard else None
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


# The routers

def blank(state, _):
    for name, item in fields(state) or []:
        if isinstance(item, (dict, list)):
            put(state, name, type(item)())
        elif isinstance(item, str) and not re.search(r"url|path", str(name), re.I):
            put(state, name, "")


def failed(state, _):
    for name, item in fields(state) or []:
        if re.search(r"error|fail|abort|exception", str(name), re.I):
            put(state, name, ["the clone failed"] if isinstance(item, list) else {"clone": "failed"} if isinstance(item, dict) else True if isinstance(item, bool) else 3 if isinstance(item, int) else "the clone failed")
        elif re.search(r"status", str(name), re.I) and (item is None or isinstance(item, str)):
            put(state, name, "failed")


def routers(told):
    """Each router that ran gets what it really got, then the same with something missing."""
    changes = [("real", lambda state: None), ("blank", lambda state: blank(state, None)), ("failed", lambda state: failed(state, None)),
               ("blank_failed", lambda state: (blank(state, None), failed(state, None))), ("absent", lambda state: find(state, False)),
               ("no_evidence", lambda state: emptied(state, None))]
    for (source, name), (path, given) in list(watch.routed.items())[:12]:
        for variant, change in changes:
            state = copied(given)
            try:
                change(state)
                to = called(path, state)
                told("router", source=source, router=name, variant=variant, to=sorted(set(watch.targets(to))))
            except BaseException as error:
                told("router", source=source, router=name, variant=variant, to=None, error=events.failure(error, watch.root))


def criterion(record):
    named = [text_of(item) for name, item in fields(record) or [] if isinstance(name, str) and re.search(r"(criterion|dimension)(_?id)?$", name, re.I) and item]
    return named[0][:80] if named else None


def bench(told, rubric):
    """Which criteria each judge has opined on, as they came to the last word, and which the subject's own rubric has."""
    chain = after_judges()
    judged = {}
    for record in opinions(chain.state) if chain is not None else []:
        judged.setdefault(who(record), set()).add(criterion(record))
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
        routers(told)
        chain = after_judges()
        if chain is not None:
            grid(chain, told, time.monotonic() + SECONDS)
