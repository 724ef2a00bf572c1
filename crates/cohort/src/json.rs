//! `cohort.json`: the class for other programs.

use crate::class::{Class, Figures};
use crate::similarity::{Pair, Place};
use crate::submission::{Audited, Dimension, Outcome, Submission};
use serde_json::{Map, Value, json};

/// Name and version of the form.
const FORM: &str = "auditor.cohort/1";

/// What the same command needs to be typed again.
pub struct Made<'a> {
    /// The list of the class, as it was typed.
    pub list: &'a str,
    /// Out of how many points grades were written.
    pub points: Option<f64>,
}

/// The whole file, with a line end at its end.
#[must_use]
pub fn render(class: &Class, made: &Made<'_>) -> String {
    report::json_text(&value(class, made))
}

fn value(class: &Class, made: &Made<'_>) -> Value {
    let name = |who: &usize| class.submissions[*who].entry.id.as_str();
    let missing = class.missing.iter().map(|one| {
        json!({
            "dimension": one.dimension,
            "action": one.action,
            "count": one.who.len(),
            "lower_by": one.lower_by.map(rounded),
            "submissions": one.who.iter().map(name).collect::<Value>(),
        })
    });
    let first = class
        .first
        .iter()
        .map(|one| json!({"id": name(&one.who), "reasons": one.reasons}));
    json!({
        "schema": FORM,
        "class": class.name,
        "made_from": {"list": made.list, "points": made.points},
        "submissions": class.submissions.iter().map(submission).collect::<Value>(),
        "audited": class.audited().count(),
        "overall": class.overall.as_ref().map(|overall| figures(class, overall)),
        "dimensions": class.dimensions.iter().map(|one| figures(class, one)).collect::<Value>(),
        "needs_a_human": first.collect::<Value>(),
        "missing": missing.collect::<Value>(),
        "similar": class.similar.iter().map(|pair| similar(class, pair)).collect::<Value>(),
    })
}

fn similar(class: &Class, pair: &Pair) -> Value {
    let place = |place: &Place| json!({"path": place.path, "first": place.lines[0], "last": place.lines[1]});
    let passages = pair.passages.iter();
    let passages = passages.map(|passage| passage.places.iter().map(place).collect::<Value>());
    json!({
        "submissions": pair.who.map(|who| class.submissions[who].entry.id.as_str()),
        "code_share": rounded(pair.code),
        "report_share": rounded(pair.prose),
        "commits": pair.commits,
        "authors": pair.authors,
        "passages": passages.collect::<Value>(),
    })
}

fn figures(class: &Class, one: &Figures) -> Value {
    let [least, low, median, high, most] = one.spread;
    let has_any = one.scored > 0;
    let known = |number: f64| has_any.then_some(rounded(number));
    json!({
        "dimension_id": one.id,
        "dimension_name": one.name,
        "scale": {"min": one.scale[0], "max": one.scale[1]},
        "scored": one.scored,
        "unscored": one.unscored,
        "mean": known(one.mean),
        "deviation": known(one.deviation),
        "min": known(least),
        "quartiles": [known(low), known(median), known(high)],
        "max": known(most),
        "distribution": one.bars,
        "discrimination": one.discrimination.map(rounded),
        "outliers": one.outliers.iter().map(|who| class.submissions[*who].entry.id.as_str()).collect::<Value>(),
    })
}

/// To six decimals, as figures of machines differ behind them.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn submission(one: &Submission) -> Value {
    let entry = &one.entry;
    let others: Map<String, Value> = entry
        .others
        .iter()
        .map(|(name, cell)| (name.clone(), json!(cell)))
        .collect();
    let mut value = json!({
        "id": entry.id,
        "name": entry.name,
        "repository": entry.repository,
        "rev": entry.rev,
        "folder": entry.folder,
        "others": others,
    });
    match &one.outcome {
        Outcome::Failed(cause) => value["failed"] = json!(cause),
        Outcome::Audited(audited) => value["audit"] = audit(audited),
    }
    value
}

fn audit(one: &Audited) -> Value {
    let [rubric, rules, panel] = &one.judged_by;
    json!({
        "case": one.case,
        "commit": one.commit,
        "url": one.url,
        "rubric": rubric,
        "rules": rules,
        "panel": panel,
        "overall_score": one.overall,
        "court_overall_score": one.court_overall,
        "scale": {"min": one.scale[0], "max": one.scale[1]},
        "grade": one.grade,
        "complete": one.is_complete,
        "reports": one.reports,
        "observed_share": one.observed.map(rounded),
        "contradicted_claims": one.contradicted,
        "attempts_to_influence": one.influence,
        "cost_usd": one.cost,
        "dimensions": one.dimensions.iter().map(dimension).collect::<Value>(),
    })
}

fn dimension(one: &Dimension) -> Value {
    let overruled = one
        .overruled
        .as_ref()
        .map(|by| json!({"court_score": by.court, "by": by.by, "why": by.why}));
    json!({
        "dimension_id": one.id,
        "score": one.score,
        "reason": one.reason,
        "overruled": overruled,
        "manual_review": one.review,
        "votes_apart": one.apart.map(rounded),
        "missing": one.missing,
    })
}
