//! Passwords and keys of frameworks that are written down where the program reads them.

use super::nested::is_elsewhere;
use super::opening::{is_kept, opened};
use super::{FOLDED, is_random, is_secret, numbered};
use regex::{Captures, Regex};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use wordlist::{Words, array};

/// A name for what signs sessions or opens an account, and the text that it is given: `SECRET_KEY = "…"`, `pass: '…'`,
/// `define('DB_PASSWORD', '…')`, `config.secret_token = '…'` of Rails. Other names (tokens, client keys) are often meant to be seen.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?P<name>[A-Za-z0-9_.-]{0,40}(?:secret[_-]?key(?:[_-]?[a-z0-9]{1,6}){0,2}|(?:cookie|session|jwt|app)[_-]?secret|config\.secret_token|crypto[_-]?key|passw(?:or)?d|passwd|pass))";
    let text = format!(
        r#"(?i)(?:^|[^A-Za-z0-9_]){name}["']?\]?\s{{0,20}}(?:=|:|,|=>)\s{{0,20}}(?P<bytes>\[\]byte\()?(?:"(?P<double>[^"\n]{{6,600}})"|'(?P<single>[^'\n]{{6,600}})')"#
    );
    Regex::new(&text).expect("it is fixed and tested")
});

/// A key that signs or a password on a line of its own in a file of settings, without quotes: `signing_key: …`, `JWT_SECRET=…`.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"[a-z0-9_.-]{0,40}(?:(?:secret|signing|jwt|master|encryption)[_.-]?key|(?:cookie|session|jwt|app)[_.-]?secret|passw(?:or)?d|passwd)";
    let text = format!(
        r#"(?im)^[ \t]{{0,40}}(?:export )?{name}[ \t]?[:=][ \t]{{0,8}}(?P<value>[^\s"'`]{{20,200}})[ \t]*\r?$"#
    );
    Regex::new(&text).expect("it is fixed and tested")
});

/// A key that signs sessions or tokens, in a file with the variables that a program is started with: however short, it is the key.
static STARTED_WITH: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?im)^[ \t]{0,8}(?:export )?[a-z0-9_]{0,40}(?:(?:jwt|session|cookie|app|token|auth|client)_?secret(?:_key)?|(?:^|_)secret_key)=["']?(?P<value>[^\s"'`$<{]{4,200})["']?[ \t]*\r?$"#;
    Regex::new(text).expect("it is fixed and tested")
});

/// What a provider of mail gives programs, in such a file: four groups of four letters.
static MAILED_WITH: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?m)^[ \t]{0,8}(?:export )?\w{0,40}(?i:pass(?:word)?)=["']?(?P<value>[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4})["']?[ \t]*\r?$"#;
    Regex::new(text).expect("it is fixed and tested")
});

/// An address with a password for a machine elsewhere: `mongodb+srv://user:…@cluster.example.net`.
static ADDRESSED: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"\b[a-z][a-z0-9+]{2,20}://[^/\s:@'\x22<>{}$]{1,80}:(?P<secret>[^@/\s'\x22<>{}$]{6,120})@(?P<host>[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,8})";
    Regex::new(text).expect("it is fixed and tested")
});

/// What a database elsewhere is opened with, in the words of its library: `host=db.example.net user=… password=…`.
static DESCRIBED: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?i)\bhost=(?P<host>[a-z0-9.-]{3,200})(?:\s[a-z_]{2,30}=[^\s'"`;]{1,120}){0,8}\spassword=(?P<secret>[^\s'"`;]{4,200})"#;
    Regex::new(text).expect("it is fixed and tested")
});

