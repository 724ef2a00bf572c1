"""What is told to the outside: one bounded line of JSON an event. All reasoning about them is done elsewhere."""

import json
import os
import sys
import threading
import time

VERSION = 1
TEXT_MAX = 400
ITEMS_MAX = 40
DEPTH_MAX = 4
EVENTS_MAX = 20_000
LINE_MAX = 60_000
# What the harness alone says of a scenario.
OURS_ALONE = {"start", "over", "changed", "skipped", "done"}

_lock = threading.RLock()
# The clock itself: scenarios may set another one.
_clock = time.monotonic
_state = {"fd": None, "scenario": "", "count": 0, "begun": _clock()}


def begin(fd, scenario=""):
    _state.update(fd=fd, scenario=scenario, count=0, begun=_clock())


def tell(kind, **fields):
    """Never fails and never stops the subject: what cannot be told is left out."""
    with _lock:
        if _state["fd"] is None or _state["count"] > EVENTS_MAX:
            return
        _state["count"] += 1
        event = {"v": VERSION, "kind": kind, "scenario": _state["scenario"], "at": round((_clock() - _state["begun"]) * 1000)}
        if _state["count"] > EVENTS_MAX:
            event["kind"] = "cut"
        else:
            # What is handed on may have names of any kind.
            event.update({name: bounded(value) for name, value in fields.items() if name not in event})
        try:
            line = json.dumps(event, ensure_ascii=True, default=lambda value: type(value).__name__).encode()
            if len(line) > LINE_MAX:
                event = {name: event[name] for name in ("v", "kind", "scenario", "at", "node", "step") if name in event}
                line = json.dumps({**event, "cut": True}).encode()
            data = line + b"\n"
            while data:
                data = data[os.write(_state["fd"], data):]
        except (OSError, ValueError, RecursionError):
            pass


def own(line, name):
    """A line that tells something of the scenario of this name, as it is read here; of any other line nothing but that it was there."""
    try:
        event = json.loads(line)
        if type(event) is dict and event.get("scenario") == name and event.get("kind") not in OURS_ALONE:
            return json.dumps(event).encode()
    except (ValueError, RecursionError):
        pass
    return b"{}"


def count():
    return _state["count"]


class only:
    """While it lasts nothing is told but by what it gives."""

    def __enter__(self):
        self.fd, _state["fd"] = _state["fd"], None
        return self.tell

    def __exit__(self, *error):
        _state["fd"] = self.fd

    def tell(self, kind, **fields):
        with _lock:
            _state["fd"] = self.fd
            try:
                tell(kind, **fields)
            finally:
                _state["fd"] = None


def bounded(value, depth=0):
    """A value as JSON, cut in width and depth. No method of the subject is called."""
    kind = type(value)
    if value is None or kind in (bool, int, float):
        return value if kind is not int or abs(value) < 1 << 53 else str(value)[:TEXT_MAX]
    if kind is str:
        return value if len(value) <= TEXT_MAX else value[:TEXT_MAX] + "…"
    if depth >= DEPTH_MAX:
        return f"<{kind.__name__}>"
    if kind is dict:
        return {str(name)[:80]: bounded(item, depth + 1) for name, item in list(value.items())[:ITEMS_MAX]}
    if kind in (list, tuple, set, frozenset):
        return [bounded(item, depth + 1) for item in list(value)[:ITEMS_MAX]]
    return f"<{kind.__name__}>"


def models(value, depth=0):
    """Names of the classes of models and records in it, some levels down."""
    kind = type(value)
    if depth > 4:
        return set()
    if kind in (list, tuple, set, frozenset):
        return set().union(*(models(item, depth + 1) for item in list(value)[:ITEMS_MAX])) if value else set()
    if kind is dict:
        return set().union(*(models(item, depth + 1) for item in list(value.values())[:ITEMS_MAX])) if value else set()
    if hasattr(kind, "model_fields") or hasattr(kind, "__dataclass_fields__"):
        inner = getattr(value, "__dict__", None)
        return {kind.__name__} | (models(inner, depth + 1) if type(inner) is dict else set())
    return set()


def summary(value, depth=0):
    """What kind of value it is, how much of it, of what, and which models are in it."""
    told = outline(value)
    found = sorted(models(value))[:12]
    return {**told, "models": found} if found else told


def outline(value):
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        kinds = sorted({type(item).__name__ for item in list(value)[:1000]})
        first = next((item[:120] for item in value if type(item) is str), None)
        return {"type": kind.__name__, "len": len(value), "of": kinds[:8], "text": first}
    if kind is dict:
        kinds = sorted({type(item).__name__ for item in list(value.values())[:1000]})
        return {"type": "dict", "len": len(value), "of": kinds[:8], "keys": [str(name)[:80] for name in list(value)[:12]]}
    if kind is str:
        return {"type": "str", "len": len(value), "text": value[:120]}
    if value is None or kind in (bool, int, float):
        return {"type": kind.__name__, "value": bounded(value)}
    return {"type": kind.__name__}


def place(frame, root):
    """The innermost line of the subject's own at or above a frame, as path:line."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(root):
            return f"{name[len(root):]}:{frame.f_lineno}"
        frame = frame.f_back
    return None


def failure(error, root):
    """An exception with its lines in the subject, innermost last."""
    trail, trace, is_own = [], error.__traceback__, False
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        # Whether the subject itself raised it.
        is_own = name.startswith(root)
        if is_own:
            trail.append(f"{name[len(root):]}:{trace.tb_lineno}")
        trace = trace.tb_next
    try:
        message = str(error)
    except Exception:
        message = "(it cannot be shown)"
    cause = error.__cause__ or error.__context__
    told = {"type": type(error).__name__, "message": message[:TEXT_MAX], "trail": trail[-8:], "own": is_own}
    if cause is not None and cause is not error and not trail:
        told["trail"] = failure(cause, root)["trail"] if cause.__cause__ is not error else []
    return told


def caller(root, skip=1):
    return place(sys._getframe(skip + 1), root)
