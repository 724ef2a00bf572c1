use super::*;

#[test]
fn links_to_different_places_are_skipped_for_one_reason() {
    let skip = |path: &str, why: &str| Skip {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let skips = [
        skip("a", "a symbolic link to `x/y`, not followed"),
        skip("b", "binary"),
        skip("c", "a symbolic link to `z`, not followed"),
    ];
    let reasons: Vec<(String, usize)> = by_reason(&skips)
        .into_iter()
        .map(|(why, paths)| (why, paths.len()))
        .collect();
    assert_eq!(
        reasons,
        [
            ("a symbolic link, not followed".to_owned(), 2),
            ("binary".to_owned(), 1)
        ]
    );
}
