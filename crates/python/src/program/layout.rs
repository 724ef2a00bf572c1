//! Which file a module name means: source roots, packages, the standard library.

use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;
use wordlist::Words;

/// Most folders a module's name may have; deeper trees are not packages.
const PARTS_MAX: usize = 24;

/// The rank of a root that is one only because the importer is somewhere in it.
const GUESSED: usize = 2;

/// Where modules are.
#[derive(Debug, Default)]
pub(super) struct Layout {
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
    /// Every dotted ending of a module's path, with the roots under which it has that name.
    names: BTreeMap<String, Vec<Site>>,
    roots: BTreeSet<String>,
}

/// A module seen from a root.
#[derive(Debug)]
struct Site {
    root: String,
    target: String,
}

impl Layout {
    pub(super) fn new<'p>(snapshot: &Snapshot, paths: impl Iterator<Item = &'p String>) -> Self {
        let mut layout = Self {
            files: paths.cloned().collect(),
            roots: roots(snapshot),
            ..Self::default()
        };
        for path in &layout.files {
            let folders = path.match_indices('/').map(|(at, _)| path[..at].to_owned());
            layout.folders.extend(folders);
        }
        let mut targets: Vec<(String, String)> = Vec::new();
        for path in &layout.files {
            let stem = path
                .strip_suffix("/__init__.py")
                .or_else(|| path.strip_suffix(".py"));
            // What is imported is the first of these: a package, a module, a folder without `__init__.py`.
            let stem = stem.filter(|stem| layout.at(stem) == Some(path));
            targets.extend(stem.map(|stem| (stem.to_owned(), path.clone())));
        }
        let folders = layout.folders.iter();
        let namespaces = folders.filter(|folder| layout.at(folder) == Some(folder));
        targets.extend(namespaces.map(|folder| (folder.clone(), folder.clone())));
        for (stem, target) in targets {
            layout.name(&stem, &target);
        }
        layout
    }

    fn name(&mut self, stem: &str, target: &str) {
        let parts: Vec<&str> = stem.split('/').collect();
        for from in 0..parts.len().min(PARTS_MAX) {
            self.names.entry(parts[from..].join(".")).or_default().push(Site {
                root: parts[..from].join("/"),
                target: target.to_owned(),
            });
        }
    }

    /// The file or namespace folder that `name`, imported absolutely by `importer`, means.
    pub(super) fn absolute(&self, importer: &str, name: &str) -> Option<&str> {
        self.likeliest(importer, name).map(|(_, target)| target)
    }

    /// Whether that is so only if a folder which nothing names as a root is on the path.
    pub(super) fn is_guess(&self, importer: &str, name: &str) -> bool {
        self.likeliest(importer, name)
            .is_some_and(|(rank, _)| rank == GUESSED)
    }

    fn likeliest(&self, importer: &str, name: &str) -> Option<(usize, &str)> {
        let top = name.split('.').next().unwrap_or_default();
        let is_standard = STANDARD.contains(&top);
        let sites = self.names.get(name)?.iter();
        let ranked = sites.filter_map(|site| Some((self.rank(importer, &site.root, is_standard)?, site)));
        let best = ranked.min_by_key(|(rank, site)| (*rank, site.root.len(), site.target.clone()));
        best.map(|(rank, site)| (rank, site.target.as_str()))
    }

    /// How likely a root is on the importer's path: the repository, a declared or customary source root, or a
    /// folder that the importer itself is in.
    fn rank(&self, importer: &str, root: &str, is_standard: bool) -> Option<usize> {
        let holds = |root: &str| {
            root.is_empty()
                || importer
                    .strip_prefix(root)
                    .is_some_and(|rest| rest.starts_with('/'))
        };
        if root.is_empty() {
            return Some(0);
        }
        if is_standard {
            return None;
        }
        if self.roots.contains(root) {
            return Some(if holds(root) { 1 } else { 3 });
        }
        holds(root).then_some(GUESSED)
    }

    /// The file or namespace folder of a relative import.
    pub(super) fn relative(&self, importer: &str, level: u32, name: &str) -> Option<&str> {
        let mut folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder);
        for _ in 1..level {
            folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
        }
        let mut path = folder.to_owned();
        for part in name.split('.').filter(|part| !part.is_empty()) {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(part);
        }
        self.at(&path)
    }

    /// A module within a package.
    pub(super) fn submodule(&self, package: &str, name: &str) -> Option<&str> {
        let folder = package.strip_suffix("/__init__.py").unwrap_or(package);
        if folder.ends_with(".py") {
            return None;
        }
        self.at(&format!("{folder}/{name}"))
    }

    fn at(&self, stem: &str) -> Option<&str> {
        let package = format!("{stem}/__init__.py");
        let file = format!("{stem}.py");
        [package, file]
            .iter()
            .find_map(|path| self.files.get(path.as_str()))
            .or_else(|| self.folders.get(stem))
            .map(String::as_str)
    }

    pub(super) fn file(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// The `__init__.py` of every package that a module is in.
    pub(super) fn packages<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a str> {
        let folders = path
            .match_indices('/')
            .map(|(at, _)| format!("{}/__init__.py", &path[..at]));
        folders.filter_map(|init| self.file(&init))
    }
}

/// Folders that are on the path by custom or because a project file stands in them.
fn roots(snapshot: &Snapshot) -> BTreeSet<String> {
    let mut roots = BTreeSet::new();
    for path in snapshot.files.keys() {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"].contains(&name) {
            roots.insert(folder.to_owned());
            let prefix = if folder.is_empty() {
                String::new()
            } else {
                format!("{folder}/")
            };
            roots.extend(["src", "lib", "python"].map(|custom| format!("{prefix}{custom}")));
        }
    }
    roots.extend(["src", "lib", "python", "app", "backend"].map(str::to_owned));
    roots
}

/// Top-level modules of the standard library: a file of such a name deep in a package does not shadow it.
pub static STANDARD: Words = Words::new(|| wordlist::words(include_str!("../../words/layout_standard.txt")));
