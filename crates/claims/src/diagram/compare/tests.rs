use super::super::given;
use super::*;
use crate::claim::known::Known as _;
use crate::claim::known::tests::Fixture;

const CODE: &str = "//- main.py\nfrom langgraph.graph import StateGraph, START, END\n\ndef one(state):\n    return state\n\ndef build():\n    builder = StateGraph(dict)\n    builder.add_node(\"repo_investigator\", one)\n    builder.add_node(\"doc_analyst\", one)\n    builder.add_node(\"aggregate\", one)\n    builder.add_edge(START, \"repo_investigator\")\n    builder.add_edge(START, \"doc_analyst\")\n    builder.add_edge(\"repo_investigator\", \"aggregate\")\n    builder.add_edge(\"doc_analyst\", \"aggregate\")\n    builder.add_edge(\"aggregate\", END)\n    return builder.compile()\n\nif __name__ == \"__main__\":\n    build().invoke({})\n";

fn held(source: &str) -> Option<Comparison> {
    let known = Fixture::of(&format!("{CODE}//- report:r.md\n```mermaid\n{source}\n```\n"));
    let built = known.live_graph().unwrap();
    compare(&given(&known)[0], built)
}

#[test]
fn a_true_drawing_agrees_over_gates_and_in_every_spelling() {
    let found = held("graph TD\nS([START]) --> G{clone ok?}\nG --> R[\"RepoInvestigator\"]\nG --> D[\"Doc Analyst (PDF)\"]\nR --> A[Aggregate node]\nD --> A\nA --> E([END])").unwrap();
    assert!(
        !found.contradicts() && found.only_built.is_empty() && found.edges_only_built.is_empty(),
        "{found:?}"
    );
    assert_eq!(found.only_drawn, ["clone ok?"]);
    let hows: Vec<How> = found.matches.iter().map(|one| one.how).collect();
    assert!(hows.contains(&How::Name) && hows.contains(&How::Words));
}

#[test]
fn a_node_that_is_called_start_is_drawn_where_the_start_is() {
    let code = CODE.replace("add_edge(START, \"doc", "add_edge(\"START\", \"doc").replace(
        "    builder.add_edge(START,",
        "    builder.add_node(\"START\", one)\n    builder.add_edge(START, \"START\")\n    builder.add_edge(START,",
    );
    let drawing = "graph TD\nSTART --> repo_investigator & doc_analyst\nrepo_investigator & doc_analyst --> aggregate --> END";
    let known = Fixture::of(&format!("{code}//- report:r.md\n```mermaid\n{drawing}\n```\n"));
    let built = known.live_graph().unwrap();
    assert!(
        built.order.iter().any(|node| node == "START"),
        "{:?}",
        built.order
    );
    let found = compare(&given(&known)[0], built).unwrap();
    assert_eq!(found.only_built, Vec::<String>::new());
}

#[test]
fn what_is_drawn_in_a_row_and_runs_side_by_side_is_told_and_the_other_way_round() {
    let found = held("graph TD\nSTART --> repo_investigator --> doc_analyst --> aggregate --> END").unwrap();
    assert_eq!(
        found.drawn_serial,
        [("repo_investigator".to_owned(), "doc_analyst".to_owned())]
    );
    let found = held("graph TD\nSTART --> repo_investigator & doc_analyst & aggregate\nrepo_investigator & doc_analyst & aggregate --> END").unwrap();
    assert_eq!(found.drawn_parallel.len(), 2, "{found:?}");
}

#[test]
fn ways_that_are_not_built_nodes_that_are_not_drawn_and_edges_that_are_left_out_are_told() {
    let found = held("graph TD\nSTART --> repo_investigator & doc_analyst\nrepo_investigator --> aggregate\naggregate --> repo_investigator").unwrap();
    assert_eq!(
        found.ways_only_drawn,
        [("aggregate".to_owned(), "repo_investigator".to_owned())]
    );
    assert_eq!(
        found.edges_only_built,
        [("doc_analyst".to_owned(), "aggregate".to_owned())]
    );
}

#[test]
fn a_drawing_of_something_else_is_not_compared() {
    assert_eq!(held("graph TD\nUser --> Browser --> Server --> Database"), None);
}
