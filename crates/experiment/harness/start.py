"""The first lines of Python in a cell: what was left open by whoever started the auditor is closed, then a script of ours
is run as the main program."""

import os
import runpy
import sys

os.closerange(3, 1 << 20)
del sys.argv[0]
sys.path[0] = os.path.dirname(sys.argv[0])
runpy.run_path(sys.argv[0], run_name="__main__")
