import pathlib
import sys
import tempfile
import types
import unittest

import harness  # noqa: F401
from experiment_harness import undefined

SOURCE = """
import string

LATER = None


def fill():
    global LATER, MADE
    MADE = 1


def use(given):
    return MADE, LATER, print, given, string.digits


def other():
    if False:
        kept = "as it is meant"


def broken():
    return capwords("a b"), nowhere, kept


if LATER:
    nowhere_yet = 1


def late():
    return nowhere_yet
"""


class Undefined(unittest.TestCase):
    def test_names_that_nothing_defines_are_found_with_their_line_and_where_they_are(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "tools.py"
            path.write_text(SOURCE)
            module = types.ModuleType("tools")
            exec(compile(SOURCE, str(path), "exec"), vars(module))
            self.assertEqual(undefined.of(module, str(path)), {"capwords": 22, "nowhere": 22, "kept": 22})
            self.assertEqual(undefined.value("tools.py:18", str(path), "kept"), "as it is meant")
            self.assertEqual(undefined.literal(str(path), "kept")[0], 18)
            self.assertIsNone(undefined.literal(str(path), "nowhere"))
            self.assertEqual(undefined.source(module, "capwords", folder), "string")
            self.assertIsNone(undefined.source(module, "nowhere", folder))
            # What lies in the subject itself is no stranger's.
            self.assertIsNone(undefined.source(module, "capwords", str(pathlib.Path(sys.modules["string"].__file__).parent)))


if __name__ == "__main__":
    unittest.main()
