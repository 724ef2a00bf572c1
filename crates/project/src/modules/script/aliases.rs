//! The aliases of `tsconfig.json` and `jsconfig.json`: `paths` and `baseUrl`.

use crate::census::{folder, is_inside};
use crate::modules::atlas::{Atlas, join};
use serde_json::Value;

/// Most configurations that are read of a tree.
const CONFIGS_MAX: usize = 500;
/// How far `extends` is followed.
const EXTENDS_MAX: usize = 5;

/// One configuration.
struct Config {
    /// The folder whose files it holds for.
    folder: String,
    /// Where names without a dot are looked up.
    base: Option<String>,
    /// Patterns with at most one `*`, and the paths that they stand for, whole.
    paths: Vec<(String, Vec<String>)>,
}

/// All of a tree, the innermost first.
pub(super) struct Aliases {
    configs: Vec<Config>,
}

impl Aliases {
    pub(super) fn new(atlas: &Atlas<'_>) -> Self {
        let is_config = |path: &&String| {
            let name = path.rsplit('/').next().unwrap_or(path);
            (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json")
        };
        let found = atlas.snapshot.files.keys().filter(is_config).take(CONFIGS_MAX);
        let mut configs: Vec<Config> = found.filter_map(|path| config(atlas, path)).collect();
        configs.sort_by_key(|config| std::cmp::Reverse(config.folder.len()));
        Self { configs }
    }

    fn around<'s>(&'s self, path: &'s str) -> impl Iterator<Item = &'s Config> {
        self.configs
            .iter()
            .filter(move |config| is_inside(path, &config.folder))
    }

    /// The paths that a name may stand for, the most likely first.
    pub(super) fn bases(&self, path: &str, what: &str) -> Vec<String> {
        let mut found = Vec::new();
        for config in self.around(path) {
            for (pattern, targets) in &config.paths {
                let Some(part) = matched(pattern, what) else {
                    continue;
                };
                found.extend(targets.iter().map(|target| target.replacen('*', part, 1)));
            }
            found.extend(config.base.as_ref().and_then(|base| join(base, what)));
        }
        found
    }

    /// Whether some pattern takes a name for one of the tree. One that takes every name says nothing.
    pub(super) fn claims(&self, path: &str, what: &str) -> bool {
        let mut patterns = self.around(path).flat_map(|config| &config.paths);
        patterns.any(|(pattern, _)| pattern != "*" && matched(pattern, what).is_some())
    }
}

/// What the star stands for.
fn matched<'w>(pattern: &str, what: &'w str) -> Option<&'w str> {
    match pattern.split_once('*') {
        None => (pattern == what).then_some(""),
        Some((before, after)) => what.strip_prefix(before)?.strip_suffix(after),
    }
}

fn config(atlas: &Atlas<'_>, path: &str) -> Option<Config> {
    let mut config = Config {
        folder: folder(path).to_owned(),
        base: None,
        paths: Vec::new(),
    };
    let mut at = path.to_owned();
    for _ in 0..EXTENDS_MAX {
        let Some(value) = atlas.snapshot.text(&at).and_then(relaxed) else {
            break;
        };
        let here = folder(&at).to_owned();
        take(&mut config, &value, &here);
        let next = value
            .get("extends")
            .and_then(Value::as_str)
            .filter(|next| next.starts_with('.'));
        let Some(next) = next.and_then(|next| join(&here, next)) else {
            break;
        };
        at = if atlas.has(&next) {
            next
        } else {
            format!("{next}.json")
        };
    }
    (config.base.is_some() || !config.paths.is_empty()).then_some(config)
}

/// Takes what inner configurations have not said.
fn take(config: &mut Config, value: &Value, here: &str) {
    let Some(options) = value.get("compilerOptions") else {
        return;
    };
    let base = options
        .get("baseUrl")
        .and_then(Value::as_str)
        .and_then(|base| join(here, base));
    if config.paths.is_empty()
        && let Some(paths) = options.get("paths").and_then(Value::as_object)
    {
        let root = base.as_deref().unwrap_or(here);
        let whole = |target: &Value| join(root, target.as_str()?);
        let entry = |(pattern, targets): (&String, &Value)| {
            let targets = targets.as_array()?.iter().filter_map(whole).collect();
            Some((pattern.clone(), targets))
        };
        config.paths = paths.iter().filter_map(entry).collect();
    }
    if config.base.is_none() {
        config.base = base;
    }
}

/// JSON with comments and commas at the ends of lists.
fn relaxed(text: &str) -> Option<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    serde_json::from_str(&without_commas(&without_comments(text))).ok()
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.starts_with('"') {
            let end = string_end(rest);
            out.push_str(&rest[..end]);
            end
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            out.push('/');
            1
        };
        rest = &rest[skipped..];
    }
    out.push_str(rest);
    out
}

/// Where a string ends that starts here, in bytes.
fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn without_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', ',']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('"') {
            let end = string_end(rest);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        } else {
            let after = rest[1..].trim_start();
            if !after.starts_with(['}', ']']) {
                out.push(',');
            }
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::relaxed;

    #[test]
    fn comments_and_last_commas_are_no_obstacle() {
        let text = "{\n// a\n\"a\": \"x//y, }\", /* b */ \"b\": [1, 2,],\n}\n";
        let expected = serde_json::json!({"a": "x//y, }", "b": [1, 2]});
        assert_eq!(relaxed(text), Some(expected));
        assert_eq!(relaxed("{\"a\": \"\\"), None);
    }
}
