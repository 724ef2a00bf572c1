use super::*;

#[test]
fn a_list_has_its_words_in_their_order_without_remarks() {
    assert_eq!(words("# why\nb a\n\n#c\n"), ["b", "a", "#c"]);
    assert_eq!(lines("one two\n three\n"), ["one two", "three"]);
}

#[test]
fn a_table_has_a_row_for_each_head() {
    let rows = table("PIL: pillow pillow-simd\nyaml: pyyaml\n");
    assert_eq!(under(&rows, "PIL"), ["pillow", "pillow-simd"]);
    assert!(under(&rows, "pil").is_empty());
}

#[test]
fn a_list_in_code_is_split_when_the_program_is_built() {
    const NAMES: [&str; 3] = array(
        "a.b -C \
         /etc",
    );
    assert_eq!(NAMES, ["a.b", "-C", "/etc"]);
}

#[test]
fn phrases_in_code_stand_between_bars() {
    const SAID: [&str; 3] = phrases("do not edit | don't | +");
    assert_eq!(SAID, ["do not edit", "don't", "+"]);
    const STARTS: [&str; 3] = between("|def | — ");
    assert_eq!(STARTS, ["", "def ", " — "]);
}

#[test]
fn a_word_stands_under_the_first_row_that_has_it() {
    let rows = [(1, "js mjs"), (2, "ts js")];
    assert_eq!(head_of(&rows, "mjs"), Some(1));
    assert_eq!(head_of(&rows, "js"), Some(1));
    assert_eq!(head_of(&rows, "j"), None);
}

#[test]
fn rows_have_as_many_cells_as_are_asked_for() {
    assert_eq!(rows("# a | b\nfirst | |third\nalone\n"), [["first", "", "third"]]);
}
