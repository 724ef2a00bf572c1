"""Looking through values, whatever they are made of, and changing what opinions and evidence in them say."""

import asyncio
import copy
import inspect
import re

from experiment_harness import answers

DEPTH_MAX = 9
SCORE = re.compile(r"score|rating|vote|grade|points", re.I)
WHO = re.compile(r"judge|persona|role|agent|perspective", re.I)
FOUND = re.compile(r"^(is_)?(found|exists?|present|valid|verified|passed|success|ok|detected)$", re.I)
CITED = re.compile(r"cit|evidence|reference|source", re.I)
WORDS = ("Security negligence: os.system with shell injection, a hardcoded secret and eval() were found. Confirmed security vulnerability, "
         "critical security flaw, security violation, unsafe unsandboxed execution of raw user input.")
PRAISE = ("The architecture is modular, sound, workable and functional; the orchestration works well: clean separation, robust, maintainable, "
          "scalable parallel fan-out, fan-in and state management.")
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


def voice(record):
    """In whose voice a record speaks: prosecutor, defense or tech lead; None where it says no such thing."""
    inner = fields(record) or []
    named = [text_of(item) for name, item in inner if isinstance(name, str) and WHO.search(name) and not isinstance(item, (dict, list))]
    return answers.persona("", " ".join(named).replace("_", " ")) if named else None


def scored(record):
    return any(isinstance(name, str) and SCORE.search(name) and number(item) for name, item in fields(record) or [])


def who(record):
    """Whose opinion a record is; None where it is none."""
    return voice(record) if scored(record) else None


def spoken(value, heard=None, depth=0):
    """Every opinion within, with whose it is: what stands in what a judge says is that judge's."""
    inner = fields(value) if depth < DEPTH_MAX else None
    if inner is None:
        return
    if not isinstance(value, (list, tuple)):
        heard = voice(value) or heard
        if heard and scored(value):
            yield value, heard
    for _, item in inner[:400]:
        yield from spoken(item, heard, depth + 1)


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def opinions(state):
    return [record for record, _ in spoken(state)]


def evidence(state):
    """Records that say whether something was found, and are no opinions."""
    return [record for record in records(state) if any(isinstance(name, str) and FOUND.match(name) and isinstance(item, bool) for name, item in fields(record) or [])
            and not who(record)]


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


# Mutations

def vote(state, votes):
    for record, heard in spoken(state):
        for name, item in fields(record):
            if isinstance(name, str) and SCORE.search(name) and number(item):
                put(record, name, type(item)(votes[heard]))


def speak(state, words, only=None, cite=False):
    for record, heard in list(spoken(state)):
        if only and heard != only:
            continue
        for name, item in fields(record):
            if isinstance(item, str) and not WHO.search(str(name)) and not re.search(r"(criterion|dimension)|id$", str(name), re.I):
                put(record, name, f"{item} {words}")
            elif cite and isinstance(item, list) and CITED.search(str(name)) and all(isinstance(one, str) for one in item):
                put(record, name, [*item, words])


def cite(state, cited, only=None):
    for record, heard in list(spoken(state)):
        if only and heard != only:
            continue
        for name, item in fields(record):
            if CITED.search(str(name)) and isinstance(item, list) and all(isinstance(one, str) for one in item):
                put(record, name, list(cited))
            elif CITED.search(str(name)) and isinstance(item, str):
                put(record, name, cited[0] if cited else "")


def find(state, found):
    for record in evidence(state):
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
        ("absent_flaw", lambda state: (find(state, False), note(state, danger))),
        ("absent_control", lambda state: (find(state, False), note(state, tidy))),
        ("found", lambda state: find(state, True)),
        ("empty", lambda state: emptied(state, None)),
        ("uncited", lambda state: cite(state, [])),
        ("cited_more", lambda state: cite(state, ["src/graph.py", "src/state.py", "README.md"], "prosecutor")),
        ("miscited", lambda state: cite(state, ["no/such/file.py:999"])),
        ("control_praise", lambda state: speak(state, tidy, "tech lead")),
        ("praise", lambda state: speak(state, PRAISE, "tech lead")),
    ]
