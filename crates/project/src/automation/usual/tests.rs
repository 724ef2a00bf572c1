use super::*;
use crate::automation::Purpose::{Lint, Types};
use crate::automation::tools::table;

#[test]
fn every_usual_command_is_one_that_would_be_recognised_in_a_pipeline() {
    // What a script of the project runs is recognised by what stands behind it.
    let is_script = |command: &str| command.starts_with("npm ") || command.contains(" rake ");
    let rows = USUAL.iter().filter_map(|row| row.split_once(": "));
    for (head, command) in rows.filter(|row| !is_script(row.1)) {
        let (purpose, language) = head.split_once(' ').unwrap();
        let words: Vec<&str> = command
            .split(' ')
            .skip_while(|word| ["npx", "bundle", "exec"].contains(word))
            .collect();
        let is_known = table().iter().any(|tool| {
            tool.program == words[0]
                && format!("{:?}", tool.purpose) == purpose
                && tool.languages.contains(&language)
                && (tool.words.is_empty() || tool.words.iter().any(|word| words.contains(word)))
        });
        assert!(is_known, "{command} for {language}");
    }
}

#[test]
fn one_command_for_two_languages_is_named_once() {
    let both = commands(Lint, &["JavaScript", "TypeScript"]);
    assert_eq!(both, "; usual is `npx eslint .` for JavaScript");
    assert_eq!(commands(Types, &["Go"]), "");
}
