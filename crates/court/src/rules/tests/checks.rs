//! What checking finds.

use super::{all_sets, preset, rules};
use crate::rules::check::tried_on;
use crate::rules::lattice::Lattice;
use crate::rules::{PRESETS, check};

fn said(text: &str) -> String {
    check(&rules(text)).text
}

const MEAN: &str = "base = [{ id = 'mean', do = 'mean()' }]\n";

#[test]
fn the_default_rules_and_the_examples_have_no_hole() {
    for (name, _) in PRESETS.iter().filter(|(name, _)| !name.starts_with("seed-")) {
        let checked = check(&preset(name));
        assert!(checked.is_sound, "{}", checked.text);
        assert!(checked.text.contains("tried on all"), "{}", checked.text);
    }
}

#[test]
fn every_hole_is_shown_with_a_case() {
    for (text, hole) in [
        (
            format!(
                "{MEAN}rules = [{{ id = 'cap', when = 'P <= 2', do = 'min(score, 3)' }}, {{ id = 'lift', when = 'TL >= 4', do = 'TL' }}]"
            ),
            "hole: the ceiling of `cap` at 3 is undone by `lift`; put it under `caps`, where nothing can undo it\n      P 1, D 1, TL 4 → 4",
        ),
        (
            "base = [{ id = 'set', when = 'P <= 2', do = 3 }, { id = 'mean', do = 'mean()' }]".to_owned(),
            "hole: `set` gives more than any judge\n      P 1, D 1, TL 1 → 3",
        ),
        (
            "base = [{ id = 'lead', do = 'TL' }]".to_owned(),
            "hole: no base holds although a judge voted\n      P 1, D 1, TL -",
        ),
        (
            format!("{MEAN}rules = [{{ id = 'blind', when = 'any(unobserved)', do = 1 }}]"),
            "hole: what nobody could look at lowers a score",
        ),
        (
            format!("{MEAN}rules = [{{ id = 'dead', when = 'P < 1', do = 1 }}]"),
            "hole: `dead` never speaks, whatever the votes and the facts",
        ),
    ] {
        let said = said(&text);
        assert!(said.contains(hole), "{said}");
        assert!(said.ends_with("not sound\n"), "{said}");
    }
}

#[test]
fn what_is_no_hole_is_noted() {
    let rules = "rules = [{ id = 'half', when = 'P <= 2', do = '(score + P) / 2' }, { id = 'up', when = 'TL >= 4', do = 'min(score + 1, max())' }, { id = 'idle', when = 'P == D', do = 'score' }]";
    let said = said(&format!("{MEAN}{rules}"));
    assert!(
        said.contains("note: `half` and `up` meet, and their order in the file decides"),
        "{said}"
    );
    assert!(
        said.contains("note: `idle` speaks and never changes a score"),
        "{said}"
    );
    assert!(said.ends_with("sound: no hole was found\n"), "{said}");
}

#[test]
fn the_holes_of_the_field_are_found_in_the_sets_that_reproduce_it() {
    for (name, hole) in [
        (
            "peer-blend",
            "the ceiling of `security` at 3 is undone by `facts`",
        ),
        (
            "peer-hundred",
            "the ceiling of `security` at 60 is undone by `functionality`",
        ),
        (
            "peer-lead",
            "the ceiling of `security` at 3 is undone by `claims`",
        ),
        (
            "peer-half-lead",
            "the ceiling of `security` at 3 is undone by `uncited`",
        ),
        ("peer-set-three", "`security` gives more than any judge"),
    ] {
        let checked = check(&preset(name));
        assert!(
            checked.text.contains(hole) && !checked.is_sound,
            "{}",
            checked.text
        );
        assert!(
            checked
                .text
                .ends_with("the holes are kept: the rules reproduce others as they were\n")
        );
    }
}

#[test]
fn every_historic_set_says_that_it_is_one() {
    for name in all_sets() {
        let is_ours = name == "default" || name.starts_with("example-");
        assert_eq!(preset(&name).is_historic, !is_ours, "{name}");
    }
}

