//! Claims of what can be typed in: targets of `make`, scripts, modules, options of the program's own scripts, variables.

mod scripts;
mod started;
mod variables;

use super::mood::{Mood, mood};
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::fold;
use super::{Claim, Kind, State};
use court::evidence::Place;
use wordlist::array;

/// Most words of one command.
const WORDS_MAX: usize = 40;
/// Words with which options are declared; where none stands in the script, its options are made elsewhere.
const PARSERS: [&str; 2] = ["add_argument", "typer"];
/// Words of scripts that hand on the options they do not know.
const HANDED_ON: [&str; 4] = array("parse_known_args REMAINDER ignore_unknown_options allow_extra_args");

/// The commands of a statement: a line between fences, or between backticks.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    // A command orders something by its nature; only the heading tells how it is meant.
    let mood = if statement.is_literal {
        mood("", &statement.heading)
    } else {
        statement.mood
    };
    if mood == Mood::Other {
        return Vec::new();
    }
    let commands: Vec<&str> = if statement.is_literal {
        vec![statement.text.as_str()]
    } else {
        statement.text.split('`').skip(1).step_by(2).collect()
    };
    commands
        .iter()
        .flat_map(|command| of(command, statement, sides))
        .collect()
}

fn of(command: &str, statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    let command = command
        .split('#')
        .next()
        .unwrap_or_default()
        .trim_start_matches(['$', '>', ' ']);
    if let Some(claim) = variables::claim(command, statement, sides) {
        return vec![claim];
    }
    let parts = command.split("&&").flat_map(|part| part.split(';'));
    parts.flat_map(|part| simple(part, statement, sides)).collect()
}

/// The claims of one command.
fn simple(command: &str, statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    let words: Vec<&str> = command.split_whitespace().take(WORDS_MAX).collect();
    let words = words
        .strip_prefix(&["uv", "run"])
        .or_else(|| words.strip_prefix(&["poetry", "run"]))
        .unwrap_or(&words);
    match words {
        ["make", target] => make(target, statement, sides).into_iter().collect(),
        ["python" | "python3", script, options @ ..] if script.ends_with(".py") => {
            script_options(script, options, statement, sides)
        }
        _ => scripts::claim(words, statement, sides).into_iter().collect(),
    }
}

fn make(target: &str, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let text = sides.snapshot.text("Makefile")?;
    // With several, the words do not say which is meant.
    let others = sides
        .snapshot
        .files
        .keys()
        .filter(|path| path.ends_with("/Makefile"))
        .count();
    let is_name = target
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    // A target may be made by a pattern or come from an included file.
    let is_open = text.contains("include ") || text.contains('%');
    let is_target = |line: &str| {
        line.split(':')
            .next()
            .is_some_and(|names| names.split_whitespace().any(|name| name == target))
    };
    let line = text
        .lines()
        .position(|line| line.contains(':') && !line.starts_with('\t') && is_target(line));
    let check = match line.and_then(|line| u32::try_from(line + 1).ok()) {
        Some(line) => Check::new(State::Supported, format!("the Makefile has `{target}`"))
            .at(Some(Place::line("Makefile", line))),
        None if is_open || !is_name || others > 0 => return None,
        None => Check::new(
            State::Contradicted,
            format!("the Makefile has no target `{target}`"),
        )
        .at(Some(Place::line("Makefile", 1))),
    };
    Some(check.of(Kind::Command, format!("make {target}"), statement))
}

/// Whether a script says itself which options it has, and takes no others.
fn declares_options(script: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| script.contains(word));
    has(&PARSERS) && !has(&HANDED_ON)
}

fn script_options(script: &str, options: &[&str], statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    let Some(path) = sides.tree.resolve(script.trim_start_matches("./")) else {
        return Vec::new();
    };
    if sides
        .snapshot
        .text(&path)
        .is_none_or(|text| !declares_options(text))
    {
        return Vec::new();
    }
    let flags = options.iter().filter_map(|word| word.strip_prefix("--"));
    let flags = flags.map(|flag| flag.split('=').next().unwrap_or(flag));
    let plain = flags.filter(|flag| {
        flag.len() > 1
            && flag
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    });
    plain
        .map(|flag| {
            let known = sides.vocabulary.has_part(&fold(flag)) || flag == "help";
            let check = if known {
                Check::new(State::Supported, format!("code speaks of `{flag}`"))
            } else {
                Check::new(
                    State::Contradicted,
                    format!("no code of the repository speaks of an option `--{flag}`"),
                )
            };
            check.at(Some(Place::line(path.as_str(), 1))).of(
                Kind::Command,
                format!("{path} --{flag}"),
                statement,
            )
        })
        .collect()
}
