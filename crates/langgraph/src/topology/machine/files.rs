//! Paths, and data that the code reads from files of the repository: what is committed there is known.

use super::Machine;
use crate::topology::value::{Given, Item, Object, Value};

/// Deepest nesting of data that is kept.
const DEPTH_MAX: u8 = 12;
/// Most folders above a path that are told apart.
const PARENTS_MAX: usize = 12;
/// Bytes of a file that cost as much to read as one thing to copy.
const BYTES_PER_PART: usize = 64;

impl<'a> Machine<'a> {
    /// What a function of the library makes of paths and files; `None` for all other functions.
    pub(super) fn of_file(&mut self, name: &str, given: &Given<'a>) -> Option<Value<'a>> {
        let first = given.positional.first();
        Some(match name {
            "json.load" | "json.loads" => self.data_in(first?)?,
            "pathlib.Path" | "pathlib.PurePath" | "os.path.join" => self.joined(&given.positional),
            "pathlib.Path.cwd" | "os.getcwd" => Value::Path(String::new()),
            "os.path.abspath" | "os.path.realpath" | "os.path.normpath" | "os.path.expanduser"
            | "os.fspath" => first.filter(|first| matches!(first, Value::Path(_)))?.clone(),
            "os.path.dirname" => match first? {
                Value::Path(path) => Value::Path(parent(path).to_owned()),
                _ => return None,
            },
            "os.path.exists" | "os.path.isfile" => self.is_file(first?)?,
            _ => return None,
        })
    }

    /// A path, where a value is one.
    pub(super) fn path(&self, value: &Value<'a>) -> Value<'a> {
        match value {
            Value::Path(_) => value.clone(),
            Value::Str(text) => Value::Path(normal("", text)).kept(),
            _ => Value::Unknown,
        }
    }

    /// Parts put together, from the last one on that is not below the one before.
    pub(super) fn joined(&self, parts: &[Value<'a>]) -> Value<'a> {
        let mut path: Option<String> = parts.is_empty().then(String::new);
        for part in parts {
            path = match (part, path) {
                (Value::Path(part), _) => Some(part.clone()),
                (Value::Str(part), path) => Some(normal(&path.unwrap_or_default(), part)),
                _ => None,
            };
        }
        path.map_or(Value::Unknown, |path| Value::Path(path).kept())
    }

    pub(super) fn parents(&self, path: &str, name: &str) -> Value<'a> {
        if name == "parent" {
            return Value::Path(parent(path).to_owned());
        }
        let above = std::iter::successors(Some(parent(path)), |path| {
            (!path.is_empty()).then(|| parent(path))
        });
        let above = above.take(PARENTS_MAX).map(|path| Value::Path(path.to_owned()));
        Value::Tuple(above.collect()).kept()
    }

    /// A method of a path or of an open file; what is read stays the file.
    pub(super) fn path_method(&mut self, path: &str, name: &str, given: &Given<'a>) -> Value<'a> {
        let own = Value::Path(path.to_owned());
        match name {
            "open" | "read" | "read_text" | "read_bytes" | "resolve" | "absolute" | "expanduser"
            | "__enter__" => own,
            "joinpath" => {
                let parts: Vec<Value<'a>> = std::iter::once(own)
                    .chain(given.positional.iter().cloned())
                    .collect();
                self.joined(&parts)
            }
            "with_name" => self.joined(&[
                Value::Path(parent(path).to_owned()),
                given.positional.first().cloned().unwrap_or(Value::Unknown),
            ]),
            "exists" | "is_file" => self.is_file(&own).unwrap_or(Value::Unknown),
            _ => Value::Unknown,
        }
    }

    /// What is committed is there; what is not may be there when the program runs.
    fn is_file(&self, file: &Value<'a>) -> Option<Value<'a>> {
        let Value::Path(path) = self.path(file) else {
            return None;
        };
        self.program.data_file(&path).map(|_| Value::Bool(true))
    }

    fn data_in(&mut self, file: &Value<'a>) -> Option<Value<'a>> {
        let Value::Path(path) = file else { return None };
        let text = self.program.data_file(path)?;
        self.spend(text.len() / BYTES_PER_PART);
        let data: serde_json::Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
        Some(self.data(&data, DEPTH_MAX))
    }

    fn data(&mut self, data: &serde_json::Value, left: u8) -> Value<'a> {
        let Some(left) = left.checked_sub(1).filter(|_| self.burn()) else {
            return Value::Unknown;
        };
        match data {
            serde_json::Value::Null => Value::None,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => number.as_i64().map_or(Value::Unknown, Value::Int),
            serde_json::Value::String(text) => Value::str(text.as_str()).kept(),
            serde_json::Value::Array(values) => {
                let values: Vec<Value<'a>> = values.iter().map(|value| self.data(value, left)).collect();
                self.list_of(values)
            }
            serde_json::Value::Object(fields) => {
                let mut pairs = Vec::new();
                for (name, value) in fields {
                    let value = self.data(value, left);
                    pairs.push((Value::str(name.as_str()), Item::sure(value)));
                }
                Value::Dict(self.allocate(Object::Dict(pairs)))
            }
        }
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// A path below a folder, `.` and `..` gone; above the root is the root.
fn normal(folder: &str, path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    let folder = if path.starts_with('/') { "" } else { folder };
    for step in folder.split('/').chain(path.split(['/', '\\'])) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}