/// What is said of the mean and these rules.
fn said_of(rest: &str) -> String {
    said(&format!("{MEAN}{rest}"))
}

#[test]
fn the_case_that_shows_a_hole_names_everything_that_makes_it() {
    for (when, case) in [
        ("P == 2", "P 2, D 1, TL 1 → 5"),
        ("votes == 1", "P -, D -, TL 1 → 5"),
        ("flaw", "P 1, D 1, TL 1; a confirmed flaw → 5"),
        (
            "case_flaw and not flaw",
            "P 1, D 1, TL 1; a confirmed flaw elsewhere → 5",
        ),
        ("kind(security)", "P 1, D 1, TL 1; security → 5"),
        ("dimension(\"x*\")", "P 1, D 1, TL 1; dimension x → 5"),
        (
            "any(refuted) and any(supported)",
            "P 1, D 1, TL 1; evidence supported and refuted → 5",
        ),
        (
            "says(D, bad)",
            "P 1, D 1, TL 1; P says \"danger\"; D says \"danger\"; TL says \"danger\" → 5",
        ),
        (
            "citations(P) == 2 and cites(D, unknown)",
            "P 1, D 1, TL 1; P cites supported and supported; D cites unknown → 5",
        ),
    ] {
        let said = said(&format!(
            "words = {{ bad = ['danger'] }}\n{MEAN}rules = [{{ id = 'up', when = '{when}', do = 5 }}]"
        ));
        let hole = format!("hole: `up` gives more than any judge\n      {case}\n");
        assert!(said.contains(&hole), "{when}: {said}");
    }
}

#[test]
fn a_hole_is_laid_to_the_rule_that_made_it() {
    let ceiling = "{ id = 'low', when = 'P <= 2', do = 'min(score, 3)' }";
    let undone = |by: &str| format!("the ceiling of `low` at 3 is undone by `{by}`");
    for (rules, hole) in [
        (
            format!("{ceiling}, {{ id = 'lead', do = 'TL' }}, {{ id = 'same', do = 'score' }}"),
            undone("lead"),
        ),
        (
            "{ id = 'low', do = 'min(score, P + 0.2)' }".to_owned(),
            String::new(),
        ),
        (
            "{ id = 'low', do = 'min(score, P + 0.5)' }".to_owned(),
            "the ceiling of `low` at 1.5 is undone by `rounding`".to_owned(),
        ),
        (
            "{ id = 'up', do = 'score + 1' }, { id = 'same', do = 'score' }".to_owned(),
            "`up` gives more than any judge\n      P 1, D 1, TL 1 → 2".to_owned(),
        ),
        (
            "{ id = 'up', do = 'score + 0.5' }".to_owned(),
            "`up` gives more than any judge\n      P 1, D 1, TL 1 → 2".to_owned(),
        ),
    ] {
        let said = said_of(&format!("rules = [{rules}]"));
        assert!(said.contains(&hole), "{hole}: {said}");
        assert_eq!(!said.contains("hole: "), hole.is_empty(), "{said}");
    }
}

#[test]
fn what_only_looks_like_a_hole_is_none() {
    for rest in [
        "",
        "rules = [{ id = 'low', when = 'P <= 2', do = 'min(score, 3)' }]",
        "rules = [{ id = 'low', do = 'min(P, D, score)' }]",
        // No ceiling: it takes another score, and need not stay below it.
        "rules = [{ id = 'low', do = 'min(P, D)' }, { id = 'up', do = 'max()' }]",
        "rules = [{ id = 'self', do = 'min(score)' }, { id = 'up', do = 'max()' }]",
        "caps = [{ id = 'cap', when = 'P == 1', at = 2 }]",
        "caps = [{ id = 'cap', when = 'P == 1', at = 'TL' }]",
    ] {
        let said = said_of(rest);
        assert!(!said.contains("hole: "), "{rest}: {said}");
    }
    let lost = "missing = { one = 'incomplete' }\nbase = [{ id = 'lead', do = 'TL' }]";
    assert!(
        !said(lost).contains("hole: "),
        "a lost judge is meant to leave it open"
    );
}

