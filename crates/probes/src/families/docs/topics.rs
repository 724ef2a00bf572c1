use super::{elsewhere, manual, sections};
use crate::families::{home, unread};
use claims::claim::discovery::version;
use claims::claim::language::is_of_others;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use regex::Regex;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subject::Part;
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.topics",
    "Documents tell how to set the project up, use it, set it, work on it, and what changed",
    examine,
);

/// What readers ask of documents.
struct Topic {
    name: &'static str,
    /// What answers it in a document.
    surely: &'static LazyLock<Regex>,
    /// What may answer it: where nothing else does, it stays open.
    perhaps: &'static LazyLock<Regex>,
    /// Whether examples of source code are looked at: a word in one is about what the example does.
    with_source: bool,
    /// Whether documents below the root answer it too.
    is_below: bool,
    /// Names of documents that are there for it.
    files: &'static [&'static str],
    /// Whether an expert opens those before the README.
    is_file: bool,
}

/// How a question is answered.
enum Told<'a> {
    At(&'a str),
    Perhaps,
    Nowhere,
}

/// An expression over the texts of documents.
macro_rules! words {
    ($($name:ident: $text:literal;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($text).expect("it is fixed and tested"));)*
    };
}

words! {
    SETUP: r"(?im)^[#=]{1,6}\s.{0,40}\b(?:install\w{0,8}|set(?:ting)?[ -]?up|download\w{0,3}|prerequisites?|requirements?|dependencies|getting started|quick[ -]?start|building|compiling)\b|^[#=]{1,6}\s\W{0,6}(?:how to )?(?:run|start|launch)(?:n?ing)?\b|^\s{0,8}(?:[$#>]\s?)?(?:sudo )?(?:npm|npx|yarn|pnpm|bun|pip3?|pipx|poetry|uv|conda|cargo|go|gem|bundle|mvn|\./[\w./-]{1,60}|gradle|make|cmake|docker|docker-compose|git clone|brew|apt|apt-get|composer|dotnet|swift|mix|python3?|ruby)\s|\.package\(url|<dependency>|\b(?:implementation|api)[ (]['\x22][\w.-]+:|^\s{0,4}gem ['\x22]|^\[dependencies\]|\badd\b.{0,60}?\bto\s+(?:your|the)\s+`?(?:Cargo\.toml|Gemfile|package\.json|mix\.exs|build\.gradle|pom\.xml|go\.mod|pubspec\.yaml|composer\.json|Package\.swift)|^\s{0,8}\{:\w+, ['\x22]|`(?:npm|yarn|pnpm|pip|cargo|go|gem|brew|make|docker|docker-compose|git clone) [^`]{2,80}`|^\W{0,4}(?:just |simply )?(?:download|copy|drop|include|add)\b[^.\n]{0,40}`[\w./-]+\.\w+`";
    PERHAPS_SETUP: r"(?i)\b(?:install\w{0,8}|set[ -]?up|download|clone|docker|prerequisites?|header[- ]only|single[- ]header)\b";
    USE: r"(?im)^[#=]{1,6}\s\W{0,6}(?:how to )?(?:run|start|launch)(?:n?ing)?(?: (?:it|locally)| (?:the|this) [\w ]{1,30}| (?:in|on|with) .{1,40})?\s{0,3}$|^[#=]{1,6}\s.{0,60}\b(?:usage|use|using|examples?|quick ?start|getting started|how to|tutorial|guide|synopsis|features)\b|^(?:usage|examples?|quick ?start|synopsis)\s{0,3}$|^\s{0,4}usage:";
    SETTINGS: r"(?im)^[#=]{1,6}\s.{0,60}\b(?:config\w{0,8}|options?|settings?|environment|env|variables|parameters?|flags?|macros?|customi[sz]\w{2,5})\b|\benvironment variables?\b|(?:^|[\s`(/])\.env\b|#define [A-Z]\w|\bmacros?\b.{0,60}`\w|`\w[^`\n]{0,60}`.{0,20}\bmacros?\b|^\s*(?:[-*|]\s+)?`?--[a-z][\w-]{1,40}\b|\bconfig(?:ured?|uration)?\b.{0,20}\b(?:files?|by|via|with|through|using)\b|^\W{0,10}(?:export )?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\s?[=:]";
    PERHAPS_SETTINGS: r"(?i)\b(?:config(?:uration|ure|ured)?|options?|settings?|parameters?|flags?|macros?|customi[sz]e)\b";
    WORK: r"(?im)^[#=]{1,6}\s.{0,60}\b(?:contribut\w*|develop\w*|hacking|building from source|build)\b|^[#=]{1,6}\s\W{0,6}(?:(?:how to )?run(?:ning)? )?(?:the )?(?:(?:unit|integration|end-to-end|e2e|all) )?(?:tests?|testing)\W{0,4}$|\b(?:run the tests|running tests|npm (?:run )?test|cargo test|go test|pytest|make test|mvn test|rake (?:test|spec))\b";
    PERHAPS_WORK: r"(?im)^[#=]{1,6}\s.{0,60}\b(?:tests?|testing|build\w*)\b|\bcontribut\w*|\bpull requests?\b";
    // What can be nobody's but the project's own, wherever it stands.
    JOINING: r"(?im)^[#=]{1,6}\s.{0,40}\b(?:contribut\w*|hacking)\b";
    CHANGES: r"(?im)^[#=]{1,6}\s.{0,40}\b(?:change ?log|release notes|what'?s new|version history|(?:major|breaking|notable|recent) changes|migrating|migration guide|upgrading|upgrade guide)\b|^[#=]{1,6}\s+history\s*$";
    // Where a project keeps its releases, and where a manifest says what changed.
    RELEASES: r"(?i)\b(?:github|gitlab|codeberg)\.(?:com|org)/([\w-]+/[\w.-]+?)/(?:-/)?releases\b";
    CHANGES_AT: r#"(?im)^.{0,30}\b(?:changelog|changes|release[ -]?notes)(?:_uri)?["']?\s*(?:=>|=|:)\s*["']https?://"#;
    MANIFESTS: r"^(?:[\w-]+\.gemspec|pyproject\.toml|setup\.(?:py|cfg)|package\.json|composer\.json|Cargo\.toml|mix\.exs|pubspec\.yaml)$";
    NEVER: r"\z\A.";
}

