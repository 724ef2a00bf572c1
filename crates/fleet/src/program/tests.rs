use super::{Ended, lines, whole};

fn ended(said: &str) -> String {
    let ended = Ended {
        code: Some(3),
        out: String::new(),
        said: said.to_owned(),
    };
    ended.refusal().to_string()
}

#[test]
fn a_refusal_is_the_last_complaint_with_its_hints() {
    let said = "seize done\nauditor: first\nauditor: no such case\n  hint: list them\n";
    assert_eq!(ended(said), "no such case\n  hint: list them");
    assert_eq!(
        ended("nothing of that kind"),
        "the auditor ended with exit code 3"
    );
}

#[tokio::test]
async fn lines_are_told_one_by_one_and_long_ones_are_cut() {
    let text = format!("one\n{}\nthree\nno end", "x".repeat(10_000));
    let mut heard = Vec::new();
    let kept = lines(Some(text.as_bytes()), |line| heard.push(line.len())).await;
    assert_eq!(heard, [3, 4_096, 5]);
    assert!(kept.ends_with("three\nno end"));
}

#[tokio::test]
async fn what_is_no_text_is_still_an_answer() {
    assert_eq!(whole(Some(&b"a\xffb"[..])).await.unwrap(), "a\u{fffd}b");
}
