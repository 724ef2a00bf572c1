//! Where a project lives, after its own manifests: who owns it, and its address.

use probes_core::Subject;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subject::part::{self, Part};

/// A line of a manifest that says where the project lives.
static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"(?i)^.{0,40}\b(?:repository|homepage|source|url|urls|changelog|issues|scm|module)\b";
    Regex::new(text).expect("it is fixed and tested")
});
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?i)(?:\b(?:github|gitlab|codeberg|bitbucket)\.(?:com|org)[/:]|"repository":\s*"(?:\w+:)?)([\w-]+)/([\w.-]+)"#;
    Regex::new(text).expect("it is fixed and tested")
});

/// The owners of the project, in small letters: those of its address.
pub(super) fn owners(snapshot: &Subject) -> BTreeSet<String> {
    let found = lines(snapshot).flat_map(|line| ADDRESS.captures_iter(line));
    found.map(|found| found[1].to_lowercase()).collect()
}

/// The telling lines of the manifests: where several projects stand in one repository, the root has often none.
fn lines(snapshot: &Subject) -> impl Iterator<Item = &str> {
    let is_manifest = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let named = [
            "package.json",
            "composer.json",
            "Cargo.toml",
            "pyproject.toml",
            "setup.cfg",
            "setup.py",
        ];
        named.contains(&name) || name.ends_with(".gemspec") || name == "pom.xml" || name == "go.mod"
    };
    let files = snapshot
        .files
        .iter()
        .filter(move |(path, _)| is_manifest(path) && part::by_path(path) == Part::Product);
    let lines = files.flat_map(|(_, file)| file.text().unwrap_or_default().lines());
    lines.filter(|line| TOLD.is_match(line))
}
