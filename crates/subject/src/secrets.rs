//! Secrets of a subject are never told on: what looks like one is masked wherever something is quoted.

mod fixed;

pub use fixed::fixed;

use aho_corasick::AhoCorasick;
use court::evidence::Place;
use regex::{Captures, Regex};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

/// Characters of a secret that stay, so that its owner knows which one it is.
const SHOWN_CHARS: usize = 4;

/// Formats that providers gave their secrets, and secrets by where they stand; the group `secret` is masked.
const FORMATS: [&str; 21] = [
    r"(?P<secret>\b(?:do[op]_v1_[a-f0-9]{64}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sq0csp-[A-Za-z0-9_-]{40,}|xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}|dapi[a-f0-9]{32}|hvs\.[A-Za-z0-9_-]{24,}|pscale_(?:tkn|pw)_[A-Za-z0-9_.-]{32,}|lin_api_[A-Za-z0-9]{40}|glsa_[A-Za-z0-9]{32}_[a-f0-9]{8})\b)",
    r"(?P<secret>https://(?:hooks\.slack\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{20,}|discord(?:app)?\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,}))",
    r"(?P<secret>\b(?:AKIA|ASIA)[0-9A-Z]{16}\b)",
    r"(?P<secret>\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}))",
    r"(?P<secret>\bsk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{20,})",
    r"(?P<secret>\b(?:gsk_[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}))",
    r"(?P<secret>\bAIza[0-9A-Za-z_-]{35})",
    r"(?P<secret>\bxox[abeoprs]-[A-Za-z0-9-]{10,})",
    r"(?P<secret>\b[rs]k_(?:live|test)_[0-9A-Za-z]{20,})",
    r"(?P<secret>\blsv2_(?:pt|sk)_[A-Za-z0-9_]{20,})",
    r"(?P<secret>\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64})",
    r"(?i)\b(?:Account|SharedAccess)Key=(?P<secret>[A-Za-z0-9+/]{40,100}={0,2})",
    r"(?P<secret>\bya29\.[A-Za-z0-9_-]{20,})",
    r"(?P<secret>\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})",
    r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?P<secret>[A-Za-z0-9+/=\s\\]{16,})",
    r"://[^/\s:@]{1,80}:(?P<secret>[^@/\s]{3,120})@",
    r"(?P<secret>\b(?:SK|AC)[0-9a-f]{32}\b)",
    r"(?i)\bBearer\s{1,4}(?P<secret>[A-Za-z0-9._~+/=-]{12,2000})",
    r#"\b[A-Z0-9_]{0,40}(?:KEY|SECRET|TOKEN|PASSWORD)=(?P<secret>[^\s#'"`$<>]{12,200})"#,
    r#"(?i)(?:api[_-]?key|secret|token|passw(?:or)?d|credential)[a-z_]{0,20}["']?\s{0,4}[:=]\s{0,4}["'](?P<secret>[^"'\s]{12,200})["']"#,
    r"(?im)^[A-Z0-9_]{0,40}(?:KEY|SECRET|TOKEN|PASSWORD)=(?P<secret>[^\s#'$<]{12,200})$",
];

/// The words without which a format fits nowhere, whatever their case, in the order of the formats.
const NEEDS: [&[&str]; FORMATS.len()] = [
    &[
        "doo_v1_", "dop_v1_", "shpat_", "shpca_", "shppa_", "shpss_", "sq0csp-", "xkeysib-", "dapi", "hvs.",
        "pscale_", "lin_api_", "glsa_",
    ],
    &["hooks.slack.com", "/api/webhooks/"],
    &["akia", "asia"],
    &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"],
    &["sk-"],
    &["gsk_", "hf_", "npm_", "pypi-"],
    &["aiza"],
    &["xox"],
    &["k_live_", "k_test_"],
    &["lsv2_"],
    &["sg."],
    &["accountkey=", "sharedaccesskey="],
    &["ya29."],
    &["eyj"],
    &["private key-----"],
    &["://"],
    &[
        "sk0", "sk1", "sk2", "sk3", "sk4", "sk5", "sk6", "sk7", "sk8", "sk9", "ska", "skb", "skc", "skd",
        "ske", "skf", "ac0", "ac1", "ac2", "ac3", "ac4", "ac5", "ac6", "ac7", "ac8", "ac9", "aca", "acb",
        "acc", "acd", "ace", "acf",
    ],
    &["bearer"],
    &["key=", "secret=", "token=", "password="],
    &[
        "apikey",
        "api_key",
        "api-key",
        "secret",
        "token",
        "passwd",
        "password",
        "credential",
    ],
    &["key=", "secret=", "token=", "password="],
];
/// Letters that a format without case takes for `k` and `s`: where one stands, every format is tried.
const FOLDED: [&str; 2] = ["\u{212a}", "\u{17f}"];

/// The needs of all formats as one automaton, with the formats that each word is needed by, as bits.
static NEEDED: LazyLock<(AhoCorasick, Vec<u32>)> = LazyLock::new(|| {
    let mut owners: BTreeMap<&str, u32> = FOLDED.map(|letter| (letter, u32::MAX)).into();
    for (format, words) in NEEDS.iter().enumerate() {
        for word in *words {
            *owners.entry(word).or_default() |= 1 << format;
        }
    }
    let search = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(owners.keys());
    (
        search.expect("the words are fixed and tested"),
        owners.into_values().collect(),
    )
});

