use crate::families::tally::line;
use crate::families::unread;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::lock;
use project::modules::{Link, Target};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use subject::{File, Part, Skipped, secrets};
use syntax::facts::{Function, Risk, Role};
use wordlist::array;

pub(super) const PROBE: Probe =
    Probe::of_code("danger.secrets", "No secret stands in the repository.", examine);

/// Whether a key still opens something cannot be seen.
const SURE: u8 = 80;
/// Longest file that is looked through, in bytes; longer ones are data.
const FILE_BYTES_MAX: usize = 1 << 20;

fn examine(snapshot: &Subject) -> Answer {
    // What has the format of a key is told before what only has its name.
    let mut ranks: BTreeMap<(&str, u32), u8> = BTreeMap::new();
    let mut search = Search::default();
    let stores = stores(snapshot);
    let templates: Vec<&str> = templates(snapshot).collect();
    for (path, file) in &snapshot.files {
        match own_text(path, file) {
            // Tools write these, with digests alone.
            Some(text) if text.len() > FILE_BYTES_MAX && lock::ecosystem(path).is_some() => {}
            Some(text) if text.len() > FILE_BYTES_MAX => {
                let why = format!(
                    "what is longer than {} MiB was not looked through",
                    FILE_BYTES_MAX >> 20
                );
                search = search.open(Place::File(path.clone()), why);
            }
            Some(text) => {
                let formed = secrets::lines(text).into_iter().map(|line| (line, 0));
                let is_own = |line: u32| !is_in_test(snapshot, path, line) && !is_shown(snapshot, path, line);
                let written = written(path, text);
                let stores = store_keys(&stores, path, text).into_iter().map(|line| (line, 1));
                // What stands in where the environment has none is told by `danger.weak`.
                let fallbacks = secrets::fallbacks(text);
                let named = written.sure.into_iter().chain(stores);
                let named = named.filter(|(line, _)| !fallbacks.contains(line));
                let is_stand_in = |at: u32| is_stand_in(&templates, snapshot, path, at);
                let (given, named): (Vec<_>, Vec<_>) = named.partition(|(line, _)| is_stand_in(*line));
                for (line, rank) in formed.chain(named).filter(|(line, _)| is_own(*line)) {
                    ranks.entry((path, line)).or_insert(rank);
                }
                let given = given.into_iter().map(|(line, _)| line);
                let doubtful = written.doubtful.into_iter().chain(given);
                let doubtful = doubtful.filter(|line| is_own(*line));
                let doubtful = doubtful.filter(|_| !is_for_tests(snapshot, path));
                let doubtful = doubtful.map(|at| (line(path, at), DOUBTFUL));
                search = search.open_all(doubtful);
            }
            None => {}
        }
    }
    let signing: BTreeSet<(&str, u32)> = signing(snapshot).collect();
    for place in &signing {
        ranks.entry(*place).or_insert(1);
    }
    ranks.retain(|(path, _), _| !is_for_tests(snapshot, path));
    let mut found: Vec<(&str, u32)> = ranks.keys().copied().collect();
    found.sort_by_key(|place| (ranks[place], *place));
    let rationale = match found.len() {
        0 => {
            let why = "outside of tests and examples no key, token or password of a known form was found; what stands in for one is passed over";
            return Answer::absent(why, unlooked(snapshot, search));
        }
        1 => "a secret, by its format or by the name that it is given, stands in the repository".to_owned(),
        many => format!("{many} lines hold secrets, by their format or by the name that they are given"),
    };
    let answer = Answer::present(rationale).sure(SURE);
    found
        .into_iter()
        .fold(answer, |answer, (path, at)| match signing.contains(&(path, at)) {
            true => answer.at_noting(line(path, at), "signs with a text that the program holds"),
            false => answer.at(line(path, at)),
        })
}

