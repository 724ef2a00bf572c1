//! `Cargo.toml`.

use super::{Audience, Dependency, Kind, Manifest, Pin, Source, pin};
use subject::data::{Entry, Node, Unreadable, toml};

/// Tables of dependencies, in either spelling.
const TABLES: [(&str, Kind); 5] = [
    ("dependencies", Kind::Runtime),
    ("dev-dependencies", Kind::Dev),
    ("dev_dependencies", Kind::Dev),
    ("build-dependencies", Kind::Build),
    ("build_dependencies", Kind::Build),
];

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = toml::read(text)?;
    let scalar = |keys: &[&str]| root.at(keys).and_then(Node::scalar).map(str::to_owned);
    manifest.name = scalar(&["package", "name"]);
    manifest.version =
        scalar(&["package", "version"]).or_else(|| scalar(&["workspace", "package", "version"]));
    manifest.audience = audience(&root);
    let asked = [
        &["package", "rust-version"][..],
        &["workspace", "package", "rust-version"],
    ];
    manifest.toolchain = asked
        .iter()
        .find_map(|keys| root.at(keys))
        .and_then(|node| Some((node.scalar()?.to_owned(), node.line)));
    for target in root.items_at(&["bin"]) {
        let name = target.text_at(&["name"]).unwrap_or_default();
        let path = target.text_at(&["path"]).unwrap_or_default();
        Manifest::script(&mut manifest.entries, name, path, target.line);
    }
    let members = root.at(&["workspace", "members"]);
    manifest.members.extend(
        members
            .into_iter()
            .flat_map(Node::texts)
            .map(|(text, _)| text.to_owned()),
    );
    manifest.dependencies.extend(tables(&root));
    for target in root.entries_at(&["target"]) {
        manifest.dependencies.extend(tables(&target.node));
    }
    let offered = root.entries_at(&["workspace", "dependencies"]);
    manifest
        .offered
        .extend(offered.iter().map(|entry| dependency(entry, Kind::Runtime)));
    Ok(())
}

fn audience(root: &Node) -> Audience {
    let publish = root.at(&["package", "publish"]).and_then(Node::scalar);
    if publish == Some("false") {
        Audience::Own
    } else if root.at(&["package", "description"]).is_some() && root.at(&["package"]).is_some() {
        // The registry takes no package without a description.
        Audience::Published
    } else {
        Audience::Open
    }
}

fn tables(node: &Node) -> Vec<Dependency> {
    let tables = TABLES.iter().flat_map(|(key, kind)| {
        let entries = node.entries_at(&[key]).iter();
        entries.map(|entry| dependency(entry, *kind))
    });
    tables.collect()
}

fn dependency(entry: &Entry, kind: Kind) -> Dependency {
    let node = &entry.node;
    let requirement = node
        .text()
        .or_else(|| node.text_at(&["version"]))
        .unwrap_or_default();
    let package = node.text_at(&["package"]);
    let name = package.unwrap_or(&entry.key);
    let mut dependency = Dependency::new(name, requirement, entry.line)
        .pinned(pin::cargo(requirement))
        .of_kind(if kind == Kind::Runtime && node.is_true(&["optional"]) {
            Kind::Optional
        } else {
            kind
        });
    dependency.alias = package.map(|_| entry.key.clone());
    if node.is_true(&["workspace"]) {
        // What the workspace lays down replaces this; until then nothing is known.
        dependency.source = Source::Workspace;
        dependency.pin = Pin::Any;
        dependency
    } else if node.get("path").is_some() {
        dependency.sourced(Source::Path)
    } else if node.get("git").is_some() {
        let is_fixed = node.get("rev").is_some() || node.get("tag").is_some();
        dependency.sourced(Source::Git { is_fixed })
    } else {
        dependency
    }
}
