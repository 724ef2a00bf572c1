"""The harness: everything is imported once, then each scenario runs in a process of its own, on a copy of its own."""

import json
import os
import re
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import time

with open("/harness/plan.json", encoding="utf-8") as plan_file:
    PLAN = json.load(plan_file)
# What is ours is one package, and not found by the subject: it may have modules of the same names.
OURS = sys.path[0]
sys.path[1:1] = PLAN["packages"]

import site

site.setquit()
site.sethelper()

from experiment_harness import documents
from experiment_harness import entry
from experiment_harness import events
from experiment_harness import heard
from experiment_harness import hosts
from experiment_harness import models
from experiment_harness import repairs
from experiment_harness import replay
try:
    from experiment_harness import scope
except ImportError:
    # A Python without what calls the system goes on.
    scope = None
from experiment_harness import stubs
from experiment_harness import tries
from experiment_harness import undefined
from experiment_harness import watch

sys.path.remove(OURS)
SUBJECT = "/subject"
FIXTURE = "/room/fixture"
# The same with a flaw of security in it.
FLAWED = "/room/flawed"
HELD = "/room/held"
BYTES_MAX = 6 << 20
LINES_MAX = 20_000
LACKS = re.compile(r"No such file or directory|cannot import name")
GRACE = 2.0
AT_ONCE = 2
DATA_MAX = 400 << 20
BEGUN = time.monotonic()


