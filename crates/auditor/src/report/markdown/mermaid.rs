//! A topology as a Mermaid flowchart; its labels are text of the subject and cannot become syntax.

use crate::report::words::shorten;
use serde_json::Value;
use std::collections::BTreeMap;

/// More than this nobody reads, and renderers refuse.
const EDGES_MAX: usize = 150;
/// Most characters of a label.
const LABEL_MAX: usize = 60;

/// `None` where the graph has no edges that could be drawn, or too many.
pub(super) fn draw(graph: &Value) -> Option<String> {
    let edges = graph["edges"]
        .as_array()
        .filter(|edges| edges.len() <= EDGES_MAX)?;
    let edges: Vec<(&str, &str, bool)> = edges.iter().filter_map(edge).collect();
    if edges.is_empty() {
        return None;
    }
    let isolated = graph["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let names = edges
        .iter()
        .flat_map(|(from, to, _)| [*from, *to])
        .chain(isolated.iter().filter_map(Value::as_str).take(EDGES_MAX));
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    let mut text = "flowchart TD".to_owned();
    for name in names {
        let next = ids.len();
        if let std::collections::btree_map::Entry::Vacant(slot) = ids.entry(name) {
            slot.insert(next);
            text.push_str(&format!("\n  n{next}[\"{}\"]", label(name)));
        }
    }
    for (from, to, is_conditional) in edges {
        let arrow = if is_conditional { "-.->" } else { "-->" };
        text.push_str(&format!("\n  n{} {arrow} n{}", ids[from], ids[to]));
    }
    Some(text)
}

fn edge(edge: &Value) -> Option<(&str, &str, bool)> {
    Some((
        edge[0].as_str()?,
        edge[1].as_str()?,
        edge[2].as_bool().unwrap_or(false),
    ))
}

/// Letters, digits and a few harmless marks as they are, everything else by its number.
fn label(name: &str) -> String {
    shorten(name, LABEL_MAX)
        .chars()
        .fold(String::new(), |mut out, character| {
            if character.is_alphanumeric() || " _-.:/…".contains(character) {
                out.push(character);
            } else {
                out.push_str(&format!("#{};", u32::from(character)));
            }
            out
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_node_name_cannot_end_its_label_or_begin_a_directive() {
        let graph =
            json!({"nodes": ["alone"], "edges": [["START", "a\"] --> x[\"%%{init: 1}%%\n<b>`", true]]});
        let drawn = draw(&graph).expect("it has an edge");
        assert_eq!(
            drawn,
            "flowchart TD\n  n0[\"START\"]\n  n1[\"a#34;#93; --#62; x#91;#34;#37;#37;#123;init: 1#125;#37;#37;#10;#60;b#62;#96;\"]\
             \n  n2[\"alone\"]\n  n0 -.-> n1"
        );
    }
}
