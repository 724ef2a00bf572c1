//! What git's messages on standard error mean.

use crate::error::Cause;
use wordlist::phrases;

/// Phrases in git's messages, between bars, and what they mean; the first that is found decides.
const PHRASES: [(Cause, &str); 10] = [
    (
        Cause::NeedsAuthentication,
        "could not read username|authentication failed|permission denied|host key verification failed",
    ),
    (Cause::Moved, "returned error: 30"),
    (
        Cause::NeedsAuthentication,
        "returned error: 401|returned error: 403",
    ),
    (
        Cause::NotFound,
        "returned error: 404|returned error: 410|repository not found|does not appear to be a git repository|\
         not valid: is this a git repository|' not found",
    ),
    (
        Cause::NoSuchRevision,
        "remote branch|couldn't find remote ref|not our ref|unadvertised object",
    ),
    (
        Cause::BadAddress,
        "not allowed|unable to update url base from redirection",
    ),
    (
        Cause::HostUnreachable,
        "could not resolve|timed out|connection refused|failed to connect|couldn't connect|connection reset|\
         network is unreachable|returned error: 429|returned error: 5|early eof|unexpected disconnect|\
         the remote end hung up|operation too slow|rpc failed|temporary failure",
    ),
    (Cause::Other, "no space left"),
    (Cause::TimedOut, "more processor time than allowed"),
    (Cause::TooLarge, "wrote more than allowed"),
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
        .find(|(_, phrases)| phrases.split('|').any(&meant))
        .map_or(Cause::Other, |(cause, _)| *cause)
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
