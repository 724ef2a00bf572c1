//! Repositories for tests and for the pages of probes, written as one text.

/// The sections of a fixture: what follows `//- ` on a line, and the lines until the next such line.
pub fn sections(fixture: &str) -> Vec<(String, String)> {
    let fixture = fixture.strip_suffix('\n').unwrap_or(fixture);
    let section = |section: &str| match section.split_once('\n') {
        Some((head, body)) => (head.trim().to_owned(), format!("{body}\n")),
        None => (section.trim().to_owned(), String::new()),
    };
    format!("\n{fixture}")
        .split("\n//- ")
        .skip(1)
        .map(section)
        .collect()
}
