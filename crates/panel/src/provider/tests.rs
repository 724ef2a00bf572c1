use super::*;

fn resolve(name: &str, wish: &Wish, environment: &[(&str, &str)]) -> Result<Connection, Unreachable> {
    let variable = |name: &str| {
        let found = environment.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Connection::resolve(name, wish, &variable)
}

#[test]
fn a_missing_key_an_unknown_provider_and_a_bad_address_name_their_remedy() {
    let url = |url: &str| Wish {
        base_url: Some(url.to_owned()),
        ..Wish::default()
    };
    for (name, wish, environment, fix) in [
        ("openai", Wish::default(), vec![], "OPENAI_API_KEY"),
        (
            "gemini",
            Wish::default(),
            vec![],
            "GEMINI_API_KEY or GOOGLE_API_KEY",
        ),
        ("opanai", Wish::default(), vec![], "did you mean `openai`"),
        ("house", url("http://127.0.0.1:1/"), vec![], "dialect"),
        (
            "openai",
            url("ftp://x"),
            vec![("OPENAI_API_KEY", "k")],
            "OPENAI_BASE_URL",
        ),
        (
            "openai",
            url("http://models.example/"),
            vec![("OPENAI_API_KEY", "k")],
            "https",
        ),
        (
            "openai",
            Wish::default(),
            vec![("OPENAI_API_KEY", "a b")],
            "one word",
        ),
        (
            "azure",
            Wish::default(),
            vec![("AZURE_OPENAI_API_KEY", "k")],
            "AZURE_OPENAI_ENDPOINT",
        ),
    ] {
        let error = resolve(name, &wish, &environment).unwrap_err();
        assert!(error.fix.contains(fix), "{name}: {error:?}");
    }
}

#[test]
fn ollama_is_reached_by_its_copy_of_the_openai_interface_without_a_key() {
    for (host, base) in [
        (None, "http://127.0.0.1:11434/v1/"),
        (Some("0.0.0.0"), "http://127.0.0.1:11434/v1/"),
        (Some("box:1234"), "http://box:1234/v1/"),
        (
            Some("https://box.example/ollama"),
            "https://box.example/ollama/v1/",
        ),
    ] {
        let environment: Vec<_> = host.map(|host| ("OLLAMA_HOST", host)).into_iter().collect();
        let found = resolve("ollama", &Wish::default(), &environment).unwrap();
        assert_eq!((found.base_url.as_str(), found.key()), (base, None));
    }
}

#[test]
fn a_connection_never_shows_its_key() {
    let found = resolve("openai", &Wish::default(), &[("OPENAI_API_KEY", "sk-secret")]).unwrap();
    assert!(!format!("{found:?}").contains("secret"));
    assert_eq!(found.key(), Some("sk-secret"));
}
