//! Rakefiles: tasks, what they depend on, and the task libraries of test runners and linters.

use super::Purpose::{self, Format, Lint, Test};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) name: String,
    pub(super) line: u32,
    /// Tasks that run before.
    pub(super) needs: Vec<String>,
    /// Shell commands in it.
    pub(super) commands: Vec<(u32, String)>,
    /// What its library is for, with the library's name.
    pub(super) library: Option<(&'static str, Purpose)>,
}

/// Libraries that define a task, the name that it has by default, and what it does.
const LIBRARIES: [(&str, &str, Purpose); 6] = [
    ("Rake::TestTask", "test", Test),
    ("Minitest::TestTask", "test", Test),
    ("RSpec::Core::RakeTask", "spec", Test),
    ("Cucumber::Rake::Task", "cucumber", Test),
    ("RuboCop::RakeTask", "rubocop", Lint),
    ("StandardRB", "standard", Format),
];

/// Reads the tasks of a Rakefile.
pub(super) fn tasks(text: &str) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    for (line, code) in (1..).zip(text.lines().map(str::trim)) {
        if let Some((library, default, purpose)) = LIBRARIES.iter().find(|(name, ..)| {
            code.contains(&format!("{name}.new")) || code.contains(&format!("{name}.create"))
        }) {
            let names = names(
                code.split(".new")
                    .nth(1)
                    .or_else(|| code.split(".create").nth(1))
                    .unwrap_or_default(),
            );
            tasks.push(Task {
                name: names.into_iter().next().unwrap_or_else(|| (*default).to_owned()),
                line,
                library: Some((*library, *purpose)),
                ..Task::default()
            });
        } else if let Some(rest) = task(code) {
            let mut names = names(rest).into_iter();
            let inside = rest.split_once('{').map(|(_, inside)| inside.trim());
            tasks.push(Task {
                name: names.next().unwrap_or_default(),
                line,
                needs: names.collect(),
                commands: inside
                    .and_then(command)
                    .map(|command| (line, command))
                    .into_iter()
                    .collect(),
                ..Task::default()
            });
        } else if let Some(last) = tasks.last_mut() {
            last.commands.extend(command(code).map(|command| (line, command)));
        }
    }
    tasks
}

/// How the paths of the files begin that a Rakefile takes in: `tasks/` of `'tasks/**/*.rake'`.
pub(super) fn imports(text: &str) -> Vec<&str> {
    let quoted = text.split(['"', '\'']).filter(|word| word.ends_with(".rake"));
    let starts = quoted.map(|word| {
        let word = word.rsplit_once("}/").map_or(word, |(_, rest)| rest);
        word.split('*').next().unwrap_or(word)
    });
    // Of a pattern without a folder any file could be meant.
    starts
        .filter(|start| !start.is_empty())
        .chain(["rakelib/"])
        .collect()
}

fn task(code: &str) -> Option<&str> {
    let code = code.strip_prefix("multi").unwrap_or(code);
    let rest = code.strip_prefix("task")?;
    rest.starts_with([' ', '(']).then_some(rest)
}

fn command(code: &str) -> Option<String> {
    let at = ["sh ", "sh(", "ruby ", "system ", "system("]
        .iter()
        .find(|start| code.starts_with(**start))?;
    let quoted = code[at.len()..].split(['"', '\'']).nth(1)?;
    // `ruby -S rspec` starts the program of that name.
    let started = quoted.strip_prefix("-S ");
    Some(match started {
        Some(program) => program.to_owned(),
        None if at.starts_with("ruby") => format!("ruby {quoted}"),
        None => quoted.to_owned(),
    })
}

/// The names in a definition: symbols, quoted texts, the words of `%w[…]` and `%i[…]`.
fn names(text: &str) -> Vec<String> {
    let text = text
        .split(" do")
        .next()
        .unwrap_or(text)
        .split('{')
        .next()
        .unwrap_or(text)
        .split('#')
        .next()
        .unwrap_or(text);
    let parts = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '?')));
    let names = parts
        .map(|part| part.trim_matches(':'))
        .filter(|part| !part.is_empty());
    names
        .filter(|part| !matches!(*part, "w" | "i" | "t" | "args"))
        .map(str::to_owned)
        .collect()
}
