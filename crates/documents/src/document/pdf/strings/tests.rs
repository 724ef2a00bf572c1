use super::*;

#[test]
fn text_strings_are_read_by_their_marks() {
    for (bytes, told) in [
        (&b"It\x90s \x80 plain\xe9"[..], "It’s • plainé"),
        (b"\xfe\xff\x00A\x26\x3a", "A☺"),
        (b"\xff\xfeA\x00b\x00", "Ab"),
        (b"\xef\xbb\xbf\xe2\x98\xba", "☺"),
        (b"", ""),
    ] {
        assert_eq!(text(bytes), told);
    }
}
