//! What git's messages on standard error mean.

use crate::error::Cause;
use wordlist::phrases;

/// Phrases in git's messages, and what they mean; the first that is found decides.
const PHRASES: [(&str, Cause); 37] = [
    ("could not read username", Cause::NeedsAuthentication),
    ("authentication failed", Cause::NeedsAuthentication),
    ("permission denied", Cause::NeedsAuthentication),
    ("host key verification failed", Cause::NeedsAuthentication),
    ("returned error: 30", Cause::Moved),
    ("returned error: 401", Cause::NeedsAuthentication),
    ("returned error: 403", Cause::NeedsAuthentication),
    ("returned error: 404", Cause::NotFound),
    ("returned error: 410", Cause::NotFound),
    ("repository not found", Cause::NotFound),
    ("does not appear to be a git repository", Cause::NotFound),
    ("not valid: is this a git repository", Cause::NotFound),
    ("' not found", Cause::NotFound),
    ("remote branch", Cause::NoSuchRevision),
    ("couldn't find remote ref", Cause::NoSuchRevision),
    ("not our ref", Cause::NoSuchRevision),
    ("unadvertised object", Cause::NoSuchRevision),
    ("not allowed", Cause::BadAddress),
    ("unable to update url base from redirection", Cause::BadAddress),
    ("could not resolve", Cause::HostUnreachable),
    ("timed out", Cause::HostUnreachable),
    ("connection refused", Cause::HostUnreachable),
    ("failed to connect", Cause::HostUnreachable),
    ("couldn't connect", Cause::HostUnreachable),
    ("connection reset", Cause::HostUnreachable),
    ("network is unreachable", Cause::HostUnreachable),
    ("returned error: 429", Cause::HostUnreachable),
    ("returned error: 5", Cause::HostUnreachable),
    ("early eof", Cause::HostUnreachable),
    ("unexpected disconnect", Cause::HostUnreachable),
    ("the remote end hung up", Cause::HostUnreachable),
    ("operation too slow", Cause::HostUnreachable),
    ("rpc failed", Cause::HostUnreachable),
    ("temporary failure", Cause::HostUnreachable),
    ("no space left", Cause::Other),
    ("more processor time than allowed", Cause::TimedOut),
    ("wrote more than allowed", Cause::TooLarge),
];

/// What git's messages mean. Lines that the other side wrote are not believed.
pub(crate) fn classify(stderr: &str) -> Cause {
    let own: Vec<String> = stderr
        .lines()
        .filter(|line| !line.starts_with("remote:"))
        .map(str::to_lowercase)
        .collect();
    let meant = |phrase: &str| own.iter().any(|line| line.contains(phrase));
    PHRASES
        .iter()
        .find(|(phrase, _)| meant(phrase))
        .map_or(Cause::Other, |(_, cause)| *cause)
}

/// Phrases that come whatever went wrong.
const UNINFORMATIVE: [&str; 9] = phrases(
    "aborting due to possible repository corruption | invalid index-pack output | index-pack failed | early \
     eof | remote end hung up | could not read from remote repository | unexpected disconnect | did not send \
     all necessary objects | git upload-pack: git-pack-objects died",
);

/// Whether these words of git come whatever went wrong.
pub(crate) fn is_uninformative(line: &str) -> bool {
    let line = line.to_lowercase();
    UNINFORMATIVE.iter().any(|words| line.contains(words))
}

/// The line of git's messages that says most: one on an object, the last fatal line that says something, or the last.
pub(crate) fn decisive_line(stderr: &str) -> String {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let decisive = || lines().filter(|line| line.starts_with("fatal:") || line.starts_with("error:"));
    let telling = || decisive().filter(|line| !is_uninformative(line));
    let line = decisive()
        .find(|line| line.starts_with("error: object "))
        .or_else(|| telling().find(|line| names_an_object(line)))
        .or_else(|| telling().next_back())
        .or_else(|| decisive().next_back())
        .or_else(|| lines().next_back());
    line.map_or_else(
        || "git ended without a message".to_owned(),
        |line| format!("git says `{line}`"),
    )
}

/// Whether a full id stands in it.
fn names_an_object(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_hexdigit())
        .any(|word| matches!(word.len(), 40 | 64))
}
