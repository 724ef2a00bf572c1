use super::*;
use crate::claim::known::tests::Fixture;
use crate::diagram::given;
use documents::document::{Document, Figure, Page, read};
use documents::picture::Wanted;

const CODE: &str = "//- main.py\nfrom langgraph.graph import StateGraph, START, END\n\ndef one(state):\n    return state\n\nb = StateGraph(dict)\nfor name in [\"repo_investigator\", \"doc_analyst\", \"evidence_aggregator\", \"prosecutor\", \"defense\", \"chief_justice\"]:\n    b.add_node(name, one)\nb.add_edge(START, \"repo_investigator\")\nb.add_edge(START, \"doc_analyst\")\nb.add_edge([\"repo_investigator\", \"doc_analyst\"], \"evidence_aggregator\")\nb.add_edge(\"evidence_aggregator\", \"prosecutor\")\nb.add_edge(\"evidence_aggregator\", \"defense\")\nb.add_edge([\"prosecutor\", \"defense\"], \"chief_justice\")\nb.add_edge(\"chief_justice\", END)\ng = b.compile()\n\nif __name__ == \"__main__\":\n    g.invoke({})\n";

fn area(left: i32, top: i32, width: i32) -> Area {
    Area {
        left,
        top,
        right: left + width,
        bottom: top + 20,
    }
}

/// A picture on the only page of a report in which these words stand, middle and top.
fn pictured(labels: &[(i32, i32, &str)], confidence: u8) -> Diagram {
    let mut known = Fixture::of(CODE);
    let wanted = Wanted {
        page: 1,
        area: area(50, 300, 400),
        is_drawn: false,
    };
    let wanted = Wanted {
        area: Area {
            bottom: 600,
            ..wanted.area
        },
        ..wanted
    };
    let lines = labels.iter().map(|(x, y, text)| Lettered {
        text: (*text).to_owned(),
        area: area(x - 60, *y, 120),
        confidence,
    });
    let page = Page {
        number: 1,
        width: 600,
        height: 800,
        images: vec![Figure {
            width: 900,
            height: 700,
            area: wanted.area,
        }],
        ..Page::default()
    };
    known.reports = vec![Document {
        reading: Ok(vec![page]),
        letterings: vec![Lettering {
            wanted,
            lines: Ok(lines.collect()),
            is_cut: false,
        }],
        ..read("r.pdf", b"")
    }];
    given(&known).remove(0)
}

const FORKED: [(i32, i32, &str); 9] = [
    (450, 20, "START"),
    (250, 120, "Repolnvestigator"),
    (650, 124, "DocAnalyst"),
    (650, 150, "evidences"),
    (450, 240, "Evidence"),
    (450, 262, "Aggregator"),
    (250, 340, "Prosecutor"),
    (650, 338, "Defense"),
    (450, 440, "Chief Justice"),
];

#[test]
fn branches_in_rows_of_their_own_are_shown_side_by_side_and_the_nodes_are_named() {
    let diagram = pictured(&FORKED, 97);
    assert_eq!(
        (diagram.detectives_parallel, diagram.judges_parallel),
        (Some(true), Some(true))
    );
    let read = diagram.lettering.unwrap();
    let names = read.names.clone().unwrap();
    assert_eq!((names.nodes.len(), names.missing.len()), (6, 0), "{names:?}");
    assert_eq!(read.confidence(), 97);
    // The same, drawn from the left to the right.
    let turned = FORKED.map(|(x, y, text)| (y * 3, x, text));
    let turned = turned.map(|(x, y, text)| {
        if text == "Aggregator" {
            (x - 66, y + 22, text)
        } else {
            (x, y, text)
        }
    });
    let diagram = pictured(&turned, 97);
    assert_eq!(
        (diagram.detectives_parallel, diagram.judges_parallel),
        (Some(true), Some(true))
    );
}

#[test]
fn a_chain_in_whatever_direction_shows_no_branches() {
    let names = [
        "START",
        "RepoInvestigator",
        "DocAnalyst",
        "Evidence Aggregator",
        "Prosecutor",
        "Defense",
        "Chief Justice",
    ];
    let down: Vec<_> = (0..).zip(names).map(|(at, name)| (300, at * 100, name)).collect();
    let right: Vec<_> = (0..)
        .zip(names)
        .map(|(at, name)| (100 + at * 200, 100, name))
        .collect();
    // Two rows, as a chain that is broken over lines.
    let broken: Vec<_> = (0..)
        .zip(names)
        .map(|(at, name)| (100 + at % 4 * 200, at / 4 * 100, name))
        .collect();
    for labels in [down, right, broken] {
        let diagram = pictured(&labels, 97);
        assert!(
            diagram
                .lettering
                .as_ref()
                .is_some_and(|read| read.names.is_some())
        );
        assert_eq!(
            (diagram.detectives_parallel, diagram.judges_parallel),
            (None, None),
            "{labels:?}"
        );
    }
}

#[test]
fn a_row_between_one_node_and_words_or_another_node_is_a_fan_whoever_else_stands_in_it() {
    let judges = [
        (300, 200, "Prosecutor"),
        (500, 200, "Defense"),
        (700, 200, "TechLead"),
        (900, 200, "Evidence Missing"),
    ];
    let mut labels = judges.to_vec();
    labels.extend([
        (500, 100, "Both sides read the same"),
        (520, 300, "Chief Justice"),
    ]);
    assert_eq!(pictured(&labels, 97).judges_parallel, Some(true));
    // The next of a chain stands at an end.
    labels.last_mut().unwrap().0 = 300;
    assert_eq!(pictured(&labels, 97).judges_parallel, None);
    assert_eq!(pictured(&judges, 97).judges_parallel, None);
}

#[test]
fn a_node_between_the_members_of_a_row_is_passed_by_and_one_at_its_end_is_a_chain() {
    let mut labels = FORKED.to_vec();
    labels.push((450, 342, "Evidence Aggregator"));
    labels.retain(|(_, y, _)| !(240..300).contains(y));
    assert_eq!(pictured(&labels, 97).judges_parallel, Some(true));
    labels.last_mut().unwrap().0 = 900;
    let diagram = pictured(&labels, 97);
    assert_eq!(
        (diagram.detectives_parallel, diagram.judges_parallel),
        (Some(true), None)
    );
}

#[test]
fn a_picture_of_something_else_or_badly_read_shows_nothing_of_the_graph() {
    let other = [
        (450, 20, "User"),
        (250, 120, "Prosecutor"),
        (650, 120, "Defense"),
        (450, 240, "Chief"),
    ];
    for diagram in [pictured(&other, 97), pictured(&FORKED, 60)] {
        assert_eq!(
            (diagram.detectives_parallel, diagram.judges_parallel),
            (None, None)
        );
        assert!(diagram.lettering.is_some_and(|read| read.names.is_none()));
    }
}

#[test]
fn letters_that_look_alike_are_put_right_only_where_one_thing_can_be_meant() {
    let known = BTreeMap::from([(folded("tool_caller"), "tool_caller".to_owned())]);
    for (read, expected) in [
        ("too1 caIler", "tool_caller"),
        ("Visionlnspector", "VisionInspector"),
        ("Tech Lead", "Tech Lead"),
        ("small talk", "small talk"),
        ("Detective Nodes Parallel", "Detective Nodes Parallel"),
    ] {
        assert_eq!(meant(read, &known), expected);
    }
}
