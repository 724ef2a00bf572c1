import os
import signal
import tempfile
import unittest

import harness  # noqa: F401
from experiment_harness import scope


class Scope(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.own, self.other = folder.name + "/own", folder.name + "/other"
        for path in (self.own + "/a", self.own + "/b", self.other):
            os.makedirs(path)
        open(self.other + "/there", "w").close()

    def test_signals_and_writes_reach_nobody_but_its_own(self):
        number = os.fork()
        if number == 0:
            code = 9
            try:
                is_closed = scope.close([self.own])
                with open(self.own + "/a/file", "w") as file:
                    file.write("x")
                os.rename(self.own + "/a/file", self.own + "/b/file")
                for path in (self.other + "/file", self.other + "/there"):
                    try:
                        open(path, "w")
                        os._exit(3)
                    except PermissionError:
                        pass
                own = os.fork()
                if own == 0:
                    signal.pause()
                os.kill(own, signal.SIGKILL)
                os.waitpid(own, 0)
                try:
                    os.kill(os.getppid(), 0)
                    code = 1
                except PermissionError:
                    code = 0
                code = code if is_closed else 2
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
        if code == 2:
            self.skipTest("this kernel has no scopes")
        self.assertEqual(code, 0)


if __name__ == "__main__":
    unittest.main()
