//! Mermaid source in Markdown and in the text of pages: fenced or not, wrapped or not, over page breaks.

use super::Kind;
use super::graph::Graph;
use super::source::{self, Block};
use super::statement::{self, Shape};
use documents::document::Document;
use documents::document::passages::Passages;
use std::ops::Range;
use wordlist::array;

/// Longest statement that is put together again from wrapped lines, in characters.
const STATEMENT_CHARS_MAX: usize = 600;
/// Rows in a row that do not look like Mermaid end a block without a fence.
const STRAY_ROWS_MAX: usize = 2;
/// Most rows of one block.
const BLOCK_ROWS_MAX: usize = 2_000;
/// Deepest nesting of groups that is followed.
const GROUPS_DEEP_MAX: usize = 20;
/// First words of statements about looks.
const LOOKS: [&str; 11] =
    array("style classDef class linkStyle click direction note accTitle accDescr title %%");
/// First words of the other kinds of diagram, which show something else than who runs beside whom.
const OTHER_KINDS: [&str; 9] =
    array("classDiagram erDiagram gantt pie journey mindmap timeline gitGraph quadrantChart");

/// Every block of Mermaid in a document.
pub(super) fn blocks(document: &Document, passages: &Passages) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut row = 0;
    while row < passages.rows.len() {
        let Some(rows) = extent(passages, row) else {
            row += 1;
            continue;
        };
        row = rows.end;
        let lines: Vec<&str> = passages.rows[rows.clone()]
            .iter()
            .map(|row| row.text.as_str())
            .collect();
        if let Some(graph) = read(&lines) {
            let diagram = source::diagram(document, passages, Kind::Mermaid, &rows, graph);
            blocks.push(Block { rows, diagram });
        }
    }
    blocks
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a line opens a diagram.
fn is_head(line: &str) -> bool {
    let mut words = line.trim().trim_end_matches(';').split_whitespace();
    match (words.next(), words.next()) {
        (Some("flowchart" | "graph"), Some(way)) => {
            matches!(way.trim_end_matches(';'), "TD" | "TB" | "LR" | "RL" | "BT")
        }
        (Some("stateDiagram" | "stateDiagram-v2" | "sequenceDiagram"), None) => true,
        _ => false,
    }
}

/// The rows of the block that opens here.
fn extent(passages: &Passages, first: usize) -> Option<Range<usize>> {
    if !is_head(&passages.rows[first].text) {
        return None;
    }
    let fenced = (first.saturating_sub(12)..first)
        .rev()
        .find(|row| is_fence(passages.rows[*row].text.trim_start()));
    let fenced = fenced.is_some_and(|row| passages.rows[row].text.contains("mermaid"));
    let mut last = first;
    let mut open_quote = false;
    for row in first + 1..passages.rows.len().min(first + BLOCK_ROWS_MAX) {
        let text = passages.rows[row].text.trim();
        if is_fence(text) || is_head(text) {
            break;
        }
        let belongs = fenced || open_quote || statement::is_likely(text);
        open_quote = belongs && open_quote != (text.matches('"').count() % 2 == 1);
        if belongs && !text.is_empty() {
            last = row;
        } else if row - last > STRAY_ROWS_MAX {
            break;
        }
    }
    Some(first..last + 1)
}

/// The graph of a block; `None` when it draws nothing.
fn read(lines: &[&str]) -> Option<Graph> {
    let mut reader = Reader::default();
    for statement in statements(lines) {
        for statement in statement.split("; ") {
            reader.take(statement.trim().trim_end_matches(';').trim());
        }
    }
    reader.finish_sequence();
    (reader.graph.nodes.len() > 1).then_some(reader.graph)
}

/// Lines put together where a quotation, a bracket or an arrow was broken.
fn statements(lines: &[&str]) -> Vec<String> {
    let mut statements = Vec::new();
    let mut open = String::new();
    for line in lines {
        let line = line.replace('↪', " ");
        let line = line.trim();
        if line.starts_with("%%") || line.is_empty() {
            continue;
        }
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(line);
        if open.chars().count() > STATEMENT_CHARS_MAX || !is_unfinished(&open) {
            statements.push(std::mem::take(&mut open));
        }
    }
    statements.push(open);
    statements
}

