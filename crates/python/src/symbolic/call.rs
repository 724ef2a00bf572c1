//! Following calls: into the repository's own functions, through what the language and its library do to
//! values, and, for all else, as events.

use super::evaluator::{Evaluator, STATE};
use super::scope::{EventKind, ScopeKind};
use super::term::{Argument, Node, Term};
use crate::ast::Span;
use wordlist::Words;

/// How many nested decisions between functions a call is carried into.
const BRANCHES_MAX: u32 = 4;
/// What returns its first argument, as far as rules are concerned.
static PASSING: Words = Words::new(|| wordlist::words(include_str!("../../words/call_passing.txt")));
/// Methods that return what they are called on, as far as rules are concerned.
static PASSING_METHODS: Words =
    Words::new(|| wordlist::words(include_str!("../../words/call_passing_methods.txt")));

/// How methods are named that only take note of the functions they are given.
const REGISTERING: [&str; 4] = ["add_", "set_", "on_", "register"];

impl<'s> Evaluator<'s> {
    /// Calls a value.
    pub(super) fn call(&mut self, callee: Term, arguments: Vec<Argument>, path: &str, span: Span) -> Term {
        if self.enter().is_none() {
            return self.terms.opaque();
        }
        let term = self.dispatch(callee, arguments, path, span);
        self.leave();
        term
    }

    fn dispatch(&mut self, callee: Term, arguments: Vec<Argument>, path: &str, span: Span) -> Term {
        match self.terms.node(callee).clone() {
            Node::Closure(index) => self.invoke(index, arguments, path, span),
            Node::Bound(function, mut given) => {
                given.extend(arguments);
                self.call(function, given, path, span)
            }
            Node::Wrapped(wrapper, function) => {
                let before = self.scope.clone();
                self.push(ScopeKind::Wrapper(wrapper));
                let term = self.call(function, arguments, path, span);
                self.restore(before);
                term
            }
            Node::Record { .. } => match self.call_method(callee) {
                Some((at, function)) => {
                    let bound = self.function(at, function, Some(callee));
                    self.call(bound, arguments, path, span)
                }
                None => self.outside(callee, &arguments, path, span),
            },
            Node::Class { .. } => self.construct(callee, arguments, path, span),
            Node::Gate(test, then, other, kept) if self.leads_to_function(callee, BRANCHES_MAX) => {
                let then = self.call(then, arguments.clone(), path, span);
                let other = self.call(other, arguments, path, span);
                self.terms.gate(test, then, other, kept)
            }
            Node::Attribute(owner, method) => {
                self.method_call(callee, owner, &method, &arguments, path, span)
            }
            Node::External(name) => self.builtin(callee, &name, arguments, path, span),
            _ => self.outside(callee, &arguments, path, span),
        }
    }

    /// Whether a value, or an outcome of it, is a function that can be followed.
    pub(super) fn leads_to_function(&self, term: Term, left: u32) -> bool {
        match self.terms.node(term) {
            Node::Gate(_, then, other, _) if left > 0 => {
                self.leads_to_function(*then, left - 1) || self.leads_to_function(*other, left - 1)
            }
            Node::Class { .. } => true,
            _ => self.is_callable(term),
        }
    }

    fn construct(&mut self, class: Term, arguments: Vec<Argument>, path: &str, span: Span) -> Term {
        let Some((at, definition)) = self.class_of(class) else {
            return self.outside(class, &arguments, path, span);
        };
        let term = self.instance(at, definition, arguments);
        self.note(EventKind::Made, term, path, span);
        term
    }

    fn method_call(
        &mut self,
        callee: Term,
        owner: Term,
        method: &str,
        arguments: &[Argument],
        path: &str,
        span: Span,
    ) -> Term {
        let first = arguments.first().map(|(_, value)| *value);
        match (method, first) {
            ("get" | "pop", Some(key)) if arguments.len() <= 2 && self.is_never_there(owner, key) => {
                self.missing(arguments.get(1).map(|(_, value)| *value))
            }
            ("get" | "pop" | "__getitem__" | "setdefault", Some(key)) if arguments.len() <= 2 => {
                self.terms.item(owner, key)
            }
            ("join", Some(parts)) => {
                let parts = match self.terms.node(parts).clone() {
                    Node::List(items) => items,
                    _ => vec![parts],
                };
                self.terms.format([vec![owner], parts].concat())
            }
            ("format" | "format_map", _) => {
                let values = arguments.iter().map(|(_, value)| *value);
                self.terms.format(std::iter::once(owner).chain(values).collect())
            }
            ("model_copy", _) => self.copied(owner, arguments),
            _ if PASSING_METHODS.contains(&method)
                && !matches!(self.terms.node(owner), Node::External(_)) =>
            {
                owner
            }
            _ => self.outside(callee, arguments, path, span),
        }
    }

