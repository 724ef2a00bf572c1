//! The aliases of `tsconfig.json` and `jsconfig.json`: `paths` and `baseUrl`.

use crate::census::{folder, is_inside};
use crate::modules::atlas::{Atlas, join};
use subject::data::{Entry, Node, json};

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

/// What the star stands for; the whole of a name without one is nothing.
pub(super) fn matched<'w>(pattern: &str, what: &'w str) -> Option<&'w str> {
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
        let Some(value) = atlas.snapshot.text(&at).and_then(|text| json::read(text).ok()) else {
            break;
        };
        let here = folder(&at).to_owned();
        take(&mut config, &value, &here);
        let next = value.text_at(&["extends"]).filter(|next| next.starts_with('.'));
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
fn take(config: &mut Config, value: &Node, here: &str) {
    let Some(options) = value.get("compilerOptions") else {
        return;
    };
    let base = options.text_at(&["baseUrl"]).and_then(|base| join(here, base));
    if config.paths.is_empty() {
        let root = base.as_deref().unwrap_or(here);
        let whole = |target: &Node| join(root, target.text()?);
        let paths = options.entries_at(&["paths"]).iter();
        let entry = |one: &Entry| {
            (
                one.key.clone(),
                one.node.items().iter().filter_map(whole).collect(),
            )
        };
        config.paths = paths.map(entry).collect();
    }
    if config.base.is_none() {
        config.base = base;
    }
}