/// The names of the stores of private keys that lie in the repository.
fn stores(snapshot: &Subject) -> BTreeSet<&str> {
    let skipped = snapshot.skipped.iter().map(|one| &one.path);
    let paths = snapshot.files.keys().chain(skipped);
    let names = paths.map(|path| path.rsplit('/').next().unwrap_or(path));
    names
        .filter(|name| STORES.iter().any(|ending| name.ends_with(ending)))
        .collect()
}

/// Lines of settings with the password of a store that they name: whoever has the repository has both.
fn store_keys(stores: &BTreeSet<&str>, path: &str, text: &str) -> Vec<u32> {
    let is_settings = ["properties", "yml", "yaml"]
        .iter()
        .any(|ending| path.ends_with(ending));
    if !is_settings || !stores.iter().any(|name| text.contains(name)) {
        return Vec::new();
    }
    let is_password = |line: &str| {
        let (name, value) = line.split_once(['=', ':']).unwrap_or_default();
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let value = value.trim();
        name.to_ascii_lowercase().ends_with("keystorepassword")
            && !value.is_empty()
            && !value.contains(['$', '{', '<', '('])
    };
    let lines = (1..).zip(text.lines());
    lines
        .filter(|(_, line)| is_password(line))
        .map(|(at, _)| at)
        .collect()
}

/// Endings of files in which private keys are kept.
const STORES: [&str; 4] = [".p12", ".pfx", ".jks", ".keystore"];

/// Whether a file of data is named by tests, and by nothing of the program: what they load opens nothing.
fn is_for_tests(snapshot: &Subject, path: &str) -> bool {
    let census = snapshot.census();
    let name = path.rsplit('/').next().unwrap_or(path);
    let names = |part: Part| {
        let mut files = census.part(part);
        files.any(|(from, _)| snapshot.text(from).is_some_and(|text| is_named(text, path)))
    };
    !census.files.contains_key(path) && !name.starts_with('.') && names(Part::Test) && !names(Part::Product)
}

/// Whether a text names the file of a path: `certs/key.pem` is not the one that `testdata/key.pem` names.
fn is_named(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    text.match_indices(name).any(|(at, _)| {
        let is_of_path = |c: &char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
        let before: String = text[..at].chars().rev().take_while(is_of_path).collect();
        let before: String = before.chars().rev().collect();
        let folders = before.trim_start_matches(['.', '/']);
        folders.is_empty() || path.ends_with(&format!("{folders}{name}"))
    })
}

/// Where tokens are signed with a text that the program holds: whoever reads it can sign.
fn signing(snapshot: &Subject) -> impl Iterator<Item = (&str, u32)> {
    let dangers = snapshot.census().dangers();
    let keys = dangers.filter(|(path, danger)| danger.kind == Risk::Key && !is_run_through(snapshot, path));
    keys.map(|(path, danger)| (path, danger.line))
}

/// Whether a file is run from its first line to its last, and nothing imports it: it serves nobody, so what it signs opens nothing for
/// others.
fn is_run_through(snapshot: &Subject, path: &str) -> bool {
    let (census, modules) = (snapshot.census(), snapshot.modules());
    let mut links = modules.all_links();
    let is_imported = |link: &Link| match &link.target {
        Target::Files(files) => files.iter().any(|id| modules.path(*id) == path),
        _ => false,
    };
    census
        .files
        .get(path)
        .is_some_and(|file| file.facts.functions.is_empty())
        && !links.any(|(_, link)| is_imported(link))
}

/// Passwords and framework keys that are written where a program reads them.
#[derive(Default)]
struct Written {
    /// The lines with their rank: those that are short come last.
    sure: Vec<(u32, u8)>,
    /// Lines with what everybody tries first, and with what programs are tried out with.
    doubtful: Vec<u32>,
}

/// Why nothing is told of a place with a password or a word that signs.
const DOUBTFUL: &str = "a password or a word that signs stands there, and whether it opens more than what programs are tried out with cannot be seen";

