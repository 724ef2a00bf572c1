//! Following the repository's own functions and classes: parameters, bodies, instances, methods.

use super::evaluator::{Closure, Code, Env, Evaluator, Frame};
use super::marks::{self, has};
use super::scope::{EventKind, ScopeKind};
use super::term::{Argument, Node, Term};
use crate::ast::{Class, Expr, Function, Param, Span, Star, StmtKind};
use crate::program::Definition;
use crate::walk;
use std::collections::BTreeMap;
use wordlist::array;

/// Most functions that are inside each other at one time.
const CALLS_MAX: usize = 24;
/// Most base classes that are searched for a method.
const BASES_MAX: usize = 6;

impl<'s> Evaluator<'s> {
    /// Calls a function of the repository.
    pub(super) fn invoke(&mut self, index: u32, arguments: Vec<Argument>, path: &str, span: Span) -> Term {
        let Some(closure) = self.closures.get(index as usize).cloned() else {
            return self.terms.opaque();
        };
        match closure.code {
            Code::Lambda(params, body) => {
                let mut frame = closure.frame;
                self.bind(params, None, arguments, &mut frame);
                self.eval(body, &mut frame)
            }
            Code::Function(function) => self.invoke_function(&closure, function, arguments, path, span),
        }
    }

    fn invoke_function(
        &mut self,
        closure: &Closure<'s>,
        function: &'s Function,
        arguments: Vec<Argument>,
        path: &str,
        span: Span,
    ) -> Term {
        let place = (closure.frame.path, function.span);
        let given: Vec<Term> = arguments.iter().map(|(_, value)| *value).collect();
        if self.calls.contains(&place) || self.calls.len() >= CALLS_MAX {
            let name = self.terms.intern(Node::Input(function.name.clone()));
            let again = self.terms.intern(Node::Call(name, arguments));
            self.note(EventKind::Again(function.name.clone()), again, path, span);
            return again;
        }
        let before = self.scope.clone();
        self.calls.push(place);
        self.push(ScopeKind::Function {
            name: function.name.clone(),
            given,
        });
        let mut frame = closure.frame.clone();
        let me = closure.me.filter(|_| !is_static(function));
        self.bind(&function.params, me, arguments, &mut frame);
        let result = self.body(function, &mut frame);
        self.note_named(&frame, function.span);
        self.note(
            EventKind::Returned(function.name.clone()),
            result,
            closure.frame.path,
            function.span,
        );
        self.calls.pop();
        self.scope = before;
        result
    }

    /// Notes what names of scores stand for in the end.
    fn note_named(&mut self, frame: &Frame<'s>, span: Span) {
        let named = frame
            .env
            .iter()
            .filter(|(name, value)| is_settled_name(name) && has(self.terms.marks(**value), marks::OPINION));
        let named: Vec<(String, Term)> = named.map(|(name, value)| (name.clone(), *value)).collect();
        for (name, value) in named {
            self.note(EventKind::Named(name), value, frame.path, span);
        }
    }

    fn body(&mut self, function: &'s Function, frame: &mut Frame<'s>) -> Term {
        let flow = self.block(&function.body, frame);
        let nothing = self.terms.intern(Node::Nothing);
        match flow.result {
            Some(result) => self.terms.fill(result, nothing),
            None => nothing,
        }
    }

    fn bind(
        &mut self,
        params: &'s [Param],
        me: Option<Term>,
        arguments: Vec<Argument>,
        frame: &mut Frame<'s>,
    ) {
        let (mut positional, mut named) = (Vec::from_iter(me), BTreeMap::new());
        for (keyword, value) in arguments {
            match keyword {
                Some(keyword) => drop(named.insert(keyword, value)),
                None => positional.push(value),
            }
        }
        let mut positional = positional.into_iter();
        for param in params.iter().filter(|param| !param.name.is_empty()) {
            let value = match param.star {
                Star::One => {
                    let rest = positional.by_ref().collect();
                    self.terms.intern(Node::List(rest))
                }
                Star::Two => self.keywords(std::mem::take(&mut named)),
                Star::None => match (named.remove(&param.name), positional.next()) {
                    (Some(value), _) | (None, Some(value)) => value,
                    (None, None) => self.default(param, frame),
                },
            };
            frame.env.insert(param.name.clone(), value);
        }
    }

    fn keywords(&mut self, named: BTreeMap<String, Term>) -> Term {
        let pairs = named
            .into_iter()
            .map(|(name, value)| (self.terms.constant(&name), value));
        let pairs = pairs.collect();
        self.terms.intern(Node::Dict(pairs))
    }

    fn default(&mut self, param: &'s Param, frame: &mut Frame<'s>) -> Term {
        match &param.default {
            Some(default) => self.eval(default, frame),
            None => self.terms.intern(Node::Input(param.name.clone())),
        }
    }

