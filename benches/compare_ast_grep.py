#!/usr/bin/env python3
"""Holds the own probes of rubrics against `ast-grep scan`: the same rules on the same tree, side by side.

    benches/compare_ast_grep.py [--auditor PATH] [--ast-grep PATH] [--tree DIR] [--rounds N] [--files N]

The tree is made up, the same bytes on every machine, unless --tree names one. Three sets of rules: `rare` (names that
hardly occur, so that few files need to be parsed), `common` (forms that are in nearly every file), `nested` (rules that
look inside others). `auditor rubric test` reads the tree as a fixture and must find as many matches of each rule as
ast-grep reports: a difference fails. The programs take turns, so that a busy machine slows both. Build the auditor with
`cargo build --release` first; ast-grep is the program from https://ast-grep.github.io.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from seconds import module

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EVERYWHERE = {"stopBy": "end"}
SETS = {
    "rare": {
        "shell": {"pattern": "os.system($$$)"},
        "shell-true": {"pattern": "subprocess.run($$$, shell=True, $$$)"},
        "eval": {"pattern": "eval($X)"},
        "pickle": {"any": [{"pattern": "pickle.loads($$$)"}, {"pattern": "pickle.load($$$)"}]},
        "run": {"pattern": "subprocess.run($$$)", "inside": {"kind": "function_definition", **EVERYWHERE}},
    },
    "common": {
        "setdefault": {"pattern": "$D.setdefault($$$)"},
        "json": {"pattern": "json.dumps($$$)"},
        "split": {"pattern": "$X.splitlines()"},
        "call": {"pattern": "$F($A)"},
        "assign": {"pattern": "$A = $B"},
    },
    "nested": {
        "loop-if": {"kind": "if_statement", "inside": {"kind": "for_statement", **EVERYWHERE}},
        "method-loop": {"kind": "function_definition", "has": {"pattern": "enumerate($$$)", **EVERYWHERE}},
        "class-write": {"kind": "class_definition", "has": {"pattern": "$A.extend($$$)", **EVERYWHERE}},
        "plain": {"kind": "function_definition", "not": {"has": {"kind": "for_statement", **EVERYWHERE}}},
    },
}


def make_tree(directory, files):
    for number in range(files):
        folder = os.path.join(directory, "swarm", f"group_{number % 20:02}")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"part_{number:05}.py"), "w") as file:
            file.write(module(number, files, 12))


def lay_out(room, rules, tree):
    """A folder with the rubric, the rules of ast-grep and the tree as the one fixture."""
    with open(os.path.join(room, "rules.yml"), "w") as file:
        whole = [{"id": name, "language": "python", "severity": "warning", "message": name, "rule": rule} for name, rule in rules.items()]
        file.write("\n---\n".join(json.dumps(rule) for rule in whole))
    probes = [{"id": f"own.{name}", "language": "python", "rule": rule} for name, rule in rules.items()]
    with open(os.path.join(room, "rubric.json"), "w") as file:
        json.dump({"probes": probes, "dimensions": [{"id": "x"}], "fixtures": "cases"}, file)
    case = os.path.join(room, "cases", "tree")
    shutil.copytree(tree, case, ignore=shutil.ignore_patterns(".git"))
    return case


def run(command, room):
    began = time.perf_counter()
    done = subprocess.run(command, cwd=room, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return time.perf_counter() - began, done


def counted(done, rules):
    counts = dict.fromkeys(rules, 0)
    for line in done.stdout.splitlines():
        counts[json.loads(line)["ruleId"]] += 1
    return counts


def measure(name, rules, tree, options):
    with tempfile.TemporaryDirectory() as room:
        case = lay_out(room, rules, tree)
        # The file of expectations is no Python, so that neither program takes it for a part of the tree.
        scan = [options.ast_grep, "scan", "-r", "rules.yml", "--json=stream", "--no-ignore", "hidden", "cases/tree"]
        counts = counted(run(scan, room)[1], rules)
        with open(os.path.join(case, "expect.yaml"), "w") as file:
            json.dump({f"own.{rule}": {"value": count} for rule, count in counts.items()}, file)
        test = [options.auditor, "rubric", "test", "rubric.json"]
        ours, theirs = [], []
        for _ in range(options.rounds):
            took, done = run(test, room)
            if done.returncode != 0:
                sys.exit(f"{name}: the auditor finds something else:\n{done.stdout}{done.stderr}")
            ours.append(took)
            theirs.append(run(scan, room)[0])
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"{name:<8} {sum(counts.values()):>8} matches   auditor {mine:7.3f} s   ast-grep {other:7.3f} s   ratio {mine / other:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--auditor", default=os.path.join(ROOT, "target", "release", "auditor"))
    parser.add_argument("--ast-grep", default="ast-grep")
    parser.add_argument("--tree", help="measure on this directory instead")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    options.auditor = os.path.abspath(options.auditor)
    with tempfile.TemporaryDirectory() as made:
        tree = options.tree
        if not tree:
            tree = os.path.join(made, "tree")
            make_tree(tree, options.files)
        for name, rules in SETS.items():
            measure(name, rules, os.path.abspath(tree), options)


if __name__ == "__main__":
    main()
