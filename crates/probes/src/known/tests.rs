mod letterings;

use crate::families;
use crate::investigation::ask;
use crate::known::Papers as _;
use claims::claim::{Claim, FOUND_CLAIMS_MAX, State};
use documents::document::passages::WEIGHED_ROWS_MAX;
use probes_core::Subject;

const SUBJECT: &str = "//- src/graph.py\ndef build_graph():\n    return 1\n//- Makefile\ntest:\n\tpytest\n//- main.py\nimport argparse\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--verbose\")\n";

fn claims(report: &str) -> Vec<Claim> {
    let snapshot = Subject::from_fixture(&format!("{SUBJECT}//- report:report.md\n{report}\n"));
    snapshot.claims().to_vec()
}

fn contradicted(report: &str) -> Vec<String> {
    let claims = claims(report);
    let against = claims.iter().filter(|claim| claim.state == State::Contradicted);
    against.map(|claim| claim.about.clone()).collect()
}

#[test]
fn what_is_said_of_the_subject_and_is_not_so_is_contradicted() {
    for (report, about) in [
        ("`src/graph.py` defines `make_graph()`.", "`make_graph` is here"),
        ("We implemented `run_judges()` for this.", "`run_judges` is here"),
        ("Our system stores vectors using ChromaDB.", "chromadb is used"),
        ("```bash\nmake lint\n```", "make lint"),
        ("```bash\npython main.py --dry-run\n```", "main.py --dry-run"),
    ] {
        assert_eq!(contradicted(report), [about], "{report}");
    }
}

#[test]
fn nothing_is_accused_that_the_report_does_not_claim() {
    for report in [
        "`src/graph.py` will define `make_graph()`.",
        "If `src/graph.py` defines `make_graph()`, it is used.",
        "`src/graph.py` does not define `make_graph()`.",
        "Originally `src/graph.py` defined `make_graph()`.",
        "The peer's `src/graph.py` defines `make_graph()`.",
        "For example, `src/graph.py` defines `make_graph()`.",
        "Does `src/graph.py` define `make_graph()`?",
        "## Planned\n\n`src/graph.py` defines `make_graph()`.",
        "## `src/graph.py` defines `make_graph()`",
        "Add `make_graph()` to `src/graph.py`.",
        "`src/graph.py` calls `model.with_structured_output()` and `os.path.normpath()`.",
        "When using Celery with Django, two tools are configured.",
        "Store vectors using ChromaDB or FAISS.",
        "Each query | via ChromaDB | our system",
        "\"pattern\": \"`src/graph.py` defines `make_graph()`.\"",
        "The Prosecutor found that `src/graph.py` defines `make_graph()`.",
        "Defense: Praises that `src/graph.py` defines `make_graph()`.",
        "Mitigation: `src/graph.py` defines `make_graph()`. Timeline: by Friday `src/graph.py` defines `make_graph()`.",
        "> `src/graph.py` defines `make_graph()`,\nand our system stores vectors using ChromaDB.",
        "It says \"our `src/graph.py` defines `make_graph()`\" in red.",
        "| `BenchmarkFoo_All` | `white_check_mark` |\n|---|---|\n| `make_graph()` | 12 |",
        "- [ ] `src/graph.py` defines `make_graph()`.",
        "❌ `src/graph.py` defines `make_graph()`.",
        "This system was built with Claude.",
        "```bash\nmake test\npython main.py --verbose\npython main.py --help\n```",
    ] {
        assert_eq!(contradicted(report), Vec::<String>::new(), "{report}");
    }
}

#[test]
fn a_note_is_said_by_the_author_although_it_is_marked_like_a_quotation() {
    for note in ["> [!NOTE]\n> ", "> **Warning:** ", "> Note\n> "] {
        let report = format!("{note}`src/graph.py` defines\n> `make_graph()` and src/gone.py builds it.");
        assert_eq!(
            contradicted(&report),
            ["src/gone.py", "`make_graph` is here"],
            "{report}"
        );
    }
}

#[test]
fn a_name_that_nobody_says_is_here_is_no_claim() {
    for report in [
        "Calls to `make_graph()` are cheap in `other_tool`.",
        "| BenchmarkGin_All | 43550 | 0 B/op |",
        "Take note of `enctype_of_form`.",
    ] {
        assert_eq!(claims(report), [], "{report}");
    }
    let states: Vec<State> = claims("The `make_graph` function joins all.")
        .iter()
        .map(|claim| claim.state)
        .collect();
    assert_eq!(states, [State::Unsupported]);
}

const GRAPH: &str = "//- main.py\nfrom langgraph.graph import StateGraph, START, END\n\ndef one(state):\n    return {\"evidences\": []}\n\nbuilder = StateGraph(dict)\nbuilder.add_node(\"one\", one)\nbuilder.add_edge(START, \"one\")\nbuilder.add_edge(\"one\", END)\ngraph = builder.compile()\ngraph.invoke({})\n";

