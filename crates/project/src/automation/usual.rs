//! The command that usually does a piece of work in a language: what somebody would add who has none.

use super::Purpose;
use wordlist::Words;

/// Purpose, language, command: the tool that the language brings along, or the one in widest use.
static USUAL: Words = Words::new(|| wordlist::lines(include_str!("../../words/usual.txt")));

/// The usual commands for these languages, as the end of a sentence; nothing where none is known.
pub fn commands(purpose: Purpose, languages: &[&str]) -> String {
    let of = |language: &str| {
        let head = format!("{purpose:?} {language}: ");
        USUAL.iter().find_map(|row| row.strip_prefix(&head))
    };
    let rows = languages.iter().map(|language| Some((of(language)?, *language)));
    let mut named: Vec<(&str, &str)> = rows.flatten().collect();
    named.dedup_by_key(|(command, _)| *command);
    let named: Vec<String> = named
        .iter()
        .map(|(command, language)| format!("`{command}` for {language}"))
        .collect();
    if named.is_empty() {
        return String::new();
    }
    format!("; usual is {}", named.join(" and "))
}

#[cfg(test)]
mod tests;
