import json
import os
import unittest

import harness  # noqa: F401
from experiment_harness import events


def line(**fields):
    return json.dumps({"v": 1, "at": 1, **fields}).encode()


class Events(unittest.TestCase):
    def told(self, action):
        reader, writer = os.pipe()
        events.begin(writer, "plain")
        try:
            action()
        finally:
            events.begin(None)
            os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as file:
            return [json.loads(one) for one in file]

    def test_a_scenario_speaks_for_itself_alone(self):
        mine = line(kind="write", scenario="plain", path="a")
        self.assertEqual(events.own(mine, "plain"), mine)
        twice = b'{"v":1,"kind":"end","scenario":"plain_again","at":1,"scenario":"plain"}'
        self.assertEqual(events.own(twice, "plain").count(b"scenario"), 1)
        for forged in (line(kind="end", scenario="plain_again"), line(kind="done", scenario=""), line(kind="over", scenario="plain"), b"[1]", b"no", b"[" * 90_000):
            self.assertEqual(events.own(forged, "plain"), b"{}")

    def test_what_is_handed_on_is_no_other_scenarios(self):
        told = self.told(lambda: events.tell("git", **{"scenario": "plain_again", "v": 9, "command": "clone"}))
        self.assertEqual([(one["scenario"], one["v"], one["command"]) for one in told], [("plain", 1, "clone")])

    def test_values_are_cut_in_width_and_depth(self):
        told = self.told(lambda: events.tell("write", path="x" * 9_000, deep=[[[[[1]]]]], many=list(range(99))))[0]
        self.assertEqual((len(told["path"]), told["deep"], len(told["many"])), (events.TEXT_MAX + 1, [[[["<list>"]]]], events.ITEMS_MAX))


if __name__ == "__main__":
    unittest.main()
