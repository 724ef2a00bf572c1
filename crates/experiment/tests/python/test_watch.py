import importlib.util
import unittest

import harness  # noqa: F401
from experiment_harness import events
from experiment_harness import watch


@unittest.skipUnless(importlib.util.find_spec("langgraph"), "this Python has no langgraph")
class Watch(unittest.TestCase):
    def setUp(self):
        self.told, self.plain = [], events.tell
        events.tell = lambda kind, **fields: self.told.append((kind, fields))

    def tearDown(self):
        events.tell = self.plain

    @classmethod
    def setUpClass(cls):
        watch.root = __file__.rpartition("/")[0] + "/"
        watch.builders()
        watch.runs()

    def graph(self, second):
        from langgraph.graph import END, START, StateGraph
        from typing_extensions import TypedDict

        builder = StateGraph(TypedDict("State", {"found": list, "said": str}))
        builder.add_node("look", lambda state: {"found": ["a"]})
        builder.add_node("say", second)
        builder.add_edge(START, "look")
        builder.add_conditional_edges("look", lambda state: "yes" if state["found"] else "no", {"yes": "say", "no": END})
        builder.add_edge("say", END)
        return builder.compile()

    def of(self, kind):
        return [fields for one, fields in self.told if one == kind]

    def test_nodes_steps_and_routes_are_told_as_they_ran(self):
        self.graph(lambda state: {"said": "x"}).invoke({"found": [], "said": ""})
        self.assertEqual([(one["node"], one["step"], list(one["keys"])) for one in self.of("node_end")], [("look", 1, ["found"]), ("say", 2, ["said"])])
        self.assertEqual([one["to"] for one in self.of("route")], [["say"]])
        self.assertEqual(self.of("graph")[0]["nodes"], ["look", "say"])
        self.assertEqual((self.of("run_start")[0]["keys"], self.of("run_end")[0]["error"]), (["found", "said"], None))

    def test_a_node_that_raises_is_told_with_its_line(self):
        def say(state):
            raise ValueError("no words")

        with self.assertRaises(ValueError):
            self.graph(say).invoke({"found": [], "said": ""})
        error = self.of("node_error")[0]["error"]
        self.assertEqual((error["type"], error["trail"][-1].split(":")[0], error["own"]), ("ValueError", "test_watch.py", True))
        self.assertEqual(self.of("run_end")[0]["error"]["type"], "ValueError")


if __name__ == "__main__":
    unittest.main()
