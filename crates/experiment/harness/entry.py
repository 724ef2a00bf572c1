"""How a program of Python is started: which of its scripts, with which arguments; where none can be, its graph alone."""

import ast
import builtins
import os
import re
import runpy
import sys
import typing

from experiment_harness import events
from experiment_harness import questions

FILES_MAX = 3_000
TRIES_MAX = 5
ASIDE = {"tests", "test", "docs", "examples", "venv", ".venv", "node_modules", "site-packages", "notebooks", "migrations"}
GOOD_NAMES = ("main", "__main__", "run", "app", "cli", "audit", "auditor", "start")
# What a function is called that runs a whole program, and where a graph is run.
RUNNING = re.compile(r"^(run|main|audit|start|execute|analy[sz]e|evaluate|launch)(_|$)")
INVOKES = {"invoke", "ainvoke", "stream", "astream"}
# Variables in which a program looks for what it is to audit.
WANTED = re.compile(r"[\"']((?:[A-Z0-9]+_)*(?:REPO|REPOSITORY)_URL(?:_[A-Z0-9]+)*|(?:[A-Z0-9]+_)*(?:PDF|REPORT)(?:_[A-Z0-9]+)*_PATH)[\"']")
# What a choice is called with which a program asks no model.
PRETENDED = re.compile(r"(?:^|[-_ ])(?:mock|mocked|fake|dummy|stub|stubbed|demo|dry|simulated|offline)(?:[-_ ]|$)", re.I)
COMMANDS = ("audit", "run", "start", "analyze", "analyse", "evaluate", "main", "execute", "single", "repo")


class Program:
    """The scripts of a subject, the likeliest first."""

    def __init__(self, root):
        self.root = root
        self.files = {}
        self.keys, self.variables = set(), set()
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(one for one in folders if one not in ASIDE and not one.startswith("."))
            for name in sorted(names):
                if name.endswith(".py") and not name.startswith("test_") and len(self.files) < FILES_MAX:
                    self.read(os.path.join(folder, name))
        self.keys = sorted(self.keys)[:200]
        self.graphs = [path for path, about in self.files.items() if about["graph"]]

    def read(self, path):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read(1 << 20)
            tree = ast.parse(text)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return
        self.keys.update(re.findall(r"[\"']([A-Z][A-Z0-9_]{2,60}_(?:KEY|TOKEN|SECRET))[\"']", text))
        self.variables.update(WANTED.findall(text))
        self.files[path] = {
            "graph": "StateGraph(" in text,
            "main": "__name__" in text and "__main__" in text,
            "runs": bool(re.search(r"\.(?:a?invoke|a?stream)\(", text)),
            "arguments": "argparse" in text or "click" in text or "typer" in text or "sys.argv" in text,
            "page": "streamlit" in text or "FastAPI(" in text or "gradio" in text or "pytest" in text,
            "imports": imports(tree),
            "functions": functions(tree),
            "relative": any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree)),
        }

    def reaches(self, path):
        """Whether a graph is built by this file or by one that it imports."""
        seen, todo = set(), [path]
        while todo:
            one = todo.pop()
            if one in seen:
                continue
            seen.add(one)
            if self.files[one]["graph"]:
                return True
            for name in self.files[one]["imports"]:
                tail = name.replace(".", "/")
                todo += [other for other in self.files if other.endswith((f"/{tail}.py", f"/{tail}/__init__.py"))]
        return False

    def scripts(self):
        ranked = []
        for path, about in self.files.items():
            if not about["main"] or about["page"] or not self.reaches(path):
                continue
            name = os.path.basename(path)[:-3]
            depth = path[len(self.root):].count("/")
            worth = (about["arguments"], about["runs"], any(good in name.lower() for good in GOOD_NAMES), -depth)
            ranked.append((worth, path))
        return [path for _, path in sorted(ranked, reverse=True)][:TRIES_MAX]


    def starts(self):
        """Functions that run the whole program, those that run a graph themselves first."""
        found = []
        for path, about in self.files.items():
            if not about["page"] and about["functions"] and self.reaches(path):
                found += [(not runs, path[len(self.root):].count("/"), path, name) for name, runs in about["functions"]]
        return [(path, name) for *_, path, name in sorted(found)]


