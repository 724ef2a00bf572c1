"""Fakes of models. No provider is ever installed: whatever the subject takes one from, it gets one of these."""

import json

from experiment_harness import answers
from experiment_harness import asked_tools
from experiment_harness import events
from experiment_harness import heard

# Calls of client libraries that ask a model something.
ASKING = {"create", "parse", "generate", "generate_content", "generate_content_async", "chat", "complete", "completion", "acompletion",
          "invoke", "predict", "run", "send_message", "acreate", "stream"}
# What the most tokens of an answer are called.
LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens", "max_tokens_to_sample", "num_predict", "max_new_tokens")
SPENT = {"input_tokens": 100, "output_tokens": 50, "total_tokens": 150}

scenario = {}
root = ""
counts = {}
# The steps and nodes in which judges were asked.
asked = []
PARTS_MAX, PART = 36, 390
# So many prompts of each judge are told: what all of them share is the judge's own.
PROMPTS_MAX = 3


class ModelDown(ConnectionError):
    """What a provider that cannot be reached raises."""


def where():
    """The node that asks and the superstep it is in, as the graph library says."""
    try:
        from langgraph.config import get_config

        metadata = get_config().get("metadata", {})
        return metadata.get("langgraph_node"), metadata.get("langgraph_step")
    except Exception:
        return None, None


def text_of(value, depth=0):
    """The words of a prompt, in whatever form it was handed over."""
    if depth > 5:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        parts = [value[key] for key in ("system", "content", "text", "messages", "contents", "prompt", "input", "parts") if key in value]
        return "\n".join(text_of(part, depth + 1) for part in parts or list(value.values())[:20])
    if isinstance(value, (list, tuple)):
        return "\n".join(text_of(part, depth + 1) for part in value[:200])
    if hasattr(value, "to_messages"):
        return text_of(value.to_messages(), depth + 1)
    if hasattr(value, "content"):
        return text_of(value.content, depth + 1)
    return ""


def ask(prompt, form, schema=None, model=""):
    """One call: told, counted, and answered or failed as the scenario says."""
    node, step = where()
    counts["calls"] = counts.get("calls", 0) + 1
    answerer = answers.Answerer(scenario, prompt, node, counts["calls"])
    mode = scenario.get("model", "answers")
    # Whoever asks in two forms is refused once in each: only one of them gives the opinion.
    malformed = mode == "malformed" or (mode == "malformed_once" and first(node, (answerer.persona, form)))
    told = {"node": node, "step": step, "persona": answerer.persona, "form": form, "chars": len(prompt), "line": events.caller(root, 2),
            "schema": getattr(schema, "__name__", None), "is_model": hasattr(schema, "model_fields"), "mode": mode if malformed or mode in ("down", "none") else "answers", "model": model,
            "shows_subject": any(mark in prompt for mark in scenario.get("marks", ()))}
    events.tell("llm", **told, head=prompt[:160], dimension=answerer.dimension())
    if answerer.persona:
        heard.note(prompt, node)
    if answerer.persona and len(asked) < 500:
        asked.append((step if step is not None else 0, node, answerer.persona))
    told_before = counts.get(("prompt", answerer.persona, form), 0)
    if scenario.get("replay") and answerer.persona and told_before < PROMPTS_MAX:
        counts[("prompt", answerer.persona, form)] = told_before + 1
        # What was handed to the judge is the subject of its words, and none of them.
        own = heard.without_given(prompt)
        events.tell("prompt", persona=answerer.persona, node=node, form=form, whole=len(own) <= PARTS_MAX * PART,
                    parts=[own[at : at + PART] for at in range(0, min(len(own), PARTS_MAX * PART), PART)])
    if mode == "down":
        raise ModelDown("the model cannot be reached (an experiment)")
    if mode == "none" and form == "structured":
        return None, answerer
    if malformed:
        return "I would rather not answer in that form.", answerer
    return answerer, answerer


def first(node, who):
    key = ("malformed", node, who)
    counts[key] = counts.get(key, 0) + 1
    return counts[key] == 1


def structured(prompt, schema, include_raw=False, model=""):
    """What a model that is bound to a schema gives."""
    given, answerer = ask(prompt, "structured", schema, model)
    if given is None or isinstance(given, str):
        if include_raw:
            return {"raw": message(given or ""), "parsed": None, "parsing_error": None if given is None else ValueError("cannot be parsed")}
        if given is None:
            return None
        from langchain_core.exceptions import OutputParserException

        raise OutputParserException("the answer cannot be parsed (an experiment)", llm_output=given)
    value = offered(answerer, schema)
    return {"raw": message(json.dumps({})), "parsed": value, "parsing_error": None} if include_raw else value


def offered(answerer, schema):
    """The answer; where a score beyond the scale is offered, whether the schema takes it."""
    if answerer.forced is None:
        return of_schema(answerer, schema)
    try:
        value = of_schema(answerer, schema)
    except Exception:
        events.tell("offered", schema=getattr(schema, "__name__", None), accepted=False)
        raise
    events.tell("offered", schema=getattr(schema, "__name__", None), accepted=str(answerer.forced) in repr(value))
    return value


def of_schema(answerer, schema):
    if isinstance(schema, dict):
        return answerer.of_json_schema(schema.get("parameters", schema.get("schema", schema)))
    if isinstance(schema, type):
        return answerer.of(schema)
    return {}


