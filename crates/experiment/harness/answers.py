"""What a fake model answers: an instance of the schema that it is bound to, or a text in the form that the prompt asks for."""

import enum
import functools
import json
import re
import types
import typing

PERSONAS = (
    ("prosecutor", ("prosecut", "adversarial", "trust no one")),
    ("defense", ("defense", "defence", "advocate", "optimist")),
    ("tech lead", ("tech lead", "techlead", "tech_lead", "pragmat")),
)
SENTENCE = "The evidence shows a typed state, a parallel graph and structured output in src/graph.py at line 12."
# Names under which the criterion of an opinion stands.
CRITERION = re.compile(r"^(criterion|dimension)(_?id)?$", re.I)
# What stands before the form of an answer, and not before what is to be judged.
FORM = re.compile(r"(example|format|schema|structure|respond|return|reply|output|exactly|following)[^\[{\n]{0,60}\n?\s*(```(json)?\s*)?$", re.I)
# A class that a form names in place of what it has.
NAMED = re.compile(r"[A-Z][A-Za-z]+\W*")
DEPTH_MAX = 8
CRITERIA_MAX = 16


def persona(prompt, node=""):
    """Who speaks: whose words come first in the prompt, else in the name of the node."""
    return of_words(prompt, node or "") if prompt else of_name(str(node or ""))


@functools.lru_cache(maxsize=4096)
def of_name(name):
    """Replays ask the same names again and again."""
    return of_words("", name)


def of_words(prompt, node):
    for text in (prompt[:1500].lower(), (node or "").lower(), prompt.lower()):
        found = [(text.find(word), name) for name, words in PERSONAS for word in words if word in text]
        if found:
            return min(found)[1]
    return None


