//! Actions of others that are known to run a tool.

use super::tools::{Tool, read};
use std::sync::LazyLock;
use wordlist::array;

/// What an action is known for.
pub(super) fn of(name: &str) -> impl Iterator<Item = &'static Tool> {
    static KNOWN: LazyLock<Vec<Tool>> = LazyLock::new(|| read(include_str!("actions.txt")));
    KNOWN.iter().filter(move |tool| name.starts_with(tool.program))
}

/// Inputs of actions that are commands.
const COMMANDS: [&str; 7] = array("run command script cmd test-command run-command commands");
/// Actions that put their inputs together into one command: their beginning, and the program.
const PROGRAMS: [(&str, &str); 9] = [
    ("actions-rs/cargo", "cargo"),
    ("houseabsolute/actions-rust-cross", "cross"),
    ("pre-commit/action", "pre-commit run"),
    ("gradle/gradle-build-action", "gradle"),
    ("eskatos/gradle-command-action", "gradle"),
    ("wntrblm/nox", ""),
    ("j178/prek-action", "pre-commit run"),
    ("tox-dev/action-pre-commit-uv", "pre-commit run"),
    ("borales/actions-yarn", "yarn"),
];

/// What a linter of many languages may be limited to that is no code.
const PROSE: [&str; 15] = array(
    "MARKDOWN YAML JSON JSONC XML TOML HTML CSS ENV EDITORCONFIG NATURAL_LANGUAGE GITHUB_ACTIONS GIT_COMMITLINT SPELL_CODESPELL \
     RENOVATE",
);

/// Whether an action is told by its inputs to look at kinds of files alone of which none is code.
pub(super) fn is_of_prose(inputs: &[(String, String)]) -> bool {
    let told = inputs
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix("VALIDATE_")?, value)));
    let mut chosen = told
        .filter(|(_, value)| value.as_str() == "true")
        .map(|(kind, _)| kind)
        .peekable();
    chosen.peek().is_some() && chosen.all(|kind| PROSE.contains(&kind))
}

/// What `docker build` is told where an action starts it.
pub(super) fn build_of(inputs: &[(String, String)]) -> Vec<String> {
    let value = |key: &str| {
        inputs
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.clone())
    };
    let file = value("file").map(|file| ["-f".to_owned(), file]);
    let folder = value("context").unwrap_or_else(|| ".".to_owned());
    file.into_iter().flatten().chain([folder]).collect()
}

/// The commands that an action is told to run by its inputs.
pub(super) fn commands(name: &str, inputs: &[(String, String)]) -> Vec<String> {
    let value = |key: &str| {
        inputs
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    };
    let mut found = Vec::new();
    if let Some((_, program)) = PROGRAMS.iter().find(|(start, _)| name.starts_with(start)) {
        let parts = ["command", "arguments", "args", "extra_args", "cmd"]
            .iter()
            .filter_map(|key| value(key));
        let command: Vec<&str> = std::iter::once(*program).chain(parts).collect();
        found.push(command.join(" "));
    } else if !name.starts_with("actions/github-script") {
        found.extend(COMMANDS.iter().filter_map(|key| value(key)).map(str::to_owned));
    }
    if let Some(arguments) = value("arguments").filter(|_| name.starts_with("gradle/")) {
        found.push(format!("gradle {arguments}"));
    }
    found
}
