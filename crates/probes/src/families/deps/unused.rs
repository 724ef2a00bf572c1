//! Whether packages are declared that nothing uses.
//!
//! Nobody is accused in doubt: a package counts as used when its name, or a name that it may be imported by, stands
//! anywhere in code, configuration or scripts. Whatever works without being named is left out. Where nobody is known
//! to bring an import, it may be that of the package, which is left open.

use super::scope::{Scope, Shares, runs_with};
use super::strangers::Strangers;
use super::{frozen, mentions, names};
use crate::families::unread;
use court::evidence::Place;
use court::text::counted;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::{Dependency, Ecosystem, Format, Kind, Manifest};
use serde_json::json;
use std::collections::BTreeSet;
use syntax::{Language, unread_language};
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "deps.unused",
    "Every package that the program is declared to run with is used: the larger the share the better",
    examine,
);

/// Parts of names of packages that others load by themselves.
const LOADED: &str = "plugin preset loader adapter driver backend theme polyfill config types stubs eslint babel postcss stylelint \
    tailwind pytest sphinx mkdocs extension provider engine binary sys instrumentation bom starter";
/// Packages that work without being named: servers that are started, drivers and formats that libraries look for,
/// runtimes that compilers put in, peers of frameworks.
const SILENT: &str = "react react-dom react-native vue sass node-sass less autoprefixer sharp encoding bufferutil utf-8-validate \
    pg mysql mysql2 sqlite3 better-sqlite3 tedious typescript tslib ts-node core-js regenerator-runtime \
    webpack-cli esbuild zone.js rxjs uvicorn gunicorn hypercorn daphne uwsgi psycopg2 psycopg mysqlclient \
    pymysql asyncpg aiosqlite aiomysql oracledb cryptography python-multipart email-validator lxml html5lib \
    openpyxl xlrd xlsxwriter pyarrow tzdata setuptools wheel pip colorama bcrypt argon2-cffi uvloop httptools \
    greenlet python-dotenv tabulate ipykernel jupyter puma bootsnap thin";
/// Packages that are left open and shown by name.
const OPEN_SHOWN: usize = 5;
/// Words of a requirement that bind it to a platform or a version of the language.
const MARKERS: [&str; 6] =
    array("sys_platform platform_ python_version python_full_version implementation os_name");

fn examine(snapshot: &Subject) -> Answer {
    let scope = Scope::of(snapshot);
    let asked = asked(&scope);
    if let Some(answer) = scope.unread() {
        return answer;
    }
    if asked.is_empty() {
        return scope.nothing("no manifest declares packages of which one can tell whether they are used");
    }
    let needles: Vec<Vec<String>> = asked
        .iter()
        .map(|(manifest, one)| needles(manifest.ecosystem(), one))
        .collect();
    let all: BTreeSet<String> = needles.iter().flatten().cloned().collect();
    let found = mentions::found(snapshot, &all);
    let strangers = Strangers::of(&scope);
    let peers = peers(snapshot);
    let mut shares = Shares::default();
    let (mut idle, mut open) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for ((manifest, dependency), needles) in asked.iter().zip(&needles) {
        if !seen.insert((manifest.folder(), &dependency.name)) {
            continue;
        }
        let is_used = needles.iter().any(|needle| found.contains(needle));
        let doubt = || match (manifest.ecosystem(), &peers) {
            (Ecosystem::Node, Some(peers)) => peers
                .contains(dependency.name.as_str())
                .then(|| "a package of the lock takes it from whoever uses it".to_owned()),
            (Ecosystem::Node, None) => {
                Some("no lock says which packages others load by themselves".to_owned())
            }
            _ => strangers.doubt(manifest, dependency),
        };
        if let (false, Some(why)) = (is_used, doubt()) {
            open.push(format!("`{}`, for {why}", dependency.name));
            continue;
        }
        shares.count(manifest.folder(), is_used);
        if !is_used {
            idle.push((*manifest, *dependency));
        }
    }
    // What was not read may name what nothing else names.
    let blind = snapshot
        .files
        .iter()
        .find(|(path, file)| is_script(path) && file.text().is_none());
    let blind = blind.map(|(path, _)| (path.as_str(), "it is not UTF-8"));
    match unread::files(snapshot)
        .next()
        .or(blind)
        .filter(|_| !idle.is_empty())
    {
        Some((path, why)) => Answer::unobserved(format!(
            "{} packages are not named in what was read; but {path} was not: {why}",
            idle.len()
        )),
        None if idle.is_empty() && !open.is_empty() => Answer::unobserved(left_open(&open)),
        None => answer(&scope, &shares, &idle, &open),
    }
}

