//! PlantUML: activities, components and states, sequences.

use super::graph::Graph;
use super::source::{self, Block};
use super::statement::Sequence;
use crate::document::Document;
use crate::document::passages::Passages;
use std::collections::BTreeMap;

/// Deepest nesting that is followed.
const DEPTH_MAX: usize = 60;
/// Words that declare a box.
const BOXES: [&str; 24] = [
    "component",
    "rectangle",
    "node",
    "database",
    "state",
    "agent",
    "artifact",
    "card",
    "cloud",
    "file",
    "folder",
    "frame",
    "package",
    "queue",
    "stack",
    "storage",
    "usecase",
    "actor",
    "interface",
    "class",
    "object",
    "entity",
    "control",
    "boundary",
];
/// Words that only sequences have.
const SEQUENCES: [&str; 7] = [
    "participant",
    "activate",
    "deactivate",
    "autonumber",
    "loop",
    "par",
    "alt",
];
/// Words that only activities have.
const ACTIVITIES: [&str; 6] = ["start", "stop", "fork", "split", "repeat", "swimlane"];

/// Every PlantUML diagram in a document.
pub(super) fn blocks(document: &Document, passages: &Passages) -> Vec<Block> {
    let is_head = |line: &str| line.trim().starts_with("@startuml");
    let ends = |lines: &[&str]| {
        lines
            .last()
            .is_some_and(|line| line.trim().starts_with("@enduml"))
    };
    source::blocks(document, passages, super::Kind::PlantUml, is_head, ends, read)
}

fn read(lines: &[&str]) -> Graph {
    let lines: Vec<&str> = statements(lines);
    let begins = |words: &[&str]| {
        lines
            .iter()
            .any(|line| words.contains(&line.split([' ', '(']).next().unwrap_or_default()))
    };
    if lines
        .iter()
        .any(|line| line.starts_with(':') && line.ends_with([';', '|', '<', '>', '/', ']', '}']))
        || begins(&ACTIVITIES)
    {
        let mut activity = Activity::default();
        lines.iter().for_each(|line| activity.take(line));
        activity.graph
    } else if begins(&SEQUENCES) {
        sequence(&lines)
    } else {
        let mut parts = Parts::default();
        lines.iter().for_each(|line| parts.take(line));
        parts.graph
    }
}

/// The lines that draw something, without remarks and notes.
fn statements<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let (mut kept, mut is_note, mut is_remark) = (Vec::new(), false, false);
    for line in lines.iter().map(|line| line.trim()) {
        is_remark |= line.starts_with("/'");
        let opens = line.starts_with("note ") && !line.contains(':') && !line.contains(" as ");
        is_note |=
            opens || line.starts_with("legend") || line.starts_with("skinparam") && line.ends_with('{');
        if !is_note && !is_remark && !line.is_empty() && !line.starts_with(['\'', '@', '!']) {
            kept.push(line);
        }
        is_note &=
            !(matches!(line, "end note" | "endnote" | "endlegend" | "end legend") || is_note && line == "}");
        is_remark &= !line.ends_with("'/");
    }
    kept
}

/// Steps one after the other, with branches.
#[derive(Default)]
struct Activity {
    graph: Graph,
    /// The steps that lead to the next one.
    fronts: Vec<String>,
    frames: Vec<Fork>,
    label: String,
    names: usize,
}

/// A branching that is open.
struct Fork {
    from: Vec<String>,
    ends: Vec<String>,
    /// Whether there is a way past all branches unless one more says otherwise.
    may_pass: bool,
}

impl Activity {
    fn take(&mut self, line: &str) {
        let word = line
            .split([' ', '('])
            .next()
            .unwrap_or_default()
            .trim_end_matches(';');
        match word {
            "start" => self.step("START", "START"),
            "stop" | "end" if line.trim_end_matches(';') == word => self.finish(),
            "fork" | "split" if line.ends_with("again") => self.next_branch(),
            "fork" | "split" => self.open(false),
            "end" | "endfork" | "endsplit" | "endmerge" => self.close(),
            "if" | "switch" => {
                self.step_named(condition(line));
                self.open(word == "if");
            }
            "elseif" | "else" | "case" => {
                let is_last = word == "else";
                self.next_branch();
                if let Some(fork) = self.frames.last_mut() {
                    fork.may_pass &= !is_last;
                }
            }
            "endif" | "endswitch" => self.close(),
            "while" => {
                self.step_named(condition(line));
                self.open(true);
            }
            "endwhile" => self.go_back(),
            "repeat" if line == "repeat" => self.open(false),
            "repeat" => self.close(),
            "detach" | "kill" => self.fronts.clear(),
            _ if line.starts_with("->") => {
                line.trim_start_matches("->")
                    .trim_end_matches(';')
                    .trim()
                    .clone_into(&mut self.label);
            }
            _ if line.starts_with(':') => {
                let end = |c: char| matches!(c, ';' | '|' | '<' | '>' | '/' | ']' | '}');
                self.step_named(line.trim_start_matches(':').trim_end_matches(end).trim());
            }
            _ => {}
        }
    }

