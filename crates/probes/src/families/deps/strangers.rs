//! Imports that may be those of a package although nothing has its name: who brings them is not known.
//!
//! In Python, Ruby and Rust a package may be imported by a name that is not its own. Only where every import was
//! attributed to somebody is a package that nothing names out of use.

use super::mentions::is_word_in;
use super::names;
use super::scope::{Scope, ecosystem};
use super::unused::needles;
use project::manifest::{Dependency, Ecosystem, Manifest};
use project::modules::{Link, Target};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use subject::Part;
use syntax::facts::Via;
use wordlist::{Table, table, under};

/// What imports packages on behalf of others, and what the names of those begin with.
static WRAPPERS: Table = Table::new(|| table(include_str!("../../../words/unused_wrappers.txt")));

/// The imports of code, held against what the manifests above it declare.
pub(super) struct Strangers<'a> {
    /// By ecosystem and folder of a manifest, the first import that nobody is known to bring.
    unknown: BTreeMap<(Ecosystem, String), String>,
    /// By folder of a manifest of Python, what imports packages on behalf of others, with where.
    wrappers: BTreeMap<(String, &'a str), String>,
}

impl<'a> Strangers<'a> {
    pub(super) fn of(scope: &Scope<'a>) -> Self {
        let mut found = Self {
            unknown: BTreeMap::new(),
            wrappers: BTreeMap::new(),
        };
        let mut brought: BTreeMap<(Ecosystem, &str), BTreeSet<String>> = BTreeMap::new();
        for (path, link) in scope.snapshot.modules().all_links() {
            let Some((ecosystem, first)) = asked(scope, path, link) else {
                continue;
            };
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let known = brought
                .entry((ecosystem, folder))
                .or_insert_with(|| by_declared(scope, path, ecosystem));
            found.add(scope, path, link, (ecosystem, first), known);
        }
        found.add_listed(scope);
        found
    }

    /// Modules that a framework is told of by their names in a list of settings, and imports by itself.
    fn add_listed(&mut self, scope: &Scope<'a>) {
        for (path, file) in &scope.snapshot.files {
            let text = file.text().filter(|_| path.ends_with(".py")).unwrap_or_default();
            for (line, module) in listed(text) {
                let first = module.split('.').next().unwrap_or(module);
                let known = by_declared(scope, path, Ecosystem::Python);
                if is_own(scope, first) || is_known(Ecosystem::Python, first, module, &known) {
                    continue;
                }
                for home in scope.above(path, Ecosystem::Python) {
                    let key = (Ecosystem::Python, home.folder().to_owned());
                    let place = || format!("`{module}` in {path}:{line}");
                    self.unknown.entry(key).or_insert_with(place);
                }
            }
        }
    }

    fn add(
        &mut self,
        scope: &Scope<'a>,
        path: &str,
        link: &'a Link,
        (ecosystem, first): (Ecosystem, &'a str),
        known: &BTreeSet<String>,
    ) {
        let place = || format!("`{}` in {path}:{}", link.what, link.line.max(1));
        let homes = scope.above(path, ecosystem);
        if ecosystem == Ecosystem::Python && !under(&WRAPPERS, first).is_empty() {
            for home in &homes {
                let key = (home.folder().to_owned(), first);
                self.wrappers.entry(key).or_insert_with(place);
            }
        }
        let what = link.what.to_lowercase();
        if is_known(ecosystem, first, &what, known) || is_inner(scope, ecosystem, (path, link), first) {
            return;
        }
        for home in homes {
            let key = (ecosystem, home.folder().to_owned());
            self.unknown.entry(key).or_insert_with(place);
        }
    }

    /// Why a package that nothing names may be used all the same.
    pub(super) fn doubt(&self, manifest: &Manifest, dependency: &Dependency) -> Option<String> {
        let ecosystem = manifest.ecosystem();
        if let Some(import) = self.unknown.get(&(ecosystem, manifest.folder().to_owned())) {
            return Some(format!("no declared package is known to bring {import}"));
        }
        let name = dependency.name.to_lowercase().replace('_', "-");
        let is_python = ecosystem == Ecosystem::Python;
        let wrappers = self.wrappers.iter().filter(|((folder, first), _)| {
            let starts = under(&WRAPPERS, first);
            is_python
                && folder == manifest.folder()
                && starts
                    .iter()
                    .any(|start| *start == "*" || name.starts_with(start))
        });
        let mut doubts = wrappers.map(|(_, place)| format!("{place} may import it on behalf of the program"));
        doubts.next()
    }
}

/// The list of Django's settings that names modules.
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^INSTALLED_APPS\s*\+?=\s*[\[(]([^\])]*)[\])]").expect("it is fixed and tested")
});
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?m)^[^#\n]*?['"]([A-Za-z_][\w.]*)['"]"#).expect("it is fixed and tested")
});

