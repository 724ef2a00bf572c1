import unittest

import harness  # noqa: F401
from experiment_harness import changes


def state():
    return {"opinions": [{"judge": "Prosecutor", "score": 2, "argument": "no"}, {"judge": "Defense", "score": 4, "argument": "yes"}],
            "evidence": {"git": [{"found": True, "rationale": "six commits", "confidence": 0.5}]}}


class Changes(unittest.TestCase):
    def test_votes_are_put_where_opinions_have_scores_and_nowhere_else(self):
        changed = state()
        changes.vote(changed, {"prosecutor": 1, "defense": 5, "tech lead": 3})
        self.assertEqual([one["score"] for one in changed["opinions"]], [1, 5])
        self.assertEqual(changed["evidence"], state()["evidence"])

    def test_evidence_is_what_was_looked_for_and_no_opinion(self):
        changed = state()
        changes.find(changed, False)
        self.assertEqual(changed["evidence"]["git"][0]["found"], False)
        self.assertEqual(changed["opinions"], state()["opinions"])

    def test_a_value_that_holds_itself_is_gone_through_to_a_depth(self):
        changed = state()
        changed["self"] = changed
        self.assertLess(len(list(changes.spoken(changed))), 100)


if __name__ == "__main__":
    unittest.main()
