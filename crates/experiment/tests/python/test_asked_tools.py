import importlib.util
import os
import unittest

import harness  # noqa: F401
from experiment_harness import asked_tools
from experiment_harness import models

SCENARIO = {"url": "https://github.com/owner/name", "pdf": "/room/report.pdf", "votes": {"others": 3}}


class Names(unittest.TestCase):
    def by(self, name, about="", **scenario):
        return asked_tools.by_name(name, about, "", {**SCENARIO, **scenario})

    def test_arguments_are_answered_by_their_names(self):
        self.assertEqual(self.by("repo_url"), SCENARIO["url"])
        self.assertEqual(self.by("pdf_path"), SCENARIO["pdf"])
        self.assertEqual((self.by("filePath"), self.by("path", "reads a file")), ("src/graph.py", "src/graph.py"))
        self.assertEqual(self.by("query"), asked_tools.QUERY)
        self.assertIsNone(self.by("weight"))

    def test_a_folder_is_the_one_that_is_spoken_of_and_none_where_nothing_was_cloned(self):
        kept = os.environ.get("EXPERIMENT_FIXTURE")
        os.environ["EXPERIMENT_FIXTURE"] = "/room/fixture"
        try:
            self.assertEqual(self.by("repo_path"), "/room/fixture")
            self.assertIsNone(self.by("repo_path", git="refused"))
        finally:
            os.environ.pop("EXPERIMENT_FIXTURE") if kept is None else os.environ.update(EXPERIMENT_FIXTURE=kept)

    def test_a_tool_of_which_something_stays_unknown_is_not_called(self):
        shape = {"properties": {"query": {"type": "string"}, "limit": {"type": "integer"}}}
        self.assertEqual(asked_tools.answered({"parameters": {**shape, "required": ["query"]}}, "", SCENARIO), {"query": asked_tools.QUERY})
        self.assertIsNone(asked_tools.answered({"parameters": {**shape, "required": ["query", "limit"]}}, "", SCENARIO))
        self.assertEqual(asked_tools.answered({"parameters": {}}, "", SCENARIO), {})


@unittest.skipUnless(importlib.util.find_spec("langchain_core"), "this Python has no langchain_core")
class Conversation(unittest.TestCase):
    def test_tools_are_called_once_and_then_answered_in_words(self):
        from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
        from langchain_core.tools import tool

        @tool
        def read_history(limit: int = 9) -> str:
            """Reads the history."""
            return "six commits"

        def look_up(query: str) -> str:
            """Looks something up."""
            return "found"

        kept, models.scenario = models.scenario, SCENARIO
        try:
            model = models.chat_class("ChatAny")(model="any").bind_tools([read_history, look_up])
            first = model.invoke([HumanMessage("Look into it.")])
            self.assertEqual([(one["name"], one["args"]) for one in first.tool_calls], [("read_history", {}), ("look_up", {"query": asked_tools.QUERY})])
            messages = [HumanMessage("Look into it."), AIMessage("", tool_calls=first.tool_calls), ToolMessage("six commits", tool_call_id="call_0"), ToolMessage("found", tool_call_id="call_1")]
            last = model.invoke(messages)
            self.assertEqual((last.tool_calls, bool(last.content)), ([], True))
            asked_tools.made[0] = asked_tools.ALL_MAX
            self.assertEqual(model.invoke([HumanMessage("Look into it.")]).tool_calls, [])
        finally:
            models.scenario, asked_tools.made[0] = kept, 0


if __name__ == "__main__":
    unittest.main()
