"""Where a router may lead that names no ends: by what its own function returns, where all of that is written out."""

import ast
import inspect
import textwrap

RETURNS_MAX = 60


def ends(router, nodes):
    """The names of all nodes that it can return; None where something else is returned too."""
    try:
        function = inspect.unwrap(getattr(router, "func", router))
        top = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        closed = inspect.getclosurevars(function)
        scope = {**closed.globals, **closed.nonlocals}
    except Exception:
        return None
    if not isinstance(top, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    returned = [node.value for node in own(top) if isinstance(node, ast.Return)][:RETURNS_MAX]
    sets = [names(value, scope) for value in returned]
    if not sets or any(one is None for one in sets):
        return None
    found = set().union(*sets)
    return found if found <= {*nodes, "__end__"} else None


def own(top):
    """Its nodes without those of functions inside of it."""
    todo = list(top.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            todo += ast.iter_child_nodes(node)


def names(value, scope):
    """The names that an expression can come to; None where that is not written out."""
    if isinstance(value, ast.Constant):
        return {value.value} if isinstance(value.value, str) else None
    if isinstance(value, ast.Name):
        return plain(scope.get(value.id))
    if isinstance(value, ast.IfExp):
        return joined([value.body, value.orelse], scope)
    if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
        return joined(value.elts, scope)
    if isinstance(value, ast.Call):
        called = getattr(value.func, "id", getattr(value.func, "attr", None))
        return names(value.args[0], scope) if called == "Send" and value.args else None
    if isinstance(value, ast.ListComp) and len(value.generators) == 1 and isinstance(value.generators[0].target, ast.Name):
        return names(value.elt, {**scope, value.generators[0].target.id: names(value.generators[0].iter, scope)})
    return None


def joined(values, scope):
    sets = [names(one, scope) for one in values]
    return None if any(one is None for one in sets) else set().union(*sets)


def plain(value):
    if isinstance(value, str):
        return {value}
    is_list = isinstance(value, (list, tuple, set, frozenset)) and len(value) <= RETURNS_MAX
    return set(value) if is_list and all(isinstance(one, str) for one in value) else None