/// What signs sessions or tokens, handed to the library that does it: whoever reads the program can sign, however random
/// it looks. `session({ secret: '…' })`, `jwt.sign(user, '…')`, `app.config['SECRET_KEY'] = '…'`.
static SIGNING: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?x)
        (?: \b(?:session|cookieSession|expressSession|expressJwt|expressjwt|jwt|JwtModule\.register) \s{0,4} \( \s{0,20} \{ [^{}]{0,400}? \bsecret \s{0,4} : \s{0,4}
          | \bsecretOrKey \s{0,4} : \s{0,4}
          | \b(?:cookieParser) \s{0,4} \( \s{0,4}
          | \bjwt\.(?:sign|verify|encode|decode) \( \s{0,4} (?: \{[^{}()\n]{0,160}\} | [^,(){}\n]{1,80} ) , \s{0,4} (?:key\s?=\s?)?
          | \b(?:app|application|server)\.secret_key \s{0,4} = \s{0,4}
          | \bconfig\[['"](?:JWT_)?SECRET(?:_KEY)?['"]\] \s{0,4} = \s{0,4} )
        (?: "(?P<double>[^"\n]{4,200})" | '(?P<single>[^'\n]{4,200})' )"#;
    Regex::new(text).expect("it is fixed and tested")
});

/// An account that the program itself lets in: `email === 'a@shop.io' && password === '…'`.
static COMPARED: LazyLock<Regex> = LazyLock::new(|| {
    let is = |name: &str, value: &str| {
        format!(
            r#"{name}\s{{0,4}}(?:={{2,3}}|\.(?:equals|eql\?)\()\s{{0,4}}(?:"(?:{value})"|'(?:{value})')\)?"#
        )
    };
    let (user, password) = (
        is(r"\b(?:user(?:_?name)?|e?_?mail|login)", r"[^'\x22\n]{3,80}"),
        is(r"[\w.]{0,40}passw(?:or)?d", r"(?P<VALUE>[^'\x22\n]{4,80})"),
    );
    let password = password
        .replacen("VALUE", "double", 1)
        .replacen("VALUE", "single", 1);
    let text = format!(r"(?i){user}\s{{0,20}}(?:&&|\band\b)\s{{0,20}}{password}");
    Regex::new(&text).expect("it is fixed and tested")
});

/// A text that says itself that it is a secret: `SECRET_TOKEN_f8ed84e8…`.
static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"['"](?P<value>(?i:secret)[A-Za-z_-]{0,20}[_-][0-9a-f]{32,128})['"]"#;
    Regex::new(text).expect("it is fixed and tested")
});

/// Words of which stand-ins and names are made, and machines that are no place.
static STAND_INS: Words = Words::new(|| wordlist::words(include_str!("../../words/fixed_stand_ins.txt")));

/// Lines, 1-based, at which a password or a framework's key is written down.
pub fn fixed(text: &str) -> Vec<u32> {
    let lower = text.to_ascii_lowercase();
    if !const { array::<10>("pass secret key jwt. cookieparser :// getconnection mysqli pdo .connect(") }
        .iter()
        .any(|word| lower.contains(word))
    {
        return Vec::new();
    }
    // Letters that an expression without case takes for `k` and `s`.
    let is_folded = FOLDED.iter().any(|letter| lower.contains(letter));
    let named = when(is_folded || may_name(&lower), &NAMED, text).filter_map(|found| {
        let value = found.name("double").or_else(|| found.name("single"))?;
        // What is made bytes is handed to what signs, whatever words it is made of.
        let signs = || found["name"].to_ascii_lowercase().contains("secret");
        let is_handed = || found.name("bytes").is_some() && signs() && is_written(value.as_str());
        ((is_fixed(&found["name"], value.as_str()) || is_handed()) && !is_in_remark(text, value.start()))
            .then(|| value.start())
    });
    let signing = when(may_sign(text), &SIGNING, text).filter_map(|found| {
        let value = found.name("double").or_else(|| found.name("single"))?;
        let is_own = !stands_in(value.as_str()) && !value.as_str().contains(['{', '<', '$', '%']);
        (is_own && is_run(text, value.start() - 1)).then(|| value.start())
    });
    let compared = when(may_compare(&lower), &COMPARED, text).filter_map(|found| {
        let value = found.name("double").or_else(|| found.name("single"))?;
        let is_own = !value.as_str().contains(['{', '<', '$', '%']);
        (is_own && !is_in_remark(text, value.start())).then(|| value.start())
    });
    let tells = lower.contains("\"secret") || lower.contains("'secret");
    let told = when(is_folded || tells, &TOLD, text).filter_map(|found| {
        let value = found.name("value")?;
        (!stands_in(value.as_str()) && is_random(value.as_str())).then(|| value.start())
    });
    let addressed = when(may_address(text), &ADDRESSED, text).filter_map(|found| {
        let secret = found.name("secret")?;
        let is_live = is_secret(secret.as_str()) && !stands_in(secret.as_str()) && !stands_in(&found["host"]);
        is_live.then(|| secret.start())
    });
    let described = when(
        lower.contains("host=") && lower.contains("password="),
        &DESCRIBED,
        text,
    )
    .filter_map(|found| {
        let secret = found.name("secret")?;
        let is_live =
            is_elsewhere(&found["host"]) && is_kept(secret.as_str(), "") && is_secret(secret.as_str());
        (is_live && !is_in_remark(text, secret.start())).then(|| secret.start())
    });
    let places: BTreeSet<usize> = named
        .chain(described)
        .chain(signing)
        .chain(compared)
        .chain(opened(text).kept)
        .chain(told)
        .chain(addressed)
        .collect();
    numbered(text, places)
}

/// Lines, 1-based, of settings at which a key that signs, or a password, stands without quotes.
pub fn bare(text: &str) -> Vec<u32> {
    let may_be = ["key", "secret", "passw", "KEY", "SECRET", "PASSW"]
        .iter()
        .any(|word| text.contains(word));
    let found = when(may_be, &BARE, text).filter_map(|found| found.name("value"));
    let places = found
        .filter(|value| is_bare(value.as_str()))
        .map(|value| value.start());
    numbered(text, places.collect())
}

/// Lines, 1-based, of a file with a program's variables (`.env`) at which a key that signs stands.
pub fn started_with(text: &str) -> Vec<u32> {
    let may_be = text.contains("SECRET") || text.contains("secret");
    let mails = text.contains("PASS") || text.contains("pass");
    let mailed = when(mails, &MAILED_WITH, text).filter_map(|found| found.name("value"));
    let found = when(may_be, &STARTED_WITH, text).filter_map(|found| found.name("value"));
    let own = found.chain(mailed).filter(|value| !stands_in(value.as_str()));
    numbered(text, own.map(|value| value.start()).collect())
}

/// Where an expression fits. It is only built where it may: that takes longer than to look through a hundred files.
pub(super) fn when<'t>(
    may_fit: bool,
    expression: &'static LazyLock<Regex>,
    text: &'t str,
) -> impl Iterator<Item = Captures<'t>> {
    may_fit
        .then(|| expression.captures_iter(text))
        .into_iter()
        .flatten()
}

