"""Watches the graph library and the interpreter: what is built, what runs when, what it gives, what it tries."""

import asyncio
import concurrent.futures
import contextvars
import copy
import functools
import inspect
import sys
import time

from experiment_harness import events
from experiment_harness import heard
from experiment_harness import returns
from experiment_harness import tries

root = ""
places = {}
# For replays, where the scenario asks for them: functions of nodes, what ran in which order, what each really got.
keeps = False
originals, ran, got, routed, reducers = {}, [], {}, {}, {}
# What is to be done when a graph is compiled; functions of routers by where they stand, and the nodes that their answers stand for.
before_graphs, routers, maps = [], {}, {}
# Words of a refusal, where the scenario has one, and whether they came to light.
REASON, reason, REASON_MAX = [], [False], 1 << 20
# The nodes that gave each key of the state, and what each gave.
givers, gave = {}, []
KEPT_MAX = 60
counts = {"graphs": 0, "runs": 0}
RECURSION_MAX = 40


def install(subject):
    global root
    root = subject
    try:
        builders()
        runs()
    except ImportError as error:
        events.tell("lacks", module="langgraph", error=str(error)[:200])
    sleeps()
    threads()
    tries.install(subject)


# What is built

def builders():
    from langgraph.graph import state

    plain_add, plain_branch, plain_compile = state.StateGraph.add_node, state.StateGraph.add_conditional_edges, state.StateGraph.compile

    def add_node(self, node, action=None, **options):
        if isinstance(node, str) and callable(action):
            action = watched(node, action)
        elif not isinstance(node, str) and action is None and callable(node):
            name = getattr(node, "__name__", None) or getattr(node, "name", None) or type(node).__name__
            node, action = name, watched(name, node)
        return plain_add(self, node, action, **options) if action is not None else plain_add(self, node, **options)

    def add_conditional_edges(self, source, path, path_map=None, **options):
        if callable(path) and not hasattr(path, "invoke"):
            key = (str(source), getattr(path, "__name__", type(path).__name__))
            routers[key] = path
            maps[key] = {str(answer): str(node) for answer, node in path_map.items()} if isinstance(path_map, dict) else {}
            path = router(str(source), path)
        return plain_branch(self, source, path, path_map, **options)

    def compile(self, checkpointer=None, **options):
        for action in before_graphs:
            action()
        graph = plain_compile(self, checkpointer=checkpointer, **options)
        try:
            counts["graphs"] += 1
            self._experiment = counts["graphs"]
        except Exception:
            pass
        events.tell("graph", id=counts["graphs"], line=events.caller(root), **shape(self, checkpointer))
        return graph

    state.StateGraph.add_node = functools.wraps(plain_add)(add_node)
    state.StateGraph.add_conditional_edges = functools.wraps(plain_branch)(add_conditional_edges)
    state.StateGraph.compile = functools.wraps(plain_compile)(compile)


def shape(builder, checkpointer):
    channels = {name: reducer(channel) for name, channel in builder.channels.items() if not str(name).startswith("__")}
    branches = []
    for source, named in builder.branches.items():
        for name, branch in named.items():
            ends = getattr(branch, "ends", None)
            ends = {str(end) for end in ends.values()} if ends else returns.ends(routers.get((str(source), str(name))), builder.nodes)
            branches.append({"source": str(source), "router": str(name), "ends": sorted(ends) if ends else None})
    edges = [[str(start), str(end)] for start, end in sorted(builder.edges)]
    for starts, end in sorted(getattr(builder, "waiting_edges", ())):
        edges += [[str(start), str(end)] for start in starts]
    schema = getattr(builder, "state_schema", getattr(builder, "schema", None))
    kind = "pydantic" if hasattr(schema, "model_fields") else "typeddict" if hasattr(schema, "__total__") else getattr(schema, "__name__", "none")
    reducers.update({name: channel.operator for name, channel in builder.channels.items() if getattr(channel, "operator", None) is not None})
    merges = {name: tried(channel) for name, channel in builder.channels.items() if getattr(channel, "operator", None) is not None}
    return {"channels": channels, "merges": merges, "nodes": [str(name) for name in builder.nodes], "edges": edges, "branches": branches, "state": kind,
            "places": {str(name): place for name, place in places.items() if name in builder.nodes},
            "state_name": getattr(schema, "__name__", None), "checkpointer": type(checkpointer).__name__ if checkpointer not in (None, False) else None}


def tried(channel):
    """What a reducer does with samples: whether lists grow, and whether dictionaries keep the keys of both sides."""
    found = []
    for name, left, right in (("list", ["a"], ["b"]), ("dict", {"a": ["x"]}, {"b": ["y"]})):
        try:
            made = channel.operator(left, right)
            if type(made) is type(left) and all(item in made for item in ("a", "b")):
                found.append(name)
        except Exception:
            pass
    return found


