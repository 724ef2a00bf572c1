use super::*;

fn graph(edges: &[(&str, &str)]) -> Graph {
    let mut graph = Graph::default();
    for (from, to) in edges {
        graph.add_node(from, None);
        graph.add_node(to, None);
        graph.add_edge(from, to);
    }
    graph
}

#[test]
fn branches_start_from_one_point_and_do_not_lead_to_each_other() {
    let fan = graph(&[
        ("hub", "prosecutor"),
        ("hub", "defense"),
        ("prosecutor", "chief"),
        ("defense", "chief"),
    ]);
    assert!(fan.branches(Bench::Judges) && !fan.branches(Bench::Detectives));
    let line = graph(&[
        ("hub", "prosecutor"),
        ("prosecutor", "defense"),
        ("hub", "defense"),
    ]);
    assert!(!line.branches(Bench::Judges));
    let retried = graph(&[
        ("hub", "prosecutor"),
        ("hub", "defense"),
        ("prosecutor", "hub"),
        ("defense", "hub"),
    ]);
    assert!(retried.branches(Bench::Judges));
}

#[test]
fn gates_between_the_point_and_the_branches_do_not_hide_them() {
    let gated = graph(&[
        ("entry", "g1"),
        ("entry", "g2"),
        ("g1", "repo_investigator"),
        ("g2", "doc_analyst"),
    ]);
    assert!(gated.branches(Bench::Detectives));
}

#[test]
fn an_arrow_to_a_group_is_an_arrow_to_its_members() {
    let mut grouped = graph(&[("hub", "bench")]);
    for member in ["prosecutor", "tech_lead"] {
        grouped.add_node(member, None);
        grouped
            .groups
            .entry("bench".to_owned())
            .or_default()
            .insert(member.to_owned());
    }
    assert!(grouped.branches(Bench::Judges));
}