#[test]
fn what_happens_at_some_time_is_not_said_to_be_so() {
    let against = |report: &str| {
        let snapshot = Subject::from_fixture(&format!("{GRAPH}//- report:report.md\n{report}\n"));
        let claims = snapshot.claims().iter();
        let against = claims.filter(|claim| claim.state == State::Contradicted);
        against.map(|claim| claim.about.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        against("It has conditional routing."),
        ["the graph has conditional edges"]
    );
    let edges = ["the graph has conditional edges"];
    assert_eq!(against("When it starts, conditional edges lead on."), edges);
    for report in [
        "When conditional edges fail, the run ends.",
        "The graph supports advanced patterns (conditional routing).",
        "The audit concluded that the graph has conditional edges.",
        "A repository with conditional edges scores well.",
        "The tests of the graph cover conditional edges.",
        "❌ Conditional edges.",
    ] {
        assert_eq!(against(report), Vec::<String>::new(), "{report}");
    }
}

#[test]
fn a_checkpointer_that_is_handed_over_accuses_nobody() {
    let code = |argument: &str| {
        format!(
            "//- main.py\nfrom langgraph.graph import StateGraph, START, END\n\ndef one(state):\n    return state\n\ndef make(saver=None):\n    builder = StateGraph(dict)\n    builder.add_node(\"one\", one)\n    builder.add_edge(START, \"one\")\n    builder.add_edge(\"one\", END)\n    return builder.compile({argument})\n\nif __name__ == \"__main__\":\n    make().invoke({{}})\n//- report:r.md\nThe graph of our system is compiled with a checkpointer.\n"
        )
    };
    let against = |argument: &str| {
        let snapshot = Subject::from_fixture(&code(argument));
        snapshot
            .claims()
            .iter()
            .filter(|claim| claim.state == State::Contradicted)
            .count()
    };
    assert_eq!((against(""), against("checkpointer=saver")), (1, 0));
    assert_eq!(against(").with_config(run=\"checkpoint\""), 0);
}

#[test]
fn a_contradiction_names_what_comes_nearest_and_where_it_is_said() {
    let claims = claims("We are proud.\n\n`src/graph.py` defines `build_graphs_now()`.");
    let claim = claims
        .iter()
        .find(|claim| claim.state == State::Contradicted)
        .unwrap();
    assert_eq!(claim.near.as_deref(), Some("build_graph"));
    assert_eq!(claim.place.to_string(), "report.md:3");
    assert!(claim.text.contains("build_graphs_now"));
}

#[test]
fn a_report_older_than_the_last_commit_is_stale_and_one_that_counts_more_is_wrong() {
    let state = |count: usize| {
        let history = "//- history\n2024-01-01T10:00:00Z Ann | Begin\n2024-01-02T10:00:00Z Ann | Go on\n";
        let text = format!("{SUBJECT}{history}//- report:report.md\nThe history has {count} commits.\n");
        Subject::from_fixture(&text).claims()[0].state
    };
    assert_eq!(
        [1, 2, 3].map(state),
        [State::Unsupported, State::Supported, State::Contradicted]
    );
}

#[test]
fn commits_of_something_else_than_git_are_not_counted() {
    let history = "//- history\n2024-01-01T10:00:00Z Ann | Begin\n";
    let text = format!("{SUBJECT}{history}//- report:report.md\nOf 3000 attempts only 1000 commits came.\n");
    assert_eq!(Subject::from_fixture(&text).claims()[0].state, State::Uncheckable);
}

#[test]
fn options_that_are_handed_on_are_not_missing() {
    let against = |parse: &str| {
        let script = format!(
            "//- run.py\nimport argparse\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--a\")\nparser.{parse}()\n"
        );
        let text = format!("{script}//- report:report.md\n```bash\npython run.py --seed\n```\n");
        let snapshot = Subject::from_fixture(&text);
        let claims = snapshot.claims().iter();
        claims.filter(|claim| claim.state == State::Contradicted).count()
    };
    assert_eq!((against("parse_args"), against("parse_known_args")), (1, 0));
}

#[test]
fn a_version_is_claimed_where_it_is_needed_and_not_where_it_dates_something() {
    let states = |report: &str| {
        let subject = "//- pyproject.toml\n[project]\nrequires-python = \">=3.12\"\n";
        let text = format!("{subject}//- report:report.md\n{report}\n");
        let snapshot = Subject::from_fixture(&text);
        snapshot
            .claims()
            .iter()
            .map(|claim| claim.state)
            .collect::<Vec<_>>()
    };
    for needed in [
        "- Python 3.10+",
        "Python 3.10 or newer is needed.",
        "Runs on Python 3.10+ (with uv).",
    ] {
        assert_eq!(states(needed), [State::Contradicted], "{needed}");
    }
    for dated in [
        "It failed below /usr/lib/python3.11/site-packages, too.",
        "The [other toolkit][1] package works with Python 3.4+.",
        "It uses Python 3.6+ type hints.",
        "Python 3.3+ natively supports namespaces.",
    ] {
        assert_eq!(states(dated), [], "{dated}");
    }
}

#[test]
fn what_is_only_spoken_of_is_not_said_to_be_used() {
    let subject = "//- Cargo.toml\n[dependencies]\ntree-sitter = \"1\"\n//- src/lib.rs\nuse tree_sitter::Parser;\n//- notes.yml\nollama: 1\n";
    let states = |report: &str| {
        let text = format!("{subject}//- report:report.md\n{report}\n");
        Subject::from_fixture(&text)
            .claims()
            .iter()
            .map(|claim| claim.state)
            .collect::<Vec<_>>()
    };
    let hooks = "//- .pre-commit-config.yaml\nrepos: []\n//- a.js\ndigest(\"SHA-256\")\n";
    for report in ["The project uses pre-commit hooks.", "Our system uses SHA-256."] {
        let text = format!("{hooks}//- report:report.md\n{report}\n");
        let snapshot = Subject::from_fixture(&text);
        assert!(
            snapshot
                .claims()
                .iter()
                .all(|claim| claim.state != State::Contradicted),
            "{report}"
        );
    }
    let choice = "The system can tell of it via Redis Streams or SSE.";
    assert!(!states(choice).contains(&State::Contradicted));
    assert_eq!(states("Local models via Ollama see other pages."), []);
    assert_eq!(states("Our system uses Ollama."), [State::Unsupported]);
    assert_eq!(
        states("Written with tree-sitter based parsing."),
        [State::Supported]
    );
}

#[test]
fn quoted_classes_are_held_against_the_class_of_that_name() {
    let subject = "//- main.py\nimport operator\nfrom typing import Annotated\n\nclass Report(BaseModel):\n    title: str\n    parts: Annotated[list, merge_parts]\n";
    let about = |fields: &str| {
        let head = "//- report:report.md\n```python\nclass Report";
        let snapshot = Subject::from_fixture(&format!("{subject}{head}{fields}```\n"));
        let claims = snapshot
            .claims()
            .iter()
            .filter(|claim| claim.state == State::Contradicted);
        claims.map(|claim| claim.because.clone()).collect::<Vec<_>>()
    };
    assert!(about("(BaseModel):\n    title: str\n    author: str\n")[0].contains("no author"));
    assert_eq!(
        about("(BaseModel):\n    parts: Annotated[list, operator.add]\n"),
        ["`parts` is joined by `merge_parts`"]
    );
    for another in [
        "(BaseModel):\n    title: str\n",
        ":\n    title: str\n    author: str\n",
        "(BaseModel):\n    author: str\n",
    ] {
        assert_eq!(about(another), Vec::<String>::new(), "{another}");
    }
}

fn told(id: &str, snapshot: &Subject) -> String {
    let probe = families::all().find(|probe| probe.id == id).unwrap();
    ask(probe, snapshot)[0].rationale.clone()
}

#[test]
fn what_stands_beyond_the_rows_that_are_weighed_is_told_and_accuses_nobody() {
    let filler = "Well.\n\n".repeat(WEIGHED_ROWS_MAX / 2);
    let says = "`src/graph.py` defines `make_graph()` and `build_graph()`.";
    let snapshot = Subject::from_fixture(&format!(
        "{SUBJECT}//- report:report.md\n`src/graph.py` defines `build_graph()`.\n{filler}{says}\n"
    ));
    assert!(
        snapshot
            .claims()
            .iter()
            .all(|claim| claim.state == State::Supported)
    );
    let line = WEIGHED_ROWS_MAX + 1;
    let gap =
        format!("from report.md:{line} on, statements are not weighed: more than {WEIGHED_ROWS_MAX} rows");
    assert!(
        told("docs.claims", &snapshot).contains(&gap),
        "{}",
        told("docs.claims", &snapshot)
    );
}

#[test]
fn claims_of_found_documents_beyond_the_limit_are_told() {
    let says = |count: usize| -> String {
        (0..count)
            .map(|at| format!("See `src/graph_{at}.py`.\n\n"))
            .collect()
    };
    let files: String = (0..=FOUND_CLAIMS_MAX)
        .map(|at| format!("//- src/graph_{at}.py\nX = 1\n"))
        .collect();
    let most = format!("no more than {FOUND_CLAIMS_MAX} of their statements are looked at");
    for (count, is_told) in [(FOUND_CLAIMS_MAX - 1, false), (FOUND_CLAIMS_MAX + 1, true)] {
        let snapshot = Subject::from_fixture(&format!(
            "{files}//- README.md\n# It\n\n{}//- found\n",
            says(count)
        ));
        let told = told("docs.found", &snapshot);
        assert_eq!(told.contains(&most), is_told, "{told}");
    }
}

#[test]
fn every_question_of_a_capability_is_asked_by_a_probe() {
    let table = include_str!("../../../claims/src/claim/capability.toml");
    let asked: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("question = "))
        .map(|id| id.trim_matches('"'))
        .collect();
    assert!(!asked.is_empty());
    let probes = || probes_langgraph::FAMILIES.iter().copied().flatten();
    let unknown: Vec<&&str> = asked
        .iter()
        .filter(|id| !probes().any(|probe| probe.id == **id))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
