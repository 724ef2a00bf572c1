//! `pyproject.toml` of every builder, and `Pipfile`.

use super::requirement::{self, fold};
use super::{Audience, Dependency, Kind, Manifest, Pin, Source, pin};
use subject::data::{Entry, Node, Unreadable, toml};

/// Deepest nesting of groups that include groups.
const INCLUDES_MAX: usize = 8;

pub(super) fn read(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = toml::read(text)?;
    identity(manifest, &root);
    standard(manifest, &root);
    groups(manifest, &root);
    tools(manifest, &root);
    poetry(manifest, &root);
    sources(manifest, &root);
    Ok(())
}

fn identity(manifest: &mut Manifest, root: &Node) {
    let of = |key: &str| {
        let homes = [
            &["project"][..],
            &["tool", "poetry"],
            &["tool", "flit", "metadata"],
        ];
        homes.iter().find_map(|home| root.at(home)?.get(key))
    };
    let owned = |node: &Node| node.scalar().map(str::to_owned);
    manifest.name = of("name").or_else(|| of("module")).and_then(owned);
    manifest.version = of("version").and_then(owned);
    let python = of("requires-python").or_else(|| root.at(&["tool", "poetry", "dependencies", "python"]));
    manifest.toolchain = python.and_then(|node| Some((node.scalar()?.to_owned(), node.line)));
    manifest.audience = audience(root, of);
    let tables = [
        &["project", "scripts"][..],
        &["project", "gui-scripts"],
        &["tool", "poetry", "scripts"],
        &["tool", "flit", "scripts"],
    ];
    let plugins = root.entries_at(&["project", "entry-points"]).iter();
    let plugins = plugins.flat_map(|group| group.node.entries());
    for entry in tables
        .iter()
        .flat_map(|keys| root.entries_at(keys))
        .chain(plugins)
    {
        let target = entry.node.text().unwrap_or_default();
        Manifest::script(&mut manifest.entries, &entry.key, target, entry.line);
    }
    for entry in root.entries_at(&["tool", "pdm", "scripts"]) {
        let target = entry.node.text().or_else(|| entry.node.text_at(&["cmd"]));
        Manifest::script(
            &mut manifest.scripts,
            &entry.key,
            target.unwrap_or_default(),
            entry.line,
        );
    }
}

/// Only what is published carries classifiers or addresses; a package without a builder cannot be.
fn audience<'a>(root: &'a Node, of: impl Fn(&str) -> Option<&'a Node>) -> Audience {
    let classifiers = of("classifiers").map_or_else(Vec::new, Node::texts);
    let is_private = classifiers.iter().any(|(text, _)| text.starts_with("Private"));
    let is_no_package = root.at(&["tool", "uv", "package"]).and_then(Node::scalar) == Some("false")
        || root
            .at(&["tool", "poetry", "package-mode"])
            .and_then(Node::scalar)
            == Some("false");
    let builds = root.get("build-system").is_some();
    if is_private || is_no_package || !builds {
        Audience::Own
    } else if !classifiers.is_empty()
        || of("urls").is_some()
        || of("homepage").is_some()
        || of("repository").is_some()
    {
        Audience::Published
    } else {
        Audience::Open
    }
}

fn standard(manifest: &mut Manifest, root: &Node) {
    list(manifest, root.at(&["project", "dependencies"]), Kind::Runtime);
    for entry in root.entries_at(&["project", "optional-dependencies"]) {
        list(manifest, Some(&entry.node), Kind::Optional);
    }
    list(manifest, root.at(&["build-system", "requires"]), Kind::Build);
    let is_dynamic = |key: &str| {
        let names = root
            .at(&["project", "dynamic"])
            .map_or_else(Vec::new, Node::texts);
        names.iter().find(|(name, _)| *name == key).map(|(_, line)| *line)
    };
    let Some(line) = is_dynamic("dependencies") else {
        return;
    };
    let files = root.at(&["tool", "setuptools", "dynamic", "dependencies", "file"]);
    let files =
        files.or_else(|| root.at(&["tool", "hatch", "metadata", "hooks", "requirements_txt", "files"]));
    match files {
        Some(files) => {
            let files = files
                .texts()
                .into_iter()
                .map(|(path, line)| (path.to_owned(), line));
            manifest.includes.extend(files);
        }
        None => manifest.gap(line, "dependencies that are worked out when the package is built"),
    }
}

fn groups(manifest: &mut Manifest, root: &Node) {
    for entry in root.entries_at(&["dependency-groups"]) {
        group(manifest, root, &entry.node, 0);
    }
    let lists = [
        &["tool", "uv", "dev-dependencies"][..],
        &["tool", "flit", "metadata", "dev-requires"],
    ];
    for keys in lists {
        list(manifest, root.at(keys), Kind::Dev);
    }
    for entry in root.entries_at(&["tool", "pdm", "dev-dependencies"]) {
        list(manifest, Some(&entry.node), Kind::Dev);
    }
    for entry in root.entries_at(&["tool", "hatch", "envs"]) {
        for key in ["dependencies", "extra-dependencies"] {
            list(manifest, entry.node.get(key), Kind::Dev);
        }
    }
}

