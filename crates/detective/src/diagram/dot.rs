//! Graphviz: `digraph { a -> b }`, read by its grammar.

use super::graph::Graph;
use super::source::{self, Block};
use crate::document::Document;
use crate::document::passages::Passages;

/// Deepest nesting of groups that is followed.
const DEPTH_MAX: usize = 40;
/// Most words and signs of one diagram.
const TOKENS_MAX: usize = 50_000;

/// Every Graphviz graph in a document.
pub(super) fn blocks(document: &Document, passages: &Passages) -> Vec<Block> {
    source::blocks(document, passages, super::Kind::Graphviz, is_head, ends, read)
}

/// `digraph x {`, also where the bracket stands on the next line.
fn is_head(line: &str) -> bool {
    let line = line.trim();
    let line = line.strip_prefix("strict ").unwrap_or(line);
    let rest = line
        .strip_prefix("digraph")
        .or_else(|| line.strip_prefix("graph"));
    rest.is_some_and(|rest| {
        let name = rest.split('{').next().unwrap_or_default().trim();
        let is_named = rest.starts_with([' ', '{', '"']) || rest.is_empty();
        let is_one = !name.contains(' ') || name.starts_with('"') && name.ends_with('"');
        // Without a bracket only the directed kind is told from a sentence and from Mermaid.
        is_named && is_one && (rest.contains('{') || rest.is_empty() && line == "digraph")
    })
}

/// Whether the brackets of these rows are closed.
fn ends(lines: &[&str]) -> bool {
    let count = |mark: char| lines.iter().map(|line| line.matches(mark).count()).sum::<usize>();
    count('{') > 0 && count('{') <= count('}')
}

fn read(lines: &[&str]) -> Graph {
    let mut reader = Reader::default();
    let mut tokens = tokens(&lines.join("\n")).into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_key = tokens.peek() == Some(&Token::Equal);
        match token {
            Token::Word(word) if is_key => {
                tokens.next();
                reader.set(&word, tokens.next());
            }
            Token::Word(word) => reader.word(word),
            Token::Open => reader.open(),
            Token::Close => reader.close(),
            Token::Arrow => reader.is_pending = true,
            Token::Attributes(pairs) => reader.attributes(&pairs),
            Token::Port => {
                tokens.next();
            }
            Token::Stop | Token::Equal => reader.flush(),
        }
    }
    reader.flush();
    reader.graph
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Open,
    Close,
    Arrow,
    Attributes(Vec<(String, String)>),
    Port,
    Equal,
    Stop,
}

/// What is open between two brackets.
#[derive(Default)]
struct Frame {
    name: Option<String>,
    members: Vec<String>,
    /// The statement that the bracket is a part of.
    chain: Vec<Vec<String>>,
    was_pending: bool,
}

#[derive(Default)]
struct Reader {
    graph: Graph,
    frames: Vec<Frame>,
    chain: Vec<Vec<String>>,
    label: String,
    is_pending: bool,
    /// A name after `subgraph`, or that it is still to come.
    group: Option<Option<String>>,
}

impl Reader {
    fn word(&mut self, word: String) {
        if let Some(name) = &mut self.group {
            *name = Some(word);
            return;
        }
        match word.as_str() {
            "subgraph" => {
                self.begin();
                self.group = Some(None);
            }
            // Before the first bracket stand kind and name of the whole.
            _ if self.frames.is_empty() => {}
            "node" | "edge" | "graph" => self.flush(),
            _ => {
                self.graph.add_node(&word, None);
                self.operand(vec![word]);
            }
        }
    }

    /// Without an arrow before it, a statement ends where the next begins.
    fn begin(&mut self) {
        if !self.is_pending {
            self.flush();
        }
    }

    fn operand(&mut self, names: Vec<String>) {
        self.begin();
        self.is_pending = false;
        for frame in &mut self.frames {
            frame.members.extend(names.iter().cloned());
        }
        self.chain.push(names);
    }

    fn open(&mut self) {
        self.begin();
        let name = self.group.take().flatten();
        if self.frames.len() < DEPTH_MAX {
            self.frames.push(Frame {
                name,
                members: Vec::new(),
                chain: std::mem::take(&mut self.chain),
                was_pending: std::mem::take(&mut self.is_pending),
            });
        }
    }

    fn close(&mut self) {
        self.flush();
        let Some(frame) = self.frames.pop() else { return };
        (self.chain, self.is_pending) = (frame.chain, frame.was_pending);
        if let Some(name) = frame.name {
            let group = self.graph.groups.entry(name).or_default();
            group.extend(frame.members.iter().cloned());
        }
        if !self.frames.is_empty() {
            self.operand(frame.members);
        }
    }

    fn attributes(&mut self, pairs: &[(String, String)]) {
        let label = pairs.iter().find(|(key, _)| key == "label" || key == "xlabel");
        let Some((_, label)) = label else { return };
        match self.chain.as_slice() {
            [] => {}
            [names] => {
                for name in names.clone() {
                    self.graph.add_node(&name, Some(label.clone()));
                }
            }
            _ => label.clone_into(&mut self.label),
        }
    }

    /// `label=x` outside of brackets entitles the group.
    fn set(&mut self, _key: &str, _value: Option<Token>) {
        self.flush();
    }