    /// An instance of a class: what its initializer leaves, or the fields it was given.
    pub(super) fn instance(&mut self, path: &'s str, class: &'s Class, arguments: Vec<Argument>) -> Term {
        let empty = self.record(path, class, Vec::new());
        let Some((at, init)) = self.method(path, class, "__init__") else {
            let fields = fields_given(class, &arguments);
            return self.record(path, class, fields);
        };
        let place = (at, init.span);
        if self.calls.contains(&place) || self.calls.len() >= CALLS_MAX {
            return empty;
        }
        self.calls.push(place);
        let mut frame = Frame {
            path: at,
            env: Env::new(),
        };
        self.bind(&init.params, Some(empty), arguments, &mut frame);
        self.block(&init.body, &mut frame);
        self.calls.pop();
        let me = init.params.first().and_then(|param| frame.env.get(&param.name));
        me.copied().unwrap_or(empty)
    }

    pub(super) fn record(&mut self, path: &'s str, class: &'s Class, fields: Vec<(String, Term)>) -> Term {
        self.class(path, class);
        self.terms.intern(Node::Record {
            path: path.to_owned(),
            class: class.name.clone(),
            fields,
        })
    }

    /// A method of a class or of its bases.
    pub(super) fn method(
        &self,
        path: &'s str,
        class: &'s Class,
        name: &str,
    ) -> Option<(&'s str, &'s Function)> {
        let lineage = self.lineage(path, class);
        lineage
            .into_iter()
            .find_map(|(path, class)| Some((path, own_method(class, name)?)))
    }

    /// A class and its bases in the repository, nearest first.
    pub(super) fn lineage(&self, path: &'s str, class: &'s Class) -> Vec<(&'s str, &'s Class)> {
        let mut lineage = vec![(path, class)];
        let mut at = 0;
        while let Some((path, class)) = lineage.get(at).copied() {
            let named = class.bases.iter().filter(|base| base.name.is_none());
            let bases =
                named.filter_map(
                    |base| match self.program.resolve(path, &walk::dotted(&base.value)?) {
                        Some(Definition::Class(path, class)) => Some((path, class)),
                        _ => None,
                    },
                );
            lineage.extend(bases.take(BASES_MAX.saturating_sub(lineage.len())));
            at += 1;
        }
        lineage
    }

    /// `super().name(…)` for the instance `self` of a frame: the next one that is not being run already.
    pub(super) fn call_super(
        &mut self,
        name: &str,
        arguments: Vec<Argument>,
        frame: &mut Frame<'s>,
    ) -> Option<Term> {
        let me = frame.env.get("self").copied()?;
        let (path, class) = self.class_of(me)?;
        let (at, function) = self
            .lineage(path, class)
            .into_iter()
            .skip(1)
            .find_map(|(path, class)| {
                let function = own_method(class, name)?;
                (!self.calls.contains(&(path, function.span))).then_some((path, function))
            })?;
        if self.calls.len() >= CALLS_MAX {
            return None;
        }
        let mut inner = Frame {
            path: at,
            env: Env::new(),
        };
        self.calls.push((at, function.span));
        self.bind(&function.params, Some(me), arguments, &mut inner);
        let result = self.body(function, &mut inner);
        self.calls.pop();
        if let Some(changed) = function
            .params
            .first()
            .and_then(|param| inner.env.get(&param.name))
        {
            frame.env.insert("self".to_owned(), *changed);
        }
        Some(result)
    }
}

fn own_method<'s>(class: &'s Class, name: &str) -> Option<&'s Function> {
    class.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) if function.name == name => Some(function),
        _ => None,
    })
}

/// Whether a method gets no instance.
pub(super) fn is_static(function: &Function) -> bool {
    let named = |decorator: &Expr| walk::dotted(decorator);
    function
        .decorators
        .iter()
        .any(|decorator| named(decorator).as_deref() == Some("staticmethod"))
}

/// The fields of a data class and what they were given, positional ones by the order of declaration.
fn fields_given(class: &Class, arguments: &[Argument]) -> Vec<(String, Term)> {
    let declared = class.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Annotated(target, ..) => walk::dotted(target),
        _ => None,
    });
    let mut declared = declared;
    let named = arguments.iter().filter_map(|(keyword, value)| {
        let name = keyword.clone().or_else(|| declared.next())?;
        Some((name, *value))
    });
    named.collect()
}

/// Whether a variable is named as what is settled in the end.
fn is_settled_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words = [
        "final", "verdict", "overall", "resolved", "adjusted", "ruling", "settled", "proposed",
    ];
    let told = const { array::<10>("label text note summary reason rationale report plan name path") };
    let any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    any(&words) && !any(&told) && !lower.ends_with('s')
}
