//! Plain words and short sentences: what people read is counted.

mod texts;

use super::documentation::PAGES;
use crate::cli::Cli;
use clap::{Arg, Command, CommandFactory as _};
use texts::{blocks, descriptions, files, of_data, of_source, read, remarks};

/// Documents that are about using the program, not about how it is made or how rules and rubrics name things.
const FOR_USERS: [&str; 8] = [
    "README.md",
    "docs/experiments.md",
    "docs/fleet.md",
    "docs/manual.md",
    "docs/mcp.md",
    "docs/panels.md",
    "docs/scoring.md",
    "docs/serve.md",
];
/// Data that people read: rubrics, packs, rule sets, what a new user is given, tables of what is said.
const DATA: [&str; 10] = [
    "action.yml",
    "compose.yaml",
    "crates/auditor/templates/",
    "crates/court/packs/",
    "crates/court/rubrics/",
    "crates/court/rules/",
    "crates/courthouse/data/",
    "crates/experiment/data/",
    "crates/injection/words/",
    "crates/panel/data/",
];
/// Its digest stands in the licence of the built-in judges: another letter, and they are measured no more.
const SEALED: &str = "crates/court/rubrics/automaton-auditor.yaml";
/// What models are told, not people; another word of it is another panel.
const FOR_MODELS: [&str; 3] = [
    "crates/panel/src/brief/",
    "crates/panel/src/survey.rs",
    "crates/panel/src/vision.rs",
];
/// A longer sentence is read twice.
const WORDS_MAX: usize = 30;
/// Words of ours, and what people say.
const OURS: [(&str, &str); 7] = [
    ("exhibit", "evidence"),
    ("observed demand", "check"),
    ("demand", "check"),
    ("mending", "fix"),
    ("recuse", "no valid answer"),
    ("recusal", "no valid answer"),
    ("rehear", "second vote"),
];

/// Code within a sentence, word by word; where it ends, the sentence does not.
fn word_by_word(code: &str) -> String {
    code.replace(['.', '!', '?'], "_")
}

