//! What was typed wrongly, said like every other error: one message, then hints.

use crate::error::CommandError;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// Marks of the paragraphs that the parser of the command line writes.
const MISTAKE: &str = "error: ";
const TIP: &str = "  tip: ";
/// The flag whose values may hold passwords by mistake.
const HOSTS: &str = "--hosts";
const USAGE: &str = "Usage: ";
/// The first commands to type.
const FIRST: [&str; 3] = [
    "`auditor audit .` audits the repository you are in; owner/name audits one on GitHub",
    "`auditor serve` does the same on a page in the browser",
    "`auditor init` writes settings, a rubric to start from and a CI workflow",
];
/// Who names two repositories wants this.
const MANY: [&str; 1] =
    ["an audit is of one repository; `auditor cohort LIST` audits many and makes the page of them"];

/// The parser's error, which shows what was typed raw, in our own words.
pub(super) fn in_our_words(error: &Error) -> CommandError {
    let text = error.render().to_string();
    let command = command(&text);
    let what = match error.kind() {
        // The parser would list the hidden commands too.
        kind if is_bare(kind) => "there is no command".to_owned(),
        _ => without_secrets(error, &mistake(&text)),
    };
    let tips = text.lines().filter_map(|line| line.strip_prefix(TIP));
    let hints = tips.chain(next(error, &command).iter().copied());
    let help = format!("see `{command} --help`");
    CommandError::usage(what).hints(hints).hint(help)
}

/// Whether a command was left out; the parser has another word for it where nothing else was typed either.
fn is_bare(kind: ErrorKind) -> bool {
    use ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand, MissingSubcommand};
    matches!(kind, MissingSubcommand | DisplayHelpOnMissingArgumentOrSubcommand)
}

/// What somebody most likely wants who typed this.
fn next(error: &Error, command: &str) -> &'static [&'static str] {
    let is_operand = || match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => !argument.starts_with('-'),
        _ => false,
    };
    match (error.kind(), command) {
        (kind, name) if is_bare(kind) && !name.contains(' ') => &FIRST,
        (ErrorKind::UnknownArgument, "auditor audit") if is_operand() => &MANY,
        _ => &[],
    }
}

/// The first paragraph on one line.
fn mistake(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let line = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    line.strip_prefix(MISTAKE).unwrap_or(&line).to_owned()
}

/// The message without the value of a host, which may be an address with a password in it, and without what stands
/// before the host of any other address.
fn without_secrets(error: &Error, message: &str) -> String {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let message = match said(ContextKind::InvalidArg).starts_with(HOSTS) {
        true => message.replace(&format!("'{}' ", said(ContextKind::InvalidValue)), ""),
        false => message.to_owned(),
    };
    let mut pieces = message.split("://");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |before, piece| {
        let end = piece.find([' ', '\'', '/']).unwrap_or(piece.len());
        let host = piece[..end].rfind('@').map_or(0, |at| at + 1);
        format!("{before}://{}", &piece[host..])
    })
}

/// The command whose usage is shown: the words before its first argument.
fn command(text: &str) -> String {
    let usage = text.lines().find_map(|line| line.strip_prefix(USAGE));
    let words = usage.unwrap_or_default().split(' ');
    let name: Vec<&str> = words
        .take_while(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
        .collect();
    if name.is_empty() {
        "auditor".to_owned()
    } else {
        name.join(" ")
    }
}

#[cfg(test)]
mod tests;
