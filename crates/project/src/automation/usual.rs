//! The command that usually does a piece of work in a language: what somebody would add who has none.

use super::Purpose::{self, Format, Lint, Test, Types};

/// Purpose, language, command: the tool that the language brings along, or the one in widest use.
const USUAL: &[(Purpose, &str, &str)] = &[
    (Test, "C", "ctest"),
    (Test, "C++", "ctest"),
    (Test, "Go", "go test ./..."),
    (Test, "Java", "mvn verify"),
    (Test, "JavaScript", "npm test"),
    (Test, "Python", "pytest"),
    (Test, "Ruby", "bundle exec rake test"),
    (Test, "Rust", "cargo test"),
    (Test, "TypeScript", "npm test"),
    (Lint, "C", "clang-tidy"),
    (Lint, "C++", "clang-tidy"),
    (Lint, "Go", "go vet ./..."),
    (Lint, "Java", "mvn checkstyle:check"),
    (Lint, "JavaScript", "npx eslint ."),
    (Lint, "Python", "ruff check"),
    (Lint, "Ruby", "bundle exec rubocop"),
    (Lint, "Rust", "cargo clippy -- -D warnings"),
    (Lint, "TypeScript", "npx eslint ."),
    (Format, "C", "clang-format --dry-run --Werror"),
    (Format, "C++", "clang-format --dry-run --Werror"),
    (Format, "Go", "gofmt -d ."),
    (Format, "Java", "mvn spotless:check"),
    (Format, "JavaScript", "npx prettier --check ."),
    (Format, "Python", "ruff format --check"),
    (Format, "Ruby", "bundle exec rubocop --only Layout"),
    (Format, "Rust", "cargo fmt --check"),
    (Format, "TypeScript", "npx prettier --check ."),
    (Types, "JavaScript", "npx tsc --noEmit --checkJs"),
    (Types, "Python", "mypy ."),
    (Types, "Ruby", "bundle exec srb tc"),
    (Types, "TypeScript", "npx tsc --noEmit"),
];

/// The usual commands for these languages, as the end of a sentence; nothing where none is known.
pub fn commands(purpose: Purpose, languages: &[&str]) -> String {
    let of = |language: &&str| {
        let row = USUAL.iter().find(|row| row.0 == purpose && row.1 == *language);
        row.map(|(_, language, command)| (*command, *language))
    };
    let mut named: Vec<(&str, &str)> = languages.iter().filter_map(of).collect();
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
