//! What runs when somebody commits or pushes, on the machine of whoever has installed it. Files that git runs by their names, and the
//! settings of pre-commit, lefthook, husky, simple-git-hooks and lint-staged.

use super::super::Trigger;
use super::super::hooks;
use super::{Context, Follower};
use subject::Part;
use subject::data::{Node, json, yaml};

/// Hooks of git that can stop a change.
const HOOKS: [&str; 4] = ["pre-commit", "pre-push", "pre-merge-commit", "commit-msg"];
/// Files of lefthook.
const LEFTHOOK: [&str; 4] = ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml"];
/// Keys of `package.json` under which hooks have commands.
const KEYS: [&[&str]; 3] = [&["husky", "hooks"], &["simple-git-hooks"], &["gitHooks"]];

impl Follower<'_> {
    /// Follows every hook. Where that ends without knowing what is done makes nothing unknown: no pipeline runs it.
    pub(super) fn on_commit(&mut self) {
        let context = Context {
            trigger: Trigger::Other,
            folder: String::new(),
            chain: Vec::new(),
            is_named: false,
            is_forgiven: false,
            session: None,
        };
        let snapshot = self.snapshot;
        for (path, file) in &snapshot.files {
            let Some(text) = file.text() else { continue };
            let commands = match path.as_str() {
                ".pre-commit-config.yaml" | ".pre-commit-config.yml" => {
                    hooks::commands(text).unwrap_or_default()
                }
                "package.json" => json::read(text).map_or_else(|_| Vec::new(), |root| of_package(&root)),
                name if LEFTHOOK.contains(&name) => {
                    yaml::read(text).map_or_else(|_| Vec::new(), |root| of_lefthook(&root))
                }
                path if is_hook(path) => vec![(1, text.to_owned())],
                _ => continue,
            };
            for (line, command) in commands {
                self.text(path, line, &command, &context);
            }
        }
    }

    /// What lint-staged runs on the files of a commit.
    pub(super) fn lint_staged(&mut self, context: &Context) {
        let files = [
            "package.json",
            ".lintstagedrc.json",
            ".lintstagedrc",
            ".lintstagedrc.yml",
            ".lintstagedrc.yaml",
        ];
        for path in files {
            let Some(text) = self.read(path) else { continue };
            let Ok(root) = yaml::read(text).or_else(|_| json::read(text)) else {
                continue;
            };
            let own = match path {
                "package.json" => root.get("lint-staged"),
                _ => Some(&root),
            };
            for (text, line) in own
                .map_or(&[][..], Node::entries)
                .iter()
                .flat_map(|entry| entry.node.texts())
            {
                self.text(path, line, text, context);
            }
        }
    }
}

/// Whether git runs a file by its name, once its folder is laid down as that of the hooks.
fn is_hook(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_home = folder
        .split(['/', '.', '-', '_'])
        .any(|part| matches!(part, "husky" | "hooks" | "githooks"));
    HOOKS.contains(&name) && is_home && subject::part::by_path(path) != Part::Vendored
}

/// The commands of hooks in a `package.json`.
fn of_package(root: &Node) -> Vec<(u32, String)> {
    let tables = KEYS.iter().flat_map(|keys| root.entries_at(keys));
    let hooks = tables.filter(|entry| HOOKS.contains(&entry.key.as_str()));
    let texts = hooks.flat_map(|entry| entry.node.texts());
    texts.map(|(text, line)| (line, text.to_owned())).collect()
}

/// The commands of a `lefthook.yml`.
fn of_lefthook(root: &Node) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    for hook in root
        .entries()
        .iter()
        .filter(|entry| HOOKS.contains(&entry.key.as_str()))
    {
        let commands = hook
            .node
            .entries_at(&["commands"])
            .iter()
            .map(|entry| &entry.node);
        let runs = commands
            .chain(hook.node.items_at(&["jobs"]))
            .filter_map(|node| node.get("run"));
        found.extend(runs.filter_map(|run| Some((run.line, run.text()?.to_owned()))));
    }
    found
}