    fn step_named(&mut self, label: &str) {
        let name = if self.graph.nodes.contains_key(label) {
            self.names += 1;
            format!("{label} ({})", self.names)
        } else {
            label.to_owned()
        };
        self.step(&name, label);
    }

    fn step(&mut self, name: &str, label: &str) {
        self.graph.add_node(name, Some(label.to_owned()));
        let written = std::mem::take(&mut self.label);
        for from in std::mem::take(&mut self.fronts) {
            self.graph.add_edge(&from, name, &written);
        }
        self.fronts = vec![name.to_owned()];
    }

    fn finish(&mut self) {
        self.step("END", "END");
        self.fronts.clear();
    }

    fn open(&mut self, may_pass: bool) {
        if self.frames.len() < DEPTH_MAX {
            let from = self.fronts.clone();
            self.frames.push(Fork {
                from,
                ends: Vec::new(),
                may_pass,
            });
        }
    }

    fn next_branch(&mut self) {
        if let Some(fork) = self.frames.last_mut() {
            fork.ends.append(&mut self.fronts);
            self.fronts.clone_from(&fork.from);
        }
    }

    fn close(&mut self) {
        if let Some(mut fork) = self.frames.pop() {
            self.fronts.append(&mut fork.ends);
            if fork.may_pass {
                self.fronts.append(&mut fork.from);
            }
        }
    }

    fn go_back(&mut self) {
        if let Some(fork) = self.frames.pop() {
            for from in std::mem::take(&mut self.fronts) {
                fork.from.iter().for_each(|to| self.graph.add_edge(&from, to, ""));
            }
            self.fronts = fork.from;
        }
    }
}

/// What stands in the first brackets.
fn condition(line: &str) -> &str {
    let inner = line.split_once('(').map_or(line, |(_, rest)| rest);
    inner.split(')').next().unwrap_or(inner).trim()
}

fn sequence(lines: &[&str]) -> Graph {
    let mut sequence = Sequence::default();
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "participant" | "actor" | "boundary" | "control" | "entity" | "database" | "collections"
            | "queue" => {
                let (label, name) = rest.split_once(" as ").unwrap_or((rest, rest));
                let (label, name) = (plain(label), plain(name));
                sequence.take(&format!("participant {name} as {label}"));
            }
            "else" => sequence.take("and"),
            "group" => sequence.take("opt"),
            _ => sequence.take(&line.replace('"', "")),
        }
    }
    sequence.graph()
}

fn plain(name: &str) -> String {
    let name = name
        .split(" #")
        .next()
        .unwrap_or(name)
        .split(" <<")
        .next()
        .unwrap_or(name);
    let name = name.trim().trim_end_matches('{').trim();
    name.trim_matches(['[', ']', '(', ')', '"', ':'])
        .replace("\\n", "\n")
}

/// Boxes with arrows between them.
#[derive(Default)]
struct Parts {
    graph: Graph,
    groups: Vec<String>,
    names: BTreeMap<String, String>,
}

impl Parts {
    fn take(&mut self, line: &str) {
        let line = line.trim_end_matches(';');
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if line == "}" {
            self.groups.pop();
        } else if let Some((from, to, label)) = arrow(line) {
            let (from, to) = (self.end(from, "START"), self.end(to, "END"));
            self.graph.add_edge(&from, &to, label);
        } else if BOXES.contains(&word) || line.starts_with(['[', '(']) {
            self.declare(if BOXES.contains(&word) { rest } else { line });
        }
    }

    /// `"Label" as name`, `name as "Label"`, `[Label] as name`, each perhaps opening a group.
    fn declare(&mut self, rest: &str) {
        let (one, other) = rest.split_once(" as ").unwrap_or((rest, rest));
        let is_label = one.starts_with(['"', '[', '(']) || !other.trim_start().starts_with('"');
        let (label, name) = if is_label {
            (plain(one), plain(other))
        } else {
            (plain(other), plain(one))
        };
        if rest.ends_with('{') {
            if self.groups.len() < DEPTH_MAX {
                self.graph.groups.entry(name.clone()).or_default();
                self.groups.push(name);
            }
            return;
        }
        self.node(&name, Some(label));
    }

    fn end(&mut self, text: &str, star: &str) -> String {
        let name = plain(text);
        if name == "*" {
            return star.to_owned();
        }
        self.node(&name, None);
        name
    }

    fn node(&mut self, name: &str, label: Option<String>) {
        if self.graph.groups.contains_key(name) {
            return;
        }
        if let Some(label) = &label {
            self.names.insert(name.to_owned(), label.clone());
        }
        self.graph.add_node(name, label);
        for group in &self.groups {
            self.graph
                .groups
                .entry(group.clone())
                .or_default()
                .insert(name.to_owned());
        }
    }
}

