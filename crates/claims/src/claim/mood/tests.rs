use super::*;

#[test]
fn words_are_known_whole_by_their_beginnings_or_anywhere() {
    for (text, kind) in [
        ("it is planned", Signs::PLAN),
        ("the student's file", Signs::ELSEWHERE),
        ("it isn’t there", Signs::DENIAL),
        ("| a | ❌ |", Signs::OPEN),
        ("as in a repo with tests, e.g. this", Signs::SAMPLE),
        ("not yet there", Signs::UNFINISHED),
    ] {
        assert!(signs(text).has(kind), "{text}");
    }
    assert_eq!(signs("the planet has its own nodes and a knot"), Signs::default());
}