fn is_unfinished(statement: &str) -> bool {
    if ["subgraph", "state ", "style", "class", "note"]
        .iter()
        .any(|word| statement.starts_with(word))
    {
        return false;
    }
    let count = |marks: &[char]| statement.matches(marks).count();
    statement.matches('"').count() % 2 == 1
        || count(&['[', '(']) > count(&[']', ')'])
        || ["-->", "->", "==>", ".->", "&"]
            .iter()
            .any(|mark| statement.ends_with(mark))
        || statement.ends_with('|') && statement.matches('|').count() % 2 == 1
}

/// A block while it is read.
#[derive(Default)]
struct Reader {
    graph: Graph,
    groups: Vec<String>,
    sequence: Option<statement::Sequence>,
}

impl Reader {
    fn take(&mut self, statement: &str) {
        let statement = self.without_head(statement);
        let word = statement.split_whitespace().next().unwrap_or_default();
        if let Some(sequence) = &mut self.sequence {
            return sequence.take(statement);
        }
        match word {
            "" => {}
            word if LOOKS.contains(&word) || OTHER_KINDS.contains(&word) => {}
            "subgraph" => self.open(&statement::group_names(statement["subgraph".len()..].trim())),
            "state" => self.state(statement["state".len()..].trim()),
            "end" | "}" if statement == word => self.close(),
            _ => self.chain(statement),
        }
    }

    fn close(&mut self) {
        self.groups.pop();
    }

    fn without_head<'a>(&mut self, statement: &'a str) -> &'a str {
        if statement == "sequenceDiagram" {
            self.sequence = Some(statement::Sequence::default());
        }
        if !is_head(statement.split("; ").next().unwrap_or_default()) && !is_head(&first_two(statement)) {
            return statement;
        }
        let rest = statement
            .split_once(char::is_whitespace)
            .map_or("", |(_, rest)| rest.trim_start());
        rest.split_once([' ', ';']).map_or("", |(_, rest)| rest.trim())
    }

    /// A group is known by its id and by its title.
    fn open(&mut self, names: &[String]) {
        if self.groups.len() < GROUPS_DEEP_MAX {
            let name = names.first().cloned().unwrap_or_default();
            self.graph.groups.entry(name.clone()).or_default();
            self.groups.push(name);
        }
    }

    /// `state "Label" as id {`, `state id {`, `state id <<fork>>`.
    fn state(&mut self, rest: &str) {
        let (head, opens) = rest
            .strip_suffix('{')
            .map_or((rest, false), |head| (head.trim(), true));
        let (label, name) = match head.split_once(" as ") {
            Some((label, name)) => (Some(label.trim_matches('"').to_owned()), name.trim()),
            None => (
                None,
                head.split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .trim_matches('"'),
            ),
        };
        if opens {
            self.open(&[name.to_owned()]);
        } else if !name.is_empty() {
            self.node(&Shape {
                name: name.to_owned(),
                label,
            });
        }
    }

    fn chain(&mut self, statement: &str) {
        let groups = statement::chain(statement);
        for shape in groups.iter().flatten() {
            self.node(shape);
        }
        for pair in groups.windows(2) {
            for (from, to) in pair[0]
                .iter()
                .flat_map(|from| pair[1].iter().map(move |to| (from, to)))
            {
                let from = if from.name == "[*]" { "START" } else { &from.name };
                let to = if to.name == "[*]" { "END" } else { &to.name };
                self.graph.add_edge(from, to);
            }
        }
    }

    fn node(&mut self, shape: &Shape) {
        if shape.name == "[*]" || self.graph.groups.contains_key(&shape.name) {
            return;
        }
        self.graph.add_node(&shape.name, shape.label.clone());
        for group in &self.groups {
            self.graph
                .groups
                .entry(group.clone())
                .or_default()
                .insert(shape.name.clone());
        }
    }

    fn finish_sequence(&mut self) {
        if let Some(sequence) = self.sequence.take() {
            self.graph = sequence.graph();
        }
    }
}

fn first_two(statement: &str) -> String {
    statement.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
