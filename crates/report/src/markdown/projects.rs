//! The projects side by side, where there are several.

use super::{Context, section};
use crate::sections::projects::{LEAD, Row, table};
use crate::text::english::shorten;
use crate::text::markdown::{cell, cell_code};

/// Most characters of a name.
const CELL_MAX: usize = 60;

/// `None` where there is one project.
pub(super) fn write(context: &Context<'_>) -> Option<String> {
    let table = table(context)?;
    let names = table.dimensions.iter().map(|name| cell(&shorten(name, CELL_MAX)));
    let names: Vec<String> = names.collect();
    let mut lines = vec![
        format!("| Project | {} | All |", names.join(" | ")),
        format!("|---|{}", "--:|".repeat(names.len() + 1)),
    ];
    lines.extend(table.rows.iter().chain([&table.all]).map(row));
    if table.more > 0 {
        lines.extend([String::new(), format!("{} more projects do better.", table.more)]);
    }
    lines.extend([String::new(), LEAD.to_owned()]);
    Some(section("Projects", &lines))
}

fn row(row: &Row) -> String {
    let parts = row.cells.iter().chain([&row.met]);
    let parts: Vec<String> = parts
        .map(|part| part.map_or_else(|| "–".to_owned(), |part| part.to_string()))
        .collect();
    format!("| {} | {} |", cell_code(&row.root), parts.join(" | "))
}