def reducer(channel):
    operator = getattr(channel, "operator", None)
    return None if operator is None else f"{getattr(operator, '__module__', '')}.{getattr(operator, '__name__', type(operator).__name__)}"


# What runs

def step():
    try:
        from langgraph.config import get_config

        return get_config().get("metadata", {}).get("langgraph_step")
    except Exception:
        return None


def begins(action):
    """Where a function of the subject's own begins, as path:line."""
    try:
        code = inspect.unwrap(getattr(action, "func", action)).__code__
    except Exception:
        code = getattr(getattr(type(action), "__call__", None), "__code__", None)
    name = getattr(code, "co_filename", "")
    return f"{name[len(root):]}:{code.co_firstlineno}" if name.startswith(root) else None


def watched(name, action):
    originals[str(name)] = action
    where = begins(action)
    if where:
        places[str(name)] = where
    if hasattr(action, "invoke") or inspect.isclass(action):
        return action
    if asyncio.iscoroutinefunction(action) or asyncio.iscoroutinefunction(getattr(action, "__call__", None)):
        async def run(*arguments, **options):
            began = before(name, arguments)
            try:
                given = await action(*arguments, **options)
            except BaseException as error:
                raise failed(name, error)
            return after(name, given, began)
    else:
        def run(*arguments, **options):
            began = before(name, arguments)
            try:
                given = action(*arguments, **options)
            except BaseException as error:
                raise failed(name, error)
            return after(name, given, began)
    return same_face(run, action)


def same_face(run, action):
    """The library reads the signature and the hints of a node: they stay those of the subject's own."""
    try:
        functools.update_wrapper(run, action)
    except (AttributeError, TypeError):
        pass
    if not hasattr(action, "__name__"):
        run.__name__ = type(action).__name__
    try:
        run.__signature__ = inspect.signature(action)
    except (TypeError, ValueError):
        pass
    return run


def before(name, arguments):
    state = arguments[0] if arguments else {}
    keep(name, state)
    heard.entered(state)
    seen = state if isinstance(state, dict) else getattr(state, "__dict__", {})
    events.tell("node_start", node=name, step=step(), sees={key: events.summary(value) for key, value in list(seen.items())[: events.ITEMS_MAX]})
    return time.monotonic()


def keep(name, state):
    """What a node really got, before it changes anything of it."""
    if not keeps or len(ran) >= KEPT_MAX:
        return
    at = step()
    ran.append((at, name))
    if (at, name) not in got:
        try:
            got[(at, name)] = copy.deepcopy(state)
        except Exception:
            got[(at, name)] = state


def after(name, given, began):
    took = round((time.monotonic() - began) * 1000)
    goto, update = None, given
    if type(given).__name__ == "Command":
        goto, update = targets(given.goto), given.update
    if hasattr(update, "model_dump") and not isinstance(update, dict):
        update = {key: getattr(update, key, None) for key in getattr(update, "model_fields_set", ())}
    keys = {str(key): events.summary(value) for key, value in list(update.items())[: events.ITEMS_MAX]} if isinstance(update, dict) else None
    for key in keys or ():
        givers.setdefault(key, set()).add(name)
    look_for_reason(update)
    heard.gathered(name, update, step())
    if len(gave) < KEPT_MAX:
        gave.append((step(), str(name), update))
    events.tell("node_end", node=name, step=step(), ms=took, keys=keys, goto=goto, type=type(given).__name__)
    return given


def look_for_reason(value):
    """Whether the reason why a host refused the clone stands in what a node gives; the same in what the program says."""
    if REASON and not reason[0]:
        try:
            reason[0] = REASON[0] in (value if isinstance(value, str) else repr(value)[:REASON_MAX])
        except Exception:
            pass


def failed(name, error):
    events.tell("node_error", node=name, step=step(), error=events.failure(error, root))
    return error


def targets(goto):
    several = goto if isinstance(goto, (list, tuple)) else [goto]
    return [one.node if hasattr(one, "node") else str(one) for one in several if one is not None]


def led(source, name, to):
    """The nodes that a router led to: what it answers may be a name for one."""
    named = maps.get((source, name), {})
    return [named.get(one, one) for one in targets(to)]


def router(source, path):
    def run(*arguments, **options):
        if keeps and arguments and (source, name) not in routed:
            try:
                routed[(source, name)] = (path, copy.deepcopy(arguments[0]))
            except Exception:
                pass
        try:
            to = path(*arguments, **options)
        except BaseException as error:
            events.tell("route_error", source=source, router=name, step=step(), error=events.failure(error, root))
            raise
        if not inspect.isawaitable(to):
            events.tell("route", source=source, router=name, step=step(), to=led(source, name, to))
        return to

    name = getattr(path, "__name__", type(path).__name__)
    return same_face(run, path)


