//! A parsed text in the form that the matcher reads, with a bound on how much of it is read.
//!
//! Rules of strangers may look from every node at every other. The matcher knows no limit, but it sees the tree
//! through the types here alone. Each step costs fuel, and without fuel there are no more nodes, so that whatever
//! it does ends soon. What was cut short so is told, never taken as "not there".

use super::tongue::Tongue;
use ast_grep_core::Position;
use ast_grep_core::source::{Doc, Edit, SgNode};
use ast_grep_core::tree_sitter::LanguageExt as _;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::num::NonZero;
use std::ops::Range;
use std::rc::Rc;
use syntax::{Language, reading};
use tree_sitter::{Parser, Tree, TreeCursor};

/// Steps that one rule may take in any text, and as many more for each byte of it. Rules in use take a few a byte.
const STEPS_BASE: u64 = 200_000;
const STEPS_PER_BYTE: u64 = 256;
/// From a node upwards or sideways the parser comes down from the root and passes nodes on the way; so many of them
/// take as long as a step.
const PASSED_PER_STEP: u64 = 8;
/// So many bytes of text compared cost one step.
const BYTES_PER_STEP: usize = 64;

thread_local! {
    /// One parser a thread: it keeps the room that one text took for the next.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// A text with its tree.
#[derive(Clone)]
pub(super) struct Page {
    text: String,
    tongue: Tongue,
    tree: Tree,
    fuel: Rc<Fuel>,
}

/// What is left to read a text with, and what a way upwards costs in it.
#[derive(Debug, Default)]
struct Fuel {
    left: Cell<u64>,
    way_up: Cell<u64>,
}

impl Page {
    /// Parses a text; `None` where the parser gives up.
    pub(super) fn parse(text: &str, tongue: Tongue) -> Option<Self> {
        PARSER.with_borrow_mut(|parser| Self::parse_by(parser, text, tongue))
    }

    fn parse_by(parser: &mut Parser, text: &str, tongue: Tongue) -> Option<Self> {
        if reading::refused(tongue.0, text.as_bytes()).is_some() {
            return None;
        }
        parser.set_language(&tongue.get_ts_language()).ok()?;
        let bytes = match tongue.0 {
            Language::Python => {
                reading::prepared(Language::Python, text.as_bytes())?;
                reading::thinned(text.as_bytes())
            }
            _ => Cow::Borrowed(text.as_bytes()),
        };
        let tree = reading::tree_by(parser, &bytes)?;
        Some(Self {
            text: text.to_owned(),
            tongue,
            tree,
            fuel: Rc::default(),
        })
    }

    /// The tree as the parser has it.
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// A node of it as the matcher wants it.
    pub(super) fn leaf<'r>(&'r self, node: tree_sitter::Node<'r>) -> Leaf<'r> {
        Leaf {
            node,
            fuel: &self.fuel,
        }
    }

    /// Fuel for one rule; it is handed on from node to node of the text.
    pub(super) fn refuel(&self) {
        self.fuel.left.set(self.fuel_of_a_rule());
    }

    /// Takes note of the most children that a node of the tree has.
    pub(super) fn set_width(&self, children: u32) {
        self.fuel.way_up.set(1 + u64::from(children) / PASSED_PER_STEP);
    }

    fn fuel_of_a_rule(&self) -> u64 {
        STEPS_BASE + STEPS_PER_BYTE * self.text.len() as u64
    }

    /// What is left, to go on with later.
    pub(super) fn fuel(&self) -> u64 {
        self.fuel.left.get()
    }

    /// Goes on with what was left.
    pub(super) fn set_fuel(&self, fuel: u64) {
        self.fuel.left.set(fuel);
    }
}

impl Doc for Page {
    type Source = String;
    type Lang = Tongue;
    type Node<'r> = Leaf<'r>;

    fn get_lang(&self) -> &Tongue {
        &self.tongue
    }

    fn get_source(&self) -> &String {
        &self.text
    }

    fn do_edit(&mut self, _: &Edit<String>) -> Result<(), String> {
        Err("what is audited is not edited".to_owned())
    }

    fn root_node(&self) -> Leaf<'_> {
        self.leaf(self.tree.root_node())
    }

    fn get_node_text<'a>(&'a self, node: &Leaf<'a>) -> Cow<'a, str> {
        let range = node.node.byte_range();
        let steps = 1 + range.len() / BYTES_PER_STEP;
        let has_fuel = node.burn(steps as u64);
        Cow::Borrowed(self.text.get(range).filter(|_| has_fuel).unwrap_or_default())
    }
}

