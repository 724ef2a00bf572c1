//! Calls that are dangerous with the wrong data.

use super::checked::is_checked;
use super::flow::{Flow, Known};
use super::{Call, Kind, Walk, line_of, snippet};
use crate::facts::{Danger, Data, Handed, Risk};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tree_sitter::Node;

/// Shortest text that is taken for a key, in bytes with its quotes: `None` and an empty text sign nothing.
const KEY_BYTES_MIN: usize = 6;
/// Longest text of a callee, in characters.
const CALLEE_CHARS_MAX: usize = 80;

/// A call that is dangerous with the wrong data.
pub(crate) struct Sink {
    /// The callee through the file's imports (`os/exec.Command`); or, with a dot in front, a method of anything, with a
    /// star at its end any method that begins so. Empty for what has no callee: the language finds it itself.
    pub(crate) callee: Cow<'static, str>,
    /// What could go wrong.
    pub(crate) kind: Risk,
    /// Which of its data matter.
    pub(crate) reads: Reads,
}

/// Says which data of a call matter: the values; `None` when the call is harmless, an empty list when it is a danger
/// whatever it is given.
pub(crate) type Reader = for<'t> fn(&Call<'t>, &Walk<'t>) -> Option<Vec<Node<'t>>>;

/// Which data of a call matter.
#[derive(Clone, Copy)]
pub(crate) enum Reads {
    /// The argument at a place, from 0.
    At(usize),
    /// All arguments.
    All,
    /// The argument at a place, from 0, where it is made of pieces that say SQL: anything else of that name is no
    /// statement of a database.
    Sql(usize),
    /// None: the call is a danger whatever it is given.
    Nothing,
    /// The language says.
    By(Reader),
}

/// Where data comes in from outside.
pub(crate) struct Source {
    /// Its path through the file's imports: the value itself, or with anything behind it (`.x`, `[0]`, `()`). With a
    /// dot in front: a part or method of anything; with `(` in front: of a parameter of that name.
    pub(super) path: Cow<'static, str>,
    /// What people call it.
    pub(super) word: Cow<'static, str>,
    /// Whether strangers write it: a request, not who starts the program.
    pub(super) is_remote: bool,
    /// Beginnings of what the file must bring in, one of them, for this to be a source; none for nothing.
    pub(super) needs: Vec<String>,
}

/// A parameter that a request fills.
pub(crate) static ASKED: Source = Source::parameter("the request", true);
/// A parameter of `main`.
pub(crate) static STARTED: Source = Source::parameter("the command line", false);

impl Source {
    const fn parameter(word: &'static str, is_remote: bool) -> Self {
        Self {
            path: Cow::Borrowed("parameter"),
            word: Cow::Borrowed(word),
            is_remote,
            needs: Vec::new(),
        }
    }
}

/// A call that may be dangerous; settled when the whole file is known.
pub(crate) struct Suspect<'t> {
    pub(super) sink: &'static Sink,
    pub(super) call: Call<'t>,
    pub(super) function: Option<Node<'t>>,
}

/// A call of a function that was asked for.
pub(crate) struct Handing<'t> {
    pub(super) call: Call<'t>,
    pub(super) function: Option<Node<'t>>,
}

impl Sink {
    /// Whether its last segment is `name`.
    pub(crate) fn ends_in(&self, name: &str) -> bool {
        if let Some(beginning) = self.beginning() {
            return name.starts_with(beginning);
        }
        self.callee
            .strip_suffix(name)
            .is_some_and(|before| before.is_empty() || before.ends_with(['.', ':']))
    }

    /// What is known of the data, where it makes this call a danger at all. Whoever starts a program may name any
    /// file; only strangers may not.
    fn weigh(&self, known: &Known<'_>) -> Option<Data> {
        let counts = match (&self.reads, self.kind) {
            (Reads::Sql(_), _) => self.is_statement(known),
            (_, Risk::Path | Risk::Redirect | Risk::Fetch) => known.is_remote,
            (_, Risk::Key) => known.data == Data::Fixed && known.longest >= KEY_BYTES_MIN,
            _ => true,
        };
        counts.then(|| known.data.clone())
    }

    /// Whether what it is given is a statement of a database. Where the library is known, a part of one is enough: it has a quote for
    /// what is put in.
    fn is_statement(&self, known: &Known<'_>) -> bool {
        known.says_sql || known.opens_quote && !self.callee.starts_with('.')
    }

    /// What the names of its methods begin with, where that is all that is known of them.
    fn beginning(&self) -> Option<&str> {
        self.callee.strip_prefix('.')?.strip_suffix('*')
    }

    /// Whether it is what is called: by the end of what is written, or by all of what that means.
    fn is_called(&self, written: &str, meant: &str) -> bool {
        if self.beginning().is_some() {
            return written.contains('.');
        }
        if !self.callee.starts_with('.') {
            return self.callee == meant || self.callee.is_empty();
        }
        let mut end = written.bytes().rev().filter(|byte| !byte.is_ascii_whitespace());
        self.callee.bytes().rev().all(|byte| end.next() == Some(byte))
    }
}

/// Whether a call is written as one of a module that the file does not bring in, and that is the name of something of its own:
/// `yaml = YAML(typ="rt")`.
fn is_of_no_module(walk: &Walk<'_>, written: &str) -> bool {
    let module = written.split_once('.').map(|(module, _)| module);
    module.is_some_and(|module| walk.bound(module).is_none() && walk.constants.contains_key(module))
}