/// What goes on behind the stem of a name at most: `_key` and two numbers.
const NAME_BYTES_MAX: usize = 4 + 2 * 7;
/// Longest part of an address between the scheme and the host.
const ADDRESS_CHARS_MAX: usize = 80 + 1 + 120 + 1;

/// Whether [`NAMED`] may fit in a text of small letters: a name goes on to its end, then to a sign and a quote.
fn may_name(lower: &str) -> bool {
    let is_named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_given = |end: usize| {
        let name = lower.as_bytes()[end..].iter().take(NAME_BYTES_MAX);
        let rest = &lower[end + name.take_while(|byte| is_named(byte)).count()..];
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let rest = rest.strip_prefix(']').unwrap_or(rest).trim_start();
        let value = rest.strip_prefix([':', ',', '=']);
        let value = value.map(|value| value.strip_prefix('>').unwrap_or(value).trim_start());
        let value = value.map(|value| value.strip_prefix("[]byte(").unwrap_or(value));
        value.is_some_and(|value| value.starts_with(['"', '\'']))
    };
    let ends = |stem| lower.match_indices(stem).map(|(at, stem)| at + stem.len());
    ["pass", "secret", "crypto"]
        .into_iter()
        .any(|stem| ends(stem).any(is_given))
}

/// Whether [`SIGNING`] may fit in a text.
fn may_sign(text: &str) -> bool {
    let has = |word: &str| text.contains(word);
    let is_handed = || ["ession", "jwt", "Jwt"].into_iter().any(has);
    ["cookieParser", "jwt.", ".secret_key", "secretOrKey"]
        .into_iter()
        .any(has)
        || has("secret") && is_handed()
        || has("SECRET") && has("config[")
}

/// Whether [`COMPARED`] may fit in a text of small letters.
fn may_compare(lower: &str) -> bool {
    let compares = ["==", ".equals(", ".eql?("]
        .iter()
        .any(|sign| lower.contains(sign));
    lower.contains("passw") && compares
}

/// Whether [`ADDRESSED`] may fit in a text: behind the scheme comes a sign before a path, a blank or the end of a text.
fn may_address(text: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || "/@'\"<>{}$".contains(c);
    text.match_indices("://").any(|(at, scheme)| {
        let mut rest = text[at + scheme.len()..].chars().take(ADDRESS_CHARS_MAX);
        rest.find(|c| ends(*c)) == Some('@')
    })
}

