//! What a text says to a database.

use wordlist::array;

/// Words that statements of databases begin with.
const SQL_VERBS: [&str; 11] =
    array("select insert update delete create drop alter with replace merge truncate");

/// Whether a literal begins a statement of a database.
pub(super) fn says_sql(literal: &str) -> bool {
    let said = literal.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic());
    let (verb, rest) = said.split_at(
        said.find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(said.len()),
    );
    rest.starts_with(char::is_whitespace) && SQL_VERBS.iter().any(|known| verb.eq_ignore_ascii_case(known))
}

/// Whether a call puts together nothing but places for values that are bound: `ids.map((_, i) => `$${i + 1}`).join(", ")`,
/// `", ".join(["?"] * len(ids))`, `strings.Repeat("?,", n)`.
pub(super) fn makes_places(call: &str) -> bool {
    const PLACES: [&str; 9] = array("`$${ \"?\" '?' \"%s\" '%s' \"?,\" '?,' \"$%d\" \"$\"");
    let many = ["join(", "Repeat(", "repeat("];
    many.iter().any(|many| call.contains(many)) && PLACES.iter().any(|place| call.contains(place))
}

/// Whether a literal ends with a quote that it opens for what is put behind it (`… name = '`), or has one around a place that is filled in
/// (`'%s'`, `'{}'`).
pub(super) fn opens_quote(literal: &str) -> bool {
    const FILLED: [&str; 4] = array("'%s' '{}' '{0}' '{1}'");
    let mut letters = literal.chars();
    let own = letters.next().filter(|first| matches!(first, '"' | '\'' | '`'));
    let inside = own.map_or(literal, |quote| {
        literal[1..].strip_suffix(quote).unwrap_or(&literal[1..])
    });
    // `like '%`: what is searched for stands between signs for anything.
    let before = |quote| {
        inside
            .trim_end_matches('%')
            .strip_suffix(quote)
            .unwrap_or_default()
    };
    let opens = |before: &str| {
        let before = before.trim_end_matches('\\').trim_end();
        before.ends_with(['=', '(', ',']) || before.to_ascii_lowercase().ends_with("like")
    };
    opens(before('\'')) || FILLED.iter().any(|filled| inside.contains(filled))
}
