use super::*;

#[test]
fn digests_are_spelled_as_browsers_spell_them() {
    assert_eq!(base64_digest(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}
