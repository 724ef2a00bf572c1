use super::*;
use crate::language::Language;

fn parsed(text: &str) -> Option<Tree> {
    tree(&Language::Python.tree_sitter(), text.as_bytes())
}

#[test]
fn a_text_that_is_read_to_its_end_for_every_line_is_given_up() {
    assert!(parsed(&"\\\n".repeat(50_000)).is_none());
}

#[test]
fn pieces_make_no_difference_to_long_texts_of_any_script() {
    let text = "def größe(naïve):\n    return \"日本語\" \\\n        + naïve\n\n\n".repeat(2_000);
    let tree = parsed(&text).unwrap();
    assert!(!tree.root_node().has_error());
    assert_eq!(tree.root_node().named_child_count(), 2_000);
    assert_eq!(tree.root_node().end_byte(), text.len());
}
