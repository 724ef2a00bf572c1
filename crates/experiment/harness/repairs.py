"""What keeps a program from running at all is found once, and told; then it is put right in the copy, and the rest is tried. Only what
is plainly missing is put right: a function that a module of the subject's own does not have, a file that lies elsewhere in it."""

import builtins
import functools
import json
import os
import re
import shutil
import sys

from experiment_harness import entry
from experiment_harness import events
from experiment_harness import undefined
from experiment_harness import watch

REPAIRS_MAX = 3
FILES_MAX = 20_000
NAME = re.compile(r"cannot import name '([a-z_]\w*)' from '([\w.]+)' \(/room/runs/\w+/work/")
FILE = re.compile(r"No such file or directory: '(?:/room/runs/\w+/work/)?([^'/][^']*)'")


def of(lines, subject, known):
    """The first cause in what a scenario told that can be put right; None where it ran, or nothing can."""
    told = [event for event in map(read, lines) if event]
    if any(event.get("kind") == "run_end" and event.get("error") is None for event in told):
        return None
    for event in told:
        error = event.get("error")
        # What a program catches it may still say.
        text = error.get("message", "") if isinstance(error, dict) else event.get("text", "") if event.get("kind") == "said" else ""
        found = name_in(text) or file_in(text, subject)
        if found and found not in known and len(known) < REPAIRS_MAX:
            return found
    return None


def read(line):
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


def name_in(text):
    found = NAME.search(text)
    # What is there a moment later is not missing.
    return {"what": "name", "module": found[2], "name": found[1]} if found and "circular" not in text else None


def file_in(text, subject):
    found = FILE.search(text)
    # A path of another system is one name here; it is shown with its signs doubled.
    path = os.path.normpath(found[1].replace("\\\\", "\\")) if found else ""
    if not path or path.startswith("..") or os.path.exists(os.path.join(subject, path)):
        return None
    source = elsewhere(path.replace("\\", "/"), subject)
    return {"what": "file", "path": path, "source": source} if source else None


def elsewhere(path, subject):
    """A file of the same name; of yardsticks the one that there is."""
    if os.path.isfile(os.path.join(subject, path)):
        return path
    name, found = os.path.basename(path), []
    for folder, folders, names in os.walk(subject):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [os.path.relpath(os.path.join(folder, one), subject) for one in names if one == name]
        if len(found) > FILES_MAX:
            return None
    ending = os.path.splitext(name)[1].lower()
    rubric = entry.rubric(subject) if "rubric" in name.lower() else None
    if not found and rubric and rubric.lower().endswith(ending):
        return os.path.relpath(rubric, subject)
    return found[0] if len(found) == 1 else None


def names_of(lines):
    """Names that are used and nowhere defined, where a module that is imported beside them has the name."""
    told = [event for event in map(read, lines) if event and event.get("kind") == "undefined" and event.get("source")]
    return [{"what": "undefined", "module": one["module"], "name": one["name"], "source": one["source"], "line": one["line"]} for one in told][:REPAIRS_MAX]


def apply(repairs, root):
    for one in repairs:
        if one["what"] == "file":
            target = os.path.join(root, one["path"])
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(root, one["source"]), target)
            events.tell("repaired", text=f"{one['path']} is not there: {one['source']} was put in its place")
        elif one["what"] == "undefined":
            events.tell("repaired", text=f"{one['name']} is used and nowhere defined: that of {one['source']} was put in its place", line=one["line"])
        else:
            events.tell("repaired", text=f"{one['module']} has no {one['name']}: a function that gives nothing was put in its place")
    lacking = {(one["module"], one["name"]) for one in repairs if one["what"] == "name"}
    defined = {(one["module"], one["name"]): one["source"] for one in repairs if one["what"] == "undefined"}
    if lacking:
        names(lacking)
    if defined:
        watch.before_graphs.append(lambda: define(defined))


def define(defined):
    """Once a graph is compiled, the modules that its nodes stand in are loaded."""
    for (user, name), source in defined.items():
        loaded = sys.modules.get(user)
        if loaded is not None and name not in vars(loaded):
            setattr(loaded, name, undefined.value(source, loaded.__file__, name))


def names(lacking):
    plain = builtins.__import__

    @functools.wraps(plain)
    def bring(name, globals=None, locals=None, fromlist=(), level=0):
        module = plain(name, globals, locals, fromlist, level)
        for one in fromlist or ():
            if (getattr(module, "__name__", None), one) in lacking and one not in vars(module) and not is_loading(module):
                setattr(module, one, nothing(one))
        return module

    builtins.__import__ = bring


def is_loading(module):
    return getattr(getattr(module, "__spec__", None), "_initializing", False) or module is sys.modules.get("__main__")


def nothing(name):
    def stand_in(*arguments, **options):
        return {}

    stand_in.__name__ = stand_in.__qualname__ = name
    return stand_in
