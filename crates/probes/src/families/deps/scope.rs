//! Which manifests are the program's own, and how shares are told by project.

use crate::families::tooling::is_run_beside;
use crate::families::unread;
use probes_core::{Answer, Subject};
use project::manifest::{Dependency, Ecosystem, Format, Kind, Manifest};
use std::collections::{BTreeMap, BTreeSet};
use subject::{Part, glob};
use syntax::Language;
use wordlist::head_of;

/// Most projects that a rationale names.
const PROJECTS_SHOWN: usize = 8;
/// A language counts from this share of the lines of the program on: below are scripts beside it.
const LANGUAGE_SHARE: u64 = 10;

/// Files that declare packages in forms that are not read here, with whose they are; the others are for any.
const OTHERS: [(Option<Ecosystem>, &str); 5] = [
    (
        Some(Ecosystem::Jvm),
        "build.xml build.sbt ivy.xml settings.gradle settings.gradle.kts",
    ),
    (Some(Ecosystem::Node), "deno.json deno.jsonc bower.json"),
    (Some(Ecosystem::Go), "Gopkg.toml glide.yaml Godeps.json"),
    (Some(Ecosystem::Python), "pixi.toml"),
    (
        None,
        "WORKSPACE MODULE.bazel flake.nix shell.nix composer.json mix.exs rebar.config Package.swift Podfile pubspec.yaml \
         stack.yaml package.yaml deps.edn project.clj Project.toml shard.yml cpanfile DESCRIPTION",
    ),
];

/// What the settings of a build with Gradle name packages with: a catalogue of versions, packages of the build, plugins. Another script,
/// or another name for scripts of the build, may name some too. Others name the projects of the build alone.
const SETTINGS: [&str; 5] = [
    "versionCatalogs",
    "dependencies",
    "plugins",
    "apply",
    "buildFileName",
];

/// Whose packages a file declares in a form that is not read here, if it does; anybody's where that is `None`.
pub(super) fn declares_otherwise(snapshot: &Subject, path: &str) -> Option<Option<Ecosystem>> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_settings = matches!(name, "settings.gradle" | "settings.gradle.kts");
    let names_none = || {
        let text = snapshot.text(path);
        text.is_some_and(|text| !SETTINGS.iter().any(|word| text.contains(word)))
    };
    head_of(&OTHERS, name).filter(|_| !is_settings || !names_none())
}

/// Whether a program is built to run with a package. What features of it need counts; extras of Python are mostly for those who
/// work on it.
pub(super) fn runs_with(manifest: &Manifest, dependency: &Dependency) -> bool {
    match dependency.kind {
        Kind::Runtime => true,
        Kind::Optional => manifest.ecosystem() != Ecosystem::Python,
        Kind::Dev | Kind::Build | Kind::Peer => false,
    }
}

/// The family of tools that brings in packages for a language.
pub(super) const fn ecosystem(language: Language) -> Ecosystem {
    match language {
        Language::Rust => Ecosystem::Rust,
        Language::JavaScript | Language::TypeScript | Language::Tsx => Ecosystem::Node,
        Language::Python => Ecosystem::Python,
        Language::Go => Ecosystem::Go,
        Language::Java => Ecosystem::Jvm,
        Language::Ruby => Ecosystem::Ruby,
        Language::C | Language::Cpp => Ecosystem::Native,
    }
}

/// The program with its manifests.
pub(super) struct Scope<'a> {
    pub(super) snapshot: &'a Subject,
    /// The manifests in folders that hold code of the program.
    pub(super) manifests: Vec<&'a Manifest>,
    /// Lines of the program by ecosystem.
    pub(super) lines: BTreeMap<Ecosystem, u64>,
    /// Lines of it in languages that are not read.
    unread: u64,
}

/// Whether the program is written in languages of an ecosystem to an extent that counts.
fn is_main(lines: &BTreeMap<Ecosystem, u64>, unread: u64, ecosystem: Ecosystem) -> bool {
    let all = lines.values().sum::<u64>() + unread;
    let own = lines.get(&ecosystem).copied().unwrap_or_default();
    own * LANGUAGE_SHARE >= all && own > 0
}

impl<'a> Scope<'a> {
    pub(super) fn of(snapshot: &'a Subject) -> Self {
        let mut homes: BTreeSet<(Ecosystem, &str)> = BTreeSet::new();
        let mut lines = BTreeMap::new();
        for (path, file) in snapshot.census().product() {
            let ecosystem = ecosystem(file.facts.language);
            *lines.entry(ecosystem).or_default() += u64::from(file.facts.code_lines);
            homes.extend(folders(path).map(|folder| (ecosystem, folder)));
        }
        let aside: BTreeSet<&str> = snapshot
            .census()
            .projects
            .iter()
            .filter(|project| project.part != Part::Product)
            .map(|project| project.root.as_str())
            .collect();
        let unread = snapshot.census().others.values().map(|other| other.lines).sum();
        let is_own = |manifest: &&Manifest| {
            let is_home = homes.contains(&(manifest.ecosystem(), manifest.folder()))
                && !is_stranger(snapshot, manifest);
            let counts = is_main(&lines, unread, manifest.ecosystem());
            // A list beside a manifest, for a fuzzer or for scripts, is for those who work on the program.
            let is_aside = manifest.format == Format::Requirements && is_run_beside(&manifest.path);
            counts
                && !is_aside
                && is_home
                && !folders(&manifest.path).any(|folder| !folder.is_empty() && aside.contains(folder))
        };
        Self {
            snapshot,
            manifests: snapshot.manifests().all.iter().filter(is_own).collect(),
            lines,
            unread,
        }
    }

