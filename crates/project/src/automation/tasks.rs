//! Tasks that Poe the Poet, PDM, Rye, Pixi and Taskipy give names to in tables of TOML.

use std::collections::{BTreeMap, BTreeSet};
use subject::data::{Entry, Node, Value, toml};
use wordlist::array;

/// Where the tasks of a program stand: files with the keys of their tables.
type Homes = &'static [(&'static str, &'static [&'static str])];

const POE: Homes = &[
    ("pyproject.toml", &["tool", "poe", "tasks"]),
    ("poe_tasks.toml", &["tasks"]),
    ("poe_tasks.toml", &["tool", "poe", "tasks"]),
];
const PDM: Homes = &[("pyproject.toml", &["tool", "pdm", "scripts"])];
const RYE: Homes = &[("pyproject.toml", &["tool", "rye", "scripts"])];
const PIXI: Homes = &[
    ("pixi.toml", &["tasks"]),
    ("pyproject.toml", &["tool", "pixi", "tasks"]),
];
const TASKIPY: Homes = &[("pyproject.toml", &["tool", "taskipy", "tasks"])];

/// Options of these programs that take a value apart.
const VALUED: [&str; 8] = array("-C --directory -p --project -e --environment --executor -f");
/// Keys of a task that hold a command.
const COMMANDS: [&str; 2] = ["cmd", "shell"];
/// Keys of a task that hold other tasks, by their name or written out.
const OTHERS: [&str; 10] =
    array("ref task sequence parallel switch composite chain deps depends-on depends_on");

/// A call of a task.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) homes: Homes,
    pub(super) name: String,
}

/// The tasks of a table by their names.
pub(super) type Tasks = BTreeMap<String, Task>;

/// What a task does.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Task {
    /// Where it stands.
    pub(super) line: u32,
    /// Its commands with their lines.
    pub(super) commands: Vec<(u32, String)>,
    /// The tasks that it runs.
    pub(super) needs: Vec<String>,
}

/// The task that a command runs: `poe check`, `poetry poe check`, `pdm run test`, `task lint`.
pub(super) fn call(program: &str, words: &[String]) -> Option<Call> {
    let rest = named(words);
    let first = rest.first()?.as_str();
    let (homes, name) = match (program, first) {
        ("poe" | "poethepoet", name) => (POE, name),
        ("task", name) => (TASKIPY, name),
        ("poetry", "poe") => (POE, rest.get(1)?.as_str()),
        ("pdm", "run") => (PDM, rest.get(1)?.as_str()),
        ("rye", "run") => (RYE, rest.get(1)?.as_str()),
        ("pixi", "run") => (PIXI, rest.get(1)?.as_str()),
        _ => return None,
    };
    let name = name.to_owned();
    Some(Call { homes, name })
}

/// The words without options and their values.
fn named(words: &[String]) -> Vec<&String> {
    let mut rest = Vec::new();
    let mut iter = words.iter();
    while let Some(word) = iter.next() {
        if VALUED.contains(&word.as_str()) {
            iter.next();
        } else if !word.starts_with('-') {
            rest.push(word);
        }
    }
    rest
}

/// The tasks of the table that `keys` lead to.
pub(super) fn read(text: &str, keys: &[&str]) -> Tasks {
    let Ok(root) = toml::read(text) else {
        return Tasks::new();
    };
    let entries = root.entries_at(keys);
    let names: BTreeSet<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let task = |node: &Node| {
        let mut task = Task {
            line: node.line,
            ..Task::default()
        };
        task.gather(node, &names);
        task
    };
    let each = entries.iter().map(|entry| (entry.key.clone(), task(&entry.node)));
    each.collect()
}

impl Task {
    /// A text is a command; a list is either a row of tasks or the words of one command.
    fn gather(&mut self, node: &Node, names: &BTreeSet<&str>) {
        let is_row = |item: &Node| item.text().is_none_or(|text| names.contains(text));
        match &node.value {
            Value::List(items) if items.iter().any(is_row) => self.others(node, names),
            Value::Map(entries) => {
                for Entry { key, node, .. } in entries {
                    match key.as_str() {
                        key if COMMANDS.contains(&key) => self.command(node),
                        key if OTHERS.contains(&key) => self.others(node, names),
                        _ => {}
                    }
                }
            }
            _ => self.command(node),
        }
    }

    fn command(&mut self, node: &Node) {
        let words: Vec<&str> = node.texts().into_iter().map(|(text, _)| text).collect();
        self.commands.push((node.line, words.join(" ")));
    }

    /// Tasks by their names, perhaps with arguments, or written out; what no task is called is a command.
    fn others(&mut self, node: &Node, names: &BTreeSet<&str>) {
        match &node.value {
            Value::Text(text) => match text.split_whitespace().next() {
                Some(name) if names.contains(name) => self.needs.push(name.to_owned()),
                _ => self.command(node),
            },
            Value::List(items) => items.iter().for_each(|item| self.others(item, names)),
            _ => self.gather(node, names),
        }
    }
}
