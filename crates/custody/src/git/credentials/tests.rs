use super::*;

fn among(host: &str, variables: &[(&str, &str)]) -> Result<Option<Credentials>, CustodyError> {
    Credentials::among(host, |wanted| {
        let found = variables.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| value.into())
    })
}

/// The host and the decoded user and token.
fn shown(host: &str, variables: &[(&str, &str)]) -> Option<String> {
    match among(host, variables).unwrap()? {
        Credentials::Header { host, value } => {
            let code = value.strip_prefix("Authorization: Basic ").unwrap();
            Some(format!(
                "{host} {}",
                String::from_utf8(STANDARD.decode(code).unwrap()).unwrap()
            ))
        }
        Credentials::Helper(helper) => Some(helper.into_string().unwrap()),
    }
}

#[test]
fn a_token_is_shown_to_its_own_host_alone() {
    let all = [
        ("GITHUB_TOKEN", "gh"),
        ("GITLAB_TOKEN", "gl"),
        ("AUDITOR_TOKEN", "own"),
    ];
    let elsewhere = [
        ("AUDITOR_TOKEN", "own"),
        ("AUDITOR_TOKEN_HOST", "git.example.org"),
    ];
    let helped = [("AUDITOR_CREDENTIAL_HELPER", "store")];
    for (host, variables, expected) in [
        ("github.com", &all[..2], Some("github.com x-access-token:gh")),
        ("github.com", &all[..], Some("github.com x-access-token:own")),
        ("gitlab.com", &all[..], Some("gitlab.com oauth2:gl")),
        ("git.example.org", &all[..], None),
        (
            "git.example.org",
            &elsewhere[..],
            Some("git.example.org x-access-token:own"),
        ),
        ("github.com", &elsewhere[..], None),
        ("evil-github.com", &all[..], None),
        ("github.com.evil.example", &all[..], None),
        ("git.example.org", &helped[..], Some("store")),
    ] {
        assert_eq!(
            shown(host, variables).as_deref(),
            expected,
            "{host} {variables:?}"
        );
    }
}

#[test]
fn what_cannot_be_a_token_is_refused_without_being_shown() {
    for token in [
        "a b",
        "a\nHost: evil.example",
        "\u{e9}t\u{e9}",
        " ",
        &"a".repeat(9_000),
    ] {
        let error = among("github.com", &[("GITHUB_TOKEN", token)]).unwrap_err();
        let told = format!("{error} {error:?}");
        assert!(
            told.contains("GITHUB_TOKEN") && (token == " " || !told.contains(token)),
            "{told}"
        );
    }
}

#[test]
fn a_secret_is_in_no_argument_and_is_not_printed() {
    let secret = among("github.com", &[("GITHUB_TOKEN", "s3cr3t")])
        .unwrap()
        .unwrap();
    let mut call = Call::reading(["clone"], std::time::Duration::from_secs(1), 1);
    secret.add_to(&mut call);
    let code = STANDARD.encode("x-access-token:s3cr3t");
    assert!(!format!("{:?} {:?} {secret:?}", call.arguments, call.settings).contains(&code));
    let told = call
        .environment
        .iter()
        .filter(|(_, value)| value.to_string_lossy().contains(&code));
    assert_eq!(told.count(), 1);
}
