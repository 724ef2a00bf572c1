//! Where the data of a call comes from, inside one function.

use super::dangers::Source;
use super::pieces::pieces;
use super::sql::{makes_places, opens_quote, says_sql};
use super::{Call, Kind, Walk, line_of, places, snippet};
use crate::facts::{Data, Taken};
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// How many steps back a value is followed: beyond, nobody can say.
const STEPS_MAX: usize = 12;
/// Most nodes that are looked at for one call.
const NODES_MAX: usize = 400;
/// Most nodes of a function that are searched for assignments.
const SEARCH_MAX: usize = 50_000;
/// Most bytes of an expression among which a source is looked for: longer ones begin with one all the same.
const WRITTEN_BYTES_MAX: usize = 256;
/// Longest name of a source, in characters.
const SOURCE_CHARS_MAX: usize = 60;

/// The values that the names of one function get.
pub(super) struct Flow<'t> {
    function: Option<Node<'t>>,
    given: BTreeSet<&'t str>,
    /// The places of the function's own parameters.
    places: BTreeMap<&'t str, u16>,
    values: BTreeMap<&'t str, Vec<Value<'t>>>,
}

/// A value that a name gets.
#[derive(Clone, Copy)]
struct Value<'t> {
    node: Node<'t>,
    /// Where it gets it, in bytes.
    at: usize,
    /// Up to where nothing goes around it: the end of its block.
    until: usize,
    /// Whether nothing is left of what the name had before.
    is_whole: bool,
}

/// One question: how much of it is left, and the names on the way.
struct Trace<'t> {
    nodes: usize,
    names: Vec<&'t str>,
    /// Where the value is read, in bytes: what is assigned behind it cannot reach it.
    at: usize,
    is_remote: bool,
    says_sql: bool,
    opens_quote: bool,
    longest: usize,
    /// The source that was found first, and the names on the way from it.
    way: Vec<&'t str>,
}

/// What is known of some values together.
pub(super) struct Known<'t> {
    pub(super) data: Data,
    /// The source of what comes from outside as it is written, and the names on its way.
    pub(super) way: Vec<&'t str>,
    /// Whether strangers write it.
    pub(super) is_remote: bool,
    /// Whether it is a statement of a database.
    pub(super) says_sql: bool,
    /// Whether a text in it leaves a quote open for what comes next.
    pub(super) opens_quote: bool,
    /// Bytes of the longest text that is written in it.
    pub(super) longest: usize,
}

impl<'t> Flow<'t> {
    /// Collects what a function assigns; without one, nothing.
    pub(super) fn of(walk: &Walk<'t>, function: Option<Node<'t>>) -> Self {
        let mut flow = Self {
            function,
            given: BTreeSet::new(),
            places: BTreeMap::new(),
            values: BTreeMap::new(),
        };
        if let Some(function) = function {
            flow.places = places::of(walk, function);
            flow.search(walk, function);
        }
        flow
    }

    fn search(&mut self, walk: &Walk<'t>, function: Node<'t>) {
        let mut open = vec![(function, function.end_byte())];
        let mut left = SEARCH_MAX;
        let mut cursor = function.walk();
        while let Some((node, until)) = open.pop() {
            left = left.saturating_sub(1);
            if left == 0 {
                break;
            }
            let kind = walk.kind(node);
            let inside = if kind.is(Kind::BLOCK.and(Kind::BRANCH)) {
                node.end_byte()
            } else {
                until
            };
            self.note(walk, node, kind, inside);
            open.extend(node.named_children(&mut cursor).map(|child| (child, inside)));
        }
        for values in self.values.values_mut() {
            values.sort_by_key(|value| value.at);
        }
    }

    fn note(&mut self, walk: &Walk<'t>, node: Node<'t>, kind: Kind, until: usize) {
        if kind.is(Kind::PARAMETERS) {
            self.give(walk, node);
        }
        let at = node.start_byte();
        if kind.is(Kind::ASSIGN)
            && let Some((name, value)) = walk.grammar.assignment(node, walk)
        {
            let is_whole = !adds(node, walk);
            let value = Value {
                node: value,
                at,
                until,
                is_whole,
            };
            for name in targets(walk, name) {
                self.values.entry(walk.text_of(name)).or_default().push(value);
            }
        }
        if kind.is(Kind::CALL)
            && let Some(call) = walk.grammar.call(node, walk)
            && walk.lists().mutators.contains(call.name)
            && let (Some(on), Some(arguments)) = (call.on, call.arguments)
        {
            let value = Value {
                node: arguments,
                at,
                until,
                is_whole: false,
            };
            self.values.entry(walk.text_of(on)).or_default().push(value);
        }
    }

