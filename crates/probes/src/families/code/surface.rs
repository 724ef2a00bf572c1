//! Which public names strangers can come to: not all that one file gives to another is offered by the package.

mod hidden;
mod native;

use crate::families::tooling::is_tooling;
use hidden::HandedOn;
use native::Declared;
use probes_core::Subject;
use project::census::{Kind, Project, SourceFile};
use project::modules::Target;
use std::collections::{BTreeMap, BTreeSet};
use subject::Part;
use subject::data::{Node, json, toml};
use syntax::Language;
use syntax::facts::{Function, Via};
use wordlist::array;

/// The names of a file that its package offers; `None` for all of them.
type Offered = BTreeMap<String, Option<BTreeSet<String>>>;

/// What the packages of a repository offer.
pub(super) struct Surface<'a> {
    snapshot: &'a Subject,
    /// By the manifest of each package that says what it offers; where nothing of it is a library, nothing.
    packages: BTreeMap<&'a str, Offered>,
    handed_on: HandedOn<'a>,
    declared: Declared<'a>,
    /// The manifests of applications.
    applications: BTreeSet<&'a str>,
}

impl<'a> Surface<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        let projects = snapshot.census().projects.iter();
        let own = projects
            .clone()
            .filter(|one| one.part == Part::Product && !one.is_frame);
        let packages = own.filter_map(|one| Some((one.manifest.as_str(), offered(snapshot, one)?)));
        Self {
            snapshot,
            packages: packages.collect(),
            handed_on: HandedOn::of(snapshot),
            declared: Declared::of(snapshot),
            applications: projects
                .filter(|one| is_application(snapshot, one))
                .map(|one| one.manifest.as_str())
                .collect(),
        }
    }

    /// Whether strangers can come to a public function of a file: to a method by its type.
    pub(super) fn has_function(&self, path: &str, file: &SourceFile, function: &Function) -> bool {
        let owner = function
            .owner
            .as_deref()
            .and_then(|owner| owner.split('<').next());
        let name = owner.map_or(function.name.as_str(), str::trim);
        self.declared.has(path, file, Some(function)) && self.is_reached(path, file, name)
    }

    /// Whether strangers can come to a public type of a file.
    pub(super) fn has_type(&self, path: &str, file: &SourceFile, name: &str) -> bool {
        self.declared.has(path, file, None) && self.is_reached(path, file, name)
    }

    /// Whether the compiler refuses the crate around a file where anything that strangers can come to is not explained.
    pub(super) fn is_held(&self, path: &str) -> bool {
        let project = self.snapshot.census().project_of(path);
        project.is_some_and(|one| hidden::demands_words(self.snapshot, one))
    }

    /// Whether a file is of an application, of which nobody reads from outside.
    pub(super) fn is_of_application(&self, path: &str) -> bool {
        let project = self.snapshot.census().project_of(path);
        project.is_some_and(|one| self.applications.contains(one.manifest.as_str()))
    }

    /// Whether strangers can come to a public name of a file.
    fn is_reached(&self, path: &str, file: &SourceFile, name: &str) -> bool {
        let project = self.snapshot.census().project_of(path);
        let package = project
            .filter(|one| one.kind.builds(file.facts.language))
            .and_then(|one| self.packages.get(one.manifest.as_str()));
        let is_offered = match package {
            Some(offered) => {
                let names = offered.get(path);
                names.is_some_and(|names| names.as_ref().is_none_or(|names| names.contains(name)))
            }
            // What no package holds is for the pages that load it.
            None => !is_script(file.facts.language) || project.is_some_and(|one| one.kind == Kind::Npm),
        };
        let is_offered =
            is_offered && !self.handed_on.hides(path, file, name) && self.is_listed(path, file, name);
        let is_private = || {
            is_private(path, file.facts.language) && !self.is_gathered(path, name)
                || self.is_started(path, file)
        };
        is_offered && !is_tooling(path) && !is_private()
    }

    /// Whether a file of Go is one of a program, which nobody can import.
    fn is_started(&self, path: &str, file: &SourceFile) -> bool {
        let is_go = file.facts.language == Language::Go;
        let text = self.snapshot.text(path).filter(|_| is_go);
        text.is_some_and(|text| text.lines().any(|line| line.trim_end() == "package main"))
    }

    /// Whether a module of Python names it among what it offers (`__all__`), or does not say what that is.
    fn is_listed(&self, path: &str, file: &SourceFile, name: &str) -> bool {
        let text = || self.snapshot.text(path).unwrap_or_default();
        let listed = (file.facts.language == Language::Python)
            .then(|| text().split_once("\n__all__ = "))
            .flatten();
        listed.is_none_or(|(_, rest)| {
            let list = rest.split([']', ')']).next().unwrap_or_default();
            let mut words = list.split(|c: char| !c.is_alphanumeric() && c != '_');
            !rest.starts_with(['[', '(']) && !rest.starts_with(['\'', '"']) || words.any(|word| word == name)
        })
    }

    /// Whether a package of Python hands a name of one of its private modules on as its own: `from ._box import Box`.
    fn is_gathered(&self, path: &str, name: &str) -> bool {
        let Some((folder, module)) = path.rsplit_once('/') else {
            return false;
        };
        let init = self.snapshot.text(&format!("{folder}/__init__.py"));
        let module = module.strip_suffix(".py").filter(|_| !folder.contains("/_"));
        init.zip(module).is_some_and(|(init, module)| {
            let mut words = init.split(|c: char| !c.is_alphanumeric() && c != '_');
            init.contains(&format!(".{module} import *"))
                || init.contains(&format!(".{module} import")) && words.any(|word| word == name)
        })
    }
}

