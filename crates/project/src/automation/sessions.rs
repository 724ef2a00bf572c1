//! Tox and Nox: environments and sessions with their commands.

use python::ast::{Expr, ExprKind, Function};
use python::{parse, walk};
use subject::data::{Node, ini, toml};

/// A named list of commands, with their lines.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Session {
    /// Its name; empty for what every environment does.
    pub(super) name: String,
    pub(super) commands: Vec<(u32, String)>,
}

/// The environments of a `tox.ini`, `setup.cfg` or the text inside `pyproject.toml`; `above` lines stand before it.
pub(super) fn tox(text: &str, above: u32) -> Vec<Session> {
    let sections = ini::read(text);
    let of = |section: &ini::Section| {
        let name = section.name.strip_prefix("testenv")?;
        let keys = ["commands_pre", "commands", "commands_post"];
        let lines = keys.iter().flat_map(|key| section.lines(key));
        // A line may be meant for some factors only: `py,lint: command`.
        let commands = lines.map(|(line, text)| (line + above, after_factor(text)));
        Some(Session {
            name: name.trim_start_matches(':').to_owned(),
            commands: commands.collect(),
        })
    };
    sections.iter().filter_map(of).collect()
}

fn after_factor(text: &str) -> String {
    let text = text.trim_start_matches(['-', '!']);
    let head = text.split_once(": ");
    let is_factor = |head: &str| !head.contains([' ', '/']) && !head.is_empty();
    head.filter(|(head, _)| is_factor(head))
        .map_or(text, |(_, rest)| rest)
        .to_owned()
}

/// The environments under `[tool.tox]` of a `pyproject.toml` or of a `tox.toml`.
pub(super) fn tox_tables(text: &str, is_pyproject: bool) -> Vec<Session> {
    let Ok(root) = toml::read(text) else {
        return Vec::new();
    };
    let home = if is_pyproject {
        root.at(&["tool", "tox"])
    } else {
        Some(&root)
    };
    let Some(home) = home else { return Vec::new() };
    if let Some(legacy) = home.get("legacy_tox_ini") {
        return tox(legacy.text().unwrap_or_default(), legacy.line.saturating_sub(1));
    }
    let session = |name: &str, node: &Node| Session {
        name: name.to_owned(),
        commands: node.items_at(&["commands"]).iter().map(command).collect(),
    };
    let base = home.get("env_run_base").map(|node| session("", node));
    let own = home
        .entries_at(&["env"])
        .iter()
        .map(|entry| session(&entry.key, &entry.node));
    base.into_iter().chain(own).collect()
}

fn command(node: &Node) -> (u32, String) {
    let words: Vec<&str> = node.items().iter().filter_map(Node::text).collect();
    (node.line, words.join(" "))
}

/// The sessions of a `noxfile.py`: what they give to `session.run` in literals.
pub(super) fn nox(path: &str, text: &str) -> Vec<Session> {
    let Ok(module) = parse::parse(path, text.as_bytes()) else {
        return Vec::new();
    };
    let mut sessions = Vec::new();
    walk::functions(&module.body, &mut |function| {
        if function.decorators.iter().any(is_session) {
            sessions.push(Session {
                name: function.name.clone(),
                commands: runs(function),
            });
        }
    });
    sessions
}

fn is_session(decorator: &Expr) -> bool {
    let callee = match &decorator.kind {
        ExprKind::Call { callee, .. } => callee,
        _ => decorator,
    };
    walk::last_name(callee).is_some_and(|name| name.contains("session"))
}

fn runs(function: &Function) -> Vec<(u32, String)> {
    let mut commands = Vec::new();
    walk::expressions(&function.body, &mut |expr| {
        if let ExprKind::Call { callee, args } = &expr.kind
            && walk::last_name(callee).is_some_and(|name| name.starts_with("run"))
        {
            let words: Vec<&str> = args
                .iter()
                .filter(|arg| arg.name.is_none())
                .filter_map(|arg| arg.value.literal())
                .collect();
            commands.push((expr.span.first, words.join(" ")));
        }
    });
    commands
}
