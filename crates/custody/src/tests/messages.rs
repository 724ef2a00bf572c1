use crate::Cause;
use crate::error::printable;
use crate::git::messages::classify;

#[test]
fn what_git_says_tells_why_it_failed_and_whether_to_try_again() {
    use Cause::{HostUnreachable, NeedsAuthentication, NoSuchRevision, NotFound, Other};
    let table = [
        (
            "fatal: unable to access 'https://h/': Could not resolve host: h",
            HostUnreachable,
        ),
        (
            "fatal: unable to access 'https://h/': Failed to connect to h port 443 after 3 ms",
            HostUnreachable,
        ),
        (
            "fatal: unable to access 'https://h/': The requested URL returned error: 503",
            HostUnreachable,
        ),
        (
            "error: RPC failed; curl 56 Recv failure: Connection reset by peer",
            HostUnreachable,
        ),
        (
            "fetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF",
            HostUnreachable,
        ),
        (
            "ssh: connect to host h port 22: Connection timed out",
            HostUnreachable,
        ),
        (
            "fatal: could not read Username for 'https://h': terminal prompts disabled",
            NeedsAuthentication,
        ),
        (
            "git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.",
            NeedsAuthentication,
        ),
        (
            "fatal: unable to access 'https://h/': The requested URL returned error: 403",
            NeedsAuthentication,
        ),
        ("fatal: repository 'https://h/a/b/' not found", NotFound),
        (
            "ERROR: Repository not found.\nfatal: Could not read from remote repository.",
            NotFound,
        ),
        (
            "fatal: Remote branch x not found in upstream origin",
            NoSuchRevision,
        ),
        (
            "fatal: remote error: upload-pack: not our ref 0123",
            NoSuchRevision,
        ),
        (
            "remote: Connection reset, repository not found\nfatal: something else",
            Other,
        ),
        ("", Other),
    ];
    for (stderr, cause) in table {
        assert_eq!(classify(stderr), cause, "{stderr}");
        assert_eq!(cause.is_transient(), cause == HostUnreachable);
    }
}

#[test]
fn messages_from_outside_are_one_line_without_control_characters() {
    let line = printable("a\u{1b}[31m\nb\u{202e}c\rd");
    assert!(
        !line.contains(char::is_control) && !line.contains('\u{202e}'),
        "{line}"
    );
    assert!(line.starts_with('a') && line.ends_with('d'));
}
