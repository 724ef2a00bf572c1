//! What a value is put together of.

use tree_sitter::Node;

/// The parts that a value is put together of, so many at most. What decides between two is in neither.
pub(super) fn pieces(value: Node<'_>, most: usize) -> Vec<Node<'_>> {
    let mut cursor = value.walk();
    let parts = value.named_children(&mut cursor).filter(|part| !part.is_extra());
    let mut parts: Vec<Node<'_>> = parts.take(most).collect();
    let condition = value.child_by_field_name("condition");
    match value.kind() {
        // The grammar of Python gives it no name: `value if condition else other`.
        "conditional_expression" if condition.is_none() && parts.len() == 3 => {
            parts.remove(1);
        }
        _ => parts.retain(|part| Some(*part) != condition),
    }
    parts
}
