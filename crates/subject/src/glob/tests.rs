use super::*;

#[test]
fn stars_stay_within_a_name_and_double_stars_cross() {
    let cases = [
        ("packages/*", "packages/a", true),
        ("packages/*", "packages/a/b", false),
        ("packages/**", "packages/a/b", true),
        ("**/gen/**", "a/b/gen/c/d.go", true),
        ("**/gen/**", "gen/c", true),
        ("*.min.js", "a.min.js", true),
        ("*.min.js", "x/a.min.js", false),
        ("a?c/*b*b", "abc/xbybzb", true),
        ("a?c/*b*b", "abc/xbybz", false),
        ("packages/{a,b}", "packages/b", true),
        ("", "a", false),
        ("[", "[", false),
    ];
    for (pattern, path, expected) in cases {
        assert_eq!(lenient([pattern]).is_match(path), expected, "{pattern} {path}");
    }
}
