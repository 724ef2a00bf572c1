use super::*;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

fn links(url: &str) -> Links {
    let subject = SubjectNote {
        slug: "subject".to_owned(),
        name: "x".into(),
        url: Some(url.into()),
        origin: None,
    };
    Links::new(&subject, COMMIT)
}

#[test]
fn each_forge_gets_its_own_form_of_address() {
    let place = Place::lines("src/a b.py", 3, 5);
    for (url, address) in [
        (
            "https://github.com/o/n.git",
            format!("https://github.com/o/n/blob/{COMMIT}/src/a%20b.py#L3-L5"),
        ),
        (
            "git@github.com:o/n",
            format!("https://github.com/o/n/blob/{COMMIT}/src/a%20b.py#L3-L5"),
        ),
        (
            "https://gitlab.com/g/s/n",
            format!("https://gitlab.com/g/s/n/-/blob/{COMMIT}/src/a%20b.py#L3-5"),
        ),
        (
            "https://bitbucket.org/o/n/",
            format!("https://bitbucket.org/o/n/src/{COMMIT}/src/a%20b.py#lines-3:5"),
        ),
    ] {
        assert_eq!(links(url).address(&place), Some(address));
    }
}

#[test]
fn nothing_links_to_an_address_that_is_not_a_repository_of_a_known_forge() {
    for url in [
        "https://github.com.evil.example/o/n",
        "https://token@github.com/o/n",
        "https://github.com/o",
        "https://github.com/o/n/tree/main",
        "http://github.com/o/n",
        "https://github.com:8443/o/n",
        "https://github.com/o/n)(x",
        "javascript:alert(1)",
        "/home/someone/n",
    ] {
        assert_eq!(links(url).address(&Place::line("a.py", 1)), None, "{url}");
    }
}

#[test]
fn a_path_that_a_browser_would_rewrite_is_not_linked() {
    for path in ["../../settings", "a//b", "./a", "lossy\u{FFFD}.py"] {
        let address = links("https://github.com/o/n").address(&Place::line(path, 1));
        assert_eq!(address, None);
    }
}
