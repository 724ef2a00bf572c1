//! Hooks of pre-commit: each as a command.

use subject::data::yaml;

/// The hooks of a configuration as commands, with their lines. The id of a hook that is not local is the name of its
/// program, as far as it is known.
pub(super) fn commands(text: &str) -> Vec<(u32, String)> {
    let Ok(root) = yaml::read(text) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for repository in root.items_at(&["repos"]) {
        for hook in repository.items_at(&["hooks"]) {
            let id = hook.text_at(&["id"]).unwrap_or_default();
            let line = hook.get("id").map_or(hook.line, |id| id.line);
            let entry = hook.text_at(&["entry"]).unwrap_or(id);
            found.push((line, spelled(entry)));
        }
    }
    found
}

/// Whether pre-commit.ci runs the hooks on every change: it is set up by this key.
pub(super) fn runs_elsewhere(text: &str) -> Option<u32> {
    let root = yaml::read(text).ok()?;
    let entry = root.entries().iter().find(|entry| entry.key == "ci")?;
    Some(entry.line)
}

/// Ids that name a program with a word behind it.
const IDS: [(&str, &str); 14] = [
    ("ruff", "ruff check"),
    ("ruff-check", "ruff check"),
    ("ruff-format", "ruff format"),
    ("clippy", "cargo clippy"),
    ("cargo-check", "cargo check"),
    ("cargo-clippy", "cargo clippy"),
    ("fmt", "cargo fmt"),
    ("go-fmt", "gofmt -l"),
    ("go-vet", "go vet"),
    ("go-unit-tests", "go test"),
    ("biome-check", "biome check"),
    ("biome-ci", "biome ci"),
    ("biome-format", "biome format"),
    ("ty", "ty check"),
];

fn spelled(entry: &str) -> String {
    IDS.iter()
        .find(|(id, _)| *id == entry)
        .map_or(entry, |(_, command)| command)
        .to_owned()
}