class Answerer:
    """One prompt and the scenario it is asked in."""

    def __init__(self, scenario, prompt, node, calls):
        self.votes = scenario.get("votes") or {}
        self.text = scenario.get("argument") or SENTENCE
        self.forced = scenario.get("score")
        self.prompt = prompt
        self.ids = scenario.get("ids") or []
        self.persona = persona(prompt, node)
        self.calls = calls
        self.criterion = None

    def vote(self):
        if self.forced is not None:
            return self.forced
        return self.votes.get(self.persona or "", self.votes.get("others", 3))

    # Values by type

    def of(self, kind, name="", limits=None, depth=0):
        limits = limits or {}
        origin = typing.get_origin(kind)
        arguments = typing.get_args(kind)
        if depth > DEPTH_MAX:
            return None
        if origin is typing.Annotated:
            for mark in arguments[1:]:
                limits = {**limits_of(mark), **limits}
            return self.of(arguments[0], name, limits, depth)
        if origin in (typing.Union, types.UnionType):
            real = [one for one in arguments if one is not type(None)]
            return self.of(real[0], name, limits, depth) if real else None
        if origin is typing.Literal:
            return self.choice(list(arguments))
        if origin in (typing.Required, typing.NotRequired, typing.ClassVar):
            return self.of(arguments[0], name, limits, depth)
        if origin in (list, set, frozenset, typing.Sequence) or kind in (list, set) or getattr(origin, "__name__", "") == "Sequence":
            count = max(1, int(limits.get("min_length", 1)))
            item = arguments[0] if arguments else str
            if is_of_criteria(item) and len(self.named()) > 1:
                return [self.about(one, lambda: self.of(item, singular(name), {}, depth + 1)) for one in self.named()]
            return [self.of(item, singular(name), {}, depth + 1) for _ in range(count)]
        if origin is tuple:
            return tuple(self.of(one, name, {}, depth + 1) for one in arguments if one is not ...)
        if origin is dict or kind is dict or getattr(origin, "__name__", "") == "Mapping":
            value = arguments[1] if len(arguments) == 2 else None
            if value in (int, float) or hasattr(value, "model_fields"):
                return {one: self.about(one, lambda: self.of(value, singular(name) if hasattr(value, "model_fields") else "score", {}, depth + 1)) for one in self.named()}
            return {}
        if isinstance(kind, type):
            return self.of_class(kind, name, limits, depth)
        return self.by_name(name, str, limits)

    def of_class(self, kind, name, limits, depth):
        if issubclass(kind, enum.Enum):
            return self.choice(list(kind), lambda one: f"{one.name} {one.value}")
        if hasattr(kind, "model_fields"):
            return self.instance(kind, depth + 1)
        if hasattr(kind, "__required_keys__"):
            hints = typing.get_type_hints(kind, include_extras=True)
            return {key: self.of(hint, key, {}, depth + 1) for key, hint in hints.items()}
        return self.by_name(name, kind, limits)

    def instance(self, model, depth=0):
        values = {}
        for name, field in model.model_fields.items():
            limits = {}
            for mark in field.metadata:
                limits.update(limits_of(mark))
            values[field.alias or name] = self.of(field.annotation, name, limits, depth)
        try:
            return model.model_validate(values)
        except Exception:
            return self.with_less(model, values)

    def with_less(self, model, values):
        """What a validator of the subject's own refuses is left to its default, where there is one."""
        for name in list(values):
            less = {key: value for key, value in values.items() if key != name}
            try:
                return model.model_validate(less)
            except Exception:
                continue
        if self.forced is not None:
            return model.model_validate(values)
        return model.model_construct(**values)

    def choice(self, options, shown=str):
        words = dict(PERSONAS).get(self.persona, ()) if self.persona else ()
        for option in options:
            if any(word.replace("_", " ") in str(shown(option)).lower().replace("_", " ") for word in words):
                return option
        return options[0] if options else None

    def by_name(self, name, kind, limits):
        low = name.lower()
        if kind is bool:
            return not any(word in low for word in ("violation", "fraud", "error", "issue", "missing", "unsafe"))
        if kind in (int, float):
            return kind(self.number(low, limits))
        if kind is str:
            return self.string(low, limits)
        if kind is bytes:
            return b""
        try:
            return kind()
        except Exception:
            return None

    def number(self, low, limits):
        if "confiden" in low or "probab" in low or limits.get("le", limits.get("lt", 9)) == 1:
            value = 0.8
        elif "score" in low or "rating" in low or "vote" in low or "grade" in low:
            value = self.vote()
        elif "line" in low:
            value = 12
        else:
            value = 3
        if self.forced is None:
            value = max(value, limits.get("ge", limits.get("gt", value)))
            value = min(value, limits.get("le", limits.get("lt", value)))
        return value

    def string(self, low, limits):
        if low in ("judge", "persona", "role", "judge_name"):
            value = {"prosecutor": "Prosecutor", "defense": "Defense", "tech lead": "TechLead"}.get(self.persona, "TechLead")
        elif re.search(r"(criterion|dimension)(_?id)?$|^id$", low):
            value = self.dimension() or "graph_orchestration"
        elif "path" in low or "file" in low or "location" in low:
            value = "src/graph.py"
        elif "cit" in low or "evidence" in low:
            value = self.citation()
        else:
            value = self.text
        value = value.ljust(int(limits.get("min_length", 0)), ".")
        return value[: int(limits.get("max_length", len(value)))]

    def named(self):
        """The criteria of the subject's rubric that the prompt names."""
        return [one for one in self.ids if one in self.prompt][:CRITERIA_MAX]

    def about(self, criterion, make):
        """What is made for one criterion."""
        kept, self.criterion = self.criterion, criterion
        try:
            return make()
        finally:
            self.criterion = kept

    def dimension(self):
        """The criterion that the prompt is about: the only one of the subject's rubric that stands in it, else what it names."""
        if self.criterion is not None:
            return self.criterion
        known = self.named()
        if len(known) == 1:
            return known[0]
        found = re.findall(r"(?:criterion|dimension)(?:[ _]?id)?[\"'`*]*\s*[:=]\s*[\"'`*]*([A-Za-z0-9_\-]{3,60})", self.prompt, re.I)
        # `criterion_id: MUST match` names none.
        likely = [one for one in found if one in known] or [one for one in found if "_" in one or "-" in one] or [one for one in found if not one.isupper()]
        return likely[-1] if likely else None

    def citation(self):
        found = re.findall(r"[\w./-]+\.(?:py|md|toml|pdf|json)\b", self.prompt)
        return found[0] if found else "src/graph.py"

    # Texts

    def written(self):
        """JSON where the prompt asks for it, after the keys that it shows; else a text with the usual lines."""
        shape = shown_shape(self.prompt)
        if shape is not None:
            return json.dumps(self.shaped(shape))
        blocks = re.findall(r"(?m)^[ \t]*\**([A-Z][A-Z_ ]{3,40}?)\**:[ \t]*\n[ \t]*[<\[-]", self.prompt)
        if blocks:
            return "\n\n".join(f"{name}:\n- {self.plain(name)}" for name in dict.fromkeys(blocks))
        template = re.findall(r"(?im)^[ \t\-*]*\**([a-z_ ]{3,30})\**\s*:\s*[<\[{(].*$", self.prompt)
        names = template or ["score", "argument"]
        return "\n".join(f"{name}: {self.plain(name)}" for name in dict.fromkeys(names))

    def plain(self, name):
        low = name.strip().lower().replace(" ", "_")
        if "score" in low or "confiden" in low:
            return self.number(low, {})
        return self.string(low, {})

    def shaped(self, shape, name="", depth=0):
        if depth > DEPTH_MAX:
            return None
        if isinstance(shape, dict):
            return {key: self.shaped(value, key, depth + 1) for key, value in shape.items()}
        if isinstance(shape, list):
            item = shape[0] if shape else ""
            if isinstance(item, dict) and any(CRITERION.search(key) for key in item) and len(self.named()) > 1:
                return [self.about(one, lambda: self.shaped(item, singular(name), depth + 1)) for one in self.named()]
            return [self.shaped(item, singular(name), depth + 1)]
        low = name.lower()
        if isinstance(shape, bool):
            return self.by_name(low, bool, {})
        if isinstance(shape, (int, float)) or "score" in low or "confiden" in low:
            return self.number(low, {})
        options = re.findall(r"[\"']?([A-Za-z_][\w ]*)[\"']?\s*(?:\||/|$)", shape) if isinstance(shape, str) and "|" in shape else []
        return self.choice([option.strip() for option in options]) if options else self.string(low, {})

    def of_json_schema(self, schema, name="", top=None, depth=0):
        top = top or schema
        if depth > DEPTH_MAX or not isinstance(schema, dict):
            return None
        if "$ref" in schema:
            return self.of_json_schema((top.get("$defs") or top.get("definitions") or {}).get(schema["$ref"].split("/")[-1], {}), name, top, depth + 1)
        if "enum" in schema:
            return self.choice(schema["enum"])
        for several in ("anyOf", "oneOf", "allOf"):
            if several in schema:
                return self.of_json_schema(schema[several][0], name, top, depth + 1)
        limits = {"ge": schema.get("minimum"), "le": schema.get("maximum"), "min_length": schema.get("minLength")}
        limits = {key: value for key, value in limits.items() if value is not None}
        kind = schema.get("type", "object" if "properties" in schema else "string")
        if kind == "object":
            return {key: self.of_json_schema(one, key, top, depth + 1) for key, one in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.of_json_schema(schema.get("items", {}), singular(name), top, depth + 1)]
        kinds = {"integer": int, "number": float, "boolean": bool}
        return self.by_name(name, kinds.get(kind, str), limits)