/// The packages that others take from whoever uses them, as locks of Node tell; none where no lock tells of any.
fn peers(snapshot: &Subject) -> Option<BTreeSet<&str>> {
    let locks = snapshot.manifests().locks.iter();
    let texts = locks
        .filter(|lock| lock.ecosystem == Ecosystem::Node)
        .filter_map(|lock| snapshot.text(&lock.path));
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut found = BTreeSet::new();
    for text in texts {
        let mut block = None;
        for line in text.lines() {
            let (at, name) = (depth(line), line.trim_start().trim_matches(['"', '\'']));
            if name.starts_with("peerDependencies") {
                block = Some(at);
            } else if block.is_some_and(|block| at > block) {
                found.extend(
                    name.rsplit_once(':')
                        .map(|(name, _)| name.trim_end_matches(['"', '\''])),
                );
            } else {
                block = None;
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Whether a package is one that code of the program has to name. What npm takes where the machine has it, such as the binary of a
/// platform, is named by the package that looks for it.
fn is_counted(manifest: &Manifest, one: &Dependency) -> bool {
    let is_by_platform = one.kind == Kind::Optional && manifest.ecosystem() == Ecosystem::Node;
    runs_with(manifest, one) && !is_by_platform
}

/// The dependencies of which one can tell whether they are used, with their manifests.
fn asked<'a>(scope: &Scope<'a>) -> Vec<(&'a Manifest, &'a Dependency)> {
    let decidable = scope.manifests.iter().copied();
    let decidable = decidable.filter(|manifest| is_decidable(scope, manifest));
    let all = decidable.flat_map(|manifest| manifest.dependencies.iter().map(move |one| (manifest, one)));
    let asked =
        all.filter(|(manifest, one)| is_counted(manifest, one) && is_asked(scope.snapshot, manifest, one));
    asked.collect()
}

/// What may be used although nothing names it.
fn left_open(open: &[String]) -> String {
    let more = match open.len().saturating_sub(OPEN_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = open.iter().take(OPEN_SHOWN).cloned().collect::<Vec<_>>();
    format!("not named anywhere, but perhaps used: {}{more}", shown.join("; "))
}

/// Whether code is written in a file.
fn is_script(path: &str) -> bool {
    unread_language(path).is_some() || Language::of(path, "").is_some()
}

/// Whether what a manifest declares must be named to be used.
fn is_decidable(scope: &Scope<'_>, manifest: &Manifest) -> bool {
    match manifest.ecosystem() {
        // Classes have no sign of their artifact; packages of the system are linked, not imported.
        Ecosystem::Jvm | Ecosystem::Native => false,
        // Bundler loads what is listed by itself.
        Ecosystem::Ruby => manifest.format == Format::Gemspec,
        Ecosystem::Python => {
            manifest.format != Format::Requirements || !frozen::is_frozen(scope.snapshot, manifest)
        }
        _ => true,
    }
}

fn is_asked(snapshot: &Subject, manifest: &Manifest, dependency: &Dependency) -> bool {
    let name = dependency.name.to_lowercase();
    let is_loaded = name
        .split(['-', '_', '/', '@', '.'])
        .any(|word| LOADED.split(' ').any(|part| part == word))
        || LOADED
            .split(' ')
            .any(|part| part.len() > 6 && name.contains(part));
    let line = snapshot
        .lines(&manifest.path, dependency.line, dependency.line)
        .unwrap_or_default();
    let is_bound = MARKERS.iter().any(|marker| line.contains(marker)) || line.contains("features");
    // What comes from another file has its line there.
    dependency.is_external() && !is_loaded && !SILENT.split(' ').any(|known| known == name) && !is_bound
}

/// The names by which a package may be brought in.
pub(super) fn needles(ecosystem: Ecosystem, dependency: &Dependency) -> Vec<String> {
    let name = dependency.name.to_lowercase();
    let mut needles = vec![name.clone()];
    needles.extend(dependency.alias.as_ref().map(|alias| alias.to_lowercase()));
    match ecosystem {
        Ecosystem::Python => {
            let folded = project::manifest::lock::key(Ecosystem::Python, &name);
            needles.extend(names::brought_by(&folded).map(str::to_lowercase));
            let bare = ["python-", "py-", "py", "django-", "flask-"]
                .iter()
                .filter_map(|start| folded.strip_prefix(start));
            let bare = bare.chain(
                ["-python", "-py", "py", "3", "2"]
                    .iter()
                    .filter_map(|end| folded.strip_suffix(end)),
            );
            let stems: Vec<&str> = bare.chain([folded.as_str()]).collect();
            for stem in stems {
                needles.extend(["-", "_", ".", ""].map(|with| stem.replace('-', with)));
            }
        }
        Ecosystem::Ruby => {
            needles.extend(names::brought_by(&name).map(str::to_lowercase));
            needles.extend(["/", "_", "", "::"].map(|with| name.replace(['-', '_'], with)));
        }
        Ecosystem::Go => needles.extend(name.split_once("/v").map(|(stem, _)| stem.to_owned())),
        _ => needles.push(name.replace('-', "_")),
    }
    let aliases: Vec<String> = needles.iter().map(|one| one.replace('-', "_")).collect();
    needles.extend(aliases);
    needles.retain(|needle| needle.len() > 1);
    needles
}

/// How many packages of others the program is declared to run with.
fn declared(scope: &Scope<'_>) -> usize {
    let decidable = scope
        .manifests
        .iter()
        .filter(|manifest| is_decidable(scope, manifest));
    let all = decidable.flat_map(|manifest| {
        let own = manifest
            .dependencies
            .iter()
            .filter(|one| is_counted(manifest, one));
        own.filter(|one| one.is_external())
            .map(|one| (manifest.folder(), &one.name))
    });
    all.collect::<BTreeSet<_>>().len()
}

fn answer(scope: &Scope<'_>, shares: &Shares, idle: &[(&Manifest, &Dependency)], open: &[String]) -> Answer {
    let (good, all) = (shares.good(), shares.all());
    let left = if open.is_empty() {
        String::new()
    } else {
        format!("; {}", left_open(open))
    };
    let declared = declared(scope);
    let rest = match declared.saturating_sub(all + open.len()) {
        0 => String::new(),
        rest => format!("; {rest} more may work without being named"),
    };
    let why = format!(
        "the program is declared to run with {}; {good} of {all} that can be looked for {} named somewhere{}{rest}{left}{}",
        counted(declared, "package"),
        if good == 1 { "is" } else { "are" },
        shares.told(),
        scope.left_out()
    );
    let value = json!({"good": good, "all": all});
    let answer = unread::share(good > 0, value, why, Search::default()).sure(65);
    idle.iter().fold(answer, |answer, (manifest, dependency)| {
        let note = format!(
            "`{}` is declared, and no code, configuration or script names it",
            dependency.name
        );
        answer.at_noting(Place::line(manifest.path.as_str(), dependency.line), note)
    })
}
