//! The crates of a tree: their roots, their names, what they need.

use crate::census::{Kind, Project};
use crate::modules::FileId;
use crate::modules::atlas::{Atlas, join};
use std::collections::{BTreeMap, BTreeSet};
use subject::data::{Node, toml};

/// The tables of a manifest that name what is needed.
const NEEDS: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

struct Package<'a> {
    project: &'a Project,
    /// The name of its library as paths write it.
    library: String,
    /// Where its library starts.
    root: Option<FileId>,
    /// What it needs: the name that paths write, and the name in the registry.
    needs: BTreeMap<String, String>,
}

/// All packages, and the files that crates start with.
pub(super) struct Crates<'a> {
    packages: Vec<Package<'a>>,
    roots: BTreeSet<FileId>,
}

impl<'a> Crates<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let mut crates = Self {
            packages: Vec::new(),
            roots: BTreeSet::new(),
        };
        let shared = shared(atlas);
        for project in atlas.projects(Kind::Cargo) {
            let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
            let Ok(table) = toml::read(text) else {
                continue;
            };
            crates.customary(atlas, project);
            crates.declared(atlas, project, &table);
            if !project.is_frame {
                crates.packages.push(package(atlas, project, &table, &shared));
            }
        }
        crates.alone(atlas);
        crates
    }

    /// A tree of Rust without any manifest: a `main.rs` or `lib.rs` starts a crate.
    fn alone(&mut self, atlas: &Atlas<'_>) {
        for (id, path) in atlas.files() {
            let name = path.rsplit('/').next().unwrap_or(path);
            let has_package = atlas.project(Kind::Cargo, path).is_some();
            if matches!(name, "main.rs" | "lib.rs") && !has_package {
                self.roots.insert(id);
            }
        }
    }

    /// The files that Cargo takes for roots by their places.
    fn customary(&mut self, atlas: &Atlas<'_>, project: &Project) {
        for file in ["src/lib.rs", "src/main.rs", "build.rs"] {
            self.roots
                .extend(join(&project.root, file).and_then(|path| atlas.id(&path)));
        }
        for folder in ["src/bin", "tests", "examples", "benches", "fuzz/fuzz_targets"] {
            let Some(folder) = join(&project.root, folder) else {
                continue;
            };
            let start = format!("{folder}/");
            let inside = atlas
                .files()
                .filter_map(|(id, path)| Some((id, path.strip_prefix(&start)?)));
            let roots = inside.filter(|(_, rest)| is_target(rest));
            self.roots.extend(roots.map(|(id, _)| id));
        }
    }

    /// The files that the manifest names.
    fn declared(&mut self, atlas: &Atlas<'_>, project: &Project, table: &Node) {
        let lists = ["bin", "example", "test", "bench"]
            .iter()
            .flat_map(|key| table.items_at(&[*key]));
        let build = table.text_at(&["package", "build"]);
        let targets = lists.chain(table.get("lib"));
        let paths = targets
            .filter_map(|target| target.text_at(&["path"]))
            .chain(build);
        for path in paths {
            self.roots
                .extend(join(&project.root, path).and_then(|path| atlas.id(&path)));
        }
    }

    pub(super) fn roots(&self) -> impl Iterator<Item = FileId> {
        self.roots.iter().copied()
    }

    pub(super) fn is_root(&self, id: FileId) -> bool {
        self.roots.contains(&id)
    }

    fn around(&self, path: &str) -> Option<&Package<'a>> {
        let around = self.packages.iter().filter(|one| one.project.contains(path));
        around.max_by_key(|one| one.project.root.len())
    }

    /// The root of a library of the tree that the package around `path` calls so.
    pub(super) fn local(&self, path: &str, name: &str) -> Option<FileId> {
        let package = self.around(path)?;
        if package.library == name {
            return package.root;
        }
        let needed = package.needs.get(name)?;
        let is_it = |one: &&Package<'_>| one.project.name.as_deref() == Some(needed.as_str());
        self.packages.iter().find(is_it)?.root
    }

    /// The name in the registry of what the package around `path` calls so.
    pub(super) fn external(&self, path: &str, name: &str) -> Option<String> {
        self.around(path)?.needs.get(name).cloned()
    }
}

/// `x.rs`, `x/main.rs`.
fn is_target(rest: &str) -> bool {
    match rest.split_once('/') {
        None => rest.ends_with(".rs"),
        Some((_, file)) => file == "main.rs",
    }
}

fn package<'a>(
    atlas: &Atlas<'_>,
    project: &'a Project,
    table: &Node,
    shared: &BTreeMap<String, String>,
) -> Package<'a> {
    let given = table.text_at(&["lib", "name"]);
    let name = given.or(project.name.as_deref()).unwrap_or_default();
    let path = table.text_at(&["lib", "path"]);
    let root = join(&project.root, path.unwrap_or("src/lib.rs")).and_then(|path| atlas.id(&path));
    let mut needs = BTreeMap::new();
    let targets = table.entries_at(&["target"]).iter().map(|target| &target.node);
    for table in std::iter::once(table).chain(targets) {
        for one in NEEDS.iter().flat_map(|key| table.entries_at(&[*key])) {
            let name = registry_name(&one.key, &one.node, shared);
            needs.insert(one.key.replace('-', "_"), name);
        }
    }
    Package {
        project,
        library: name.replace('-', "_"),
        root,
        needs,
    }
}

fn registry_name(key: &str, value: &Node, shared: &BTreeMap<String, String>) -> String {
    let renamed = value.text_at(&["package"]);
    let is_shared = value.is_true(&["workspace"]);
    let inherited = is_shared.then(|| shared.get(key)).flatten().map(String::as_str);
    renamed.or(inherited).unwrap_or(key).to_owned()
}

/// What workspaces name for their members, where it has another name in the registry.
fn shared(atlas: &Atlas<'_>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for project in atlas.projects(Kind::Cargo) {
        let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
        let Ok(table) = toml::read(text) else {
            continue;
        };
        for one in table.entries_at(&["workspace", "dependencies"]) {
            let name = one.node.text_at(&["package"]);
            found.extend(name.map(|name| (one.key.clone(), name.to_owned())));
        }
    }
    found
}
