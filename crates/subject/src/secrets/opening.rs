//! What a program opens its database with.

use super::fixed::{DEFAULTS, is_in_remark, stands_in, when};
use super::numbered;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The third of what a call that opens a database is given, after its address and a user: a text, or a name for one.
static OPENING: LazyLock<Regex> = LazyLock::new(|| {
    let given = r#"(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^,()"'\n]{1,80})"#;
    let text = format!(
        r#"\b(?:DriverManager\.getConnection|mysqli_connect|new mysqli|new PDO|MySQLdb\.connect|pymysql\.connect)\s{{0,4}}\(\s{{0,40}}{given}\s{{0,4}},\s{{0,40}}{given}\s{{0,4}},\s{{0,40}}(?:"(?P<double>[^"\n]{{4,200}})"|'(?P<single>[^'\n]{{4,200}})'|(?P<name>\$?[A-Za-z_][A-Za-z0-9_]{{0,60}})\s{{0,4}}[,)])"#
    );
    Regex::new(&text).expect("it is fixed and tested")
});

/// A machine, a user and a password between the same braces.
static CONNECTING: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?i)\{[^{}]{0,200}\buser(?:name)?['"]?\s{0,4}:\s{0,4}['"](?P<user>[^'"\n]{1,80})['"]\s{0,4},\s{0,40}['"]?password['"]?\s{0,4}:\s{0,4}(?:"(?P<double>[^"\n]{4,80})"|'(?P<single>[^'\n]{4,80})')[^{}]{0,200}\}"#;
    Regex::new(text).expect("it is fixed and tested")
});
/// What stands beside them where they open a database.
const CONNECTED: [&str; 3] = ["host", "server:", "port:"];

/// Places of passwords that a database is opened with: those that are kept, and those that everybody tries first.
#[derive(Default)]
pub(super) struct Opened {
    pub(super) kept: BTreeSet<usize>,
    pub(super) defaults: BTreeSet<usize>,
}

impl Opened {
    fn note(&mut self, text: &str, at: usize, value: &str, user: &str) {
        // What is put in from elsewhere is not written down here.
        if is_in_remark(text, at) || value.contains(['{', '<', '$', '%']) {
            return;
        }
        match is_kept(value, user) {
            true => self.kept.insert(at),
            false => self.defaults.insert(at),
        };
    }
}

pub(super) fn opened(text: &str) -> Opened {
    let lower = text.to_ascii_lowercase();
    let mut opened = Opened::default();
    let opens = ["getconnection", "mysqli", "new pdo", ".connect("];
    for found in when(opens.iter().any(|word| lower.contains(word)), &OPENING, text) {
        let value = found.name("double").or_else(|| found.name("single"));
        let value = value.map(|value| (value.start(), value.as_str()));
        let named = found.name("name").map(|name| name.as_str());
        if let Some((at, value)) = value.or_else(|| given(text, named?)) {
            opened.note(text, at, value, "");
        }
    }
    for found in when(may_connect(&lower), &CONNECTING, text) {
        let whole = found[0].to_ascii_lowercase();
        let value = found.name("double").or_else(|| found.name("single"));
        let is_connected = CONNECTED.iter().any(|word| whole.contains(word));
        if let Some(value) = value.filter(|_| is_connected) {
            opened.note(text, value.start(), value.as_str(), &found["user"]);
        }
    }
    opened
}

/// Lines, 1-based, at which a database is opened with a password that everybody tries first. What it guards cannot be seen: the
/// machine of whoever tries the program out, or one that all reach.
pub fn defaults(text: &str) -> Vec<u32> {
    numbered(text, opened(text).defaults)
}

/// The text that a name is given in the same file, with its place: `$password = '…'`, `define('DB_PASSWORD', '…')`.
fn given<'t>(text: &'t str, name: &str) -> Option<(usize, &'t str)> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices(name)
        .filter(|(at, _)| !text[..*at].ends_with(is_of_name))
        .find_map(|(at, _)| {
            let rest = text[at + name.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
            let rest = rest.strip_prefix(['=', ','])?.trim_start();
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let value = rest[1..].split(['\n', quote]).next()?;
            (!value.is_empty()).then(|| (text.len() - rest.len() + 1, value))
        })
}

/// Whether [`CONNECTING`] may fit in a text of small letters.
fn may_connect(lower: &str) -> bool {
    lower.contains("password") && CONNECTED.iter().any(|word| lower.contains(word))
}

/// Whether a password is more than what every machine for trying things out has.
pub(super) fn is_kept(value: &str, user: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let is_default = DEFAULTS
        .iter()
        .chain(&["root", "postgres", "mysql", "guest", "secret", "pass"]);
    let mut is_default = is_default.copied().filter(|word| lower.contains(word));
    is_default.next().is_none()
        && lower != user.to_ascii_lowercase()
        && !stands_in(value)
        && !value.contains(' ')
}

#[cfg(test)]
mod tests;