/// Each asked of all documents together.
static TOPICS: [Topic; 5] = [
    Topic {
        name: "how it is set up",
        surely: &SETUP,
        perhaps: &PERHAPS_SETUP,
        with_source: true,
        is_below: true,
        files: &["INSTALL*"],
        is_file: false,
    },
    Topic {
        name: "how it is used",
        surely: &USE,
        perhaps: &NEVER,
        with_source: true,
        is_below: true,
        files: &["USAGE", "EXAMPLES"],
        is_file: false,
    },
    Topic {
        name: "what can be set",
        surely: &SETTINGS,
        perhaps: &PERHAPS_SETTINGS,
        with_source: false,
        is_below: false,
        files: &["CONFIG*", ".env.example", ".env.sample"],
        is_file: false,
    },
    Topic {
        name: "how to work on it",
        surely: &WORK,
        perhaps: &PERHAPS_WORK,
        with_source: false,
        is_below: false,
        files: &["CONTRIBUTING", "DEVELOP*", "HACKING", "AGENTS"],
        is_file: true,
    },
    Topic {
        name: "what changed",
        surely: &CHANGES,
        perhaps: &NEVER,
        with_source: true,
        is_below: true,
        files: &[
            "CHANGELOG",
            "CHANGES",
            "HISTORY",
            "NEWS",
            "RELEASES",
            "RELEASE_NOTES",
            "VERSION_HISTORY",
            "VERSIONHISTORY",
        ],
        is_file: true,
    },
];
/// How many questions may stay open: not every project has something to set or to change.
const SPARED: usize = 1;
/// Endings of files that people read as documents.
pub(super) const TEXTS: [&str; 5] = [".md", ".rst", ".txt", ".adoc", ".mdx"];
/// Documents whose names have no ending.
const BARE: [&str; 5] = ["INSTALL", "CONTRIBUTING", "HACKING", "DEVELOPMENT", "USAGE"];
/// Endings of files that are documents by their names; those without one may be too.
const NAMED: [&str; 13] = array("md markdown mdx rst txt adoc asciidoc org textile rdoc pod html example");
/// Most documents that are read for it, and most bytes of each.
const DOCUMENTS_MAX: usize = 200;
const BYTES_MAX: usize = 200_000;

