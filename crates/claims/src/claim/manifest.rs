//! What the subject declares: packages, the Python it needs, rubrics with their dimensions.

use super::known::Known;
use super::words::fold;
use court::evidence::Place;
use project::manifest::{Dependency, Ecosystem, Manifest};
use python::ast::StmtKind;
use python::program::Program;
use python::walk;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Largest rubric that is read, in bytes.
const RUBRIC_BYTES_MAX: usize = 1 << 20;

/// The declarations of a subject.
#[derive(Debug, Default)]
pub(super) struct Manifests {
    /// Packages, and the parts of their names, folded.
    packages: BTreeSet<String>,
    /// Top-level modules that some file imports, with the first place.
    imports: BTreeMap<String, Place>,
    /// The least minor version of Python 3, with its place.
    pub(super) python: Option<(u64, Place)>,
    /// The same of every package in the repository.
    pub(super) pythons: Vec<(u64, Place)>,
    /// Rubrics: path and number of dimensions.
    pub(super) rubrics: Vec<(String, u64)>,
}

impl Manifests {
    pub(super) fn of(known: &dyn Known) -> Self {
        let mut manifests = Self::default();
        for manifest in &known.manifests().all {
            let declared = manifest.dependencies.iter().chain(&manifest.offered);
            manifests.packages.extend(declared.flat_map(names));
            manifests.need(manifest);
        }
        let files = known.snapshot().files.iter();
        let texts = files.filter_map(|(path, file)| Some((path, file.text()?)));
        let small = texts.filter(|(path, text)| path.ends_with(".json") && text.len() <= RUBRIC_BYTES_MAX);
        let rubrics = small.filter_map(|(path, text)| Some((path.clone(), dimensions(text)?)));
        manifests.rubrics.extend(rubrics);
        manifests.import(known.program());
        manifests
    }

    fn need(&mut self, manifest: &Manifest) {
        let is_python = manifest.format.ecosystem() == Ecosystem::Python;
        let Some((asked, line)) = manifest.toolchain.as_ref().filter(|_| is_python) else {
            return;
        };
        let Some(minor) = least_minor(asked) else { return };
        let place = Place::line(manifest.path.as_str(), *line);
        self.pythons.push((minor, place.clone()));
        // The package at the root speaks for the repository.
        if self.python.is_none() || !manifest.path.contains('/') {
            self.python = Some((minor, place));
        }
    }

    fn import(&mut self, program: &Program) {
        for module in program.modules() {
            walk::statements(&module.body, &mut |stmt| {
                let names: Vec<&str> = match &stmt.kind {
                    StmtKind::Import(aliases) => aliases.iter().map(|alias| alias.name.as_str()).collect(),
                    StmtKind::ImportFrom { module, level: 0, .. } => vec![module.as_str()],
                    _ => return,
                };
                for name in names {
                    let top = name.split('.').next().unwrap_or(name).to_owned();
                    let place = Place::lines(module.path.as_str(), stmt.span.first, stmt.span.last);
                    self.imports.entry(top).or_insert(place);
                }
            });
        }
    }

    /// Whether a manifest names a package.
    pub(super) fn declares(&self, package: &str) -> bool {
        self.packages.contains(&fold(package))
    }

    /// Where a top-level module is imported.
    pub(super) fn imported(&self, module: &str) -> Option<&Place> {
        self.imports.get(module)
    }
}

/// The name of a package, its parts (`org.x:redis`, `@langchain/openai`), and what code imports it as.
fn names(dependency: &Dependency) -> impl Iterator<Item = String> {
    let parts = dependency.name.split([':', '/', '@']);
    let names = [dependency.name.as_str()].into_iter().chain(parts);
    names.chain(dependency.alias.as_deref()).map(fold)
}

/// `>=3.11` or `^3.11`: 11. An upper bound alone says nothing.
fn least_minor(line: &str) -> Option<u64> {
    let at = line.find("3.")?;
    let before = line[..at].trim_end();
    if before.ends_with('<') || before.ends_with("!=") {
        return None;
    }
    let digits: String = line[at + 2..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn dimensions(text: &str) -> Option<u64> {
    let value: Value = serde_json::from_str(text).ok()?;
    let list = ["dimensions", "criteria"]
        .iter()
        .find_map(|key| value.get(key)?.as_array())?;
    let has_id = list
        .iter()
        .all(|entry| entry.get("id").or_else(|| entry.get("dimension_id")).is_some());
    // A verdict lists criteria too, each with its score.
    let is_verdict = list
        .iter()
        .any(|entry| entry.get("final_score").is_some() || entry.get("score").is_some());
    (has_id && !is_verdict && !list.is_empty()).then_some(u64::try_from(list.len()).ok()?)
}
