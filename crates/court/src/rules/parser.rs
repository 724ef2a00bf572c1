//! From the text of a condition or a formula to its meaning; every name and type is settled here.

mod calls;

use super::expression::{Expr, Mapping, Operator, Relation};
use super::token::{Token, refused, tokens};
use super::vocabulary::{self, Context};
use crate::input::InputError;
use crate::text::{meaning, words_of};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Longest expression, in bytes: what is longer cannot be read by people either.
const TEXT_MAX: usize = 2_000;
/// Deepest nesting of brackets, calls and definitions; the deepest rule known has six.
const DEPTH_MAX: usize = 40;
/// Most nodes of one expression, definitions put in.
const NODES_MAX: usize = 4_000;

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Number,
    Truth,
}

impl Type {
    fn word(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Truth => "true or false",
        }
    }
}

/// What the file itself names: definitions and lists of phrases.
#[derive(Debug, Default)]
pub(crate) struct Glossary {
    /// Under `let`.
    pub(crate) definitions: BTreeMap<String, String>,
    /// Under `words`.
    pub(crate) words: BTreeMap<String, Vec<String>>,
    /// Definitions that are being put in, to notice circles.
    open: RefCell<Vec<String>>,
    nodes: Cell<usize>,
}

/// Parses `text` as something of this type, for use in this place.
pub(crate) fn parse(
    text: &str,
    wanted: Type,
    context: Context,
    glossary: &Glossary,
) -> Result<Expr, InputError> {
    glossary.nodes.set(0);
    let (expr, found) = whole(text, context, glossary, 0)?;
    if found == wanted {
        return Ok(expr);
    }
    let problem = format!("`{}` is {}, not {}", text.trim(), found.word(), wanted.word());
    Err(InputError::new("column 1", problem))
}

fn whole(
    text: &str,
    context: Context,
    glossary: &Glossary,
    depth: usize,
) -> Result<(Expr, Type), InputError> {
    if text.len() > TEXT_MAX {
        let problem = format!("an expression of more than {TEXT_MAX} bytes");
        return Err(InputError::new("column 1", problem).with_fix("move parts of it to `let`"));
    }
    let mut parser = Parser {
        text,
        tokens: tokens(text)?,
        next: 0,
        context,
        glossary,
        depth,
    };
    if parser.tokens.is_empty() {
        return Err(InputError::new("column 1", "an empty expression"));
    }
    let found = parser.disjunction()?;
    match parser.tokens.get(parser.next) {
        None => Ok(found),
        Some((column, _)) => Err(refused(*column, text, "a word too much")),
    }
}

