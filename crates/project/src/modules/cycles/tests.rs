use super::{Graph, components, round};
use std::collections::BTreeSet;

fn graph(edges: &[(u32, u32)]) -> Graph {
    let mut graph = Graph::new();
    for (from, to) in edges {
        graph.entry(*from).or_default().insert(*to, 1);
    }
    graph
}

#[test]
fn what_leads_to_each_other_hangs_together_and_the_shortest_way_round_is_told() {
    let graph = graph(&[
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 1),
        (3, 2),
        (5, 1),
        (6, 7),
        (7, 6),
        (4, 8),
    ]);
    let mut found = components(&graph);
    found.sort();
    assert_eq!(found, [vec![1, 2, 3, 4], vec![6, 7]]);
    let members = BTreeSet::from([1, 2, 3, 4]);
    let shortest = (1..=4)
        .filter_map(|start| round(&graph, &members, start))
        .min_by_key(Vec::len);
    let edges: Vec<(u32, u32)> = shortest
        .unwrap()
        .iter()
        .map(|edge| (edge.from, edge.to))
        .collect();
    assert_eq!(edges, [(2, 3), (3, 2)]);
}
