use super::*;

#[test]
fn a_tag_says_what_stands_below_its_head_and_above_its_signature() {
    let head = "object 0\ntype commit\ntag v1\ntagger Ann <a@b> 0 +0000";
    let tag = format!("{head}\n\nFirst version\n-----BEGIN PGP SIGNATURE-----\nabc\n");
    assert_eq!(message(tag.as_bytes()).as_deref(), Some("First version\n"));
    for other in ["tree 0\nauthor x\n\nA commit", "object 0", "", "\n\n"] {
        assert_eq!(message(other.as_bytes()), None, "{other}");
    }
    let long = format!("{head}\n\n{}", "é".repeat(2 * MESSAGE_CHARS_MAX));
    let kept = message(long.as_bytes()).unwrap_or_default();
    assert_eq!(kept.chars().count(), MESSAGE_CHARS_MAX);
}