    fn copied(&mut self, owner: Term, arguments: &[Argument]) -> Term {
        let update = arguments
            .iter()
            .find(|(keyword, _)| keyword.as_deref() == Some("update"));
        let (
            Node::Record {
                path,
                class,
                mut fields,
            },
            Some((_, update)),
        ) = (self.terms.node(owner).clone(), update)
        else {
            return owner;
        };
        if let Node::Dict(pairs) = self.terms.node(*update).clone() {
            for (key, value) in pairs {
                if let Some(name) = self.terms.text(key).map(str::to_owned) {
                    fields.retain(|(field, _)| *field != name);
                    fields.push((name, value));
                }
            }
        }
        self.terms.intern(Node::Record { path, class, fields })
    }

    fn builtin(
        &mut self,
        callee: Term,
        name: &str,
        arguments: Vec<Argument>,
        path: &str,
        span: Span,
    ) -> Term {
        let value = |index: usize| arguments.get(index).map(|(_, value)| *value);
        match (name, arguments.len()) {
            (name, 1..) if PASSING.contains(&name) && self.passes(&arguments) => value(0).unwrap_or(callee),
            ("typing.cast" | "cast", 2) => value(1).unwrap_or(callee),
            ("min" | "max", 2..) => self.terms.extreme(name, callee, arguments),
            ("min" | "max", 1) => self.extreme_of(name, callee, arguments),
            ("getattr", 2..) => self.get_attribute(callee, &arguments),
            ("hasattr", 2) => self.terms.flag(true),
            ("dict", _) => self.keyword_dict(&arguments),
            ("list" | "set" | "tuple", 0) => self.terms.intern(Node::List(Vec::new())),
            (
                "collections.defaultdict" | "defaultdict" | "collections.OrderedDict" | "collections.Counter",
                _,
            ) => self.terms.intern(Node::Dict(Vec::new())),
            ("asyncio.gather", _) => {
                let values = arguments.iter().map(|(_, value)| *value).collect();
                self.terms.intern(Node::List(values))
            }
            ("functools.partial" | "partial", 1..) => {
                let function = arguments[0].1;
                self.terms.intern(Node::Bound(function, arguments[1..].to_vec()))
            }
            ("functools.wraps", _) | ("super", 0) => self.terms.intern(Node::Call(callee, arguments)),
            _ => self.outside(callee, &arguments, path, span),
        }
    }

    /// `list(x)` is x; `list(f(x) …)` of something called with keywords of its own is not known to be.
    fn passes(&self, arguments: &[Argument]) -> bool {
        arguments
            .first()
            .is_some_and(|(keyword, value)| keyword.is_none() && !self.is_callable(*value))
    }

    fn extreme_of(&mut self, name: &str, callee: Term, arguments: Vec<Argument>) -> Term {
        match self.terms.node(arguments[0].1).clone() {
            Node::List(items) if items.len() > 1 => {
                let arguments = items.into_iter().map(|item| (None, item)).collect();
                self.terms.extreme(name, callee, arguments)
            }
            _ => self.terms.intern(Node::Call(callee, arguments)),
        }
    }

    fn get_attribute(&mut self, callee: Term, arguments: &[Argument]) -> Term {
        match self.terms.text(arguments[1].1).map(str::to_owned) {
            Some(_) if arguments.len() > 2 && self.is_never_there(arguments[0].1, arguments[1].1) => {
                self.missing(Some(arguments[2].1))
            }
            Some(name) => self.member_of(arguments[0].1, &name),
            None => self.terms.intern(Node::Call(callee, arguments.to_vec())),
        }
    }

    /// Whether a collection cannot have a key: nothing was put into it, or it is a state that declares no such key.
    fn is_never_there(&self, owner: Term, key: Term) -> bool {
        match (self.terms.node(owner), self.terms.text(key), &self.declared) {
            (Node::Bare, ..) => true,
            (Node::Input(name), Some(key), Some(declared)) => name == STATE && !declared.contains(key),
            _ => false,
        }
    }

    /// What stands for a key that is not there.
    fn missing(&mut self, default: Option<Term>) -> Term {
        match default {
            Some(default) if self.terms.is_empty(default) && self.terms.text(default).is_none() => {
                self.terms.intern(Node::Bare)
            }
            Some(default) => default,
            None => self.terms.intern(Node::Nothing),
        }
    }

    fn keyword_dict(&mut self, arguments: &[Argument]) -> Term {
        let mut pairs = Vec::new();
        for (keyword, value) in arguments {
            if let Some(keyword) = keyword {
                pairs.push((self.terms.constant(keyword), *value));
            }
        }
        self.terms.intern(Node::Dict(pairs))
    }