/// A group; the groups that it includes are listed by themselves.
fn group(manifest: &mut Manifest, root: &Node, node: &Node, depth: usize) {
    list(manifest, Some(node), Kind::Dev);
    let included = node
        .items()
        .iter()
        .filter_map(|item| item.text_at(&["include-group"]));
    for name in included.filter(|_| depth < INCLUDES_MAX) {
        if root.at(&["dependency-groups", name]).is_none() {
            manifest.gap(node.line, format!("the group `{name}`, which is not there"));
        }
    }
}

fn tools(manifest: &mut Manifest, root: &Node) {
    list(
        manifest,
        root.at(&["tool", "flit", "metadata", "requires"]),
        Kind::Runtime,
    );
    for entry in root.entries_at(&["tool", "flit", "metadata", "requires-extra"]) {
        list(manifest, Some(&entry.node), Kind::Optional);
    }
    let members = root.at(&["tool", "uv", "workspace", "members"]);
    manifest.members = members
        .into_iter()
        .flat_map(Node::texts)
        .map(|(text, _)| text.to_owned())
        .collect();
}

fn list(manifest: &mut Manifest, node: Option<&Node>, kind: Kind) {
    for (text, line) in node.map_or_else(Vec::new, Node::texts) {
        match requirement::read(text, line) {
            Some(dependency) => manifest.needs(dependency.of_kind(kind)),
            None => manifest.gap(line, format!("the requirement `{text}`")),
        }
    }
}

fn poetry(manifest: &mut Manifest, root: &Node) {
    let home = ["tool", "poetry"];
    let Some(poetry) = root.at(&home) else { return };
    table(manifest, poetry.entries_at(&["dependencies"]), Kind::Runtime);
    table(manifest, poetry.entries_at(&["dev-dependencies"]), Kind::Dev);
    for group in poetry.entries_at(&["group"]) {
        let kind = if group.key == "main" {
            Kind::Runtime
        } else {
            Kind::Dev
        };
        table(manifest, group.node.entries_at(&["dependencies"]), kind);
    }
}

fn table(manifest: &mut Manifest, entries: &[Entry], kind: Kind) {
    let named = entries.iter().filter(|entry| entry.key != "python");
    let read: Vec<Dependency> = named.map(|entry| entry_of_table(entry, kind)).collect();
    manifest.dependencies.extend(read);
}

/// `name = "^1"`, `name = {version = "^1", optional = true}`, `name = {git = …}`.
fn entry_of_table(entry: &Entry, kind: Kind) -> Dependency {
    // Several constraints for several platforms: the first speaks for all.
    let node = entry.node.items().first().unwrap_or(&entry.node);
    let requirement = node
        .text()
        .or_else(|| node.text_at(&["version"]))
        .unwrap_or_default();
    let is_optional = kind == Kind::Runtime && node.is_true(&["optional"]);
    let dependency = Dependency::new(&entry.key, requirement, entry.line)
        .of_kind(if is_optional { Kind::Optional } else { kind })
        .pinned(pin::poetry(requirement));
    match table_source(node) {
        Source::Registry => dependency,
        other => dependency.sourced(other),
    }
}

fn table_source(node: &Node) -> Source {
    if node.get("git").is_some() {
        let is_fixed = node.get("rev").is_some() || node.get("tag").is_some() || node.get("ref").is_some();
        Source::Git { is_fixed }
    } else if node.is_true(&["workspace"]) {
        Source::Workspace
    } else if node.get("path").is_some() {
        Source::Path
    } else {
        Source::Registry
    }
}

/// Where uv takes packages from instead of the registry.
fn sources(manifest: &mut Manifest, root: &Node) {
    for entry in root.entries_at(&["tool", "uv", "sources"]) {
        let node = entry.node.items().first().unwrap_or(&entry.node);
        let source = table_source(node);
        let name = fold(&entry.key);
        let listed = manifest
            .dependencies
            .iter_mut()
            .filter(|one| fold(&one.name) == name);
        for dependency in listed.filter(|_| source != Source::Registry) {
            *dependency = dependency.clone().sourced(source);
        }
    }
}

pub(super) fn read_pipfile(manifest: &mut Manifest, text: &str) -> Result<(), Unreadable> {
    let root = toml::read(text)?;
    manifest.audience = Audience::Own;
    let python = root.at(&["requires", "python_version"]);
    manifest.toolchain = python.and_then(|node| Some((node.scalar()?.to_owned(), node.line)));
    for entry in root.entries_at(&["scripts"]) {
        let command = entry.node.text().unwrap_or_default();
        Manifest::script(&mut manifest.scripts, &entry.key, command, entry.line);
    }
    for (key, kind) in [("packages", Kind::Runtime), ("dev-packages", Kind::Dev)] {
        table(manifest, root.entries_at(&[key]), kind);
    }
    for dependency in &mut manifest.dependencies {
        if dependency.requirement == "*" {
            dependency.pin = Pin::Any;
        }
    }
    Ok(())
}
