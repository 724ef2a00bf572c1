//! `package.json` and `pnpm-workspace.yaml`.

use super::{Audience, Dependency, Kind, Manifest, Source, pin};
use subject::data::{Entry, Node, Unreadable, Value, json, yaml};

const TABLES: [(&str, Kind); 4] = [
    ("dependencies", Kind::Runtime),
    ("devDependencies", Kind::Dev),
    ("optionalDependencies", Kind::Optional),
    ("peerDependencies", Kind::Peer),
];
/// Keys that only a package for others has.
const PUBLISHED: [&str; 6] = ["exports", "publishConfig", "types", "typings", "module", "files"];

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = json::read(text)?;
    if !matches!(root.value, Value::Map(_)) {
        return Err(Unreadable::new(1, "no object"));
    }
    manifest.name = root.text_at(&["name"]).map(str::to_owned);
    manifest.version = root.text_at(&["version"]).map(str::to_owned);
    manifest.audience = audience(&root);
    manifest.toolchain = root
        .at(&["engines", "node"])
        .and_then(|node| Some((node.text()?.to_owned(), node.line)));
    for entry in root.entries_at(&["scripts"]) {
        let command = entry.node.text().unwrap_or_default();
        Manifest::script(&mut manifest.scripts, &entry.key, command, entry.line);
    }
    entries(manifest, &root);
    let workspaces = [&["workspaces"][..], &["workspaces", "packages"]];
    let members = workspaces.iter().filter_map(|keys| root.at(keys));
    manifest.members = members
        .flat_map(Node::texts)
        .map(|(text, _)| text.to_owned())
        .collect();
    for (key, kind) in TABLES {
        let listed = root.entries_at(&[key]).iter();
        manifest
            .dependencies
            .extend(listed.map(|entry| dependency(entry, kind)));
    }
    Ok(())
}

fn entries(manifest: &mut Manifest, root: &Node) {
    let bin = root.at(&["bin"]);
    for entry in bin.map_or(&[][..], Node::entries) {
        let target = entry.node.text().unwrap_or_default();
        Manifest::script(&mut manifest.entries, &entry.key, target, entry.line);
    }
    for key in ["bin", "main", "module", "browser"] {
        if let Some(node) = root.get(key)
            && let Some(target) = node.text()
        {
            Manifest::script(&mut manifest.entries, key, target, node.line);
        }
    }
}

fn audience(root: &Node) -> Audience {
    if root.is_true(&["private"]) {
        Audience::Own
    } else if PUBLISHED.iter().any(|key| root.get(key).is_some()) && root.get("version").is_some() {
        Audience::Published
    } else {
        Audience::Open
    }
}

fn dependency(entry: &Entry, kind: Kind) -> Dependency {
    let requirement = entry.node.text().unwrap_or_default();
    let dependency = Dependency::new(&entry.key, requirement, entry.line).of_kind(kind);
    if let Some(aliased) = requirement.strip_prefix("npm:") {
        let at = aliased.rfind('@').filter(|at| *at > 0);
        let (name, version) = at.map_or((aliased, ""), |at| (&aliased[..at], &aliased[at + 1..]));
        let mut dependency = dependency.pinned(pin::npm(version));
        dependency.alias = Some(std::mem::replace(&mut dependency.name, name.to_owned()));
        return dependency;
    }
    match source(requirement) {
        Source::Registry => dependency.pinned(pin::npm(requirement)),
        other => dependency.sourced(other),
    }
}

fn source(requirement: &str) -> Source {
    if requirement.starts_with("workspace:") {
        return Source::Workspace;
    }
    if ["file:", "link:", "portal:", "./", "../"]
        .iter()
        .any(|start| requirement.starts_with(start))
    {
        return Source::Path;
    }
    let is_git = requirement.starts_with("git")
        || requirement.contains(".git")
        || (requirement.contains('/') && !requirement.contains(':'));
    if is_git {
        let end = requirement.rsplit_once('#').map(|(_, end)| end);
        let is_fixed = end.is_some_and(|end| {
            let is_commit = end.len() >= 7 && end.chars().all(|c| c.is_ascii_hexdigit());
            let tag = end.trim_start_matches("semver:").trim_start_matches('v');
            is_commit || tag.starts_with(|c: char| c.is_ascii_digit())
        });
        return Source::Git { is_fixed };
    }
    Source::Registry
}

/// The members and the catalogs of a pnpm workspace; what is offered in the catalog `x` has the alias `x`.
pub(super) fn read_workspace(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = yaml::read(text)?;
    let members = root.get("packages").into_iter().flat_map(Node::texts);
    manifest.members = members.map(|(text, _)| text.to_owned()).collect();
    let own = root
        .entries_at(&["catalog"])
        .iter()
        .map(|entry| (entry, String::new()));
    let named = root.entries_at(&["catalogs"]).iter();
    let named = named.flat_map(|catalog| {
        let entries = catalog.node.entries().iter();
        entries.map(|entry| (entry, catalog.key.clone()))
    });
    let offered = own.chain(named).map(|(entry, catalog)| {
        let mut dependency = dependency(entry, Kind::Runtime);
        dependency.alias = Some(catalog);
        dependency
    });
    manifest.offered = offered.collect();
    Ok(())
}
