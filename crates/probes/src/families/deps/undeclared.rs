//! Whether the program imports packages that no manifest of its project declares.

use super::scope::{Scope, Shares, ecosystem};
use super::{brought, names, optional, typed};
use crate::families::tooling::is_tooling;
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::{Ecosystem, Format, Manifest, lock};
use project::modules::{Link, Target};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use subject::Part;
use syntax::Language;
use syntax::facts::Via;
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "deps.undeclared",
    "A manifest declares every package that the program imports: the larger the share the better",
    examine,
);

/// Most undeclared names that are looked for elsewhere; each costs a pass over the files.
const ALIASES_MAX: usize = 60;
/// Most lines of the block in which a script declares what it needs.
const BLOCK_LINES_MAX: usize = 200;

/// What the manifests above a file say.
struct Declared<'a> {
    home: String,
    names: BTreeSet<String>,
    manifests: Vec<&'a Manifest>,
}

fn examine(snapshot: &Subject) -> Answer {
    let scope = Scope::of(snapshot);
    let (told, gaps) = told(&scope);
    scope.unread().unwrap_or_else(|| answer(&scope, &told, &gaps))
}

/// The packages that are imported, by home and name: whether they are declared there, and where they are imported.
pub(super) type Told = BTreeMap<(String, String), (bool, Place)>;

/// Why of some packages that could not be decided, by their names.
type Gaps = BTreeMap<String, String>;

/// What is imported, and where that could not be decided.
pub(super) fn told(scope: &Scope<'_>) -> (Told, Gaps) {
    let snapshot = scope.snapshot;
    let own: BTreeSet<&str> = snapshot
        .manifests()
        .all
        .iter()
        .filter_map(|one| one.name.as_deref())
        .collect();
    let spared = optional::packages(snapshot);
    let mut homes: BTreeMap<(Ecosystem, String), Declared<'_>> = BTreeMap::new();
    let mut told = Told::new();
    let mut gaps = Gaps::new();
    let links = snapshot.modules().all_links();
    let by_path = links.filter_map(|(path, link)| Some((path, link, by_path(link)?)));
    for (path, link, package) in snapshot.modules().externals().chain(by_path) {
        let Some(ecosystem) = asked(scope, path, link, package) else {
            continue;
        };
        // What a stub imports is never loaded. What a framework of Ruby puts on the load path is the project's own.
        let is_file = || {
            let endings = [format!("/{package}.rb"), format!("/{}.rb", link.what)];
            let is_one = |path: &String| endings.iter().any(|ending| path.ends_with(ending));
            ecosystem == Ecosystem::Ruby && snapshot.files.keys().any(is_one)
        };
        if own.contains(package) || path.ends_with(".pyi") || is_file() {
            continue;
        }
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let declared = homes
            .entry((ecosystem, folder))
            .or_insert_with(|| declared(scope, path, ecosystem));
        let is_loaded = || typed::is_loaded(snapshot, path, link);
        let is_declared = is_declared(ecosystem, declared, package, &link.what, is_loaded);
        let is_above = || ecosystem == Ecosystem::Node && is_above(snapshot, path, package);
        let is_conditional = || optional::is_conditional(snapshot, ecosystem, path, link.line);
        if !is_declared && (spared.contains(package) || is_above() || is_conditional()) {
            continue;
        }
        let gap = declared
            .manifests
            .iter()
            .find_map(|one| Some((one.path.as_str(), one.gaps.first()?)));
        if let (false, Some((path, gap))) = (is_declared, gap) {
            gaps.insert(
                package.to_owned(),
                format!("{path}:{} has {}", gap.line, gap.what),
            );
            continue;
        }
        if !is_declared
            && ecosystem == Ecosystem::Python
            && let Some(name) = akin(&declared.names, package)
        {
            gaps.insert(package.to_owned(), format!("`{name}` may bring it by its name"));
            continue;
        }
        if !is_declared && let Some(along) = brought::along(snapshot, &declared.manifests, package) {
            gaps.insert(package.to_owned(), along);
            continue;
        }
        let place = Place::line(path, link.line.max(1));
        let known = told
            .entry((declared.home.clone(), package.to_owned()))
            .or_insert((is_declared, place.clone()));
        // One file may need the types alone, and another the package.
        if ecosystem == Ecosystem::Node && !is_declared && known.0 {
            *known = (false, place);
        }
    }
    let doubtful = aliased(snapshot, &told);
    told.retain(|(_, package), (is_declared, _)| *is_declared || !doubtful.contains(package));
    (told, gaps)
}

