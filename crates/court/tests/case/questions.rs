//! How the questions that a rubric puts are told to its author.

use court::protocol::own::{Look, Manifest, Metric, rule_name};
use court::protocol::{Grading, Outcome, Span, Want};
use court::score::Fraction;
use serde_json::json;

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn pattern(patterns: &[&str]) -> Look {
    Look::Pattern {
        language: "python".to_owned(),
        patterns: texts(patterns),
    }
}

fn claims(kind: Option<&str>, state: Option<&str>) -> Look {
    Look::Claims {
        kind: kind.map(str::to_owned),
        state: state.map(str::to_owned),
    }
}

#[test]
fn what_is_looked_for_is_told_in_words() {
    let field = Manifest::Field {
        file: "*.toml".to_owned(),
        field: "tool.black".to_owned(),
    };
    for (look, key, told) in [
        (
            pattern(&["eval($X)"]),
            "pattern",
            "the pattern `eval($X)` in python",
        ),
        (pattern(&["a", "b"]), "pattern", "the patterns `a`, `b` in python"),
        (
            Look::Rules(vec![json!({"id": "no-eval"})]),
            "rule",
            "the rule `no-eval`",
        ),
        (
            Look::Rules(vec![json!({"id": ""}), json!({"id": "x"})]),
            "rule",
            "the rules `without an id`, `x`",
        ),
        (
            Look::Files(texts(&["*.md"])),
            "files",
            "files of the paths `*.md`",
        ),
        (Look::Git(Metric::Commits), "git", "the number of commits"),
        (Look::Git(Metric::Authors), "git", "the number of authors"),
        (Look::Git(Metric::Days), "git", "the number of days with commits"),
        (
            Look::Git(Metric::LargestShare),
            "git",
            "the part of the source lines that one commit brought",
        ),
        (
            Look::Git(Metric::MergeShare),
            "git",
            "the part of the commits that are merges",
        ),
        (
            Look::Git(Metric::Messages("^fix".to_owned())),
            "git",
            "the part of the commits with a message like `^fix`",
        ),
        (
            Look::Manifest(Manifest::Dependency("pytest".to_owned())),
            "manifest",
            "the dependency `pytest`",
        ),
        (Look::Manifest(field), "manifest", "`tool.black` in `*.toml`"),
        (
            Look::Terms(texts(&["a", "b"])),
            "terms",
            "the terms `a`, `b` in the reports",
        ),
        (
            claims(Some("path"), Some("contradicted")),
            "claims",
            "contradicted path claims of the reports",
        ),
        (
            Look::Probe("docs.terms".to_owned()),
            "probe",
            "what `docs.terms` answers",
        ),
    ] {
        assert_eq!((look.key(), look.to_string().as_str()), (key, told));
    }
    assert_eq!(rule_name(&json!({})), "without an id");
}

#[test]
fn what_is_wanted_is_told_as_a_rubric_writes_it() {
    for (want, told) in [
        (Want::Holds(true), "present"),
        (Want::Holds(false), "absent"),
        (Want::AtLeast(4), "at least 4"),
        (Want::AtMost(4), "at most 4"),
        (
            Want::Share(Span {
                none: 50,
                full: 90,
                few: 0,
            }),
            "a share from 50 % (nothing) to 90 % (whole)",
        ),
        (Want::Finding(Outcome::Present), "found present"),
        (Want::Finding(Outcome::Absent), "found absent"),
        (Want::Finding(Outcome::Contradicted), "found contradicted"),
        (
            Want::ShareAtLeast(Fraction::new(1, 8)),
            "a share of at least 12.5 %",
        ),
        (Want::ShareAtMost(Fraction::new(1, 2)), "a share of at most 50 %"),
        (Want::Graded(Grading::Terms), "graded by its terms"),
        (Want::Graded(Grading::Paths), "graded by its paths"),
        (Want::Graded(Grading::Claims), "graded by its claims"),
        (
            Want::Graded(Grading::Between { none: 9, full: 1 }),
            "graded from 9 (nothing) to 1 (whole)",
        ),
    ] {
        assert_eq!(want.to_string(), told);
    }
}
