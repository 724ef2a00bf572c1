//! Where the links of a document lead beside it. A forge shows a README with its links as they stand there, so what is not
//! beside it is not found by its readers either.

use documents::document::passages::Passages;

/// The names of files beside a document that its links lead to, with the rows of the links.
pub(super) fn targets(passages: &Passages) -> Vec<(usize, &str)> {
    let rows = passages.rows.iter().take(passages.weighed()).enumerate();
    let prose = rows.filter(|(_, row)| !row.literal && !row.quoted);
    let found = prose.flat_map(|(at, row)| {
        let links = row.text.match_indices("](");
        // Between backticks a link is shown and does not lead anywhere.
        let real = links.filter(|(link, _)| row.text[..*link].matches('`').count().is_multiple_of(2));
        real.filter_map(move |(link, mark)| Some((at, name(&row.text[link + mark.len()..])?)))
    });
    found.collect()
}

/// The file that an address names where it is one beside the document: no folder, no host, nothing but a name.
fn name(address: &str) -> Option<&str> {
    let address = address.trim_start_matches([' ', '<']);
    let address = address.strip_prefix("./").unwrap_or(address);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '+' | '@' | '-');
    let (name, behind) = address.split_at(address.find(|c| !is_part(c))?);
    // What stands behind the name leads to a place within the file, or is a title.
    let ends = behind.starts_with([')', '#', '?', '>']) || behind.starts_with(" \"");
    (ends && !name.is_empty() && name != "." && name != "..").then_some(name)
}
