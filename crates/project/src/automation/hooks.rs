//! Hooks of pre-commit: each as a command.

use subject::data::yaml;
use wordlist::head_of;

/// The hooks of a configuration as commands, with their lines. The id of a hook that is not local is the name of its
/// program, as far as it is known; those that look at no code are none.
pub(super) fn commands(text: &str) -> Result<Vec<(u32, String)>, String> {
    let root = yaml::read(text).map_err(|wrong| format!("line {}: {}", wrong.line, wrong.why))?;
    let mut found = Vec::new();
    for repository in root.items_at(&["repos"]) {
        if repository
            .text_at(&["repo"])
            .is_some_and(|home| home.ends_with("pre-commit/pre-commit-hooks"))
        {
            continue;
        }
        for hook in repository.items_at(&["hooks"]) {
            let id = hook.text_at(&["id"]).unwrap_or_default();
            let line = hook.get("id").map_or(hook.line, |id| id.line);
            let entry = hook.text_at(&["entry"]).unwrap_or(id);
            found.push((line, spelled(entry)));
        }
    }
    Ok(found)
}

/// Whether pre-commit.ci runs the hooks on every change: it is set up by this key.
pub(super) fn runs_elsewhere(text: &str) -> Option<u32> {
    let root = yaml::read(text).ok()?;
    let entry = root.entries().iter().find(|entry| entry.key == "ci")?;
    Some(entry.line)
}

/// Commands of programs with a word behind them, and the ids that name them.
const IDS: [(&str, &str); 12] = [
    ("ruff check", "ruff ruff-check"),
    ("ruff format", "ruff-format"),
    ("cargo clippy", "clippy cargo-clippy"),
    ("cargo check", "cargo-check"),
    ("cargo fmt", "fmt"),
    ("gofmt -l", "go-fmt"),
    ("go vet", "go-vet"),
    ("go test", "go-unit-tests"),
    ("biome check", "biome-check"),
    ("biome ci", "biome-ci"),
    ("biome format", "biome-format"),
    ("ty check", "ty"),
];

fn spelled(entry: &str) -> String {
    head_of(&IDS, entry).unwrap_or(entry).to_owned()
}
