//! What the subject declares: packages, the Python it needs, rubrics with their dimensions, targets of `make`.

use super::words::fold;
use crate::derived::Subject;
use court::evidence::Place;
use python::ast::StmtKind;
use python::walk;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Largest rubric that is read, in bytes.
const RUBRIC_BYTES_MAX: usize = 1 << 20;

/// The declarations of a subject.
#[derive(Debug, Default)]
pub(super) struct Manifests {
    /// Paths of the files that declare packages.
    pub(super) paths: Vec<String>,
    /// Words of these files, folded.
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
    pub(super) fn of(snapshot: &Subject) -> Self {
        let mut manifests = Self::default();
        for (path, file) in &snapshot.files {
            let Some(text) = file.text() else { continue };
            if declares(path) {
                manifests.declare(path, text);
            } else if path.ends_with(".json") && text.len() <= RUBRIC_BYTES_MAX {
                manifests
                    .rubrics
                    .extend(dimensions(text).map(|count| (path.clone(), count)));
            }
        }
        manifests.import(snapshot);
        manifests
    }

    fn declare(&mut self, path: &str, text: &str) {
        self.paths.push(path.to_owned());
        let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')));
        self.packages
            .extend(words.map(fold).filter(|word| !word.is_empty()));
        for (line, text) in text.lines().enumerate() {
            let needs = ["requires-python", "python_requires"]
                .iter()
                .any(|key| text.contains(key));
            if let (true, Some(minor)) = (needs, least_minor(text)) {
                let place = Place::line(path, u32::try_from(line + 1).unwrap_or(u32::MAX));
                self.pythons.push((minor, place.clone()));
                // The package at the root speaks for the repository.
                if self.python.is_none() || !path.contains('/') {
                    self.python = Some((minor, place));
                }
            }
        }
    }

    fn import(&mut self, snapshot: &Subject) {
        for module in snapshot.program().modules() {
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

fn declares(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let known = [
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "Pipfile",
        "environment.yml",
        "environment.yaml",
        "package.json",
        "Cargo.toml",
        "go.mod",
        "Gemfile",
        "composer.json",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "mix.exs",
        "Package.swift",
        "Dockerfile",
        "docker-compose.yml",
        "docker-compose.yaml",
        "compose.yaml",
        "compose.yml",
    ];
    known.contains(&name) || name.starts_with("requirements") && name.ends_with(".txt")
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
