//! Which file an import of Python means: relative ones by folders, absolute ones by the source roots that the
//! importer can see.

use super::atlas::{Atlas, ancestors, join, stem};
use super::{FileId, Target};
use crate::census::Kind;
use ::syntax::facts::Import;
use python::program::layout::STANDARD;
use std::collections::BTreeSet;
use subject::data::{Node, toml};
use wordlist::Words;

/// Modules of the standard library beyond those that a file of the tree could be confused with.
static ALSO_STANDARD: Words =
    Words::new(|| wordlist::words(include_str!("../../words/python_also_standard.txt")));

/// The source roots of the tree.
pub(super) struct Rules<'a> {
    atlas: &'a Atlas<'a>,
    /// Folders below which packages lie, as projects declare them or by custom.
    roots: BTreeSet<String>,
    /// The names of all folders and modules: what none of them is called, is not of the tree.
    known: BTreeSet<&'a str>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let mut roots = BTreeSet::from([String::new(), "src".to_owned(), "lib".to_owned()]);
        for project in atlas.projects(Kind::Python) {
            roots.insert(project.root.clone());
            for inner in ["src", "lib", "python"] {
                roots.extend(join(&project.root, inner));
            }
            let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
            for inner in declared_roots(text) {
                roots.extend(join(&project.root, &inner));
            }
        }
        let modules = atlas.snapshot.files.keys().map(|path| stem(path));
        let folders = atlas
            .folders
            .iter()
            .map(|folder| folder.rsplit('/').next().unwrap_or(folder));
        Self {
            atlas,
            roots,
            known: modules.chain(folders).collect(),
        }
    }

    pub(super) fn target(&self, path: &str, import: &Import) -> Target {
        let level = import.what.chars().take_while(|c| *c == '.').count();
        let name = &import.what[level..];
        if level == 0 {
            return self.absolute(path, name, &import.names);
        }
        let folder = ancestors(path).nth(level - 1);
        let Some(base) = folder.and_then(|folder| join(folder, &name.replace('.', "/"))) else {
            return Target::Unresolved;
        };
        self.taken(&base, &import.names)
            .map_or(Target::Unresolved, Target::Files)
    }

    fn absolute(&self, path: &str, name: &str, names: &[String]) -> Target {
        let top = name.split('.').next().unwrap_or_default();
        if STANDARD.contains(&top) || ALSO_STANDARD.contains(&top) {
            return Target::Standard;
        }
        if !self.known.contains(top) {
            return Target::External(top.to_owned());
        }
        let inner = name.replace('.', "/");
        for root in self.visible(path) {
            if self.holds(root, top) {
                let base = join(root, &inner).and_then(|base| self.taken(&base, names));
                return base.map_or(Target::Unresolved, Target::Files);
            }
        }
        // Somewhere else in the tree: a path that is set while it runs, or only the same name.
        let is_elsewhere = |folder: &&str| folder.rsplit('/').next() == Some(top) && self.is_package(folder);
        if self.atlas.folders.iter().any(is_elsewhere) {
            return Target::Unresolved;
        }
        Target::External(top.to_owned())
    }

    /// The roots that an importer sees, its own project's first, then the folders around it, then all others.
    fn visible<'s>(&'s self, path: &'s str) -> impl Iterator<Item = &'s str> {
        let around = ancestors(path).collect::<Vec<_>>();
        let own = |root: &&str| around.contains(root);
        let all = || self.roots.iter().map(String::as_str);
        let own_roots: Vec<&str> = all().filter(own).collect();
        let near: Vec<&str> = around
            .iter()
            .flat_map(|folder| {
                all().filter(move |root| {
                    root.strip_prefix(*folder)
                        .is_some_and(|rest| rest.matches('/').count() <= 1)
                })
            })
            .collect();
        let own_roots = own_roots.into_iter().rev();
        own_roots.chain(around).chain(near).chain(all())
    }

    /// Whether a root has a top-level module of a name.
    fn holds(&self, root: &str, top: &str) -> bool {
        let Some(base) = join(root, top) else {
            return false;
        };
        self.file(&base).is_some() || self.is_package(&base)
    }

    /// Whether a folder is a package; one without `__init__.py` needs modules in it.
    fn is_package(&self, folder: &str) -> bool {
        if self.atlas.has(&format!("{folder}/__init__.py")) {
            return true;
        }
        if !self.atlas.folders.contains(folder) {
            return false;
        }
        let start = format!("{folder}/");
        let after = self.atlas.paths.partition_point(|path| *path < start.as_str());
        let inside = self
            .atlas
            .paths
            .iter()
            .skip(after)
            .take_while(|path| path.starts_with(&start));
        inside.into_iter().any(|path| path.ends_with(".py"))
    }

    fn file(&self, base: &str) -> Option<FileId> {
        let find = |ending: &str| self.atlas.id(&format!("{base}{ending}"));
        find("/__init__.py")
            .or_else(|| find(".py"))
            .or_else(|| find("/__init__.pyi"))
            .or_else(|| find(".pyi"))
    }

    /// The files that taking `names` out of a module runs: submodules, and the module itself for all that is none.
    fn taken(&self, base: &str, names: &[String]) -> Option<Vec<FileId>> {
        let own = self.file(base);
        if own.is_none() && !self.is_package(base) {
            return self.is_built(base).then(Vec::new);
        }
        let submodules: Vec<Option<FileId>> = names
            .iter()
            .map(|name| self.file(&format!("{base}/{name}")))
            .collect();
        let needs_own = submodules.is_empty() || submodules.contains(&None);
        let own = own.filter(|_| needs_own);
        Some(submodules.into_iter().flatten().chain(own).collect())
    }

    /// Whether a module is one that a compiler makes.
    fn is_built(&self, base: &str) -> bool {
        [".pyx", ".c", ".cpp", ".so", ".pyd"]
            .iter()
            .any(|ending| self.atlas.has(&format!("{base}{ending}")))
    }

    /// The packages around a file: importing it runs them.
    pub(super) fn packages(&self, path: &str) -> Vec<FileId> {
        let inits = ancestors(path).map(|folder| match folder {
            "" => self.atlas.id("__init__.py"),
            folder => self.atlas.id(&format!("{folder}/__init__.py")),
        });
        inits.map_while(|init| init).collect()
    }

    /// The file of a dotted name as a command or a manifest at `path` writes it.
    pub(super) fn named(&self, path: &str, name: &str) -> Vec<FileId> {
        match self.absolute(path, name, &[]) {
            Target::Files(files) => files,
            _ => Vec::new(),
        }
    }
}

/// Folders that a `pyproject.toml` declares as holding packages.
fn declared_roots(text: &str) -> Vec<String> {
    let Ok(root) = toml::read(text) else {
        return Vec::new();
    };
    let lists = [
        &["tool", "setuptools", "packages", "find", "where"][..],
        &["tool", "pytest", "ini_options", "pythonpath"],
    ];
    let lists = lists
        .iter()
        .flat_map(|keys| root.items_at(keys))
        .filter_map(Node::text);
    let folder = root.text_at(&["tool", "setuptools", "package-dir", ""]);
    let packages = root.items_at(&["tool", "poetry", "packages"]).iter();
    let from = packages.filter_map(|one| one.text_at(&["from"]));
    lists.chain(folder).chain(from).map(str::to_owned).collect()
}
