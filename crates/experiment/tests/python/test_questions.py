import unittest

import harness  # noqa: F401
from experiment_harness import questions


class Questions(unittest.TestCase):
    def setUp(self):
        questions.menus.clear()
        questions.answer[0] = lambda text: "https://github.com/owner/name" if "repository" in text.lower() else ""

    def test_a_menu_is_left_where_it_comes_again(self):
        ask = questions.STAND_INS["questionary.select"]
        choices = ["Audit", "Compare", "Exit"]
        self.assertEqual([ask("What?", choices=choices).ask() for _ in range(2)], ["Audit", "Exit"])

    def test_what_is_typed_is_answered_after_its_words(self):
        self.assertEqual(questions.STAND_INS["questionary.text"]("Repository URL:").ask(), "https://github.com/owner/name")
        self.assertIs(questions.STAND_INS["questionary.confirm"]("Is it a peer's?", default=False).ask(), False)
        named = questions.STAND_INS["inquirer.Text"]("url", message="Repository?")
        self.assertEqual(questions.STAND_INS["inquirer.prompt"]([named]), {"url": "https://github.com/owner/name"})


if __name__ == "__main__":
    unittest.main()
