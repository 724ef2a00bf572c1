//! TOML with lines.

use super::{Entry, Node, Unreadable, Value, admit};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a text. The parser bounds the nesting.
pub fn read(text: &str) -> Result<Node, Unreadable> {
    let text = admit(text)?;
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Unreadable::new(line(&breaks, at), error.message())
    })?;
    let lines = Lines(breaks);
    Ok(Node {
        line: 1,
        value: lines.map(table.get_ref()),
    })
}

fn line(breaks: &[usize], at: usize) -> u32 {
    let before = breaks.partition_point(|one| *one < at);
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}

/// Where the lines of the text end.
struct Lines(Vec<usize>);

impl Lines {
    fn node(&self, spanned: &Spanned<DeValue<'_>>) -> Node {
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::Integer(number) => Value::Number(number.as_str().to_owned()),
            DeValue::Float(number) => Value::Number(number.as_str().to_owned()),
            DeValue::Datetime(time) => Value::Number(time.to_string()),
            DeValue::Array(items) => Value::List(items.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => self.map(table),
        };
        Node {
            line: line(&self.0, spanned.span().start),
            value,
        }
    }

    fn map(&self, table: &DeTable<'_>) -> Value {
        let mut entries: Vec<(usize, Entry)> = table
            .iter()
            .map(|(key, value)| {
                let at = key.span().start;
                let entry = Entry {
                    key: key.get_ref().to_string(),
                    line: line(&self.0, at),
                    node: self.node(value),
                };
                (at, entry)
            })
            .collect();
        entries.sort_by_key(|(at, _)| *at);
        Value::Map(entries.into_iter().map(|(_, entry)| entry).collect())
    }
}
