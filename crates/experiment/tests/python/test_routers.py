import unittest

import harness  # noqa: F401
from experiment_harness import reading
from experiment_harness import replay
from experiment_harness import routers
from experiment_harness import watch


def way(state):
    if state["errors"]:
        return "give_up"
    return "judge" if state.get("evidence") else "nobody"


class Routers(unittest.TestCase):
    def setUp(self):
        self.addCleanup(watch.routed.clear)
        self.addCleanup(watch.originals.clear)

    def test_a_router_is_asked_again_where_something_is_missing(self):
        watch.routed[("doc", "way")] = (way, {"errors": [], "evidence": {"repo": [{"found": True}]}, "other": 1})
        watch.originals["give_up"] = lambda state: {"report": "the clone failed"}
        told = []
        routers.tell(lambda kind, **fields: told.append(fields))
        ways = {one["variant"]: one["to"] for one in told}
        self.assertEqual((ways["real"], ways["failed"], ways["no_evidence"]), (["judge"], ["give_up"], ["nobody"]))
        self.assertEqual([one["gives"] for one in told if one["variant"] == "failed"], [["give_up"]])
        self.assertEqual(told[0]["reads"], ["errors", "evidence"])
        # What it really got stays as it was.
        self.assertEqual(watch.routed[("doc", "way")][1]["errors"], [])

    def test_a_router_that_raises_is_told_and_the_next_one_asked(self):
        watch.routed[("a", "breaks")] = (lambda state: state["nothing"], {"x": 1})
        watch.routed[("b", "ends")] = (lambda state: "end", {"x": 1})
        told = []
        routers.tell(lambda kind, **fields: told.append(fields))
        self.assertTrue(all(one["error"]["type"] == "KeyError" for one in told if one["router"] == "breaks"))
        self.assertEqual({tuple(one["to"]) for one in told if one["router"] == "ends"}, {("end",)})

    def test_a_state_notes_what_is_looked_into(self):
        state = reading.Reading({"a": 1, "b": 2, "c": 3})
        state.reads = set()
        self.assertEqual((state["a"], state.get("b"), state.reads), (1, 2, {"a", "b"}))


class Replays(unittest.TestCase):
    def test_the_last_word_is_spoken_about_a_thousand_times_where_that_is_quick(self):
        def last_word(state):
            return {"final_score": sum(opinion["score"] for opinion in state["opinions"]) / 3}

        watch.originals["last_word"] = last_word
        self.addCleanup(watch.originals.clear)
        state = {"opinions": [{"judge": name, "score": 3, "argument": "so"} for name in ("Prosecutor", "Defense", "Tech Lead")],
                 "evidence": [{"found": True, "content": "a typed state"}]}
        told = {}
        replay.grid(replay.Chain(["last_word"], state), lambda kind, **fields: told.setdefault(kind, []).append(fields), replay.time.monotonic() + 60)
        end, base = told["grid_end"][0], [row for one in told["grid"] if one["variant"] == "base" for row in one["rows"]]
        self.assertEqual((end["errors"], end["complete"], len(base)), (0, True, 125))
        self.assertGreaterEqual(end["calls"], 700)
        self.assertEqual(told["grid"][0]["paths"], [".final_score"])

    def test_where_it_takes_long_the_few_votes_that_tell_are_tried(self):
        watch.originals["slow"] = lambda state: replay.time.sleep(0.01) or {"final_score": max(opinion["score"] for opinion in state["opinions"])}
        self.addCleanup(watch.originals.clear)
        state = {"opinions": [{"judge": name, "score": 3} for name in ("Prosecutor", "Defense", "Tech Lead")]}
        told = []
        replay.grid(replay.Chain(["slow"], state), lambda kind, **fields: told.append((kind, fields)), replay.time.monotonic() + 60)
        self.assertEqual(next(fields["calls"] for kind, fields in told if kind == "grid_end"), 125 + 16 * len(replay.FEW))

    def test_what_is_tried_beyond_that_never_makes_a_grid_less_whole(self):
        watch.originals["last_word"] = lambda state: {"final_score": max(opinion["score"] for opinion in state["opinions"])}
        self.addCleanup(watch.originals.clear)
        kept, replay.MORE_SECONDS = replay.MORE_SECONDS, 0.0
        try:
            state = {"opinions": [{"judge": name, "score": 3} for name in ("Prosecutor", "Defense", "Tech Lead")]}
            told = []
            replay.grid(replay.Chain(["last_word"], state), lambda kind, **fields: told.append((kind, fields)), replay.time.monotonic() + 60)
        finally:
            replay.MORE_SECONDS = kept
        self.assertEqual([(fields["calls"], fields["complete"]) for kind, fields in told if kind == "grid_end"], [(125 + 16 * len(replay.FEW), True)])


if __name__ == "__main__":
    unittest.main()
