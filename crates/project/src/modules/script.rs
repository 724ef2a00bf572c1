//! Which file an import of JavaScript or TypeScript means: relative paths with their endings and index files, the
//! aliases of `tsconfig.json`, the packages of the workspace.

mod aliases;
mod packages;

use super::atlas::{Atlas, join};
use super::{FileId, Target};
use crate::census::{Kind, folder};
use ::syntax::facts::Import;
use aliases::Aliases;
use packages::Packages;
use wordlist::{Words, array};

/// Endings that may be left out, in the order in which they are tried.
static ENDINGS: Words = Words::new(|| wordlist::words(include_str!("../../words/script_endings.txt")));
/// Endings that are written for what a compiler makes, with those that it makes them of.
const WRITTEN: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".jsx"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts"]),
    (".cjs", &[".cts"]),
];
/// Modules of the platforms.
static STANDARD: Words = Words::new(|| wordlist::words(include_str!("../../words/script_standard.txt")));
/// Schemes of modules that a platform or a bundler brings.
const SCHEMES: &[&str] = &array::<8>("node: bun: deno: cloudflare: virtual: astro: data: electron/");

/// What the tree says of its modules.
pub(super) struct Rules<'a> {
    atlas: &'a Atlas<'a>,
    aliases: Aliases,
    packages: Packages<'a>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        Self {
            atlas,
            aliases: Aliases::new(atlas),
            packages: Packages::new(atlas),
        }
    }

    pub(super) fn target(&self, path: &str, import: &Import) -> Target {
        // `!loader!./x`, `./x?raw`.
        let what = import.what.rsplit('!').next().unwrap_or_default();
        let what = what.split('?').next().unwrap_or_default();
        if what.is_empty() {
            return Target::Unresolved;
        }
        if is_relative(what) {
            let found = join(folder(path), what).and_then(|base| self.file(&base));
            return found.map_or(Target::Unresolved, Target::Files);
        }
        if let Some(found) = self.by_alias(path, what) {
            return Target::Files(found);
        }
        self.bare(path, what)
    }

    fn by_alias(&self, path: &str, what: &str) -> Option<Vec<FileId>> {
        let mut bases = self.aliases.bases(path, what).into_iter();
        bases.find_map(|base| self.file(&base))
    }

    fn bare(&self, path: &str, what: &str) -> Target {
        let first = what.split('/').next().unwrap_or(what);
        if SCHEMES.iter().any(|scheme| what.starts_with(scheme)) || STANDARD.contains(&first) {
            return Target::Standard;
        }
        if let Some(rooted) = what.strip_prefix('/') {
            let root = self
                .atlas
                .project(Kind::Npm, path)
                .map_or("", |one| one.root.as_str());
            let folders = ["", "public", "static", "src"];
            let mut bases = folders
                .iter()
                .filter_map(|folder| join(root, &format!("{folder}/{rooted}")));
            let found = bases.find_map(|base| self.file(&base));
            return found.map_or(Target::Unresolved, Target::Files);
        }
        if let Some(inner) = what.strip_prefix('#') {
            let found = self.packages.inner(path, inner, &|base| self.file(base));
            return found.map_or(Target::Unresolved, Target::Files);
        }
        let name = package_name(what);
        match self.packages.exported(&name, what, &|base| self.file(base)) {
            Some(Some(found)) => Target::Files(found),
            Some(None) => Target::Unresolved,
            None if is_alias(what) || self.aliases.claims(path, what) => Target::Unresolved,
            None => Target::External(name),
        }
    }

    /// The file of a path without what may be left out. An asset is something of the tree and no module.
    pub(super) fn file(&self, base: &str) -> Option<Vec<FileId>> {
        let exact = |path: &str| {
            if path.is_empty() {
                return None;
            }
            let id = self.atlas.id(path).map(|id| vec![id]);
            id.or_else(|| self.atlas.has(path).then(Vec::new))
        };
        let with = |stem: &str| {
            let mut endings = ENDINGS.iter();
            endings.find_map(|ending| exact(&format!("{stem}{ending}")))
        };
        exact(base)
            .or_else(|| with(base))
            .or_else(|| written(base, &exact))
            .or_else(|| {
                self.packages
                    .main(base, &|path| exact(path).or_else(|| with(path)))
            })
            .or_else(|| join(base, "index").and_then(|index| with(&index)))
    }

    /// The files that a package gives to others or runs, as its manifest names them, with the manifest.
    pub(super) fn named(&self) -> Vec<(FileId, &str)> {
        self.packages.named(&|base| self.file(base))
    }
}

fn written(base: &str, exact: &dyn Fn(&str) -> Option<Vec<FileId>>) -> Option<Vec<FileId>> {
    let (ending, sources) = WRITTEN.iter().find(|(ending, _)| base.ends_with(ending))?;
    let stem = base.strip_suffix(ending)?;
    sources
        .iter()
        .find_map(|source| exact(&format!("{stem}{source}")))
}

fn is_relative(what: &str) -> bool {
    what.starts_with("./") || what.starts_with("../") || matches!(what, "." | "..")
}

/// Names that no registry has: what bundlers are told to mean by them stands in programs.
fn is_alias(what: &str) -> bool {
    what.starts_with("@/") || what.starts_with('~') || what.starts_with('$') || what.contains("://")
}

/// `@scope/name` or `name`.
fn package_name(what: &str) -> String {
    let parts = if what.starts_with('@') { 2 } else { 1 };
    what.split('/').take(parts).collect::<Vec<_>>().join("/")
}
