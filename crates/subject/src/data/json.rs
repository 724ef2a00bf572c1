//! JSON with lines; comments and trailing commas are let pass, as the tools do that read these files.

use super::{DEPTH_MAX, Entry, Node, Unreadable, VALUES_MAX, Value, admit, line_of};
use jsonc_parser::ast::{self, ObjectProp};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// Reads a text.
pub fn read(text: &str) -> Result<Node, Unreadable> {
    let text = admit(text)?;
    // Without comments and tokens; what the parser lets pass by default is what tools do.
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    let parsed = parsed
        .map_err(|error| Unreadable::new(line_of(text, error.range().start), error.kind().to_string()))?;
    let Some(value) = parsed.value else {
        return Err(Unreadable::new(1, "a value is missing"));
    };
    let mut reader = Reader {
        text,
        at: 0,
        line: 1,
        values: 0,
    };
    reader.node(value, 0)
}

/// Turns values into nodes in the order of the text, so that its lines are counted once.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    values: usize,
}

impl Reader<'_> {
    fn line(&mut self, at: usize) -> u32 {
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        let breaks = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self
            .line
            .saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
        self.at = self.at.max(at);
        self.line
    }

    fn node(&mut self, value: ast::Value<'_>, depth: usize) -> Result<Node, Unreadable> {
        let line = self.line(value.start());
        self.values += 1;
        if depth > DEPTH_MAX || self.values > VALUES_MAX {
            return Err(Unreadable::new(line, "nested too deep or too many values"));
        }
        let value = match value {
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
            ast::Value::NumberLit(literal) => Value::Number(literal.value.to_owned()),
            ast::Value::StringLit(literal) => Value::Text(literal.value.into_owned()),
            ast::Value::Array(array) => {
                let items = array.elements.into_iter().map(|item| self.node(item, depth + 1));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            ast::Value::Object(object) => {
                let entries = object.properties.into_iter().map(|one| self.entry(one, depth));
                Value::Map(entries.collect::<Result<_, _>>()?)
            }
        };
        Ok(Node { line, value })
    }

    fn entry(&mut self, property: ObjectProp<'_>, depth: usize) -> Result<Entry, Unreadable> {
        let line = self.line(property.start());
        let key = property.name.as_str().to_owned();
        let node = self.node(property.value, depth + 1)?;
        Ok(Entry { key, line, node })
    }
}