def message(text):
    from langchain_core.messages import AIMessage

    return AIMessage(content=text, usage_metadata=dict(SPENT))


def chat_class(name):
    """A chat model for the graph library, whatever it is called and built with."""
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.outputs import ChatGeneration, ChatResult
    from langchain_core.runnables import RunnableLambda
    from pydantic import ConfigDict, PrivateAttr

    class Chat(BaseChatModel):
        model_config = ConfigDict(extra="allow", arbitrary_types_allowed=True, protected_namespaces=())
        _asks: str = PrivateAttr(default=name)

        def __init__(self, *arguments, **options):
            if arguments and "model" not in options and isinstance(arguments[0], str):
                options["model"] = arguments[0]
            kept = {key: value for key, value in options.items() if key not in ("callbacks", "cache", "rate_limiter", "verbose", "disable_streaming")}
            super().__init__(**kept)
            self._asks = f"{name}:{named(options)}"
            events.tell("model", name=name, model=named(options), line=events.caller(root, 1), **settings(options))

        @property
        def _llm_type(self):
            return "experiment"

        def _generate(self, messages, stop=None, run_manager=None, **options):
            tools = options.get("tools") or []
            bound = options.get("response_format") or options.get("schema")
            prompt = text_of(messages)
            given, answerer = ask(prompt, "tools" if tools else "json" if bound else "text", model=self._asks)
            if isinstance(given, str) or given is None:
                reply = message(given or "")
            elif tools and isinstance(tools[0], (dict, type)):
                reply = tool_call(answerer, tools[0])
            else:
                calls = asked_tools.calls(tools, messages, prompt, scenario) if tools else []
                reply = with_calls(calls) if calls else message(answerer.written())
            return ChatResult(generations=[ChatGeneration(message=reply)])

        def bind_tools(self, tools, **options):
            return self.bind(tools=list(tools), **{key: value for key, value in options.items() if key != "tools"})

        def with_structured_output(self, schema=None, *, include_raw=False, **options):
            return RunnableLambda(lambda value: structured(text_of(value), schema, include_raw, self._asks))

    Chat.__name__ = Chat.__qualname__ = name
    return Chat


def settings(options):
    """How warm its answers are, and how long at most, by whatever name the library calls that."""
    warm = options.get("temperature")
    limits = [options.get(name) for name in LIMITS]
    limit = next((one for one in limits if type(one) is int and one >= 0), None)
    return {"temperature": warm if type(warm) in (int, float) and abs(warm) < 1e6 else None, "max_tokens": limit if limit is None or limit < 1 << 40 else None}


def named(options):
    """What a model is called."""
    return str(options.get("model") or options.get("model_name") or "")[:80]


def with_calls(calls):
    from langchain_core.messages import AIMessage

    return AIMessage(content="", tool_calls=calls, usage_metadata=dict(SPENT))


def tool_call(answerer, tool):
    from langchain_core.messages import AIMessage

    if isinstance(tool, dict):
        about = tool.get("function", tool)
        return AIMessage(content="", tool_calls=[{"name": about.get("name", "tool"), "args": of_schema(answerer, about) or {}, "id": "1"}])
    value = answerer.of(tool)
    return AIMessage(content="", tool_calls=[{"name": tool.__name__, "args": value.model_dump() if hasattr(value, "model_dump") else {}, "id": "1"}])


class Reply(dict):
    """What a client library answers: a text, wherever it is looked for."""

    def __init__(self, text, parsed=None):
        super().__init__()
        self._text, self._parsed = text, parsed

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "parsed":
            return self._parsed
        if name in ("text", "output_text", "content", "response") and not self._is_list(name):
            return self._text
        if name in ("choices", "candidates", "parts", "output"):
            return [self]
        if name in ("usage", "usage_metadata"):
            return Usage()
        if name in ("tool_calls", "function_call", "refusal"):
            return None
        return self

    def _is_list(self, name):
        return False

    def __missing__(self, name):
        return self[0] if isinstance(name, int) else self._text if name in ("text", "content", "response") else self

    def get(self, name, default=None):
        return self[name]

    def __getitem__(self, name):
        return self if isinstance(name, int) else self.__missing__(name)

    def __str__(self):
        return self._text

    def __iter__(self):
        return iter([self])

    def __bool__(self):
        return True


class Blocks(str):
    """A text that can also be looked into as a list of blocks."""

    def __getitem__(self, at):
        return Reply(str(self)) if isinstance(at, int) else str.__getitem__(self, at)


class Usage:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return 100


def answer_of_client(path, arguments, options):
    """What a call of a client library comes to."""
    prompt = text_of([*arguments, {key: value for key, value in options.items() if key in ("messages", "contents", "prompt", "input", "system")}])
    schema = options.get("response_model") or options.get("response_format") or (options.get("text_format"))
    if isinstance(schema, type):
        parsed = structured(prompt, schema, model=f"{path}:{named(options)}")
        return parsed if "response_model" in options else Reply(parsed.model_dump_json() if hasattr(parsed, "model_dump_json") else "", parsed)
    given, answerer = ask(prompt, "client", model=f"{path}:{named(options)}")
    text = given if isinstance(given, str) else "" if given is None else answerer.written()
    return Reply(Blocks(text) if "anthropic" in path or "messages" in path else text)