def is_of_criteria(kind):
    """Whether there is one of this kind for each criterion."""
    names = getattr(kind, "model_fields", None) or getattr(kind, "__annotations__", None) or {}
    return isinstance(kind, type) and any(CRITERION.search(str(name)) for name in names)


def limits_of(mark):
    names = ("ge", "gt", "le", "lt", "min_length", "max_length")
    return {name: getattr(mark, name) for name in names if getattr(mark, name, None) is not None}


def singular(name):
    return name[:-1] if name.endswith("s") else name


def shown_shape(prompt):
    """The last JSON that a prompt shows, read as loosely as it is written: the form of the answer, where it is called so. None where it
    shows none."""
    best, shapes = None, []
    starts = [match.start() for match in re.finditer(r"[\[{]\s*[\[{]?\s*[\"']\w+[\"']\s*:", prompt)]
    for start in [start for start in starts if FORM.search(prompt[max(0, start - 120) : start])][-6:] or starts[-6:]:
        shape = loose(prompt[start : start + 4000])
        if shape:
            shapes.append(shape)
            best = shape if best is None or len(json.dumps(shape)) >= len(json.dumps(best)) else best
    best = together(shapes) or best
    if best is None and re.search(r"\bjson\b", prompt, re.I):
        names = re.findall(r"[\"'`]([a-z_]{3,30})[\"'`]", prompt)
        names = [name for name in dict.fromkeys(names)][:12]
        if names:
            return {name: "" for name in names}
    return best


def together(shapes):
    """The last form, where it has a list of something that it only names and the form before it shows; else None."""
    if len(shapes) < 2 or not isinstance(shapes[-1], dict) or not isinstance(shapes[-2], dict):
        return None
    for name, value in shapes[-1].items():
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and NAMED.fullmatch(value[0].strip()):
            return {**shapes[-1], name: [shapes[-2]]}
    return None


def loose(text):
    """Reads one value of something like JSON: what is no value is a text."""
    at = 0

    def blank():
        nonlocal at
        while at < len(text) and (text[at].isspace() or text[at] in ","):
            at += 1

    def string():
        nonlocal at
        quote, begin = text[at], at + 1
        at = begin
        while at < len(text) and text[at] != quote:
            at += 2 if text[at] == "\\" else 1
        at += 1
        return text[begin : at - 1]

    def value(depth):
        nonlocal at
        blank()
        if depth > DEPTH_MAX or at >= len(text):
            return ""
        if text[at] == "{":
            at += 1
            found = {}
            while True:
                blank()
                if at >= len(text) or text[at] == "}":
                    at += 1
                    return found
                if text[at] not in "\"'":
                    at += 1
                    continue
                key = string()
                blank()
                if at < len(text) and text[at] == ":":
                    at += 1
                    found[key] = value(depth + 1)
        if text[at] == "[":
            at += 1
            found = []
            while True:
                blank()
                if at >= len(text) or text[at] == "]":
                    at += 1
                    return found
                before = at
                found.append(value(depth + 1))
                if at == before:
                    at += 1
        if text[at] in "\"'":
            first = string()
            rest = re.match(r"[^,\]}\n]*", text[at:]).group()
            at += len(rest)
            return first + rest
        word = re.match(r"[^,\]}\n]*", text[at:]).group()
        at += len(word)
        word = word.strip()
        if word in ("true", "false"):
            return word == "true"
        return float(word) if re.fullmatch(r"-?\d+(\.\d+)?", word) else word

    try:
        return value(0)
    except (IndexError, RecursionError):
        return None
