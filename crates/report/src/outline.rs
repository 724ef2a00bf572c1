//! Graphs for a terminal: in lines, and as one drawing.

use crate::mermaid::draw_steps;
use court::visible::visible;
use serde_json::Value;

/// A graph in a few lines: what it is, what runs when, what follows from that.
#[must_use]
pub fn outline(graph: &Value) -> Vec<String> {
    let size = |key: &str| graph[key].as_array().map_or(0, Vec::len);
    let life = if is_live(graph) { "live" } else { "not run" };
    let mut lines = vec![format!(
        "{}, {} nodes, {} edges, {life}",
        title(graph),
        size("nodes"),
        size("edges")
    )];
    for (at, step) in texts(&graph["supersteps"]).iter().enumerate() {
        lines.push(format!("  superstep {}: {}", at + 1, step.join(", ")));
    }
    let proven = graph["behaviour"].as_array().map_or(&[][..], Vec::as_slice);
    for finding in proven {
        let text = |key: &str| finding[key].as_str().unwrap_or_default();
        let place = finding["places"][0].as_str().unwrap_or_default();
        lines.push(format!(
            "  {:<5} {:<24} {} {place}",
            text("weight"),
            text("kind"),
            text("text")
        ));
        let ways = finding["counter_example"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        lines.extend(
            ways.iter()
                .filter_map(|way| Some(format!("{:<32}{}", "", way.as_str()?))),
        );
    }
    let unproven = graph["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let unproven = unproven.iter().skip(proven.len());
    lines.extend(unproven.filter_map(|text| Some(format!("  note  {}", text.as_str()?))));
    lines
}

fn title(graph: &Value) -> String {
    let text = |key: &str| graph[key].as_str().unwrap_or("unknown");
    format!("graph {} ({})", text("defined_at"), text("framework"))
}

fn is_live(graph: &Value) -> bool {
    graph["live"].as_bool() == Some(true)
}

fn texts(lists: &Value) -> Vec<Vec<&str>> {
    let lists = lists.as_array().map_or(&[][..], Vec::as_slice);
    let each = lists.iter().filter_map(Value::as_array);
    each.map(|list| list.iter().filter_map(Value::as_str).collect())
        .collect()
}

/// The live graph, or every graph under a comment that says which it is.
#[must_use]
pub fn drawing(topology: &[Value]) -> String {
    let live: Vec<&Value> = topology.iter().filter(|graph| is_live(graph)).take(1).collect();
    let shown = if live.is_empty() {
        topology.iter().collect()
    } else {
        live
    };
    let drawn = shown.into_iter().filter_map(|graph| {
        let comment = visible(&title(graph)).replace(['\n', '{', '}'], " ");
        Some(format!("%% {comment}\n{}\n", draw_steps(graph)?))
    });
    let drawn: Vec<String> = drawn.collect();
    if drawn.is_empty() {
        return "%% no graph is built\nflowchart TD\n".to_owned();
    }
    drawn.join("\n")
}
