//! The projects side by side, where there are several.

use super::{Desk, section};
use crate::escape::{cell, cell_code};
use crate::projects::{Row, Table, table};
use crate::words::shorten;

/// Most characters of a name.
const CELL_MAX: usize = 60;
/// Said below the table.
const NOTE: &str = "A number says in percent how far the shares that a dimension demands (of functions that are typed, \
                    of lines that are tested and the like) are met by what lies in a project; the worst project stands \
                    first. Dimensions that look at the repository as a whole have no column.";

/// `None` where there is one project.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    let table = table(&desk.entries, &desk.dossier.evidence)?;
    let mut lines = vec![head(&table), rule(&table)];
    lines.extend(table.rows.iter().map(row));
    lines.push(row(&table.all));
    if table.more > 0 {
        lines.extend([String::new(), format!("{} more projects do better.", table.more)]);
    }
    lines.extend([String::new(), NOTE.to_owned()]);
    Some(section("Projects", &lines))
}

fn head(table: &Table<'_>) -> String {
    let names = table.dimensions.iter().map(|name| cell(&shorten(name, CELL_MAX)));
    let names: Vec<String> = names.collect();
    format!(
        "| Project | Name | Language | Lines | {} | All |",
        names.join(" | ")
    )
}

fn rule(table: &Table<'_>) -> String {
    format!("|---|---|---|--:|{}", "--:|".repeat(table.dimensions.len() + 1))
}

fn row(row: &Row) -> String {
    let percent = |part: &Option<i64>| part.map_or_else(|| "–".to_owned(), |part| part.to_string());
    let cells: Vec<String> = row.cells.iter().chain([&row.met]).map(percent).collect();
    let names = shorten(&row.names.join(", "), CELL_MAX);
    format!(
        "| {} | {} | {} | {} | {} |",
        cell_code(&row.root),
        if names.is_empty() {
            "–".to_owned()
        } else {
            cell(&names)
        },
        row.language.as_deref().map_or_else(|| "–".to_owned(), cell),
        row.lines,
        cells.join(" | ")
    )
}