/// The package that a relative path into the folder of packages means: `../node_modules/@pan/lid/a.js`.
fn by_path(link: &Link) -> Option<&str> {
    let (start, rest) = link.what.split_once("node_modules/")?;
    let is_relative = start.starts_with('.') && matches!(link.target, Target::Unresolved);
    let parts = if rest.starts_with('@') { 2 } else { 1 };
    let end = rest
        .match_indices('/')
        .nth(parts - 1)
        .map_or(rest.len(), |(at, _)| at);
    is_relative.then_some(&rest[..end])
}

/// Whether a file of the program has a name like that of settings of a tool, which lie at the root or beside a manifest.
fn is_program(scope: &Scope<'_>, path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or_default();
    let mut manifests = scope.snapshot.manifests().all.iter();
    name.contains(".config.") && !folder.is_empty() && !manifests.any(|one| one.folder() == folder)
}

/// Whether a folder or a file of that name lies in a folder above a script. Bundlers are told of folders in which they look as in that
/// of the packages.
fn is_above(snapshot: &Subject, path: &str, package: &str) -> bool {
    let above = path.match_indices('/').map(|(at, _)| &path[..=at]);
    let mut starts = above.map(|folder| format!("{folder}{package}"));
    starts.any(|start| {
        let goes_on = |file: &&String| file.starts_with(&start);
        let is_own =
            |file: &String| file[start.len()..].starts_with(['/', '.']) && Language::of(file, "").is_some();
        let files = snapshot.files.range::<String, _>(start.clone()..);
        files.map(|(file, _)| file).take_while(goes_on).any(is_own)
    })
}

/// Undeclared names that code or configuration also writes in quotes where nothing is imported: an alias that a bundler
/// resolves has such a place.
fn aliased(snapshot: &Subject, told: &BTreeMap<(String, String), (bool, Place)>) -> BTreeSet<String> {
    let open: BTreeSet<&String> = told
        .iter()
        .filter(|(_, (is_good, _))| !is_good)
        .map(|((_, name), _)| name)
        .collect();
    let mut found = BTreeSet::new();
    for name in open.into_iter().take(ALIASES_MAX) {
        let quoted = [format!("'{name}'"), format!("\"{name}\"")];
        let is_alias = |(path, at, line): (&str, u32, &str)| {
            let is_import = ["import", "from ", "require"]
                .iter()
                .any(|word| line.contains(word));
            let is_quoted = quoted.iter().any(|quoted| line.contains(quoted.as_str()));
            // What another project declares is no alias.
            !is_import && is_quoted && !declares(snapshot, path, at)
        };
        let mut files = snapshot
            .files
            .iter()
            // Go imports in a block, a quoted name on each line.
            .filter(|(path, _)| {
                !path.ends_with(".md") && !path.ends_with(".go") && lock::ecosystem(path).is_none()
            });
        let is_somewhere = |path: &str, text: &str| {
            let mut lines = (1_u32..).zip(text.lines());
            quoted.iter().any(|quoted| text.contains(quoted.as_str()))
                && lines.any(|(at, line)| is_alias((path, at, line)))
        };
        if files.any(|(path, file)| file.text().is_some_and(|text| is_somewhere(path, text))) {
            found.insert(name.clone());
        }
    }
    found
}

/// Whether a manifest declares a package on a line.
fn declares(snapshot: &Subject, path: &str, line: u32) -> bool {
    let all = &snapshot.manifests().all;
    all.iter()
        .any(|one| one.path == path && one.dependencies.iter().any(|package| package.line == line))
}

