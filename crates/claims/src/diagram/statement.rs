//! One statement of Mermaid.

use super::graph::Graph;
use super::roles::role;
use std::collections::{BTreeMap, BTreeSet};
use wordlist::between;

/// Most nodes in one statement.
const CHAIN_MAX: usize = 60;

/// A node as a statement has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) label: Option<String>,
}

/// Whether a line looks like a part of a diagram.
pub(super) fn is_likely(line: &str) -> bool {
    const WORDS: [&str; 16] = between(
        "subgraph|style |classDef|class |linkStyle|click |direction|state |note |%%|participant \
         |par|and|loop |alt |else",
    );
    let arrows = ["-->", "-.", "==>", "---", "->", "~~~", "--o", "--x"];
    let line = line.trim();
    let one_word = !line.contains(char::is_whitespace);
    let shaped = line.contains(['[', '(', '{']) && line.ends_with([']', ')', '}', ';']);
    line.is_empty()
        || matches!(line, "end" | "}" | "]")
        || one_word && line.len() < 30 && !line.ends_with('.')
        || shaped
        || line.starts_with('|')
        || arrows.iter().any(|arrow| line.contains(arrow))
        || WORDS.iter().any(|word| line.starts_with(word))
}

/// The id and title of `id [title]`, `"title"` or `title`; the first is its name.
pub(super) fn group_names(rest: &str) -> Vec<String> {
    let (name, title) = match rest.split_once('[') {
        Some((name, title)) => (name, title.trim_end_matches(']')),
        None => (rest, ""),
    };
    let names = [name, title].map(|name| name.trim().trim_matches('"').to_owned());
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

/// Reads a statement as far as it can be read: `A & B -->|x| C --> D` are three groups of nodes.
pub(super) fn chain(statement: &str) -> Vec<Vec<Shape>> {
    let mut groups = Vec::new();
    let mut rest = statement.trim_start();
    while groups.len() < CHAIN_MAX {
        let (group, after) = group(rest);
        if group.is_empty() {
            break;
        }
        groups.push(group);
        let Some(after) = link(after.trim_start()) else {
            break;
        };
        rest = after.trim_start();
    }
    groups
}

fn group(text: &str) -> (Vec<Shape>, &str) {
    let mut shapes = Vec::new();
    let mut rest = text;
    while shapes.len() < CHAIN_MAX {
        let Some((shape, after)) = shape(rest) else {
            break;
        };
        shapes.push(shape);
        rest = after;
        match after.trim_start().strip_prefix('&') {
            Some(more) => rest = more.trim_start(),
            None => break,
        }
    }
    (shapes, rest)
}

fn shape(text: &str) -> Option<(Shape, &str)> {
    let end = name_end(text);
    if end == 0 {
        return None;
    }
    let (name, rest) = text.split_at(end);
    let (label, rest) = label(rest);
    let rest = match rest.strip_prefix(":::") {
        Some(class) => class.trim_start_matches(|c: char| {
            c.is_alphanumeric() || c == '_' || c == '-' && !class.starts_with("--")
        }),
        None => rest,
    };
    Some((
        Shape {
            name: name.to_owned(),
            label,
        },
        rest,
    ))
}

/// Where a name ends: a hyphen belongs to it only between letters.
fn name_end(text: &str) -> usize {
    if text.starts_with("[*]") {
        return 3;
    }
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let joins = matches!(c, '-' | '.') && text[at + 1..].starts_with(char::is_alphanumeric) && at > 0;
        if !(c.is_alphanumeric() || c == '_' || joins) {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// A shape right after a name: brackets to their partner, quotations inside left alone.
fn label(text: &str) -> (Option<String>, &str) {
    if !text.starts_with(['[', '(', '{', '>', '@']) || text.starts_with(">>") {
        return (None, text);
    }
    let mut depth = 0_usize;
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' | '(' | '{' if !quoted => depth += 1,
            '>' if at == 0 => depth += 1,
            ']' | ')' | '}' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (Some(clean(&text[..=at])), &text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    (Some(clean(text)), "")
}

fn clean(shape: &str) -> String {
    let inner = match shape.split_once("label:") {
        Some((head, rest)) if head.starts_with('@') => rest.trim().split('"').nth(1).unwrap_or_default(),
        _ => shape,
    };
    let inner = inner.trim_matches(|c: char| {
        matches!(
            c,
            '[' | ']' | '(' | ')' | '{' | '}' | '>' | '/' | '\\' | '"' | ' ' | '`'
        )
    });
    let broken = inner
        .replace("<br/>", "\n")
        .replace("<br />", "\n")
        .replace("<br>", "\n");
    broken.replace("\\n", "\n").replace("**", "")
}

/// What follows an arrow at the start of a text, and what is written on it.
fn link(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix('→') {
        return Some(without_label(rest));
    }
    let body = text
        .strip_prefix(['<', 'o', 'x'])
        .filter(|rest| rest.starts_with(['-', '=']))
        .unwrap_or(text);
    let run = body.len() - body.trim_start_matches(['-', '=', '.', '~']).len();
    let (line, rest) = body.split_at(run);
    if run < 2 && !(line == "-" && rest.starts_with('>')) {
        return None;
    }
    if let Some(rest) = rest.strip_prefix('>') {
        return Some(without_label(rest.trim_start_matches('>')));
    }
    let marked = rest
        .strip_prefix(['o', 'x'])
        .filter(|rest| rest.starts_with([' ', '|']));
    if let Some(rest) = marked {
        return Some(without_label(rest));
    }
    let written = (run == 2).then(|| behind_text(line, rest)).flatten();
    Some(written.unwrap_or_else(|| without_label(rest)))
}

/// `-- text -->`, `== text ==>`, `-. text .->`.
fn behind_text<'a>(line: &str, rest: &'a str) -> Option<&'a str> {
    let closers: &[&str] = match line {
        "--" => &["-->", "---", "--o ", "--x "],
        "==" => &["==>", "==="],
        "-." => &[".->", ".-"],
        _ => &[],
    };
    let (at, closer) = closers
        .iter()
        .filter_map(|closer| Some((rest.find(closer)?, *closer)))
        .min()?;
    Some(rest[at + closer.len()..].trim_start_matches(['-', '>']))
}

/// `|text|`.
fn without_label(rest: &str) -> &str {
    let inner = rest
        .trim_start()
        .strip_prefix('|')
        .and_then(|rest| rest.split_once('|'));
    inner.map_or(rest, |(_, rest)| rest)
}

/// A sequence of messages. What runs side by side stands in the sections of a `par` block.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    names: BTreeMap<String, String>,
    messages: Vec<(String, String)>,
    /// The blocks that are open, with the sections of a `par` block: who is called in each.
    blocks: Vec<Option<Vec<BTreeSet<String>>>>,
    parallel: Vec<Vec<BTreeSet<String>>>,
}

impl Sequence {
    pub(super) fn take(&mut self, statement: &str) {
        let (word, rest) = statement.split_once(' ').unwrap_or((statement, ""));
        match word {
            "participant" | "actor" => {
                let (name, label) = rest.split_once(" as ").unwrap_or((rest, rest));
                self.names.insert(name.trim().to_owned(), label.trim().to_owned());
            }
            "par" => self.blocks.push(Some(vec![BTreeSet::new()])),
            "loop" | "alt" | "opt" | "critical" | "rect" | "break" | "box" => self.blocks.push(None),
            "and" => {
                if let Some(Some(sections)) = self.blocks.last_mut() {
                    sections.push(BTreeSet::new());
                }
            }
            "end" => self.parallel.extend(self.blocks.pop().flatten()),
            _ => self.message(statement),
        }
    }

    fn message(&mut self, statement: &str) {
        let (line, _) = statement.split_once(':').unwrap_or((statement, ""));
        let Some((from, to)) = ["-->>", "->>", "-->", "->", "-)"]
            .iter()
            .find_map(|arrow| line.split_once(arrow))
        else {
            return;
        };
        let name = |text: &str| text.trim().trim_start_matches(['+', '-']).to_owned();
        let (from, to) = (name(from), name(to));
        for sections in self.blocks.iter_mut().flatten() {
            if let Some(section) = sections.last_mut() {
                section.insert(to.clone());
            }
        }
        self.messages.push((from, to));
    }

    /// As a graph: messages are edges only where they start what runs side by side, or show no order.
    pub(super) fn graph(self) -> Graph {
        let mut graph = Graph::default();
        let label = |name: &String| self.names.get(name).unwrap_or(name).clone();
        for (from, to) in &self.messages {
            graph.add_node(from, Some(label(from)));
            graph.add_node(to, Some(label(to)));
        }
        for sections in &self.parallel {
            let called = sections
                .iter()
                .flatten()
                .filter(|name| role(&label(name)).is_some());
            called.for_each(|name| graph.add_edge("par", name));
        }
        graph
    }
}
