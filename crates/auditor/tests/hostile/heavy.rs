//! Cases that take minutes to make or to read; the same limits hold for them.

use crate::case::Case;
use crate::documents::report;
use crate::histories::row;
use crate::repository::Repository;
use crate::trees::wide;

/// Files of the widest tree.
const FILES: usize = 100_000;
/// Commits of the longest history, more than are read.
const COMMITS: usize = 60_000;

fn inflated(repository: &Repository<'_>) {
    let text = "word = 'of a file that packs well'\n".repeat(50_000);
    let names: Vec<String> = (0..80).map(|number| format!("f{number}.py")).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), text.as_bytes()))
        .collect();
    repository.commit(&files);
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        Case::of("a hundred thousand files", |repository| wide(repository, FILES))
            .tells("beyond the limit of"),
        Case::of("sixty thousand commits", |repository| row(repository, COMMITS))
            .tells("newest 50000 commits"),
        Case::of("more code than is read", inflated),
        report("report.md", "a line of ten megabytes", || {
            b"The graph fans out in parallel to judges. ".repeat(250_000)
        }),
        report("report.md", "headings by the ten thousand", || {
            b"# Graph\n\nText of it.\n\n".repeat(25_000)
        }),
        report("report.md", "a drawing of a hundred thousand edges", || {
            let edges: String = (0..100_000)
                .map(|number| format!("A{number} --> B{}\n", number % 997))
                .collect();
            format!("```mermaid\nflowchart TD\n{edges}```\n").into_bytes()
        }),
    ]
}
