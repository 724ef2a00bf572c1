//! Names of Rust that are public in modules which are not, and that nothing hands on.

use probes_core::Subject;
use project::census::{Kind, Project, SourceFile};
use std::collections::BTreeSet;
use subject::data::toml;
use syntax::Language;
use syntax::facts::Via;

/// Most modules between a file and the root of its crate.
const DEPTH_MAX: usize = 16;

/// What files of Rust hand on from others.
pub(super) struct HandedOn<'a> {
    snapshot: &'a Subject,
    /// Names, each with the manifest of the crate that hands it on.
    names: BTreeSet<(&'a str, &'a str)>,
    /// Modules of which everything is handed on, in the same way.
    modules: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> HandedOn<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        let files = snapshot.census().product();
        let rust = files.filter(|(_, file)| file.facts.language == Language::Rust);
        let handed = rust.flat_map(|(path, file)| {
            let offered = file.facts.imports.iter().filter(|one| one.how == Via::Offer);
            offered.map(move |one| (crate_of(snapshot, path), one))
        });
        let (mut names, mut modules) = (BTreeSet::new(), BTreeSet::new());
        for (home, import) in handed {
            match import.names.iter().any(|name| name == "*") {
                true => modules.insert((home, last(&import.what))),
                false => names.insert((home, last(&import.what))),
            };
            names.extend(import.names.iter().map(|name| (home, name.as_str())));
        }
        Self {
            snapshot,
            names,
            modules,
        }
    }

    /// Whether nobody outside of its crate can come to a public name of a file.
    pub(super) fn hides(&self, path: &str, file: &SourceFile, name: &str) -> bool {
        let home = crate_of(self.snapshot, path);
        if file.facts.language != Language::Rust || self.names.contains(&(home, name)) {
            return false;
        }
        let mut path = path.to_owned();
        for _ in 0..DEPTH_MAX {
            let Some((parent, module, is_public)) = self.declared(&path) else {
                return false;
            };
            let module = (home, module.as_str());
            if self.modules.contains(&module) || self.names.contains(&module) {
                return false;
            }
            if !is_public {
                return true;
            }
            path = parent;
        }
        false
    }

    /// The file that declares the module that a file is, with its name, and whether it says `pub`.
    fn declared(&self, path: &str) -> Option<(String, String, bool)> {
        let (folder, file) = path.rsplit_once('/')?;
        let stem = file.strip_suffix(".rs")?;
        let (module, home) = match stem {
            "mod" => (folder.rsplit('/').next()?, folder.rsplit_once('/')?.0),
            _ => (stem, folder),
        };
        let parents = ["mod.rs", "lib.rs", "main.rs"].map(|name| format!("{home}/{name}"));
        let parents = parents.into_iter().chain([format!("{home}.rs")]);
        parents.filter(|parent| parent != path).find_map(|parent| {
            let facts = &self.snapshot.census().files.get(&parent)?.facts;
            let mut imports = facts.imports.iter();
            let said = imports.find(|one| one.how == Via::Declare && one.what == module)?;
            let line = self.snapshot.lines(&parent, said.line, said.line)?;
            let is_public = line.contains("pub mod");
            Some((parent, module.to_owned(), is_public))
        })
    }
}

/// The manifest of the crate that a file is of; empty without one.
fn crate_of<'a>(snapshot: &'a Subject, path: &str) -> &'a str {
    let project = snapshot.census().project_of(path);
    project.map_or("", |one| one.manifest.as_str())
}

/// Whether a crate is not built where something that others can reach has no words: `#![deny(missing_docs)]` in its root, or the same
/// among its lints.
pub(super) fn demands_words(snapshot: &Subject, project: &Project) -> bool {
    if project.kind != Kind::Cargo {
        return false;
    }
    let root = match project.root.as_str() {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    let library = snapshot.text(&format!("{root}src/lib.rs")).unwrap_or_default();
    let manifest = snapshot
        .text(&project.manifest)
        .and_then(|text| toml::read(text).ok());
    let is_hard = |level: &str| matches!(level, "deny" | "forbid");
    let is_set = manifest.is_some_and(|manifest| {
        let lint = manifest.at(&["lints", "rust", "missing_docs"]);
        let level = lint.and_then(|lint| lint.scalar().or_else(|| lint.get("level")?.scalar()));
        level.is_some_and(is_hard)
    });
    let said = library
        .split("\n#![")
        .skip(1)
        .filter_map(|rest| rest.split_once('('));
    let mut hard = said.filter(|(level, _)| is_hard(level));
    is_set
        || hard.any(|(_, lints)| {
            lints
                .split(")]")
                .next()
                .is_some_and(|lints| lints.contains("missing_docs"))
        })
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}