def runs():
    """One run of a graph, from outside: with which keys, how it ended, what was in it at the end."""
    from langgraph.pregel import Pregel

    plain, plain_async = Pregel.stream, Pregel.astream

    def limited(config):
        config = dict(config or {})
        config["recursion_limit"] = min(config.get("recursion_limit", 25), RECURSION_MAX)
        return config

    def stream(self, input, config=None, **options):
        number = start(self, input)
        try:
            yield from plain(self, input, limited(config), **options)
        except BaseException as error:
            end(self, number, error)
            raise
        end(self, number, None)

    async def astream(self, input, config=None, **options):
        number = start(self, input)
        try:
            async for part in plain_async(self, input, limited(config), **options):
                yield part
        except BaseException as error:
            end(self, number, error)
            raise
        end(self, number, None)

    Pregel.stream, Pregel.astream = functools.wraps(plain)(stream), functools.wraps(plain_async)(astream)


def number_of(graph):
    return getattr(getattr(graph, "builder", None), "_experiment", None)


def start(graph, given):
    counts["runs"] += 1
    keys = list(given)[: events.ITEMS_MAX] if isinstance(given, dict) else None
    events.tell("run_start", run=counts["runs"], graph=number_of(graph), keys=keys, line=events.caller(root, 2))
    return counts["runs"]


def end(graph, number, error):
    told = None if error is None or isinstance(error, GeneratorExit) else events.failure(error, root)
    events.tell("run_end", run=number, graph=number_of(graph), error=told, stopped=isinstance(error, GeneratorExit))


def sleeps():
    """Waits are short here: a back-off of a minute would be the whole budget."""
    plain, plain_async = time.sleep, asyncio.sleep
    time.sleep = lambda seconds: plain(min(max(seconds, 0), 0.01))

    async def sleep(delay, result=None):
        return await plain_async(min(max(delay, 0), 0.01), result)

    asyncio.sleep = sleep


def threads():
    """Who works in threads of its own is still in its node."""
    plain = concurrent.futures.ThreadPoolExecutor.submit

    def submit(self, action, /, *arguments, **options):
        return plain(self, contextvars.copy_context().run, action, *arguments, **options)

    concurrent.futures.ThreadPoolExecutor.submit = functools.wraps(plain)(submit)


def limits_of_time(scale):
    """Which limits a call of git has; where git hangs they pass so many times as fast."""
    import subprocess

    for name in ("communicate", "wait"):
        plain = getattr(subprocess.Popen, name)

        def limited(self, *arguments, _plain=plain, **options):
            where = events.caller(root)
            limit = options.get("timeout")
            if where and "git" in str(self.args) and not getattr(self, "_experiment", False):
                self._experiment = True
                events.tell("limit", argv=[str(one) for one in (self.args if isinstance(self.args, (list, tuple)) else [self.args])][:8], seconds=limit, line=where,
                            blocking=sys._getframe(1).f_code.co_filename == subprocess.__file__)
            if limit and scale > 1:
                options["timeout"] = max(limit / scale, 0.2)
            return _plain(self, *arguments, **options)

        setattr(subprocess.Popen, name, functools.wraps(plain)(limited))
    if scale > 1:
        clocks(scale)
        waits(scale)


def clocks(scale):
    """Whoever looks at the clock sees the time pass so many times as fast."""
    for name in ("time", "monotonic", "perf_counter"):
        plain = getattr(time, name)

        def fast(_plain=plain, _begun=plain()):
            return _begun + (_plain() - _begun) * scale

        setattr(time, name, fast)


def waits(scale):
    """Whoever waits with a limit waits so many times as short."""
    import signal
    import threading

    plain_wait, plain_join = threading.Condition.wait, threading.Thread.join
    plain_for, plain_within, plain_alarm = asyncio.wait_for, asyncio.timeout, signal.setitimer

    def wait(self, timeout=None):
        return plain_wait(self, timeout / scale if timeout else timeout)

    def join(self, timeout=None):
        return plain_join(self, timeout / scale if timeout else timeout)

    async def wait_for(future, timeout=None):
        return await plain_for(future, timeout / scale if timeout else timeout)

    def within(delay):
        return plain_within(delay / scale if delay else delay)

    threading.Condition.wait, threading.Thread.join = wait, join
    asyncio.wait_for, asyncio.timeout = wait_for, within
    signal.alarm = lambda seconds: plain_alarm(signal.ITIMER_REAL, seconds / scale) and 0
