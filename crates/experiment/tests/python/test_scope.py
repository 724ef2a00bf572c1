import os
import signal
import unittest

import harness  # noqa: F401
from experiment_harness import scope


class Scope(unittest.TestCase):
    def test_signals_reach_nobody_but_its_own(self):
        number = os.fork()
        if number == 0:
            code = 9
            try:
                is_closed = scope.close()
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