/// A node that counts who asks it.
#[derive(Clone)]
pub(super) struct Leaf<'r> {
    node: tree_sitter::Node<'r>,
    fuel: &'r Fuel,
}

impl<'r> Leaf<'r> {
    /// Takes steps; `false` where there is no fuel for them.
    fn burn(&self, steps: u64) -> bool {
        let left = self.fuel.left.get().saturating_sub(steps);
        self.fuel.left.set(left);
        left > 0
    }

    /// Whether there is fuel for the way down from the root; to be asked before it is gone.
    fn may_rise(&self) -> bool {
        self.burn(self.fuel.way_up.get())
    }

    fn other(&self, node: Option<tree_sitter::Node<'r>>) -> Option<Self> {
        let node = node.filter(|_| self.burn(1))?;
        Some(Self {
            node,
            fuel: self.fuel,
        })
    }

    /// The siblings behind or before it, by the cursor's own steps.
    fn siblings(&self, step: fn(&mut TreeCursor<'r>) -> bool) -> impl Iterator<Item = Self> + use<'r> {
        let parent = self.may_rise().then(|| self.node.parent()).flatten();
        let mut cursor = parent.unwrap_or(self.node).walk();
        let start = self.node.start_byte();
        let id = self.node.id();
        let mut found = parent.is_some() && cursor.goto_first_child_for_byte(start).is_some();
        while found && cursor.node().id() != id && cursor.node().start_byte() <= start {
            found = cursor.goto_next_sibling();
        }
        let this = self.clone();
        std::iter::from_fn(move || {
            if !(found && this.burn(1) && step(&mut cursor)) {
                return None;
            }
            this.other(Some(cursor.node()))
        })
    }
}

/// As many nodes from where a cursor stands.
struct Row<'r> {
    cursor: TreeCursor<'r>,
    left: usize,
    fuel: &'r Fuel,
}

impl<'r> Iterator for Row<'r> {
    type Item = Leaf<'r>;

    fn next(&mut self) -> Option<Leaf<'r>> {
        self.left = self.left.checked_sub(1)?;
        let leaf = Leaf {
            node: self.cursor.node(),
            fuel: self.fuel,
        };
        self.cursor.goto_next_sibling();
        if !leaf.burn(1) {
            self.left = 0;
        }
        Some(leaf)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Row<'_> {}

/// A node and all below it, in the order of the text.
struct Below<'r> {
    steps: Steps<'r>,
    is_done: bool,
    fuel: &'r Fuel,
}

impl<'r> Iterator for Below<'r> {
    type Item = Leaf<'r>;

    fn next(&mut self) -> Option<Leaf<'r>> {
        if self.is_done {
            return None;
        }
        let leaf = Leaf {
            node: self.steps.node(),
            fuel: self.fuel,
        };
        self.is_done = !leaf.burn(1) || !self.steps.advance();
        Some(leaf)
    }
}

/// A way through a tree in the order of the text. It counts its depth itself: the cursor would count it anew from the
/// root each time.
pub(super) struct Steps<'r> {
    cursor: TreeCursor<'r>,
    depth: usize,
}

impl<'r> From<TreeCursor<'r>> for Steps<'r> {
    fn from(cursor: TreeCursor<'r>) -> Self {
        Self { cursor, depth: 0 }
    }
}

impl<'r> Steps<'r> {
    /// Where it is.
    pub(super) fn node(&self) -> tree_sitter::Node<'r> {
        self.cursor.node()
    }

    /// How many nodes are around it, up to where the way began.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// To the next node, not above where the way began.
    pub(super) fn advance(&mut self) -> bool {
        if self.cursor.goto_first_child() {
            self.depth += 1;
            return true;
        }
        while !self.cursor.goto_next_sibling() {
            if !self.cursor.goto_parent() {
                return false;
            }
            self.depth -= 1;
        }
        true
    }
}