/// The modules that such lists of a text name, with their lines.
fn listed(text: &str) -> Vec<(u32, &str)> {
    let lists = LISTED.captures_iter(text).filter_map(|found| found.get(1));
    let names = lists.flat_map(|list| {
        let names = NAMED.captures_iter(&text[list.range()]);
        names.filter_map(move |found| {
            found
                .get(1)
                .map(|name| (list.start() + name.start(), name.as_str()))
        })
    });
    let at_lines = names.map(|(at, name)| (subject::data::line_of(text, at), name));
    at_lines.collect()
}

/// Whether a module of that name lies in the repository.
fn is_own(scope: &Scope<'_>, first: &str) -> bool {
    let mut paths = scope.snapshot.files.keys();
    paths.any(|path| {
        path.split('/')
            .any(|part| part == first || part.strip_suffix(".py") == Some(first))
    })
}

/// The first name of an import that may belong to a package of another name.
fn asked<'l>(scope: &Scope<'_>, path: &str, link: &'l Link) -> Option<(Ecosystem, &'l str)> {
    let file = scope.snapshot.census().files.get(path)?;
    let ecosystem = ecosystem(file.facts.language);
    if file.part == Part::Vendored {
        return None;
    }
    match (ecosystem, &link.target) {
        (Ecosystem::Python | Ecosystem::Ruby, Target::External(first)) => Some((ecosystem, first)),
        (Ecosystem::Rust, Target::Unresolved) if link.how != Via::Declare => {
            let mut parts = link.what.trim_start_matches("::").split("::");
            let first = parts.next()?;
            let is_inner = matches!(first, "crate" | "self" | "super");
            (!is_inner && first.starts_with(char::is_lowercase)).then_some((ecosystem, first))
        }
        _ => None,
    }
}

/// The names that may be imported of what is declared above a file, for whatever use.
fn by_declared(scope: &Scope<'_>, path: &str, ecosystem: Ecosystem) -> BTreeSet<String> {
    let manifests = scope.above(path, ecosystem);
    let all = manifests
        .iter()
        .flat_map(|one| one.dependencies.iter().chain(&one.offered));
    let names = all.flat_map(|one| needles(ecosystem, one));
    let own = manifests.iter().filter_map(|one| one.name.as_deref());
    let own = own.flat_map(|name| [name.to_lowercase(), name.to_lowercase().replace('-', "_")]);
    names.chain(own).collect()
}

/// Whether it is known who brings an import.
fn is_known(ecosystem: Ecosystem, first: &str, what: &str, known: &BTreeSet<String>) -> bool {
    let is_apart = |c: char| matches!(c, '.' | '/' | ':');
    let is_declared = || {
        let starts = what.match_indices(is_apart).map(|(at, _)| &what[..at]);
        let below = |name: &String| {
            name.strip_prefix(what)
                .is_some_and(|rest| rest.starts_with(is_apart))
        };
        starts.chain([what, first]).any(|name| known.contains(name)) || known.iter().any(below)
    };
    match ecosystem {
        Ecosystem::Python => {
            names::STANDARD.contains(&first)
                || names::BROUGHT.contains(&first)
                || !names::python(first).is_empty()
                || is_declared()
        }
        Ecosystem::Ruby => names::BROUGHT.contains(&first) || !names::ruby(first).is_empty() || is_declared(),
        _ => is_declared(),
    }
}

/// Whether some file of Rust gives something of its own that name: a module, or another name for a crate. `extern crate`
/// always means a crate.
fn is_inner(scope: &Scope<'_>, ecosystem: Ecosystem, (path, link): (&str, &Link), first: &str) -> bool {
    let line = scope.snapshot.lines(path, link.line, link.line);
    if ecosystem != Ecosystem::Rust || line.is_some_and(|line| line.contains("extern crate")) {
        return false;
    }
    let signs = [
        format!("mod {first}"),
        format!("as {first}"),
        format!("fn {first}"),
    ];
    let mut files = scope.snapshot.files.iter();
    files.any(|(path, file)| {
        let text = file.text().filter(|_| path.ends_with(".rs"));
        text.is_some_and(|text| signs.iter().any(|sign| is_word_in(text, sign)))
    })
}
