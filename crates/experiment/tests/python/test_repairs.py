import json
import pathlib
import tempfile
import unittest

import harness  # noqa: F401
from experiment_harness import repairs


def told(message):
    return [json.dumps({"kind": "attempt", "error": {"type": "E", "message": message}}).encode()]


class Repairs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        (self.root / "data").mkdir()
        (self.root / "data" / "rubric.json").write_text("{}")

    def of(self, message, known=()):
        return repairs.of(told(message), str(self.root), list(known))

    def test_a_function_that_a_module_lacks_is_put_right_once(self):
        found = self.of("cannot import name 'look' from 'src.nodes' (/room/runs/plain/work/src/nodes.py)")
        self.assertEqual(found, {"what": "name", "module": "src.nodes", "name": "look"})
        self.assertIsNone(self.of("cannot import name 'look' from 'src.nodes' (/room/runs/plain/work/src/nodes.py)", [found]))

    def test_classes_and_what_others_lack_and_circles_stay_as_they_are(self):
        self.assertIsNone(self.of("cannot import name 'Look' from 'src.nodes' (/room/runs/plain/work/src/nodes.py)"))
        self.assertIsNone(self.of("cannot import name 'look' from 'requests' (/packages/0/requests/__init__.py)"))
        self.assertIsNone(self.of("cannot import name 'look' from 'a' (most likely due to a circular import) (/room/runs/plain/work/a.py)"))

    def test_a_file_that_lies_elsewhere_is_found_there_and_nothing_outside_is(self):
        found = self.of("[Errno 2] No such file or directory: '/room/runs/plain/work/src/nodes/../../rubric/week2_rubric.json'")
        self.assertEqual(found, {"what": "file", "path": "rubric/week2_rubric.json", "source": "data/rubric.json"})
        self.assertIsNone(self.of("[Errno 2] No such file or directory: '/room/runs/plain/work/../../../etc/rubric.json'"))
        self.assertIsNone(self.of("[Errno 2] No such file or directory: '/room/runs/plain/work/data/words.txt'"))

    def test_where_it_ran_nothing_is_put_right(self):
        lines = told("cannot import name 'look' from 'a' (/room/runs/plain/work/a.py)") + [b'{"kind": "run_end", "error": null}']
        self.assertIsNone(repairs.of(lines, str(self.root), []))


if __name__ == "__main__":
    unittest.main()