impl<'r> SgNode<'r> for Leaf<'r> {
    fn parent(&self) -> Option<Self> {
        self.other(self.may_rise().then(|| self.node.parent()).flatten())
    }

    fn ancestors(&self, root: Self) -> impl Iterator<Item = Self> {
        // Down from the root is one walk; up, each step would be one.
        let mut above = Vec::new();
        let mut at = Some(root.node).filter(|node| node.id() != self.node.id() && self.may_rise());
        while let Some(node) = at.filter(|_| self.burn(1)) {
            above.push(Self {
                node,
                fuel: self.fuel,
            });
            at = node
                .child_with_descendant(self.node)
                .filter(|child| child.id() != self.node.id());
        }
        above.into_iter().rev()
    }

    fn dfs(&self) -> impl Iterator<Item = Self> {
        Below {
            steps: Steps::from(self.node.walk()),
            is_done: self.fuel.left.get() == 0,
            fuel: self.fuel,
        }
    }

    fn child(&self, nth: usize) -> Option<Self> {
        self.other(self.node.child(u32::try_from(nth).ok()?))
    }

    fn children(&self) -> impl ExactSizeIterator<Item = Self> {
        let mut cursor = self.node.walk();
        cursor.goto_first_child();
        let has_fuel = self.burn(1);
        let left = if has_fuel {
            self.node.child_count() as usize
        } else {
            0
        };
        Row {
            cursor,
            left,
            fuel: self.fuel,
        }
    }

    fn child_by_field_id(&self, field_id: u16) -> Option<Self> {
        self.other(self.node.child_by_field_id(field_id))
    }

    fn next(&self) -> Option<Self> {
        self.other(self.may_rise().then(|| self.node.next_sibling()).flatten())
    }

    fn prev(&self) -> Option<Self> {
        self.other(self.may_rise().then(|| self.node.prev_sibling()).flatten())
    }

    fn next_all(&self) -> impl Iterator<Item = Self> {
        self.siblings(TreeCursor::goto_next_sibling)
    }

    fn prev_all(&self) -> impl Iterator<Item = Self> {
        self.siblings(TreeCursor::goto_previous_sibling)
    }

    fn is_named(&self) -> bool {
        self.node.is_named()
    }

    fn is_named_leaf(&self) -> bool {
        self.node.named_child_count() == 0
    }

    fn is_leaf(&self) -> bool {
        self.node.child_count() == 0
    }

    fn kind(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.node.kind())
    }

    fn kind_id(&self) -> u16 {
        self.node.kind_id()
    }

    fn node_id(&self) -> usize {
        self.node.id()
    }

    fn range(&self) -> Range<usize> {
        self.node.byte_range()
    }

    fn start_pos(&self) -> Position {
        position(self.node.start_position(), self.node.start_byte())
    }

    fn end_pos(&self) -> Position {
        position(self.node.end_position(), self.node.end_byte())
    }

    fn is_missing(&self) -> bool {
        self.node.is_missing()
    }

    fn is_error(&self) -> bool {
        self.node.is_error()
    }

    fn is_extra(&self) -> bool {
        self.node.is_extra()
    }

    fn field(&self, name: &str) -> Option<Self> {
        self.other(self.node.child_by_field_name(name))
    }

    fn field_children(&self, field_id: Option<u16>) -> impl Iterator<Item = Self> {
        let wanted = field_id.and_then(NonZero::new);
        let mut cursor = self.node.walk();
        let mut has_more = wanted.is_some() && cursor.goto_first_child();
        let this = self.clone();
        std::iter::from_fn(move || {
            while has_more && this.burn(1) {
                let leaf = (cursor.field_id() == wanted).then(|| cursor.node());
                has_more = cursor.goto_next_sibling();
                if leaf.is_some() {
                    return this.other(leaf);
                }
            }
            None
        })
    }
}

fn position(point: tree_sitter::Point, byte: usize) -> Position {
    Position::new(point.row, point.column, byte)
}