fn examine(snapshot: &Subject) -> Answer {
    let documents = documents(snapshot);
    let telling = documents
        .iter()
        .map(|(path, text)| (*path, sections::telling(start(text))));
    let telling: Vec<(&str, String)> = telling.collect();
    let told: Vec<Told<'_>> = TOPICS
        .iter()
        .map(|topic| told(snapshot, &documents, &telling, topic))
        .collect();
    let of = |is: fn(&Told<'_>) -> bool| -> Vec<&str> {
        let names = TOPICS.iter().zip(&told).filter(|(_, told)| is(told));
        names.map(|(topic, _)| topic.name).collect()
    };
    let missing = of(|told| matches!(told, Told::Nowhere));
    let open = of(|told| matches!(told, Told::Perhaps));
    if !missing.is_empty() && !are_english(&documents) {
        return Answer::unobserved("the documents are in a language whose words are not known here");
    }
    let page = documents
        .iter()
        .find_map(|(path, text)| Some((path, elsewhere::page(text)?)));
    if let (false, Some((path, page))) = (missing.len() <= SPARED, page) {
        let lacks = missing.join(", on ");
        return Answer::unobserved(format!(
            "nothing was found on {lacks}; {path} leads to {page}, which is not opened"
        ));
    }
    let listed = |start: &str, names: &[&str]| match names {
        [] => String::new(),
        names => format!("; {start} {}", names.join(", on ")),
    };
    let all = TOPICS.len() - open.len();
    let good = all - missing.len();
    let value = json!({"good": good, "all": all});
    let why = format!(
        "documents have passages on {good} of {all} things that readers look for{}{}",
        listed("nothing was found on", &missing),
        listed("words alone do not tell whether there is one on", &open)
    );
    if all == 0 {
        return Answer::unobserved(why);
    }
    if good == 0 {
        return Answer::absent(why, unread::paths(snapshot)).valued(value);
    }
    let answer = Answer::present(why).valued(value);
    // What is missing stands nowhere.
    let places = told.iter().filter_map(|told| match told {
        Told::At(path) if missing.is_empty() => Some(*path),
        _ => None,
    });
    let mut seen = BTreeSet::new();
    let places = places.filter(|path| seen.insert(*path));
    answer.at_all(places.map(|path| Place::File(path.to_owned())))
}

/// As much of a text as is read.
fn start(text: &str) -> &str {
    &text[..text.floor_char_boundary(BYTES_MAX)]
}

/// Words that English sentences are held together by, and how many of a hundred words they are at least; in prose of it
/// they are above thirty.
const HINGES: &str =
    "the a an to of and in is are for with you this that it on be can by or as from your not";
const HINGES_PERCENT_MIN: usize = 8;
/// Fewer words tell no language.
const WORDS_MIN: usize = 60;

/// Whether the words that are looked for can be found in these documents. The README is English, or they are all together: sentences,
/// lists in which nothing shows another language, or too little to tell.
fn are_english(documents: &[(&str, &str)]) -> bool {
    let first = documents.first().filter(|(path, _)| is_readme(path));
    let is_readme_english = first.is_some_and(|one| {
        let one = std::slice::from_ref(one);
        words(one).len() >= WORDS_MIN && is_running_english(one)
    });
    let words = words(documents);
    is_readme_english || is_running_english(documents) || !is_of_others(words.into_iter())
}

/// Whether the documents are in sentences of English, or too short to tell.
pub(super) fn is_running_english(documents: &[(&str, &str)]) -> bool {
    let words = words(documents);
    let is_hinge = |word: &&&str| HINGES.split(' ').any(|hinge| hinge.eq_ignore_ascii_case(word));
    let hinges = words.iter().filter(is_hinge).count();
    words.len() < WORDS_MIN || hinges * 100 >= words.len() * HINGES_PERCENT_MIN
}

fn words<'a>(documents: &[(&str, &'a str)]) -> Vec<&'a str> {
    let texts = documents.iter().map(|(_, text)| start(text));
    texts.flat_map(str::split_whitespace).collect()
}

/// The documents of the project itself, with their texts: the README first, then what is at the root.
fn documents(snapshot: &Subject) -> Vec<(&str, &str)> {
    // Forms, manners and terms answer none of the questions, and what tools are told is not for readers.
    let is_other = |path: &str| {
        let lower = path.to_ascii_lowercase();
        let is_form = lower.contains("issue_template/");
        let lower = lower.rsplit('/').next().unwrap_or(&lower);
        let others = [
            "issue_template",
            "pull_request_template",
            "conduct",
            "license",
            "security",
            "claude",
            "gemini",
        ];
        is_form || others.iter().any(|part| lower.contains(part))
    };
    let is_own = move |path: &str| {
        matches!(subject::part::by_path(path), Part::Product | Part::Docs) && !is_other(path)
    };
    let is_text = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        // These are for tools.
        let is_listed = name == "CMakeLists.txt" || name == "robots.txt" || name.starts_with("requirements");
        let is_named = || BARE.contains(&name);
        TEXTS.iter().any(|ending| path.ends_with(ending)) && !is_listed || is_readme(path) || is_named()
    };
    let own = snapshot
        .files
        .iter()
        .filter(|(path, _)| is_own(path) && is_text(path));
    let mut found: Vec<(&str, &str)> = own
        .filter_map(|(path, file)| Some((path.as_str(), file.text()?)))
        .collect();
    found.sort_by_key(|(path, _)| {
        let depth = path.matches('/').count();
        (depth.min(1), !is_readme(path), Reverse(version(path)))
    });
    found.truncate(DOCUMENTS_MAX);
    found
}

