//! Why a file that nothing is seen to come to may be in use all the same: it is offered to others, loaded by a
//! framework, run by hand.

mod conventions;

use super::atlas::{Atlas, ancestors, join, stem};
use super::{FileId, Modules, native, ruby};
use crate::census::{Kind, Project, folder, is_inside};
use ::syntax::Language;
use python::ast::StmtKind;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use subject::Part;
use subject::data::{Node, json, toml};
use wordlist::{Table, array};

/// Calls that load files by names that are made while the program runs.
static LOADERS: Table = Table::new(|| wordlist::table(include_str!("../../words/surface_loaders.txt")));

/// Languages whose files import each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    Go,
    Java,
    Native,
    Python,
    Ruby,
    Rust,
    Script,
}

impl Family {
    pub(super) const fn of(language: Language) -> Self {
        match language {
            Language::C | Language::Cpp => Self::Native,
            Language::Go => Self::Go,
            Language::Java => Self::Java,
            Language::JavaScript | Language::TypeScript | Language::Tsx => Self::Script,
            Language::Python => Self::Python,
            Language::Ruby => Self::Ruby,
            Language::Rust => Self::Rust,
        }
    }
}

/// The files of a project in one family.
type Group<'a> = (&'a str, Family);

/// What speaks against calling files dead.
pub(super) struct Doubts<'a> {
    atlas: &'a Atlas<'a>,
    reached: &'a BTreeSet<FileId>,
    /// Groups of which something is reached.
    started: BTreeSet<Group<'a>>,
    /// Groups that load files by name, with where.
    loaders: BTreeMap<Group<'a>, String>,
    /// Groups that others may use any file of below some folders, with the reason.
    open: BTreeMap<Group<'a>, (String, Vec<String>)>,
    has_rails: bool,
    has_django: bool,
}

impl<'a> Doubts<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>, modules: &Modules, reached: &'a BTreeSet<FileId>) -> Self {
        let mut doubts = Self {
            atlas,
            reached,
            started: BTreeSet::new(),
            loaders: BTreeMap::new(),
            open: BTreeMap::new(),
            has_rails: atlas
                .files()
                .any(|(_, path)| path.ends_with("config/application.rb")),
            has_django: atlas.files().any(|(_, path)| path.ends_with("manage.py")),
        };
        let loads = LazyCell::new(|| loads_ruby(atlas));
        for (id, path) in atlas.files() {
            let file = &atlas.census.files[path];
            if matches!(
                file.part,
                Part::Vendored | Part::Test | Part::Docs | Part::Example
            ) {
                continue;
            }
            let group = doubts.group(path, file.facts.language);
            if reached.contains(&id) {
                doubts.started.insert(group);
            }
            if let Some(loader) = loader(atlas, path, group.1, || *loads) {
                let place = format!("{} loads files by name ({loader})", modules.path(id));
                doubts.loaders.entry(group).or_insert(place);
            }
        }
        for project in &atlas.census.projects {
            let opened = open(atlas, project).map(|why| (why, offered(atlas, project)));
            let families = [
                Family::Python,
                Family::Script,
                Family::Ruby,
                Family::Java,
                Family::Go,
            ];
            let own = families
                .into_iter()
                .filter(|family| builds(project.kind, *family));
            for (family, why) in own.zip(opened) {
                doubts.open.insert((project.root.as_str(), family), why);
            }
        }
        doubts
    }

    fn group(&self, path: &str, language: Language) -> Group<'a> {
        let family = Family::of(language);
        let around = self.atlas.census.projects.iter();
        let around = around.filter(|one| one.contains(path) && one.kind.builds(language));
        let project = around.max_by_key(|one| one.root.len());
        (project.map_or("", |one| one.root.as_str()), family)
    }

    /// Why a file may be in use.
    pub(super) fn about(&self, id: FileId) -> Option<String> {
        let path = *self.atlas.paths.get(id as usize)?;
        let facts = self.atlas.facts(id)?;
        let group = self.group(path, facts.language);
        let declarations = [".d.ts", ".pyi", "package-info.java", "module-info.java"];
        if declarations.iter().any(|end| path.ends_with(end)) {
            return Some("it only declares".to_owned());
        }
        if !self.started.contains(&group) {
            return Some("nothing says where this project is started".to_owned());
        }
        if let Some(why) = conventions::loaded(self.atlas, path, group, self.has_rails, self.has_django) {
            return Some(why);
        }
        if let Some((why, folders)) = self.open.get(&group).filter(|_| !is_private(path, group.1))
            && folders.iter().any(|folder| is_inside(path, folder))
        {
            return Some(why.clone());
        }
        if let Some(why) = self.loaders.get(&group) {
            return Some(why.clone());
        }
        self.may_run(id, path, group)
    }

    /// A package of which nothing at all is reached may be found from outside by its name: a plugin, another program.
    fn unknown_package(&self, path: &str) -> Option<String> {
        let has_init = |folder: &&str| self.atlas.has(&format!("{folder}/__init__.py"));
        let package = ancestors(path).take_while(has_init).last()?;
        let mut reached = self
            .reached
            .iter()
            .filter_map(|id| self.atlas.paths.get(*id as usize));
        let is_known = reached.any(|one| is_inside(one, package));
        (!is_known)
            .then(|| format!("nothing of the package {package} is reached: it may be found by its name"))
    }

    /// Whether somebody may run a file by hand, or a build takes it in without naming it.
    fn may_run(&self, id: FileId, path: &str, group: Group<'_>) -> Option<String> {
        let by_hand = || Some("it may be run by hand".to_owned());
        let text = self.atlas.snapshot.text(path).unwrap_or_default();
        match group.1 {
            Family::Python if has_work(self.atlas, path) => by_hand(),
            Family::Python => self.unknown_package(path),
            Family::Script if !offers(text) => by_hand(),
            Family::Ruby if !path.split('/').any(|one| one == "lib") || ruby::has_work(text) => by_hand(),
            Family::Native if !native::is_header(path) => takes_all(self.atlas, path),
            Family::Go => go_doubt(path),
            Family::Java => java_doubt(self.atlas, id, text),
            _ => None,
        }
    }
}