    fn flush(&mut self) {
        let chain = std::mem::take(&mut self.chain);
        let label = std::mem::take(&mut self.label);
        self.is_pending = false;
        for pair in chain.windows(2) {
            for (from, to) in pair[0]
                .iter()
                .flat_map(|from| pair[1].iter().map(move |to| (from, to)))
            {
                self.graph.add_edge(from, to, &label);
            }
        }
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next().filter(|_| tokens.len() < TOKENS_MAX) {
        tokens.push(token);
    }
    tokens
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<Token> {
        self.skip();
        let rest = self.rest();
        let first = rest.chars().next()?;
        if rest.starts_with("->") || rest.starts_with("--") {
            self.at += 2;
            return Some(Token::Arrow);
        }
        let sign = match first {
            '{' => Token::Open,
            '}' => Token::Close,
            ':' => Token::Port,
            '=' => Token::Equal,
            ';' | ',' | ']' => Token::Stop,
            '[' => {
                self.at += 1;
                return Some(Token::Attributes(self.attributes()));
            }
            _ => return self.word().map(Token::Word),
        };
        self.at += 1;
        Some(sign)
    }

    /// Spaces and remarks.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            let spaces = rest.len() - trimmed.len();
            let is_line = trimmed.starts_with("//") || trimmed.starts_with('#');
            let remark = if is_line {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                0
            };
            self.at += spaces + remark;
            if spaces + remark == 0 {
                return;
            }
        }
    }

    fn word(&mut self) -> Option<String> {
        let rest = self.rest();
        let (word, length) = if rest.starts_with('"') {
            quoted(rest)
        } else if rest.starts_with('<') {
            marked_up(rest)
        } else {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            // A sign that means nothing here is passed over.
            let length = length.max(rest.chars().next()?.len_utf8());
            (rest[..length].to_owned(), length)
        };
        self.at += length;
        Some(word)
    }

    fn attributes(&mut self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        loop {
            match self.next() {
                None | Some(Token::Stop) if self.text[..self.at].ends_with(']') || self.rest().is_empty() => {
                    return pairs;
                }
                Some(Token::Word(key)) => {
                    if self.next() != Some(Token::Equal) {
                        continue;
                    }
                    if let Some(Token::Word(value)) = self.next() {
                        pairs.push((key, value));
                    }
                }
                Some(_) => {}
                None => return pairs,
            }
        }
    }
}

/// A word between quotes with its length in bytes.
fn quoted(text: &str) -> (String, usize) {
    let (mut word, mut is_escaped) = (String::new(), false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return (word, at + 1),
            '\\' if !is_escaped => is_escaped = true,
            'n' | 'l' | 'r' if is_escaped => {
                word.push('\n');
                is_escaped = false;
            }
            c => {
                word.push(c);
                is_escaped = false;
            }
        }
    }
    (word, text.len())
}

/// The words of a label with markup, with its length in bytes.
fn marked_up(text: &str) -> (String, usize) {
    let (mut word, mut depth) = (String::new(), 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => {
                depth = depth.saturating_sub(1);
                word.push(' ');
                if depth == 0 {
                    return (word.split_whitespace().collect::<Vec<_>>().join(" "), at + 1);
                }
            }
            c if depth == 1 => word.push(c),
            _ => {}
        }
    }
    (word, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read as open;

    fn edges(graph: &Graph) -> Vec<String> {
        graph
            .edges
            .iter()
            .map(|edge| format!("{}>{}{}", edge.from, edge.to, edge.label))
            .collect()
    }

    #[test]
    fn chains_groups_labels_ports_and_remarks_are_read() {
        let source = "strict digraph \"my graph\" {\n  rankdir=LR; node [shape=box, color=\"#fff\"];\n  // a -> z\n  a [label=\"Repo\\nInvestigator\"]; b [label=<Doc <b>Analyst</b>>]\n  start -> {a b} -> hub:n [label=\"evidence\"]\n  subgraph cluster_judges { label=\"Judges\"; p; d }\n  hub -> p hub -> d /* -> e */\n}\n";
        let graph = read(&source.lines().collect::<Vec<_>>());
        assert_eq!(
            edges(&graph),
            [
                "start>aevidence",
                "start>bevidence",
                "a>hubevidence",
                "b>hubevidence",
                "hub>p",
                "hub>d"
            ]
        );
        assert_eq!(graph.nodes["a"], "Repo\nInvestigator");
        assert_eq!(graph.nodes["b"], "Doc Analyst");
        assert!(graph.groups["cluster_judges"].contains("p") && !graph.nodes.contains_key("node"));
    }

    #[test]
    fn a_graph_is_found_in_fences_and_in_running_text_and_ends_with_its_brackets() {
        let report = "```dot\ndigraph {\n  a -> b\n}\n```\n\nText.\n\ndigraph g {\nx -> y\n}\nThe graph ends here -> not there.\n";
        let document = open("r.md", report.as_bytes());
        let blocks = blocks(&document, &Passages::of(&document));
        let found: Vec<_> = blocks.iter().map(|block| edges(&block.diagram.graph)).collect();
        assert_eq!(found, [["a>b"], ["x>y"]]);
        assert_eq!(blocks[0].diagram.place.to_string(), "r.md:2-4");
    }

    #[test]
    fn torn_sources_end() {
        for source in [
            "digraph {",
            "digraph { a -> ",
            "digraph { a [label=\"x",
            "digraph { {{{{ a -> b",
            "digraph { ] = : ; -> }",
        ] {
            let _any = read(&[source]);
        }
    }
}
