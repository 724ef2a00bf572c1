//! What was typed wrongly, told like every other complaint: one message, then hints.

use crate::complaint::Complaint;
use clap::error::{Error, ErrorKind};

/// Marks of the paragraphs that the parser of the command line writes.
const MISTAKE: &str = "error: ";
const TIP: &str = "  tip: ";
const USAGE: &str = "Usage: ";

/// The parser's error, which shows what was typed raw, in our own words.
pub(super) fn complaint(error: &Error) -> Complaint {
    let text = error.render().to_string();
    let what = match error.kind() {
        // The parser would list the hidden commands too.
        ErrorKind::MissingSubcommand => "there is no command".to_owned(),
        _ => mistake(&text),
    };
    let tips = text.lines().filter_map(|line| line.strip_prefix(TIP));
    let complaint = tips.fold(Complaint::usage(what), Complaint::hint);
    complaint.hint(format!("see `{} --help`", command(&text)))
}

/// The first paragraph on one line.
fn mistake(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let line = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    line.strip_prefix(MISTAKE).unwrap_or(&line).to_owned()
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