    fn give(&mut self, walk: &Walk<'t>, parameters: Node<'t>) {
        let mut open = vec![parameters];
        let mut cursor = parameters.walk();
        while let Some(node) = open.pop() {
            if walk.kind(node).is(Kind::NAME) {
                self.given.insert(walk.text_of(node));
            }
            if self.given.len() < NODES_MAX {
                open.extend(node.named_children(&mut cursor));
            }
        }
    }

    /// What is known of some values together.
    pub(super) fn known(&self, walk: &Walk<'t>, values: &[Node<'t>]) -> Known<'t> {
        let mut trace = Trace {
            nodes: NODES_MAX,
            names: Vec::new(),
            at: values.iter().map(Node::start_byte).max().unwrap_or_default(),
            is_remote: false,
            says_sql: false,
            opens_quote: false,
            longest: 0,
            way: Vec::new(),
        };
        let data = self.worst(walk, values.iter().copied(), &mut trace);
        Known {
            data,
            way: trace.way,
            is_remote: trace.is_remote,
            says_sql: trace.says_sql,
            opens_quote: trace.opens_quote,
            longest: trace.longest,
        }
    }

    fn worst(&self, walk: &Walk<'t>, values: impl Iterator<Item = Node<'t>>, trace: &mut Trace<'t>) -> Data {
        let mut worst = Data::Fixed;
        for value in values {
            worst = worse(worst, self.one(walk, value, trace));
        }
        worst
    }

    fn one(&self, walk: &Walk<'t>, value: Node<'t>, trace: &mut Trace<'t>) -> Data {
        trace.nodes = trace.nodes.saturating_sub(1);
        if trace.nodes == 0 || trace.names.len() > STEPS_MAX {
            return Data::Unknown;
        }
        let kind = walk.kind(value);
        if kind.is(Kind::PIECES) {
            return self.worst(walk, pieces(value, trace.nodes).into_iter(), trace);
        }
        if kind.is(Kind::LITERAL.and(Kind::COMMENT)) {
            trace.says_sql |= says_sql(walk.text_of(value));
            trace.opens_quote |= opens_quote(walk.text_of(value));
            trace.longest = trace.longest.max(value.byte_range().len());
            return Data::Fixed;
        }
        if kind.is(Kind::CALL) && makes_places(beginning(walk.text_of(value))) {
            return Data::Fixed;
        }
        let is_clean = || {
            let call = walk.grammar.call(value, walk);
            call.is_some_and(|call| walk.lists().cleansers.contains(call.name))
        };
        if kind.is(Kind::MEMBER.and(Kind::CALL).and(Kind::NAME))
            && !(kind.is(Kind::CALL) && is_clean())
            && let Some(input) = self.source(walk, value, trace)
        {
            return input;
        }
        if kind.is(Kind::CALL) {
            return self.call(walk, value, trace);
        }
        if kind.is(Kind::MEMBER) {
            return self.member(walk, value, trace);
        }
        if kind.is(Kind::NAME) {
            return self.name(walk, walk.text_of(value), trace);
        }
        Data::Unknown
    }

    fn source(&self, walk: &Walk<'t>, value: Node<'t>, trace: &mut Trace<'t>) -> Option<Data> {
        let written = beginning(walk.text_of(value));
        let is_cleansed = |call: Call<'t>| walk.lists().cleansers.contains(call.name);
        if walk.kind(value).is(Kind::CALL) && walk.grammar.call(value, walk).is_some_and(is_cleansed) {
            return None;
        }
        let head = written
            .split(['.', ':', '[', '(', ' '])
            .next()
            .unwrap_or_default();
        if self.values.contains_key(written) {
            return None;
        }
        let whole = walk.resolve(written);
        let is_given = self.given.contains(head);
        let given = self.function.filter(|_| is_given);
        let source = given
            .and_then(|function| walk.grammar.given_source(function, head, walk))
            .or_else(|| walk.sources_in(written, &whole, is_given))
            .filter(|source| source.path.starts_with(['.', '(']) || !self.values.contains_key(head))?;
        trace.is_remote |= source.is_remote;
        if trace.way.is_empty() {
            trace.way = trace.names.iter().copied().chain([written]).collect();
        }
        Some(Data::Input {
            file: None,
            line: line_of(value),
            way: trace.told(&format!(
                "{} `{}`",
                source.word,
                snippet(written, SOURCE_CHARS_MAX)
            )),
        })
    }

    fn call(&self, walk: &Walk<'t>, value: Node<'t>, trace: &mut Trace<'t>) -> Data {
        let Some(call) = walk.grammar.call(value, walk) else {
            return Data::Unknown;
        };
        if walk.lists().cleansers.contains(call.name) {
            return Data::Fixed;
        }
        if !walk.lists().carriers.contains(call.name) || call.name == "match" && !self.keeps(walk, &call) {
            return Data::Unknown;
        }
        let on = call.on.filter(|on| walk.bound(walk.text_of(*on)).is_none());
        let given = walk.arguments(&call);
        let mut worst = self.worst(walk, on.into_iter().chain(given), trace);
        for name in walk.grammar.names_inside(&call, walk) {
            worst = worse(worst, self.name(walk, name, trace));
        }
        worst
    }

    /// Whether what a pattern finds in a text can be anything: it has a place where it asks for nothing.
    fn keeps(&self, walk: &Walk<'t>, call: &Call<'t>) -> bool {
        let Some(pattern) = walk.arguments(call).first().copied() else {
            return false;
        };
        let written = walk.text_of(pattern);
        let last = self.values.get(written).and_then(|values| values.last());
        let pattern = last.map_or(written, |value| walk.text_of(value.node));
        pattern.contains(".*") || pattern.contains(".+")
    }

    /// A part of something that came from outside, or was given, came the same way; a constant is fixed, and of anything else
    /// nobody can say.
    fn member(&self, walk: &Walk<'t>, value: Node<'t>, trace: &mut Trace<'t>) -> Data {
        // Of a request such names are what strangers write: `request.META`.
        let written = walk.text_of(value);
        if is_constant(last(written)) && !written.starts_with("req") {
            return Data::Fixed;
        }
        match value.named_child(0).map(|whole| self.one(walk, whole, trace)) {
            Some(input @ (Data::Input { .. } | Data::Given { .. })) => input,
            _ => Data::Unknown,
        }
    }

    fn name(&self, walk: &Walk<'t>, name: &'t str, trace: &mut Trace<'t>) -> Data {
        let had_nothing = trace.names.contains(&name) && !self.given.contains(name);
        trace.names.push(name);
        let found = match self.reaching(name, trace.at) {
            Some(values) => self.values_of(walk, &values, trace),
            // What a name adds to itself before it has anything is nothing.
            None if had_nothing => Data::Fixed,
            None => match walk.constants.get(name) {
                Some(Some(constant)) if !self.given.contains(name) => self.one(walk, *constant, trace),
                _ if is_constant(name) && !self.given.contains(name) => Data::Fixed,
                _ => self.taken(walk, name),
            },
        };
        trace.names.pop();
        found
    }

    /// What a parameter of the function itself holds; of anything else nobody can say.
    fn taken(&self, walk: &Walk<'t>, name: &'t str) -> Data {
        match (self.function, self.places.get(name)) {
            (Some(function), Some(place)) => Data::Given {
                function: line_of(walk.grammar.head(function)),
                taken: vec![Taken {
                    place: *place,
                    name: name.to_owned(),
                }],
            },
            _ => Data::Unknown,
        }
    }

    /// The values that may reach a place, the nearest first; `None` when nothing is assigned before it.
    fn reaching(&self, name: &str, place: usize) -> Option<Vec<Value<'t>>> {
        let values = self.values.get(name)?;
        let before = values.partition_point(|value| value.at < place);
        let mut reaching = Vec::new();
        for value in values[..before].iter().rev() {
            reaching.push(*value);
            if value.is_whole && value.until >= place {
                return Some(reaching);
            }
        }
        (!reaching.is_empty() && !self.given.contains(name)).then_some(reaching)
    }

    fn values_of(&self, walk: &Walk<'t>, values: &[Value<'t>], trace: &mut Trace<'t>) -> Data {
        let place = trace.at;
        let mut worst = Data::Fixed;
        for value in values {
            trace.at = value.at;
            let parts = fillings(walk, value, trace.names.last().copied());
            worst = worse(worst, self.worst(walk, parts.into_iter(), trace));
        }
        trace.at = place;
        worst
    }
}

