import os
import tempfile
import unittest

import harness  # noqa: F401
from experiment_harness import events
from experiment_harness import tries

SUBJECT = """
import os, shutil
def act(folder):
    with open(folder + "/draft", "w") as file:
        file.write("x")
    os.replace(folder + "/draft", folder + "/report.md")
    os.symlink("report.md", folder + "/link")
    os.remove(folder + "/link")
    for action in (lambda: open("/proc/version/no", "w"), lambda: os.remove(folder + "/never"), lambda: open("/etc/passwd").read(), lambda: open("/etc/passwd").read()):
        try:
            action()
        except OSError:
            pass
"""


class Tries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = os.path.join(cls.folder.name, "work") + "/"
        os.mkdir(cls.root)
        os.environ["TMPDIR"], cls.kept = os.path.join(cls.folder.name, "tmp"), os.environ.get("TMPDIR")
        tries.install(cls.root)

    @classmethod
    def tearDownClass(cls):
        # A hook stays for good: it has nothing to look for from now on.
        tries.root = "/no/such/subject/"
        os.environ.pop("TMPDIR")
        if cls.kept is not None:
            os.environ["TMPDIR"] = cls.kept
        cls.folder.cleanup()

    def test_what_is_written_moved_linked_removed_and_read_is_told(self):
        told, plain = [], events.tell
        space = {}
        exec(compile(SUBJECT, self.root + "main.py", "exec"), space)
        events.tell = lambda kind, **fields: told.append((kind, fields["path"], fields["refused"], fields["line"]))
        try:
            space["act"](self.root.rstrip("/"))
        finally:
            events.tell = plain
        self.assertEqual(told, [
            ("write", "draft", False, "main.py:4"),
            ("write", "report.md", False, "main.py:6"),
            ("write", "link", False, "main.py:7"),
            ("remove", "link", False, "main.py:8"),
            ("write", "/proc/version/no", True, "main.py:9"),
            ("read", "/etc/passwd", False, "main.py:9"),
        ])
        self.assertEqual(tries.reports, {self.root + "report.md"})


if __name__ == "__main__":
    unittest.main()
