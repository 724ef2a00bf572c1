//! Builtin functions, and methods of lists, dicts, strings and of builders.

use super::{ELEMENTS_MAX, Machine};
use crate::topology::value::{Given, Item, Object, ObjectId, Value};
use std::rc::Rc;

impl<'a> Machine<'a> {
    pub(super) fn builtin(&mut self, name: &str, given: &Given<'a>) -> Value<'a> {
        let first = given.positional.first();
        match name {
            "list" | "tuple" | "set" | "frozenset" | "sorted" | "iter" => self.copied(name, first),
            "reversed" => match first.and_then(|first| self.items(first)) {
                Some(mut items) => {
                    items.reverse();
                    self.list(items)
                }
                None => Value::Unknown,
            },
            "enumerate" => self.enumerated(first),
            "zip" => self.zipped(given),
            "range" => self.range(given),
            "dict" => self.new_dict(given),
            "len" => self.length(first),
            "open" => given
                .get(0, "file")
                .cloned()
                .map_or(Value::Unknown, |file| self.path(&file)),
            "str" => match first {
                Some(value @ (Value::Str(_) | Value::Path(_))) => value.clone(),
                Some(Value::Int(number)) => Value::Str(number.to_string()),
                _ => Value::Unknown,
            },
            "getattr" => match (first, given.positional.get(1)) {
                (Some(owner), Some(Value::Str(name))) => self.attribute(owner, name),
                _ => Value::Unknown,
            },
            "setattr" => {
                if let [owner, Value::Str(name), value] = given.positional.as_slice() {
                    self.set_attribute(owner, name, value.clone());
                }
                Value::None
            }
            "map" => self.mapped(given),
            "callable" => first
                .filter(|first| first.is_function())
                .map_or(Value::Unknown, |_| Value::Bool(true)),
            "next" => {
                let items = first.and_then(|first| self.items(first)).unwrap_or_default();
                items.first().map_or(Value::Unknown, |item| item.value.clone())
            }
            _ => Value::Unknown,
        }
    }

    fn copied(&mut self, name: &str, value: Option<&Value<'a>>) -> Value<'a> {
        let Some(value) = value else {
            return self.list(Vec::new());
        };
        let Some(mut items) = self.items(value) else {
            return Value::Unknown;
        };
        if name == "sorted" {
            if !items.iter().all(|item| item.value.text().is_some()) {
                return Value::Unknown;
            }
            items.sort_by(|a, b| a.value.text().cmp(&b.value.text()));
        }
        self.list(items)
    }

    fn enumerated(&mut self, value: Option<&Value<'a>>) -> Value<'a> {
        let Some(items) = value.and_then(|value| self.items(value)) else {
            return Value::Unknown;
        };
        let pairs = (0..)
            .zip(items)
            .map(|(at, item)| Item::of(Value::Tuple(vec![Value::Int(at), item.value]).kept(), item.maybe));
        self.list(pairs.collect())
    }

    fn zipped(&mut self, given: &Given<'a>) -> Value<'a> {
        let lists: Vec<Option<Vec<Item<'a>>>> =
            given.positional.iter().map(|value| self.items(value)).collect();
        let Some(lists) = lists.into_iter().collect::<Option<Vec<_>>>() else {
            return Value::Unknown;
        };
        let length = lists.iter().map(Vec::len).min().unwrap_or(0);
        let rows = (0..length).map(|at| {
            Item::of(
                Value::Tuple(lists.iter().map(|list| list[at].value.clone()).collect()).kept(),
                lists.iter().any(|list| list[at].maybe),
            )
        });
        self.list(rows.collect())
    }

    pub(super) fn pairwise(&mut self, value: Option<&Value<'a>>) -> Value<'a> {
        let Some(items) = value.and_then(|value| self.items(value)) else {
            return Value::Unknown;
        };
        let pairs = items.windows(2).map(|pair| {
            Item::of(
                Value::Tuple(pair.iter().map(|item| item.value.clone()).collect()),
                pair.iter().any(|item| item.maybe),
            )
        });
        self.list(pairs.collect())
    }

    pub(super) fn chain(&mut self, given: &Given<'a>) -> Value<'a> {
        let mut all = Vec::new();
        for value in &given.positional {
            match self.items(value) {
                Some(items) => all.extend(items),
                None => return Value::Unknown,
            }
        }
        all.truncate(ELEMENTS_MAX + 1);
        self.list(all)
    }

    fn range(&mut self, given: &Given<'a>) -> Value<'a> {
        let bounds: Vec<i64> = given
            .positional
            .iter()
            .filter_map(|value| match value {
                Value::Int(value) => Some(*value),
                _ => None,
            })
            .collect();
        if bounds.len() != given.positional.len() {
            return Value::Unknown;
        }
        let (from, to) = match bounds.as_slice() {
            [to] => (0, *to),
            [from, to] => (*from, *to),
            _ => return Value::Unknown,
        };
        self.list_of((from..to).map(Value::Int))
    }

    fn new_dict(&mut self, given: &Given<'a>) -> Value<'a> {
        let mut pairs: Vec<(Value<'a>, Item<'a>)> = Vec::new();
        if let Some(first) = given.positional.first() {
            if let Value::Dict(id) = first
                && let Object::Dict(known) = &self.heap[*id]
            {
                pairs.extend(known.iter().cloned());
            } else {
                for item in self.items(first).unwrap_or_default() {
                    if let Value::Tuple(pair) = &item.value
                        && let [key, value] = pair.as_slice()
                    {
                        let value = Item::of(value.clone(), item.maybe);
                        pairs.push((key.clone(), value));
                    }
                }
            }
        }
        let named = given.named.iter().map(|(name, value)| {
            let item = Item::sure(value.clone());
            (Value::str(name.as_str()), item)
        });
        pairs.extend(named);
        Value::Dict(self.allocate(Object::Dict(pairs)))
    }

    fn length(&mut self, value: Option<&Value<'a>>) -> Value<'a> {
        let items = value.and_then(|value| self.items(value));
        match items {
            Some(items) if items.iter().all(|item| !item.maybe) => {
                i64::try_from(items.len()).map_or(Value::Unknown, Value::Int)
            }
            _ => Value::Unknown,
        }
    }

    fn mapped(&mut self, given: &Given<'a>) -> Value<'a> {
        let [function, over] = given.positional.as_slice() else {
            return Value::Unknown;
        };
        let Some(items) = self.items(over) else {
            return Value::Unknown;
        };
        let mut results = Vec::new();
        for item in items {
            let value = self.call(function, Given::of(vec![item.value]));
            results.push(Item::of(value, item.maybe));
        }
        self.list(results)
    }

    /// A method of something that is no object of the repository.
    pub(super) fn foreign_method(&mut self, owner: &Value<'a>, name: &str, given: &Given<'a>) -> Value<'a> {
        match owner {
            Value::Builder(id) => self.builder_method(*id, name, given),
            Value::Compiled(id) => self.compiled_method(*id, name),
            Value::List(id) => self.list_method(*id, name, given),
            Value::Dict(id) => self.dict_method(*id, name, given),
            Value::Str(text) => string_method(text, name, given).unwrap_or(Value::Unknown),
            Value::Path(path) => self.path_method(path, name, given),
            Value::Function(_) | Value::Lambda(_) | Value::Wrapped(_) | Value::Partial(..)
                if name.starts_with("with_") =>
            {
                owner.clone()
            }
            Value::Made(class) if name.starts_with("with_") || name == "bind" => Value::Made(class.clone()),
            // A saver made by a constructor of another name is still that saver.
            Value::Made(class) if name == "__enter__" => Value::Made(class.clone()),
            Value::Made(_) if matches!(name, "enter_context" | "enter_async_context") => {
                given.positional.first().cloned().unwrap_or(Value::Unknown)
            }
            Value::Made(_) => {
                let mut functions = given.all().filter(|value| value.is_function());
                match (functions.next(), functions.next()) {
                    (Some(function), None) => Value::Wrapped(Rc::new(function.clone())).kept(),
                    _ => Value::Unknown,
                }
            }
            _ => Value::Unknown,
        }
    }

    fn list_method(&mut self, id: ObjectId, name: &str, given: &Given<'a>) -> Value<'a> {
        let first = given.positional.first();
        match (name, first) {
            ("append" | "add", Some(value)) => {
                let item = Item::sure(value.clone());
                self.extend(id, vec![item]);
                Value::None
            }
            ("extend" | "update", Some(value)) => {
                let more = self
                    .items(value)
                    .unwrap_or_else(|| vec![Item::of(Value::Unknown, true)]);
                self.extend(id, more);
                Value::None
            }
            ("insert", Some(Value::Int(at))) => {
                let maybe = self.maybe > 0;
                if let (Object::List(items), Some(value)) = (&mut self.heap[id], given.positional.get(1)) {
                    let at = usize::try_from(*at).unwrap_or(0).min(items.len());
                    items.truncate(ELEMENTS_MAX - 1);
                    let at = at.min(items.len());
                    items.insert(at, Item::of(value.clone(), maybe));
                }
                Value::None
            }
            ("remove" | "discard", Some(value)) => {
                let maybe = self.maybe > 0;
                if let Object::List(items) = &mut self.heap[id] {
                    if maybe {
                        items
                            .iter_mut()
                            .filter(|item| item.value == *value)
                            .for_each(|item| item.maybe = true);
                    } else {
                        items.retain(|item| item.value != *value);
                    }
                }
                Value::None
            }
            ("copy", _) => {
                let items = self.items(&Value::List(id)).unwrap_or_default();
                self.list(items)
            }
            _ => Value::Unknown,
        }
    }

    fn dict_method(&mut self, id: ObjectId, name: &str, given: &Given<'a>) -> Value<'a> {
        self.spend(self.heap[id].weight());
        let Object::Dict(pairs) = &self.heap[id] else {
            return Value::Unknown;
        };
        let pairs = pairs.clone();
        let first = given.positional.first();
        match name {
            "items" => {
                let rows = pairs
                    .into_iter()
                    .map(|(key, item)| Item::of(Value::Tuple(vec![key, item.value]).kept(), item.maybe));
                self.list(rows.collect())
            }
            "values" => {
                let values = pairs.into_iter().map(|(_, item)| item).collect();
                self.list(values)
            }
            "keys" => {
                let keys = pairs.into_iter().map(|(value, item)| Item::of(value, item.maybe));
                self.list(keys.collect())
            }
            "get" | "pop" | "setdefault" => {
                let found = first.and_then(|key| pairs.iter().rev().find(|(known, _)| known == key));
                let otherwise = given.positional.get(1).cloned().unwrap_or(Value::None);
                match (found, first) {
                    (Some((_, item)), _) if item.maybe => Value::one_of([item.value.clone(), otherwise]),
                    (Some((_, item)), _) => item.value.clone(),
                    (None, Some(Value::Str(_))) => otherwise,
                    _ => Value::Unknown,
                }
            }
            "update" => {
                if let Some(Value::Dict(more)) = first
                    && let Object::Dict(more) = &self.heap[*more]
                {
                    for (key, item) in more.clone() {
                        self.set_item(&Value::Dict(id), key, item.value);
                    }
                }
                for (name, value) in given.named.clone() {
                    self.set_item(&Value::Dict(id), Value::Str(name), value);
                }
                Value::None
            }
            _ => Value::Unknown,
        }
    }
}

fn string_method<'a>(text: &str, name: &str, given: &Given<'a>) -> Option<Value<'a>> {
    let argument = |at: usize| given.positional.get(at).and_then(Value::text);
    let changed = match name {
        "lower" => text.to_lowercase(),
        "upper" => text.to_uppercase(),
        "strip" if given.positional.is_empty() => text.trim().to_owned(),
        "title" | "capitalize" if text.is_ascii() && !text.contains([' ', '_', '-']) => {
            let (head, tail) = text.split_at_checked(1)?;
            head.to_uppercase() + &tail.to_lowercase()
        }
        "replace" if argument(1)?.len() <= argument(0)?.len() || text.len() < 200 => {
            text.replace(argument(0)?, argument(1)?)
        }
        "removesuffix" => text.strip_suffix(argument(0)?).unwrap_or(text).to_owned(),
        "removeprefix" => text.strip_prefix(argument(0)?).unwrap_or(text).to_owned(),
        "startswith" => return Some(Value::Bool(text.starts_with(argument(0)?))),
        "endswith" => return Some(Value::Bool(text.ends_with(argument(0)?))),
        "format" => format(text, given)?,
        _ => return None,
    };
    Some(Value::Str(changed).kept())
}

/// `"{}_{name}".format(…)` with plain places only.
fn format(text: &str, given: &Given<'_>) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    let mut position = 0;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, tail) = after.split_once('}')?;
        let value = if name.is_empty() {
            position += 1;
            given.positional.get(position - 1)?
        } else {
            given.named.get(name)?
        };
        out.push_str(before);
        out.push_str(value.text()?);
        rest = tail;
    }
    out.push_str(rest);
    Some(out)
}
