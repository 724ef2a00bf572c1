"""A server of Postgres on loopback, as the ledger that journals have in common."""

import os
import shutil
import socket
import subprocess
import tempfile

NOBODY = 65_534


class Ledger:
    """The server; its data lie in a folder of its own."""

    def __init__(self, programs):
        self.room = tempfile.mkdtemp(prefix="ledger-")
        self.who = {}
        if os.geteuid() == 0:
            # It refuses to be root.
            os.chown(self.room, NOBODY, NOBODY)
            self.who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        data = os.path.join(self.room, "data")
        make = ["--pgdata", data, "--username", "auditor", "--auth", "trust", "--encoding", "UTF8"]
        subprocess.run([os.path.join(programs, "initdb"), *make], check=True, stdout=subprocess.DEVNULL, cwd="/", **self.who)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        run = ["-D", data, "-h", "127.0.0.1", "-p", port, "-k", ""]
        self.process = subprocess.Popen([os.path.join(programs, "postgres"), *run], stderr=subprocess.PIPE, text=True, cwd="/", **self.who)
        self.log = next(line for line in self.process.stderr if "ready to accept connections" in line)
        self.address = f"postgres://auditor@127.0.0.1:{port}/postgres"

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.room)