def functions(tree):
    """Functions of a file that are called like a start, and whether each runs a graph itself."""
    found = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and RUNNING.match(node.name):
            inside = ast.walk(node)
            found.append((node.name, any(isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in INVOKES for one in inside)))
    return found


def imports(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.name for alias in node.names)
    return found


# Arguments by their names

class Given:
    """What the scenario has for an option of this name."""

    def __init__(self, scenario):
        self.url = scenario["url"]
        self.pdf = scenario.get("pdf")
        # Where no report is to be given, one that must be given has nothing in it.
        self.blank = scenario.get("blank")
        self.out = scenario.get("out", "/room/tmp/out")
        self.rubric = scenario.get("rubric")

    def needed(self, *names, about=""):
        """The same for what must be there: its description says what its name does not."""
        words = set(re.split(r"[^a-z]+", " ".join(names).lower()))
        if words & {"url", "repo", "repository"}:
            return self.url
        if words & {"pdf", "report", "doc", "document"} or re.search(r"pdf|\breport|document", about, re.I):
            return self.pdf or self.blank
        return None

    def for_name(self, *names, is_flag=False, about="", default=None):
        words = set(re.split(r"[^a-z]+", " ".join(names).lower()))
        text = "_".join(names).lower()
        if is_flag:
            return None
        if about and words & {"report", "reports"} and re.search(r"\b(output|write|writes|written|save|saved|store)\b", about, re.I) and not words & {"url", "repo", "pdf"}:
            words = words | {"output"}
        if words & {"output", "out", "outdir", "outfile", "dest", "destination"} or text.startswith("out"):
            return self.out if not self.is_file(words, about, default) else self.out + "/report" + self.ending(text, about, default)
        if words & {"dir", "directory", "folder"} and words & {"report", "reports"}:
            return self.out
        if words & {"pdf", "report", "doc", "document"}:
            return self.pdf
        if words & {"url", "repo", "repository", "target", "git", "github", "source"} and not words & {"rubric", "branch", "name", "batch", "file"}:
            return self.url
        return self.rubric if "rubric" in words else None

    @staticmethod
    def is_file(words, about, default):
        """Whether an output is a file: as its name says, as its default is, as it is described."""
        if words & {"dir", "directory", "folder", "outdir"}:
            return False
        if words & {"file", "path", "json", "md", "outfile"}:
            return True
        if isinstance(default, (str, os.PathLike)) and str(default):
            return bool(os.path.splitext(str(default))[1])
        return bool(re.search(r"\b(file|markdown|json)\b|\.(md|json)\b|\bpath\b", about, re.I)) and not re.search(r"\b(dir|directory|folder)\b", about, re.I)

    @staticmethod
    def ending(text, about, default):
        found = re.search(r"(\.json|\.md)$", str(default or "")) or re.search(r"(json)", f"{text} {about}", re.I)
        return ".json" if found and "json" in found.group(1).lower() and "markdown" not in about.lower() else ".md"


