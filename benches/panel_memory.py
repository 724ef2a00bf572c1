#!/usr/bin/env python3
"""Does a process that judges a thousand audits grow? Resident memory at 100 and at 1,000 audits of thirty calls.

    benches/panel_memory.py [--program PATH] [--audits N] [--most KB]

Runs the example `thousand_audits` of the panel, whose chat answers at once and whose tenth answer is unusable; its
journal is a file. Build it first (`cargo build -p panel --example thousand_audits`), or name it. Ends with 1 where
the second figure is more than --most kilobytes above the first.
"""

import argparse
import re
import subprocess
import sys

PROGRAM = "target/debug/examples/thousand_audits"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("--audits", type=int, default=1_000)
    parser.add_argument("--most", type=int, default=8_192, help="kilobytes that may be gained")
    options = parser.parse_args()
    told = subprocess.run([options.program, str(options.audits)], check=True, capture_output=True, text=True).stdout
    rows = [tuple(map(int, row)) for row in re.findall(r"(\d+) audits: (\d+) kB", told)]
    if len(rows) < 2:
        sys.exit(f"no figures in:\n{told}")
    for audits, resident in rows:
        print(f"{audits:>6} audits  {resident:>8} kB")
    gained = rows[-1][1] - rows[0][1]
    print(f"{gained:+} kB from {rows[0][0]} to {rows[-1][0]} audits, {gained / (rows[-1][0] - rows[0][0]):.2f} kB an audit")
    sys.exit(gained > options.most)


if __name__ == "__main__":
    main()
