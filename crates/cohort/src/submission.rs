//! What became of one submission, as the report of its audit tells it.

use crate::list::Entry;
use serde_json::Value;
use std::collections::BTreeSet;

/// Votes that lie further apart than this share of the scale are wide apart.
const WIDE_APART: f64 = 0.5;

/// One submission of a class, and what became of it.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its line of the list.
    pub entry: Entry,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a submission.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was audited.
    Audited(Box<Audited>),
    /// It was not, with the cause.
    Failed(String),
}

/// What its report says.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    /// The case in the journal.
    pub case: String,
    /// The audited commit.
    pub commit: String,
    /// Where it can be looked up, where it came from a forge.
    pub url: Option<String>,
    /// Names and digests of what it was judged by: rubric, rules, panel.
    pub judged_by: [String; 3],
    /// The score of the case, with what people said of it.
    pub overall: Option<f64>,
    /// What the court said, where people said otherwise.
    pub court_overall: Option<f64>,
    /// Least and most of the scale.
    pub scale: [f64; 2],
    /// The name of the score, where the rules have names for scores.
    pub grade: Option<String>,
    /// Whether all that could be assessed was.
    pub is_complete: bool,
    /// The dimensions, in the order of the rubric.
    pub dimensions: Vec<Dimension>,
    /// Statements of its documents that the code contradicts.
    pub contradicted: usize,
    /// Places where it speaks to its judges.
    pub influence: usize,
    /// Which share of the questions could be observed.
    pub observed: Option<f64>,
    /// The reports that were read.
    pub reports: Vec<String>,
    /// What models cost, in dollars.
    pub cost: Option<f64>,
}

/// One dimension of one submission.
#[derive(Clone, Debug, Default)]
pub struct Dimension {
    /// Its id in the rubric.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Least and most of its scale.
    pub scale: [f64; 2],
    /// The score, with what people said of it.
    pub score: Option<f64>,
    /// Why there is none.
    pub reason: Option<String>,
    /// Who overruled the court, why, and what the court had said.
    pub overruled: Option<Overruled>,
    /// Why people should look at it.
    pub review: Option<String>,
    /// How far the votes lie apart, as a share of the scale.
    pub apart: Option<f64>,
    /// What stands open.
    pub missing: Vec<String>,
}

/// That people said otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overruled {
    /// What the court had said.
    pub court: Option<f64>,
    /// Who said so.
    pub by: String,
    /// Why.
    pub why: String,
}

impl Audited {
    /// What a `report.json` says; nothing where it is none.
    #[must_use]
    pub fn of(report: &Value) -> Option<Self> {
        let criteria = report["criteria"].as_array()?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let judged_by = ["rubric", "rules", "panel"].map(|part| text(&report[part]["name"]));
        Some(Self {
            case: text(&report["journal"]["case"]),
            commit: text(&report["commit"]),
            url: report["repo_url"].as_str().map(str::to_owned),
            judged_by,
            overall: report["overall_score"].as_f64(),
            court_overall: report["court_overall_score"].as_f64(),
            scale: scale(&report["scale"]),
            grade: report["grade"].as_str().map(str::to_owned),
            is_complete: report["complete"].as_bool().unwrap_or(false),
            dimensions: criteria.iter().map(dimension).collect(),
            contradicted: contradicted(&report["claims"]),
            influence: influence(report),
            observed: observed(report),
            reports: strings(&report["coverage"]["reports"], "name"),
            cost: report["panel"]["cost_usd"].as_f64(),
        })
    }

    /// Names of the dimensions whose votes lie wide apart.
    #[must_use]
    pub fn wide_apart(&self) -> Vec<&str> {
        let wide = |dimension: &&Dimension| dimension.apart.is_some_and(|apart| apart > WIDE_APART);
        self.dimensions
            .iter()
            .filter(wide)
            .map(|dimension| dimension.name.as_str())
            .collect()
    }
}

fn scale(bounds: &Value) -> [f64; 2] {
    ["min", "max"].map(|end| bounds[end].as_f64().unwrap_or_default())
}

fn strings(rows: &Value, key: &str) -> Vec<String> {
    let rows = rows.as_array().into_iter().flatten();
    rows.filter_map(|row| row[key].as_str().map(str::to_owned))
        .collect()
}

fn dimension(criterion: &Value) -> Dimension {
    let text = |key: &str| criterion[key].as_str().map(str::to_owned);
    let scale = scale(&criterion["scale"]);
    let overruled = &criterion["overruled"];
    let overruled = overruled.is_object().then(|| Overruled {
        court: overruled["court_score"].as_f64(),
        by: overruled["by"].as_str().unwrap_or_default().to_owned(),
        why: overruled["why"].as_str().unwrap_or_default().to_owned(),
    });
    Dimension {
        id: text("dimension_id").unwrap_or_default(),
        name: text("dimension_name").unwrap_or_default(),
        score: criterion["final_score"].as_f64(),
        reason: text("status_reason"),
        review: text("manual_review").filter(|_| overruled.is_none()),
        apart: apart(&criterion["judge_opinions"], scale),
        missing: strings(&criterion["remediation"], "action"),
        overruled,
        scale,
    }
}

/// How far the votes of the last hearing lie apart.
fn apart(opinions: &Value, [least, most]: [f64; 2]) -> Option<f64> {
    let opinions = opinions.as_array()?;
    let round = opinions
        .iter()
        .filter_map(|opinion| opinion["round"].as_u64())
        .max()?;
    let last = opinions
        .iter()
        .filter(|opinion| opinion["round"].as_u64() == Some(round));
    let votes: Vec<f64> = last.filter_map(|opinion| opinion["score"].as_f64()).collect();
    let (low, high) = votes.iter().fold((f64::MAX, f64::MIN), |(low, high), vote| {
        (low.min(*vote), high.max(*vote))
    });
    (votes.len() > 1 && most > least).then(|| (high - low) / (most - least))
}

fn contradicted(claims: &Value) -> usize {
    let claims = claims.as_array().into_iter().flatten();
    claims.filter(|claim| claim["state"] == "contradicted").count()
}

/// The exhibits, each once: several dimensions may share one.
fn exhibits(report: &Value) -> impl Iterator<Item = &Value> {
    let groups = report["evidences"].as_object().into_iter().flatten();
    let mut seen = BTreeSet::new();
    let all = groups.flat_map(|(_, rows)| rows.as_array().into_iter().flatten());
    all.filter(move |exhibit| seen.insert(exhibit["id"].as_str().unwrap_or_default()))
}

fn observed(report: &Value) -> Option<f64> {
    let (mut all, mut seen) = (0_u32, 0_u32);
    for exhibit in exhibits(report) {
        all += 1;
        seen += u32::from(exhibit["finding"] != "unobserved");
    }
    (all > 0).then(|| f64::from(seen) / f64::from(all))
}

fn influence(report: &Value) -> usize {
    let speaks = |exhibit: &&Value| {
        let is_of_conduct = exhibit["probe"]
            .as_str()
            .is_some_and(|probe| probe.starts_with("conduct."));
        is_of_conduct && exhibit["finding"] == "present"
    };
    exhibits(report).filter(speaks).count()
}
