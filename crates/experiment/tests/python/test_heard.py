import unittest

import harness  # noqa: F401
from experiment_harness import heard


def evidence(said, content):
    return {"found": True, "rationale": said, "content": content}


class Heard(unittest.TestCase):
    def setUp(self):
        heard.found.clear()
        heard.givers.clear()
        heard.shown.clear()
        heard.opined.clear()

    def test_evidence_is_shown_by_a_text_of_its_own(self):
        alike = "as every detective says"
        heard.gathered("repo", {"evidence": [evidence(alike, "the graph fans out to three"), evidence(alike, "the state is typed\nin src/state.py")]})
        heard.note(f"{alike}: nothing else", "judge")
        self.assertEqual(len(heard.shown), 0)
        heard.note('{"content": "the state is typed\\nin src/state.py"}', "judge")
        self.assertEqual(len(heard.shown), 1)
        self.assertEqual(len(heard.found), 2)

    def test_who_gathers_evidence_is_no_judge_of_it(self):
        heard.gathered("repo", {"evidence": [evidence("a reason that is long", "a text that is long")]})
        heard.note("a text that is long", "repo")
        self.assertEqual(len(heard.shown), 0)

    def test_what_judges_give_and_whoever_follows_is_no_evidence_for_them(self):
        for number, (node, step) in enumerate([("repo", 1), ("judge", 2), ("settle", 3), ("unknown", None)]):
            heard.gathered(node, {"evidence": [evidence(f"a reason of {node}", f"text number {number}")]}, step)
        asked = [(2, "judge", "prosecutor"), (3, "settle", "defense")]
        self.assertEqual(sorted(heard.before_judges(asked).values()), ["repo", "unknown"])
        self.assertEqual(heard.before_judges([]), {})

    def test_a_detective_with_a_judges_word_in_its_prompt_is_no_judge(self):
        heard.gathered("repo", {"evidence": [evidence("a reason that is long", "a text that is long")]}, 1)
        asked = [(1, "repo", "defense"), (2, "judge", "defense")]
        self.assertEqual(heard.before_judges(asked), {})
        heard.gathered("judge", {"opinions": [{"judge": "Defense", "score": 4}]}, 2)
        self.assertEqual(list(heard.before_judges(asked).values()), ["repo"])

    def test_what_was_handed_to_a_judge_is_none_of_its_words(self):
        heard.entered({"evidence": [evidence("short", "a long text of what was found, on\ntwo lines")]})
        prompt = "You are the judge. a long text of what was found, on\\ntwo lines End."
        self.assertEqual(heard.without_given(prompt).split(), ["You", "are", "the", "judge.", "End."])


if __name__ == "__main__":
    unittest.main()
