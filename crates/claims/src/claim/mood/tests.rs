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

#[test]
fn what_somebody_is_told_to_do_is_no_claim_whatever_number_stands_before_it() {
    for text in [
        "add a retry when the answer is invalid",
        "p4 add a retry",
        "- [s1] introduce a cache",
        "2. use sqlite",
    ] {
        assert_eq!(mood(text, ""), Mood::Other, "{text}");
    }
    assert_eq!(mood("sha256 sums name every file", ""), Mood::Plain);
}