/// What is known of all suspects.
pub(super) fn settle<'t>(walk: &Walk<'t>, suspects: Vec<Suspect<'t>>) -> Vec<Danger> {
    let mut flows: BTreeMap<Option<usize>, Flow<'t>> = BTreeMap::new();
    let mut dangers = Vec::new();
    for suspect in suspects {
        let written = snippet(walk.callee(&suspect.call), CALLEE_CHARS_MAX);
        let meant = walk.resolve(&written);
        let is_whole = !suspect.sink.callee.starts_with('.');
        if !suspect.sink.is_called(walk.callee(&suspect.call), &meant)
            || is_whole && is_of_no_module(walk, &written)
        {
            continue;
        }
        let Some(reads) = suspect.reads(walk) else {
            continue;
        };
        let mut is_quoted = false;
        let data = match reads {
            reads if reads.is_empty() => Data::Unknown,
            reads => {
                let flow = flows
                    .entry(suspect.function.map(|node| node.id()))
                    .or_insert_with(|| Flow::of(walk, suspect.function));
                let known = flow.known(walk, &reads);
                is_quoted =
                    suspect.sink.is_statement(&known) && known.opens_quote && known.data != Data::Fixed;
                match suspect.sink.weigh(&known) {
                    Some(data) if !suspect.is_looked_at(walk, &known) && !suspect.is_prepared(walk) => data,
                    _ => continue,
                }
            }
        };
        dangers.push(Danger {
            kind: suspect.sink.kind,
            line: line_of(suspect.call.node),
            callee: written,
            data,
            is_quoted,
        });
    }
    dangers
}

/// What is known of the arguments of calls.
pub(super) fn given<'t>(walk: &Walk<'t>, handings: Vec<Handing<'t>>) -> Vec<Handed> {
    let mut flows: BTreeMap<Option<usize>, Flow<'t>> = BTreeMap::new();
    let mut one = |handing: Handing<'t>| {
        let flow = flows
            .entry(handing.function.map(|node| node.id()))
            .or_insert_with(|| Flow::of(walk, handing.function));
        let arguments = walk.arguments(&handing.call).into_iter();
        Handed {
            line: line_of(handing.call.node),
            callee: snippet(walk.callee(&handing.call), CALLEE_CHARS_MAX),
            arguments: arguments
                .map(|argument| {
                    let (name, value) = walk.named(argument);
                    (name, flow.known(walk, &[value]).data)
                })
                .collect(),
        }
    };
    handings.into_iter().map(&mut one).collect()
}

impl<'t> Suspect<'t> {
    /// Whether the function asks something of the data before. Of what is dangerous in one form only (a path upwards, an
    /// address elsewhere) a condition can be enough, and whether it is cannot be seen.
    fn is_looked_at(&self, walk: &Walk<'t>, known: &Known<'t>) -> bool {
        let depends = matches!(self.sink.kind, Risk::Path | Risk::Redirect | Risk::Fetch);
        let function = self.function.filter(|_| depends);
        function.is_some_and(|function| is_checked(walk, function, self.call.node, &known.way))
    }

    /// Whether what is called is a statement that was prepared: what it is given is bound, and no part of its text.
    fn is_prepared(&self, walk: &Walk<'t>) -> bool {
        let on = walk.on(&self.call);
        if !matches!(self.sink.reads, Reads::Sql(_)) || on.is_empty() {
            return false;
        }
        let made = format!("{on} = ");
        walk.text().match_indices(&made).any(|(at, _)| {
            let line = walk.text()[at..].lines().next().unwrap_or_default();
            line.contains(".prepare(")
        })
    }

    /// The values that matter: none when the call is a danger whatever it is given; `None` when it is harmless.
    fn reads(&self, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
        match self.sink.reads {
            Reads::Nothing => Some(Vec::new()),
            Reads::All => Some(walk.arguments(&self.call)),
            Reads::At(place) | Reads::Sql(place) => {
                Some(walk.arguments(&self.call).get(place..=place)?.to_vec())
            }
            Reads::By(says) => says(&self.call, walk),
        }
    }
}

/// Most arguments of a call that are looked at.
const ARGUMENTS_MAX: usize = 64;

impl<'t> Walk<'t> {
    /// What is called, as it is written: `a.b` of `a.b(c)`, also where the grammar has no node for it.
    pub(crate) fn callee(&self, call: &Call<'t>) -> &'t str {
        let node = call.node;
        let named = ["name", "method"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        match named.filter(|_| call.callee.id() == node.id()) {
            Some(name) => self
                .text()
                .get(node.start_byte()..name.end_byte())
                .unwrap_or_default(),
            None => self.text_of(call.callee),
        }
    }

    /// The name under which an argument is given, and its value.
    fn named(&self, argument: Node<'t>) -> (Option<String>, Node<'t>) {
        let field = |name| argument.child_by_field_name(name);
        match (argument.kind(), field("name"), field("value")) {
            ("keyword_argument", Some(name), Some(value)) => (Some(self.text_of(name).to_owned()), value),
            _ => (None, argument),
        }
    }

    /// Whether a program is ended as failed by a call: with a number that is not zero.
    pub(crate) fn tells_failure(&self, call: &Call<'t>) -> bool {
        let arguments = self.arguments(call);
        arguments.first().is_some_and(|code| self.text_of(*code) != "0")
    }

    /// The arguments of a call, in their order, without comments.
    pub(crate) fn arguments(&self, call: &Call<'t>) -> Vec<Node<'t>> {
        let Some(list) = call.arguments else {
            return Vec::new();
        };
        let mut cursor = list.walk();
        list.named_children(&mut cursor)
            .filter(|child| !self.kind(*child).is(Kind::COMMENT))
            .take(ARGUMENTS_MAX)
            .collect()
    }
}
