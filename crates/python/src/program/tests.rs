use super::*;
use subject::File;
use subject::memory::Memory;

fn snapshot(fixture: &str) -> Snapshot {
    Snapshot::from_fixture(fixture)
}

fn said(program: &Program, path: &str, dotted: &str) -> String {
    match program.resolve(path, dotted) {
        None => "nothing".to_owned(),
        Some(Definition::Function(path, class, function)) => {
            let class = class.map_or(String::new(), |class| format!("{}.", class.name));
            format!("def {path}:{class}{}", function.name)
        }
        Some(Definition::Class(path, class)) => format!("class {path}:{}", class.name),
        Some(Definition::Value(path, expr)) => format!("value {path}:{}", expr.span.first),
        Some(Definition::Module(path)) => format!("module {path}"),
        Some(Definition::External(name)) => format!("external {name}"),
    }
}

const LAYOUT: &str = "
//- pyproject.toml
//- src/court/__init__.py
from .bench import Judge as Magistrate, sit
from .tools import *
//- src/court/bench.py
from operator import add as plus
import typing as t
from court.tools import fetch
class Base:
    limit = 3
    def run(self):
        pass
class Judge(Base):
    def __init__(self, clerk: 'Clerk'):
        self.clerk = clerk
        self.aide = Aide()
    def go(self):
        return self.run()
class Clerk:
    def file(self):
        pass
class Aide:
    def help(self):
        pass
sit = Judge
bench = Judge(None)
def late():
    from court.deep.well import water
    return water
//- src/court/tools.py
import subprocess as sp
def fetch():
    return sp.run([])
NAMES = ['a']
//- src/court/deep/well.py
from ..bench import bench as seat
water = 1
loop = loop
//- src/court/json.py
import json
try:
    import tomllib
except ImportError:
    import tomli as tomllib
//- src/ring/one.py
from ring.two import x
//- src/ring/two.py
from ring.one import x
//- app/run.py
from src.court import fetch, Magistrate
import court.bench
from langgraph.graph import *
";

#[test]
fn names_are_followed_to_what_they_mean() {
    let snapshot = snapshot(LAYOUT);
    let program = &Program::new(&snapshot);
    for (path, dotted, expected) in [
        ("app/run.py", "fetch", "def src/court/tools.py:fetch"),
        ("app/run.py", "Magistrate", "class src/court/bench.py:Judge"),
        ("app/run.py", "Magistrate.run", "def src/court/bench.py:Base.run"),
        ("app/run.py", "Magistrate.limit", "value src/court/bench.py:5"),
        (
            "app/run.py",
            "court.bench.Judge.go",
            "def src/court/bench.py:Judge.go",
        ),
        ("app/run.py", "court.bench", "module src/court/bench.py"),
        ("app/run.py", "StateGraph", "external langgraph.graph.StateGraph"),
        ("app/run.py", "print", "nothing"),
        ("src/court/__init__.py", "NAMES", "value src/court/tools.py:4"),
        ("src/court/__init__.py", "sit", "class src/court/bench.py:Judge"),
        ("src/court/bench.py", "plus", "external operator.add"),
        ("src/court/bench.py", "t.Annotated", "external typing.Annotated"),
        ("src/court/bench.py", "fetch", "def src/court/tools.py:fetch"),
        ("src/court/bench.py", "bench", "value src/court/bench.py:21"),
        (
            "src/court/bench.py",
            "bench.go",
            "def src/court/bench.py:Judge.go",
        ),
        (
            "src/court/bench.py",
            "bench.clerk.file",
            "def src/court/bench.py:Clerk.file",
        ),
        (
            "src/court/bench.py",
            "bench.aide.help",
            "def src/court/bench.py:Aide.help",
        ),
        ("src/court/bench.py", "water", "value src/court/deep/well.py:2"),
        (
            "src/court/deep/well.py",
            "seat.go",
            "def src/court/bench.py:Judge.go",
        ),
        ("src/court/deep/well.py", "loop", "value src/court/deep/well.py:3"),
        ("src/court/tools.py", "sp.run", "external subprocess.run"),
        ("src/court/json.py", "json.loads", "external json.loads"),
        ("src/court/json.py", "tomllib.loads", "external tomllib.loads"),
        ("src/ring/one.py", "x", "nothing"),
    ] {
        assert_eq!(said(program, path, dotted), expected, "{dotted} in {path}");
    }
}

