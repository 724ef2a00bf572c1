import json
import unittest

import harness  # noqa: F401
from experiment_harness import answers

VOTES = {"votes": {"prosecutor": 2, "others": 3}}


class Answers(unittest.TestCase):
    def test_who_speaks_is_told_by_the_words_that_come_first(self):
        self.assertEqual(answers.persona("You are the Prosecutor. The Defense has spoken."), "prosecutor")
        self.assertEqual(answers.persona("Weigh all.", "tech_lead_node"), "tech lead")
        self.assertIsNone(answers.persona("Weigh all."))

    def test_json_is_answered_after_the_keys_that_the_prompt_shows(self):
        shape = answers.shown_shape('Answer so: {"score": <1-5>, "items": [{"path": "..."}]}')
        self.assertEqual(list(shape), ["score", "items"])
        said = answers.Answerer(VOTES, 'You are the Prosecutor. Answer as JSON: {"score": 1, "argument": "why"}', "", 1).written()
        self.assertIn('"score": 2', said)

    def test_what_is_no_json_is_read_as_far_as_it_goes(self):
        self.assertIsNone(answers.shown_shape("Say what you think."))
        self.assertEqual(answers.loose("{'a': yes, 'b': [1, 2"), {"a": "yes", "b": [1.0, 2.0]})

    def test_the_form_of_an_answer_is_told_from_what_is_to_be_judged(self):
        prompt = 'Rubric (JSON):\n[{"id": "git", "name": "Git", "text": "a long text that says much"}]\nExample JSON: [{"criterion_id": "git", "score": 3}]'
        self.assertEqual(answers.shown_shape(prompt), [{"criterion_id": "git", "score": 3.0}])
        many = answers.Answerer({**VOTES, "ids": ["git", "graph"]}, prompt + " graph", "", 1).written()
        self.assertEqual(json.loads(many), [{"criterion_id": "git", "score": 3}, {"criterion_id": "graph", "score": 3}])

    def test_what_one_form_names_another_shows(self):
        prompt = "Respond with {'criterion_id': str, 'score': int}. Respond in JSON: {'assessments': [Assessment...], 'summary': str}"
        self.assertEqual(list(answers.shown_shape(prompt)["assessments"][0]), ["criterion_id", "score"])

    def test_labels_on_lines_of_their_own_are_kept(self):
        said = answers.Answerer(VOTES, "Use this format:\nSUMMARY:\n<two sentences>\n\nPLAN:\n- first\n", "", 1).written()
        self.assertEqual([line for line in said.split("\n") if line.endswith(":")], ["SUMMARY:", "PLAN:"])

    def test_a_schema_of_json_is_filled_within_its_bounds(self):
        schema = {"type": "object", "properties": {"score": {"type": "integer", "minimum": 1, "maximum": 5}, "found": {"type": "boolean"}}}
        made = answers.Answerer({"votes": {"others": 9}}, "", "", 1).of_json_schema(schema)
        self.assertEqual(made, {"score": 5, "found": True})


if __name__ == "__main__":
    unittest.main()
