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

/// What readers ask of documents: what it is called, which words of a text answer it, which files do by their names.
struct Topic {
    name: &'static str,
    words: &'static LazyLock<Regex>,
    /// Whether a heading answers it only with something below it that is no link to elsewhere.
    is_explained: bool,
    files: &'static [&'static str],
}

/// An expression over the texts of documents.
macro_rules! words {
    ($($name:ident: $text:literal;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($text).expect("it is fixed and tested"));)*
    };
}

words! {
    SETUP: r"(?im)^[#=]{1,6}\s.{0,40}\b(?:install\w{0,8}|set ?up)\b|^\s{0,8}(?:[$#]\s?)?(?:sudo )?(?:npm|npx|yarn|pnpm|bun|pip3?|pipx|poetry|uv|conda|cargo|go|gem|bundle|mvn|\./mvnw|gradle|\./gradlew|make|cmake|docker|docker-compose|git clone|brew|apt|apt-get|composer|dotnet|swift|mix|python3?|ruby|\./configure)\s|\.package\(url|<dependency>|\b(?:implementation|api)[ (]['\x22][\w.-]+:|^\s{0,4}gem ['\x22]|^\[dependencies\]|\badd\b.{0,60}?\bto\s+(?:your|the)\s+`?(?:Cargo\.toml|Gemfile|package\.json|mix\.exs|build\.gradle|pom\.xml|go\.mod|pubspec\.yaml|composer\.json|Package\.swift)|^\s{0,8}\{:\w+, ['\x22]|`(?:npm|yarn|pnpm|pip|cargo|go|gem|brew|make|docker) [^`]{2,80}`";
    USE: r"(?im)^[#=]{1,6}\s\W{0,6}(?:how to )?(?:run|start|launch)(?:n?ing)?(?: (?:it|locally)| (?:the|this) [\w ]{1,30}| (?:in|on|with) .{1,40})?\s{0,3}$|^[#=]{1,6}\s.{0,60}\b(?:usage|use|using|examples?|quick ?start|getting started|how to|tutorial|guide|synopsis|features)\b|^.{0,60}\b(?:usage|using|examples?|quick ?start|getting started|how to|tutorial|guide|overview|synopsis|features)\b.{0,30}\r?\n[=~*^\x22'+-]{3,}\s{0,3}$|^(?:usage|examples?|quick ?start|synopsis)\s{0,3}$|^\s{0,4}usage:";
    SETTINGS: r"(?im)\b(?:config(?:uration|ure|ured)?|options?|settings?|environment variables?|parameters?|flags?|\.env)\b";
    WORK: r"(?im)^[#=]{1,6}\s.{0,60}\b(?:contribut\w*|develop\w*|tests?|testing|hacking|building from source|build)\b|^.{0,60}\b(?:contribut\w*|develop\w*|testing|hacking|building)\b.{0,30}\r?\n[=~*^\x22'+-]{3,}\s{0,3}$|\b(?:run the tests|running tests|npm (?:run )?test|cargo test|go test|pytest|make test|mvn test|rake (?:test|spec))\b";
    // What can be nobody's but the project's own, wherever it stands.
    JOINING: r"(?im)^[#=]{1,6}\s.{0,40}\b(?:contribut\w*|hacking)\b|^.{0,40}\b(?:contribut\w*|hacking)\b.{0,20}\r?\n[=~*^\x22'+-]{3,}\s{0,3}$";
    CHANGES: r"(?im)^[#=]{1,6}\s.{0,40}\b(?:change ?log|release notes|what'?s new|migrating|migration guide|upgrading|upgrade guide)\b|^[#=]{1,6}\s+history\s*$";
    // Where a project keeps its releases, and where a manifest says what changed.
    RELEASES: r"(?i)\b(?:github|gitlab|codeberg)\.(?:com|org)/([\w-]+/[\w.-]+?)/(?:-/)?releases\b";
    CHANGES_AT: r#"(?im)^.{0,30}\b(?:changelog|changes|release[ -]?notes)(?:_uri)?["']?\s*(?:=>|=|:)\s*["']https?://"#;
    MANIFESTS: r"^(?:[\w-]+\.gemspec|pyproject\.toml|setup\.(?:py|cfg)|package\.json|composer\.json|Cargo\.toml|mix\.exs|pubspec\.yaml)$";
}

