//! Each limit of a rule file: what reaches it is read, what is one beyond is refused and told how much is allowed.

use super::{outcome, plain, rules};
use crate::rules::phrases::is_said;
use crate::rules::{Outcome, TEXT_LIMIT, parse};
use crate::score::Fraction;
use std::fmt::Write as _;

const BASE: &str = "base = [{ id = 'm', do = 'mean()' }]\n";

fn told(text: &str) -> String {
    parse(text, "x.toml").map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

/// A file whose base is this formula.
fn formula(text: &str) -> String {
    format!("base = [{{ id = 'm', do = '{text}' }}]\n")
}

/// A file whose base does something under this condition.
fn condition(text: &str) -> String {
    format!("base = [{{ id = 'm', when = '{text}', do = 'mean()' }}]\n")
}

fn repeated(part: &str, count: usize, separator: &str) -> String {
    vec![part; count].join(separator)
}

/// As many rules, or what stands for one, as this.
fn listed(key: &str, count: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("{key} = [{}]", items.join(", "))
}

/// `count` definitions of which each uses the one before; the base uses the last.
fn chained(count: usize) -> String {
    let mut text = formula(&format!("a{}", count - 1));
    text.push_str("[let]\na0 = 'P'\n");
    for number in 1..count {
        let _ = writeln!(text, "a{number} = 'a{}'", number - 1);
    }
    text
}

/// What is at a limit, what is one beyond, and what is said of it.
type Limited = (String, String, &'static str);

fn hold(limits: impl IntoIterator<Item = Limited>) {
    for (at, beyond, message) in limits {
        assert_eq!(told(&at), "read", "{message}");
        assert!(told(&beyond).contains(message), "{message}: {}", told(&beyond));
    }
}

#[test]
fn a_rule_file_may_be_as_long_as_its_limits_and_no_longer() {
    let padded = |bytes: usize| format!("{BASE}#{}", "x".repeat(bytes - BASE.len() - 1));
    let rule = |number: usize| format!("{{ id = 'r{number}', do = 'score' }}");
    let rules = |count: usize| listed(&format!("{BASE}rules"), count, rule);
    let grade = |number: usize| format!("{{ at_least = {}, name = 'g' }}", 1_000 - number);
    let grades = |count: usize| format!("{BASE}[overall]\n{}", listed("grades", count, grade));
    let allowed = |count: usize| {
        format!(
            "{BASE}scale = {{ {} }}",
            listed("allowed", count, |n| n.to_string())
        )
    };
    let reason = |bytes: usize| {
        let reason = "x".repeat(bytes);
        format!("base = [{{ id = 'm', do = 'mean()', reason = '{reason}' }}]")
    };
    hold([
        (
            padded(TEXT_LIMIT),
            padded(TEXT_LIMIT + 1),
            "1:1: longer than 262144 bytes",
        ),
        (rules(60), rules(61), "rules: 61 are more than the 60 allowed"),
        (
            grades(60),
            grades(61),
            "overall.grades: 61 are more than the 60 allowed",
        ),
        (
            allowed(200),
            allowed(201),
            "scale.allowed: 201 scores, where 2 to 200 make a scale",
        ),
        (
            allowed(2),
            allowed(1),
            "scale.allowed: 1 scores, where 2 to 200 make a scale",
        ),
        (reason(500), reason(501), "base[0].reason: longer than 500 bytes"),
    ]);
}

#[test]
fn an_expression_may_be_as_long_deep_and_full_as_its_limits_and_no_more() {
    let spaced = |bytes: usize| formula(&format!("P{}", " ".repeat(bytes - 1)));
    // 500 ones and the signs between them are 999 nodes.
    let ones = repeated("1", 500, "+");
    let nodes =
        |formula: &str| format!("base = [{{ id = 'm', do = '{formula}' }}]\nlet = {{ l = '{ones}' }}");
    let brackets = |levels: usize| formula(&format!("{}P{}", "(".repeat(levels), ")".repeat(levels)));
    let nots = |levels: usize| condition(&format!("{} flaw", repeated("not", levels, " ")));
    let minuses = |levels: usize| formula(&format!("{}P", "-".repeat(levels)));
    hold([
        (
            spaced(2_000),
            spaced(2_001),
            "base[0].do, column 1: an expression of more than 2000 bytes; move parts of it to `let`",
        ),
        (
            nodes("-(l + l + l + l)"),
            nodes("--(l + l + l + l)"),
            "base[0].do, column 18: more than 4000 parts, definitions put in, in `--(l + l + l + l)`",
        ),
        (
            brackets(40),
            brackets(41),
            "column 42: nested deeper than 40 in `(((",
        ),
        (nots(40), nots(41), "nested deeper than 40 in `not not"),
        (
            minuses(40),
            minuses(41),
            "column 42: nested deeper than 40 in `---",
        ),
        (
            chained(40),
            chained(41),
            "let.a1, column 1: nested deeper than 40 in `a0`",
        ),
    ]);
}

#[test]
fn a_call_may_have_as_many_arguments_and_a_number_as_many_digits_as_their_limits() {
    let mean = |count| formula(&format!("mean({})", repeated("1", count, ",")));
    let first = |count| formula(&format!("first({})", repeated("P", count, ",")));
    let dimension = |count| condition(&format!("dimension({})", repeated("\"x\"", count, ",")));
    hold([
        (mean(40), mean(41), "column 87: more than 40 arguments in `mean("),
        (
            first(40),
            first(41),
            "column 88: more than 40 arguments in `first(",
        ),
        (
            dimension(40),
            dimension(41),
            "more than 40 arguments in `dimension(",
        ),
        (
            formula("1000000"),
            formula("1000001"),
            "`1000001` is not a number up to 1000000 with at most 4 decimals in `1000001`",
        ),
        (
            formula("1.2345"),
            formula("1.23456"),
            "`1.23456` is not a number up to 1000000 with at most 4 decimals in `1.23456`",
        ),
        (
            condition("any(refuted, 1)"),
            condition("any(refuted, 1.01)"),
            "a confidence is between 0 and 1; it is not in `any(refuted, 1.01)`",
        ),
    ]);
}

#[test]
fn a_file_in_toml_may_nest_as_deep_as_sixteen_levels() {
    let nested = |levels: usize| told(&format!("{BASE}x = {}{}", "[".repeat(levels), "]".repeat(levels)));
    assert!(
        nested(16).starts_with("x: the key means nothing here"),
        "{}",
        nested(16)
    );
    let at = "[0]".repeat(16);
    assert_eq!(nested(17), format!("x{at}: nested deeper than 16 levels"));
    let tables = |levels: usize| {
        told(&format!(
            "{BASE}x = {}1{}",
            "{ y = ".repeat(levels),
            " }".repeat(levels)
        ))
    };
    assert!(
        tables(15).starts_with("x: the key means nothing here"),
        "{}",
        tables(15)
    );
    assert!(
        tables(16).ends_with(".y: nested deeper than 16 levels"),
        "{}",
        tables(16)
    );
}

/// What stands behind a good base, and what is said of it.
const BOUNDS: &[(&str, &str)] = &[
    (
        "scale = { min = 2, max = 2 }",
        "scale: the lowest score, 2, is not below the highest, 2",
    ),
    ("scale = { min = 1, max = 5, allowed = [1, 5] }", "read"),
    (
        "scale = { min = 1, max = 5, allowed = [0, 5] }",
        "scale.allowed: 0 is not between 1 and 5",
    ),
    ("step = 0", "step: a step of 0 or less; give one above 0"),
    ("step = 0.25", "read"),
    (
        "overall = { times = 0 }",
        "overall.times: a factor of 0 or less leaves no score",
    ),
    ("overall = { times = 0.5 }", "read"),
    (
        "overall = { formula = 'verdicts', pass = 4, partial = 4 }",
        "read",
    ),
    (
        "overall = { formula = 'verdicts', pass = 3, partial = 4 }",
        "overall: verdicts need",
    ),
    (
        "overall = { formula = 'mean', pass = 3 }",
        "overall: `pass` and `partial` mean something with",
    ),
    (
        "overall = { formula = 'mean', partial = 3 }",
        "overall: `pass` and `partial` mean something with",
    ),
    (
        "overall = { grades = [{ at_least = 3, name = 'A' }, { at_least = 3, name = 'B' }] }",
        "overall.grades[1]: 3 is not below the grade before it",
    ),
    (
        "overall = { grades = [{ at_least = 3 }] }",
        "overall.grades[0]: a grade needs `at_least` and `name`",
    ),
    (
        "step = '1/0'",
        "step: `1/0` is not a number the court can count with",
    ),
    ("step = '-1/2'", "step: a step of 0 or less"),
    (
        "caps = [{ id = 'c', at = 'weighted(0, 0, 0)' }]",
        "all weights are 0: no vote would count",
    ),
    ("caps = [{ id = 'c', at = 'weighted(0, 0, 1)' }]", "read"),
    ("caps = [{ id = 'c', at = 'weighted(1.5, 1, 1)' }]", "read"),
    (
        "caps = [{ id = 'c', at = 'weighted(0.5, 1, 1)' }]",
        "the weights add up to 2.5, not 1",
    ),
    (
        "caps = [{ id = 'c', at = 'weighted(P, 1, 1)' }]",
        "weights are plain numbers of 0 or more",
    ),
    (
        "caps = [{ id = 'c', at = 'clamp(1, 2)' }]",
        "2 arguments where 3 are needed",
    ),
    (
        "caps = [{ id = 'm2', at = '' }]",
        "caps[0].at, column 1: an empty expression",
    ),
    ("caps = [{ id = ' ', at = 1 }]", "caps[0]: the rule has no id"),
    (
        "caps = [{ id = 'c', at = '1 1' }]",
        "caps[0].at, column 3: a word too much in `1 1`",
    ),
    ("caps = 3", "caps: a number where a list of tables is needed"),
    ("caps = [3]", "caps[0]: a number where a table of keys is needed"),
    ("name = [3]", "name: a list where a text is needed"),
    (
        "historic = 'yes'",
        "historic: a text where true or false is needed",
    ),
    (
        "words = { w = 3 }",
        "words.w: a number where a list of texts is needed",
    ),
    (
        "words = { w = [true] }",
        "words.w: true or false where a text is needed",
    ),
    ("missing = 3", "missing: a number where a table of keys is needed"),
    ("step = true", "step: true or false where a number is needed"),
    (
        "scale = { allowed = {} }",
        "scale.allowed: a table of keys where a list of numbers is needed",
    ),
];

#[test]
fn a_bound_itself_is_on_the_right_side_and_another_kind_of_value_is_refused() {
    for (text, message) in BOUNDS {
        let told = told(&format!("{BASE}{text}"));
        assert!(told.contains(message), "{text}: {told}");
    }
}

#[test]
fn a_result_is_known_up_to_a_trillion_and_down_to_a_billionth() {
    let known = |expression: &str| {
        let set = rules(&format!(
            "base = [{{ id = 'known', do = 'if({expression} > 0, 2, 3)' }}, {{ id = 'not', do = 4 }}]"
        ));
        outcome(&set, &plain([1, 1, 1])) != Outcome::Score(Fraction::from_integer(4))
    };
    for (expression, expected) in [
        ("1000000 * 1000000", true),
        ("(1000000 * 1000000 + 1)", false),
        ("-1000000 * 1000000", true),
        ("(-1000000 * 1000000 - 1)", false),
        ("1 / 1000000 / 1000", true),
        ("1 / 1000000 / 1001", false),
    ] {
        assert_eq!(known(expression), expected, "{expression}");
    }
}

#[test]
fn a_denial_reaches_five_words_and_an_argument_is_searched_to_its_limit() {
    let phrases = ["os.system".to_owned()];
    let said = |text: &str| is_said(&phrases, text);
    assert!(!said("not a b c d os.system"));
    assert!(said("not a b c d e os.system"));
    let padded = |bytes: usize| format!("{} os.system", "x".repeat(bytes - " os.system".len()));
    assert!(said(&padded(20_000)));
    assert!(!said(&padded(20_001)));
    assert!(!is_said(&[String::new()], "anything"));
}