def fixture():
    """A repository with six commits, for whoever clones."""
    shutil.copytree("/harness/fixture", FIXTURE)
    git = next((path for path in ("/usr/local/bin/git", "/usr/bin/git", "/bin/git") if os.path.exists(path)), None)
    if git is None:
        return False
    who = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
    steps = [["init", "-q", "-b", "main"]]
    order = ["README.md", "src/state.py", "src/nodes.py", "src/graph.py"]
    messages = ["Add the readme", "Define the typed state", "Write the detectives and judges", "Wire the graph"]
    for name, message in zip(order, messages):
        steps += [["add", name], ["commit", "-qm", message]]
    steps += [["add", "-A"], ["commit", "-qm", "Add what is left", "--allow-empty"], ["commit", "-qm", "Prepare the submission", "--allow-empty"]]
    for number, step in enumerate(steps):
        day = f"2026-02-{number + 1:02}T10:00:00+00:00"
        done = subprocess.run([git, "-C", FIXTURE, *step], env={**os.environ, **who, "GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            return False
    shutil.copytree(FIXTURE, FLAWED)
    shutil.copytree("/harness/flaw", FLAWED, dirs_exist_ok=True)
    for step in (["add", "-A"], ["commit", "-qm", "Run the tools", "--amend"]):
        subprocess.run([git, "-C", FLAWED, *step], env={**os.environ, **who}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    told = subprocess.run([git, "-C", FIXTURE, "log", "--format=%H%x09%aI%x09%s"], capture_output=True, text=True)
    hosts.commits = [dict(zip(("sha", "date", "message"), line.split("\t"))) for line in told.stdout.splitlines()]
    return True


def warm():
    """What nearly every subject imports, once for all scenarios."""
    for name in ("langgraph.graph", "langgraph.prebuilt", "langgraph.checkpoint.memory", "langchain_core.messages", "langchain_core.prompts",
                 "langchain_core.output_parsers", "langchain_core.language_models.chat_models", "langchain_core.runnables", "pydantic", "dotenv"):
        try:
            __import__(name)
        except Exception as error:
            events.tell("lacks", module=name, error=str(error)[:200])


def perform(scenario, root):
    """The scenario, in this process: one start after another until a graph has run."""
    models.scenario, models.root, documents.scenario = scenario, root, scenario
    given = entry.Given(scenario)
    entry.fill_parsers(given)
    entry.fill_questions(given)
    program = entry.Program(root)
    for name in program.keys:
        # Without its key a program does not even start; this one opens nothing.
        os.environ.setdefault(name, "sk-fake-0000000000000000")
    for name in sorted(program.variables)[:40]:
        value = given.for_name(*name.split("_"))
        if value:
            os.environ.setdefault(name, value)
    scripts, starts, graphs = program.scripts(), program.starts(), program.graphs
    events.tell("program_read", files=len(program.files), graphs=[path[len(root):] for path in graphs], scripts=[path[len(root):] for path in scripts])
    only = scenario.get("only")
    if only and os.path.exists(root + only["path"]):
        # What was started once is started again, and nothing else in its place.
        path, how = root + only["path"], only["how"]
        scripts = [path] if how in ("script", "module") else []
        starts = [(path, only["argv"][0])] if how == "call" else []
        graphs = [path] if how == "import" else []
    begun = time.monotonic()
    tries = [(script, argv) for script in scripts[:3] for argv in ([], [one for one in (given.url, given.pdf) if one], [one for one in (given.url, given.pdf, given.rubric) if one])]
    for script, argv in tries:
        if argv and program.files[script]["arguments"] and "argparse" in open(script, errors="replace").read():
            continue
        attempt(lambda: entry.run_script(program, script, argv), script, root)
        if watch.counts["runs"] or time.monotonic() - begun > scenario["seconds"] / 2:
            return
    for path, name in starts[:3]:
        attempt(lambda: entry.run_function(program, path, name, given), path, root)
        if watch.counts["runs"]:
            return
    for graph in graphs[:2]:
        attempt(lambda: entry.run_graph(program, graph, scenario), graph, root)
        if watch.counts["runs"]:
            return


def attempt(run, path, root):
    begun = events.count()
    outcome = outcome_of(run, root)
    # What did not even come to its first line is not told as a start.
    if events.count() > begun or outcome["outcome"] != "end":
        events.tell("attempt", path=path[len(root):], **outcome)


def outcome_of(run, root):
    try:
        run()
    except SystemExit as error:
        return {"outcome": "exit", "code": error.code if isinstance(error.code, int) else 0 if error.code is None else 1, "error": None if error.code in (None, 0) else events.failure(error, root)}
    except KeyboardInterrupt:
        return {"outcome": "interrupt", "code": 130, "error": None}
    except BaseException as error:
        return {"outcome": "exception", "code": 1, "error": events.failure(error, root)}
    return {"outcome": "end", "code": 0, "error": None}


def child(scenario, pipe):
    """A copy of the subject, streams that go to files, and no way back."""
    os.setsid()
    # What was opened for others is not handed on.
    os.closerange(3, pipe)
    os.closerange(pipe + 1, 1 << 12)
    # Less than the cell has: whoever wants more is told so where it happens.
    resource.setrlimit(resource.RLIMIT_DATA, (DATA_MAX, DATA_MAX))
    home = f"/room/runs/{scenario['name']}"
    root = f"{home}/work"
    os.makedirs(f"{home}/tmp")
    if scope is not None:
        scope.close([home, "/room/home", "/room/tmp", "/dev", "/proc"])
    shutil.copytree(SUBJECT, root)
    is_flawed = scenario.get("git") == "flawed"
    hosts.FIXTURE = FLAWED if is_flawed else FIXTURE
    os.environ.update(TMPDIR=f"{home}/tmp", EXPERIMENT_GIT="fixture" if is_flawed else scenario.get("git", "fixture"), EXPERIMENT_GIT_LOG=f"{home}/git.log",
                      EXPERIMENT_FIXTURE=hosts.FIXTURE)
    import tempfile

    tempfile.tempdir = None
    scenario = {**scenario, "pdf": None, "out": f"{home}/out", "rubric": entry.rubric(root), "marks": PLAN.get("marks", [])}
    scenario["ids"] = replay.dimensions(scenario["rubric"])
    if scenario.get("document", "pdf") == "pdf":
        scenario["pdf"] = f"{home}/report.pdf"
        with open(scenario["pdf"], "wb") as file:
            file.write(documents.pdf())
    elif scenario["document"] == "none":
        scenario["blank"] = f"{home}/blank.pdf"
        with open(scenario["blank"], "wb") as file:
            file.write(documents.pdf(pages=()))
    elif scenario["document"] == "missing":
        scenario["pdf"] = f"{home}/missing.pdf"
    for stream, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(f"{home}/{name}", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o644)
        os.dup2(file, stream)
        os.close(file)
    for name in PLAN.get("variables", []):
        value = entry.Given(scenario).for_name(*name.split("_"))
        if value:
            os.environ[name] = value
    events.begin(pipe, scenario["name"])
    root += "/"
    watch.install(root)
    watch.limits_of_time(100 if scenario.get("git") == "hangs" else 1)
    stubs.install(root)
    hosts.install(root)
    repairs.apply(scenario.get("repairs", ()), root)
    watch.keeps = bool(scenario.get("replay"))
    watch.REASON[:] = ["Authentication failed"] if scenario.get("git") == "refused" else []
    perform(scenario, root)
    replay.scores(events.tell)
    heard.tell(models.asked)
    if watch.keeps or scenario["name"] == PLAN["scenarios"][0]["name"]:
        undefined.tell(root)
    if watch.keeps:
        replay.perform(scenario.get("rubric"))
    tries.pages()
    sys.stdout.flush()
    sys.stderr.flush()
    after(home)
    events.tell("end")
    os._exit(0)


def after(home):
    for line in lines(f"{home}/git.log")[:500]:
        try:
            events.tell("git", **json.loads(line))
        except (ValueError, TypeError):
            pass
    for name in ("stdout", "stderr"):
        said = lines(f"{home}/{name}")
        watch.look_for_reason("\n".join(said))
        # Of what it says, the end; and what it lacks, wherever it says so.
        lacks = next((line.strip()[:180] + "\n" for line in said[:-12] if LACKS.search(line)), "")
        text = "\n".join(said[-12:])
        if text:
            events.tell("said", stream=name, text=lacks + text[len(lacks) - 380 :])
    if watch.reason[0]:
        events.tell("reason")


def lines(path):
    """Of a plain file alone: what the subject puts in its place leads elsewhere, or never answers."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(number, encoding="utf-8", errors="replace") as file:
            return file.read(1 << 20).splitlines() if stat.S_ISREG(os.fstat(number).st_mode) else []
    except OSError:
        return []


class Running:
    """A scenario in its process: its events are kept until it is over, its time and the number of its lines are counted."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.reader, writer = os.pipe()
        self.number = os.fork()
        if self.number == 0:
            try:
                # What reaches the outside goes through the parent, which counts.
                os.set_inheritable(writer, False)
                child(scenario, writer)
            except BaseException as error:
                events.begin(writer, scenario["name"])
                events.tell("broken", error=events.failure(error, "/harness/"))
            finally:
                os._exit(70)
        os.close(writer)
        self.until = time.monotonic() + scenario["seconds"]
        self.parts, self.bytes, self.lines, self.why, self.is_over, self.passed = [], 0, 0, None, False, b""

    def take(self):
        chunk = os.read(self.reader, 1 << 16)
        self.bytes += len(chunk)
        self.lines += chunk.count(b"\n")
        self.parts.append(chunk)
        if self.bytes > BYTES_MAX or self.lines > LINES_MAX:
            self.why = "events"
        self.is_over = not chunk or self.why is not None

    def told(self):
        """Whole lines alone, and of these what is its own to say; what is not is passed on as nothing, and counted."""
        return b"".join(events.own(line, self.scenario["name"]) + b"\n" for line in b"".join(self.parts).split(b"\n")[:-1])

    def finish(self, out):
        os.close(self.reader)
        status = reap(self.number, self.why)
        self.passed = self.told()
        write_all(out, self.passed)
        events.begin(out, self.scenario["name"])
        if self.why:
            after(f"/room/runs/{self.scenario['name']}")
        signal_number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        events.tell("over", why=self.why, signal=signal_number, code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else None)
        events.begin(out)
        shutil.rmtree(f"/room/runs/{self.scenario['name']}", ignore_errors=True)


def perform_all(scenarios, out, at_once):
    """So many at a time; the events of each are passed on together."""
    waiting, running, done = list(scenarios), [], []
    while waiting or running:
        if waiting and time.monotonic() - BEGUN > PLAN["seconds"]:
            events.tell("skipped", scenarios=[one["name"] for one in waiting])
            waiting = []
        while waiting and len(running) < at_once:
            running.append(Running(waiting.pop(0)))
        if not running:
            break
        left = max(0, min(one.until for one in running) - time.monotonic())
        ready = select.select([one.reader for one in running], [], [], left)[0]
        for one in running:
            if one.reader in ready:
                one.take()
            elif time.monotonic() >= one.until:
                one.why, one.is_over = "time", True
        for one in [one for one in running if one.is_over]:
            running.remove(one)
            one.finish(out)
            done.append(one)
    return done


def write_all(out, data):
    while data:
        data = data[os.write(out, data):]


def reap(number, why):
    """What a scenario leaves running ends with it."""
    until = time.monotonic() + (0 if why else GRACE)
    while time.monotonic() < until:
        done, status = os.waitpid(number, os.WNOHANG)
        if done:
            break
        time.sleep(0.02)
    else:
        try:
            os.killpg(number, signal.SIGKILL)
        except OSError:
            pass
        _, status = os.waitpid(number, 0)
        return status
    try:
        os.killpg(number, signal.SIGKILL)
    except OSError:
        pass
    return status


def entry_of_run(lines_told):
    """What was started when the first graph began to run."""
    started = None
    for line in lines_told:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("kind") == "entry":
            path, how, argv = event.get("path"), event.get("how"), event.get("argv") or []
            # The subject may have told it: what is no start is none.
            is_start = isinstance(path, str) and isinstance(argv, list) and (how != "call" or argv)
            started = {"path": path, "how": how, "argv": argv} if is_start else None
        elif event.get("kind") == "run_start":
            return started
    return None


def lines_of(done):
    return b"".join(one.passed for one in done).split(b"\n")


def ran(told):
    """Whether a run of a graph came to its end that was not started within another."""
    open_runs = 0
    for line in told:
        if b'"kind": "run_start"' in line:
            open_runs += 1
        elif b'"kind": "run_end"' in line:
            open_runs -= 1
            if not open_runs and b'"error": null' in line:
                return True
    return False


def found_out(scenario, told, out):
    """What all other scenarios go with, where the first one broke: what keeps the program from running is put right, and what breaks
    on the report is tried without one. One scenario is gone through again until it runs or nothing more can be done; its last try is told."""
    changed, last, before = {}, b"", told
    # What is nowhere defined breaks only who comes there, and may be hidden: it is put right in any case.
    mends = repairs.names_of(told)
    is_first = bool(mends)
    while is_first or not ran(told):
        cause = None if is_first else repairs.of(told, SUBJECT, mends)
        if cause:
            mends.append(cause)
        elif is_first:
            is_first = False
        # Who builds no graph is not asked again.
        elif "document" in changed or not builds(told):
            break
        else:
            changed["document"] = "none"
        held = os.open(HELD, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        # Under no name, so that nobody else writes there.
        os.unlink(HELD)
        told = lines_of(perform_all([{**scenario, **changed, "repairs": list(mends)}], held, 1))
        with os.fdopen(held, "rb") as file:
            file.seek(0)
            last = file.read()
    if ran(before) and not ran(told):
        # It ran better as it is.
        return {}, before, False
    events.begin(out)
    if "document" in changed:
        events.tell("changed", document="none")
    write_all(out, last)
    return {**changed, "repairs": mends}, told, bool(last)


def builds(told):
    return any(b'"kind": "graph"' in line for line in told)


def main():
    out = os.dup(1)
    os.set_inheritable(out, False)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    events.begin(out)
    warm()
    os.makedirs("/room/runs", exist_ok=True)
    events.tell("start", python=sys.version.split()[0], fixture=fixture())
    scenarios = PLAN["scenarios"]
    told = lines_of(perform_all(scenarios[:1], out, 1))
    changed, is_again, rest = {}, False, scenarios[1:]
    if rest:
        changed, told, is_again = found_out(rest[0], told, out)
    if builds(told):
        started = entry_of_run(told)
        changed = {**changed, "only": started} if started else changed
        perform_all([{**one, **changed} for one in rest[is_again:]], out, AT_ONCE)
    events.tell("done")


main()
