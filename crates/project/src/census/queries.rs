//! What probes ask of a census.

use super::project::Project;
use super::{Census, SourceFile};
use std::collections::BTreeMap;
use subject::Part;
use syntax::Language;
use syntax::facts::{Danger, Function, Role};

impl Census {
    /// The files that play a part.
    pub fn part(&self, part: Part) -> impl Iterator<Item = (&str, &SourceFile)> {
        let files = self.files.iter().filter(move |(_, file)| file.part == part);
        files.map(|(path, file)| (path.as_str(), file))
    }

    /// The files of the program itself.
    pub fn product(&self) -> impl Iterator<Item = (&str, &SourceFile)> {
        self.part(Part::Product)
    }

    /// The program's own functions, without the tests that stand among them.
    pub fn product_functions(&self) -> impl Iterator<Item = (&str, &Function)> {
        functions(self.product(), Role::Product)
    }

    /// The tests that a runner starts, in files of tests and in the program's own.
    pub fn test_functions(&self) -> impl Iterator<Item = (&str, &Function)> {
        functions(self.product().chain(self.part(Part::Test)), Role::Test)
    }

    /// The dangerous calls of the program itself.
    pub fn dangers(&self) -> impl Iterator<Item = (&str, &Danger)> {
        self.product()
            .flat_map(|(path, file)| file.facts.dangers.iter().map(move |one| (path, one)))
    }

    /// The program's files that were not read, or not wholly, with the reason; those first that are missing whole.
    pub fn unread(&self) -> impl Iterator<Item = (&str, &str)> {
        let missing = self
            .missing
            .iter()
            .map(|(path, why)| (path.as_str(), why.as_str()));
        let parts = self
            .product()
            .filter_map(|(path, file)| Some((path, file.facts.unread.as_deref()?)));
        missing.chain(parts)
    }

    /// The languages of the program with their lines of code, the largest first. TypeScript is one language here,
    /// with JSX and without.
    pub fn languages(&self) -> Vec<(Language, u64)> {
        let mut lines: BTreeMap<Language, u64> = BTreeMap::new();
        for (_, file) in self.product() {
            *lines.entry(plain(file.facts.language)).or_default() += u64::from(file.facts.code_lines);
        }
        let mut lines: Vec<_> = lines.into_iter().collect();
        lines.sort_by_key(|(language, count)| (std::cmp::Reverse(*count), *language));
        lines
    }

    /// Lines of code that play a part.
    pub fn lines(&self, part: Part) -> u64 {
        self.part(part)
            .map(|(_, file)| u64::from(file.facts.code_lines))
            .sum()
    }

    /// The project that a file belongs to: the innermost whose kind builds its language, else the innermost.
    pub fn project_of(&self, path: &str) -> Option<&Project> {
        let language = self.files.get(path).map(|file| file.facts.language);
        let around = || self.projects.iter().filter(|project| project.contains(path));
        let builds = |project: &&Project| language.is_some_and(|language| project.kind.builds(language));
        around()
            .filter(builds)
            .max_by_key(|project| project.root.len())
            .or_else(|| around().max_by_key(|project| project.root.len()))
    }
}

fn functions<'c>(
    files: impl Iterator<Item = (&'c str, &'c SourceFile)>,
    role: Role,
) -> impl Iterator<Item = (&'c str, &'c Function)> {
    files
        .flat_map(|(path, file)| file.facts.functions.iter().map(move |one| (path, one)))
        .filter(move |(_, function)| function.role == role)
}

/// TypeScript with JSX is TypeScript.
fn plain(language: Language) -> Language {
    match language {
        Language::Tsx => Language::TypeScript,
        other => other,
    }
}
