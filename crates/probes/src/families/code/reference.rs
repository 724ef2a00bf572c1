//! What a manual in the repository explains by name: it need not be said again in the code.

use probes_core::Subject;
use std::collections::BTreeSet;
use subject::Part;
use subject::part::by_path;

/// Endings of documents whose headings are read.
const DOCUMENTS: [&str; 4] = [".md", ".mdx", ".markdown", ".rst"];
/// Most bytes of a document that are read for it.
const BYTES_MAX: usize = 400_000;
/// Directives that describe something in the document itself.
const DIRECTIVES: [&str; 4] = [".. function::", ".. class::", ".. method::", ".. c:function::"];

/// The names in headings that are written as code is: `#### utf8::append`, `## parse(text)`, `### Minimatch`.
pub(super) fn names(snapshot: &Subject) -> BTreeSet<&str> {
    let is_document = |path: &str| {
        DOCUMENTS.iter().any(|ending| path.ends_with(ending))
            && matches!(by_path(path), Part::Product | Part::Docs)
    };
    let documents = snapshot.files.iter().filter(|(path, _)| is_document(path));
    let texts = documents.filter_map(|(_, file)| file.text());
    texts
        .map(|text| &text[..text.floor_char_boundary(BYTES_MAX)])
        .flat_map(str::lines)
        .filter_map(described)
        .flat_map(|heading| heading.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|name| name.len() > 2)
        .collect()
}

/// What a line describes, where it is the heading of a piece of code.
fn described(line: &str) -> Option<&str> {
    if let Some(directive) = DIRECTIVES
        .iter()
        .find(|known| line.trim_start().starts_with(**known))
    {
        return line.trim_start().strip_prefix(directive);
    }
    let heading = line.strip_prefix("##")?.trim_start_matches('#').trim();
    let is_code = heading.contains(['`', '(']) || heading.contains("::") || !heading.contains(' ');
    // A sentence in brackets is none of its names.
    let named = heading.split_once('(').map_or(heading, |(name, _)| name);
    is_code.then_some(named)
}
