"""Tools that a model may call: the first answer of a conversation calls those whose arguments their names explain."""

import os
import re
import types

from experiment_harness import entry

# Of one answer, and of all of a scenario: who asks for each criterion has seen enough by then.
CALLS_MAX, ALL_MAX = 4, 24
made = [0]
# A file of the fixture, and words that are looked for.
FILE, QUERY = "src/graph.py", "typed state and parallel graph"
FOLDERS, FILES = {"path", "dir", "directory", "folder", "root"}, {"file", "filename", "filepath", "module", "relative"}
REPORTS = {"pdf", "report", "doc", "document"}
WORDS = {"query", "question", "search", "term", "keyword", "keywords", "topic", "claim", "pattern", "text", "prompt"}


def calls(tools, messages, prompt, scenario):
    """Calls of at most four, as LangChain writes them; none where one has answered already."""
    from langchain_core.tools import BaseTool
    from langchain_core.utils.function_calling import convert_to_openai_tool

    if made[0] >= ALL_MAX or any(getattr(one, "type", "") == "tool" for one in messages):
        return []
    found = {}
    for tool in tools:
        if not isinstance(tool, (BaseTool, types.FunctionType)) or len(found) >= CALLS_MAX:
            continue
        try:
            about = convert_to_openai_tool(tool)["function"]
            arguments = answered(about, prompt, scenario)
        except Exception:
            continue
        if arguments is not None:
            found.setdefault(about["name"], arguments)
    made[0] += len(found)
    return [{"name": name, "args": arguments, "id": f"call_{number}"} for number, (name, arguments) in enumerate(found.items())]


def answered(about, prompt, scenario):
    """All that a tool must be given; None where a name does not say what."""
    shape = about.get("parameters") or {}
    given = {}
    for name in shape.get("required", ()):
        kind = shape.get("properties", {}).get(name, {})
        value = by_name(name, f"{about.get('name', '')} {about.get('description', '')}", prompt, scenario)
        if value is None or kind.get("type", "string") != "string":
            return None
        given[name] = value
    return given


def by_name(name, about, prompt, scenario):
    words = set(re.split(r"[^a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))
    given = entry.Given(scenario)
    if "url" in words:
        return given.url
    if words & REPORTS:
        return given.pdf or given.blank
    if words & FILES or words == {"path"} and re.search(r"\bfile\b", about.replace("_", " "), re.I):
        return FILE
    if words & FOLDERS:
        return folder(prompt, scenario)
    if words & WORDS:
        return QUERY
    return given.url if words & {"repo", "repository"} else None


def folder(prompt, scenario):
    """The repository that the conversation speaks of; else that which is cloned from, where it can be."""
    named = [path for path in re.findall(r"/room/[\w./-]+", prompt) if os.path.isdir(path)]
    cloned = [path for path in named if os.path.isdir(os.path.join(path, ".git"))]
    fixture = os.environ.get("EXPERIMENT_FIXTURE") if scenario.get("git") not in ("refused", "hangs") else None
    return next(iter(cloned or named), fixture)