/// What builds of Java say that make a program to be started, and no library.
const STARTED: [&str; 6] = array(
    "spring-boot-maven-plugin org.springframework.boot quarkus-maven-plugin io.quarkus micronaut <mainClass>",
);

/// Whether a package is an application: it is private and names nothing to import, or a framework starts it as one.
fn is_application(snapshot: &Subject, project: &Project) -> bool {
    match project.kind {
        Kind::Npm => {
            let root = snapshot
                .text(&project.manifest)
                .and_then(|text| json::read(text).ok());
            root.is_some_and(|root| root.is_true(&["private"]) && !says_what(&root))
        }
        Kind::Maven | Kind::Gradle => {
            let text = snapshot.text(&project.manifest).unwrap_or_default();
            STARTED.iter().any(|started| text.contains(started))
        }
        // A site of Django, which `manage.py` starts, and no package for such sites.
        // A program of Rails, which `config/application.rb` sets up, and no part for such programs.
        Kind::Bundler => {
            let root = match project.root.as_str() {
                "" => String::new(),
                folder => format!("{folder}/"),
            };
            let has = |path: &str| snapshot.files.contains_key(&format!("{root}{path}"));
            project.manifest.ends_with("Gemfile") && has("config/application.rb")
        }
        Kind::Python => {
            let folder = project.manifest.rsplit_once('/').map(|(folder, _)| folder);
            let manage =
                folder.map_or_else(|| "manage.py".to_owned(), |folder| format!("{folder}/manage.py"));
            project.manifest.ends_with("requirements.txt") && snapshot.files.contains_key(&manage)
        }
        _ => false,
    }
}

const fn is_script(language: Language) -> bool {
    matches!(
        language,
        Language::JavaScript | Language::TypeScript | Language::Tsx
    )
}

/// A module of Python whose name, or whose package's name, begins with an underscore is not for others (PEP 8). What lies below
/// `internal` no other module of Go can import.
fn is_private(path: &str, language: Language) -> bool {
    let mut parts = path.split('/');
    match language {
        Language::Python => parts.any(|part| part.starts_with('_') && !part.starts_with("__")),
        Language::Go => parts.any(|part| part == "internal"),
        _ => false,
    }
}

/// What a package says that it offers; nothing is known where it does not say.
fn offered(snapshot: &Subject, project: &Project) -> Option<Offered> {
    let text = snapshot.text(&project.manifest)?;
    match project.kind {
        Kind::Cargo => {
            let root = toml::read(text).ok()?;
            let start = match project.root.as_str() {
                "" => "src/lib.rs".to_owned(),
                folder => format!("{folder}/src/lib.rs"),
            };
            let is_library = root.get("lib").is_some() || snapshot.files.contains_key(&start);
            (!is_library).then(BTreeMap::new)
        }
        Kind::Npm => {
            let root = json::read(text).ok()?;
            if !says_what(&root) {
                return is_beside_offered(snapshot, &root).then(BTreeMap::new);
            }
            let offered = script(snapshot, project);
            // What is only built cannot be followed back to where it is written.
            (!offered.is_empty()).then_some(offered)
        }
        _ => None,
    }
}

/// Whether a package says what others import of it.
fn says_what(manifest: &Node) -> bool {
    ["exports", "main", "module"]
        .iter()
        .any(|key| manifest.get(key).is_some())
}

/// Whether a package that names nothing to import is for nobody but the packages beside it, which are.
fn is_beside_offered(snapshot: &Subject, manifest: &Node) -> bool {
    let names = |project: &Project| snapshot.modules().offered.contains_key(&project.manifest);
    manifest.is_true(&["private"]) && snapshot.census().projects.iter().any(names)
}

/// The files that a package of JavaScript names, and what they hand on from others.
fn script(snapshot: &Subject, project: &Project) -> Offered {
    let modules = snapshot.modules();
    let named = modules.offered.get(&project.manifest).into_iter().flatten();
    let mut open: Vec<String> = named.map(|id| modules.path(*id).to_owned()).collect();
    let mut offered: Offered = open.iter().map(|path| (path.clone(), None)).collect();
    while let Some(path) = open.pop() {
        let Some(file) = snapshot.census().files.get(&path) else {
            continue;
        };
        let imports = file.facts.imports.iter().zip(modules.links_of(&path));
        for (import, link) in imports.filter(|(import, _)| import.how == Via::Offer) {
            let Target::Files(files) = &link.target else {
                continue;
            };
            for target in files.iter().map(|id| modules.path(*id).to_owned()) {
                if hand_on(&mut offered, &target, &import.names) {
                    open.push(target);
                }
            }
        }
    }
    offered
}

/// Notes what a file hands on from another; whether that one has to be looked at anew.
fn hand_on(offered: &mut Offered, target: &str, names: &[String]) -> bool {
    let is_all = names.is_empty() || names.iter().any(|name| name == "*");
    let is_new = !offered.contains_key(target);
    let known = offered
        .entry(target.to_owned())
        .or_insert_with(|| Some(BTreeSet::new()));
    let had_all = known.is_none();
    if is_all {
        *known = None;
    } else if let Some(known) = known {
        known.extend(names.iter().cloned());
    }
    is_new || is_all && !had_all
}
