use super::*;
use proptest::prelude::*;

fn shelf(all: &[(&str, &str)]) -> Shelf {
    let passage = |(line, (section, text)): (u32, &(&str, &str))| Passage {
        place: Place::Passage {
            document: "r.md".to_owned(),
            first: line,
            last: line,
        },
        section: (*section).to_owned(),
        text: (*text).to_owned(),
    };
    let said: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
    Shelf::of((1..).zip(all).map(passage).collect(), Some(&said.join("\n")))
}

fn report() -> Shelf {
    shelf(&[
        (
            "Safety",
            "Clones run in a temporary directory that is removed afterwards.",
        ),
        (
            "Court",
            "The Prosecutor, the Defense and the TechLead judge the same evidence.",
        ),
        (
            "Court",
            "The chief justice settles their opinions by fixed rules.",
        ),
    ])
}

fn best(shelf: &Shelf, asked: &str, terms: &[&str]) -> Vec<String> {
    let ranked = shelf.ranked(asked, terms);
    ranked.iter().map(|passage| passage.place.to_string()).collect()
}

#[test]
fn the_passage_that_speaks_of_the_words_comes_first_in_any_form() {
    let shelf = report();
    assert_eq!(
        best(&shelf, "sandboxed clone in temporary directories", &[]),
        ["r.md:1"]
    );
    assert_eq!(best(&shelf, "tech_lead judging", &[])[0], "r.md:2");
    assert_eq!(best(&shelf, "rule of the chief justices", &[])[0], "r.md:3");
}

#[test]
fn a_rare_word_weighs_more_than_a_common_one_and_a_short_passage_more_than_a_long_one() {
    let shelf = shelf(&[
        ("", "graph graph and one more time the graph of all nodes"),
        ("", "this graph has a reducer"),
        ("", "the graph of the second kind of thing"),
        (
            "",
            "a reducer that stands in a much longer row of words which all say nothing at all about it",
        ),
    ]);
    assert_eq!(best(&shelf, "graph reducer", &[])[0], "r.md:2");
    assert_eq!(best(&shelf, "reducer", &[]), ["r.md:2", "r.md:4"]);
}

#[test]
fn sections_where_several_terms_stand_together_come_first() {
    let shelf = shelf(&[
        (
            "Words",
            "State synchronization state synchronization state synchronization everywhere.",
        ),
        (
            "Design",
            "The judges keep their state apart until all of them are there.",
        ),
        ("Design", "Dialectical synthesis comes of it, and metacognition."),
    ]);
    let terms = ["Dialectical Synthesis", "Metacognition", "State Synchronization"];
    let asked = "state synchronization, dialectical synthesis, metacognition";
    assert_eq!(best(&shelf, asked, &terms), ["r.md:3", "r.md:2", "r.md:1"]);
    assert_eq!(best(&shelf, asked, &[])[2], "r.md:2");
}

#[test]
fn nothing_is_found_for_words_that_no_passage_has_and_none_is_shown_of_three_words() {
    assert_eq!(
        best(&report(), "quantum chromodynamics", &[]),
        Vec::<String>::new()
    );
    assert_eq!(
        best(&shelf(&[("", "clone clone clone")]), "clone", &[]),
        Vec::<String>::new()
    );
}

#[test]
fn a_name_is_missed_only_where_one_of_its_words_is_nowhere_and_all_was_read() {
    let shelf = report();
    assert_eq!(shelf.never_names("chief_aggregator"), Some(true));
    assert_eq!(shelf.never_names("ChiefJustice"), Some(false));
    assert_eq!(shelf.never_names("tech_lead"), Some(false));
    assert_eq!(shelf.never_names("temp_orary"), Some(false), "in one word");
    assert_eq!(shelf.never_names("__"), None);
    assert_eq!(Shelf::of(shelf.passages, None).never_names("aggregator"), None);
}

#[test]
fn logarithms_are_right_at_powers_and_grow_between_them() {
    assert_eq!(
        [1, 2, 4, 8].map(|x: u64| log2(x << RATIO_PARTS)),
        [0, 256, 512, 768]
    );
    assert!(log2(3 << RATIO_PARTS) > 256 && log2(3 << RATIO_PARTS) < 512);
}

proptest! {
    #[test]
    fn whatever_stands_in_a_report_is_ranked_without_a_loss(text in "\\PC{0,200}", asked in "\\PC{0,80}") {
        let found = shelf(&[("", &text), ("", &text)]);
        prop_assert!(matches!(found.ranked(&asked, &[&asked]).len(), 0 | 2));
    }
}