pub(super) fn is_readme(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.to_ascii_lowercase().starts_with("readme")
}

/// Where a question is answered: by words of a document, or by one that is there for it.
fn told<'a>(
    snapshot: &'a Subject,
    documents: &[(&'a str, &'a str)],
    telling: &[(&'a str, String)],
    topic: &Topic,
) -> Told<'a> {
    let by_words = || {
        let is_there = |(path, text): &&(&str, String)| {
            // Below are parts of the project, and manuals that speak of what is done with it.
            let is_manual = topic.name == "what can be set" && manual::is_in_folder(path);
            let is_asked = topic.is_below || !path.contains('/') || is_manual;
            is_asked
                && match topic.with_source {
                    true => topic.surely.is_match(text),
                    false => topic.surely.is_match(&sections::without_source(text)),
                }
        };
        telling.iter().find(is_there).map(|(path, _)| *path)
    };
    let otherwise = || match topic.name {
        "how it is used" => documents
            .iter()
            .find(|(path, text)| is_readme(path) && sections::says_use(text))
            .map(|(path, _)| *path)
            .or_else(|| manual::of_code(snapshot))
            .or_else(|| manual::beside(snapshot, Part::Example)),
        "how to work on it" => telling
            .iter()
            .find(|(_, text)| JOINING.is_match(text))
            .map(|(path, _)| *path)
            .or_else(|| manual::beside(snapshot, Part::Test)),
        _ => None,
    };
    let by_name = || named(snapshot, topic);
    let found = match topic.is_file {
        true => by_name().or_else(by_words).or_else(otherwise),
        false => by_words().or_else(otherwise).or_else(by_name),
    };
    let may_be = || {
        let mut texts = documents
            .iter()
            .map(|(_, text)| sections::without_source(start(text)));
        texts.any(|text| topic.perhaps.is_match(&text))
            || topic.name == "what changed" && leads_to_changes(snapshot, documents)
    };
    match found {
        Some(path) => Told::At(path),
        None if may_be() => Told::Perhaps,
        None => Told::Nowhere,
    }
}

/// The document that is there for a question by its name: the nearest to the root, and of many packages' the longest.
fn named<'a>(snapshot: &'a Subject, topic: &Topic) -> Option<&'a str> {
    let rank = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        // A folder may hold a file for each version.
        let is_of_versions =
            topic.name == "what changed" && path.to_lowercase().starts_with("release-notes/");
        let at = topic.files.iter().position(|known| begins(name, known));
        at.or(is_of_versions.then_some(topic.files.len()))
    };
    let own = snapshot.files.iter().filter(|(path, _)| {
        !matches!(
            subject::part::by_path(path),
            Part::Vendored | Part::Example | Part::Test
        )
    });
    let known = own.filter_map(|(path, file)| {
        let length = file.text().map_or(0, str::len);
        Some((
            (path.matches('/').count(), rank(path)?, Reverse(length)),
            path.as_str(),
        ))
    });
    known.min().map(|(_, path)| path)
}

/// Whether something leads to the project's own account of its changes: a link to its releases, or a line of its manifest.
fn leads_to_changes(snapshot: &Subject, documents: &[(&str, &str)]) -> bool {
    let own = home::addresses(snapshot);
    let leads = |text: &str| {
        let mut found = RELEASES.captures_iter(text);
        found.any(|found| own.is_empty() || own.contains(&found[1].to_lowercase()))
    };
    let mut manifests = snapshot.files.iter().filter(|(path, _)| MANIFESTS.is_match(path));
    documents.iter().any(|(_, text)| leads(text))
        || manifests.any(|(_, file)| CHANGES_AT.is_match(file.text().unwrap_or_default()))
}

/// Whether a file is a document by its name, which begins with a known one in whatever case; `*` stands for further letters.
fn begins(name: &str, known: &str) -> bool {
    let bare = known.trim_end_matches('*');
    let Some((head, rest)) = name.split_at_checked(bare.len()) else {
        return false;
    };
    let goes_on = rest.starts_with(char::is_alphabetic);
    let is_document = match rest.rsplit_once('.') {
        // `NEWS-2.0` has none.
        Some((_, ending)) => {
            NAMED.contains(&ending.to_ascii_lowercase().as_str())
                || ending.chars().all(|c| c.is_ascii_digit())
        }
        None => true,
    };
    head.eq_ignore_ascii_case(bare) && is_document && (!goes_on || known.ends_with('*'))
}
