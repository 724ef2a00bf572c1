//! The packages that a manifest declares.

use serde_json::{Map, Value};

/// Deepest nesting of a manifest that is looked through.
const DEPTH_MAX: usize = 32;

/// Names of manifests of packages.
const NAMES: &[&str] = &[
    "Cargo.toml",
    "Gemfile",
    "Pipfile",
    "build.gradle",
    "build.gradle.kts",
    "environment.yaml",
    "environment.yml",
    "go.mod",
    "package.json",
    "pom.xml",
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
];

/// Whether a file declares packages.
pub(super) fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_requirements = name.starts_with("requirements") && name.ends_with(".txt");
    NAMES.contains(&name) || is_requirements || name.ends_with(".gemspec")
}

/// A manifest of values, where it is one.
pub(super) fn tree(path: &str, text: &str) -> Option<Value> {
    match path.rsplit('.').next()? {
        "json" => serde_json::from_str(text).ok(),
        "toml" => toml::from_str(text).ok(),
        "yaml" | "yml" => court::rubric::values(text),
        _ if path.ends_with("Pipfile") => toml::from_str(text).ok(),
        _ => None,
    }
}

/// The line on which a key or name stands first, as a word of its own.
pub(super) fn line_of(text: &str, word: &str) -> u32 {
    let found = text.lines().position(|line| has_word(line, word));
    u32::try_from(found.unwrap_or_default() + 1).unwrap_or(u32::MAX)
}

/// The line of a package that a manifest declares.
pub(super) fn dependency(path: &str, text: &str, name: &str) -> Option<u32> {
    let wanted = folded(name);
    let is_declared = match tree(path, text) {
        Some(tree) => of_tree(&tree, &wanted),
        None => text.lines().any(|line| of_line(path, line, &wanted)),
    };
    is_declared.then(|| {
        let lines = text
            .lines()
            .position(|line| tokens(line).any(|token| folded(token) == wanted));
        lines.map_or_else(
            || line_of(text, name),
            |at| u32::try_from(at + 1).unwrap_or(u32::MAX),
        )
    })
}

/// Case and the separators of words do not tell packages apart.
fn folded(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', '.'], "-")
}

/// Names of packages under any key that says dependencies.
fn of_tree(tree: &Value, wanted: &str) -> bool {
    let mut left = vec![(tree, false, 0)];
    while let Some((value, inside, depth)) = left.pop() {
        let Value::Object(map) = value else {
            continue;
        };
        if inside && names(map, wanted) {
            return true;
        }
        if depth < DEPTH_MAX {
            for (key, value) in map {
                let is_list = is_dependencies(key);
                if (is_list || inside) && requires(value, wanted) {
                    return true;
                }
                left.push((value, is_list, depth + 1));
            }
        }
    }
    false
}

fn names(map: &Map<String, Value>, wanted: &str) -> bool {
    map.keys().any(|key| folded(key) == wanted)
}

fn is_dependencies(key: &str) -> bool {
    let key = key.to_lowercase();
    key.ends_with("dependencies")
        || matches!(
            key.as_str(),
            "packages" | "dev-packages" | "requires" | "dependency-groups"
        )
}

/// A list of requirements such as `httpx>=0.27`.
fn requires(value: &Value, wanted: &str) -> bool {
    let items = value.as_array().into_iter().flatten();
    let texts = items.filter_map(Value::as_str);
    let is_wanted = |text: &str| tokens(text).next().is_some_and(|token| folded(token) == wanted);
    texts.into_iter().any(is_wanted)
        || value.as_object().is_some_and(|groups| {
            let lists = groups.values().filter_map(Value::as_array).flatten();
            lists.filter_map(Value::as_str).any(is_wanted)
        })
}

/// A declaration in a manifest of lines.
fn of_line(path: &str, line: &str, wanted: &str) -> bool {
    let line = line.trim();
    let name = path.rsplit('/').next().unwrap_or(path);
    let is = |token: &str| folded(token) == wanted;
    if line.is_empty() || line.starts_with(['#', '-']) || line.starts_with("//") {
        return false;
    }
    if name.ends_with(".txt") {
        return tokens(line).next().is_some_and(is);
    }
    if name == "pom.xml" {
        let inner = line
            .strip_prefix("<artifactId>")
            .and_then(|rest| rest.split('<').next());
        return inner.is_some_and(is);
    }
    if name == "go.mod" {
        let module = line.trim_start_matches("require").trim_start();
        return module
            .split_whitespace()
            .next()
            .is_some_and(|module| folded(module) == wanted || module.rsplit('/').next().is_some_and(is));
    }
    // Gemfile, setup.py and Gradle name packages in quotes, setup.cfg a line each.
    let quoted = line.split(['"', '\'']).skip(1).step_by(2);
    let parts = |text: &str| text.split(':').any(|part| tokens(part).next().is_some_and(is));
    quoted.into_iter().any(parts) || (name == "setup.cfg" && tokens(line).next().is_some_and(is))
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || "-_./@".contains(letter);
    text.split(move |letter: char| !is_letter(letter))
        .filter(|token| !token.is_empty())
}

fn has_word(line: &str, word: &str) -> bool {
    tokens(line).any(|token| token == word || token.split('.').any(|part| part == word))
}