/// What a value is made of: a call that fills its first argument (`sprintf(line, …)`) takes nothing from it.
fn fillings<'t>(walk: &Walk<'t>, value: &Value<'t>, name: Option<&str>) -> Vec<Node<'t>> {
    let first = value.node.named_child(0).map(|first| walk.text_of(first));
    if !value.is_whole || first != name || value.node.kind() != "argument_list" {
        return vec![value.node];
    }
    let mut cursor = value.node.walk();
    value
        .node
        .named_children(&mut cursor)
        .skip(1)
        .take(NODES_MAX)
        .collect()
}

/// As much of what is written as can name a source.
fn beginning(written: &str) -> &str {
    let mut end = written.len().min(WRITTEN_BYTES_MAX);
    while !written.is_char_boundary(end) {
        end -= 1;
    }
    &written[..end]
}

/// Whether an assignment adds to what was there: `+=`, `strcat`.
fn adds<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let operator = walk.field(node, "operator");
    let is_compound = operator.len() > 1 && operator != ":=";
    let callee = walk.field(node, "function");
    is_compound || node.kind() == "compound_assignment_expr" || callee.contains("cat")
}

/// Most names that one pattern gives values to.
const TARGETS_MAX: usize = 32;

/// What gets a value: a name, a part, or every name of a pattern.
pub(super) fn targets<'t>(walk: &Walk<'t>, target: Node<'t>) -> Vec<Node<'t>> {
    if walk.kind(target).is(Kind::NAME.and(Kind::MEMBER)) || target.named_child_count() == 0 {
        return vec![target];
    }
    let mut open = vec![target];
    let mut names = Vec::new();
    let mut cursor = target.walk();
    while let Some(node) = open.pop().filter(|_| names.len() < TARGETS_MAX) {
        if walk.kind(node).is(Kind::NAME) {
            names.push(node);
        } else if !walk.kind(node).is(Kind::MEMBER) {
            open.extend(node.named_children(&mut cursor).take(TARGETS_MAX));
        }
    }
    names
}