/// From, to and what is written beside, of a line with an arrow such as `-->`, `-[#red]->`, `-down->`, `<|--`.
fn arrow(line: &str) -> Option<(&str, &str, &str)> {
    let (ends, label) = line
        .split_once(" : ")
        .or_else(|| line.split_once(": "))
        .unwrap_or((line, ""));
    let mut words = ends.match_indices(['-', '.', '<', '=']);
    let (start, stop) = words.find_map(|(at, _)| Some((at, at + arrow_length(&ends[at..])?)))?;
    let is_apart =
        ends[..start].ends_with([' ', ']', ')', '"']) || ends[stop..].starts_with([' ', '[', '(', '"']);
    let (from, to) = (ends[..start].trim(), ends[stop..].trim());
    let is_back = ends[start..].starts_with('<') && !ends[..stop].ends_with('>');
    if from.is_empty() || to.is_empty() || !is_apart {
        return None;
    }
    Some(if is_back {
        (to, from, label.trim())
    } else {
        (from, to, label.trim())
    })
}

/// Bytes of the arrow that begins here.
fn arrow_length(text: &str) -> Option<usize> {
    let mut at = text.len() - text.trim_start_matches(['<', '|', 'o', '*']).len();
    let line = |at: usize| text[at..].len() - text[at..].trim_start_matches(['-', '.', '=']).len();
    let before = line(at);
    if before == 0 {
        return None;
    }
    at += before;
    let rest = &text[at..];
    let inner = if rest.starts_with('[') {
        rest.find(']').map_or(0, |end| end + 1)
    } else {
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
        if word > 0 && rest[word..].starts_with(['-', '.', '=']) {
            word
        } else {
            0
        }
    };
    if inner > 0 {
        at += inner;
        at += line(at);
    }
    let head = text[at..].len() - text[at..].trim_start_matches(['>', '|', '*']).len();
    let is_back = text.starts_with('<');
    (head > 0 || is_back || before > 1).then_some(at + head)
}

#[cfg(test)]
mod tests {
    use super::super::roles::Bench;
    use super::*;
    use crate::document::read as open;

    fn graph(source: &str) -> Graph {
        read(&source.lines().collect::<Vec<_>>())
    }

    fn edges(graph: &Graph) -> Vec<String> {
        graph
            .edges
            .iter()
            .map(|edge| format!("{}>{}", edge.from, edge.to))
            .collect()
    }

    #[test]
    fn activities_fork_decide_and_end() {
        let found = graph(
            "start\n:collect;\nfork\n:repo;\nfork again\n:doc;\nend fork\nif (enough?) then (yes)\n:judge;\nelse (no)\n:report gap;\nendif\nstop\n",
        );
        assert_eq!(
            edges(&found),
            [
                "START>collect",
                "collect>repo",
                "collect>doc",
                "doc>enough?",
                "repo>enough?",
                "enough?>judge",
                "enough?>report gap",
                "report gap>END",
                "judge>END"
            ]
        );
    }

    #[test]
    fn boxes_states_and_arrows_of_every_form_are_read() {
        let found = graph(
            "[*] --> ctx\nstate \"Repo Investigator\" as ri\nctx -down-> ri : evidence\nctx -[#red]-> [Doc Analyst]\npackage Judges {\n  component Prosecutor\n  [Defense]\n}\nri ..> Judges\nhub <-- [Doc Analyst]\nhub --> [*]\n' a --> z\n",
        );
        assert_eq!(
            edges(&found),
            [
                "START>ctx",
                "ctx>ri",
                "ctx>Doc Analyst",
                "ri>Judges",
                "Doc Analyst>hub",
                "hub>END"
            ]
        );
        assert_eq!(found.nodes["ri"], "Repo Investigator");
        assert!(found.groups["Judges"].contains("Defense") && found.branches(Bench::Judges));
    }

    #[test]
    fn a_sequence_shows_side_by_side_only_in_a_par_block() {
        let source = |open: &str| {
            format!(
                "participant \"Prosecutor\" as P\nparticipant Defense as D\n{open}\nC -> P: ask\nelse\nC -> D: ask\nend\n"
            )
        };
        assert!(graph(&source("par")).branches(Bench::Judges));
        assert!(!graph(&source("alt x")).branches(Bench::Judges));
    }

    #[test]
    fn blocks_stand_between_their_marks() {
        let document = open("r.md", b"```plantuml\n@startuml\n[A] --> [B]\n@enduml\n```\n");
        let blocks = blocks(&document, &Passages::of(&document));
        assert_eq!(edges(&blocks[0].diagram.graph), ["A>B"]);
        assert_eq!(blocks[0].diagram.place.to_string(), "r.md:2-4");
    }
}
