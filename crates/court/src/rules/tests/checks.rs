//! What checking finds.

use super::{preset, rules};
use crate::rules::{PRESETS, check};

fn said(text: &str) -> String {
    check(&rules(text)).text
}

const MEAN: &str = "base = [{ id = 'mean', do = 'mean()' }]\n";

#[test]
fn the_default_rules_have_no_hole() {
    let checked = check(&preset("default"));
    assert!(checked.is_sound, "{}", checked.text);
    assert!(checked.text.contains("tried on all"), "{}", checked.text);
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
    for (name, _) in PRESETS {
        assert_eq!(preset(name).is_historic, *name != "default", "{name}");
    }
}
