use super::*;

#[test]
fn only_named_hosts_are_cloned_from_and_only_over_what_is_named() {
    for (subject, allowed, is_fine) in [
        ("https://github.com/a/b", &[] as &[&str], true),
        ("https://github.com/a/b", &["GitHub.com"], true),
        ("a/b", &["gitlab.com", "github.com"], true),
        ("https://github.com.evil.example/a/b", &["github.com"], false),
        ("https://sub.github.com/a/b", &["github.com"], false),
        ("git@github.com:a/b", &["https://github.com"], false),
        ("git@github.com:a/b", &["ssh://github.com"], true),
        ("/", &["github.com"], true),
    ] {
        let allowed: Vec<AllowedHost> = allowed.iter().map(|text| text.parse().unwrap()).collect();
        let subject = Subject::parse(subject).unwrap();
        assert_eq!(
            refusal(&subject, &allowed).is_none(),
            is_fine,
            "{subject:?} {allowed:?}"
        );
    }
}

#[test]
fn what_is_no_host_is_refused() {
    for text in [
        "",
        "http://a.example",
        "file://a",
        "a b",
        "user@a.example",
        "a.example:8443",
        "a/b",
        "*.a.example",
    ] {
        assert!(text.parse::<AllowedHost>().is_err(), "{text}");
    }
}
