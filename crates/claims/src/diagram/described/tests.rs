use super::super::candidate::At;
use super::*;
use crate::claim::known::Known as _;
use crate::claim::known::tests::Fixture;
use court::evidence::Place;
use documents::picture::described::Order;

#[test]
fn a_description_is_told_with_its_model_and_held_against_the_code_without_being_a_finding() {
    let code = "//- src/graph.py\nfrom langgraph.graph import StateGraph, START, END\nclass S(dict): pass\ndef a(s): return s\ndef b(s): return s\ndef c(s): return s\ng = StateGraph(S)\ng.add_node(\"load\", a)\ng.add_node(\"check\", b)\ng.add_node(\"write\", c)\ng.add_edge(START, \"load\")\ng.add_edge(START, \"check\")\ng.add_edge(\"load\", \"write\")\ng.add_edge(\"check\", \"write\")\ng.add_edge(\"write\", END)\napp = g.compile()\napp.invoke({})\n";
    let known = Fixture::of(code);
    let candidate = Candidate {
        place: Place::File("docs/flow.png".to_owned()),
        about: "a picture".to_owned(),
        at: At::File("docs/flow.png".to_owned()),
    };
    let arrow = |from: &str, to: &str| Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        label: String::new(),
    };
    let described = Described {
        kind: Drawing::Generic,
        title: String::new(),
        summary: "Three steps in a row.".to_owned(),
        nodes: ["load", "check", "write"].map(str::to_owned).to_vec(),
        edges: vec![arrow("load", "check"), arrow("check", "write")],
        order: Order::Serial,
        confidence: 80,
    };
    let told = exhibit(0, &candidate, &described, "p:m", known.live_graph());
    assert_eq!(
        told.source,
        Source::Described {
            model: "p:m".to_owned()
        }
    );
    assert!(
        told.rationale
            .contains("Held against the code, as described: it differs in"),
        "{}",
        told.rationale
    );
    let other = Described {
        kind: Drawing::None,
        ..described
    };
    let told = exhibit(1, &candidate, &other, "p:m", known.live_graph());
    assert!(!told.rationale.contains("Held against"), "{}", told.rationale);
}
