//! The projects of a tree, by their manifests: what is built, tested and published as one.

use super::SourceFile;
use super::names;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use subject::{Part, Snapshot, part};
use syntax::Language;

/// Most projects that are told apart; beyond it a tree is a collection of data.
const PROJECTS_MAX: usize = 2_000;

/// Something that is built, tested or published as one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Project {
    /// Its folder without `/` at the end; `""` for the root of the tree.
    pub root: String,
    /// What builds it.
    pub kind: Kind,
    /// Path of the manifest that says so; where a folder has several, the one that says most.
    pub manifest: String,
    /// The name that it is published or built under, where its manifest says one.
    pub name: Option<String>,
    /// Whether it only holds others together (a workspace without a package of its own, an aggregating POM).
    pub is_frame: bool,
    /// Whether it is the program, or belongs to tests, examples or code of others.
    pub part: Part,
}

/// What builds a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Cargo,
    /// npm and all that read `package.json`.
    Npm,
    /// The tools of Python: `pyproject.toml`, `setup.py`, `setup.cfg`, `Pipfile`, `requirements.txt`.
    Python,
    /// Go modules.
    Go,
    Maven,
    Gradle,
    /// RubyGems and Bundler.
    Bundler,
    /// `CMake`.
    CMake,
    Meson,
    /// Autoconf and Automake.
    Autotools,
    Bazel,
    /// Make alone.
    Make,
}

/// The names of manifests, for each kind those that say most first.
const MANIFESTS: [(Kind, &str); 12] = [
    (Kind::Cargo, "Cargo.toml"),
    (Kind::Npm, "package.json"),
    (
        Kind::Python,
        "pyproject.toml setup.py setup.cfg Pipfile requirements.txt",
    ),
    (Kind::Go, "go.mod"),
    (Kind::Maven, "pom.xml"),
    (
        Kind::Gradle,
        "build.gradle build.gradle.kts settings.gradle settings.gradle.kts",
    ),
    (Kind::Bundler, ".gemspec Gemfile"),
    (Kind::CMake, "CMakeLists.txt"),
    (Kind::Meson, "meson.build"),
    (Kind::Autotools, "configure.ac configure.in"),
    (Kind::Bazel, "MODULE.bazel WORKSPACE.bazel WORKSPACE"),
    (Kind::Make, "Makefile GNUmakefile makefile"),
];

impl Kind {
    /// Whether it builds files of a language.
    pub const fn builds(self, language: Language) -> bool {
        match self {
            Self::Cargo => matches!(language, Language::Rust),
            Self::Npm => matches!(
                language,
                Language::JavaScript | Language::TypeScript | Language::Tsx
            ),
            Self::Python => matches!(language, Language::Python),
            Self::Go => matches!(language, Language::Go),
            Self::Maven | Self::Gradle => matches!(language, Language::Java),
            Self::Bundler => matches!(language, Language::Ruby),
            Self::CMake | Self::Meson | Self::Autotools | Self::Make => {
                matches!(language, Language::C | Language::Cpp)
            }
            Self::Bazel => true,
        }
    }

