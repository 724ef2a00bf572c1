//! Terms: values as far as they are known, each stored once, so that equal computations are the same term.

use super::marks::{self, Marks};
use std::collections::BTreeMap;
use wordlist::{Words, array, phrases};

/// Most terms of one evaluation; what comes after is opaque.
const TERMS_MAX: usize = 150_000;
/// Most terms directly in one term: longer lists are opaque. Lists that people write, and what loops over them
/// collect, stay far below.
pub(super) const PARTS_MAX: usize = 4_000;
/// Longest name or number that is put together from others, in bytes.
pub(super) const TEXT_MAX: usize = 4_000;
/// Most terms and bytes that all terms of one evaluation hold together; what comes after is opaque. It bounds the
/// memory where each value is small and there are many.
pub(super) const WEIGHT_MAX: usize = 4_000_000;
/// So many entries make a table of several topics.
const TOPICS_MIN: usize = 3;
/// Deepest term; deeper ones are opaque, so that no reader recurses without end.
const DEPTH_MAX: u16 = 240;

/// How many nested decisions between models are looked through.
const CHOICES_MAX: u8 = 6;

/// Methods and functions that ask a model.
static ASKING: Words = Words::new(|| wordlist::words(include_str!("../../words/term_asking.txt")));

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term(u32);

/// Which outcome of a gate is what stood there before the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// Neither is known to be.
    Neither,
    /// The outcome where the test holds.
    Then,
    /// The outcome where it does not.
    Other,
}

/// An argument: its keyword and value.
pub(super) type Argument = (Option<String>, Term);

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// A string constant.
    Text(String),
    /// A number, as written.
    Number(String),
    /// `True` or `False`.
    Flag(bool),
    /// `None`.
    Nothing,
    /// What is given from outside: a parameter of the function that was started.
    Input(String),
    /// A name from outside the repository, dotted.
    External(String),
    /// `value.name`.
    Attribute(Term, String),
    /// `value[key]` and `value.get(key)`.
    Item(Term, Term),
    /// Any one element of a collection.
    Element(Term),
    /// A call that is not followed.
    Call(Term, Vec<Argument>),
    /// An operator and its operands.
    Operation(String, Vec<Term>),
    /// A decision: what is asked, the value where it holds, the value where it does not, and what is kept.
    Gate(Term, Term, Term, Kept),
    /// A list, tuple or set whose elements are known.
    List(Vec<Term>),
    /// A dict whose pairs are known.
    Dict(Vec<(Term, Term)>),
    /// An instance of a class of the repository and the fields it was given.
    Record {
        path: String,
        class: String,
        fields: Vec<(String, Term)>,
    },
    /// A formatted or concatenated string.
    Format(Vec<Term>),
    /// A comprehension: its element, what it goes through, and its conditions.
    Each(Term, Term, Vec<Term>),
    /// A collection and one more element.
    Grown(Term, Term),
    /// An empty collection that nothing was added to.
    Bare,
    /// A collection has an element, or a loop's condition held.
    Some(Term),
    /// The exception handler at this line of this evaluation was entered.
    Raised(u32),
    /// A function with what it closes over.
    Closure(u32),
    /// A function with some arguments given.
    Bound(Term, Vec<Argument>),
    /// A function wrapped by something from outside: the wrapper, the function.
    Wrapped(Term, Term),
    /// A class of the repository.
    Class { path: String, name: String },
    /// A module of the repository.
    Module(String),
    /// Where a function goes on after this statement.
    Onward,
    /// Where nothing comes back: an exception leaves.
    Never,
    /// Not known.
    Opaque,
}

/// Operators that make a value to be tested.
pub const TESTS: [&str; 13] =
    phrases("not | and | or | == | != | < | <= | > | >= | in | not in | is | is not");

/// The store of terms.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    marks: Vec<Marks>,
    depths: Vec<u16>,
    known: BTreeMap<Node, Term>,
    /// What all of them hold together.
    weight: usize,
}

impl Terms {
    pub fn node(&self, term: Term) -> &Node {
        self.nodes.get(term.0 as usize).unwrap_or(&Node::Opaque)
    }

    /// What it and everything in it speak of.
    pub fn marks(&self, term: Term) -> Marks {
        self.marks.get(term.0 as usize).copied().unwrap_or(0)
    }