/// The ecosystem of an import that must be declared; none where the question does not arise.
fn asked(scope: &Scope<'_>, path: &str, link: &Link, package: &str) -> Option<Ecosystem> {
    let file = scope.snapshot.census().files.get(path)?;
    let ecosystem = ecosystem(file.facts.language);
    let is_decidable = !matches!(ecosystem, Ecosystem::Jvm | Ecosystem::Native);
    // What only types need and what is brought in while the program runs may come otherwise.
    let is_plain = matches!(link.how, Via::Use | Via::Offer | Via::Declare | Via::Optional);
    let has_manifest = || scope.manifests.iter().any(|one| one.ecosystem() == ecosystem);
    let counts = file.part == Part::Product
        && is_decidable
        && is_plain
        && (!is_tooling(path) || is_program(scope, path))
        && !(ecosystem == Ecosystem::Python && is_beside_package(scope, path))
        && !declares_itself(scope.snapshot, ecosystem, path);
    let is_standard = ecosystem == Ecosystem::Python && names::STANDARD.contains(&package);
    let is_name = !is_standard
        && !names::BROUGHT.contains(&package)
        && package.starts_with(|c: char| c.is_alphanumeric() || c == '@');
    let is_alias = package.starts_with("@/") || package.contains(':') || package.contains('*');
    (counts && is_name && !is_alias && (scope.is_main(ecosystem) || has_manifest())).then_some(ecosystem)
}

/// Whether a file lies beside the packages that a manifest with a name publishes, in a folder that is none. Nothing imports it or a
/// file beside it, nor does a manifest name it. What it needs is for whoever works on the program.
fn is_beside_package(scope: &Scope<'_>, path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let snapshot = scope.snapshot;
    let is_package = |folder: &str| snapshot.files.contains_key(&format!("{folder}/__init__.py"));
    let module = name.trim_end_matches(".py");
    let names_it = |one: &&Manifest| snapshot.text(&one.path).is_some_and(|text| text.contains(module));
    let publishes = |one: &&Manifest| {
        let home = one.folder();
        let product = snapshot.census().product();
        let mut folders = product
            .filter_map(|(path, _)| path.rsplit_once('/'))
            .map(|(folder, _)| folder);
        one.name.is_some()
            && (home != folder || folder.is_empty() && !names_it(one))
            && folders.any(|folder| folder.starts_with(home) && is_package(folder))
    };
    !is_package(folder)
        && scope.above(path, Ecosystem::Python).iter().any(publishes)
        && !is_imported(snapshot, path, folder)
}

/// Whether a file elsewhere imports one of a folder; at the root, whether one imports this.
fn is_imported(snapshot: &Subject, path: &str, folder: &str) -> bool {
    let modules = snapshot.modules();
    let is_it = |other: &str| match folder {
        "" => other == path,
        _ => other.rsplit_once('/').is_some_and(|(own, _)| own == folder),
    };
    modules.all_links().any(|(from, link)| match &link.target {
        Target::Files(files) => !is_it(from) && files.iter().any(|id| is_it(modules.path(*id))),
        _ => false,
    })
}

/// Whether a script names the packages that it needs in its own text, for the tool that runs it: in Ruby by
/// `bundler/inline`, in Python by a block of metadata.
fn declares_itself(snapshot: &Subject, ecosystem: Ecosystem, path: &str) -> bool {
    let signs = match ecosystem {
        Ecosystem::Ruby => ["require \"bundler/inline\"", "require 'bundler/inline'"],
        Ecosystem::Python => ["# /// script", "#/// script"],
        _ => return false,
    };
    let is_sign = |line: &str| signs.iter().any(|sign| line.trim_end() == *sign);
    snapshot.text(path).is_some_and(|text| text.lines().any(is_sign))
}