    /// Whether its manifests in folders below are parts of the one above.
    const fn is_recursive(self) -> bool {
        matches!(
            self,
            Self::CMake | Self::Meson | Self::Autotools | Self::Make | Self::Bazel
        )
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cargo => "Cargo",
            Self::Npm => "npm",
            Self::Python => "Python",
            Self::Go => "Go",
            Self::Maven => "Maven",
            Self::Gradle => "Gradle",
            Self::Bundler => "Bundler",
            Self::CMake => "CMake",
            Self::Meson => "Meson",
            Self::Autotools => "Autotools",
            Self::Bazel => "Bazel",
            Self::Make => "Make",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Project {
    /// Whether a path lies in its folder.
    pub fn contains(&self, path: &str) -> bool {
        is_inside(path, &self.root)
    }

    /// What it is called where several stand side by side: its folder, or its name at the root.
    pub fn label(&self) -> &str {
        match (&self.name, self.root.as_str()) {
            (Some(name), "") => name,
            (None, "") => "(root)",
            (_, root) => root,
        }
    }
}

/// Whether a path lies in a folder; everything lies in `""`.
pub fn is_inside(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}

/// The folder of a path; `""` for the root.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// What a file builds by its name, and its place in [`MANIFESTS`]: how well it stands for a project.
fn rank(path: &str) -> Option<(Kind, usize)> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = if name.ends_with(".gemspec") {
        ".gemspec"
    } else {
        name
    };
    let all = MANIFESTS.iter();
    let all = all.flat_map(|(kind, names)| names.split(' ').map(|known| (*kind, known)));
    let mut found = all.enumerate().filter(|(_, (_, known))| *known == name);
    found.next().map(|(at, (kind, _))| (kind, at))
}

/// Whether a file of Python that is called as a manifest is a script of another kind: it brings in none of what builds packages.
fn is_mere_script(snapshot: &Snapshot, path: &str) -> bool {
    let text = snapshot.text(path).unwrap_or_default();
    let builds = ["setuptools", "distutils", "skbuild", "import setup", "setup("];
    path.rsplit('/').next() == Some("setup.py") && !builds.iter().any(|word| text.contains(word))
}

/// The folders that hold manifests, and the root of the tree.
pub(super) fn roots(snapshot: &Snapshot) -> BTreeSet<String> {
    let found = snapshot.files.keys().filter(|path| rank(path).is_some());
    let found = found.map(|path| folder(path).to_owned());
    std::iter::once(String::new()).chain(found).collect()
}

/// All projects of a tree, and in words what of them is not told apart.
pub(super) fn all(
    snapshot: &Snapshot,
    files: &BTreeMap<String, SourceFile>,
    roots: &BTreeSet<String>,
) -> (Vec<Project>, Option<String>) {
    let mut best: BTreeMap<(&str, Kind), (usize, &str)> = BTreeMap::new();
    for path in snapshot.files.keys() {
        let Some((kind, rank)) = rank(path).filter(|_| !is_mere_script(snapshot, path)) else {
            continue;
        };
        let slot = best.entry((folder(path), kind)).or_insert((rank, path.as_str()));
        *slot = (*slot).min((rank, path.as_str()));
    }
    let mut projects: Vec<Project> = best
        .into_iter()
        .filter_map(|((root, kind), (_, manifest))| project(snapshot, files, roots, (root, kind, manifest)))
        .collect();
    let untold = (projects.len() > PROJECTS_MAX).then(|| {
        let all = projects.len();
        format!("of {all} folders with a manifest the first {PROJECTS_MAX} are told apart")
    });
    projects.truncate(PROJECTS_MAX);
    drop_inner(&mut projects);
    (projects, untold)
}

fn project(
    snapshot: &Snapshot,
    files: &BTreeMap<String, SourceFile>,
    roots: &BTreeSet<String>,
    (root, kind, manifest): (&str, Kind, &str),
) -> Option<Project> {
    let text = snapshot.text(manifest).unwrap_or_default();
    // Where it lies says what it is: a manifest has no ending that conventions know.
    let (part, _) = part::sort(manifest, roots);
    if !is_convincing(kind, manifest, text) && !has_sources(snapshot, files, (root, kind, part)) {
        return None;
    }
    Some(Project {
        root: root.to_owned(),
        kind,
        manifest: manifest.to_owned(),
        name: names::of(kind, manifest, text),
        is_frame: names::is_frame(kind, text),
        part,
    })
}

/// Whether a manifest makes a project by itself. Others may lie anywhere for other reasons, and need code beside
/// them.
fn is_convincing(kind: Kind, manifest: &str, text: &str) -> bool {
    match kind {
        Kind::Cargo | Kind::Go | Kind::Maven | Kind::Bazel => true,
        Kind::Npm => names::is_package(text),
        Kind::Python => manifest.ends_with(".toml") && names::is_python_package(text),
        Kind::Bundler => manifest.ends_with(".gemspec"),
        Kind::Gradle | Kind::CMake | Kind::Meson | Kind::Autotools | Kind::Make => false,
    }
}

fn has_sources(
    snapshot: &Snapshot,
    files: &BTreeMap<String, SourceFile>,
    (root, kind, part): (&str, Kind, Part),
) -> bool {
    let manifests = ["Gemfile", "Rakefile", "setup.py"];
    // Gradle also builds languages that are not read here.
    let others = [".kt", ".groovy", ".scala"];
    let is_other = |path: &String| is_inside(path, root) && others.iter().any(|end| path.ends_with(end));
    if kind == Kind::Gradle && snapshot.files.keys().any(is_other) {
        return true;
    }
    let is_manifest = |path: &str| manifests.contains(&path.rsplit('/').next().unwrap_or(path));
    files.iter().any(|(path, file)| {
        let is_aside = matches!(file.part, Part::Test | Part::Vendored) && part == Part::Product;
        is_inside(path, root) && kind.builds(file.facts.language) && !is_manifest(path) && !is_aside
    })
}

/// Takes out Make where it only starts other tools, then what is only a folder of a project above it.
fn drop_inner(projects: &mut Vec<Project>) {
    let all = projects.clone();
    let stands_beside = |one: &Project, other: &Project| other != one && other.root == one.root;
    projects.retain(|one| one.kind != Kind::Make || !all.iter().any(|other| stands_beside(one, other)));
    let all = projects.clone();
    projects.retain(|one| {
        let is_less = |other: &Project| is_folder_of(one, other) || is_twin_of(one, other);
        !all.iter().any(is_less)
    });
}

/// Whether two tools build the same code in one folder, and the other is the more telling one.
fn is_twin_of(one: &Project, other: &Project) -> bool {
    let languages = [Language::Java, Language::C];
    let builds_same = languages
        .iter()
        .any(|language| one.kind.builds(*language) && other.kind.builds(*language));
    one.root == other.root && other.kind < one.kind && builds_same
}

fn is_folder_of(one: &Project, other: &Project) -> bool {
    let is_native = |kind: Kind| kind.builds(Language::C) && kind != Kind::Bazel;
    let fits = match other.kind {
        // A Makefile above says little: it may start anything.
        Kind::Make | Kind::Bazel => one.kind == other.kind,
        _ => other.kind.is_recursive() && is_native(one.kind) && is_native(other.kind),
    };
    fits && one.kind.is_recursive() && one.root != other.root && is_inside(&one.root, &other.root)
}
