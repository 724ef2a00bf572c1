use super::super::Diagram;
use super::super::roles::Bench;
use super::*;
use documents::document::read as open;

fn only(report: &str) -> Diagram {
    let document = open("r.md", report.as_bytes());
    let mut blocks = blocks(&document, &Passages::of(&document));
    assert_eq!(blocks.len(), 1, "{report}");
    blocks.remove(0).diagram
}

fn edges(diagram: &Diagram) -> Vec<String> {
    let edge = |edge: &super::super::graph::Edge| format!("{}>{}", edge.from, edge.to);
    diagram.graph.edges.iter().map(edge).collect()
}

#[test]
fn every_form_of_arrow_is_an_edge() {
    let source = "graph TD\nA --> B\nB -- yes --> C\nC -->|no| D\nD -.-> E\nE ==> F & G\nF --- H[\"x --> y\"]\nG -. maybe .-> H\nA-->D:::red\nH --o A";
    let found = edges(&only(&format!("```mermaid\n{source}\n```\n")));
    assert_eq!(
        found,
        [
            "A>B", "B>C", "C>D", "D>E", "E>F", "E>G", "F>H", "G>H", "A>D", "H>A"
        ]
    );
}

#[test]
fn wrapped_lines_of_a_page_are_put_together_and_prose_ends_the_block() {
    let source = "flowchart TD\nS[START] --> R[\"Repo\nInvestigator\"]\nS -->\nD[Doc Analyst]\nR --> A\nD --> A\nThe report goes on here.\nIt says more of this.\nAnd then some more.\n";
    let diagram = only(source);
    assert_eq!(edges(&diagram), ["S>R", "S>D", "R>A", "D>A"]);
    assert_eq!(diagram.graph.nodes["R"], "Repo Investigator");
    assert!(diagram.graph.branches(Bench::Detectives));
}

#[test]
fn groups_and_states_are_read() {
    let source = "stateDiagram-v2\n[*] --> Ctx\nstate \"Repo Investigator\" as ri\nstate Court {\n  Prosecutor --> Done : opines\n  Defense --> Done\n}\nCtx --> ri\nCtx --> Court\nDone --> [*]";
    let diagram = only(&format!("```mermaid\n{source}\n```"));
    assert_eq!(edges(&diagram)[0], "START>Ctx");
    assert_eq!(edges(&diagram)[1], "Prosecutor>Done");
    assert!(diagram.graph.branches(Bench::Judges) && !diagram.graph.branches(Bench::Detectives));
}

#[test]
fn a_sequence_shows_side_by_side_only_in_a_par_block() {
    let source = |open: &str, next: &str| {
        format!(
            "```mermaid\nsequenceDiagram\nparticipant P as Prosecutor\nparticipant D as Defense\n{open}\nC->>P: ask\n{next}\nC->>D: ask\nend\nP-->>C: opinion\n```"
        )
    };
    assert!(only(&source("par", "and")).graph.branches(Bench::Judges));
    assert!(
        !only(&source("loop x", "Note over P: x"))
            .graph
            .branches(Bench::Judges)
    );
}
