use super::*;
use serde_json::{Value, json};

fn rows(graph: &Value) -> Vec<(String, usize)> {
    let layout = Layout::of(&Graph::of(graph));
    let mut rows: Vec<(String, usize)> = layout
        .nodes
        .iter()
        .map(|node| (node.name.to_owned(), node.row))
        .collect();
    rows.sort_by_key(|(_, row)| *row);
    rows
}

#[test]
fn supersteps_are_rows_between_the_start_and_the_end() {
    let graph = json!({
        "nodes": ["a", "b", "c", "lost"], "supersteps": [["a", "b"], ["c"], ["c"]],
        "edges": [["START", "a", false], ["START", "b", true], ["a", "c", false], ["b", "c", false], ["c", "END", false]],
        "behaviour": [{"text": "`c` runs twice"}]
    });
    let placed = rows(&graph);
    let expected = [
        ("START", 0),
        ("a", 1),
        ("b", 1),
        ("c", 2),
        ("END", 4),
        ("lost", 5),
    ];
    assert_eq!(placed, expected.map(|(name, row)| (name.to_owned(), row)));
    let layout = Layout::of(&Graph::of(&graph));
    let twice = layout.nodes.iter().find(|node| node.name == "c").unwrap();
    assert_eq!((twice.runs, twice.findings.as_slice()), (2, [1].as_slice()));
}

#[test]
fn a_graph_without_supersteps_is_laid_out_along_its_edges_even_in_a_circle() {
    let graph = json!({"nodes": [], "edges": [["START", "a", false], ["a", "b", false], ["b", "a", false], ["b", "END", true]]});
    let expected = [("START", 0), ("a", 1), ("b", 2), ("END", 3)];
    assert_eq!(rows(&graph), expected.map(|(name, row)| (name.to_owned(), row)));
}

#[test]
fn anything_can_be_laid_out() {
    for graph in [
        json!(null),
        json!({}),
        json!({"nodes": ["a"]}),
        json!({"edges": [["a", "a", 1], [1], "x"], "supersteps": [3, ["z"]]}),
    ] {
        let layout = Layout::of(&Graph::of(&graph));
        assert_eq!(layout.rows.iter().sum::<usize>(), layout.nodes.len());
    }
}
