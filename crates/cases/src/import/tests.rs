use super::*;

/// A criterion as its id, its score and the votes on it.
type Shown = (String, Option<f64>, Vec<(&'static str, Option<f64>)>);

fn shown(text: &str) -> (Option<f64>, Vec<Shown>) {
    let imported = read(text).unwrap();
    let criteria = imported.criteria.into_iter().map(|criterion| {
        let opinions = criterion
            .judge_opinions
            .iter()
            .map(|opinion| (opinion.judge, opinion.score))
            .collect();
        (criterion.dimension_id, criterion.final_score, opinions)
    });
    (imported.overall_score, criteria.collect())
}

/// Each says the same in another spelling: 3.5 overall; history 4 with votes 2, 5 and 4; tools 3 without votes.
const SPELLINGS: [&str; 8] = [
    // Headings with scores, judges as items.
    "# Report\n\n**Overall Score:** 3.5/5.0\n\n## Git History (Score: 4/5)\n- **Prosecutor** (Score: 2/5): few\n- **Defense** (Score: 5/5): fine\n- **TechLead** (Score: 4/5): ok\n\n## Tools (Score: 3)\n",
    // Numbered headings, scores below, votes in parentheses.
    "# Report\nOverall score: 3.50 / 5.00\n## Criterion Breakdown\n### 1. Git History\n- **Verdict (score)**: 4/5\n- **Prosecutor** (verdict 2/5): few\n- **Defense** (verdict 5/5): fine\n- **TechLead** (verdict 4/5): ok\n### 2. Tools\n**Final Score: 3 / 5**\n",
    // Ids in parentheses, judges with bare scores.
    "## Executive Summary\nOverall score: 3.50 / 5.00\n## Criterion Breakdown\n### History of the repo (git_history)\nFinal score: 4 / 5\n- Prosecutor: 2/5\n  Argument: few\n- Defense: 5/5\n- TechLead: 4/5\n### Tool use (tools)\nFinal score: 3 / 5\n",
    // Tables inside sections.
    "**Overall Score: 3.5 / 5.0**\n### 1. Git History\n**Final Score: 4 / 5**\n| Judge | Score | Argument |\n|---|---|---|\n| Prosecutor | 2/5 | few |\n| Defense | 5/5 | fine |\n| Tech Lead | 4/5 | ok |\n### 2. Tools\n**Final Score: 3 / 5**\n",
    // Judges as headings of their own.
    "### **Overall Rating**: `3.5 / 5.0`\n### 1. Git History\n**Score**: `4/5.0`\n#### 🎙️ Prosecutor Opinion (Score: 2/5)\nfew\n#### Defense Opinion (Score: 5/5)\nfine\n#### TechLead Opinion (Score: 4/5)\nok\n### 2. Tools\n**Score**: `3/5.0`\n",
    // A table of scores, votes in sections without scores of their own; scores of judges on lines of their own.
    "Overall score: 3.5\n| Dimension | Score |\n|---|---|\n| Git History | 4/5 |\n| Tools | 3/5 |\n## Git History\n**Score:** `4`\n- **Judge:** x\n- Prosecutor\n  - Score: `2`\n- Defense\n  - Score: `5`\n- Tech Lead\n  - Score: `4`\n",
    // JSON with the founding names.
    r#"{"overall_score": 3.5, "criteria": [{"dimension_id": "git_history", "final_score": 4, "judge_opinions": [{"judge": "Prosecutor", "score": 2, "argument": "few"}, {"judge": "Defense", "score": 5}, {"judge": "TechLead", "score": 4}]}, {"dimension_id": "tools", "final_score": 3}]}"#,
    // JSON with scores in a map and opinions beside them.
    r#"{"global_score": "3.5/5", "dimension_scores": {"git_history": 4, "tools": 3}, "raw_opinions": [{"judge": "Prosecutor", "criterion_id": "git_history", "score": 2}, {"judge": "Defense", "criterion_id": "git_history", "score": 5}, {"judge": "Tech Lead", "criterion_id": "git_history", "score": 4}]}"#,
];

#[test]
fn the_same_verdict_is_read_from_every_spelling() {
    let votes = vec![
        ("Prosecutor", Some(2.0)),
        ("Defense", Some(5.0)),
        ("TechLead", Some(4.0)),
    ];
    let expected = vec![
        ("git_history".to_owned(), Some(4.0), votes),
        ("tools".to_owned(), Some(3.0), Vec::new()),
    ];
    for text in SPELLINGS {
        assert_eq!(shown(text), (Some(3.5), expected.clone()), "{text}");
    }
}

#[test]
fn a_table_of_scores_is_enough() {
    let text = "# Report\n| Criterion | Score | Verdict |\n|---|---|---|\n| dev_progress | 15/35 | FAIL |\n| feedback | 9/20 | FAIL |\n";
    let imported = read(text).unwrap();
    let scores: Vec<_> = imported
        .criteria
        .iter()
        .map(|c| (c.dimension_id.as_str(), c.final_score, c.scale.map(|s| s.max)))
        .collect();
    assert_eq!(
        scores,
        [
            ("dev_progress", Some(15.0), Some(35.0)),
            ("feedback", Some(9.0), Some(20.0))
        ]
    );
}

#[test]
fn what_is_no_report_is_none() {
    for text in [
        "",
        "# Readme\n\nSome words, 3/5 of them odd.",
        "{}",
        "[1]",
        "{\"criteria\": 3}",
        "## Score\n",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}
