#!/usr/bin/env python3
"""Does the API answer as it says it does, whatever it is asked?

    benches/serve_schema.py [--auditor PATH] [--schemathesis PATH] [--seconds N] [--seed N]

The description is held against the standard where openapi-spec-validator is there (`pip install openapi-spec-validator`). A server
with a decided case is put to requests that schemathesis (`pip install schemathesis`) makes from `/api/openapi.json`, sound ones
and broken ones. It fails on any 5xx but those that say when to come back, and on any answer
whose code, kind or form is not in the description. Subjects on the network are not looked up: the settings of the server
allow no host.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance"


def decided(address):
    """A case that is decided: its id and its first dimension."""
    asked = json.dumps({"subject": "subject", "rubric": "engineering"}).encode()
    request = urllib.request.Request(f"{address}/api/cases", asked, {"Content-Type": "application/json"})
    case = json.load(urllib.request.urlopen(request))["id"]
    urllib.request.urlopen(f"{address}/api/cases/{case}/events").read()
    report = json.load(urllib.request.urlopen(f"{address}/api/cases/{case}/report.json"))
    return case, report["criteria"][0]["dimension_id"]


def described(address, case, dimension):
    """The description, in which names are those that lead somewhere, each beside one that leads nowhere."""
    known = {
        "id": [case, "0123456789abcdef", "x"],
        "dimension": [dimension, "nothing"],
        "name": ["engineering", "nothing"],
        "form": ["json", "md", "html", "sarif", "csv", "exe"],
    }
    told = json.load(urllib.request.urlopen(f"{address}/api/openapi.json"))
    for operation in (operation for path in told["paths"].values() for operation in path.values()):
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                parameter["schema"] = {"enum": known[parameter["name"]]}
    return told


def is_sound(description):
    """Whether the description is one, as far as somebody is there to say so."""
    try:
        from openapi_spec_validator import validate
    except ImportError:
        print("not held against the standard: pip install openapi-spec-validator", flush=True)
        return
    with open(description, encoding="utf-8") as file:
        validate(json.load(file))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--auditor", default=os.path.join(ROOT, "target/release/auditor"))
    parser.add_argument("--schemathesis", default=shutil.which("schemathesis"))
    parser.add_argument("--seconds", default="600")
    parser.add_argument("--seed", default="27")
    chosen = parser.parse_args()
    if not chosen.schemathesis:
        sys.exit("schemathesis is not there: pip install schemathesis")
    with tempfile.TemporaryDirectory(prefix="schema-") as room:
        subject = os.path.join(room, "subject")
        who = {f"GIT_{role}_{key}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
        env = {"PATH": os.environ["PATH"], "HOME": room, "GIT_CONFIG_NOSYSTEM": "1", **who}
        subprocess.run(["git", "init", "-q", subject], env=env, check=True)
        with open(os.path.join(subject, "main.py"), "w", encoding="utf-8") as file:
            file.write('"""Says hello."""\n\nprint("hello")\n')
        for words in (["add", "--all"], ["commit", "-q", "-m", "Begin"]):
            subprocess.run(["git", "-C", subject, *words], env=env, check=True)
        with open(os.path.join(room, "auditor.toml"), "w", encoding="utf-8") as file:
            file.write('hosts = ["nowhere.invalid"]\n')
        words = ["serve", "--listen", "127.0.0.1:0", "--root", room]
        server = subprocess.Popen([chosen.auditor, *words], cwd=room, env=env, stderr=subprocess.PIPE, text=True)
        try:
            address = server.stderr.readline().split("serving ")[1].split(" ")[0].rstrip("/")
            description = os.path.join(room, "openapi.json")
            with open(description, "w", encoding="utf-8") as file:
                json.dump(described(address, *decided(address)), file)
            is_sound(description)
            command = [chosen.schemathesis, "run", description, "--url", address, "--checks", CHECKS, "--max-time", chosen.seconds]
            command += ["--seed", chosen.seed, "--phases", "examples,coverage,fuzzing", "--continue-on-failure"]
            sys.exit(subprocess.run(command, cwd=room, check=False).returncode)
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
