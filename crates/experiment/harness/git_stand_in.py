"""A git that stands before the real one: what comes from the network comes from a fixture, or fails, or hangs, as the scenario says."""

import json
import os
import re
import subprocess
import sys

REAL = next((path for path in ("/usr/local/bin/git", "/usr/bin/git", "/bin/git") if os.path.exists(path)), None)
REMOTE = re.compile(r"^(?:[a-z][a-z0-9+.-]*://|[\w.-]+@[\w.-]+:|ext::)")
CALLS_MAX = 500


def told(path, **fields):
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(fields)[:4000] + "\n")
    except OSError:
        pass


def main(argv):
    mode = os.environ.get("EXPERIMENT_GIT", "fixture")
    log = os.environ.get("EXPERIMENT_GIT_LOG", "/room/tmp/git.log")
    fixture = os.environ.get("EXPERIMENT_FIXTURE", "/room/fixture")
    command = next((one for one in argv if not one.startswith("-")), "")
    remote = next((one for one in argv if REMOTE.match(one) and not one.startswith("file:///room/")), None)
    fetches = command in ("clone", "fetch", "pull", "ls-remote") and (remote is not None or command != "clone")
    told(log, argv=argv[:20], command=command, remote=remote, mode=mode if fetches else "real")
    if fetches and mode == "refused":
        print("fatal: Authentication failed for 'https://github.com/owner/name/'", file=sys.stderr)
        return 128
    if fetches and mode == "hangs":
        import time

        time.sleep(3600)
    if REAL is None:
        print("git: not found", file=sys.stderr)
        return 127
    if remote is not None and command in ("clone", "ls-remote", "fetch", "pull"):
        if not re.match(r"^(https?|ssh|git)://|^git@", remote):
            print(f"fatal: unable to find remote helper for '{remote.split(':')[0]}'", file=sys.stderr)
            return 128
        argv = ["file://" + fixture if one == remote else one for one in argv]
    return subprocess.call([REAL, "-c", "protocol.file.allow=always", "-c", "advice.detachedHead=false", *argv])


sys.exit(main(sys.argv[1:]))
