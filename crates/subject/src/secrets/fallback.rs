//! Keys that sign, which a program reads from its environment and else has one of its own.

use super::numbered;
use regex::Regex;
use std::sync::LazyLock;

/// A variable of the environment that is named for a key that signs, and the text that stands in for it:
/// `process.env.JWT_SECRET || '…'`, `os.getenv("SECRET_KEY", "…")`, `ENV.fetch('SECRET_KEY_BASE', '…')`.
static FALLEN_BACK: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?i:[A-Z0-9_]{0,40}(?:(?:JWT|SESSION|COOKIE|TOKEN|APP|AUTH)_?SECRET(?:_KEY)?|SECRET_KEY(?:_BASE)?|(?:JWT|SIGNING)_KEY)|SECRET)";
    let read = format!(
        r#"(?:process\.env(?:\??\.{name}|\[['"]{name}['"]\])|(?:os\.(?:getenv|environ\.get)|getenv|System\.getenv|env|ENV\.fetch|ENV\[)\s{{0,4}}\(?\s{{0,4}}['"]{name}['"]\s{{0,4}}[\])]?)"#
    );
    let text = format!(
        r#"{read}\s{{0,20}}(?:\|\||\?\?|,|\bor\b|\?:)\s{{0,20}}(?:"(?P<double>[^"\n]{{1,200}})"|'(?P<single>[^'\n]{{1,200}})')"#
    );
    Regex::new(&text).expect("it is fixed and tested")
});

/// Lines, 1-based, at which a text of the program signs where the environment has no key.
pub fn fallbacks(text: &str) -> Vec<u32> {
    if !text.contains("env") && !text.contains("ENV") {
        return Vec::new();
    }
    let found = FALLEN_BACK.captures_iter(text);
    let places = found.filter_map(|found| found.name("double").or_else(|| found.name("single")));
    numbered(text, places.map(|value| value.start()).collect())
}
