use super::*;

#[test]
fn names_are_found_with_their_dots_and_calls_and_without_paths() {
    let found =
        names("Use `operator.add`, build_graph() and --dry-run; see src/graph.py, https://x.org/a_b.");
    let found: Vec<_> = found
        .iter()
        .filter(|name| name.is_ticked || name.is_call || name.is_flag)
        .map(|name| (name.chain, name.is_call, name.is_flag))
        .collect();
    assert_eq!(
        found,
        [
            ("operator.add", false, false),
            ("build_graph", true, false),
            ("dry", false, true)
        ]
    );
    assert!(
        names("src/graph.py https://x.org/a_b")
            .iter()
            .all(|name| name.chain == "https" || name.chain == "x")
    );
}

#[test]
fn the_text_of_a_link_of_restructured_text_is_no_code() {
    let text = "Named after the `arrow of time <https://x.org>`_ and `moment`__, `fry` it with ``pan``, and `lid`_last.";
    let found = names(text);
    let ticked: Vec<_> = found
        .iter()
        .filter(|name| name.is_ticked)
        .map(|name| name.chain)
        .collect();
    assert_eq!(ticked, ["fry", "lid"]);
}

#[test]
fn numbers_are_digits_or_words() {
    assert_eq!(
        ["12", "1,200", "three", "many"].map(number),
        [Some(12), Some(1200), Some(3), None]
    );
}