fn builds(kind: Kind, family: Family) -> bool {
    let language = match family {
        Family::Go => Language::Go,
        Family::Java => Language::Java,
        Family::Native => Language::C,
        Family::Python => Language::Python,
        Family::Ruby => Language::Ruby,
        Family::Rust => Language::Rust,
        Family::Script => Language::JavaScript,
    };
    kind.builds(language)
}

/// How a file loads others by names that are not written in an import.
fn loader(atlas: &Atlas<'_>, path: &str, family: Family, loads: impl Fn() -> bool) -> Option<&'static str> {
    let loaders = wordlist::under(&LOADERS, &format!("{family:?}"));
    let text = atlas.snapshot.text(path).filter(|_| !loaders.is_empty())?;
    let mut found = loaders.iter().copied().filter(|loader| text.contains(loader));
    // A list of files that nothing loads is only read.
    found.find(|loader| !loader.starts_with("Dir") || loads())
}

/// Whether a program of Ruby loads files by names that it makes.
fn loads_ruby(atlas: &Atlas<'_>) -> bool {
    let files = atlas.files().filter(|(_, path)| path.ends_with(".rb"));
    let mut texts = files.filter_map(|(_, path)| atlas.snapshot.text(path));
    texts.any(ruby::loads_by_value)
}

/// The folders whose files a project offers: a manifest of Python may say where its packages are found.
fn offered(atlas: &Atlas<'_>, project: &Project) -> Vec<String> {
    let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
    let keys = ["tool", "setuptools", "packages", "find", "where"];
    let root = toml::read(text)
        .ok()
        .filter(|_| project.manifest.ends_with(".toml"));
    let named = root.as_ref().and_then(|root| root.at(&keys));
    let folders = named.map_or_else(Vec::new, Node::texts);
    let folders = folders
        .iter()
        .filter_map(|(folder, _)| join(&project.root, folder));
    let folders: Vec<String> = folders.collect();
    if folders.is_empty() {
        vec![project.root.clone()]
    } else {
        folders
    }
}

/// Why others may use any file of a project.
fn open(atlas: &Atlas<'_>, project: &Project) -> Option<String> {
    let text = atlas.snapshot.text(&project.manifest).unwrap_or_default();
    let is_open = match project.kind {
        // What is described to strangers is meant for them.
        Kind::Python => is_described(&project.manifest, text),
        Kind::Npm => is_published(text),
        Kind::Bundler => project.manifest.ends_with(".gemspec"),
        _ => false,
    };
    is_open.then(|| format!("{} offers its files to others", project.manifest))
}

/// Whether the manifest of a Python package says what strangers want to know: classifiers, addresses.
fn is_described(manifest: &str, text: &str) -> bool {
    if !manifest.ends_with(".toml") {
        return ["classifiers", "url=", "url ="]
            .iter()
            .any(|key| text.contains(key));
    }
    let homes = [&["project"][..], &["tool", "poetry"]];
    let keys = ["classifiers", "urls", "homepage", "repository"];
    let says = |about: &Node| keys.iter().any(|key| about.get(key).is_some());
    toml::read(text).is_ok_and(|root| homes.iter().any(|home| root.at(home).is_some_and(says)))
}

/// Whether a package is published so that others may import any of its files: with `exports` they may not.
fn is_published(text: &str) -> bool {
    let keys = const { array::<6>("files publishConfig types typings module repository") };
    json::read(text).is_ok_and(|root| {
        let is_open = !root.is_true(&["private"]) && root.get("exports").is_none();
        is_open && keys.iter().any(|key| root.get(key).is_some())
    })
}

/// Names that say that others are not meant.
fn is_private(path: &str, family: Family) -> bool {
    let parts = || path.split('/');
    match family {
        Family::Python => parts().any(|one| one.starts_with('_') && !one.starts_with("__")),
        _ => false,
    }
}

/// Whether running a file of Python does more than define things.
fn has_work(atlas: &Atlas<'_>, path: &str) -> bool {
    let Some(module) = atlas.program.module(path) else {
        return true;
    };
    module.body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Expr(expr) => matches!(expr.kind, python::ast::ExprKind::Call { .. }),
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::With { .. } => true,
        _ => false,
    })
}

