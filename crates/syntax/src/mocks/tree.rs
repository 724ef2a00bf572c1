//! A tree laid out so that the ways down and up from a node cost little, however wide it is.

use crate::walk::children;
use tree_sitter::{Node, Tree};

/// Most nodes around a node that are looked at.
const AROUND_MAX: usize = 40;
/// Most nodes that begin at one place among which one is looked for; a chain of calls in use has a few dozen.
const ALIKE_MAX: usize = 2_000;

/// A text with its nodes.
pub(super) struct Page<'t> {
    pub(super) text: &'t str,
    root: Node<'t>,
    /// In the order of the text, those around before those within.
    nodes: Vec<Laid<'t>>,
}

struct Laid<'t> {
    node: Node<'t>,
    /// Where the node around it stands; itself, of the root.
    parent: usize,
    /// Where the first stands that is no longer in it.
    end: usize,
}

impl<'t> Page<'t> {
    pub(super) fn of(tree: &'t Tree, text: &'t str) -> Self {
        let mut nodes: Vec<Laid<'t>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let at = nodes.len();
            nodes.push(Laid {
                node: cursor.node(),
                parent: open.last().copied().unwrap_or(at),
                end: at + 1,
            });
            if cursor.goto_first_child() {
                open.push(at);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    let root = tree.root_node();
                    return Self { text, root, nodes };
                }
                let end = nodes.len();
                if let Some(done) = open.pop().and_then(|at| nodes.get_mut(at)) {
                    done.end = end;
                }
            }
        }
    }

    /// What a node says.
    pub(super) fn says(&self, node: Node<'t>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// What a field of a node says; empty without it.
    pub(super) fn field(&self, node: Node<'t>, name: &str) -> &'t str {
        let child = node.child_by_field_name(name);
        child.map_or("", |child| self.says(child))
    }

    /// What a plain string says; nothing where it is put together.
    pub(super) fn string(&self, node: Node<'t>) -> Option<&'t str> {
        let is_part = |kind: &str| {
            matches!(
                kind,
                "string_start" | "string_content" | "string_end" | "string_fragment"
            )
        };
        let is_plain = children(node).iter().all(|part| is_part(part.kind()));
        let said = self.says(node);
        let quote = said.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        (node.kind() == "string" && is_plain)
            .then(|| said.trim_matches(quote))
            .filter(|said| !said.contains(['\n', '\\']))
    }

    /// The node that holds all others.
    pub(super) const fn root(&self) -> Node<'t> {
        self.root
    }

    /// Every node of the given kinds, in the order of the text.
    pub(super) fn all(&self, kinds: &[&str]) -> Vec<Node<'t>> {
        self.below(self.root, kinds)
    }

    /// Every node of the given kinds in a node, itself included.
    pub(super) fn below(&self, node: Node<'t>, kinds: &[&str]) -> Vec<Node<'t>> {
        let range = self.place(node).and_then(|at| Some(at..self.nodes.get(at)?.end));
        let nodes = range.and_then(|range| self.nodes.get(range)).unwrap_or_default();
        let found = nodes.iter().filter(|laid| kinds.contains(&laid.node.kind()));
        found.map(|laid| laid.node).collect()
    }

    /// What lies around a node, from within.
    pub(super) fn around(&self, node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        let mut at = self.place(node);
        let outer = std::iter::from_fn(move || {
            let parent = self.nodes.get(at?)?.parent;
            let outer = self.nodes.get(parent).filter(|_| at != Some(parent))?;
            at = Some(parent);
            Some(outer.node)
        });
        outer.take(AROUND_MAX)
    }

    fn place(&self, node: Node<'t>) -> Option<usize> {
        let first = self
            .nodes
            .partition_point(|laid| laid.node.start_byte() < node.start_byte());
        let alike = self.nodes.get(first..)?.iter().take(ALIKE_MAX);
        let mut alike = alike.take_while(|laid| laid.node.start_byte() == node.start_byte());
        Some(first + alike.position(|laid| laid.node == node)?)
    }
}

/// Whether a node lies within another.
pub(super) fn is_within(node: Node<'_>, outer: Node<'_>) -> bool {
    outer.start_byte() <= node.start_byte() && node.end_byte() <= outer.end_byte()
}
