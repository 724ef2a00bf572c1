//! One walk over a tree in the order of the text, the same for every language.

mod body;
mod checked;
mod comments;
mod dangers;
mod flow;
mod grammar;
mod interface;
mod kinds;
mod lending;
mod pieces;
mod places;
mod printing;
mod scopes;
mod sql;
mod vain;
mod vocabulary;
mod words;

use crate::facts::{Body, Facts, Handed, Role, Type};
use crate::limits::DEPTH_MAX;
pub(crate) use body::{says_to_do, says_unwritten};
use comments::Comments;
pub(crate) use dangers::{ASKED, Reader, Reads, STARTED, Sink, Source};
use dangers::{Handing, Suspect};
pub(crate) use grammar::{Call, ClassDraft, Draft, Grammar, Scope};
pub(crate) use kinds::Kind;
pub(crate) use printing::goes_on;
use scopes::Scopes;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::{Node, Tree, TreeCursor};
pub(crate) use vain::has_fixed_alternative;
pub(crate) use vocabulary::Vocabulary;
pub(crate) use words::{
    begins, begins_words, children, is_part, is_shell, is_shell_flag, line_of, names, snippet,
};

/// From so many cases on a choice with a line for each is read as a table.
const ROWS_MIN: usize = 10;
/// Most parts of a lapse among which a comment is looked for.
const REMARKS_MAX: usize = 8;
/// Most bytes of comments between an attribute and what it adorns.
const GAP_BYTES_MAX: usize = 4 << 10;
/// Deepest indentation, in bytes, of a comment that has its line for itself.
const INDENT_MAX: usize = 200;

/// The state of a walk, and what languages tell it.
pub(crate) struct Walk<'t> {
    /// The language.
    pub(crate) grammar: &'static dyn Grammar,
    vocabulary: &'static Vocabulary,
    path: &'t str,
    text: &'t str,
    facts: Facts,
    is_test_file: bool,
    scopes: Scopes<'t>,
    comments: Comments,
    /// What names mean that were brought in.
    bound: BTreeMap<&'t str, String>,
    /// The values that names get outside of functions; `None` where they get several.
    constants: BTreeMap<&'t str, Option<Node<'t>>>,
    suspects: Vec<Suspect<'t>>,
    /// The functions of which every call is asked for.
    wanted: Option<&'t BTreeSet<String>>,
    handings: Vec<Handing<'t>>,
    /// How often the whole text was searched.
    searches: Cell<u32>,
    /// What stands directly before the node that is entered, inside of the same.
    before: Option<Node<'t>>,
    /// What the language keeps of places, by the number of the node that it is true inside of.
    kept: BTreeMap<usize, &'static str>,
    /// The last line of the last place that drops a result and says why.
    remarked: Option<u32>,
    /// Adornments in a row, the last ones that were met.
    adornments: Vec<Node<'t>>,
    /// The nodes above the one that is entered, outermost first.
    above: Vec<Node<'t>>,
}

/// Walks a whole tree.
pub(crate) fn walk(
    (grammar, vocabulary): (&'static dyn Grammar, &'static Vocabulary),
    tree: &Tree,
    path: &str,
    text: &str,
    facts: Facts,
) -> Facts {
    let mut walk = Walk::new((grammar, vocabulary), path, text, facts);
    walk.over(&mut tree.walk());
    walk.finish()
}

/// What the functions of these names are given, in the order of the text, outside of tests.
pub(crate) fn handed(
    (grammar, vocabulary): (&'static dyn Grammar, &'static Vocabulary),
    tree: &Tree,
    (path, text): (&str, &str),
    facts: Facts,
    wanted: &BTreeSet<String>,
) -> Vec<Handed> {
    let mut walk = Walk::new((grammar, vocabulary), path, text, facts);
    walk.wanted = Some(wanted);
    walk.over(&mut tree.walk());
    let handings = std::mem::take(&mut walk.handings);
    dangers::given(&walk, handings)
}

impl<'t> Walk<'t> {
    fn new(
        (grammar, vocabulary): (&'static dyn Grammar, &'static Vocabulary),
        path: &'t str,
        text: &'t str,
        facts: Facts,
    ) -> Self {
        Self {
            grammar,
            vocabulary,
            path,
            text,
            facts,
            is_test_file: grammar.is_test_file(path),
            scopes: Scopes::default(),
            comments: Comments::default(),
            bound: BTreeMap::new(),
            constants: BTreeMap::new(),
            suspects: Vec::new(),
            wanted: None,
            handings: Vec::new(),
            searches: Cell::new(0),
            before: None,
            kept: BTreeMap::new(),
            remarked: None,
            adornments: Vec::new(),
            above: Vec::new(),
        }
    }

