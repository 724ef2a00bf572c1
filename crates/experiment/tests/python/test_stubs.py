import importlib
import sys
import unittest

import harness
from experiment_harness import models
from experiment_harness import stubs

ANSWER = {"votes": {"prosecutor": 2, "others": 4}}


class Stubs(unittest.TestCase):
    def setUp(self):
        self.finders, self.modules = list(sys.meta_path), set(sys.modules)
        self.kept = models.scenario
        stubs.install(str(harness.FOLDER.parent / "tests" / "python") + "/")
        models.scenario = dict(ANSWER)

    def tearDown(self):
        sys.meta_path[:] = self.finders
        models.scenario = self.kept
        for name in set(sys.modules) - self.modules:
            del sys.modules[name]

    def test_a_client_of_a_provider_is_answered_by_the_fake_model(self):
        openai = importlib.import_module("openai")
        self.assertTrue(issubclass(openai.RateLimitError, Exception))
        prompt = 'You are the Prosecutor. Answer as JSON: {"score": 1, "argument": "why"}'
        said = openai.OpenAI().chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": prompt}])
        self.assertIn('"score": 2', said.choices[0].message.content)

    def test_a_model_that_is_down_raises_for_clients_too(self):
        models.scenario = {**ANSWER, "model": "down"}
        anthropic = importlib.import_module("anthropic")
        with self.assertRaises(models.ModelDown):
            anthropic.Anthropic().messages.create(model="any", messages=[{"role": "user", "content": "Say something."}])

    def test_what_nobody_knows_is_there_where_the_subject_asks_and_for_nobody_else(self):
        self.assertIsNotNone(importlib.import_module("no_such_library_at_all").Anything())
        tools = importlib.import_module("no_such_library_at_all").Toolkit(root="/").get_tools()
        tools.append("one more")
        self.assertEqual(tools + ["another"], ["one more", "another"])
        code = compile("import no_other_library_at_all", "/usr/lib/python3/site-packages/some.py", "exec")
        with self.assertRaises(ImportError):
            exec(code, {})

    def test_settings_of_a_model_are_told_by_whatever_name(self):
        self.assertEqual(models.settings({"temperature": 0, "max_output_tokens": 900}), {"temperature": 0, "max_tokens": 900})
        self.assertEqual(models.settings({"temperature": object(), "max_tokens": -1}), {"temperature": None, "max_tokens": None})


if __name__ == "__main__":
    unittest.main()