#[test]
fn a_missing_base_is_a_hole_even_where_a_lost_judge_leaves_it_open() {
    let said =
        said("missing = { one = 'incomplete' }\nbase = [{ id = 'low', when = 'P <= 2', do = 'mean()' }]");
    let hole = "hole: no base holds although a judge voted\n      P 3, D 1, TL 1\n";
    assert!(said.contains(hole), "{said}");
}

#[test]
fn what_rules_did_is_counted() {
    let said = said_of(
        "rules = [{ id = 'one', when = 'P == 1', do = 1 }]\ncaps = [{ id = 'two', when = 'D == 1', at = 2 }]",
    );
    // P is 1 in 36 settings, and in 4 of them the others say 1 or nothing.
    for line in [
        "tried on all 216 settings that the rules can tell apart\n",
        "caps bound in 36 of them, and no score was above one\n",
        "  mean                         spoke     215 times, changed     215 scores\n",
        "  one                          spoke      36 times, changed      32 scores\n",
    ] {
        assert!(said.contains(line), "{line}{said}");
    }
    assert!(said_of("").contains("\nno cap bound\n"));
    assert!(!said_of("").contains("note: "));
}

#[test]
fn a_higher_vote_that_lowers_the_score_is_noted_with_both() {
    let said = said("base = [{ id = 'odd', when = 'P >= 4', do = 1 }, { id = 'mean', do = 'mean()' }]");
    let note = "note: a higher vote can lower the score\n      P 3, D 1, TL 1 → 2; with P 4 it is 1\n";
    assert!(said.contains(note), "{said}");
}

#[test]
fn rules_that_come_to_the_same_in_either_order_are_not_noted() {
    let said = said_of(
        "rules = [{ id = 'a', when = 'P <= 2', do = 'min(score, 4)' }, { id = 'b', when = 'TL <= 2', do = 'min(score, 3)' }]",
    );
    assert!(!said.contains("meet"), "{said}");
    let said = said_of(
        "rules = [{ id = 'half', do = 'score / 2' }, { id = 'less', when = 'TL >= 4', do = 'score - 1' }]",
    );
    // The first mean of 4: half of it less one is 1; one less, halved, is 3/2, so 2.
    assert!(
        said.contains("note: `half` and `less` meet, and their order in the file decides\n      P 5, D 3, TL 4 → 1; the other way round 2"),
        "{said}"
    );
}

#[test]
fn rules_that_meet_while_one_between_them_is_silent_are_noted() {
    let said = said_of(
        "rules = [{ id = 'half', do = 'score / 2' }, { id = 'rare', when = 'P > 5', do = 5 }, { id = 'less', do = 'score - 1' }]",
    );
    assert!(said.contains("note: `half` and `less` meet"), "{said}");
}

#[test]
fn a_base_that_comes_to_what_would_have_been_is_not_idle() {
    let said = said("base = [{ id = 'mean', do = 'mean()', instead_of = 'mean()' }]");
    assert!(
        said.contains("  mean                         spoke     215 times, changed       0 scores\n"),
        "{said}"
    );
    assert!(!said.contains("note: "), "{said}");
}

#[test]
fn a_rule_that_was_silent_in_a_selection_is_noted_and_no_hole() {
    let set = rules(&format!(
        "{MEAN}rules = [{{ id = 'rare', when = 'P == 5', do = 1 }}]"
    ));
    let lattice = Lattice::of(&set);
    let checked = tried_on(&set, &lattice, lattice.settings().take(3));
    assert!(
        checked
            .text
            .contains("tried on 3 of 216 settings that the rules can tell apart\n")
            && checked
                .text
                .contains("note: `rare` did not speak in the settings that were tried\n"),
        "{}",
        checked.text
    );
    assert!(checked.is_sound, "{}", checked.text);
}