/// Each asked of all documents together.
static TOPICS: [Topic; 5] = [
    Topic {
        name: "how it is set up",
        words: &SETUP,
        is_explained: true,
        files: &["INSTALL*"],
    },
    Topic {
        name: "how it is used",
        words: &USE,
        is_explained: true,
        files: &["USAGE", "EXAMPLES"],
    },
    Topic {
        name: "what can be set",
        words: &SETTINGS,
        is_explained: false,
        files: &[".env.example", ".env.sample", "CONFIG*"],
    },
    Topic {
        name: "how to work on it",
        words: &WORK,
        is_explained: false,
        files: &["CONTRIBUTING", "DEVELOP*", "HACKING", "AGENTS"],
    },
    Topic {
        name: "what changed",
        words: &CHANGES,
        is_explained: true,
        files: &[
            "CHANGELOG",
            "CHANGES",
            "HISTORY",
            "NEWS",
            "RELEASES",
            "RELEASE_NOTES",
        ],
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
    let telling = documents.iter().map(|(path, text)| {
        let start = &text[..text.floor_char_boundary(BYTES_MAX)];
        (*path, sections::telling(start))
    });
    let telling: Vec<(&str, String)> = telling.collect();
    let found = TOPICS
        .iter()
        .map(|topic| (topic, place(snapshot, &documents, &telling, topic)));
    let found: Vec<(&Topic, Option<String>)> = found.collect();
    let missing: Vec<&str> = found
        .iter()
        .filter(|(_, at)| at.is_none())
        .map(|(topic, _)| topic.name)
        .collect();
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
    let (all, good) = (TOPICS.len(), TOPICS.len() - missing.len());
    let value = json!({"good": good, "all": all});
    let lacks = match missing.as_slice() {
        [] => String::new(),
        names => format!("; nothing was found on {}", names.join(", on ")),
    };
    let why = format!("documents have passages on {good} of {all} things that readers look for{lacks}");
    if good == 0 {
        return Answer::absent(why, unread::paths(snapshot)).valued(value);
    }
    let answer = Answer::present(why).valued(value);
    // What stays open stands nowhere.
    let mut places: Vec<String> = found.into_iter().filter_map(|(_, at)| at).collect();
    let mut seen = BTreeSet::new();
    places.retain(|place| missing.is_empty() && seen.insert(place.clone()));
    answer.at_all(places.into_iter().map(Place::File))
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
    let texts = documents
        .iter()
        .map(|(_, text)| &text[..text.floor_char_boundary(BYTES_MAX)]);
    texts.flat_map(str::split_whitespace).collect()
}

/// The documents of the project itself, with their texts: the README first, then what is at the root.
fn documents(snapshot: &Subject) -> Vec<(&str, &str)> {
    // Forms, manners and terms answer none of the questions.
    let is_other = |path: &str| {
        let lower = path.to_ascii_lowercase();
        let others = [
            "issue_template",
            "pull_request_template",
            "conduct",
            "license",
            "security",
        ];
        others.iter().any(|part| lower.contains(part))
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

/// Where a question is answered: by a file that is there for it, or by words of a document.
fn place(
    snapshot: &Subject,
    documents: &[(&str, &str)],
    telling: &[(&str, String)],
    topic: &Topic,
) -> Option<String> {
    let is_for_it = |path: &&String| {
        let name = path.rsplit('/').next().unwrap_or(path);
        // A folder may hold a file for each version.
        let is_of_versions =
            topic.name == "what changed" && path.to_lowercase().starts_with("release-notes/");
        let is_named = || topic.files.iter().any(|known| begins(name, known));
        subject::part::by_path(path) != Part::Vendored && (is_of_versions || is_named())
    };
    let by_name = || snapshot.files.keys().find(is_for_it).cloned();
    let by_words = if topic.is_explained {
        let mut all = telling.iter();
        all.find(|(_, text)| topic.words.is_match(text))
            .map(|(path, _)| *path)
    } else {
        let start = |text: &str| {
            let start = &text[..text.floor_char_boundary(BYTES_MAX)];
            topic.words.is_match(&sections::without_source(start))
        };
        // Manuals below speak of what is done with the project.
        let is_asked = |path: &str| topic.name != "how to work on it" || path.matches('/').count() == 0;
        let mut all = documents.iter();
        all.find(|(path, text)| is_asked(path) && start(text))
            .map(|(path, _)| *path)
    };
    let by_words = by_words.or_else(|| match topic.name {
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
        "what changed" => elsewhere_changed(snapshot, documents),
        _ => None,
    });
    by_words.map(str::to_owned).or_else(by_name)
}

/// What leads to the project's own account of its changes: a link to its releases, or a line of its manifest.
fn elsewhere_changed<'a>(snapshot: &'a Subject, documents: &[(&'a str, &'a str)]) -> Option<&'a str> {
    let own = home::addresses(snapshot);
    let leads = |text: &str| {
        let mut found = RELEASES.captures_iter(text);
        found.any(|found| own.is_empty() || own.contains(&found[1].to_lowercase()))
    };
    let by_link = documents
        .iter()
        .find(|(_, text)| leads(text))
        .map(|(path, _)| *path);
    by_link.or_else(|| {
        let mut manifests = snapshot.files.iter().filter(|(path, _)| MANIFESTS.is_match(path));
        let found = manifests.find(|(_, file)| CHANGES_AT.is_match(file.text().unwrap_or_default()))?;
        Some(found.0)
    })
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
