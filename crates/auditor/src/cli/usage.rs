//! What was typed wrongly, said like every other error: one message, then hints.

use crate::error::CommandError;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// Marks of the paragraphs that the parser of the command line writes.
const MISTAKE: &str = "error: ";
const TIP: &str = "  tip: ";
/// The flag whose values may hold passwords by mistake.
const HOSTS: &str = "--hosts";
const USAGE: &str = "Usage: ";

/// The parser's error, which shows what was typed raw, in our own words.
pub(super) fn in_our_words(error: &Error) -> CommandError {
    let text = error.render().to_string();
    let what = match error.kind() {
        // The parser would list the hidden commands too.
        ErrorKind::MissingSubcommand => "there is no command".to_owned(),
        _ => without_secrets(error, &mistake(&text)),
    };
    let tips = text.lines().filter_map(|line| line.strip_prefix(TIP));
    let error = CommandError::usage(what).hints(tips);
    error.hint(format!("see `{} --help`", command(&text)))
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
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn a_password_in_an_address_is_not_repeated() {
        for typed in [
            ["audit", ".", "--hosts", "https://u:hunter2@x"].as_slice(),
            &["audit", ".", "--hosts", "u:hunter2@x"],
            &["audit", ".", "--hosts", "https://u:hunter2,y@x"],
            &["audit", ".", "--hosts=https://u:hunter2/@x"],
            &["audit", ".", "https://u:hunter2@x/a/b"],
        ] {
            let all = [&["auditor"], typed].concat();
            let error = Cli::command().try_get_matches_from(all).unwrap_err();
            let said = in_our_words(&error).to_string();
            assert!(!said.contains("hunter2"), "{said}");
        }
        let typed = ["auditor", "audit", ".", "--hosts", "u@x"];
        let error = Cli::command().try_get_matches_from(typed).unwrap_err();
        let said = in_our_words(&error).to_string();
        assert!(
            said.contains("invalid value for '--hosts <LIST>': write HOST"),
            "{said}"
        );
    }

    #[test]
    fn a_rubric_without_a_name_is_a_mistake_and_not_a_choice() {
        let typed = ["auditor", "audit", ".", "--rubric", ""];
        let error = Cli::command().try_get_matches_from(typed).unwrap_err();
        let said = in_our_words(&error);
        assert_eq!(said.kind, crate::error::ErrorKind::Usage);
        assert!(said.what.contains("'--rubric <NAME|FILE>'"), "{said}");
    }
}
