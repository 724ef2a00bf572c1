//! What languages may ask and tell.

use super::comments::Below;
use super::dangers::{Handing, Sink, Suspect};
use super::vocabulary::Lists;
use super::words::{has_room, last_line_of, line_of, snippet};
use super::{Call, Kind, REMARKS_MAX, Walk, comments};
use crate::facts::{Danger, Data, Import, LAPSE_CHARS_MAX, Lapse, Risk, Slip, Unasked, Via};
use crate::limits::FACTS_MAX;
use tree_sitter::Node;

impl<'t> Walk<'t> {
    /// The text of a node.
    pub(crate) fn text_of(&self, node: Node<'t>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// The whole text.
    pub(crate) const fn text(&self) -> &'t str {
        self.text
    }

    /// Names that mean something in the language.
    pub(crate) const fn lists(&self) -> &'static Lists {
        &self.vocabulary.lists
    }

    /// Where the text lies; empty when nobody said.
    pub(crate) const fn path(&self) -> &'t str {
        self.path
    }

    /// The text of a field of a node; empty without it.
    pub(crate) fn field(&self, node: Node<'t>, name: &str) -> &'t str {
        self.child(node, name).map_or("", |child| self.text_of(child))
    }

    /// The child of a node that stands in a field.
    pub(crate) fn child(&self, node: Node<'t>, field: &str) -> Option<Node<'t>> {
        self.vocabulary.child(node, field)
    }

    /// What lies around the node that is being entered: 0 is its parent. Only for what the walk asks about the node
    /// itself; calls and assignments may be asked about when the walk is over.
    pub(crate) fn above(&self, steps: usize) -> Option<Node<'t>> {
        self.above.iter().rev().nth(steps).copied()
    }

    /// What lies around the node that is being entered, from within, as [`Walk::above`] says it.
    pub(crate) fn outward(&self, steps_max: usize) -> impl Iterator<Item = Node<'t>> {
        self.above.iter().rev().take(steps_max).copied()
    }

    /// The children of a node that stand in two fields, where both are there.
    pub(crate) fn pair(&self, node: Node<'t>, one: &str, other: &str) -> Option<(Node<'t>, Node<'t>)> {
        Some((self.child(node, one)?, self.child(node, other)?))
    }

    /// What a call is called on, as it is written; empty where it is called on nothing.
    pub(crate) fn on(&self, call: &Call<'t>) -> &'t str {
        call.on.map_or("", |on| self.text_of(on))
    }

    /// A call of `name` on something, with the arguments that stand in its field.
    pub(crate) fn call_of(
        &self,
        node: Node<'t>,
        callee: Node<'t>,
        on: Option<Node<'t>>,
        name: &'t str,
    ) -> Call<'t> {
        Call {
            node,
            callee,
            name,
            on,
            arguments: self.child(node, "arguments"),
        }
    }

    /// Whether a comment directly inside of a node gives a reason.
    pub(crate) fn has_reason(&self, node: Node<'t>) -> bool {
        let mut cursor = node.walk();
        node.named_children(&mut cursor)
            .any(|child| self.gives_reason(child))
    }

    /// What stands directly before the node that is being entered, as its sibling.
    pub(crate) const fn before(&self) -> Option<Node<'t>> {
        self.before
    }

    /// Keeps a word on what is true inside of a node from here on.
    pub(crate) fn keep(&mut self, node: Node<'t>, word: &'static str) {
        self.kept.insert(node.id(), word);
    }

    /// The word that was kept last on a node.
    pub(crate) fn kept(&self, node: Node<'t>) -> Option<&'static str> {
        self.kept.get(&node.id()).copied()
    }

    /// The attributes that stand directly before a node, as its siblings.
    pub(crate) fn adornments(&self, node: Node<'t>) -> &[Node<'t>] {
        if self.follows(node) { &self.adornments } else { &[] }
    }

    /// What kind a node is.
    pub(crate) fn kind(&self, node: Node<'t>) -> Kind {
        self.vocabulary.kind(node.kind_id())
    }

    /// Whether the walk is inside a test or what helps only tests.
    pub(crate) fn is_in_test(&self) -> bool {
        self.is_test_file || self.scopes.is_in_test()
    }

    /// Whether the file holds only tests and what helps them.
    pub(crate) const fn is_test_file(&self) -> bool {
        self.is_test_file
    }

    /// Whether the walk is inside a function.
    pub(crate) fn is_in_function(&self) -> bool {
        self.scopes.is_in_function()
    }

    /// The innermost function that the walk is in.
    pub(crate) fn around(&self) -> Option<Node<'t>> {
        self.scopes.function()
    }

    /// The innermost type, module or suite that the walk is in.
    pub(crate) fn owner(&self) -> Option<&str> {
        self.scopes.owner()
    }

    /// Whether the walk is in a region that is no valid syntax.
    pub(crate) fn is_in_error(&self) -> bool {
        self.scopes.is_in_error()
    }

    /// The function that the walk is in calls something that is no [`Kind::CALL`].
    pub(crate) fn note_call(&mut self, name: &'t str) {
        self.scopes.note_call(name, false);
    }

    /// The function that the walk is in decides something that not every node of its kind decides.
    pub(crate) fn branch(&mut self) {
        self.scopes.branch();
    }

    /// The function that the walk is in checks something, not by a call.
    pub(crate) fn assertion(&mut self) {
        self.scopes.note_assertion();
    }

    /// The function that the walk is in calls something by its bare name.
    pub(crate) fn calls(&mut self, name: &'t str, is_assertion: bool) {
        self.scopes.note_call(name, is_assertion);
    }

    /// Something is brought in.
    pub(crate) fn import(&mut self, node: Node<'t>, what: impl Into<String>, names: Vec<String>, how: Via) {
        if has_room(&self.facts.imports, &mut self.facts.is_cut) {
            self.facts.imports.push(Import {
                line: line_of(node),
                what: what.into(),
                names,
                how,
            });
        }
    }

    /// A name means, in this file, something that was brought in.
    pub(crate) fn bind(&mut self, name: &'t str, path: impl Into<String>) {
        if self.bound.len() < FACTS_MAX {
            self.bound.insert(name, path.into());
        }
    }

    /// What a name means that was brought in.
    pub(crate) fn bound(&self, name: &str) -> Option<&str> {
        self.bound.get(name).map(String::as_str)
    }

    /// Here an error is caught, or asked for.
    pub(crate) fn handler(&mut self, node: Node<'t>) {
        self.facts.hides_handlers |= self.is_in_error() && !self.is_in_test();
        if !self.is_in_error() && !self.is_in_test() && has_room(&self.facts.handlers, &mut self.facts.is_cut)
        {
            self.facts.handlers.push(line_of(node));
        }
    }

    /// An error is left aside here, and whether it matters is not told.
    pub(crate) fn aside(&mut self, node: Node<'t>) {
        let is_meant = self.is_in_error() || self.is_in_test() || self.is_remarked(Slip::Swallowed, node);
        if !is_meant && has_room(&self.facts.asides, &mut self.facts.is_cut) {
            self.facts.asides.push(line_of(node));
        }
    }

    /// The last of several results of a call is dropped.
    pub(crate) fn unasked(&mut self, node: Node<'t>, callee: String) {
        let is_meant = self.is_in_error() || self.is_in_test() || self.is_remarked(Slip::Ignored, node);
        if !is_meant && has_room(&self.facts.unasked, &mut self.facts.is_cut) {
            self.facts.unasked.push(Unasked {
                line: line_of(node),
                callee,
                text: snippet(self.text_of(node), LAPSE_CHARS_MAX),
            });
        }
    }

    /// An error or a type is let slip. Nothing is said of tests, nor of regions that are no valid syntax.
    pub(crate) fn lapse(&mut self, kind: Slip, node: Node<'t>) {
        self.lapse_told(kind, node, false);
    }

    /// Whether the file imports a package by its whole name.
    pub(crate) fn brings_whole(&self, package: &str) -> bool {
        self.facts.imports.iter().any(|import| import.what == package)
    }

    /// Something that explains as a comment does: its lines are none of code.
    pub(crate) fn remark(&mut self, node: Node<'t>) {
        self.comments.pass(node);
    }

    /// The same, where the language says itself whether it is explained (a handler that holds a remark).
    pub(crate) fn lapse_told(&mut self, kind: Slip, node: Node<'t>, is_explained: bool) {
        self.lapse_placed(kind, (node, node), is_explained);
    }

    /// The same of what begins further on in a statement, as `.catch(…)` does at the end of a chain. Its line is where it begins, and a
    /// remark above the statement is about all of it.
    pub(crate) fn lapse_placed(
        &mut self,
        kind: Slip,
        (node, place): (Node<'t>, Node<'t>),
        is_explained: bool,
    ) {
        let is_remarked = match place == node {
            true => self.is_remarked(kind, node),
            false => self.is_remarked_at(kind, node, line_of(place)),
        };
        // What is said above one line is said of those that follow it.
        if is_remarked && kind == Slip::Ignored {
            self.remarked = Some(last_line_of(node));
        }
        let is_meant = is_explained || self.is_in_error() || self.is_in_test() || is_remarked;
        if !is_meant && has_room(&self.facts.lapses, &mut self.facts.is_cut) {
            self.facts.lapses.push(Lapse {
                kind,
                line: line_of(place),
                text: snippet(
                    self.text
                        .get(place.start_byte()..node.end_byte())
                        .unwrap_or_default(),
                    LAPSE_CHARS_MAX,
                ),
            });
        }
    }

    /// Whether a comment beside a place, or above the statement that it ends, says why.
    fn is_remarked_at(&self, kind: Slip, node: Node<'t>, line: u32) -> bool {
        let first = line_of(self.statement(node));
        self.comments.excuses(kind, line, Below::Statement)
            || first < line && self.comments.excuses_all(first)
            || self.is_remarked_inside(node)
    }

    /// Whether a comment stands inside of a node or of its blocks, or above the statement that it belongs to.
    fn is_remarked(&self, kind: Slip, node: Node<'t>) -> bool {
        let statement = self.statement(node);
        let (first, head) = (line_of(statement), line_of(self.grammar.head(statement)));
        let mut last = self
            .facts
            .functions
            .iter()
            .rev()
            .take_while(|one| one.first >= first);
        let is_head = kind == Slip::Untyped && last.any(|one| one.first == head);
        let below = match is_head {
            true if node.kind().ends_with("annotation") => Below::Annotation,
            true => Below::Head,
            false => Below::Statement,
        };
        let is_around = kind == Slip::CaughtAll && first < line_of(node);
        let is_excused = match is_around {
            true => self.comments.excuses_all(first),
            false => self.comments.excuses(kind, first, below),
        };
        is_excused
            || self.is_remarked_inside(node)
            || kind == Slip::Ignored && self.remarked == first.checked_sub(1)
    }

    /// What stands directly in a block or in the body of a class and holds the node that is being entered; outside of both, itself.
    fn statement(&self, node: Node<'t>) -> Node<'t> {
        let (mut statement, mut within) = (node, node);
        for outer in self.above.iter().skip(1).rev() {
            if self.kind(*outer).is(Kind::BLOCK.and(Kind::LIST)) {
                return statement;
            }
            if self.kind(*outer).is(Kind::CLASS) {
                return within;
            }
            (within, statement) = (statement, *outer);
        }
        node
    }

    /// Whether it is a comment that gives a reason.
    pub(super) fn gives_reason(&self, node: Node<'t>) -> bool {
        self.kind(node).is(Kind::COMMENT) && comments::says_why(self.text_of(node))
    }

    fn is_remarked_inside(&self, node: Node<'t>) -> bool {
        let mut cursor = node.walk();
        let has_comment = |inner: Node<'t>| {
            let mut cursor = inner.walk();
            inner
                .named_children(&mut cursor)
                .take(REMARKS_MAX)
                .any(|child| self.gives_reason(child))
        };
        node.named_children(&mut cursor)
            .take(REMARKS_MAX)
            .any(|child| self.gives_reason(child) || self.kind(child).is(Kind::BLOCK) && has_comment(child))
    }

    /// A danger that needs no tracing.
    pub(super) fn danger(&mut self, danger: Danger) {
        let is_meant = self.is_in_error() || self.is_in_test();
        if !is_meant && has_room(&self.facts.dangers, &mut self.facts.is_cut) {
            self.facts.dangers.push(danger);
        }
    }

    /// A certificate is not checked here.
    pub(crate) fn unverified(&mut self, line: u32, callee: &str) {
        self.set_wrong(Risk::Tls, line, callee);
    }

    /// A setting is a danger whatever it is used for.
    pub(crate) fn set_wrong(&mut self, kind: Risk, line: u32, callee: &str) {
        self.danger(Danger {
            kind,
            line,
            callee: callee.to_owned(),
            data: Data::Unknown,
            is_quoted: false,
        });
    }

    /// The outermost function around what is entered, where none around it has a name: a handler that is handed on.
    fn nameless(&self) -> Option<Node<'t>> {
        let around = self.above.iter().copied();
        around.into_iter().find(|node| {
            let kind = self.kind(*node);
            kind.is(Kind::FUNCTION) && !kind.is(Kind::CALL)
        })
    }

    /// A call may be dangerous by what it is given: `reads` are the values that matter.
    pub(crate) fn suspect(&mut self, sink: &'static Sink, call: Call<'t>) {
        if !self.is_in_error() && !self.is_in_test() && self.suspects.len() < FACTS_MAX {
            let function = self.scopes.function().or_else(|| self.nameless());
            self.suspects.push(Suspect { sink, call, function });
        }
    }

    /// A function that was asked for is called.
    pub(super) fn hand(&mut self, call: Call<'t>) {
        if !self.is_in_error() && !self.is_in_test() && self.handings.len() < FACTS_MAX {
            let function = self.scopes.function().or_else(|| self.nameless());
            self.handings.push(Handing { call, function });
        }
    }

    /// A program wrote the file.
    pub(crate) const fn generated(&mut self) {
        self.facts.is_generated = true;
    }

    /// The file is started by itself.
    pub(crate) const fn entry(&mut self) {
        self.facts.is_entry = true;
    }

    /// The way through the file's own imports of a dotted path: `exec.Command` is `os/exec.Command`.
    pub(crate) fn resolve(&self, path: &str) -> String {
        if let Some((module, rest)) = required(path) {
            return format!("{module}{rest}");
        }
        let end = path.find(['.', ':', '[', '(']).unwrap_or(path.len());
        let (head, rest) = path.split_at(end);
        match self.bound(head) {
            Some(whole) => format!("{whole}{rest}"),
            None => path.to_owned(),
        }
    }
}

/// A module that is asked for on the spot, and what follows: `require("node:fs").read` is `fs` and `.read`.
fn required(path: &str) -> Option<(&str, &str)> {
    let (module, rest) = path.strip_prefix("require(")?.split_once(')')?;
    let module = module.trim().trim_matches(['"', '\'', '`']);
    Some((module.strip_prefix("node:").unwrap_or(module), rest))
}