/// Whether a script gives something to others: one that only does something may be run by hand.
fn offers(text: &str) -> bool {
    text.lines()
        .any(|line| line.starts_with("export ") || line.starts_with("export{"))
        || text.contains("module.exports")
        || text.contains("exports.")
}

/// Whether a build around a source file of C takes it in without its whole name: by a pattern, or by its stem.
fn takes_all(atlas: &Atlas<'_>, path: &str) -> Option<String> {
    let marks = const { array::<7>("wildcard GLOB *.c glob( aux_source_directory *.cpp *.cc") };
    let own = stem(path);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found_any = false;
    for (build, file) in &atlas.snapshot.files {
        let is_near = is_inside(path, folder(build)) && is_build(build.rsplit('/').next().unwrap_or(build));
        let Some(text) = file.text().filter(|_| is_near) else {
            continue;
        };
        found_any = true;
        if marks.iter().any(|mark| text.contains(mark)) {
            return Some(format!("{build} compiles files that it does not name"));
        }
        if text.split(|c| !is_word(c)).any(|word| word == own) {
            return Some(format!("{build} has its name"));
        }
    }
    (!found_any).then(|| "no build file that is read says what is compiled".to_owned())
}

fn is_build(name: &str) -> bool {
    let names = const {
        array::<8>("GNUmakefile makefile CMakeLists.txt meson.build BUILD BUILD.bazel setup.py build.rs")
    };
    let endings = [".mk", ".cmake", ".am", ".vcxproj", ".gyp", ".pro", ".in"];
    name.starts_with("Makefile") || names.contains(&name) || endings.iter().any(|end| name.ends_with(end))
}

fn go_doubt(path: &str) -> Option<String> {
    let is_internal = path.split('/').any(|one| one == "internal");
    (!is_internal).then(|| "others may import a package outside internal/".to_owned())
}

/// Types that a framework may find, or that others may use.
fn java_doubt(atlas: &Atlas<'_>, id: FileId, text: &str) -> Option<String> {
    let silent =
        const { array::<6>("Override SuppressWarnings Deprecated FunctionalInterface Nullable SafeVarargs") };
    let mut marks = text.match_indices('@').map(|(at, _)| {
        let rest = &text[at + 1..];
        rest.split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default()
    });
    let is_mark = |mark: &str| mark.starts_with(char::is_uppercase) && !silent.contains(&mark);
    if let Some(mark) = marks.find(|mark| is_mark(mark)) {
        return Some(format!("a framework may find it by @{mark}"));
    }
    let is_public = atlas
        .facts(id)
        .is_some_and(|facts| facts.types.iter().any(|one| one.is_public));
    is_public.then(|| "others may use a public type".to_owned())
}
