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

/// How many settings are tried of a set with these rules, and in how many each rule speaks.
fn trials(more: &str, whens: &[&str]) -> (usize, Vec<usize>) {
    let rule = |(number, when)| format!("{{ id = 'probe{number}', when = '{when}', do = 'score' }}");
    let probes: Vec<String> = (0..).zip(whens).map(rule).collect();
    let set = rules(&format!(
        "{more}\nbase = [{{ id = 'mean', do = 'mean()' }}]\nrules = [{}]",
        probes.join(", ")
    ));
    let text = check(&set).text;
    let spoke = |number| {
        let (_, line) = text
            .split_once(&format!("  probe{number} "))
            .expect("each rule has a line");
        number_behind(line, "spoke")
    };
    let spoke = (0..whens.len()).map(spoke).collect();
    (number_behind(&text, "tried on all "), spoke)
}

/// The same of a set with one rule.
fn trial(more: &str, when: &str) -> (usize, usize) {
    let (tried, spoke) = trials(more, &[when]);
    (tried, spoke[0])
}

/// What rules may speak of: how many ways of it are tried, and what it is with in how many settings it holds.
///
/// Five scores or none of each of three judges are 216 settings; where nobody votes no rule speaks.
const AXES: &[(usize, &[(&str, usize)])] = &[
    (1, &[("votes == 3", 125)]),
    (3, &[("flaw", 215), ("case_flaw", 2 * 215)]),
    (3, &[("case_flaw", 2 * 215)]),
    (8, &[("any(refuted)", 3 * 215)]),
    (8, &[("all(refuted)", 2 * 215)]),
    (8, &[("count(unobserved) == 1", 3 * 215)]),
    (
        8,
        &[
            ("met == 0", 2 * 215),
            ("met == 0.5", 2 * 215),
            ("met == 1", 2 * 215),
        ],
    ),
    (16, &[("any(refuted, 0.5)", 3 * 215)]),
    (16, &[("all(refuted, 0.5)", 2 * 215)]),
    (16, &[("count(refuted, 0.5) == 1", 3 * 215)]),
    (
        60,
        &[
            ("cites(P, refuted)", 12 * 215),
            ("cites(D, unknown)", 15 * 215),
            ("cites(TL, unknown)", 20 * 215),
        ],
    ),
    (60, &[("citations(P) == 2", 12 * 215)]),
    (60, &[("cites_nothing(TL)", 20 * 180)]),
    (60, &[("shared_citation", 2 * 215)]),
    (2, &[("confidence(P) < 1", 215)]),
    (2, &[("kind(security)", 215)]),
    (2, &[("dimension(\"x*\")", 215)]),
    (2, &[("target(report)", 215)]),
    (2, &[("rubric_cap == 2", 215)]),
    // Two or three votes that are not all alike.
    (2, &[("rubric_rehears", 180)]),
    (2, &[("rubric_dissents", 180)]),
    (2, &[("rubric_tech_lead_first", 215)]),
    (2, &[("hearings == 2", 215)]),
    // After a wide first hearing always, without one where the votes are wide.
    (2, &[("first_spread > 2", 215 + 60 + 18)]),
    (4, &[("critical", 3 * 215)]),
    (4, &[("critical_observed == 2", 215)]),
];

#[test]
fn only_what_a_rule_speaks_of_is_varied_and_each_value_of_it_is_met() {
    for (ways, rules) in AXES {
        let (whens, spoke): (Vec<&str>, Vec<usize>) = rules.iter().copied().unzip();
        assert_eq!(trials("", &whens), (ways * 216, spoke), "{whens:?}");
    }
}

#[test]
fn a_scope_is_varied_as_its_condition_would_be() {
    for (scope, spoke) in [
        ("kind:security", 215),
        ("target:report", 215),
        ("x*", 215),
        ("y", 215),
    ] {
        let set = rules(&format!(
            "base = [{{ id = 'mean', do = 'mean()' }}]\nrules = [{{ id = 'probe', scope = ['{scope}'], do = 'score' }}]"
        ));
        let text = check(&set).text;
        let (_, line) = text.split_once("  probe ").expect("each rule has a line");
        assert_eq!(number_behind(&text, "tried on all "), 2 * 216, "{scope}");
        assert_eq!(number_behind(line, "spoke"), spoke, "{scope}");
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
