use super::*;
use crate::dossier::SubjectNote;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

#[test]
fn brackets_and_bars_in_a_path_end_neither_the_link_nor_the_cell() {
    let subject = SubjectNote {
        url: Some("https://github.com/o/n".into()),
        origin: None,
        ..SubjectNote::default()
    };
    let path = Place::line("a|b)](x).py", 1);
    assert_eq!(
        in_cell(&[place(&path)], &Links::new(&subject, COMMIT)),
        format!("[`a`\\|`b)](x).py:1`](https://github.com/o/n/blob/{COMMIT}/a%7Cb%29%5D%28x%29.py#L1)")
    );
}

#[test]
fn a_long_list_ends_with_how_many_more_there_are() {
    let subject = SubjectNote::default();
    let of = |names: &[&'static str], max| {
        let line = listed(names.iter().map(|name| vec![ours(*name)]), max);
        in_markdown(&line, &Links::new(&subject, COMMIT))
    };
    assert_eq!(of(&[], 2), "");
    assert_eq!(of(&["a"], 2), "a");
    assert_eq!(of(&["a", "b"], 2), "a and b");
    assert_eq!(of(&["a", "b", "c"], 3), "a, b and c");
    assert_eq!(of(&["a", "b", "c", "d"], 2), "a, b and 2 more");
}
