//! What is read out of prose, and what is left to the judges.

use super::{SHAPES, fixture, one};
use court::rubric;
use serde_json::json;

/// What the court says it understood of one rule, for a rubric with the dimensions `graph` and `tools`.
fn understood(key: &str, text: &str) -> String {
    let rubric = json!({
        "dimensions": [
            {"id": "graph", "name": "Graph Architecture"},
            {"id": "tools", "name": "Tool Architecture"},
            {"id": "depth", "name": "Depth of the Report"},
        ],
        "synthesis_rules": {key: text},
    });
    let rubric = rubric::parse(&rubric.to_string(), "rules").expect("the rules stand in a sound rubric");
    rubric.synthesis[0].understood.clone().unwrap_or_default()
}

/// Rules by key and text, and what is understood of them.
const RULES: &[(&str, &str, &str)] = &[
    (
        "security_override",
        "caps total score at 3.",
        "a confirmed flaw caps security dimensions at 3",
    ),
    (
        "security_override",
        "the score is capped at two",
        "a confirmed flaw caps security dimensions at 2",
    ),
    (
        "safety",
        "With a security flaw the score cannot exceed 2.5; cap it at 2.5",
        "a confirmed flaw caps security dimensions at 2.5",
    ),
    (
        "security_override",
        "cap the score at 3/5",
        "a confirmed flaw caps security dimensions at 3",
    ),
    (
        "security_override",
        "capped at 4 out of 10",
        "a confirmed flaw caps security dimensions at 40 % of the highest score",
    ),
    (
        "security_override",
        "cap at 40 percent of max",
        "a confirmed flaw caps security dimensions at 40 % of the highest score",
    ),
    ("security_override", "cap at 3 or, if severe, cap at 1", ""),
    ("security_override", "never cap the score at 3", ""),
    ("security_override", "cap the score", ""),
    ("security_override", "cap at 140% of max", ""),
    ("security_override", "reduce the score by 3", ""),
    ("tidiness", "cap the score at 3", ""),
    (
        "again",
        "If variance > 2, re-evaluate.",
        "a second vote where the highest and the lowest score are more than 2 apart",
    ),
    (
        "again",
        "variance>=3: reconsider",
        "a second vote where the highest and the lowest score are at least 3 apart",
    ),
    (
        "again",
        "Rehear when the judges disagree by more than one point.",
        "a second vote where the highest and the lowest score are more than 1 apart",
    ),
    (
        "again",
        "A spread of at least 3 asks for a re-evaluation",
        "a second vote where the highest and the lowest score are at least 3 apart",
    ),
    ("again", "Re-evaluate unless the variance does not exceed 2.", ""),
    ("again", "If the variance exceeds 20%, re-evaluate.", ""),
    (
        "again",
        "Re-evaluate when variance > 2 or when the spread is over 3.",
        "",
    ),
    ("again", "The variance exceeds 2 in most courts.", ""),
    ("both", "Variance > 2: dissent, then re-evaluation", ""),
    ("facts", "Facts overrule opinions.", "facts overrule opinions"),
    ("facts", "Judges overrule facts and opinions.", ""),
    (
        "lead",
        "The Tech Lead carries the highest weight for 'Graph Architecture'.",
        "the Tech Lead weighs most in `graph`",
    ),
    (
        "lead",
        "tech_lead has most weight for the Depth criterion",
        "the Tech Lead weighs most in `depth`",
    ),
    (
        "lead",
        "The Tech Lead has the highest weight for an Architecture criterion.",
        "",
    ),
];

/// The same where reaches and bounds end.
const BOUNDS: &[(&str, &str, &str)] = &[
    (
        "security",
        "cap a b c d e f g h i at 3",
        "a confirmed flaw caps security dimensions at 3",
    ),
    ("security", "cap a b c d e f g h i j at 3", ""),
    ("security", "never a b c cap the score at 3", ""),
    (
        "security",
        "never a b c d cap the score at 3",
        "a confirmed flaw caps security dimensions at 3",
    ),
    (
        "security",
        "if not, cap at 3",
        "a confirmed flaw caps security dimensions at 3",
    ),
    (
        "security",
        "it may not exceed 3",
        "a confirmed flaw caps security dimensions at 3",
    ),
    ("security", "it does not exceed 3", ""),
    ("security", "not exceed 3", ""),
    ("security", "may exceed 3", ""),
    (
        "security",
        "cap at zero",
        "a confirmed flaw caps security dimensions at 0",
    ),
    (
        "security",
        "cap at ten",
        "a confirmed flaw caps security dimensions at 10",
    ),
    ("security", "cap at eleven", ""),
    (
        "security",
        "cap the score\nat 3",
        "a confirmed flaw caps security dimensions at 3",
    ),
    ("security", "cap the score\n\nat 3", ""),
    ("security", "cap at 0 of 0", ""),
    (
        "security",
        "cap at 0 of 10",
        "a confirmed flaw caps security dimensions at 0 % of the highest score",
    ),
    (
        "security",
        "cap at 10 of 10",
        "a confirmed flaw caps security dimensions at 100 % of the highest score",
    ),
    ("security", "cap at 11 of 10", ""),
    (
        "security",
        "cap at 5 of 5",
        "a confirmed flaw caps security dimensions at 5",
    ),
    (
        "again",
        "Re-evaluate if the variance a b c d e f g exceeds 2.",
        "a second vote where the highest and the lowest score are more than 2 apart",
    ),
    (
        "again",
        "Re-evaluate if the variance a b c d e f g h exceeds 2.",
        "",
    ),
    (
        "again",
        "Re-evaluate if the spread is wider than 2.",
        "a second vote where the highest and the lowest score are more than 2 apart",
    ),
    ("again", "Re-evaluate if the spread is at most 2.", ""),
    ("again", "Re-evaluate if the spread is more like 2.", ""),
    ("again", "Re-evaluate if the gap is more than 20 percent.", ""),
    ("lead", "The Tech Lead decides on Graph Architecture.", ""),
    ("lead", "Facts have the most weight for Graph Architecture.", ""),
    (
        "facts",
        "Facts (and not opinions) overrule judges.",
        "facts overrule opinions",
    ),
    ("facts", "Of the facts, opinions overrule judges.", ""),
    ("facts", "Opinions (not facts) overrule judges.", ""),
];

