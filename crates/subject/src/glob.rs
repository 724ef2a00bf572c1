//! Patterns of paths, as `.gitattributes` and workspaces write them: `*`, `?` and `**`.

/// Whether a pattern matches a path as a whole, both with `/`. `*` and `?` stay within one name, `**` crosses.
#[must_use]
pub fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    walk(
        &pattern,
        &path,
        |one| *one == "**",
        |one, name| name_matches(one, name),
    )
}

fn name_matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    walk(
        &pattern,
        &name,
        |one| *one == '*',
        |one, char| *one == '?' || one == char,
    )
}

/// Matches with one way back, to the last star: that is enough, because a later star can do all that an earlier one
/// could. Time is at most the product of both lengths.
fn walk<P, T>(
    pattern: &[P],
    text: &[T],
    is_star: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while seen < text.len() {
        if pattern.get(at).is_some_and(&is_star) {
            back = Some((at, seen));
            at += 1;
        } else if pattern.get(at).is_some_and(|one| fits(one, &text[seen])) {
            at += 1;
            seen += 1;
        } else if let Some((star, from)) = back {
            at = star + 1;
            seen = from + 1;
            back = Some((star, from + 1));
        } else {
            return false;
        }
    }
    pattern.iter().skip(at).all(is_star)
}

#[cfg(test)]
mod tests {
    use super::matches;

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
            ("", "a", false),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }
}
