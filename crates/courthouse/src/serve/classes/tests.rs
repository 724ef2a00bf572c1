use super::done;

#[test]
fn a_line_of_progress_tells_how_many_are_done() {
    assert_eq!(done("auditor: [3/40] ann: 4.00 of 5 (1.2 s)"), Some(3));
    assert_eq!(done("[12/12] bob: NOT AUDITED: [x/y]"), Some(12));
    for other in ["auditor: 3 submissions", "[x/2] a", "[3", ""] {
        assert_eq!(done(other), None, "{other}");
    }
}