/// The same mistake with its place in the file; one in a definition has it already.
pub(super) fn placed(at: &str, error: InputError) -> InputError {
    match error.at.starts_with("let.") {
        true => error,
        false => InputError {
            at: format!("{at}, {}", error.at),
            ..error
        },
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(usize, Token)>,
    next: usize,
    context: Context,
    glossary: &'a Glossary,
    depth: usize,
}

type Typed = (Expr, Type);

impl Parser<'_> {
    fn column(&self) -> usize {
        let next = self.tokens.get(self.next);
        next.map_or(self.text.chars().count() + 1, |(column, _)| *column)
    }

    fn fail<T>(&self, problem: &str) -> Result<T, InputError> {
        Err(refused(self.column(), self.text, problem))
    }

    fn take_sign(&mut self, wanted: &[&'static str]) -> Option<&'static str> {
        let found = match self.tokens.get(self.next) {
            Some((_, Token::Sign(sign))) if wanted.contains(sign) => *sign,
            _ => return None,
        };
        self.next += 1;
        Some(found)
    }

    fn take_word(&mut self, wanted: &str) -> bool {
        let is_it = matches!(self.tokens.get(self.next), Some((_, Token::Name(name))) if name == wanted);
        self.next += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), InputError> {
        match self.take_sign(&[sign]) {
            Some(_) => Ok(()),
            None => self.fail(&format!("`{sign}` is missing")),
        }
    }

    /// Counts a node, so that definitions within definitions stay small.
    fn node(&self, expr: Expr) -> Result<Expr, InputError> {
        self.glossary.nodes.set(self.glossary.nodes.get() + 1);
        if self.glossary.nodes.get() > NODES_MAX {
            return self.fail(&format!("more than {NODES_MAX} parts, definitions put in,"));
        }
        Ok(expr)
    }

    fn typed(&self, (expr, found): Typed, wanted: Type) -> Result<Expr, InputError> {
        if found == wanted {
            return Ok(expr);
        }
        self.fail(&format!("{} where {} is needed", found.word(), wanted.word()))
    }

    fn inner<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, InputError>) -> Result<T, InputError> {
        if self.depth >= DEPTH_MAX {
            return self.fail(&format!("nested deeper than {DEPTH_MAX}"));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn disjunction(&mut self) -> Result<Typed, InputError> {
        self.chain("or", Self::conjunction, Expr::Or)
    }

    fn conjunction(&mut self) -> Result<Typed, InputError> {
        self.chain("and", Self::negation, Expr::And)
    }

    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Typed, InputError>,
        join: fn(Vec<Expr>) -> Expr,
    ) -> Result<Typed, InputError> {
        let first = part(self)?;
        if !self.take_word(word) {
            return Ok(first);
        }
        let mut parts = vec![self.typed(first, Type::Truth)?];
        loop {
            let next = part(self)?;
            parts.push(self.typed(next, Type::Truth)?);
            if !self.take_word(word) {
                return Ok((self.node(join(parts))?, Type::Truth));
            }
        }
    }

    fn negation(&mut self) -> Result<Typed, InputError> {
        if !self.take_word("not") {
            return self.comparison();
        }
        let inner = self.inner(Self::negation)?;
        let inner = self.typed(inner, Type::Truth)?;
        Ok((self.node(Expr::Not(Box::new(inner)))?, Type::Truth))
    }

    fn comparison(&mut self) -> Result<Typed, InputError> {
        let left = self.sum()?;
        let Some(sign) = self.take_sign(&words_of(&Relation::SIGNS)) else {
            return Ok(left);
        };
        let left = self.typed(left, Type::Number)?;
        let right = self.sum()?;
        let right = self.typed(right, Type::Number)?;
        let relation = meaning(&Relation::SIGNS, sign).unwrap_or(Relation::More);
        let expr = Expr::Compare(relation, Box::new(left), Box::new(right));
        Ok((self.node(expr)?, Type::Truth))
    }

    fn sum(&mut self) -> Result<Typed, InputError> {
        self.arithmetic(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Result<Typed, InputError> {
        self.arithmetic(&["*", "/"], Self::unary)
    }

    fn arithmetic(
        &mut self,
        signs: &[&'static str],
        part: fn(&mut Self) -> Result<Typed, InputError>,
    ) -> Result<Typed, InputError> {
        let mut left = part(self)?;
        while let Some(sign) = self.take_sign(signs) {
            let start = self.typed(left, Type::Number)?;
            let right = part(self)?;
            let right = self.typed(right, Type::Number)?;
            let operator = meaning(&Operator::SIGNS, sign).unwrap_or(Operator::Divide);
            let expr = Expr::Arithmetic(operator, Box::new(start), Box::new(right));
            left = (self.node(expr)?, Type::Number);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Typed, InputError> {
        if self.take_sign(&["-"]).is_none() {
            return self.atom();
        }
        let inner = self.inner(Self::unary)?;
        let inner = self.typed(inner, Type::Number)?;
        let expr = Expr::Map(Mapping::Negative, Box::new(inner));
        Ok((self.node(expr)?, Type::Number))
    }

    fn atom(&mut self) -> Result<Typed, InputError> {
        if self.take_sign(&["("]).is_some() {
            let inner = self.inner(Self::disjunction)?;
            self.expect(")")?;
            return Ok(inner);
        }
        match self.tokens.get(self.next).map(|(_, token)| token.clone()) {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok((self.node(Expr::Literal(number))?, Type::Number))
            }
            Some(Token::Name(name)) => self.named(&name),
            Some(Token::Text(_)) => self.fail("a text where a number or a condition is needed"),
            Some(Token::Sign(sign)) => self.fail(&format!("`{sign}` where something else is needed")),
            None => self.fail("the end where something is needed"),
        }
    }

    fn named(&mut self, name: &str) -> Result<Typed, InputError> {
        let is_call = matches!(self.tokens.get(self.next + 1), Some((_, Token::Sign("("))));
        if is_call {
            return self.inner(|parser| parser.call(name));
        }
        if let Some(text) = self.glossary.definitions.get(name) {
            return self.defined(name, text);
        }
        match vocabulary::bare(name, self.context) {
            Some(Ok(expr)) => {
                self.next += 1;
                let found = type_of(&expr);
                Ok((self.node(expr)?, found))
            }
            Some(Err(why)) => self.fail(&format!("`{name}` cannot stand here: {why};")),
            None => Err(self.unknown(name)),
        }
    }

    /// Puts a definition in.
    fn defined(&mut self, name: &str, text: &str) -> Result<Typed, InputError> {
        let open = &self.glossary.open;
        if let Some(start) = open.borrow().iter().position(|other| other == name) {
            let circle = [&open.borrow()[start..], &[name.to_owned()]].concat().join(" → ");
            let problem = format!("it is defined in terms of itself: {circle}");
            return Err(InputError::new(format!("let.{name}"), problem).with_fix("break the circle"));
        }
        if self.depth >= DEPTH_MAX {
            return self.fail(&format!("nested deeper than {DEPTH_MAX}"));
        }
        open.borrow_mut().push(name.to_owned());
        let parsed = whole(text, self.context, self.glossary, self.depth + 1);
        open.borrow_mut().pop();
        self.next += 1;
        parsed.map_err(|error| placed(&format!("let.{name}"), error))
    }

    fn unknown(&self, name: &str) -> InputError {
        let own = self.glossary.definitions.keys().map(String::as_str);
        let known = vocabulary::known().into_iter().chain(own);
        let error = refused(self.column(), self.text, &format!("`{name}` is not known"));
        error.with_nearest(name, known, || {
            "define it under `let`, or see `auditor rules words`".to_owned()
        })
    }
}

pub(super) fn type_of(expr: &Expr) -> Type {
    match expr {
        Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::Truth(_) | Expr::Yes(_) => {
            Type::Truth
        }
        Expr::If(_, then, _) => type_of(then),
        Expr::First(parts) => parts.first().map_or(Type::Number, type_of),
        _ => Type::Number,
    }
}
