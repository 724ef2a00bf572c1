//! From what a model wrote about a picture to a description, every repair on the way written down.

use crate::answer::schema::object;
use crate::answer::{ANSWER_BYTES, Malformed, limited, locate, wrong};
use crate::attempts::Understood;
use documents::picture::described::{Arrow, Described, Drawing, Order};
use serde_json::{Map, Value, json};

/// Boxes and arrows that are kept: a larger diagram shows nobody anything.
const NODES_MAX: usize = 80;
const EDGES_MAX: usize = 200;
/// Characters of a label, and of a title or a summary.
const LABEL_CHARS: usize = 120;
const SENTENCE_CHARS: usize = 400;
/// Arrows that may point at boxes that were not named, before the answer contradicts itself.
const STRAYS_MAX: usize = 5;
/// The keys by which an answer is known.
const KEYS: [&str; 2] = ["summary", "nodes"];

/// The form of a description, in the dialect that all providers with strict schemas take. The order of the keys
/// is the order in which a model has to write.
pub fn schema() -> Value {
    let text = json!({ "type": "string" });
    let edge = object(&[
        ("from", text.clone()),
        ("to", text.clone()),
        ("label", text.clone()),
    ]);
    object(&[
        ("summary", text.clone()),
        (
            "classification",
            json!({ "type": "string", "enum": Drawing::WORDS.map(|(word, _)| word) }),
        ),
        ("title", text.clone()),
        ("nodes", json!({ "type": "array", "items": text })),
        ("edges", json!({ "type": "array", "items": edge })),
        (
            "order",
            json!({ "type": "string", "enum": ["parallel", "serial", "mixed", "unclear"] }),
        ),
        ("confidence", json!({ "type": "integer" })),
    ])
}

/// Reads a description. The strings are the repairs, in the order in which they were made.
pub(super) fn parse(text: &str) -> Understood<Described> {
    if text.len() > ANSWER_BYTES {
        return Err(Malformed::TooLong);
    }
    let mut repairs = Vec::new();
    let is_answer = |map: &Map<String, Value>| KEYS.iter().all(|key| map.contains_key(*key));
    let map = locate::object(text, &is_answer, &mut repairs)?;
    let nodes = nodes(&map, &mut repairs)?;
    let described = Described {
        kind: kind(&map, &mut repairs)?,
        title: sentence(&map, "title", &mut repairs),
        summary: sentence(&map, "summary", &mut repairs),
        edges: edges(&map, &nodes, &mut repairs)?,
        order: order(&map, &mut repairs),
        confidence: confidence(&map, &mut repairs),
        nodes,
    };
    if described.summary.is_empty() {
        return Err(Malformed::Missing("summary"));
    }
    Ok((described, repairs))
}

fn kind(map: &Map<String, Value>, repairs: &mut Vec<String>) -> Result<Drawing, Malformed> {
    let value = map
        .get("classification")
        .ok_or(Malformed::Missing("classification"))?;
    let said = value.as_str().unwrap_or_default().to_lowercase();
    let exact = Drawing::WORDS.iter().find(|(word, _)| *word == said);
    if let Some((_, kind)) = exact {
        return Ok(*kind);
    }
    // "LangGraph State Machine", "Sequence Diagram", "Generic Flowchart".
    let within = Drawing::WORDS.iter().find(|(word, _)| said.contains(word));
    let (word, kind) =
        within.ok_or_else(|| wrong("classification", value, "langgraph, sequence, generic or none"))?;
    repairs.push(format!("classification: taken as {word}"));
    Ok(*kind)
}

fn sentence(map: &Map<String, Value>, key: &'static str, repairs: &mut Vec<String>) -> String {
    let text = map.get(key).and_then(Value::as_str).unwrap_or_default();
    one_line(text, SENTENCE_CHARS, key, repairs)
}

fn one_line(text: &str, most: usize, key: &str, repairs: &mut Vec<String>) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    limited(&text.join(" "), most, key, repairs)
}

