use super::*;

#[test]
fn an_address_is_one_of_plain_http_without_a_path() {
    for (text, shown) in [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://restate/", "http://restate:80"),
        ("http://[::1]:9070", "http://[::1]:9070"),
    ] {
        assert_eq!(Address::parse(text).unwrap().to_string(), shown);
    }
    for text in [
        "127.0.0.1:8080",
        "https://x",
        "http://x/y",
        "http://x?y",
        "file:///x",
    ] {
        assert!(Address::parse(text).is_err(), "{text}");
    }
}