/// The formats, each compiled when a text has what it needs: most texts have none of it.
static COMPILED: [OnceLock<Regex>; FORMATS.len()] = [const { OnceLock::new() }; FORMATS.len()];

/// The first formats, as many as are asked for, that may fit somewhere in a text, in their order.
fn likely(text: &str, first: usize) -> impl Iterator<Item = &'static Regex> {
    let (search, owners) = &*NEEDED;
    let all = u32::MAX >> (u32::BITS as usize - first);
    let mut found = 0;
    for word in search.find_overlapping_iter(text) {
        found |= owners[word.pattern().as_usize()] & all;
        if found == all {
            break;
        }
    }
    (0..first)
        .filter(move |format| found >> format & 1 == 1)
        .map(compiled)
}

fn compiled(format: usize) -> &'static Regex {
    COMPILED[format].get_or_init(|| Regex::new(FORMATS[format]).expect("the formats are fixed and tested"))
}

/// So many of the formats are a provider's own or that of a key: what has one of them is a secret, whatever it is
/// called.
const CERTAIN: usize = 15;

/// Lines, 1-based, at which something stands that has the format of a secret.
pub fn lines(text: &str) -> Vec<u32> {
    let found = likely(text, CERTAIN).flat_map(|format| format.captures_iter(text));
    let secrets = found.filter_map(|found| found.name("secret"));
    let live = secrets.filter(|secret| is_secret(secret.as_str()) && is_random(secret.as_str()));
    numbered(text, live.map(|secret| secret.start()).collect())
}

/// The lines of places in a text, in one walk: a file can be full of secrets.
fn numbered(text: &str, places: BTreeSet<usize>) -> Vec<u32> {
    let (mut line, mut from) = (1, 0);
    let mut lines: Vec<u32> = places
        .into_iter()
        .map(|at| {
            let breaks = text.as_bytes()[from..at].iter().filter(|byte| **byte == b'\n');
            line += u32::try_from(breaks.count()).unwrap_or(u32::MAX);
            from = at;
            line
        })
        .collect();
    lines.dedup();
    lines
}

/// Whether its characters are as many different ones as chance would give. Stand-ins repeat or count up:
/// `AKIA1234567890123456`, `ghp_aaaa…`.
fn is_random(secret: &str) -> bool {
    let bytes: Vec<u8> = secret.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let distinct = bytes.iter().collect::<BTreeSet<_>>().len();
    let pairs = bytes
        .windows(2)
        .filter(|pair| pair[1] == pair[0] || pair[1] == pair[0].wrapping_add(1));
    let runs = pairs.count();
    distinct >= DISTINCT_MIN && runs * RUNS_PART_MAX < bytes.len()
}

/// Different letters and digits that even a short secret has.
const DISTINCT_MIN: usize = 9;
/// At most one in so many characters of a secret follows the one before it in the alphabet or repeats it.
const RUNS_PART_MAX: usize = 4;

/// The text with what looks like a secret masked.
#[must_use]
pub fn mask(text: &str) -> Cow<'_, str> {
    likely(text, FORMATS.len()).fold(Cow::Borrowed(text), |text, format| {
        match format.replace_all(&text, masked) {
            Cow::Borrowed(_) => text,
            Cow::Owned(masked) => Cow::Owned(masked),
        }
    })
}

/// A place without secrets in its names.
pub fn mask_place(place: Place) -> Place {
    let name = |name: String| mask(&name).into_owned();
    match place {
        Place::Lines { path, first, last } => Place::Lines {
            path: name(path),
            first,
            last,
        },
        Place::File(path) => Place::File(name(path)),
        Place::Ref(full) => Place::Ref(name(full)),
        Place::Page { document, page } => Place::Page {
            document: name(document),
            page,
        },
        Place::Passage {
            document,
            first,
            last,
        } => Place::Passage {
            document: name(document),
            first,
            last,
        },
        commit @ Place::Commit(_) => commit,
    }
}

/// A value with all its texts masked.
pub fn mask_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(mask(&text).into_owned()),
        Value::Array(items) => items.into_iter().map(mask_value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| (key, mask_value(value)));
            Value::Object(fields.collect())
        }
        other => other,
    }
}

fn masked(found: &Captures<'_>) -> String {
    let (whole, secret) = (&found[0], &found["secret"]);
    if !is_secret(secret) {
        return whole.to_owned();
    }
    let shown: String = secret.trim_start().chars().take(SHOWN_CHARS).collect();
    whole.replace(secret, &format!("{shown}…(secret masked)"))
}

/// Whether this is no stand-in: it mixes letters with digits or signs, and says nothing.
fn is_secret(text: &str) -> bool {
    let lower = text.to_lowercase();
    let stands_in = [
        "your",
        "example",
        "xxxx",
        "changeme",
        "placeholder",
        "dummy",
        "os.environ",
        "getenv",
        "secret masked",
        "…",
        "****",
        "{",
        "<",
    ]
    .iter()
    .any(|word| lower.contains(word));
    let has = |kind: fn(char) -> bool| text.chars().any(kind);
    !stands_in
        && has(char::is_alphabetic)
        && (has(|c| c.is_ascii_digit())
            || text.len() < 12 && has(|c| !c.is_alphanumeric())
            || text.len() >= 32)
}

#[cfg(test)]
mod tests;
