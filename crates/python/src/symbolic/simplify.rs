//! Constructors that simplify, so that terms which mean the same are the same.

use super::term::{Argument, Kept, Node, Term, Terms};
use std::collections::BTreeMap;

/// Most parts of one string that are kept; the beginning says what it is.
const PARTS_MAX: usize = 200;
/// How many nested decisions an operation is carried into; beyond, it stays outside.
const DISTRIBUTE_MAX: u8 = 12;

impl Terms {
    /// A decision. It vanishes where both outcomes are the same or the test is known.
    pub fn gate(&mut self, test: Term, then: Term, other: Term, kept: Kept) -> Term {
        if then == other {
            return then;
        }
        match (self.node(test).clone(), self.node(then), self.node(other)) {
            (Node::Flag(true), ..) => then,
            (Node::Flag(false), ..) => other,
            (_, Node::Never, _) => other,
            (_, _, Node::Never) => then,
            (_, Node::Flag(true), Node::Flag(false)) => test,
            (Node::Operation(operator, operands), ..) if operator == "not" && operands.len() == 1 => {
                self.gate(operands[0], other, then, swapped(kept))
            }
            _ => self.gate_apart(test, then, other, kept),
        }
    }

    fn gate_apart(&mut self, test: Term, then: Term, other: Term, kept: Kept) -> Term {
        let then = match self.node(then) {
            Node::Gate(inner, then, _, _) if *inner == test => *then,
            _ => then,
        };
        let other = match self.node(other) {
            Node::Gate(inner, _, other, _) if *inner == test => *other,
            _ => other,
        };
        if then == other {
            return then;
        }
        self.intern(Node::Gate(test, then, other, kept))
    }

    /// Carries `make` into the outcomes of a gate; `None` where `value` is no gate.
    pub(super) fn carried(
        &mut self,
        value: Term,
        left: u8,
        mut make: impl FnMut(&mut Self, Term, u8) -> Term,
    ) -> Option<Term> {
        let Node::Gate(test, then, other, kept) = *self.node(value) else {
            return None;
        };
        if left == 0 {
            return None;
        }
        let then = make(self, then, left - 1);
        let other = make(self, other, left - 1);
        Some(self.gate(test, then, other, kept))
    }

    /// What `store` makes of a value, or of each outcome of it.
    pub(super) fn stored(
        &mut self,
        value: Term,
        left: u8,
        store: &mut dyn FnMut(&mut Self, Term) -> Term,
    ) -> Term {
        let carried = self.carried(value, left, |terms, part, left| terms.stored(part, left, store));
        carried.unwrap_or_else(|| store(self, value))
    }

    /// `value.name`.
    pub fn attribute(&mut self, value: Term, name: &str) -> Term {
        self.attribute_within(value, name, DISTRIBUTE_MAX)
    }

    fn attribute_within(&mut self, value: Term, name: &str, left: u8) -> Term {
        if let Some(term) = self.carried(value, left, |terms, part, left| {
            terms.attribute_within(part, name, left)
        }) {
            return term;
        }
        let field = match self.node(value) {
            Node::Record { fields, .. } => fields.iter().find(|(field, _)| field == name),
            _ => None,
        };
        match field {
            Some((_, term)) => *term,
            None => self.intern(Node::Attribute(value, name.to_owned())),
        }
    }

    /// `value[key]`.
    pub fn item(&mut self, value: Term, key: Term) -> Term {
        self.item_within(value, key, DISTRIBUTE_MAX)
    }

    fn item_within(&mut self, value: Term, key: Term, left: u8) -> Term {
        if let Some(term) = self.carried(value, left, |terms, part, left| {
            terms.item_within(part, key, left)
        }) {
            return term;
        }
        match self.known_item(value, key) {
            // What lies empty in a table may be filled under another name.
            Some(term) if self.is_empty_table(term) => self.intern(Node::Item(value, key)),
            Some(term) => term,
            None => self.intern(Node::Item(value, key)),
        }
    }

    fn known_item(&self, value: Term, key: Term) -> Option<Term> {
        match self.node(value) {
            Node::List(items) => {
                let index: usize = match self.node(key) {
                    Node::Number(number) => number.parse().ok()?,
                    _ => return None,
                };
                items.get(index).copied()
            }
            // A key that is not known, put in later, may be the same.
            Node::Dict(pairs) => pairs
                .iter()
                .rev()
                .find(|(known, _)| *known == key || !self.is_constant(*known))
                .filter(|(known, _)| *known == key)
                .map(|(_, value)| *value),
            Node::Grown(base, pair) => match self.node(*pair) {
                Node::List(pair) if pair.len() == 2 && pair[0] == key => Some(pair[1]),
                Node::List(pair) if pair.len() == 2 && self.text(pair[0]).is_some() => {
                    self.known_item(*base, key)
                }
                _ => None,
            },
            Node::Record { fields, .. } => {
                let name = self.text(key)?;
                fields
                    .iter()
                    .find(|(field, _)| field == name)
                    .map(|(_, value)| *value)
            }
            _ => None,
        }
    }