fn declared<'a>(scope: &Scope<'a>, path: &str, ecosystem: Ecosystem) -> Declared<'a> {
    let mut manifests = scope.above(path, ecosystem);
    // What is installed from a list elsewhere is there for all of one environment.
    if manifests.is_empty() && ecosystem == Ecosystem::Python {
        manifests.extend(
            scope
                .manifests
                .iter()
                .copied()
                .filter(|one| one.ecosystem() == ecosystem),
        );
    }
    let home = manifests
        .iter()
        .map(|one| one.folder())
        .max_by_key(|folder| folder.len());
    let mut names: BTreeSet<String> = BTreeSet::new();
    for dependency in manifests.iter().flat_map(|one| &one.dependencies) {
        names.insert(lock::key(ecosystem, &dependency.name));
        names.extend(dependency.alias.as_ref().map(|alias| lock::key(ecosystem, alias)));
    }
    // A module of Go that is marked as needed by others alone is written down all the same.
    let indirect = manifests.iter().filter(|one| one.format == Format::GoMod);
    let indirect = indirect.filter_map(|one| scope.snapshot.text(&one.path));
    let indirect = indirect
        .flat_map(str::lines)
        .filter(|line| line.contains("// indirect"));
    names.extend(
        indirect
            .filter_map(|line| line.split_whitespace().find(|word| word.contains('.')))
            .map(str::to_owned),
    );
    if ecosystem == Ecosystem::Ruby {
        names.extend(listed(scope.snapshot));
    }
    let inline = scope
        .snapshot
        .text(path)
        .and_then(inline_metadata)
        .unwrap_or_default();
    names.extend(inline.iter().map(|name| lock::key(ecosystem, name)));
    Declared {
        home: home.unwrap_or_default().to_owned(),
        names,
        manifests,
    }
}

/// The gems of lists that a pipeline chooses among (`rails_7.gemfile`): whoever runs it has those of one.
fn listed(snapshot: &Subject) -> impl Iterator<Item = String> {
    let lists = snapshot
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".gemfile"));
    let lines = lists.filter_map(|(_, file)| file.text()).flat_map(str::lines);
    let gems = lines.filter_map(|line| line.trim_start().strip_prefix("gem "));
    let names = gems.filter_map(|rest| rest.split(['"', '\'']).nth(1));
    names.map(|name| lock::key(Ecosystem::Ruby, name))
}

/// The packages that a script declares in a block of comments of its own (`# /// script`).
pub(super) fn inline_metadata(text: &str) -> Option<Vec<String>> {
    let mut lines = text.lines().skip_while(|line| line.trim() != "# /// script");
    lines.next()?;
    let block = lines
        .take_while(|line| line.trim() != "# ///")
        .take(BLOCK_LINES_MAX);
    let quoted = block.flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2));
    let names = quoted.map(|text| {
        let end = text
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
            .unwrap_or(text.len());
        text[..end].to_owned()
    });
    Some(names.collect())
}

fn is_declared(
    ecosystem: Ecosystem,
    declared: &Declared<'_>,
    package: &str,
    what: &str,
    is_loaded: impl FnOnce() -> bool,
) -> bool {
    let names = &declared.names;
    match ecosystem {
        Ecosystem::Python => is_python(names, package, what),
        Ecosystem::Ruby => is_gem(names, package, what),
        Ecosystem::Rust => names
            .iter()
            .any(|name| name.replace('-', "_") == package.replace('-', "_")),
        Ecosystem::Go => names
            .iter()
            .any(|name| name == package || is_below(what, name) || is_below(package, name)),
        _ => {
            names.contains(package)
                || names.contains(&format!("@types/{}", types_of(package))) && !is_loaded()
        }
    }
}

