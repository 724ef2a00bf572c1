use super::Field;
use subject::Snapshot;

#[test]
fn who_asks_of_graphs_gets_the_probes_of_langgraph_and_the_general_ones() {
    let wanted = Field::wanted(["graph.nodes", "no.such_probe"]);
    assert_eq!(
        wanted.into_iter().collect::<Vec<_>>(),
        [Field::General, Field::LangGraph]
    );
    assert_eq!(Field::wanted(["git.commits"]).len(), 1);
}

#[test]
fn a_subject_is_a_langgraph_auditor_only_where_it_brings_in_langgraph_and_judges() {
    let graph = "from langgraph.graph import StateGraph\n";
    let court = "class Prosecutor: ...\nclass Detective: ...\nrubric = {}\n";
    let cases = [
        (
            format!("//- src/a.py\n{graph}//- src/b.py\n{court}"),
            Field::LangGraph,
        ),
        (format!("//- src/a.py\n{graph}chat = 1\n"), Field::Engineering),
        (format!("//- src/a.py\n{court}"), Field::Engineering),
        (format!("//- tests/a.py\n{graph}{court}"), Field::Engineering),
        (
            format!(
                "//- harness/a.py\n{graph}{court}//- src/main.rs\n{}",
                "fn f() {}\n".repeat(100)
            ),
            Field::Engineering,
        ),
        (
            format!(
                "//- src/a.py\n{graph}{court}//- web/app.js\n{}",
                "f();\n".repeat(60)
            ),
            Field::LangGraph,
        ),
    ];
    for (fixture, field) in cases {
        assert_eq!(
            Field::of_subject(&Snapshot::from_fixture(&fixture)),
            field,
            "{fixture}"
        );
    }
}