def rubric(root):
    """The yardstick that a subject brings along, where it has one."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if one not in ASIDE and not one.startswith("."))
        found += [os.path.join(folder, name) for name in sorted(names) if "rubric" in name.lower() and name.endswith((".json", ".yaml", ".yml"))]
    return min(found, key=lambda path: (not path.endswith(".json"), path.count("/"), path)) if found else None


def fill_parsers(given):
    """Command lines are answered as they ask."""
    import argparse

    plain = argparse.ArgumentParser.parse_known_args

    def parse(self, args=None, namespace=None):
        if args is None and len(sys.argv) <= 1:
            args = typed(self, given)
            events.tell("arguments", how="argparse", argv=args)
        return plain(self, args, namespace)

    argparse.ArgumentParser.parse_known_args = parse
    for library in ("click", "typer._click", "typer._vendor.click"):
        try:
            core = __import__(f"{library}.core", fromlist=["Command"])
        except ImportError:
            continue
        fill_commands(core, given)


def typed(parser, given):
    """Options that ask for what the scenario has, and those that must be there."""
    import argparse

    words = []
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        if isinstance(action, argparse._SubParsersAction):
            names = list(action.choices)
            chosen = next((name for wanted in COMMANDS for name in names if wanted in name.lower()), names[0] if names else None)
            if chosen:
                words += [chosen, *typed(action.choices[chosen], given)]
            continue
        names = [name.lstrip("-") for name in action.option_strings] or [action.dest]
        is_flag = action.nargs == 0
        value = given.for_name(*names, action.dest, is_flag=is_flag, about=str(action.help or ""), default=action.default)
        is_needed = action.required if action.option_strings else action.nargs not in ("?", "*")
        if value is None and is_needed and not is_flag:
            value = given.needed(*names, action.dest, about=str(action.help or ""))
        if value is None and is_needed and not is_flag:
            value = str(action.choices and list(action.choices)[0] or action.default or ("1" if action.type in (int, float) else given.url))
        value = value or in_earnest(action.choices, action.default)
        if value is None or is_flag and not is_needed or value == given.rubric and not is_needed:
            continue
        # Two options for the same are two ways to say it.
        if not is_needed and (value in words or is_of_service(names, value)):
            continue
        if action.choices and value not in action.choices:
            continue
        longest = max(action.option_strings, key=len) if action.option_strings else None
        words += ([longest] if longest else []) + ([] if is_flag else [value])
    return words


def in_earnest(choices, default):
    """A choice with which the program asks its models, where it pretends by default: fakes stand for the models."""
    if not choices or not PRETENDED.search(str(default)):
        return None
    return next((str(one) for one in choices if not PRETENDED.search(str(one))), None)


def is_of_service(names, value):
    """Whether an option names where a service is, and no repository; or wants a report from the network, and not from the disk."""
    parts = set(re.split(r"[^a-z]+", " ".join(names).lower()))
    return bool(parts & {"base", "api", "endpoint", "host", "proxy"}) or "url" in parts and value.startswith("/")


def fill_commands(core, given):
    plain = core.Command.main

    def main(self, args=None, *rest, **options):
        if args is None and len(sys.argv) <= 1:
            args = of_command(self, given)
            events.tell("arguments", how="click", argv=args)
        return plain(self, args, *rest, **options)

    core.Command.main = main


def of_command(command, given):
    words = []
    for one in command.params:
        is_argument = type(one).__name__.endswith("Argument")
        is_flag = getattr(one, "is_flag", False)
        value = given.for_name(*[name.lstrip("-") for name in one.opts], one.name or "", is_flag=is_flag, about=str(getattr(one, "help", "") or ""), default=plain_default(one))
        if value is None and one.required and not is_flag:
            value = given.needed(*one.opts, one.name or "", about=str(getattr(one, "help", "") or "")) or given.url
        value = value or in_earnest(getattr(one.type, "choices", None), getattr(one, "default", None))
        is_twice = value in words or value is not None and is_of_service([name.lstrip("-") for name in one.opts], value)
        if value is not None and not is_flag and (value != given.rubric and not is_twice or one.required):
            words += [value] if is_argument else [max(one.opts, key=len), value]
    commands = getattr(command, "commands", None)
    if commands:
        chosen = next((name for wanted in COMMANDS for name in commands if wanted in name.lower()), next(iter(commands)))
        words += [chosen, *of_command(commands[chosen], given)]
    return words


def plain_default(option):
    default = getattr(option, "default", None)
    return default if isinstance(default, (str, os.PathLike)) else None


def fill_questions(given):
    """What is asked on the terminal is answered after its words."""

    def answer(prompt=""):
        text = str(prompt)
        events.tell("question", text=text)
        value = given.for_name(*re.findall(r"[A-Za-z]+", text))
        if value:
            return value
        return "y" if re.search(r"\by/?n\b|yes|continue", text, re.I) else "1" if re.search(r"choice|select|option", text, re.I) else ""

    builtins.input = answer
    questions.answer[0] = answer


# Starting

def paths(root, script):
    """Where a script finds its own modules: beside it, in the root, and where packages commonly lie."""
    found = [os.path.dirname(script), root.rstrip("/")]
    found += [path for path in (os.path.join(root, "src"),) if os.path.isdir(path)]
    return list(dict.fromkeys(found))


def run_script(program, path, argv):
    root = program.root
    questions.menus.clear()
    os.chdir(root)
    sys.argv = [path, *argv]
    sys.path[:0] = paths(root, path)
    inner = path[len(root):-3]
    package = os.path.exists(os.path.join(os.path.dirname(path), "__init__.py"))
    if program.files[path]["relative"] or (package and "/" in inner):
        events.tell("entry", path=path[len(root):], how="module", argv=argv)
        runpy.run_module(inner.replace("/", ".").removesuffix(".__main__"), run_name="__main__", alter_sys=True)
    else:
        events.tell("entry", path=path[len(root):], how="script", argv=argv)
        runpy.run_path(path, run_name="__main__")


def run_graph(program, path, scenario):
    """Without a script: the module is imported, what builds a graph is called, and the graph is invoked."""
    root = program.root
    os.chdir(root)
    sys.argv = [path]
    sys.path[:0] = paths(root, path)
    events.tell("entry", path=path[len(root):], how="import", argv=[])
    module = __import__(module_of(program, path), fromlist=["_"])
    graph, is_open = next((value for value in vars(module).values() if is_graph(value)), None), False
    if graph is None:
        graph, is_open = built(module)
    if graph is None:
        events.tell("no_graph", path=path[len(root):])
        return
    events.tell("built", path=path[len(root):], open=is_open)
    state = initial(graph, scenario)
    for _ in range(4):
        try:
            graph.invoke(state, {"configurable": {"thread_id": "1"}})
            return
        except KeyError as error:
            missing = error.args[0] if error.args else None
            if not isinstance(missing, str) or missing in state:
                raise
            state[missing] = by_name(missing, scenario)


def run_function(program, path, name, given):
    """A function that wants nothing but what is to be audited is called as a program would that imports it."""
    import asyncio
    import inspect

    os.chdir(program.root)
    sys.argv = [path]
    sys.path[:0] = paths(program.root, path)
    try:
        function = getattr(__import__(module_of(program, path), fromlist=["_"]), name)
    except BaseException:
        events.tell("entry", path=path[len(program.root):], how="call", argv=[name])
        raise
    options = answered(inspect.signature(function), given)
    if options is None:
        return
    events.tell("entry", path=path[len(program.root):], how="call", argv=[name, *[f"{key}={value}" for key, value in options.items()]])
    made = function(**options)
    if inspect.isawaitable(made):
        asyncio.run(made)


def module_of(program, path):
    return path[len(program.root):-3].replace("/", ".").removesuffix(".__init__")


def answered(signature, given):
    """What each parameter is given; None where one is needed that nothing is known of, or nothing is given at all."""
    options = {}
    for one in signature.parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        is_needed = one.default is one.empty
        value = given.for_name(one.name, default=None if is_needed else one.default)
        if value is None and is_needed:
            value = given.needed(one.name)
        if value is None and is_needed or one.kind is one.POSITIONAL_ONLY:
            return None
        if value is not None and (is_needed or value != given.rubric) and (is_needed or one.default is None or isinstance(one.default, (str, os.PathLike))):
            options[one.name] = value
    return options if given.url in options.values() else None


def is_graph(value):
    return hasattr(value, "invoke") and hasattr(value, "get_graph") and hasattr(value, "builder")


def built(module):
    """What a function of the module builds, and whether more could have been handed to it, or is to be compiled yet."""
    import inspect

    for name, value in list(vars(module).items()):
        if not inspect.isfunction(value) or value.__module__ != module.__name__ or not re.search(r"graph|build|create|compile|workflow", name, re.I):
            continue
        parameters = inspect.signature(value).parameters
        needed = [one for one in parameters.values() if one.default is one.empty and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
        if needed:
            continue
        made = value()
        if is_graph(made):
            return made, bool(parameters)
        if hasattr(made, "compile"):
            return made.compile(), True
    return None, True


def initial(graph, scenario):
    schema = graph.builder.state_schema
    try:
        hints = typing.get_type_hints(schema)
    except Exception:
        hints = getattr(schema, "__annotations__", {})
    return {name: by_name(name, scenario, hint) for name, hint in hints.items()}


def by_name(name, scenario, hint=None):
    origin = typing.get_origin(hint) or hint
    if origin is list:
        return []
    if origin is dict:
        return {}
    value = Given(scenario).for_name(*name.split("_"))
    # What the state wants as a record is no path.
    is_text = origin in (str, None, typing.Any, typing.Union, os.PathLike) or not isinstance(origin, type)
    if value is not None and is_text:
        return value
    return {str: "", int: 0, float: 0.0, bool: False}.get(origin)