    /// Any element of a collection.
    pub fn element(&mut self, collection: Term) -> Term {
        self.element_within(collection, DISTRIBUTE_MAX)
    }

    fn element_within(&mut self, collection: Term, left: u8) -> Term {
        match self.node(collection).clone() {
            Node::List(items) if items.len() == 1 => items[0],
            Node::Grown(base, item) if self.is_empty(base) => item,
            Node::Gate(_, then, other, _) if left > 0 && self.is_empty(other) => {
                self.element_within(then, left)
            }
            Node::Gate(_, then, other, _) if left > 0 && self.is_empty(then) => {
                self.element_within(other, left)
            }
            Node::Each(element, _, conditions) if conditions.is_empty() => element,
            Node::Gate(..) if left > 0 => {
                let carried = self.carried(collection, left, Self::element_within);
                carried.unwrap_or(collection)
            }
            Node::Dict(pairs) if pairs.len() == 1 => pairs[0].0,
            Node::Call(callee, arguments) => {
                let element = self.element_of_call(callee, &arguments, left);
                element.unwrap_or_else(|| self.intern(Node::Element(collection)))
            }
            _ => self.intern(Node::Element(collection)),
        }
    }

    fn element_of_call(&mut self, callee: Term, arguments: &[Argument], left: u8) -> Option<Term> {
        match self.node(callee).clone() {
            Node::Attribute(owner, view) if arguments.is_empty() => {
                let owner = self.inhabited(owner);
                let key = self.element_within(owner, left);
                match view.as_str() {
                    "keys" => Some(key),
                    "values" => Some(self.item(owner, key)),
                    "items" => {
                        let value = self.item(owner, key);
                        Some(self.intern(Node::List(vec![key, value])))
                    }
                    _ => None,
                }
            }
            Node::External(name) if name == "enumerate" => {
                let item = self.element_within(arguments.first()?.1, left);
                let index = self.opaque();
                Some(self.intern(Node::List(vec![index, item])))
            }
            Node::External(name) if matches!(name.as_str(), "sorted" | "itertools.islice") => {
                let inner = self.element_within(arguments.first()?.1, left);
                Some(inner)
            }
            Node::External(name) if name == "zip" => {
                let items = arguments
                    .iter()
                    .map(|(_, value)| self.element_within(*value, left))
                    .collect();
                Some(self.intern(Node::List(items)))
            }
            _ => None,
        }
    }

    /// A collection of which an element is asked is the one that has elements.
    fn inhabited(&self, collection: Term) -> Term {
        match self.node(collection) {
            Node::Gate(_, then, other, _) if self.is_empty(*other) => self.inhabited(*then),
            Node::Gate(_, then, other, _) if self.is_empty(*then) => self.inhabited(*other),
            _ => collection,
        }
    }

    /// Whether a collection is known to be empty, or nothing.
    pub fn is_empty(&self, term: Term) -> bool {
        match self.node(term) {
            Node::Text(text) => text.is_empty(),
            Node::Nothing | Node::Bare => true,
            _ => self.is_empty_table(term),
        }
    }

    fn is_empty_table(&self, term: Term) -> bool {
        match self.node(term) {
            Node::List(items) => items.is_empty(),
            Node::Dict(pairs) => pairs.is_empty(),
            _ => false,
        }
    }

    /// `not value`.
    pub fn not(&mut self, value: Term) -> Term {
        match self.node(value).clone() {
            Node::Operation(operator, operands) if operator == "not" => operands[0],
            _ => match self.truth(value) {
                Some(flag) => self.flag(!flag),
                None => self.intern(Node::Operation("not".to_owned(), vec![value])),
            },
        }
    }

    /// Whether a value counts as true, where that is known.
    pub fn truth(&self, value: Term) -> Option<bool> {
        match self.node(value) {
            Node::Flag(flag) => Some(*flag),
            Node::Nothing | Node::Bare => Some(false),
            Node::Text(text) => Some(!text.is_empty()),
            Node::Number(_) => self.number(value).map(|number| number != 0.0),
            Node::List(items) => Some(!items.is_empty()),
            Node::Dict(pairs) if pairs.is_empty() => None,
            Node::Record { .. } | Node::Closure(_) | Node::Class { .. } => Some(true),
            _ => None,
        }
    }

    /// A value as the test of a decision.
    pub fn test(&mut self, value: Term) -> Term {
        match self.truth(value) {
            Some(flag) => self.flag(flag),
            None => self.test_within(value, DISTRIBUTE_MAX),
        }
    }