fn is_below(path: &str, module: &str) -> bool {
    path.strip_prefix(module)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// `@a/b` has its types in `@types/a__b`.
fn types_of(package: &str) -> String {
    package.trim_start_matches('@').replace('/', "__")
}

/// `fastapi-cache2` brings `fastapi_cache`, and `rack-flash3` `rack-flash`: who takes up a package that is left gives it a number.
fn is_numbered(name: &str, import: &str) -> bool {
    let number = name.strip_prefix(import).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_python(names: &BTreeSet<String>, top: &str, what: &str) -> bool {
    let (folded, whole) = (
        lock::key(Ecosystem::Python, top),
        lock::key(Ecosystem::Python, what),
    );
    let by_table = names::python(top).iter().any(|name| names.contains(*name));
    by_table
        || names.contains(&folded)
        || names.iter().any(|name| is_numbered(name, &folded))
        || names.iter().any(|name| {
            // `google.cloud.storage` comes with `google-cloud-storage`, and `flask_cors` not with `flask`.
            let is_within = name.len() >= folded.len() && whole.starts_with(name.as_str());
            let is_space = is_within || name.starts_with(&format!("{folded}-"));
            // `python-x`, `pyx`, `x-python`, `django-x`.
            let bare = name.strip_prefix("py").unwrap_or(name);
            is_space
                || bare == folded
                || name.split('-').any(|word| word == folded)
                || squeeze(name) == squeeze(&folded)
        })
}

/// Shortest word of a name that is telling, and words that many names have.
const TELLING_MIN: usize = 5;
const COMMON: [&str; 12] =
    array("django flask fastapi pytest python google azure client tools utils plugin async");

/// A package of several words that shares a telling one with what is imported: who brings what is known to the registry alone.
fn akin<'a>(names: &'a BTreeSet<String>, import: &str) -> Option<&'a String> {
    let folded = lock::key(Ecosystem::Python, import);
    let telling = |word: &&str| word.len() >= TELLING_MIN && !COMMON.contains(word);
    let words: Vec<&str> = folded.split('-').filter(telling).collect();
    names.iter().find(|name| {
        let mut own = name.split('-');
        name.contains('-') && own.any(|word| words.contains(&word))
    })
}

fn squeeze(name: &str) -> String {
    name.chars().filter(|c| *c != '-').collect()
}

fn is_gem(names: &BTreeSet<String>, top: &str, what: &str) -> bool {
    let fold = |text: &str| text.replace(['/', '_'], "-").to_lowercase();
    let (first, whole) = (fold(top), fold(what));
    let by_table = names::ruby(top).iter().any(|name| names.contains(*name));
    by_table
        || names.iter().any(|name| {
            let name = fold(name);
            whole == name
                || is_numbered(&name, &whole)
                || whole.starts_with(&format!("{name}-"))
                || name == first
                || name.split('-').any(|word| word == first)
                || squeeze(&name) == squeeze(&first)
        })
}

fn answer(scope: &Scope<'_>, told: &Told, gaps: &Gaps) -> Answer {
    let gap = gaps.first_key_value();
    if told.is_empty() {
        return match gap {
            Some((_, gap)) => Answer::unobserved(gap.clone()),
            None => {
                let undecided = [Ecosystem::Jvm, Ecosystem::Native];
                let why = match undecided.iter().any(|one| scope.is_main(*one)) {
                    true => {
                        "who brings headers and packages of Java cannot be decided, and no others are imported"
                    }
                    false => "the program imports no packages of others",
                };
                unread::nothing(scope.snapshot, why)
            }
        };
    }
    let mut shares = Shares::default();
    for ((home, _), (is_good, _)) in told {
        shares.count(home, *is_good);
    }
    let (good, all) = (shares.good(), shares.all());
    let left = gap.map_or_else(String::new, |(package, gap)| {
        format!("; {} left open, as `{package}` where {gap}", gaps.len())
    });
    let why = format!(
        "{good} of {all} imported packages are declared{}{left}{}",
        shares.told(),
        scope.left_out()
    );
    let value = json!({"good": good, "all": all});
    let answer = unread::share(good > 0, value, why, Search::default()).sure(85);
    let bad = told.iter().filter(|(_, (is_good, _))| !is_good);
    bad.fold(answer, |answer, ((_, package), (_, place))| {
        answer.at_noting(place.clone(), format!("`{package}` is imported and not declared"))
    })
}