#[test]
fn a_module_goes_before_a_folder_of_its_name_unless_that_is_a_package() {
    let snapshot = snapshot(
        "
//- src/main.py
from src.graph import graph
from src.state import State
//- src/graph.py
graph = 1
//- src/graph/builder.py
graph = 2
//- src/state.py
State = 1
//- src/state/__init__.py
State = 2
",
    );
    let program = Program::new(&snapshot);
    assert_eq!(said(&program, "src/main.py", "graph"), "value src/graph.py:1");
    assert_eq!(
        said(&program, "src/main.py", "State"),
        "value src/state/__init__.py:1"
    );
}

fn entries(fixture: &str) -> Vec<String> {
    let snapshot = snapshot(fixture);
    let said = |entry: &EntryPoint| {
        let function = entry
            .function
            .as_ref()
            .map(|name| format!(":{name}"))
            .unwrap_or_default();
        format!("{:?} {}{function} {}", entry.trust, entry.path, entry.place)
    };
    Program::new(&snapshot).entry_points().iter().map(said).collect()
}

#[test]
fn entry_points_come_in_the_order_of_trust() {
    let fixture = "
//- pyproject.toml
[project]
name = 'x'
[project.scripts]
audit = \"pkg.cli:main\"
//- langgraph.json
{\"graphs\": {\"court\": \"./pkg/graph.py:app\"}}
//- Dockerfile
CMD [\"uvicorn\", \"pkg.api:app\", \"--port\", \"80\"]
//- README.md
Run `python -m pkg` or `python tools/seed.py --all`, test with `python tests/test_x.py`.
//- pkg/__init__.py
//- pkg/__main__.py
//- pkg/cli.py
from pkg.lib import x
//- pkg/api.py
//- pkg/graph.py
//- pkg/lib.py
if __name__ == '__main__':
    x()
//- main.py
run()
//- once.py
if '__main__' == __name__:
    pass
//- tools/seed.py
//- tests/test_x.py
if __name__ == '__main__':
    pass
";
    assert_eq!(
        entries(fixture),
        [
            "Script pkg/cli.py:main pyproject.toml:4",
            "Server pkg/graph.py:app langgraph.json:1",
            "Container pkg/api.py:app Dockerfile:1",
            "Command pkg/__main__.py README.md:1",
            "Command tools/seed.py README.md:1",
            "MainName main.py main.py:1",
            "Guard once.py once.py:1",
            "ImportedGuard pkg/lib.py pkg/lib.py:1",
        ]
    );
}

const REACHED: &str = "
//- main.py
from service import Service, register
import worker
def main():
    Service().start(callback)
def callback():
    pass
def forgotten():
    callback_of_forgotten()
def callback_of_forgotten():
    pass
@worker.app.get('/')
def handler():
    pass
if __name__ == '__main__':
    main()
//- service.py
import ast
class Service:
    def start(self, f):
        def inner():
            helper()
        inner()
        visitor = Finder()
        ast.walk(visitor)
    def stop(self):
        pass
class Finder(ast.NodeVisitor):
    def visit_Call(self, node):
        pass
def helper():
    pass
def register():
    pass
if __name__ == '__main__':
    register()
//- worker.py
app = make()
//- attic.py
def unused():
    pass
//- tests/test_main.py
from attic import unused
def test_it():
    unused()
";

#[test]
fn only_what_is_started_is_reached() {
    let snapshot = snapshot(REACHED);
    let program = &Program::new(&snapshot);
    let live: Vec<&str> = program.paths().filter(|path| program.is_live(path)).collect();
    assert_eq!(live, ["main.py", "service.py", "worker.py"]);
    let reached = program
        .functions()
        .filter(|function| program.is_reached(function));
    let reached: Vec<String> = reached.map(|function| function.qualified()).collect();
    assert_eq!(
        reached,
        [
            "main",
            "callback",
            "handler",
            "Service.start",
            "inner",
            "Finder.visit_Call",
            "helper"
        ]
    );
    let main = program
        .functions()
        .find(|function| function.function.name == "main")
        .unwrap();
    let callees: Vec<String> = program
        .callees(&main)
        .iter()
        .map(FunctionRef::qualified)
        .collect();
    assert_eq!(callees, ["callback", "Service.start"]);
}

#[test]
fn without_an_entry_point_all_that_is_no_test_is_live() {
    let snapshot = snapshot("//- a.py\ndef f(): pass\n//- test_a.py\ndef g(): pass\n");
    let program = &Program::new(&snapshot);
    assert_eq!(program.entry_points(), []);
    assert!(program.is_live("a.py") && !program.is_live("test_a.py"));
    assert!(
        program
            .functions()
            .all(|function| program.is_reached(&function) == (function.path == "a.py"))
    );
}

#[test]
fn classes_that_inherit_in_circles_end() {
    let mut fixture = String::from("//- a.py\n");
    for at in 0..40 {
        let next = (at + 1) % 40;
        fixture += &format!("class A{at}(A{next}, B{next}): pass\nclass B{at}(B{next}, A{next}): pass\n");
    }
    let snapshot = snapshot(&fixture);
    assert_eq!(said(&Program::new(&snapshot), "a.py", "A0.missing"), "nothing");
}

/// Each would take hours if a name were looked for in all statements each time it is used.
#[test]
fn names_bound_without_end_are_found_at_once() {
    let many = |line: &dyn Fn(usize) -> String| (0..5_000).map(line).collect::<String>();
    for body in [
        many(&|at| format!("x = x\nx{at} = x{}\n", at + 1)),
        format!(
            "def f(a):\n{}",
            many(&|at| format!("    x{at} = x{}.y(x, a)\n    x = x\n", at + 1))
        ),
        format!(
            "class C:\n    def f(self):\n{}",
            many(&|at| format!("        self.a{at} = self.a{}\n        self.b = self.b\n", at + 1))
        ),
        format!(
            "class C:\n{}    def f(self):\n{}",
            many(&|at| format!("    a{at} = a\n")),
            many(&|at| format!("        self.a{at}.b\n"))
        ),
    ] {
        let snapshot = snapshot(&format!("//- main.py\n{body}"));
        assert_eq!(Program::new(&snapshot).unparsed().len(), 0);
        assert_eq!(Program::new(&snapshot).entry_points(), []);
    }
}

#[test]
fn the_way_to_a_line_is_the_shortest_chain_of_calls_or_what_else_there_is() {
    let snapshot = Snapshot::from_fixture(
        "//- main.py\nfrom lib import run\n\nif __name__ == \"__main__\":\n    run()\n//- lib.py\nLIMIT = 3\n\ndef run():\n    def inner():\n        return helper()\n    return inner()\n\ndef helper():\n    return LIMIT\n\ndef idle():\n    return 0\n//- tests/test_lib.py\ndef test_it():\n    pass\n",
    );
    let program = &Program::new(&snapshot);
    let way = |path: &str, line: u32| match program.way_to(path, line) {
        Way::Called(chain) => chain
            .iter()
            .map(|function| function.qualified())
            .collect::<Vec<_>>()
            .join(" "),
        other => format!("{other:?}"),
    };
    assert!(way("lib.py", 9).starts_with("run"), "{}", way("lib.py", 9));
    assert!(way("lib.py", 9).ends_with("helper"), "{}", way("lib.py", 9));
    assert_eq!(way("lib.py", 1), "Imported(\"lib.py\")");
    assert_eq!(way("lib.py", 12), "Unreached");
    assert_eq!(way("tests/test_lib.py", 1), "Test");
    assert_eq!(way("README.md", 1), "Unknown");
}

#[test]
fn tests_are_left_out_before_the_program_when_there_is_too_much_python() {
    let mut snapshot = Snapshot::default();
    let comment = format!("#{}\n", "x".repeat(crate::parse::BYTES_MAX - 2));
    for number in 0..BYTES_MAX.div_ceil(comment.len()) {
        let bytes = comment.clone().into_bytes();
        snapshot
            .files
            .insert(format!("tests/{number}.py"), File { bytes });
    }
    let bytes = b"def start():\n    pass\n".to_vec();
    snapshot.files.insert("zoo.py".to_owned(), File { bytes });
    let program = Program::new(&snapshot);
    assert!(program.module("zoo.py").is_some());
    let left_out: Vec<_> = program.unparsed().iter().collect();
    assert!(
        matches!(left_out.as_slice(), [(path, why)] if path.starts_with("tests/") && why.contains("9 MiB")),
        "{left_out:?}"
    );
}

#[test]
fn modules_that_are_remembered_are_not_parsed_again_and_come_to_the_same() {
    let with = |known| {
        let mut snapshot = snapshot(LAYOUT);
        snapshot.memory = Memory::of(known);
        let reading = Reading::of(&snapshot, true);
        let program = Program::of(&snapshot, &reading);
        let modules: Vec<Module> = program.modules().cloned().collect();
        let parsed = (modules, reading.take_facts(), program.unparsed().clone());
        (parsed, snapshot.memory.take_fresh())
    };
    let (parsed, learnt) = with(Vec::new());
    // A tree and the facts of each.
    assert_eq!(learnt.len(), 2 * parsed.0.len());
    let (again, more) = with(learnt);
    assert_eq!((again, more.len()), (parsed.clone(), 0));
    let plain = Program::new(&snapshot(LAYOUT));
    assert_eq!(plain.modules().cloned().collect::<Vec<_>>(), parsed.0);
}
