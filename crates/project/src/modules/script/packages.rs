//! What the `package.json` of a tree say: names, what they give to others, what they run.

use crate::census::Kind;
use crate::modules::FileId;
use crate::modules::atlas::{Atlas, join};
use std::collections::BTreeMap;
use subject::data::{Entry, Node, Value, json};
use wordlist::array;

/// Keys that name one file.
const SINGLE: &[&str] = &array::<9>("source module main types typings browser svelte react-native unpkg");
/// Folders that a compiler fills, and those that it fills them from.
const BUILT: &[&str] = &["dist", "lib", "build", "out", "es", "esm", "cjs"];
const SOURCES: &[&str] = &["src", "lib", "source", ""];
/// Most nested conditions of `exports`.
const DEPTH_MAX: usize = 12;

/// Resolves a path without its ending.
type Find<'f> = &'f dyn Fn(&str) -> Option<Vec<FileId>>;

struct Package<'a> {
    root: &'a str,
    manifest: &'a str,
    json: Node,
}

/// The packages of a tree, by root.
pub(super) struct Packages<'a> {
    by_root: BTreeMap<&'a str, Package<'a>>,
    by_name: BTreeMap<String, &'a str>,
}

impl<'a> Packages<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let mut packages = Self {
            by_root: BTreeMap::new(),
            by_name: BTreeMap::new(),
        };
        for project in atlas.projects(Kind::Npm) {
            let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
            let empty = || Node {
                line: 1,
                value: Value::Null,
            };
            let json = json::read(text).unwrap_or_else(|_| empty());
            let root = project.root.as_str();
            if let Some(name) = &project.name {
                packages.by_name.entry(name.clone()).or_insert(root);
            }
            let manifest = project.manifest.as_str();
            packages.by_root.insert(root, Package { root, manifest, json });
        }
        packages
    }

    /// What a package of the tree means by a name that begins with its own: nothing where no package is called so,
    /// `Some(None)` where it says nothing of it.
    pub(super) fn exported(&self, name: &str, what: &str, find: Find<'_>) -> Option<Option<Vec<FileId>>> {
        let package = self.by_root.get(self.by_name.get(name)?)?;
        let inner = what
            .strip_prefix(name)
            .unwrap_or_default()
            .trim_start_matches('/');
        Some(package.exported(inner, find))
    }

    /// What the package around a file means by `#inner`.
    pub(super) fn inner(&self, path: &str, inner: &str, find: Find<'_>) -> Option<Vec<FileId>> {
        let around = self
            .by_root
            .values()
            .filter(|one| crate::census::is_inside(path, one.root));
        let package = around.max_by_key(|one| one.root.len())?;
        let imports = package.json.entries_at(&["imports"]);
        let key = format!("#{inner}");
        let (part, target) = chosen(imports, &key)?;
        package.files(target, part, find)
    }

    /// The main file of a folder that is a package.
    pub(super) fn main(&self, base: &str, find: Find<'_>) -> Option<Vec<FileId>> {
        let package = self.by_root.get(base)?;
        let main = package.json.text_at(&["main"])?;
        join(base, main).and_then(|path| find(&path))
    }

    /// The files that manifests name, with the manifest.
    pub(super) fn named(&self, find: Find<'_>) -> Vec<(FileId, &str)> {
        let mut found = Vec::new();
        for package in self.by_root.values() {
            let index = join(package.root, "index").and_then(|path| find(&path));
            let files = package.all(find).into_iter().chain(index.into_iter().flatten());
            found.extend(files.map(|id| (id, package.manifest)));
        }
        found
    }
}

impl Package<'_> {
    fn exported(&self, inner: &str, find: Find<'_>) -> Option<Vec<FileId>> {
        if let Some(exports) = self.json.get("exports") {
            let key = match inner {
                "" => ".".to_owned(),
                inner => format!("./{inner}"),
            };
            let by_key = chosen(exports.entries(), &key);
            let whole = (inner.is_empty()).then_some(("", exports));
            if let Some((part, target)) = by_key.or(whole)
                && let Some(found) = self.files(target, part, find)
            {
                return Some(found);
            }
        }
        if inner.is_empty() {
            let named = SINGLE.iter().filter_map(|key| self.json.text_at(&[*key]));
            let found = named.into_iter().find_map(|file| self.file(file, find));
            return found
                .or_else(|| self.file("index", find))
                .or_else(|| self.file("src/index", find));
        }
        self.file(inner, find)
    }

    /// Every file that it names anywhere.
    fn all(&self, find: Find<'_>) -> Vec<FileId> {
        let keys = SINGLE
            .iter()
            .chain(&const { array::<7>("bin exports scripts sideEffects workbox jest imports") });
        let values = keys.filter_map(|key| self.json.get(key));
        let mut texts = Vec::new();
        for value in values {
            strings(value, DEPTH_MAX, &mut texts);
        }
        let words = texts
            .iter()
            .flat_map(|text| text.split([' ', '"', '\'', '=', ';', ',']));
        let words = words.filter(|word| word.contains(['.', '/']) && !word.contains("://"));
        words.filter_map(|word| self.file(word, find)).flatten().collect()
    }

    fn files(&self, target: &Node, part: &str, find: Find<'_>) -> Option<Vec<FileId>> {
        let mut texts = Vec::new();
        strings(target, DEPTH_MAX, &mut texts);
        let mut paths = texts.iter().map(|text| text.replacen('*', part, 1));
        paths.find_map(|path| self.file(&path, find))
    }

    /// A file that is named, or the one that it is built from.
    fn file(&self, named: &str, find: Find<'_>) -> Option<Vec<FileId>> {
        let path = join(self.root, named)?;
        if let Some(found) = find(&path) {
            return Some(found);
        }
        let inner = named.trim_start_matches("./");
        let (first, mut rest) = inner.split_once('/')?;
        if !BUILT.contains(&first) {
            return None;
        }
        for _ in 0..2 {
            let stem = rest
                .strip_suffix(".d.ts")
                .unwrap_or_else(|| rest.rsplit_once('.').map_or(rest, |(stem, _)| stem));
            let mut bases = SOURCES
                .iter()
                .filter_map(|source| join(self.root, &format!("{source}/{stem}")));
            if let Some(found) = bases.find_map(|base| find(&base)) {
                return Some(found);
            }
            // `dist/esm/index.js`: one more folder that only says how it is built.
            rest = rest.split_once('/')?.1;
        }
        None
    }
}

/// The first pattern that means a name, with what its star stands for.
fn chosen<'e, 'k>(patterns: &'e [Entry], key: &'k str) -> Option<(&'k str, &'e Node)> {
    let mut patterns = patterns.iter();
    patterns.find_map(|one| Some((super::aliases::matched(&one.key, key)?, &one.node)))
}

/// All texts in a value, down to a depth.
fn strings<'v>(node: &'v Node, depth: usize, found: &mut Vec<&'v str>) {
    found.extend(node.text());
    let inner = node.entries().iter().map(|entry| &entry.node).chain(node.items());
    for one in inner.filter(|_| depth > 0) {
        strings(one, depth - 1, found);
    }
}