fn nodes(map: &Map<String, Value>, repairs: &mut Vec<String>) -> Result<Vec<String>, Malformed> {
    let value = map.get("nodes").ok_or(Malformed::Missing("nodes"))?;
    let items = value
        .as_array()
        .ok_or_else(|| wrong("nodes", value, "a list of texts"))?;
    let mut nodes: Vec<String> = Vec::new();
    for item in items.iter().take(NODES_MAX) {
        let text = item
            .as_str()
            .or_else(|| {
                ["label", "name", "text", "id"]
                    .iter()
                    .find_map(|key| item.get(*key)?.as_str())
            })
            .ok_or_else(|| wrong("nodes", item, "a text"))?;
        let text = one_line(text, LABEL_CHARS, "nodes", repairs);
        if !text.is_empty() && !nodes.contains(&text) {
            nodes.push(text);
        }
    }
    if items.len() > NODES_MAX {
        repairs.push(format!("nodes: cut after {NODES_MAX}"));
    }
    Ok(nodes)
}

/// Arrows between boxes that were named; a few others are left out, many mean that the answer is not of one piece.
fn edges(
    map: &Map<String, Value>,
    nodes: &[String],
    repairs: &mut Vec<String>,
) -> Result<Vec<Arrow>, Malformed> {
    let none = Value::Array(Vec::new());
    let value = map.get("edges").filter(|value| !value.is_null()).unwrap_or(&none);
    let items = value.as_array().ok_or_else(|| {
        wrong(
            "edges",
            value,
            "a list of objects with \"from\", \"to\" and \"label\"",
        )
    })?;
    let (mut edges, mut strays) = (Vec::new(), 0);
    for item in items.iter().take(EDGES_MAX) {
        let end = |names: &[&str], at: usize| {
            let named = names.iter().find_map(|key| item.get(*key));
            named.or_else(|| item.get(at)).and_then(Value::as_str)
        };
        let (Some(from), Some(to)) = (end(&["from", "source"], 0), end(&["to", "target"], 1)) else {
            return Err(wrong("edges", item, "an object with \"from\" and \"to\""));
        };
        let label = end(&["label"], 2).unwrap_or_default();
        match (named(from, nodes), named(to, nodes)) {
            (Some(from), Some(to)) => edges.push(Arrow {
                from,
                to,
                label: one_line(label, LABEL_CHARS, "edges", repairs),
            }),
            _ => strays += 1,
        }
    }
    if strays > STRAYS_MAX {
        let wanted = "a list of arrows between nodes as they stand in \"nodes\"";
        return Err(wrong("edges", value, wanted));
    }
    if strays > 0 {
        repairs.push(format!("edges: {strays} to boxes that were not named left out"));
    }
    Ok(edges)
}

/// The node of this name, in any spelling of case and space.
fn named(name: &str, nodes: &[String]) -> Option<String> {
    let fold = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = fold(name);
    let is_same = |node: &&String| node.as_str() == name || !wanted.is_empty() && fold(node) == wanted;
    nodes.iter().find(is_same).cloned()
}

fn order(map: &Map<String, Value>, repairs: &mut Vec<String>) -> Order {
    let word = map.get("order").and_then(Value::as_str).unwrap_or_default();
    match word.trim().to_lowercase().as_str() {
        "parallel" => Order::Parallel,
        "serial" | "sequential" => Order::Serial,
        "mixed" => Order::Mixed,
        "unclear" => Order::Unclear,
        _ => {
            repairs.push("order: not one of the words, taken as unclear".to_owned());
            Order::Unclear
        }
    }
}

/// What is no percentage says that nobody is sure.
fn confidence(map: &Map<String, Value>, repairs: &mut Vec<String>) -> u8 {
    let percent = map
        .get("confidence")
        .and_then(Value::as_u64)
        .and_then(|percent| u8::try_from(percent).ok())
        .filter(|percent| *percent <= 100);
    percent.unwrap_or_else(|| {
        repairs.push("confidence: no percentage, taken as 0".to_owned());
        0
    })
}
