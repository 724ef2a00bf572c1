//! What manifests say of the project that they stand for.

use super::project::Kind;
use subject::data::{Node, json, toml, xml};

/// The name that a manifest gives.
pub(super) fn of(kind: Kind, manifest: &str, text: &str) -> Option<String> {
    let name = match kind {
        Kind::Cargo => named(&toml::read(text).ok()?, &["package", "name"]),
        Kind::Npm => named(&json::read(text).ok()?, &["name"]),
        Kind::Python => python(manifest, text),
        Kind::Go => text
            .lines()
            .find_map(|line| line.trim().strip_prefix("module "))
            .map(|name| unquoted(name.split("//").next().unwrap_or(name))),
        Kind::Maven => element(text, "artifactId"),
        Kind::Gradle => assigned(text, "rootProject.name"),
        Kind::Bundler => gem(manifest, text),
        Kind::CMake => argument(text, "project("),
        Kind::Meson => argument(text, "project("),
        Kind::Autotools => argument(text, "AC_INIT("),
        Kind::Bazel => argument(text, "module(").and_then(|first| assigned(&first, "name")),
        Kind::Make => None,
    };
    name.filter(|name| !name.is_empty() && !name.contains(['$', '{', '\n', '#']))
}

/// Whether it only holds others together.
pub(super) fn is_frame(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Cargo => toml::read(text).is_ok_and(|root| root.get("package").is_none()),
        Kind::Maven => element(text, "packaging").as_deref() == Some("pom"),
        Kind::Npm => json::read(text).is_ok_and(|root| root.get("workspaces").is_some()),
        _ => false,
    }
}

/// Whether a `package.json` is a package's, and not one line that only says which modules a folder holds.
pub(super) fn is_package(text: &str) -> bool {
    let keys = ["name", "dependencies", "devDependencies", "scripts", "workspaces"];
    json::read(text).is_ok_and(|root| keys.iter().any(|key| root.get(key).is_some()))
}

/// Whether a `pyproject.toml` is a package's, and not only the settings of a tool.
pub(super) fn is_python_package(text: &str) -> bool {
    toml::read(text).is_ok_and(|root| {
        root.get("project").is_some()
            || root.get("build-system").is_some()
            || root.text_at(&["tool", "poetry", "name"]).is_some()
    })
}

fn named(root: &Node, keys: &[&str]) -> Option<String> {
    root.text_at(keys).map(str::to_owned)
}

fn python(manifest: &str, text: &str) -> Option<String> {
    if manifest.ends_with(".toml") {
        let root = toml::read(text).ok()?;
        return named(&root, &["project", "name"]).or_else(|| named(&root, &["tool", "poetry", "name"]));
    }
    if manifest.ends_with("setup.py") || manifest.ends_with("setup.cfg") {
        return assigned(text, "name");
    }
    None
}

fn gem(manifest: &str, text: &str) -> Option<String> {
    let file = manifest.rsplit('/').next()?.strip_suffix(".gemspec")?;
    let written = text.lines().find_map(|line| {
        let (left, right) = line.split_once('=')?;
        left.trim().ends_with(".name").then(|| quoted(right))?
    });
    Some(written.unwrap_or_else(|| file.to_owned()))
}

/// `key = "value"`, `key: 'value'`, `key = value` at the beginning of a line.
fn assigned(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix(key)?.trim_start();
        let value = rest
            .strip_prefix('=')
            .filter(|rest| !rest.starts_with('='))?
            .trim();
        quoted(value).or_else(|| {
            let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
            (!value.is_empty() && value.chars().all(is_plain) && !value.contains('.'))
                .then(|| value.to_owned())
        })
    })
}

/// The first text in quotes.
fn quoted(text: &str) -> Option<String> {
    let start = text.find(['"', '\''])?;
    let quote = text[start..].chars().next()?;
    let inner = &text[start + 1..];
    Some(inner[..inner.find(quote)?].to_owned())
}

fn unquoted(text: &str) -> String {
    text.trim().trim_matches(['"', '`']).to_owned()
}

/// The first argument of the first call of a function, at the beginning of a line.
fn argument(text: &str, call: &str) -> Option<String> {
    let at = text.match_indices(call).map(|(at, _)| at).find(|at| {
        let before = &text[..*at];
        before
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.trim().is_empty())
    })?;
    let inside = &text[at + call.len()..];
    let first = inside[..inside.find(')')?]
        .split([',', '\n'])
        .map(str::trim)
        .find(|one| !one.is_empty())?;
    let bare = first.trim_matches(['[', ']', '"', '\'']);
    Some(bare.split_whitespace().next()?.to_owned())
}

/// The text of an element right below `project`.
fn element(text: &str, name: &str) -> Option<String> {
    let root = xml::read(text).ok().filter(|root| root.name == "project")?;
    root.text_of(name).map(str::to_owned)
}
