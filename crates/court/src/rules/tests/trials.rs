//! What is varied when a rule set is tried, counted by hand.

use super::rules;
use crate::rules::check;
use crate::rules::lattice::Lattice;

/// The number that stands behind `mark`.
fn number_behind(text: &str, mark: &str) -> usize {
    let (_, rest) = text
        .split_once(mark)
        .unwrap_or_else(|| panic!("no `{mark}` in {text}"));
    let word = rest.split_whitespace().next().unwrap_or_default();
    word.parse().unwrap_or_else(|_| panic!("{word} in {text}"))
}

/// How many settings are tried of a set with one rule, and in how many that rule speaks.
fn trial(more: &str, when: &str) -> (usize, usize) {
    let set = rules(&format!(
        "{more}\nbase = [{{ id = 'mean', do = 'mean()' }}]\nrules = [{{ id = 'probe', when = '{when}', do = 'score' }}]"
    ));
    let text = check(&set).text;
    let (_, line) = text.split_once("  probe ").expect("each rule has a line");
    (
        number_behind(&text, "tried on all "),
        number_behind(line, "spoke"),
    )
}

#[test]
fn only_what_a_rule_speaks_of_is_varied_and_each_value_of_it_is_met() {
    // Five scores or none of each of three judges are 216 settings; where nobody votes no rule speaks.
    for (when, tried, spoke) in [
        ("votes == 3", 216, 125),
        ("flaw", 3 * 216, 215),
        ("case_flaw", 3 * 216, 2 * 215),
        ("any(refuted)", 8 * 216, 3 * 215),
        ("any(refuted, 0.5)", 16 * 216, 3 * 215),
        ("count(unobserved) == 1", 8 * 216, 3 * 215),
        ("count(refuted, 0.5) == 1", 16 * 216, 3 * 215),
        ("all(refuted)", 8 * 216, 2 * 215),
        ("all(refuted, 0.5)", 16 * 216, 2 * 215),
        ("met == 0", 8 * 216, 2 * 215),
        ("met == 0.5", 8 * 216, 2 * 215),
        ("met == 1", 8 * 216, 2 * 215),
        ("cites(P, refuted)", 60 * 216, 12 * 215),
        ("cites(D, unknown)", 60 * 216, 15 * 215),
        ("cites(TL, unknown)", 60 * 216, 20 * 215),
        ("citations(P) == 2", 60 * 216, 12 * 215),
        ("cites_nothing(TL)", 60 * 216, 20 * 180),
        ("shared_citation", 60 * 216, 2 * 215),
        ("confidence(P) < 1", 2 * 216, 215),
        ("kind(security)", 2 * 216, 215),
        ("dimension(\"x*\")", 2 * 216, 215),
        ("target(report)", 2 * 216, 215),
        ("rubric_cap == 2", 2 * 216, 215),
        // Two or three votes that are not all alike.
        ("rubric_rehears", 2 * 216, 180),
        ("rubric_dissents", 2 * 216, 180),
        ("rubric_tech_lead_first", 2 * 216, 215),
        ("hearings == 2", 2 * 216, 215),
        // After a wide first hearing always, without one where the votes are wide.
        ("first_spread > 2", 2 * 216, 215 + 60 + 18),
        ("critical", 4 * 216, 3 * 215),
        ("critical_observed == 2", 4 * 216, 215),
    ] {
        assert_eq!(trial("", when), (tried, spoke), "{when}");
    }
}

#[test]
fn what_judges_say_is_varied_by_list_and_by_judge() {
    let words = "words = { bad = ['danger', 'peril'], worse = ['ruin'] }";
    for (when, tried, spoke) in [
        ("says(P, bad)", 3 * 216, 2 * 215),
        ("says(D, bad)", 3 * 216, 215),
        ("says(any, bad)", 3 * 216, 2 * 215),
        ("says(P, bad) and says(TL, worse)", 9 * 216, 2 * 215),
        ("says(P, bad) and says(TL, bad)", 3 * 216, 215),
    ] {
        assert_eq!(trial(words, when), (tried, spoke), "{when}");
    }
}

#[test]
fn a_fine_scale_is_tried_at_its_ends_its_middle_and_around_the_numbers_of_the_rules() {
    let cube = |values: usize| values.pow(3);
    for (scale, when, values, spoke) in [
        ("min = 0, max = 8", "present(P)", 9, 9 * 10 * 10),
        ("min = 0, max = 9", "present(P)", 3, 3 * 4 * 4),
        ("min = 0, max = 10", "P == 8", 6, 7 * 7),
        ("min = 0, max = 1000", "P == 800", 6, 7 * 7),
        ("min = 0, max = 10", "P == 20", 3, 0),
        ("min = 0, max = 100", "P == 2 or P == 5 or P == 8", 9, 2 * 10 * 10),
        ("min = 0, max = 0.5", "P == 0.5", 2, 3 * 3),
        ("min = 1, max = 3.5", "P == 3.5", 4, 5 * 5),
        ("allowed = [0, 7, 12]", "P == 7", 3, 4 * 4),
        ("allowed = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]", "P == 3", 5, 0),
    ] {
        let tried = trial(&format!("scale = {{ {scale} }}"), when);
        assert_eq!(tried, (cube(values + 1), spoke), "{scale}: {when}");
    }
}

#[test]
fn of_more_settings_than_can_be_tried_an_even_selection_is() {
    let when = "cites(P, refuted) and any(refuted) and flaw and critical";
    let set = rules(&format!(
        "base = [{{ id = 'mean', do = 'mean()' }}]\nrules = [{{ id = 'r', when = '{when}', do = 1 }}]"
    ));
    let lattice = Lattice::of(&set);
    assert_eq!(lattice.count(), 216 * 60 * 8 * 3 * 4);
    let (mut tried, mut critical, mut flawed, mut silent) = (0_usize, 0_usize, 0_usize, 0_usize);
    for setting in lattice.settings() {
        tried += 1;
        critical += usize::from(setting.case.critical_observed == 9);
        flawed += usize::from(setting.facts.flaw.is_some());
        silent += usize::from(setting.votes[0].is_none());
    }
    assert_eq!(tried, 250_000);
    for (met, share) in [(critical, 4), (flawed, 3), (silent, 6)] {
        let even = tried / share;
        assert!(met.abs_diff(even) < even / 50, "{met} of {tried}, not {even}");
    }
}
