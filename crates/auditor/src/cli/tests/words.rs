//! Plain words and short sentences: what people read is counted.

use super::documentation::PAGES;
use crate::cli::Cli;
use clap::{Command, CommandFactory as _};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::path::Path;

/// Documents that are about using the program, not about how it is made or how rules and rubrics name things.
const FOR_USERS: [&str; 7] = [
    "README.md",
    "docs/experiments.md",
    "docs/manual.md",
    "docs/mcp.md",
    "docs/panels.md",
    "docs/scoring.md",
    "docs/serve.md",
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

/// The blocks of running text of a page; code is one word, and tables and headings are no sentences.
fn blocks(markdown: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut skipped = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Table(_) | Tag::Heading { .. }) => skipped += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::Table | TagEnd::Heading(_)) => skipped -= 1,
            Event::Start(Tag::Paragraph | Tag::Item) => blocks.push(String::new()),
            Event::Text(text) if skipped == 0 => blocks.last_mut().unwrap().push_str(&text),
            Event::Code(_) if skipped == 0 => blocks.last_mut().unwrap().push('X'),
            Event::SoftBreak | Event::HardBreak => blocks.last_mut().unwrap().push(' '),
            _ => {}
        }
    }
    blocks
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
        let words = sentence
            .iter()
            .filter(|word| word.contains(char::is_alphanumeric));
        words.count()
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

fn read(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{page}: {error}"))
}

#[test]
fn no_sentence_of_a_document_has_to_be_read_twice() {
    for page in PAGES {
        let blocks = blocks(&read(page));
        assert!(blocks.len() > 10, "{page} is not read as it is written");
        let found: Vec<String> = blocks.iter().flat_map(|block| long(block)).collect();
        assert!(found.is_empty(), "{page}: {found:#?}");
    }
}

/// The pages of the checks, which reports and editors show beside what they say.
const CHECKS: &str = "crates/probes/pages";

#[test]
fn no_sentence_about_a_check_has_to_be_read_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(CHECKS);
    let names = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert!(names.len() > 90, "{}", names.len());
    for name in names {
        let blocks = blocks(&read(&format!("{CHECKS}/{name}")));
        let found: Vec<String> = blocks.iter().flat_map(|block| long(block)).collect();
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn documents_for_users_use_their_words() {
    for page in FOR_USERS {
        let found: Vec<String> = blocks(&read(page)).iter().flat_map(|block| ours(block)).collect();
        assert!(found.is_empty(), "{page}: {found:#?}");
    }
}

/// What a command and its flags say of themselves, and those below it.
fn help(command: &Command) -> Vec<String> {
    let about = command.get_about().into_iter().chain(command.get_long_about());
    let flags = command
        .get_arguments()
        .flat_map(|flag| flag.get_help().into_iter().chain(flag.get_long_help()));
    let own = about.chain(flags).map(ToString::to_string);
    own.chain(command.get_subcommands().flat_map(help)).collect()
}

#[test]
fn the_help_of_every_command_is_in_short_sentences() {
    let texts = help(&Cli::command());
    assert!(texts.len() > 100, "{}", texts.len());
    let lines = texts.iter().flat_map(|text| text.lines());
    let found: Vec<String> = lines.flat_map(long).collect();
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