    /// The string, where it is a constant.
    pub fn text(&self, term: Term) -> Option<&str> {
        match self.node(term) {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What a constant speaks of where it is the name of a field.
    pub fn key_marks(&self, key: Term) -> Marks {
        self.text(key).map_or(0, marks::name_marks)
    }

    /// The number, where it is a constant.
    pub fn number(&self, term: Term) -> Option<f64> {
        match self.node(term) {
            Node::Number(number) => number.replace('_', "").parse().ok(),
            _ => None,
        }
    }

    /// The term of a node, as it is.
    pub fn intern(&mut self, node: Node) -> Term {
        if let Some(term) = self.known.get(&node) {
            return *term;
        }
        if node != Node::Opaque && self.is_too_much(&node) {
            return self.intern(Node::Opaque);
        }
        let parts = parts(&node);
        let depth = parts.iter().map(|part| self.depth(*part)).max().unwrap_or(0) + 1;
        if (self.nodes.len() >= TERMS_MAX || depth > DEPTH_MAX) && node != Node::Opaque {
            return self.intern(Node::Opaque);
        }
        let inherited = parts.iter().fold(0, |marks, part| marks | self.marks(*part));
        let inherited = match &node {
            Node::Element(of) if self.lists_identifiers(*of) => inherited & !marks::SECURITY,
            Node::Dict(pairs) if self.is_of_many_topics(pairs) => inherited & !marks::SECURITY,
            _ => inherited,
        };
        let marks = inherited | self.own_marks(&node);
        let term = Term(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.weight += weight(&node);
        self.nodes.push(node.clone());
        self.marks.push(marks);
        self.depths.push(depth);
        self.known.insert(node, term);
        term
    }

    /// Whether a collection is written out as identifiers of which only some speak of security, such as a rubric's
    /// dimensions: any one of them does not.
    fn lists_identifiers(&self, collection: Term) -> bool {
        let Node::List(items) = self.node(collection) else {
            return false;
        };
        let is_identifier =
            |text: &str| text.contains('_') && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_secure = |item: &&Term| marks::has(self.marks(**item), marks::SECURITY);
        let are_identifiers = items
            .iter()
            .all(|item| self.text(*item).is_some_and(is_identifier));
        are_identifiers && items.iter().filter(is_secure).count() * 2 < items.len()
    }

    /// Whether few of a table's entries speak of security: what is looked up in it by any key does not.
    fn is_of_many_topics(&self, pairs: &[(Term, Term)]) -> bool {
        let is_secure =
            |(key, value): &&(Term, Term)| marks::has(self.marks(*key) | self.marks(*value), marks::SECURITY);
        pairs.len() >= TOPICS_MIN && pairs.iter().filter(is_secure).count() * 2 < pairs.len()
    }

    /// Whether one more node is larger than one may be, or than all may be together.
    fn is_too_much(&self, node: &Node) -> bool {
        size(node) > PARTS_MAX || self.weight + weight(node) > WEIGHT_MAX
    }

    /// The most that any term holds directly, and all of them together.
    #[cfg(test)]
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.nodes.iter().map(size).max().unwrap_or(0), self.weight)
    }

    /// The term of a node that is known already.
    pub fn find(&self, node: &Node) -> Option<Term> {
        self.known.get(node).copied()
    }

    fn depth(&self, term: Term) -> u16 {
        self.depths.get(term.0 as usize).copied().unwrap_or(0)
    }

    fn own_marks(&self, node: &Node) -> Marks {
        match node {
            Node::Text(text) => marks::text_marks(text),
            Node::Input(name) | Node::Attribute(_, name) => marks::name_marks(name),
            Node::Item(_, key) => self.text(*key).map_or(0, marks::name_marks),
            Node::External(dotted) => marks::external_marks(dotted),
            Node::Call(..) if self.asks(node) => marks::ANSWER,
            Node::Operation(operator, operands) if operator == "-" => self.difference_marks(operands),
            _ => 0,
        }
    }

    /// `max(scores) - min(scores)`, or one judge's score less another's, is how far they are apart.
    fn difference_marks(&self, operands: &[Term]) -> Marks {
        let [left, right] = operands else { return 0 };
        let is_extreme = self.is_builtin_call(*left, "max") && self.is_builtin_call(*right, "min");
        let scores = [*left, *right].map(|side| self.marks(side));
        let personas = scores.map(|marks| marks & marks::PERSONAS);
        let are_votes = scores.iter().all(|marks| marks & marks::SCORE != 0)
            && personas.iter().all(|persona| *persona != 0)
            && personas[0] != personas[1];
        if is_extreme || are_votes { marks::SPREAD } else { 0 }
    }

    /// Whether a term is a call of this builtin.
    pub fn is_builtin_call(&self, term: Term, name: &str) -> bool {
        match self.node(term) {
            Node::Call(callee, _) => matches!(self.node(*callee), Node::External(called) if called == name),
            _ => false,
        }
    }

    /// Whether a term is what a chat model answers: a call of a method or function of its that asks.
    pub fn is_answer(&self, term: Term) -> bool {
        self.asks(self.node(term))
    }

    fn asks(&self, node: &Node) -> bool {
        match node {
            Node::Call(callee, arguments) => self.callee_asks(*callee, arguments, CHOICES_MAX),
            _ => false,
        }
    }

    fn callee_asks(&self, callee: Term, arguments: &[Argument], left: u8) -> bool {
        match self.node(callee) {
            // A method of one of several models.
            Node::Gate(_, then, other, _) if left > 0 => [*then, *other]
                .into_iter()
                .any(|callee| self.callee_asks(callee, arguments, left - 1)),
            Node::Attribute(owner, method) => {
                ASKING.contains(&method.as_str()) && marks::has(self.marks(*owner), marks::MODEL)
            }
            Node::External(dotted) => {
                let last = dotted.rsplit('.').next().unwrap_or_default();
                let asks = ASKING.contains(&last) && marks::has(self.marks(callee), marks::MODEL);
                asks || (last == "post" && arguments.iter().any(|(_, value)| self.is_model_address(*value)))
            }
            // A model object that is called itself.
            Node::Call(class, _) => {
                matches!(self.node(*class), Node::External(_)) && marks::has(self.marks(*class), marks::MODEL)
            }
            _ => false,
        }
    }

    /// An address of a chat model's interface, one of two outcomes at least.
    fn is_model_address(&self, term: Term) -> bool {
        let paths =
            const { array::<5>("/chat/completions /api/generate /api/chat /v1/messages :generateContent") };
        super::query::reachable(self, [term])
            .into_iter()
            .filter_map(|term| self.text(term))
            .any(|text| paths.iter().any(|path| text.contains(path)))
    }

    /// The text constant `text`.
    pub fn constant(&mut self, text: &str) -> Term {
        self.intern(Node::Text(text.to_owned()))
    }

    /// `True` or `False`.
    pub fn flag(&mut self, flag: bool) -> Term {
        self.intern(Node::Flag(flag))
    }

    /// Not known.
    pub fn opaque(&mut self) -> Term {
        self.intern(Node::Opaque)
    }
}

/// How many terms are directly in a node.
pub(super) fn size(node: &Node) -> usize {
    match node {
        Node::Call(_, arguments) | Node::Bound(_, arguments) => 1 + arguments.len(),
        Node::Operation(_, terms) | Node::List(terms) | Node::Format(terms) => terms.len(),
        Node::Dict(pairs) => 2 * pairs.len(),
        Node::Record { fields, .. } => fields.len(),
        Node::Each(_, _, conditions) => 2 + conditions.len(),
        _ => 3,
    }
}

/// What it takes to keep a node, beside what it shares with others.
fn weight(node: &Node) -> usize {
    let text = match node {
        Node::Text(text) | Node::Number(text) | Node::External(text) | Node::Attribute(_, text) => text.len(),
        _ => 0,
    };
    size(node) + text
}

/// The terms directly in a node.
pub fn parts(node: &Node) -> Vec<Term> {
    let values = |arguments: &[Argument]| arguments.iter().map(|(_, value)| *value).collect::<Vec<_>>();
    match node {
        Node::Attribute(value, _) | Node::Element(value) | Node::Some(value) => vec![*value],
        Node::Item(value, key) => vec![*value, *key],
        Node::Grown(first, second) | Node::Wrapped(first, second) => vec![*first, *second],
        Node::Call(callee, arguments) | Node::Bound(callee, arguments) => {
            let mut found = vec![*callee];
            found.extend(values(arguments));
            found
        }
        Node::Operation(_, terms) | Node::List(terms) | Node::Format(terms) => terms.clone(),
        Node::Gate(test, then, other, _) => vec![*test, *then, *other],
        Node::Dict(pairs) => pairs.iter().flat_map(|(key, value)| [*key, *value]).collect(),
        Node::Record { fields, .. } => fields.iter().map(|(_, value)| *value).collect(),
        Node::Each(element, iter, conditions) => {
            let mut found = vec![*element, *iter];
            found.extend(conditions);
            found
        }
        _ => Vec::new(),
    }
}
