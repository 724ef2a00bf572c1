use crate::Subject;
use crate::address::{Transport, check_rev};

#[test]
fn an_address_in_each_of_the_four_forms_is_understood() {
    let table = [
        (
            "https://github.com/owner/name",
            "owner/name",
            "https://github.com/owner/name",
        ),
        (
            "https://github.com/owner/name.git",
            "owner/name",
            "https://github.com/owner/name.git",
        ),
        (
            "HTTPS://GitHub.com/owner/name/",
            "owner/name",
            "https://github.com/owner/name",
        ),
        (
            "https://gitlab.com/group/sub/name",
            "group/sub/name",
            "https://gitlab.com/group/sub/name",
        ),
        (
            "https://93.184.215.14/owner/name",
            "owner/name",
            "https://93.184.215.14/owner/name",
        ),
        ("owner/na.me", "owner/na.me", "https://github.com/owner/na.me"),
        (
            "owner/name@feature/x",
            "owner/name",
            "https://github.com/owner/name",
        ),
        (
            "git@github.com:owner/name.git",
            "owner/name",
            "git@github.com:owner/name.git",
        ),
    ];
    for (text, name, address) in table {
        let subject = Subject::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            (subject.name(), subject.address().as_str()),
            (name, address),
            "{text}"
        );
    }
    assert_eq!(
        Subject::parse("owner/name@feature/x").unwrap().rev(),
        Some("feature/x")
    );
    assert_eq!(
        Subject::parse("git@host.org:a/b").unwrap().transport(),
        Transport::Ssh
    );
}

#[test]
fn an_existing_directory_goes_before_every_other_form() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("a name with %20 and ünicode");
    std::fs::create_dir(&path).unwrap();
    let subject = Subject::parse(path.to_str().unwrap()).unwrap();
    assert_eq!(subject.transport(), Transport::File);
    assert_eq!(subject.name(), "a name with %20 and ünicode");
    assert_eq!(subject.slug(), "a-name-with--20-and--nicode");
    let url = url::Url::from_file_path(&path).unwrap();
    assert_eq!(Subject::parse(url.as_str()).unwrap(), subject);
}

#[test]
fn a_directory_whose_name_says_only_what_it_is_is_called_after_the_one_above() {
    let room = tempfile::tempdir().unwrap();
    for (path, name) in [
        ("cohort/alice/repo", "alice"),
        ("cohort/bob/Repository.git", "bob"),
        ("cohort/carol/.git", "carol"),
        ("cohort/mallory.git", "mallory"),
        ("cohort/dave/service", "service"),
        // A directory of one run is called otherwise the next time.
        ("repo", "repo"),
    ] {
        let path = room.path().join(path);
        std::fs::create_dir_all(&path).unwrap();
        let subject = Subject::parse(path.to_str().unwrap()).unwrap();
        assert_eq!(subject.name(), name, "{}", path.display());
    }
}

/// Spellings of hosts of this machine and of private networks.
const INSIDE: [&str; 28] = [
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fd00::1]",
    "[fe80::1]",
    "[::]",
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "printer.local",
    "metadata.google.internal",
    "intranet",
    "①②⑦.0.0.1",
];

/// Addresses that are options, run something, hide something or are none.
const REFUSED: [&str; 43] = [
    "",
    "-oProxyCommand=x",
    "--upload-pack=x",
    "ext::sh -c id",
    "ssh://git@github.com/owner/name",
    "git://github.com/owner/name",
    "http://github.com/owner/name",
    "https:///owner/name",
    "https://github.com",
    "https://github.com/owner",
    "https://github.com/owner/name/tree/main",
    "https://github.com/../name",
    "https://github.com/owner/..",
    "https://github.com/owner/%2e%2e/x",
    "https://github.com/-owner/name",
    "https://github.com/owner/name?x=1",
    "https://github.com/owner/name#x",
    "https://github.com\\@evil.org/a/b",
    "https://github.com:8080/owner/name",
    "https://github.com/owner/na\nme",
    "https://github.com/owner/na me",
    "https://github.com/owner/.git",
    "git@github.com/owner/name",
    "git@-oProxyCommand=x:owner/name",
    "git@127.0.0.1:owner/name",
    "git@localhost:owner/name",
    "git@github.com:-x/name",
    "root@github.com:a/b",
    "owner/name@-x",
    "owner/name@a..b",
    "owner/name@a:b",
    "owner/name@HEAD~1",
    "owner",
    "a/b/c",
    "./nowhere",
    "/nowhere/at/all",
    "https://gıthub.com/owner/name",
    "https://-tu,ht.-c.o.coco,hooooout-.com/owner/n",
    "https://evil-.example/owner/name",
    "https://evil.example../owner/name",
    "https://a..example/owner/name",
    "https://xn--gthub-n4a.com/owner/name",
    "git@a,b.example:owner/name",
];

#[test]
fn an_address_that_runs_hides_or_reaches_inside_is_refused() {
    for host in INSIDE {
        let text = format!("https://{host}/owner/name");
        assert!(Subject::parse(&text).is_err(), "{text} is accepted");
    }
    for text in REFUSED {
        assert!(Subject::parse(text).is_err(), "{text} is accepted");
    }
    let lengths = [
        format!("https://github.com/owner/{}", "x".repeat(3_000)),
        format!("https://{}.example/owner/name", "x".repeat(64)),
        format!("https://{}example/owner/name", "x.".repeat(124)),
    ];
    for text in lengths {
        assert!(Subject::parse(&text).is_err(), "{text} is accepted");
    }
}

#[test]
fn credentials_in_an_address_are_refused_and_not_repeated() {
    for text in [
        "https://ann:secret@github.com/owner/name",
        "https://secret@github.com/owner/name",
        "https://github.com\\:secret@evil.org/a/b",
        "ssh://ann:secret@github.com/owner/name",
    ] {
        let message = Subject::parse(text).unwrap_err().to_string();
        assert!(!message.contains("secret"), "{message}");
    }
}

#[test]
fn a_revision_is_a_name_and_never_an_option_or_an_expression() {
    for rev in ["main", "feature/x-1", "v1.0", "0123abc", "ünï", "refs/heads/main"] {
        assert!(check_rev(rev).is_ok(), "{rev}");
    }
    for rev in [
        "", "-x", "a/-x", "a..b", "a:b", "HEAD^", "HEAD~1", "@{1}", "@", "a b", "a\nb", "*", "a.lock", "/a",
        "a//b",
    ] {
        assert!(check_rev(rev).is_err(), "{rev}");
    }
}
