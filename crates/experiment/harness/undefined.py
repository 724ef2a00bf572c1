"""Names that functions of the subject use and that nothing defines: whoever comes there breaks, and many a handler hides it."""

import ast
import builtins
import dis
import inspect
import sys

from experiment_harness import events

NAMES_MAX = 12


def codes(code):
    for one in code.co_consts:
        if inspect.iscode(one):
            yield one
            yield from codes(one)


def of(module, path):
    """Each such name with its first line, once the module has been loaded."""
    with open(path, encoding="utf-8", errors="replace") as file:
        whole = compile(file.read(1 << 20), path, "exec", dont_inherit=True)
    inner, stored, found = list(codes(whole)), set(), {}
    for code in [whole, *inner]:
        stored.update(one.argval for one in dis.get_instructions(code) if one.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"))
    # What the module defines on some way that was not taken.
    stored.update(one.argval for one in dis.get_instructions(whole) if one.opname == "STORE_NAME")
    for code in inner:
        for one in dis.get_instructions(code):
            name = one.argval
            if one.opname == "LOAD_GLOBAL" and name not in stored and name not in vars(module) and not hasattr(builtins, name):
                line = getattr(getattr(one, "positions", None), "lineno", None) or code.co_firstlineno
                found[name] = min(line, found.get(name, line))
    return found


def source(module, name, root):
    """A module of others that it has imported and that has the name."""
    for value in list(vars(module).values()):
        path = getattr(value, "__file__", None)
        if type(value) is type(sys) and isinstance(path, str) and not path.startswith(root) and name in vars(value):
            return value.__name__
    return None


def literal(path, name):
    """What another function of the same file assigns to it for itself, where that is written out, and its line."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            tree = ast.parse(file.read(1 << 20))
        found = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets)]
        return (found[0].lineno, ast.literal_eval(found[0].value)) if len(found) == 1 else None
    except Exception:
        return None


def value(source, path, name):
    """What stands in the place of a name."""
    if source in sys.modules:
        return getattr(sys.modules[source], name, None)
    found = literal(path, name)
    return found[1] if found else None


def tell(root):
    told = 0
    for name, module in sorted(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if not isinstance(path, str) or not path.startswith(root) or not path.endswith(".py"):
            continue
        try:
            found = of(module, path)
        except Exception:
            continue
        for one, line in sorted(found.items()):
            told += 1
            if told > NAMES_MAX:
                return
            known, own = source(module, one, root), literal(path, one)
            known = known or own and f"{path[len(root):]}:{own[0]}"
            events.tell("undefined", module=name, name=one, line=f"{path[len(root):]}:{line}", source=known)