    fn test_within(&mut self, value: Term, left: u8) -> Term {
        if let Some(flag) = self.truth(value) {
            return self.flag(flag);
        }
        self.carried(value, left, |terms, part, left| terms.test_within(part, left))
            .unwrap_or(value)
    }

    /// `left operator right` for a comparison.
    pub fn compare(&mut self, operator: &str, left: Term, right: Term) -> Term {
        self.compare_within(operator, left, right, DISTRIBUTE_MAX)
    }

    fn compare_within(&mut self, operator: &str, left: Term, right: Term, depth: u8) -> Term {
        if self.is_constant(right) {
            let carried = self.carried(left, depth, |terms, part, depth| {
                terms.compare_within(operator, part, right, depth)
            });
            if let Some(term) = carried {
                return term;
            }
        }
        if let Some(flag) = self.known_comparison(operator, left, right) {
            return self.flag(flag);
        }
        self.intern(Node::Operation(operator.to_owned(), vec![left, right]))
    }

    fn is_constant(&self, term: Term) -> bool {
        matches!(
            self.node(term),
            Node::Text(_) | Node::Number(_) | Node::Flag(_) | Node::Nothing
        )
    }

    fn known_comparison(&self, operator: &str, left: Term, right: Term) -> Option<bool> {
        let made = |term: Term| {
            self.is_constant(term)
                || matches!(
                    self.node(term),
                    Node::Record { .. } | Node::List(_) | Node::Closure(_) | Node::Format(_)
                )
        };
        let nothing = |term: Term| *self.node(term) == Node::Nothing;
        match operator {
            "==" | "is" if self.is_constant(left) && self.is_constant(right) => Some(left == right),
            "!=" | "is not" if self.is_constant(left) && self.is_constant(right) => Some(left != right),
            "==" | "is" if nothing(right) && made(left) => Some(false),
            "!=" | "is not" if nothing(right) && made(left) => Some(true),
            "in" | "not in" => match self.node(right) {
                Node::List(items)
                    if self.is_constant(left) && items.iter().all(|item| self.is_constant(*item)) =>
                {
                    Some(items.contains(&left) == (operator == "in"))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What a function returns whose first part came to `result` and which else goes on to `rest`.
    pub fn fill(&mut self, result: Term, rest: Term) -> Term {
        self.fill_known(result, rest, &mut BTreeMap::new())
    }

    /// Decisions share their parts: each is filled once.
    fn fill_known(&mut self, result: Term, rest: Term, known: &mut BTreeMap<Term, Term>) -> Term {
        if let Some(filled) = known.get(&result) {
            return *filled;
        }
        let filled = match *self.node(result) {
            Node::Onward => rest,
            Node::Gate(test, then, other, kept) => {
                let then = self.fill_known(then, rest, known);
                let other = self.fill_known(other, rest, known);
                self.gate(test, then, other, kept)
            }
            _ => result,
        };
        known.insert(result, filled);
        filled
    }

    /// Strings one after the other, constants joined.
    pub fn format(&mut self, parts: Vec<Term>) -> Term {
        let mut joined: Vec<Term> = Vec::new();
        for part in parts {
            let inner = match self.node(part) {
                Node::Format(inner) => inner.clone(),
                _ => vec![part],
            };
            joined.extend(inner);
        }
        joined.truncate(PARTS_MAX);
        let is_short = joined
            .iter()
            .all(|part| self.text(*part).is_some_and(|text| text.len() < 80));
        if is_short {
            let text: String = joined.iter().filter_map(|part| self.text(*part)).collect();
            return self.intern(Node::Text(text));
        }
        self.intern(Node::Format(joined))
    }

    /// `min` and `max` with their arguments; keeping a score within its scale changes nothing.
    pub fn extreme(&mut self, name: &str, callee: Term, arguments: Vec<Argument>) -> Term {
        let values: Vec<Term> = arguments.iter().map(|(_, value)| *value).collect();
        let constant = values.iter().position(|value| self.number(*value).is_some());
        if let (2, Some(at)) = (values.len(), constant) {
            let (limit, value) = (self.number(values[at]).unwrap_or(0.0), values[1 - at]);
            let is_scale = match name {
                "max" => limit <= 1.0,
                _ => [5.0, 10.0, 100.0].contains(&limit),
            };
            if is_scale && self.number(value).is_none() {
                return value;
            }
        }
        let mut arguments = arguments;
        if arguments.iter().all(|(keyword, _)| keyword.is_none()) {
            arguments.sort();
        }
        self.intern(Node::Call(callee, arguments))
    }
}

fn swapped(kept: Kept) -> Kept {
    match kept {
        Kept::Neither => Kept::Neither,
        Kept::Then => Kept::Other,
        Kept::Other => Kept::Then,
    }
}