/// Words that end like a password's name and open nothing.
const OTHER_WORDS: [&str; 5] = ["bypass", "compass", "encompass", "overpass", "surpass"];

/// Parts of passwords that everybody tries first: accounts to look around with have them, and they are no secrets.
pub(super) const DEFAULTS: [&str; 5] = ["admin", "demo", "1234", "qwerty", "welcome"];

/// Whether a value stands for nothing else: it is no stand-in, no template and no address.
fn is_written(value: &str) -> bool {
    !stands_in(value) && !is_filled_in(value) && !value.contains("://")
}

/// Whether a value is what the name promises, and no word, pattern or path.
fn is_fixed(name: &str, value: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    if OTHER_WORDS.iter().any(|word| lower.ends_with(word)) {
        return false;
    }
    let signs = ["secret", "key"].iter().any(|word| lower.contains(word));
    if !is_written(value) {
        return false;
    }
    if signs && value.len() >= LONG {
        return is_random(value);
    }
    if DEFAULTS
        .iter()
        .any(|word| value.to_ascii_lowercase().contains(word))
    {
        return false;
    }
    let has = |kind: fn(char) -> bool| value.chars().any(kind);
    let mixes = has(|c| c.is_ascii_alphabetic()) && has(|c| c.is_ascii_digit());
    is_app_password(value)
        || mixes
            && value.len() >= SHORT
            && value
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!@#&-_.".contains(c))
}

/// Whether a text has places that are filled in. The signs of such places also stand in keys that are drawn from all signs, between many others.
pub(super) fn is_filled_in(value: &str) -> bool {
    let signs = value
        .chars()
        .filter(|c| SIGNS.contains(*c))
        .collect::<BTreeSet<_>>();
    value.contains(['{', '<']) || value.contains(['$', '%']) && signs.len() < SIGNS_MIN
}

/// Signs of which keys are drawn and names are not made.
const SIGNS: &str = "!@#$%^&*(";

/// Whether a quote begins a text that a program uses. Within another text (`'cookieParser("…") required'`) or in a remark it shows how
/// something is written.
fn is_run(text: &str, quote: usize) -> bool {
    let line = text[..quote].rsplit('\n').next().unwrap_or_default();
    let other = if text[quote..].starts_with('"') {
        ['\'', '`']
    } else {
        ['"', '`']
    };
    let is_within = other.iter().any(|sign| line.matches(*sign).count() % 2 == 1);
    !is_within && !is_in_remark(text, quote)
}

/// Whether a place stands on a line that is a remark. What a name is given there is switched off, or shows how it is written:
/// generators leave such lines with keys that nothing ever signed with.
pub(super) fn is_in_remark(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default().trim_start();
    REMARKS.iter().any(|sign| line.starts_with(sign))
}

/// What remarks begin with, in one language or another.
const REMARKS: [&str; 6] = ["//", "/*", "*", "#", "--", "<!--"];

/// Whether what stands without quotes is a text by chance, and no name, call, template or address.
pub(super) fn is_bare(value: &str) -> bool {
    let has = |kind: fn(&char) -> bool| value.chars().filter(kind).count();
    let is_template = ["${", "$(", "{{", "<%", "://", "()", "::"]
        .iter()
        .any(|sign| value.contains(sign));
    let is_part = value.starts_with(['$', '{', '<', '%', '&', '*', '/', '.', '@', '['])
        || value.ends_with([')', ']', '}']);
    let signs = has(|c| c.is_ascii_punctuation() && !matches!(c, '_' | '.' | '-' | '/' | '=' | '+'));
    let is_mixed = has(char::is_ascii_digit) > 0 && has(char::is_ascii_alphabetic) > 0;
    let is_code = value.contains(['.', '_', '(', ',']) && signs < SIGNS_MIN;
    is_mixed && !is_template && !is_part && !is_code && !stands_in(value) && is_random(value)
}

/// So many signs stand in no name and no call.
const SIGNS_MIN: usize = 4;

/// Four groups of four letters: what a provider of mail gives programs.
fn is_app_password(value: &str) -> bool {
    let groups: Vec<&str> = value.split(' ').collect();
    groups.len() == 4
        && groups
            .iter()
            .all(|group| group.len() == 4 && group.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// From this length on chance shows in a text.
const LONG: usize = 20;
/// Shortest password that is told from a word with a number.
const SHORT: usize = 8;

pub(super) fn stands_in(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    STAND_INS.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests;