#[test]
fn numbers_in_prose_are_understood_only_where_they_leave_no_doubt() {
    for (key, text, meaning) in RULES.iter().chain(BOUNDS) {
        assert_eq!(understood(key, text), *meaning, "for {text:?}");
    }
}

#[test]
fn rules_that_are_not_understood_are_said_to_be_only_shown() {
    for (name, _) in SHAPES {
        let rubric = fixture(name);
        for rule in &rubric.synthesis {
            let about = format!("`{}` ", rule.key);
            let said: Vec<_> = rubric
                .understood
                .iter()
                .filter(|sentence| sentence.starts_with(&about))
                .collect();
            assert_eq!(said.len(), 1, "{name}: {}", rule.key);
            assert_eq!(
                rule.understood.is_none(),
                rule.meaning.is_empty(),
                "{name}: {}",
                rule.key
            );
            assert_eq!(
                said[0].contains("only shown"),
                rule.understood.is_none(),
                "{name}: {}",
                rule.key
            );
        }
    }
}

#[test]
fn a_rule_is_doubted_only_where_it_asks_for_what_the_court_could_do() {
    let told = |key: &str, text: &str| {
        let rubric = json!({"dimensions": [{"id": "a"}], "synthesis_rules": {key: text}});
        let rubric = rubric::parse(&rubric.to_string(), "rules").expect("it parses");
        let about = format!("`{key}` is only shown to the judges");
        let said = rubric
            .understood
            .iter()
            .find_map(|said| said.strip_prefix(&about));
        said.expect("it is told").to_owned()
    };
    for (key, text, doubt) in [
        ("again", "The spread must never exceed 2.", ""),
        ("again", "Be kind.", ""),
        ("tidiness", "Cap the score.", ""),
        (
            "security",
            "Cap the score.",
            ": it speaks of a cap, but does not say plainly at how much",
        ),
        (
            "again",
            "Re-evaluate: the spread must never exceed 2.",
            ": it is not plain from which disagreement on it holds",
        ),
        (
            "again",
            "Re-evaluate where judges differ.",
            ": it names no distance between scores; the court's own holds",
        ),
    ] {
        assert_eq!(told(key, text), doubt, "{text}");
    }
}

#[test]
fn quoted_terms_are_told_from_paths_commands_labels_and_sentences() {
    let cases: &[(&str, &[&str])] = &[
        (
            "'Cold Proof', \"Long Rise\" and “Oven Spring”",
            &["Cold Proof", "Long Rise", "Oven Spring"],
        ),
        (
            "terms:'Fan-In / Fan-Out','fan-in / fan-out'",
            &["Fan-In / Fan-Out"],
        ),
        ("the baker's dozen isn't 'Baker's Dozen'", &["Baker's Dozen"]),
        ("'Fan-In/Fan-Out', not 'fan-in/fan-out'", &["Fan-In/Fan-Out"]),
        (
            "see 'src/nodes', 'src/nodes/a.py', 'docs/', '/Users', '~/Code', './Run', 'README.md', './run', '--reverse', 'git log --oneline'",
            &[],
        ),
        ("'os.system', 'knead()', 'state_graph', 'a = b'", &[]),
        ("flag it as 'Keyword Dropping' and charge with 'Fraud'", &[]),
        (
            "not 'We implemented parallel nodes' nor 'This is it, at last.'",
            &[],
        ),
        ("an open 'quote and no end", &[]),
        (
            "'a whole sentence that is far longer than any term may be, and that stands in quotes as one around \"Inner Term\" and the rest'",
            &[],
        ),
        ("''", &[]),
        ("'12'", &[]),
    ];
    for (instruction, expected) in cases {
        let dimension =
            json!({"id": "d", "target_artifact": "pdf_report", "forensic_instruction": instruction});
        assert_eq!(rubric::terms(&one(&dimension)), *expected, "for {instruction:?}");
    }
    let text = "explain 'Cold Proof'";
    let of_code = json!({"id": "d", "target_artifact": "github_repo", "forensic_instruction": text});
    assert!(rubric::terms(&one(&of_code)).is_empty());
    let of_paths = json!({"id": "d", "target_artifact": "report", "forensic_protocol": "pdf_paths", "forensic_instruction": text});
    assert!(rubric::terms(&one(&of_paths)).is_empty());
}
