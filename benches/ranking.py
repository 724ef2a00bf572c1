#!/usr/bin/env python3
"""Audits repositories under the engineering rubric and prints them from the best to the worst, a line each, with the
score of every dimension.

usage: ranking.py AUDITOR REPOSITORY...
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def audited(auditor: str, repository: str, room: Path) -> dict:
    out = room / "out"
    command = [auditor, "--data", room / "data", "-q", "audit", repository, "--rubric", "engineering", "--out", out]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return json.loads((out / "report.json").read_text())


def row(name: str, report: dict) -> tuple:
    scores = [criterion.get("final_score") for criterion in report["criteria"]]
    shown = " ".join("  - " if score is None else f"{score:4}" for score in scores)
    return (report.get("overall_score") or 0, f"{name:28} {report.get('overall_score')!s:>5}  {shown}")


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rows = []
    for repository in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as room:
            name = Path(repository.rstrip("/")).name
            name = Path(repository).parent.name if name in ("repo", "repo.git") else name
            rows.append(row(name, audited(sys.argv[1], repository, Path(room))))
    for _, line in sorted(rows, reverse=True):
        print(line)


if __name__ == "__main__":
    main()