    /// Whether the program is written in languages of an ecosystem to an extent that counts.
    pub(super) fn is_main(&self, ecosystem: Ecosystem) -> bool {
        is_main(&self.lines, self.unread, ecosystem)
    }

    /// The manifests of the ecosystem that hold for a file: in its folder and in those above it.
    pub(super) fn above(&self, path: &str, ecosystem: Ecosystem) -> Vec<&'a Manifest> {
        let folders: BTreeSet<&str> = folders(path).collect();
        let all = self.snapshot.manifests().all.iter();
        all.filter(|one| one.ecosystem() == ecosystem && folders.contains(one.folder()))
            .collect()
    }

    /// What a row has to say of packages that it leaves out: those of a part in another language, of which too little is read.
    pub(super) fn left_out(&self) -> String {
        let runs = |manifest: &Manifest| {
            let mut needed = manifest.dependencies.iter();
            needed.any(|one| one.is_external() && one.kind == Kind::Runtime)
        };
        let is_other = |manifest: &&Manifest| {
            let other = manifest.ecosystem();
            runs(manifest)
                && subject::part::by_path(&manifest.path) == Part::Product
                && !self.is_main(other)
                && self.manifests.iter().all(|own| own.ecosystem() != other)
        };
        match self.snapshot.manifests().all.iter().find(is_other) {
            Some(manifest) => format!("; the packages of {} were not looked at", manifest.path),
            None => String::new(),
        }
    }

    /// The answer where no package is seen: a manifest in a form that is not read may name some.
    pub(super) fn nothing(&self, why: &str) -> Answer {
        let why = match self.is_main(Ecosystem::Native) {
            true => "what C and C++ bring in from outside is not looked for",
            false => why,
        };
        let mut paths = self.snapshot.files.keys();
        let is_other = |path: &&String| {
            declares_otherwise(self.snapshot, path).is_some() && subject::part::by_path(path) == Part::Product
        };
        match (self.unread(), paths.find(is_other)) {
            (Some(answer), _) => answer,
            (None, Some(path)) => {
                Answer::unobserved(format!("{path} declares packages in a form that is not read"))
            }
            (None, None) => unread::nothing(self.snapshot, why),
        }
    }

    /// The answer where a manifest of the program could not be read.
    pub(super) fn unread(&self) -> Option<Answer> {
        let unread = self.snapshot.manifests().unread.iter();
        let mut telling = unread.filter(|one| {
            let folder = one.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            self.is_main(one.ecosystem)
                && (folder.is_empty() || self.manifests.iter().any(|own| own.folder() == folder))
        });
        let one = telling.next()?;
        Some(Answer::unobserved(format!(
            "{} could not be read: {}",
            one.path, one.why
        )))
    }
}

/// Whether a manifest lies below a workspace that lists its members, and is none of them: a template, a fixture.
fn is_stranger(snapshot: &Subject, manifest: &Manifest) -> bool {
    // Other workspaces take in what their members refer to as well.
    let mut roots = snapshot.manifests().all.iter().filter(|root| {
        root.ecosystem() == Ecosystem::Node
            && !root.members.is_empty()
            && manifest.ecosystem() == Ecosystem::Node
    });
    roots.any(|root| {
        let inside = match root.folder() {
            "" => Some(manifest.folder()),
            folder => manifest
                .folder()
                .strip_prefix(folder)
                .and_then(|rest| rest.strip_prefix('/')),
        };
        let members = root.members.iter();
        let members = members.map(|pattern| pattern.trim_start_matches("./").trim_end_matches('/'));
        inside.is_some_and(|folder| !folder.is_empty() && !glob::lenient(members).is_match(folder))
    })
}

/// The folders that a path lies in, from its own up to the root.
pub(super) fn folders(path: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(path);
    std::iter::from_fn(move || {
        let (folder, _) = rest?.rsplit_once('/').unwrap_or(("", ""));
        rest = (!folder.is_empty()).then_some(folder);
        Some(folder)
    })
}

/// Good and all, by project.
#[derive(Default)]
pub(super) struct Shares(BTreeMap<String, (usize, usize)>);

impl Shares {
    /// Counts one thing of a project.
    pub(super) fn count(&mut self, folder: &str, is_good: bool) {
        let name = if folder.is_empty() { "the root" } else { folder };
        let slot = self.0.entry(name.to_owned()).or_default();
        slot.0 += usize::from(is_good);
        slot.1 += 1;
    }

    pub(super) fn good(&self) -> usize {
        self.0.values().map(|(good, _)| good).sum()
    }

    pub(super) fn all(&self) -> usize {
        self.0.values().map(|(_, all)| all).sum()
    }

    /// The projects with their numbers, the worst first; nothing where there is only one.
    pub(super) fn told(&self) -> String {
        if self.0.len() < 2 {
            return String::new();
        }
        let mut rows: Vec<(&String, &(usize, usize))> = self.0.iter().collect();
        rows.sort_by_key(|(name, (good, all))| (std::cmp::Reverse(all - good), name.as_str()));
        let shown: Vec<String> = rows
            .iter()
            .take(PROJECTS_SHOWN)
            .map(|(name, (good, all))| format!("{name} {good} of {all}"))
            .collect();
        let more = rows.len().saturating_sub(PROJECTS_SHOWN);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!(" ({}{more})", shown.join(", "))
    }
}