    /// Preorder, without recursion: into a node, else on to the next, else up until there is a next.
    fn over(&mut self, cursor: &mut TreeCursor<'t>) {
        let mut level = 0;
        loop {
            let is_deep = level >= DEPTH_MAX;
            let node = cursor.node();
            self.enter(node, level);
            if !is_deep && cursor.goto_first_child() {
                self.above.push(node);
                self.before = None;
                level += 1;
                continue;
            }
            if is_deep && self.facts.unread.is_none() && node.child_count() > 0 {
                let line = line_of(node);
                self.facts.unread = Some(format!("nested deeper than {DEPTH_MAX} at line {line}"));
            }
            self.leave(level);
            self.before = Some(node);
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                level -= 1;
                self.before = self.above.pop();
                self.leave(level);
            }
        }
    }

    fn enter(&mut self, node: Node<'t>, level: usize) {
        let kind = self.vocabulary.kind(node.kind_id());
        if !kind.is(Kind::WALKED) {
            return;
        }
        if kind.is(Kind::COMMENT) {
            self.comment(node);
            return;
        }
        if kind.is(Kind::ERROR) {
            self.scopes.open_error(level);
            return;
        }
        if kind.is(Kind::ADORNMENT) {
            // An assignment holds what it adorns; the others stand before it.
            if !kind.is(Kind::ASSIGN) {
                self.comments.extend_doc(node);
            }
            if !self.follows(node) {
                self.adornments.clear();
            }
            self.adornments.push(node);
        }
        if kind.is(Kind::WRAPPER) {
            // The head of a template may be several lines long.
            let mut cursor = node.walk();
            let meant = |child: &Node<'t>| {
                self.kind(*child)
                    .is(Kind::CLASS.and(Kind::FUNCTION).and(Kind::WRAPPER))
            };
            let inside = node.named_children(&mut cursor).find(meant);
            self.comments.enter_doc(node, inside.unwrap_or(node));
        }
        // `Args&&` of C++ is a type.
        let is_type = || {
            self.above(0)
                .is_some_and(|around| around.kind().contains("reference"))
        };
        // Labels above one body are one way.
        let is_label = || node.kind() == "switch_case" && node.child_by_field_name("body").is_none();
        if kind.is(Kind::BRANCH) && !is_type() && !is_label() && !self.is_row(node) {
            self.scopes.branch();
        }
        if kind.is(Kind::ASSIGN) && !self.scopes.is_in_function() {
            self.constant(node);
        }
        self.ask(node, kind, level);
    }

    fn ask(&mut self, node: Node<'t>, kind: Kind, level: usize) {
        let grammar = self.grammar;
        if kind.is(Kind::IMPORT) {
            grammar.import(node, self);
        }
        if kind.is(Kind::CALL)
            && let Some(call) = grammar.call(node, self)
        {
            self.call(call);
        }
        if kind.is(Kind::SPECIAL) {
            grammar.special(node, self);
        }
        if kind.is(Kind::SCOPE)
            && let Some(scope) = grammar.scope(node, self)
        {
            self.scopes.open_scope(level, scope.owner, scope.is_test);
        }
        if kind.is(Kind::CLASS)
            && let Some(class) = grammar.class(node, self)
        {
            self.class(node, class, level);
        }
        if kind.is(Kind::FUNCTION)
            && let Some(draft) = grammar.function(node, self)
        {
            self.function(node, draft, level);
        }
    }

    /// Whether a case is one row of a table: it has one line among many, and nothing is decided in it.
    pub(crate) fn is_row(&self, case: Node<'t>) -> bool {
        let is_case = ["arm", "case", "case_clause"]
            .iter()
            .any(|end| case.kind().ends_with(end));
        let is_line = case.start_position().row == case.end_position().row;
        is_case
            && is_line
            && self
                .above(0)
                .is_some_and(|table| table.named_child_count() >= ROWS_MIN)
    }

    fn class(&mut self, node: Node<'t>, class: ClassDraft<'t>, level: usize) {
        let found = Type {
            name: class.name.to_string(),
            line: line_of(self.grammar.head(node)),
            is_public: class.is_public,
            is_documented: self.comments.take_doc(node) || class.is_documented,
        };
        if words::has_room(&self.facts.types, &mut self.facts.is_cut) {
            self.facts.types.push(found);
        }
        self.scopes.open_scope(level, Some(class.name), class.is_test);
    }

    fn function(&mut self, node: Node<'t>, draft: Draft<'t>, level: usize) {
        let role = draft.role.unwrap_or(if self.is_in_test() {
            Role::TestHelp
        } else {
            Role::Product
        });
        let verdict = body::classify(self, node, &draft);
        let is_slight = verdict == Body::Real && role == Role::Product && body::is_slight(self, &draft);
        let is_documented = self.comments.take_doc(node) || draft.is_documented;
        let owner = draft.owner.or_else(|| self.scopes.owner().map(str::to_owned));
        // What everybody knows by its name, and only others call, is offered where somebody says what it does here.
        let is_hook = owner.is_some() && self.lists().called_by_name.contains(draft.name.as_ref());
        let found = crate::facts::Function {
            name: draft.name.into_owned(),
            owner,
            first: line_of(self.grammar.head(node)),
            last: words::last_line_of(node),
            is_public: draft.is_public && (is_documented || !is_hook),
            role,
            is_off: role == Role::Test && (draft.is_off || self.begins_with_skip(draft.body)),
            is_documented,
            params: draft.params,
            typed: draft.typed,
            fails: draft.fails,
            returns_type: draft.returns_type,
            body: verdict,
            is_slight,
            assertions: draft.assertions,
            branches: 1,
            calls: Vec::new(),
        };
        let has_room = words::has_room(&self.facts.functions, &mut self.facts.is_cut);
        let index = has_room.then_some(self.facts.functions.len());
        if has_room {
            self.facts.functions.push(found);
        }
        self.scopes
            .open_function(level, index, node, role != Role::Product, draft.assertions);
        if let Some(name) = draft.runs {
            self.scopes.note_call(name, false);
        }
    }

    fn call(&mut self, call: Call<'t>) {
        let grammar = self.grammar;
        let is_assertion = grammar.is_assertion(&call, self) && !vain::holds_anyway(&call, self);
        self.scopes.note_call(call.name, is_assertion);
        grammar.called(&call, self);
        if self.wanted.is_some_and(|wanted| wanted.contains(call.name)) {
            self.hand(call);
        }
        let bound = self.bound.get(call.name).filter(|_| call.on.is_none());
        let meant = bound.map_or(call.name, |whole| last(whole)).to_owned();
        for sink in self.vocabulary.sinks.iter().filter(|sink| sink.ends_in(&meant)) {
            self.suspect(sink, call);
        }
    }

    fn comment(&mut self, node: Node<'t>) {
        let text = self.text_of(node);
        let is_alone = self.is_alone(node);
        let place = comments::Place {
            is_doc: is_alone && comments::says_what(text) && self.grammar.is_doc(text),
            is_alone,
            is_apart: self.is_apart(node, text),
        };
        self.comments.note(node, text, &place, self.vocabulary);
        let in_test = self.is_in_test();
        comments::read(text, line_of(node), self.vocabulary, in_test, &mut self.facts);
    }

    /// Whether only white space and comments stand between the last adornment and a node.
    fn follows(&self, node: Node<'t>) -> bool {
        let last = self.adornments.last().map(Node::end_byte);
        let gap = last.and_then(|end| self.text.get(end..node.start_byte()));
        gap.is_some_and(|gap| gap.len() <= GAP_BYTES_MAX && is_said(gap))
    }

    /// Whether nothing stands before a comment on its line.
    fn is_alone(&self, comment: Node<'t>) -> bool {
        let (start, column) = (comment.start_byte(), comment.start_position().column);
        let before = self.text.as_bytes().get(start - column.min(start)..start);
        column <= INDENT_MAX && before.is_some_and(|before| before.trim_ascii().is_empty())
    }

    /// Whether a comment has an empty line behind it that readers of JSDoc, Javadoc and Doxygen do not mind.
    fn is_apart(&self, comment: Node<'t>, text: &str) -> bool {
        let is_marked = text.starts_with("/**") && text.contains('\n')
            || text.starts_with("///") && !text.starts_with("////");
        let end = comment.start_byte() + text.trim_end().len();
        let rest = self.text.get(end..).unwrap_or_default();
        is_marked && rest.lines().nth(1).is_some_and(|next| next.trim().is_empty())
    }

    fn constant(&mut self, node: Node<'t>) {
        if let Some((name, value)) = self.grammar.assignment(node, self) {
            for name in flow::targets(self, name) {
                self.constants
                    .entry(self.text_of(name))
                    .and_modify(|known| *known = None)
                    .or_insert(Some(value));
            }
        }
    }

    /// The text that a name of the file is bound to, where it is bound once.
    pub(crate) fn fixed_text(&self, name: &str) -> Option<&'t str> {
        let value = self.constants.get(name).copied().flatten()?;
        Some(self.text_of(value))
    }

    fn leave(&mut self, level: usize) {
        while let Some(done) = self.scopes.close(level) {
            if let Some(function) = done.index.and_then(|at| self.facts.functions.get_mut(at)) {
                function.assertions = done.assertions;
                function.branches = done.branches;
                function.calls = done.calls.into_iter().map(str::to_owned).collect();
            }
        }
    }

    fn finish(mut self) -> Facts {
        lending::lend(&mut self.facts.functions);
        let suspects = std::mem::take(&mut self.suspects);
        let dangers = dangers::settle(&self, suspects);
        self.facts.dangers.extend(dangers);
        self.facts.dangers.sort_by_key(|danger| danger.line);
        self.facts.dangers.dedup();
        self.facts.lapses.sort_by_key(|lapse| lapse.line);
        self.comments.leave_unexplained(&mut self.facts);
        self.facts.code_lines = self.comments.code_lines(self.text);
        self.facts
    }
}

/// Whether a text is nothing but white space and comments.
fn is_said(text: &str) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = match rest.get(..2) {
            Some("//") => "\n",
            Some("/*") => "*/",
            _ => return false,
        };
        rest = rest.split_once(end).map_or("", |(_, rest)| rest.trim_start());
    }
    true
}

/// The last segment of a path: `exec` of `child_process.exec`.
fn last(path: &str) -> &str {
    path.rsplit(['.', ':', '/']).next().unwrap_or(path)
}
