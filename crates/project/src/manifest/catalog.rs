//! `libs.versions.toml`: libraries by alias, with versions by reference.

use super::{Dependency, Manifest, Pin, pin};
use subject::data::{Entry, Node, Unreadable, toml};

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = toml::read(text)?;
    let libraries = root.entries_at(&["libraries"]).iter();
    manifest.offered = libraries.map(|entry| library(&root, entry)).collect();
    Ok(())
}

fn library(root: &Node, entry: &Entry) -> Dependency {
    let node = &entry.node;
    let mut coordinates = node.text().unwrap_or_default().splitn(3, ':');
    let (group, artifact, fixed) = (coordinates.next(), coordinates.next(), coordinates.next());
    let name = match (
        node.text_at(&["module"]),
        node.text_at(&["group"]),
        node.text_at(&["name"]),
    ) {
        (Some(module), _, _) => module.to_owned(),
        (None, Some(group), Some(name)) => format!("{group}:{name}"),
        _ => format!("{}:{}", group.unwrap_or_default(), artifact.unwrap_or_default()),
    };
    let reference = node.text_at(&["version", "ref"]);
    let referred = reference.and_then(|key| root.at(&["versions", key]));
    let version = fixed
        .or_else(|| referred?.text())
        .or_else(|| node.text_at(&["version"]));
    let version = version.unwrap_or_default();
    let pin = if version.is_empty() {
        Pin::Exact
    } else {
        pin::maven(version)
    };
    let mut dependency = Dependency::new(name, version, entry.line).pinned(pin);
    // Build files write the dashes of an alias as dots.
    let alias = entry.key.replace(['-', '_'], ".");
    dependency.alias = Some(format!("libs.{alias}"));
    dependency
}
