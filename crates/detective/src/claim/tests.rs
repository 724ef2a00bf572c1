use super::{Claim, State, ledger};
use crate::snapshot::Snapshot;

const SUBJECT: &str = "//- src/graph.py\ndef build_graph():\n    return 1\n//- Makefile\ntest:\n\tpytest\n//- main.py\nimport argparse\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--verbose\")\n";

fn claims(report: &str) -> Vec<Claim> {
    let snapshot = Snapshot::from_fixture(&format!("{SUBJECT}//- report:report.md\n{report}\n"));
    ledger(&snapshot).to_vec()
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
        "```bash\nmake test\npython main.py --verbose\npython main.py --help\n```",
    ] {
        assert_eq!(contradicted(report), Vec::<String>::new(), "{report}");
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
        let snapshot = Snapshot::from_fixture(&code(argument));
        ledger(&snapshot)
            .iter()
            .filter(|claim| claim.state == State::Contradicted)
            .count()
    };
    assert_eq!((against(""), against("checkpointer=saver")), (1, 0));
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
        ledger(&Snapshot::from_fixture(&text))[0].state
    };
    assert_eq!(
        [1, 2, 3].map(state),
        [State::Unsupported, State::Supported, State::Contradicted]
    );
}

#[test]
fn quoted_classes_are_held_against_the_class_of_that_name() {
    let subject = "//- main.py\nimport operator\nfrom typing import Annotated\n\nclass Report:\n    title: str\n    parts: Annotated[list, merge_parts]\n";
    let about = |fields: &str| {
        let report = format!("//- report:report.md\n```python\nclass Report(BaseModel):\n{fields}```\n");
        let snapshot = Snapshot::from_fixture(&format!("{subject}{report}"));
        let claims = ledger(&snapshot)
            .iter()
            .filter(|claim| claim.state == State::Contradicted);
        claims.map(|claim| claim.because.clone()).collect::<Vec<_>>()
    };
    assert_eq!(about("    title: str\n"), Vec::<String>::new());
    assert!(about("    author: str\n")[0].contains("no author"));
    assert_eq!(
        about("    parts: Annotated[list, operator.add]\n"),
        ["`parts` is joined by `merge_parts`"]
    );
}
