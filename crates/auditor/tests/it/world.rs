//! A world of its own for each test: a subject made by git with fixed dates and names, a home, a journal.

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use tempfile::TempDir;

/// A directory with everything that the program may see.
pub(crate) struct World {
    room: TempDir,
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// `None` where a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl World {
    /// Without a subject.
    pub(crate) fn empty() -> Self {
        let room = tempfile::tempdir().expect("a temporary directory");
        for name in ["home", "work"] {
            fs::create_dir(room.path().join(name)).expect("a fresh directory");
        }
        Self { room }
    }

    /// With the subject `work/swarm`, a small program of three commits, and its report `work/report.md`.
    pub(crate) fn new() -> Self {
        let world = Self::empty();
        world.init("work/swarm");
        for (message, files) in HISTORY {
            for (path, text) in files {
                world.write(&format!("work/swarm/{path}"), text);
            }
            world.commit("work/swarm", message);
        }
        world.write("work/report.md", REPORT);
        world
    }

    /// A path in the world.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a path in the world")).expect("directories");
        fs::write(path, content).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    /// Names in a directory, in order; none where there is no directory.
    pub(crate) fn names(&self, directory: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(directory)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// A repository without commits.
    pub(crate) fn init(&self, directory: &str) {
        fs::create_dir_all(self.path(directory)).expect("a fresh directory");
        self.git(directory, &["init", "--quiet", "--initial-branch=main"]);
    }

    /// Commits everything; returns the id.
    pub(crate) fn commit(&self, directory: &str, message: &str) -> String {
        self.git(directory, &["add", "--all"]);
        self.git(
            directory,
            &["commit", "--quiet", "--allow-empty", "--message", message],
        );
        self.git(directory, &["rev-parse", "HEAD"])
    }

    /// Runs git; returns what it prints.
    pub(crate) fn git(&self, directory: &str, arguments: &[&str]) -> String {
        #[expect(clippy::disallowed_methods, reason = "subjects are made with git")]
        let mut command = Command::new("git");
        command.current_dir(self.path(directory)).args(arguments);
        let fixed = [
            ("HOME", "/nonexistent"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_AUTHOR_NAME", "Ann"),
            ("GIT_AUTHOR_EMAIL", "ann@example.org"),
            ("GIT_COMMITTER_NAME", "Bob"),
            ("GIT_COMMITTER_EMAIL", "bob@example.org"),
            ("GIT_AUTHOR_DATE", "2024-03-01T08:00:00Z"),
            ("GIT_COMMITTER_DATE", "2024-03-01T08:00:00Z"),
        ];
        command.env_clear().env("PATH", path_variable()).envs(fixed);
        let output = command.output().expect("git is installed");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {messages}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// The program with these arguments, in `work`, with a home and a journal of this world and nothing else.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        #[expect(clippy::disallowed_methods, reason = "the program under test")]
        let mut command = Command::new(env!("CARGO_BIN_EXE_auditor"));
        command
            .args(arguments)
            .current_dir(self.path("work"))
            .env_clear()
            .env("PATH", path_variable())
            .env("HOME", self.path("home"))
            .env("AUDITOR_DATA", self.path("data"))
            // Most subjects here are too small to be told for what they are.
            .env("AUDITOR_RUBRIC", "automaton-auditor")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn auditor<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Run {
        Run::of(&mut self.command(arguments))
    }

    /// Audits the subject with its report to `work/<out>` and expects that to work.
    pub(crate) fn audit(&self, out: &str, more: &[&str]) -> Run {
        let arguments = ["audit", "swarm", "--report", "report.md", "--out", out];
        let run = self.auditor(arguments.iter().chain(more));
        assert_eq!(run.code, Some(0), "{run:?}");
        run
    }

    /// The docket.
    pub(crate) fn cases(&self) -> Vec<Value> {
        let run = self.auditor(["cases", "--json"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        serde_json::from_str(&run.out).expect("JSON")
    }

    /// The id of the last case in the docket.
    pub(crate) fn last_case(&self) -> String {
        let cases = self.cases();
        let last = cases.last().expect("a case");
        last["case"].as_str().expect("an id").to_owned()
    }

    /// The reports in `work/<out>`, byte by byte.
    pub(crate) fn reports(&self, out: &str) -> [String; 2] {
        ["report.md", "report.json"].map(|name| self.read(&format!("work/{out}/{name}")))
    }

    /// What is held of subjects; nothing, once a run has ended.
    pub(crate) fn custody(&self) -> Vec<String> {
        self.names("data/custody")
    }

    /// The text with the paths of this world taken out.
    pub(crate) fn placeless(&self, text: &str) -> String {
        text.replace(&self.room.path().display().to_string(), "ROOM")
    }
}

impl Run {
    pub(crate) fn of(command: &mut Command) -> Self {
        command.output().expect("the program starts").into()
    }

    /// Messages on standard error that tell of a failure.
    pub(crate) fn complaints(&self) -> usize {
        self.err
            .lines()
            .filter(|line| line.starts_with("auditor:"))
            .count()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("what is printed is text");
        Self {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Takes lines from standard error until `count` were read or there are no more; gives what was read.
pub(crate) fn lines(stderr: &mut ChildStderr, count: usize) -> String {
    let mut text = Vec::new();
    let mut byte = [0];
    let mut seen = 0;
    while seen < count && stderr.read(&mut byte).expect("a pipe can be read") == 1 {
        text.push(byte[0]);
        seen += usize::from(byte[0] == b'\n');
    }
    String::from_utf8(text).expect("what is printed is text")
}

/// Starts the program, with its standard error to be read.
pub(crate) fn started(command: &mut Command) -> (Child, ChildStderr) {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let stderr = child.stderr.take().expect("it is piped");
    (child, stderr)
}

/// Every file below a directory, with its content.
pub(crate) fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(next) = directories.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                directories.push(path);
            } else {
                found.push((path.clone(), fs::read(&path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn path_variable() -> std::ffi::OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

/// The commits of the subject: messages, and the files that each writes.
const HISTORY: [(&str, &[(&str, &str)]); 3] = [
    (
        "Set the project up",
        &[
            (
                "pyproject.toml",
                "[project]\nname = \"swarm\"\nversion = \"0.1\"\n",
            ),
            (
                "README.md",
                "# Swarm\n\nLooks at a repository. See `src/graph.py`.\n",
            ),
            ("src/__init__.py", ""),
            ("src/state.py", STATE),
        ],
    ),
    ("Read what a repository tells", &[("src/tools.py", TOOLS)]),
    ("Wire the graph", &[("src/graph.py", GRAPH), ("main.py", MAIN)]),
];

const STATE: &str = r#"import operator
from typing import Annotated, TypedDict

from pydantic import BaseModel, Field


class Sighting(BaseModel):
    goal: str
    found: bool
    location: str
    confidence: float = Field(ge=0, le=1)


class Notebook(TypedDict):
    target: str
    sightings: Annotated[list[Sighting], operator.add]
"#;

const TOOLS: &str = r#"import subprocess
import tempfile


def history(target: str) -> list[str]:
    """The subjects of all commits, oldest first."""
    with tempfile.TemporaryDirectory() as room:
        subprocess.run(["git", "clone", "--bare", "--", target, room], check=True, timeout=60)
        told = subprocess.run(
            ["git", "-C", room, "log", "--reverse", "--format=%s"],
            check=True, capture_output=True, text=True, timeout=60,
        )
    return told.stdout.splitlines()
"#;

const GRAPH: &str = r#"from langgraph.graph import END, START, StateGraph

from src.state import Notebook, Sighting
from src.tools import history


def look_at_history(notebook: Notebook) -> dict:
    told = history(notebook["target"])
    seen = Sighting(goal="history", found=len(told) > 3, location="git log", confidence=0.9)
    return {"sightings": [seen]}


def look_at_code(notebook: Notebook) -> dict:
    return {"sightings": [Sighting(goal="code", found=True, location="src", confidence=0.5)]}


def weigh(notebook: Notebook) -> dict:
    return {"sightings": []}


def build():
    graph = StateGraph(Notebook)
    graph.add_node("look_at_history", look_at_history)
    graph.add_node("look_at_code", look_at_code)
    graph.add_node("weigh", weigh)
    graph.add_edge(START, "look_at_history")
    graph.add_edge(START, "look_at_code")
    graph.add_edge(["look_at_history", "look_at_code"], "weigh")
    graph.add_edge("weigh", END)
    return graph.compile()
"#;

const MAIN: &str = r#"import sys

from src.graph import build

if __name__ == "__main__":
    print(build().invoke({"target": sys.argv[1], "sightings": []}))
"#;

const REPORT: &str = "# Report\n\nThe graph in `src/graph.py` fans out to two observers and joins them in one node, \
so that metacognition is more than a word here: the program checks its own sightings.\n\n\
The reducers of `src/state.py` keep what parallel nodes write. `src/judges.py` holds the judges.\n";