/// Sentences of more words than a reader keeps in mind.
fn long(text: &str) -> Vec<String> {
    let ends = |word: &str| {
        word.trim_end_matches(['"', ')', '*', '_'])
            .ends_with(['.', '!', '?'])
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let sentences = words.split_inclusive(|word| ends(word));
    let count = |sentence: &[&str]| {
        let is_word = |word: &str| word.contains(|c: char| c.is_alphanumeric() || c == '{');
        sentence.iter().filter(|word| is_word(word)).count()
    };
    let long = sentences.filter(|sentence| count(sentence) > WORDS_MAX);
    long.map(|sentence| format!("{} words: {}", count(sentence), sentence.join(" ")))
        .collect()
}

/// The words of ours in a text.
fn ours(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let found = OURS.iter().filter(|(word, _)| text.contains(word));
    found
        .map(|(word, plain)| format!("say {plain}, not {word}: {text}"))
        .collect()
}

/// The long sentences of files, each with the file it stands in.
fn long_in(files: &[String], texts: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let found = files.iter().flat_map(|file| {
        let texts = texts(&read(file));
        let long = texts.iter().flat_map(|text| long(text));
        long.map(|sentence| format!("{file}: {sentence}"))
            .collect::<Vec<_>>()
    });
    found.collect()
}

#[test]
fn no_sentence_of_a_document_has_to_be_read_twice() {
    let pages = files(".md");
    assert!(
        PAGES.iter().all(|page| pages.iter().any(|found| found == page)),
        "{pages:?}"
    );
    let checks = pages
        .iter()
        .filter(|page| page.starts_with("crates/probes/pages/"));
    let languages = pages
        .iter()
        .filter(|page| page.starts_with("crates/syntax/pages/"));
    assert!(checks.count() > 90 && languages.count() > 30, "{pages:?}");
    let found = long_in(&pages, |page| blocks(page, word_by_word));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_remark_and_no_text_in_what_is_data_has_to_be_read_twice() {
    let endings = [".yml", ".yaml", ".toml", ".txt"];
    let all = endings.iter().flat_map(|ending| files(ending));
    let data: Vec<String> = all
        .filter(|file| DATA.iter().any(|place| file.starts_with(place)) && file != SEALED)
        .collect();
    assert!(data.len() > 20, "{data:?}");
    let found = long_in(&data, of_data);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_field_of_a_schema_is_described_in_a_sentence_that_has_to_be_read_twice() {
    let schemas = files(".schema.json");
    assert!(schemas.len() > 4, "{schemas:?}");
    let found = long_in(&schemas, |schema| {
        descriptions(&serde_json::from_str(schema).unwrap())
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// Whether a text of the code is one that is read: not a list of words, no query and no form.
fn is_prose(text: &str) -> bool {
    let joins = [" the ", " a ", " is ", " are "];
    text.contains([',', ';', ':', '.']) && joins.iter().any(|word| text.contains(word))
}

#[test]
fn no_message_of_the_program_has_to_be_read_twice() {
    let told = |file: &String| {
        let is_test = file.ends_with("/tests.rs") || !file.contains("/src/");
        !is_test && !FOR_MODELS.iter().any(|place| file.starts_with(place))
    };
    let sources: Vec<String> = files(".rs").into_iter().filter(told).collect();
    assert!(sources.len() > 500, "{}", sources.len());
    let found = long_in(&sources, |source| {
        let texts = of_source(source).into_iter().filter(|text| is_prose(text));
        let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
        lines.collect()
    });
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_remark_in_the_code_has_to_be_read_twice() {
    let sources = files(".rs");
    assert!(sources.len() > 500, "{}", sources.len());
    let found = long_in(&sources, remarks);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn texts_are_found_in_code_wherever_they_stand() {
    let source = "let a = \"one \\\n two \\\"three\\\"\"; // \"not this\"\nlet b = ('\"', '\\'', r#\"four \"five\"\"#);";
    assert_eq!(of_source(source), ["one   two \"three\"", "four \"five\""]);
}

#[test]
fn documents_for_users_use_their_words() {
    for page in FOR_USERS {
        let blocks = blocks(&read(page), |_| "X".to_owned());
        assert!(blocks.len() > 10, "{page} is not read as it is written");
        let found: Vec<String> = blocks.iter().flat_map(|block| ours(block)).collect();
        assert!(found.is_empty(), "{page}: {found:#?}");
    }
}

/// What a command and its flags say of themselves, and those below it.
fn help(command: &Command) -> Vec<String> {
    let around = [command.get_before_help(), command.get_after_help()];
    let longer = [command.get_long_about(), command.get_after_long_help()];
    let about = command.get_about().into_iter();
    let about = about.chain([around, longer].into_iter().flatten().flatten());
    let flags = command.get_arguments().flat_map(of_flag);
    let own = about.map(ToString::to_string).chain(flags);
    own.chain(command.get_subcommands().flat_map(help)).collect()
}

fn of_flag(flag: &Arg) -> Vec<String> {
    let values = flag.get_possible_values();
    let values = values.iter().filter_map(|value| value.get_help());
    let own = flag.get_help().into_iter().chain(flag.get_long_help());
    own.chain(values).map(ToString::to_string).collect()
}

#[test]
fn the_help_of_every_command_is_in_short_sentences_and_plain_words() {
    let texts = help(&Cli::command());
    assert!(texts.len() > 100, "{}", texts.len());
    let lines = texts.iter().flat_map(|text| text.lines());
    let found: Vec<String> = lines.flat_map(|line| [long(line), ours(line)].concat()).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_checks_say_is_short_and_plain() {
    for protocol in ["engineering", "langgraph-auditor"] {
        let page = read(&format!("crates/court/protocols/{protocol}.yaml"));
        let said = page.lines().filter_map(|line| {
            let (key, text) = line.trim().split_once(": ")?;
            ["met", "unmet", "remedy"].contains(&key).then_some(text)
        });
        let said: Vec<&str> = said.collect();
        assert!(said.len() > 60, "{protocol} is not read as it is written");
        let found: Vec<String> = said
            .iter()
            .flat_map(|text| [long(text), ours(text)].concat())
            .collect();
        assert!(found.is_empty(), "{protocol}: {found:#?}");
    }
}