/// The worse of two; the first of two inputs, all of what is given.
fn worse(one: Data, other: Data) -> Data {
    match (one, other) {
        (one, Data::Fixed) | (one @ Data::Input { .. }, _) | (one @ Data::Given { .. }, Data::Unknown) => one,
        (Data::Given { function, mut taken }, Data::Given { taken: more, .. }) => {
            taken.extend(
                more.into_iter()
                    .filter(|one| !taken.contains(one))
                    .collect::<Vec<_>>(),
            );
            Data::Given { function, taken }
        }
        (_, other) => other,
    }
}

impl Walk<'_> {
    /// The source that a path names; `is_given` when its head is a parameter, which hides what was brought in.
    fn sources_in(&self, written: &str, path: &str, is_given: bool) -> Option<&'static Source> {
        let ends = |rest: &str| {
            rest.chars()
                .next()
                .is_none_or(|next| !next.is_alphanumeric() && next != '_')
        };
        let head = path.split(['(', '[']).next().unwrap_or_default();
        self.vocabulary.sources.iter().find(|source| {
            let is_it = if let Some(path) = source.path.strip_prefix('(') {
                is_given && written.strip_prefix(path).is_some_and(ends)
            } else if source.path.starts_with('.') {
                head.match_indices(source.path.as_ref())
                    .any(|(at, found)| ends(&head[at + found.len()..]))
            } else {
                !is_given && path.strip_prefix(source.path.as_ref()).is_some_and(ends)
            };
            is_it && (source.needs.is_empty() || source.needs.iter().any(|module| self.brings(module)))
        })
    }

    /// Whether the file brings in something that begins so.
    pub(crate) fn brings(&self, beginning: &str) -> bool {
        self.facts
            .imports
            .iter()
            .any(|import| import.what.starts_with(beginning))
    }
}

impl<'t> Trace<'t> {
    /// The way from a source to the call, in words.
    fn told(&self, source: &str) -> String {
        let mut way = source.to_owned();
        let mut names = self.names.clone();
        names.dedup();
        for name in names.iter().rev() {
            way.push_str(" → ");
            way.push_str(name);
        }
        way
    }
}

/// The last name of a path: `VERSION` of `Liquid::VERSION`.
fn last(path: &str) -> &str {
    path.rsplit([':', '.']).next().unwrap_or(path)
}

/// Whether a name is written as constants are in all of these languages: `DATABASE_FILE`, not `A`.
fn is_constant(name: &str) -> bool {
    let mut bytes = name.bytes();
    name.len() > 2
        && bytes.next().is_some_and(|byte| byte.is_ascii_uppercase())
        && bytes.all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}
