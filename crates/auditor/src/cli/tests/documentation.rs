//! What the documents tell people to type, held against the command line: a flag that is gone fails here.

use crate::cli::{Cli, settings};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Documents for people, below the root of this repository.
pub(super) const PAGES: [&str; 14] = [
    "README.md",
    "docs/experiments.md",
    "docs/fleet.md",
    "docs/manual.md",
    "docs/mcp.md",
    "docs/panels.md",
    "docs/rubrics.md",
    "docs/rules.md",
    "docs/scoring.md",
    "docs/serve.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
];
/// Those of them that name no flag of other programs.
const OWN_FLAGS: [&str; 6] = [
    "README.md",
    "docs/manual.md",
    "docs/panels.md",
    "docs/rubrics.md",
    "docs/rules.md",
    "CHANGELOG.md",
];
/// Files of other programs that call this one.
const CALLERS: [&str; 5] = [
    ".pre-commit-hooks.yaml",
    "Dockerfile",
    "action/audit.sh",
    "crates/auditor/templates/gitlab.yml",
    "crates/auditor/templates/rubric.yaml",
];
/// Fewer commands than this mean that the documents are not read as they are written.
const COMMANDS_MIN: usize = 50;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Code in running text, and blocks with the language that they are in.
struct Code {
    spans: Vec<String>,
    blocks: Vec<(String, String)>,
}

fn code(markdown: &str) -> Code {
    let mut code = Code {
        spans: Vec::new(),
        blocks: Vec::new(),
    };
    let mut open: Option<(String, String)> = None;
    for event in Parser::new_ext(markdown, pulldown_cmark::Options::ENABLE_TABLES) {
        match event {
            Event::Code(text) => code.spans.push(text.to_string()),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                open = Some((language.to_string(), String::new()));
            }
            Event::Text(text) => {
                if let Some((_, block)) = &mut open {
                    block.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => code.blocks.extend(open.take()),
            _ => {}
        }
    }
    code
}

/// Every call of the program in a script, each from its name on.
fn calls(script: &str) -> Vec<String> {
    let joined = script.replace("\\\n", " ");
    let lines = joined.lines().filter_map(|line| {
        let at = line.match_indices("auditor ").map(|(at, _)| at).find(|at| {
            let before = &line[..*at];
            before.is_empty() || before.ends_with([' ', '\'', '`', '('])
        })?;
        Some(line[at..].to_owned())
    });
    lines.collect()
}

/// The words of one command, as a shell would part them; optional ones without their brackets.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), c) => words.last_mut().unwrap().push(c),
            (None, '"' | '\'') => quote = Some(c),
            (None, '|' | '>' | '<' | ';' | '&' | '`' | ')') => break,
            (None, '#') if words.last().unwrap().is_empty() => break,
            (None, '[' | ']') => {}
            (None, ' ') => words.push(String::new()),
            (None, c) => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What is wrong with it. Placeholders in capitals stand for any value, and what is left out is left to the reader.
fn mistake(command: &str) -> Option<String> {
    let error = Cli::command().try_get_matches_from(words(command)).err()?;
    let is_left_open = |c: char| c.is_ascii_uppercase() || c == '_';
    let is_placeholder = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) => value.chars().all(is_left_open),
        _ => false,
    };
    let is_fine = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::MissingRequiredArgument
            | ErrorKind::MissingSubcommand
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    (!is_fine && !is_placeholder).then(|| error.to_string())
}

fn flags(command: &Command, known: &mut BTreeSet<String>) {
    let own = command.get_arguments().filter_map(clap::Arg::get_long);
    known.extend(own.map(|flag| format!("--{flag}")));
    for inner in command.get_subcommands() {
        flags(inner, known);
    }
}

#[test]
fn every_command_that_is_documented_can_be_typed() {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for page in PAGES {
        let code = code(&read(page));
        let scripts = code.blocks.iter().filter(|(language, _)| language == "sh");
        commands.extend(scripts.flat_map(|(_, text)| calls(text)).map(|call| (page, call)));
        let spans = code.spans.into_iter().filter(|span| span.starts_with("auditor "));
        commands.extend(spans.map(|span| (page, span)));
    }
    for caller in CALLERS {
        let named = calls(&read(caller)).into_iter();
        let is_call = |call: &String| {
            ["audit ", "rubric "]
                .iter()
                .any(|name| call["auditor ".len()..].starts_with(name))
        };
        commands.extend(named.filter(is_call).map(|call| (caller, call)));
    }
    let wrong: Vec<String> = commands
        .iter()
        .filter_map(|(place, command)| Some(format!("{place}: {command}\n{}", mistake(command)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(commands.len() >= COMMANDS_MIN, "{}", commands.len());
}

#[test]
fn every_flag_that_is_documented_exists() {
    let mut known = BTreeSet::from(["--help".to_owned(), "--version".to_owned()]);
    flags(&Cli::command(), &mut known);
    let mut unknown = Vec::new();
    for page in OWN_FLAGS {
        let spans = code(&read(page)).spans;
        let flags = spans.iter().filter(|span| span.starts_with("--"));
        let names = flags.map(|span| span.split([' ', '=', '|']).next().unwrap().to_owned());
        unknown.extend(
            names
                .filter(|name| !known.contains(name))
                .map(|name| (page, name)),
        );
    }
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn settings_that_are_documented_are_understood() {
    let blocks = code(&read("docs/manual.md")).blocks;
    let ours: Vec<&String> = blocks
        .iter()
        .filter(|(language, text)| language == "toml" && text.starts_with("#:schema"))
        .map(|(_, text)| text)
        .collect();
    assert!(!ours.is_empty());
    for text in ours {
        assert!(
            settings::parse(text).is_ok(),
            "{text}: {:?}",
            settings::parse(text)
        );
    }
}

/// What stands under `with:` after the action of this repository.
fn inputs(workflow: &str) -> Vec<&str> {
    let after = workflow.split_once("/auditor@").map_or("", |(_, after)| after);
    let with = after.split_once("with:\n").map_or("", |(_, with)| with);
    let depth = |line: &str| line.len() - line.trim_start().len();
    let first = with.lines().next().map_or(0, depth);
    with.lines()
        .take_while(|line| depth(line) >= first)
        .filter_map(|line| Some(line.trim().split_once(':')?.0))
        .filter(|name| !name.starts_with('#'))
        .collect()
}

#[test]
fn every_input_of_the_action_that_is_documented_exists() {
    let action = read("action.yml");
    for page in ["docs/manual.md", "crates/auditor/templates/github.yml"] {
        let text = read(page);
        let named = inputs(&text);
        assert!(named.len() > 2, "{page}: {named:?}");
        for name in named {
            assert!(action.contains(&format!("\n  {name}:\n")), "{page}: {name}");
        }
    }
}
