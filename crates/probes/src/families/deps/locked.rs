//! Whether lock files fix what was tested, where the custom of the ecosystem asks for one.

use super::scope::{Scope, ecosystem};
use super::{frozen, undeclared};
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::lock::Lock;
use project::manifest::{Audience, Dependency, Ecosystem, Format, Kind, Manifest, Source};

pub(super) const PROBE: Probe = Probe::of_code(
    "deps.locked",
    "A lock file in step with its manifest fixes the versions of what is run: present is good",
    examine,
);

/// What one project comes to.
enum Standing {
    /// A lock names every direct dependency.
    Locked(String),
    /// A lock is there, and lacks a dependency: lock, line of the dependency, its name.
    Behind(String, u32, String),
    /// There is none, and custom asks for one.
    Open,
    /// There is none, and custom asks for none.
    Free(&'static str),
}

fn examine(snapshot: &Subject) -> Answer {
    let scope = Scope::of(snapshot);
    let needing = scope.manifests.iter().filter(|manifest| {
        // A list of what those need who work on the program is no list of what is run.
        let is_list = matches!(manifest.format, Format::Requirements | Format::Conda);
        let mut needed = manifest
            .dependencies
            .iter()
            .filter(|one| !is_list || one.kind == Kind::Runtime);
        needed.any(Dependency::is_external) && manifest.ecosystem() != Ecosystem::Native
    });
    let told: Vec<(&Manifest, Standing)> = needing
        .map(|manifest| (*manifest, standing(&scope, manifest)))
        .collect();
    if told.is_empty() {
        return scope.nothing("no manifest of the program needs packages of others");
    }
    settle(&scope, &told)
}

fn settle(scope: &Scope<'_>, told: &[(&Manifest, Standing)]) -> Answer {
    let at = |manifest: &Manifest, line: u32| Place::line(manifest.path.as_str(), line);
    for (manifest, standing) in told {
        if let Standing::Behind(lock, line, name) = standing {
            let why = format!(
                "{lock} is not in step with {}: it does not name `{name}`",
                manifest.path
            );
            return Answer::absent(why, Search::default())
                .sure(85)
                .at(at(manifest, *line))
                .at(Place::line(lock.as_str(), 1));
        }
    }
    let open: Vec<&&Manifest> = told
        .iter()
        .filter(|(_, one)| matches!(one, Standing::Open))
        .map(|(manifest, _)| manifest)
        .collect();
    let locked: Vec<&str> = told
        .iter()
        .filter_map(|(_, one)| match one {
            Standing::Locked(path) => Some(path.as_str()),
            _ => None,
        })
        .collect();
    if let Some(first) = open.first() {
        let names: Vec<&str> = open.iter().map(|one| one.path.as_str()).take(8).collect();
        let why = format!(
            "no lock file fixes what {} asks for; {} of {} manifests are locked",
            names.join(", "),
            locked.len(),
            told.len()
        );
        let answer = Answer::absent(why, Search::default());
        let answer = answer.sure(if first.audience == Audience::Own { 90 } else { 75 });
        return scope
            .unread()
            .unwrap_or_else(|| answer.at_all(open.iter().map(|one| at(one, 1))));
    }
    if let Some(first) = locked.first() {
        let fixes = match first.rsplit('/').next() {
            Some("go.sum") => "has a digest of every direct dependency, whose versions go.mod fixes",
            _ => "fixes the versions of every direct dependency",
        };
        let why = format!(
            "{first} {fixes}; {} of {} manifests are locked{}",
            locked.len(),
            told.len(),
            scope.left_out()
        );
        let mut places: Vec<&str> = locked.clone();
        places.dedup();
        if let Some((package, place)) = outside(scope, told) {
            let why = format!(
                "{first} fixes what the manifests name; `{package}` is imported, and no lock names it"
            );
            return Answer::absent(why, Search::default()).sure(85).at(place);
        }
        return Answer::present(why).at_all(
            places
                .into_iter()
                .map(|path| Place::line(path, named_at(scope, told, path))),
        );
    }
    let why = told.iter().find_map(|(_, one)| match one {
        Standing::Free(why) => Some(*why),
        _ => None,
    });
    Answer::not_applicable(why.unwrap_or("custom asks for no lock here"))
}

/// The line of a list of digests that has the first direct dependency; other locks are shown from their head.
fn named_at(scope: &Scope<'_>, told: &[(&Manifest, Standing)], path: &str) -> u32 {
    if !path.ends_with("go.sum") {
        return 1;
    }
    let direct = told.iter().flat_map(|(manifest, _)| &manifest.dependencies);
    let direct = direct.filter(|one| one.kind == Kind::Runtime);
    let mut lines = direct.filter_map(|one| {
        let text = scope.snapshot.text(path)?;
        let mut lines = (1..).zip(text.lines());
        lines.find_map(|(line, text)| text.strip_prefix(&*one.name)?.starts_with(' ').then_some(line))
    });
    lines.next().unwrap_or(1)
}

/// A package that the code imports and that no lock names: what it was tested with is not fixed. Scripts in a language for which
/// the program has no manifest are tools beside it.
fn outside(scope: &Scope<'_>, told: &[(&Manifest, Standing)]) -> Option<(String, Place)> {
    let has_manifest = |place: &Place| {
        let Place::Lines { path, .. } = place else {
            return false;
        };
        let language = scope
            .snapshot
            .census()
            .files
            .get(path)
            .map(|file| file.facts.language);
        language.is_some_and(|language| told.iter().any(|(one, _)| one.ecosystem() == ecosystem(language)))
    };
    let locks = &scope.snapshot.manifests().locks;
    // Locks of Python and Ruby name packages by other names than code does.
    let may_name = |lock: &Lock, package: &str| {
        matches!(lock.ecosystem, Ecosystem::Python | Ecosystem::Ruby) || lock.names(package) != Some(false)
    };
    let (imported, _) = undeclared::told(scope);
    let mut missing = imported
        .into_iter()
        .filter(|(_, (is_declared, place))| !is_declared && has_manifest(place));
    let ((_, package), (_, place)) =
        missing.find(|((_, package), _)| !locks.iter().any(|lock| may_name(lock, package)))?;
    Some((package, place))
}

fn standing(scope: &Scope<'_>, manifest: &Manifest) -> Standing {
    let locks = scope.snapshot.manifests().locks_of(manifest);
    if let Some(lock) = locks.first() {
        return in_step(scope, manifest, &locks, lock);
    }
    if manifest.format == Format::Requirements && frozen::is_frozen(scope.snapshot, manifest) {
        return Standing::Locked(manifest.path.clone());
    }
    custom(scope, manifest)
}

/// Whether custom leaves the versions to those who build on this project.
pub(super) fn is_left_open(scope: &Scope<'_>, manifest: &Manifest) -> bool {
    matches!(standing(scope, manifest), Standing::Free(_))
}

fn in_step(scope: &Scope<'_>, manifest: &Manifest, locks: &[&Lock], nearest: &Lock) -> Standing {
    // A package of the same repository is linked, and stands in no lock.
    let siblings = &scope.snapshot.manifests().all;
    let is_sibling = |name: &str| siblings.iter().any(|one| one.name.as_deref() == Some(name));
    let is_behind = |one: &&Dependency| {
        // What is asked for on some platforms only may stand in no lock of this one.
        let is_plain = one.source == Source::Registry && !is_sibling(&one.name);
        is_plain && locks.iter().all(|lock| lock.names(&one.name) == Some(false))
    };
    let is_go = manifest.ecosystem() == Ecosystem::Go;
    let behind = manifest.dependencies.iter().find(|one| {
        // A tool of Go is a package inside of its module.
        let named = !is_go || !one.requirement.is_empty();
        let told = one.kind != Kind::Peer && one.kind != Kind::Build;
        named && told && is_behind(one)
    });
    // Files of requirements beside a lock of another tool are for others.
    match behind.filter(|_| manifest.format != Format::Requirements && manifest.format != Format::Conda) {
        Some(one) => Standing::Behind(nearest.path.clone(), one.line, one.name.clone()),
        None => Standing::Locked(nearest.path.clone()),
    }
}

/// What custom asks of a project without a lock.
fn custom(scope: &Scope<'_>, manifest: &Manifest) -> Standing {
    let has = |name: &str| {
        let folder = manifest.folder();
        let path = if folder.is_empty() {
            name.to_owned()
        } else {
            format!("{folder}/{name}")
        };
        scope.snapshot.has_path(&path)
    };
    match manifest.ecosystem() {
        Ecosystem::Rust if has("src/main.rs") || !manifest.entries.is_empty() => Standing::Open,
        Ecosystem::Rust => {
            Standing::Free("a Rust library may leave its lock out: whoever builds on it makes their own")
        }
        Ecosystem::Go => Standing::Open,
        Ecosystem::Jvm => Standing::Free("builds of Java name fixed versions; lock files are not the custom"),
        Ecosystem::Native => Standing::Free("there is no custom of lock files for C and C++"),
        Ecosystem::Ruby if has_gemspec(scope, manifest) => {
            Standing::Free("gems are published without a lock: whoever builds on them makes their own")
        }
        Ecosystem::Node | Ecosystem::Ruby => by_audience(
            manifest,
            "packages of npm are published without a lock, and this one says nothing of being an application",
        ),
        Ecosystem::Python => python(scope, manifest),
    }
}

fn has_gemspec(scope: &Scope<'_>, manifest: &Manifest) -> bool {
    let all = &scope.snapshot.manifests().all;
    all.iter()
        .any(|one| one.format == Format::Gemspec && one.folder() == manifest.folder())
}

fn by_audience(manifest: &Manifest, why: &'static str) -> Standing {
    let is_application = manifest.audience == Audience::Own
        || manifest.ecosystem() == Ecosystem::Ruby
        || manifest.audience == Audience::Open && manifest.version.is_none();
    if is_application {
        Standing::Open
    } else {
        Standing::Free(why)
    }
}

/// A distribution that is built for others needs none; what is only run does.
fn python(scope: &Scope<'_>, manifest: &Manifest) -> Standing {
    let all = scope.snapshot.manifests().all.iter();
    let beside: Vec<&Manifest> = all
        .filter(|one| one.ecosystem() == Ecosystem::Python && one.folder() == manifest.folder())
        .collect();
    let is_published = beside.iter().any(|one| {
        one.audience == Audience::Published || one.format == Format::SetupPy && one.audience != Audience::Own
    });
    if is_published {
        return Standing::Free(
            "a Python library is published without a lock: whoever builds on it makes their own",
        );
    }
    // One file that is frozen holds for the folder.
    let frozen = beside
        .iter()
        .find(|one| one.format == Format::Requirements && frozen::is_frozen(scope.snapshot, one));
    frozen.map_or(Standing::Open, |one| Standing::Locked(one.path.clone()))
}
