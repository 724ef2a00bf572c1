use super::*;
use documents::document::read;

fn told(report: &str) -> Vec<String> {
    let document = read("r.md", report.as_bytes());
    let blocks = blocks(&document, &Passages::of(&document));
    let told = blocks.iter().map(|block| {
        assert!(!block.diagram.is_read() && block.diagram.graph.nodes.is_empty());
        format!("{} {}", block.diagram.place, block.diagram.about)
    });
    told.collect()
}

#[test]
fn sources_are_told_with_all_of_their_rows() {
    let report = "```dot\ndigraph \"my graph\" {\n  subgraph a {\n  x }\n  x -> y\n}\n```\n\nText.\n\n@startuml\nA -> B\n@enduml\n\ndigraph\n{\na -> b\n}\n";
    assert_eq!(
        told(report),
        [
            "r.md:2-6 a Graphviz source",
            "r.md:11-13 a PlantUML source",
            "r.md:15-18 a Graphviz source"
        ]
    );
}

#[test]
fn a_source_that_is_not_closed_is_told_and_other_brackets_are_none() {
    assert_eq!(told("@startuml\nA -> B\n"), ["r.md:1 a PlantUML source"]);
    assert_eq!(told("digraph { a -> b\n"), ["r.md:1 a Graphviz source"]);
    assert_eq!(
        told("graph = {\"a\": 1}\ngraph {}\ngraph TD\na --> b{c}\n"),
        [""; 0]
    );
}
