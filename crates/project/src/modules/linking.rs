//! Resolving all imports of a tree, each by the rules of its language.

use super::atlas::Atlas;
use super::{
    FileId, Link, Modules, Target, cycles, entries, go, java, native, python, reach, ruby, rust, script,
};
use crate::census::Census;
use ::python::program::Program;
use ::syntax::Language;
use ::syntax::facts::{Import, Via};
use subject::{Snapshot, parallel};

/// The rules of all languages.
pub(super) struct Rules<'a> {
    pub(super) go: go::Rules<'a>,
    pub(super) java: java::Rules<'a>,
    pub(super) native: native::Rules<'a>,
    pub(super) python: python::Rules<'a>,
    pub(super) ruby: ruby::Rules<'a>,
    pub(super) rust: rust::Rules<'a>,
    pub(super) script: script::Rules<'a>,
}

impl Modules {
    /// Resolves the imports of a snapshot, of which the other two were derived, and finds out what they lead to.
    pub fn of(snapshot: &Snapshot, census: &Census, program: &Program) -> Self {
        let atlas = Atlas::new(snapshot, census, program);
        let rules = Rules::new(&atlas);
        let files: Vec<(FileId, &str)> = atlas.files().collect();
        let links = parallel::map(&files, |(id, path)| rules.links(&atlas, *id, path));
        let mut modules = Self {
            paths: atlas.paths.iter().map(|path| (*path).to_owned()).collect(),
            links,
            ..Self::default()
        };
        cycles::find(&atlas, &mut modules);
        modules.entries = entries::find(&atlas, &rules, &modules);
        for (id, manifest) in rules.script.named() {
            modules.offered.entry(manifest.to_owned()).or_default().insert(id);
        }
        modules.standing = reach::judge(&atlas, &modules);
        modules
    }
}

impl<'a> Rules<'a> {
    fn new(atlas: &'a Atlas<'a>) -> Self {
        Self {
            go: go::Rules::new(atlas),
            java: java::Rules::new(atlas),
            native: native::Rules::new(atlas),
            python: python::Rules::new(atlas),
            ruby: ruby::Rules::new(atlas),
            rust: rust::Rules::new(atlas),
            script: script::Rules::new(atlas),
        }
    }

    fn links(&self, atlas: &Atlas<'_>, id: FileId, path: &str) -> Vec<Link> {
        let Some(facts) = atlas.facts(id) else {
            return Vec::new();
        };
        let written = facts.imports.iter().map(|import| Link {
            line: import.line,
            what: import.what.clone(),
            how: import.how,
            target: self.target(facts.language, id, path, import),
        });
        let silent = self.silent(facts.language, id, path);
        let silent = (!silent.is_empty()).then_some(Link {
            line: 0,
            what: String::new(),
            how: Via::Late,
            target: Target::Files(silent),
        });
        written.chain(silent).collect()
    }

    fn target(&self, language: Language, id: FileId, path: &str, import: &Import) -> Target {
        match language {
            Language::C | Language::Cpp => self.native.target(path, import),
            Language::Go => self.go.target(path, import),
            Language::Java => self.java.target(import),
            Language::JavaScript | Language::TypeScript | Language::Tsx => self.script.target(path, import),
            Language::Python => self.python.target(path, import),
            Language::Ruby => self.ruby.target(path, import),
            Language::Rust => self.rust.target(id, path, import),
        }
    }

    /// What comes with a file without a word in it: the packages around it, the other files of its package.
    fn silent(&self, language: Language, id: FileId, path: &str) -> Vec<FileId> {
        let mut found = match language {
            Language::Go => self.go.companions(path),
            Language::Java => self.java.companions(path),
            Language::Python => self.python.packages(path),
            _ => Vec::new(),
        };
        found.retain(|one| *one != id);
        found
    }
}
