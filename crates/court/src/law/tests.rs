//! The rubric's own numbers.

use super::*;
use crate::rubric::parse;
use crate::score::Fraction;

fn numbers_of(rules: &str, scales: &str) -> RubricNumbers {
    let text = format!("synthesis_rules: {{{rules}}}\ndimensions: [{scales}]");
    let rubric = parse(&text, "test").expect("it parses");
    numbers(&rubric, &rubric.dimensions[0])
}

#[test]
fn a_rubric_that_names_no_numbers_leaves_them_to_the_rules() {
    assert_eq!(numbers_of("", "{id: a}"), RubricNumbers::default());
}

#[test]
fn a_cap_that_the_rubric_names_holds() {
    let rule = "security_override: 'Confirmed security flaws cap the score at 2.'";
    assert_eq!(numbers_of(rule, "{id: a}").cap, Some(Fraction::from_integer(2)));
}

#[test]
fn a_cap_in_percent_is_a_part_of_the_highest_score() {
    let rule = "security: 'Cap the score at 40 % of max.'";
    let cap = |scale: &str| numbers_of(rule, &format!("{{id: a{scale}}}")).cap;
    assert_eq!(cap(""), Some(Fraction::from_integer(2)));
    assert_eq!(cap(", max_score: 10"), Some(Fraction::from_integer(4)));
}

#[test]
fn a_distance_that_asks_for_a_dissent_asks_for_no_rehearing_and_the_other_way_round() {
    let bounds = |asked: &str| {
        let numbers = numbers_of(
            &format!("x: 'A variance above 2 calls for a {asked}.'"),
            "{id: a}",
        );
        [numbers.rehear, numbers.dissent].map(|spread| spread.map(|spread| spread.bound))
    };
    let two = Some(Fraction::from_integer(2));
    assert_eq!(bounds("dissent"), [None, two]);
    assert_eq!(bounds("rehearing"), [two, None]);
}

#[test]
fn numbers_are_meant_where_all_dimensions_are_scored_else_on_one_to_five_and_so_it_is_told() {
    let rules = "security_override: 'Confirmed security flaws cap the score at 3.', \
                 variance: 'A spread of more than 2 between the judges triggers a re-evaluation.'";
    let proportion = "on the scale from 1 to 5, in proportion on others";
    for (scales, cap, spread, told) in [
        ("{id: a}, {id: b}", (3, 1), (2, 1), None),
        (
            "{id: a, max_score: 10}, {id: b, max_score: 10}",
            (3, 1),
            (2, 1),
            Some("on the scale of all dimensions, from 0 to 10"),
        ),
        (
            "{id: a, max_score: 20}, {id: b, max_score: 30}",
            (10, 1),
            (10, 1),
            Some(proportion),
        ),
        (
            "{id: a}, {id: b, max_score: 30}",
            (3, 1),
            (2, 1),
            Some(proportion),
        ),
        (
            "{id: a, min_score: 1, max_score: 10}, {id: b, max_score: 10}",
            (11, 2),
            (9, 2),
            Some(proportion),
        ),
    ] {
        let text = format!("synthesis_rules: {{{rules}}}\ndimensions: [{scales}]");
        let rubric = parse(&text, "test").expect("it parses");
        let numbers = numbers(&rubric, &rubric.dimensions[0]);
        let rehear = numbers.rehear.map(|spread| spread.bound);
        let of = |(part, whole): (i64, i64)| Some(Fraction::new(part, whole));
        assert_eq!((numbers.cap, rehear), (of(cap), of(spread)), "{scales}");
        let meant = "numbers in the rules for synthesis are meant ";
        let said = rubric.understood.iter().find_map(|said| said.strip_prefix(meant));
        assert_eq!(said, told, "{scales}");
    }
}
