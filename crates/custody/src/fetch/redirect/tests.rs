use super::*;

#[test]
fn the_new_address_is_read_from_the_trace() {
    let trace = |to: &str| {
        format!(
            "10:00:00.1 http.c:845  <= Recv header: HTTP/1.1 301 Moved\n10:00:00.1 http.c:845  <= Recv header: Location: {to}\nfatal: unable to access"
        )
    };
    for (to, expected) in [
        (
            "https://host.example/new/name/info/refs?service=git-upload-pack",
            Some("https://host.example/new/name"),
        ),
        (
            "/new/name.git/info/refs?service=git-upload-pack",
            Some("https://host.example/new/name.git"),
        ),
        (
            "//other.example/new/name/info/refs",
            Some("//other.example/new/name"),
        ),
        (
            "http://169.254.169.254/latest",
            Some("http://169.254.169.254/latest"),
        ),
        ("", None),
    ] {
        assert_eq!(location(&trace(to), "host.example").as_deref(), expected, "{to}");
    }
    assert_eq!(location("fatal: no such thing", "host.example"), None);
}
