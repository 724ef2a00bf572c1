//! Names of Rust that are public in modules which are not, and that nothing hands on.

use probes_core::Subject;
use project::census::SourceFile;
use std::collections::BTreeSet;
use syntax::Language;
use syntax::facts::Via;

/// Most modules between a file and the root of its crate.
const DEPTH_MAX: usize = 16;

/// What files of Rust hand on from others.
pub(super) struct HandedOn<'a> {
    snapshot: &'a Subject,
    names: BTreeSet<&'a str>,
    /// Modules of which everything is handed on.
    modules: BTreeSet<&'a str>,
}

impl<'a> HandedOn<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        let files = snapshot.census().product();
        let rust = files.filter(|(_, file)| file.facts.language == Language::Rust);
        let handed = rust.flat_map(|(_, file)| file.facts.imports.iter().filter(|one| one.how == Via::Offer));
        let (mut names, mut modules) = (BTreeSet::new(), BTreeSet::new());
        for import in handed {
            match import.names.iter().any(|name| name == "*") {
                true => modules.insert(last(&import.what)),
                false => names.insert(last(&import.what)),
            };
            names.extend(import.names.iter().map(String::as_str));
        }
        Self {
            snapshot,
            names,
            modules,
        }
    }

    /// Whether nobody outside of its crate can come to a public name of a file.
    pub(super) fn hides(&self, path: &str, file: &SourceFile, name: &str) -> bool {
        if file.facts.language != Language::Rust || self.names.contains(name) {
            return false;
        }
        let mut path = path.to_owned();
        for _ in 0..DEPTH_MAX {
            let Some((parent, module, is_public)) = self.declared(&path) else {
                return false;
            };
            if self.modules.contains(module.as_str()) || self.names.contains(module.as_str()) {
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

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}
