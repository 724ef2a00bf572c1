"""Routers are asked again: with what they really got, and with the same where something is missing."""

import inspect
import re

from experiment_harness import changes
from experiment_harness import events
from experiment_harness import reading
from experiment_harness import watch

KEYS_MAX = 24


def blank(state, _):
    for name, item in changes.fields(state) or []:
        if isinstance(item, (dict, list)):
            changes.put(state, name, type(item)())
        elif isinstance(item, str) and not re.search(r"url|path", str(name), re.I):
            changes.put(state, name, "")


def unnamed(state):
    """Nothing is said of what is to be looked at."""
    for name, item in changes.fields(state) or []:
        if isinstance(item, str) and re.search(r"url|path", str(name), re.I):
            changes.put(state, name, "")


def failed(state, _):
    for name, item in changes.fields(state) or []:
        if re.search(r"error|fail|abort|exception", str(name), re.I):
            changes.put(state, name, ["the clone failed"] if isinstance(item, list) else {"clone": "failed"} if isinstance(item, dict) else True if isinstance(item, bool) else 3 if isinstance(item, int) else "the clone failed")
        elif re.search(r"status", str(name), re.I) and (item is None or isinstance(item, str)):
            changes.put(state, name, "failed")


def words_of_failure(path):
    """The keys of failure that a router itself looks for."""
    todo, found = [getattr(inspect.unwrap(getattr(path, "func", path)), "__code__", None)], []
    while todo:
        code = todo.pop()
        for one in getattr(code, "co_consts", ()):
            if inspect.iscode(one):
                todo.append(one)
            elif isinstance(one, str) and re.fullmatch(r"\w{3,40}", one) and re.search(r"error|fail|abort|exception", one, re.I):
                found.append(one)
    return found[:12]


def named(state, words):
    """What a router looks for as a sign of failure stands in the state, or in what the state collects."""
    for holder in [state, *(item for _, item in changes.fields(state) or [] if isinstance(item, dict))]:
        for word in words if isinstance(holder, dict) else ():
            if not holder.get(word):
                holder[word] = ["the clone failed"]


def looked_into(path, given):
    """The keys of the state that a router looks into; None where that cannot be told."""
    if not isinstance(given, dict):
        return None
    state = reading.Reading(changes.copied(given))
    state.reads = set()
    try:
        changes.called(path, state)
    except BaseException:
        return None
    return sorted(str(name) for name in state.reads)


def one_by_one(given, keys):
    """Each key that is looked into, by itself: emptied, the other way round, nothing and much."""
    for key in (keys or [])[:KEYS_MAX]:
        value = given.get(key)
        others = [not value] if isinstance(value, bool) else [0, 99] if isinstance(value, (int, float)) else [type(value)()] if isinstance(value, (list, dict, str)) else [None]
        for other in others:
            yield f"key:{key}", lambda state, key=key, other=other: changes.put(state, key, other)


def tell(told):
    """Each router that ran gets what it really got, then the same with something missing."""
    tried = [("real", lambda state: None), ("blank", lambda state: blank(state, None)), ("failed", lambda state: failed(state, None)),
               ("blank_failed", lambda state: (blank(state, None), failed(state, None))), ("absent", lambda state: changes.find(state, False)),
               ("no_evidence", lambda state: changes.emptied(state, None)),
               ("no_input", lambda state: unnamed(state))]
    for (source, name), (path, given) in list(watch.routed.items())[:12]:
        real = set()
        looked_for, keys = words_of_failure(path), looked_into(path, given)
        for variant, change in [*tried, ("named", lambda state: named(state, looked_for)), *one_by_one(given, keys)]:
            state = changes.copied(given)
            try:
                change(state)
                to = changes.called(path, state)
                ways = sorted(set(watch.led(source, name, to)))
                real = real or set(ways)
                told("router", source=source, router=name, variant=variant, to=ways, reads=keys, gives=[way for way in ways if way not in real and gives(way, state)])
            except BaseException as error:
                told("router", source=source, router=name, variant=variant, to=None, error=events.failure(error, watch.root))


def gives(name, state):
    """Whether a node that ran in no run does anything at all."""
    try:
        update = changes.called(watch.originals[name], state)
    except BaseException:
        return False
    update = update.update if type(update).__name__ == "Command" else update
    return any(bool(value) for value in update.values()) if isinstance(update, dict) else bool(update)