    /// A call that leaves the repository. A function that is handed over is taken to be called there; one that
    /// is the only thing handed to a function is wrapped by it, as decorators do.
    fn outside(&mut self, callee: Term, arguments: &[Argument], path: &str, span: Span) -> Term {
        let handed = arguments.iter().position(|(_, value)| self.is_callable(*value));
        let (is_method, registers) = match self.terms.node(callee) {
            Node::Attribute(_, name) => (true, REGISTERING.iter().any(|prefix| name.starts_with(prefix))),
            _ => (false, false),
        };
        if let (Some(at), false) = (handed, is_method)
            && arguments.len() == 1
        {
            return self.terms.intern(Node::Wrapped(callee, arguments[at].1));
        }
        let term = self.terms.intern(Node::Call(callee, arguments.to_vec()));
        self.note(EventKind::Called, term, path, span);
        match handed {
            Some(at) if !registers => self.hand_over(callee, arguments, at, path, span).unwrap_or(term),
            _ => term,
        }
    }

    /// What a function that is handed over returns; one that is only a keyword decides nothing.
    fn hand_over(
        &mut self,
        callee: Term,
        arguments: &[Argument],
        at: usize,
        path: &str,
        span: Span,
    ) -> Option<Term> {
        let is_keyword = arguments[at].0.is_some();
        let given = match is_keyword {
            true => self.unknown_arguments(),
            false => self.handed_arguments(callee, &arguments[at + 1..]),
        };
        let before = self.scope.clone();
        if let Some((_, over)) = arguments.get(at + 1).filter(|_| self.maps(callee)) {
            self.push(ScopeKind::Loop {
                over: *over,
                is_while: false,
                path: path.to_owned(),
                span,
                raises_after: false,
            });
        }
        self.push(ScopeKind::Wrapper(callee));
        let result = self.call(arguments[at].1, given, path, span);
        self.restore(before);
        (!is_keyword).then_some(result)
    }

    /// Whether it calls what it is given with each element of the collection beside it.
    fn maps(&self, callee: Term) -> bool {
        match self.terms.node(callee) {
            Node::Attribute(_, name) | Node::External(name) => {
                matches!(name.as_str(), "map" | "imap" | "filter" | "abatch" | "batch")
            }
            _ => false,
        }
    }

    fn unknown_arguments(&mut self) -> Vec<Argument> {
        vec![(None, self.terms.opaque())]
    }

    /// `map(f, items)` calls with an element, `submit(f, value)` with the value.
    fn handed_arguments(&mut self, callee: Term, rest: &[Argument]) -> Vec<Argument> {
        let maps = self.maps(callee);
        let pass = |terms: &mut super::Terms, value: Term| if maps { terms.element(value) } else { value };
        rest.iter()
            .map(|(keyword, value)| (keyword.clone(), pass(&mut self.terms, *value)))
            .collect()
    }

    /// The elements of a collection, where all are known.
    pub(super) fn elements(&mut self, collection: Term) -> Option<Vec<Term>> {
        match self.terms.node(collection).clone() {
            Node::List(items) if !items.is_empty() => Some(items),
            Node::Dict(pairs)
                if pairs.iter().all(|(key, _)| self.terms.text(*key).is_some()) && !pairs.is_empty() =>
            {
                Some(pairs.into_iter().map(|(key, _)| key).collect())
            }
            Node::Call(callee, arguments) => self.elements_of_call(callee, &arguments),
            _ => None,
        }
    }

    fn elements_of_call(&mut self, callee: Term, arguments: &[Argument]) -> Option<Vec<Term>> {
        match self.terms.node(callee).clone() {
            Node::Attribute(owner, view) if arguments.is_empty() => {
                let Node::Dict(pairs) = self.terms.node(owner).clone() else {
                    return None;
                };
                if pairs.is_empty() || pairs.iter().any(|(key, _)| self.terms.text(*key).is_none()) {
                    return None;
                }
                match view.as_str() {
                    "items" => Some(
                        pairs
                            .into_iter()
                            .map(|(key, value)| self.terms.intern(Node::List(vec![key, value])))
                            .collect(),
                    ),
                    "values" => Some(pairs.into_iter().map(|(_, value)| value).collect()),
                    "keys" => Some(pairs.into_iter().map(|(key, _)| key).collect()),
                    _ => None,
                }
            }
            Node::External(name) if name == "enumerate" => {
                let items = self.elements(arguments.first()?.1)?;
                let index = self.terms.opaque();
                Some(
                    items
                        .into_iter()
                        .map(|item| self.terms.intern(Node::List(vec![index, item])))
                        .collect(),
                )
            }
            Node::External(name) if name == "zip" && arguments.len() == 2 => {
                let (left, right) = (self.elements(arguments[0].1)?, self.elements(arguments[1].1)?);
                let pairs = left.into_iter().zip(right);
                Some(
                    pairs
                        .map(|(left, right)| self.terms.intern(Node::List(vec![left, right])))
                        .collect(),
                )
            }
            _ => None,
        }
    }
}