/// What is written down in a file of code or settings. Pages and texts only show some.
fn written(path: &str, text: &str) -> Written {
    // A pipeline is given its secrets by the forge; what stands in its own file is made up for its tests.
    if path.starts_with(".github/") {
        return Written::default();
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_started_with = name.starts_with(".env") || name.ends_with(".env");
    let is_run = matches!(name, "Makefile" | "makefile" | "Dockerfile" | "justfile");
    let is_settings = is_started_with || is_run || SETTINGS.split(' ').any(|known| known == ending);
    let is_code = syntax::Language::of(path, "").is_some() || syntax::unread_language(path).is_some();
    let mut written = Written::default();
    let mut found = Vec::new();
    if is_settings || is_code {
        found.extend(secrets::fixed(text));
        written.doubtful.extend(secrets::defaults(text));
    }
    if is_settings || matches!(ending, "yaml" | "yml" | "toml") {
        found.extend(secrets::bare(text));
    }
    if matches!(
        ending,
        "yaml" | "yml" | "json" | "toml" | "properties" | "ini" | "cfg" | "conf"
    ) {
        let nested = secrets::nested(text);
        found.extend(nested.sure);
        written.doubtful.extend(nested.doubtful);
    }
    // What is named for the machines of developers is made up like what tests are given.
    match is_for_developers(name) {
        true => written.doubtful.extend(found),
        false => written.sure.extend(found.into_iter().map(|line| (line, 1))),
    }
    if is_started_with {
        let short = secrets::started_with(text).into_iter();
        written.sure.extend(short.map(|line| (line, 2)));
    }
    written
}

/// Endings of files with nothing but settings, or in which settings are often kept.
const SETTINGS: &str = "ini cfg conf properties php toml mk";

/// Whether a file of settings is named for the machines of developers: `settings/dev.py`, `application-local.yml`.
fn is_for_developers(name: &str) -> bool {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    !name.starts_with('.')
        && words
            .into_iter()
            .any(|word| matches!(word, "dev" | "development" | "local"))
}

/// Files that were left out though people write in files of their kind.
fn unlooked(snapshot: &Subject, search: Search) -> Search {
    let written = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_text =
            WRITTEN.split(' ').any(|known| known == ending) || syntax::Language::of(path, "").is_some();
        is_text && is_own(path)
    };
    // Where a link leads in the repository is read there.
    let is_read = |one: &Skipped| unread::linked(one).is_some_and(|path| snapshot.text(&path).is_some());
    let skipped = snapshot
        .skipped
        .iter()
        .filter(|one| written(&one.path) && !is_read(one));
    skipped.fold(search, |search, one| {
        search.open(
            Place::File(one.path.clone()),
            format!("it was not read: {}", one.why),
        )
    })
}

/// Endings of files in which secrets are left.
const WRITTEN: &str = "cfg conf config env ini ipynb json key pem properties sh sql toml xml yaml yml";

/// Whether a line gives an example of what is described, as descriptions of interfaces do: `example: 'eyJ0…'`.
fn is_shown(snapshot: &Subject, path: &str, line: u32) -> bool {
    let text = snapshot.lines(path, line, line).unwrap_or_default();
    let is_read_by_people = [".md", ".rst", ".txt", ".adoc"]
        .iter()
        .any(|ending| path.ends_with(ending));
    // A signed token that a text for people shows has run out, and shows what one looks like.
    is_example(&text)
        || has_run_out(
            &text,
            snapshot.history.commits.last().map(|commit| commit.committed),
        )
        || is_refused(snapshot.text(path).unwrap_or_default(), &text)
        || is_read_by_people && text.contains("eyJ")
        || is_in_example(snapshot, path, line, &text)
}

/// Whether the signed token on a line had run out before the newest commit: it opens nothing, and shows what one looks like.
fn has_run_out(text: &str, newest: Option<i64>) -> bool {
    let token = text.find("eyJ").map(|at| &text[at..]).unwrap_or_default();
    let Some(said) = token.split('.').nth(1) else {
        return false;
    };
    let Ok(said) = URL_SAFE_NO_PAD.decode(said) else {
        return false;
    };
    let said: Value = serde_json::from_slice(&said).unwrap_or_default();
    let ends = said.get("exp").and_then(Value::as_i64);
    ends.zip(newest).is_some_and(|(ends, newest)| ends < newest)
}

