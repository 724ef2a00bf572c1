import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import harness


class GitStandIn(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = os.path.join(self.folder.name, "git.log")
        self.fixture = os.path.join(self.folder.name, "fixture")

    def git(self, *argv, mode="fixture"):
        environment = {**os.environ, "EXPERIMENT_GIT": mode, "EXPERIMENT_GIT_LOG": self.log, "EXPERIMENT_FIXTURE": self.fixture, "HOME": self.folder.name}
        script = str(harness.FOLDER / "git_stand_in.py")
        return subprocess.run([sys.executable, "-I", script, *argv], env=environment, cwd=self.folder.name, capture_output=True, text=True)

    def told(self):
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_a_refused_clone_is_told_and_fails_like_one(self):
        done = self.git("clone", "--depth", "1", "https://github.com/owner/name", "there", mode="refused")
        self.assertEqual((done.returncode, "Authentication failed" in done.stderr), (128, True))
        self.assertEqual([(one["command"], one["remote"], one["mode"]) for one in self.told()], [("clone", "https://github.com/owner/name", "refused")])

    @unittest.skipUnless(shutil.which("git"), "there is no git")
    def test_what_comes_from_the_network_comes_from_the_fixture(self):
        subprocess.run(["git", "init", "-q", self.fixture], check=True)
        done = self.git("clone", "-q", "https://github.com/owner/name", "there")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.isdir(os.path.join(self.folder.name, "there", ".git")))
        # What asks no host is git itself, also where hosts refuse.
        self.assertEqual(self.git("-C", "there", "rev-parse", "--git-dir", mode="refused").returncode, 0)
        self.assertEqual([one["mode"] for one in self.told()], ["fixture", "real"])

    @unittest.skipUnless(shutil.which("git"), "there is no git")
    def test_an_address_that_names_a_program_starts_none(self):
        done = self.git("clone", "ext::sh -c touch% evil", "there")
        self.assertEqual((done.returncode, os.listdir(self.folder.name)), (128, ["git.log"]))


if __name__ == "__main__":
    unittest.main()