/// Whether a line gives a name that calls itself a default, and the file asks elsewhere whether it is still that. Such a program knows
/// that the value is no secret.
fn is_refused(file: &str, line: &str) -> bool {
    let name = line.split(['=', ':']).next().unwrap_or_default();
    let name = name.split_whitespace().last().unwrap_or_default();
    let is_default = name.to_ascii_lowercase().contains("default");
    is_default
        && ["== ", "!= "]
            .iter()
            .any(|asks| file.contains(&format!("{asks}{name}")))
}

fn is_example(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '-', '"', '\'', '#', '/', '*']);
    text.starts_with("example") || PROMPTS.iter().any(|prompt| text.starts_with(prompt))
}

/// What stands before a line that remarks show as typed into an interpreter.
const PROMPTS: [&str; 4] = ["iex>", "...>", ">>> ", "irb>"];

/// Lines above within which the key is looked for that something is a part of.
const ABOVE_LINES: u32 = 8;

/// Whether a line is a part of what a key calls an example, by how far lines are set in.
fn is_in_example(snapshot: &Subject, path: &str, line: u32, text: &str) -> bool {
    let depth = |text: &str| text.len() - text.trim_start().len();
    let mut inner = depth(text);
    let above = (line.saturating_sub(ABOVE_LINES).max(1)..line).rev();
    let mut outer = above.filter_map(|at| {
        let text = snapshot.lines(path, at, at)?;
        let is_outer = !text.trim().is_empty() && depth(&text) < inner;
        is_outer.then(|| {
            inner = depth(&text);
            is_example(&text)
        })
    });
    outer.any(|is_example| is_example)
}

/// Some languages keep tests beside what they test, in one file.
fn is_in_test(snapshot: &Subject, path: &str, line: u32) -> bool {
    let Some(file) = snapshot.census().files.get(path) else {
        return false;
    };
    let is_around = |function: &Function| (function.first..=function.last).contains(&line);
    let tests = |function: &&Function| function.role != Role::Product;
    file.part == Part::Test || file.facts.functions.iter().filter(tests).any(is_around)
}

/// Keys of tests and examples open nothing, and templates are filled in elsewhere.
fn own_text<'a>(path: &str, file: &'a File) -> Option<&'a str> {
    file.text().filter(|_| is_own(path))
}

/// The texts of files that others copy and fill in.
fn templates(snapshot: &Subject) -> impl Iterator<Item = &str> {
    let files = snapshot.files.iter().filter(|(path, _)| is_template(path));
    files.filter_map(|(_, file)| file.text())
}

/// Least characters of a value that is looked for in templates: shorter ones stand there by chance.
const STAND_IN_CHARS_MIN: usize = 6;

/// Whether a template gives everybody the value that a line writes down. It may have been filled in by mistake.
fn is_stand_in(templates: &[&str], snapshot: &Subject, path: &str, at: u32) -> bool {
    let line = snapshot.lines(path, at, at).unwrap_or_default();
    let value = line.split_once(['=', ':']).map_or("", |(_, value)| value);
    let value = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ';' | '='));
    value.len() >= STAND_IN_CHARS_MIN && templates.iter().any(|text| text.contains(value))
}

fn is_template(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["example", "sample", "template", "dist"]
        .iter()
        .any(|word| name.split('.').any(|part| part == *word))
}

fn is_own(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let is_made_up = words.any(|word| {
        MADE_UP
            .iter()
            .any(|known| word.starts_with(known) || word.ends_with(known))
    });
    // What a tool begins a migration with, people fill in.
    let is_own = subject::part::by_path(path) == Part::Product || subject::part::is_migration(path);
    is_own && !is_template(path) && !is_made_up
}

/// Words of paths whose keys open nothing.
const MADE_UP: [&str; 10] = array("test tests testing fixture fixtures mock mocks snakeoil localhost seed");
