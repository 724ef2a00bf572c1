//! A report read back into the values it was made from.

use court::admission::{Admission, admit};
use court::evidence::{Confidence, Detective, Evidence, Excerpt, Exhibit, ExhibitId, Finding, Place, Source};
use court::justice::{Matter, Status};
use court::opinion::{Hearing, Opinion, Persona, Recusal, Round, Seat};
use court::protocol;
use court::retrial::{self, Matters};
use court::rubric::{Dimension, DimensionId, Rubric};
use court::rules::RuleSet;
use court::score::{Fraction, Score};
use court::verdict::Overruling;
use report::dossier::{
    Acceptance, Claim, Coverage, Dossier, ExperimentNote, HistoryNote, PanelNote, Plea, SubjectNote,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What whoever audited lives with, as told.
pub fn accepted(report: &Value) -> Vec<Acceptance> {
    part(report, "accepted").unwrap_or_default()
}

/// What people said against the court. Nobody can check that but by asking them; what follows from it can be checked.
pub fn overrulings(report: &Value) -> Vec<Overruling> {
    let criteria = report["criteria"].as_array().into_iter().flatten();
    let words = criteria.filter_map(|row| {
        let word = row["overruled"].as_object()?;
        Some(Overruling {
            dimension: DimensionId(row["dimension_id"].as_str()?.to_owned()),
            score: score(word.get("score")?)?,
            court: None,
            by: word.get("by")?.as_str()?.to_owned(),
            why: word.get("why")?.as_str()?.to_owned(),
        })
    });
    words.collect()
}

/// What a report tells.
pub struct ReportContent {
    report: Value,
    evidence: Evidence,
    coverage: Coverage,
    history: HistoryNote,
    claims: Vec<Claim>,
    experiment: Option<ExperimentNote>,
    /// Whether opinions follow from the findings alone.
    pub is_by_statute: bool,
}

impl ReportContent {
    /// Reads it; the error names the field that cannot be read.
    pub fn read(report: &Value, rubric: &Rubric) -> Result<Self, String> {
        if report["schema"].as_str() != Some("auditor.report/1") {
            return Err("schema: this is no report of the form auditor.report/1".to_owned());
        }
        if report["rubric"]["sha256"].as_str() != Some(rubric.sha256.as_str()) {
            return Err("rubric.sha256: the report was made with another rubric".to_owned());
        }
        let coverage: Coverage = part(report, "coverage")?;
        let documents: BTreeSet<&str> = coverage.reports.iter().map(|note| note.name.as_str()).collect();
        Ok(Self {
            evidence: evidence(report, &documents)?,
            history: part(report, "history")?,
            claims: claims(report, &documents)?,
            experiment: match report.get("experiment") {
                Some(_) => Some(part(report, "experiment")?),
                None => None,
            },
            is_by_statute: report["panel"]["name"].as_str() == Some(court::statutes::NAME),
            report: report.clone(),
            coverage,
        })
    }

    /// The same report taken for one whose opinions follow from the findings.
    pub fn by_statute(report: &Value, rubric: &Rubric) -> Result<Self, String> {
        Ok(Self {
            is_by_statute: true,
            ..Self::read(report, rubric)?
        })
    }

    /// Fields that cannot be derived from others: what models said of themselves.
    pub fn skipped(&self) -> fn(&str) -> bool {
        if self.is_by_statute {
            |_| false
        } else {
            |at| at == "panel" || at.contains("judge_opinions")
        }
    }

    /// What the report should have been made from.
    pub fn dossier(&self, rubric: &Rubric, rules: &Arc<RuleSet>) -> Dossier {
        let dimensions = rubric.dimensions.iter().enumerate();
        let (matters, understood): (Vec<Matters>, Vec<Option<String>>) = dimensions
            .map(|(index, dimension)| self.matters(index, dimension))
            .unzip();
        let laws = retrial::laws(rubric, rules, &self.evidence, &matters);
        let matters: Vec<Matters> = rubric
            .dimensions
            .iter()
            .zip(matters)
            .zip(&laws)
            .map(|((dimension, of), law)| self.heard(dimension, of, law))
            .collect();
        let verdict = retrial::retry(rubric, rules, &self.evidence, &matters, self.is_by_statute);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let dossier = Dossier {
            case: text(&self.report["journal"]["case"]),
            subject: SubjectNote {
                name: self.name(),
                slug: String::new(),
                url: self.report["repo_url"].as_str().map(str::to_owned),
                origin: self.report["origin"].as_str().map(str::to_owned),
            },
            commit: text(&self.report["commit"]),
            history: self.history.clone(),
            rubric: rubric.clone(),
            rules: Arc::clone(rules),
            panel: PanelNote {
                name: text(&self.report["panel"]["name"]),
                what: String::new(),
                calibration: text(&self.report["panel"]["calibration"]),
                models: None,
                vision: None,
            },
            evidence: self.evidence.clone(),
            pleas: Plea::all(rubric, &laws, &matters, &understood),
            verdict,
            coverage: self.coverage.clone(),
            topology: self.report["topology"].as_array().cloned().unwrap_or_default(),
            claims: self.claims.clone(),
            experiment: self.experiment.clone(),
            accepted: Vec::new(),
        };
        dossier
            .overruled(&overrulings(&self.report))
            .accepting(&accepted(&self.report))
    }

    /// The summary begins with it; nothing else in the report says it.
    fn name(&self) -> String {
        let summary = self.report["executive_summary"].as_str().unwrap_or_default();
        let end = [" scores ", " has no score"]
            .iter()
            .filter_map(|word| summary.find(word))
            .min();
        summary[..end.unwrap_or(0)].to_owned()
    }

    fn matters(&self, index: usize, dimension: &Dimension) -> (Matters, Option<String>) {
        let reading = dimension.reading();
        let standings = reading
            .as_ref()
            .map(|reading| protocol::weigh(&reading.demands, &self.evidence));
        let row = &self.report["criteria"][index];
        let hearings = hearings(row);
        let dismissed = if self.is_by_statute {
            match admit(dimension, standings.as_deref(), !self.coverage.reports.is_empty()) {
                Admission::Heard => None,
                Admission::Dismissed(status) => Some(status),
            }
        } else {
            hearings.is_empty().then(|| status(row))
        };
        let matters = Matters {
            kind: reading.as_ref().map(|reading| reading.kind).unwrap_or_default(),
            standings: standings.unwrap_or_default(),
            dismissed,
            hearings,
        };
        (matters, reading.map(|reading| reading.because))
    }

    /// The statutes panel is heard again: its opinions must be those of the report.
    fn heard(&self, dimension: &Dimension, of: Matters, law: &court::law::Law) -> Matters {
        if !self.is_by_statute || of.dismissed.is_some() {
            return of;
        }
        let matter = Matter {
            dimension,
            law,
            standings: &of.standings,
        };
        let hearings = retrial::heard_by_statute(&matter);
        Matters { hearings, ..of }
    }
}

fn part<T: DeserializeOwned>(report: &Value, key: &str) -> Result<T, String> {
    serde_json::from_value(report[key].clone()).map_err(|error| format!("{key}: {error}"))
}

fn status(row: &Value) -> Status {
    let why = row["status_reason"].as_str().unwrap_or_default().to_owned();
    match row["status"].as_str() {
        Some("not_assessable") => Status::NotAssessable(why),
        _ => Status::Incomplete(why),
    }
}

fn claims(report: &Value, documents: &BTreeSet<&str>) -> Result<Vec<Claim>, String> {
    let rows = report["claims"].as_array().into_iter().flatten();
    let text = |row: &Value, key: &str| row[key].as_str().map(str::to_owned);
    rows.enumerate()
        .map(|(index, row)| {
            let claim = || {
                Some(
                    Claim {
                        text: text(row, "text")?,
                        because: text(row, "because"),
                        shown_at: match row["shown_at"].as_str() {
                            None => None,
                            Some(location) => Some(place(location, documents)?),
                        },
                        place: text(row, "where")?,
                        kind: text(row, "kind")?,
                        state: text(row, "state")?,
                        exhibits: serde_json::from_value(row["exhibits"].clone()).ok()?,
                        near: text(row, "near"),
                        lies_in_subject: row["lies_in_subject"].as_bool().unwrap_or_default(),
                    }
                    .said_by(),
                )
            };
            claim().ok_or_else(|| format!("claims[{index}]: it cannot be read"))
        })
        .collect()
}

/// All exhibits, in the order of their numbers; the further places of a probe follow the first.
fn evidence(report: &Value, documents: &BTreeSet<&str>) -> Result<Evidence, String> {
    let mut rows: BTreeMap<ExhibitId, &Value> = BTreeMap::new();
    for (at, row) in super::exhibits(report) {
        let id: ExhibitId = row["id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .ok_or_else(|| format!("{at}.id: it is no number of an exhibit"))?;
        if rows.insert(id, row).is_some_and(|known| known != row) {
            return Err(format!(
                "{at}: the same exhibit stands elsewhere with other content"
            ));
        }
    }
    let mut ranks: BTreeMap<&str, u16> = BTreeMap::new();
    let mut all = Vec::new();
    for (id, row) in rows {
        let rank = ranks
            .entry(row["probe"].as_str().unwrap_or_default())
            .or_default();
        let exhibit = exhibit(row, *rank, documents);
        *rank = rank.saturating_add(1);
        all.push(exhibit.ok_or_else(|| format!("exhibit {id}: it cannot be read"))?);
    }
    Ok(all.into_iter().collect())
}

fn exhibit(row: &Value, rank: u16, documents: &BTreeSet<&str>) -> Option<Exhibit> {
    let text = |key: &str| row[key].as_str().map(str::to_owned);
    let detective = row["detective"].as_str()?;
    let finding = match row["finding"].as_str()? {
        "present" => Finding::Present,
        "absent" => Finding::Absent,
        "contradicted" => Finding::Contradicted,
        "not_applicable" => Finding::NotApplicable,
        "unobserved" => Finding::Unobserved {
            cause: text("cause")?,
        },
        _ => return None,
    };
    let excerpt = text("content").map(|content| Excerpt {
        sha256: text("sha256")
            .and_then(|digits| digits.try_into().ok())
            .unwrap_or_else(|| Excerpt::new(content.as_str()).sha256),
        text: content,
    });
    let source = source(row["source"].as_str()?)?;
    Some(Exhibit {
        probe: text("probe")?,
        rank,
        detective: Detective::ALL
            .into_iter()
            .find(|known| known.name() == detective)?,
        goal: text("goal")?,
        finding,
        value: Some(row["value"].clone()).filter(|value| !value.is_null()),
        place: match row["location"].as_str() {
            None => None,
            Some(location) => Some(place(location, documents)?),
        },
        excerpt,
        rationale: text("rationale")?,
        confidence: confidence(&row["confidence"])?,
        source,
    })
}

/// Where a fact comes from, as reports write it.
fn source(text: &str) -> Option<Source> {
    if text == "observed" {
        return Some(Source::Observed);
    }
    if let Some(scenario) = text.strip_prefix("experiment:") {
        let scenario = scenario.to_owned();
        return Some(Source::Ran { scenario });
    }
    let model = text.strip_prefix("described:")?.to_owned();
    Some(Source::Described { model })
}

/// A place as reports write it.
fn place(location: &str, documents: &BTreeSet<&str>) -> Option<Place> {
    if let Some(id) = location.strip_prefix("commit:") {
        return Some(Place::Commit(id.to_owned()));
    }
    if let Some(name) = location.strip_prefix("ref:") {
        return Some(Place::Ref(name.to_owned()));
    }
    if let Some((document, page)) = location.rsplit_once("#page=") {
        let document = document.to_owned();
        return Some(Place::Page {
            document,
            page: page.parse().ok()?,
        });
    }
    let Some((path, lines)) = location.rsplit_once(':') else {
        return Some(Place::File(location.to_owned()));
    };
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    Some(if documents.contains(path) {
        Place::Passage {
            document: path.to_owned(),
            first,
            last,
        }
    } else {
        Place::lines(path, first, last)
    })
}

fn confidence(value: &Value) -> Option<Confidence> {
    let percent = (score(value)?.0 * Fraction::from_integer(100)).to_integer();
    u8::try_from(percent).ok().map(Confidence::percent)
}

/// A number with at most two decimals, exact.
fn score(value: &Value) -> Option<Score> {
    let hundredths = (value.as_f64()? * 100.0).round();
    #[expect(clippy::cast_possible_truncation, reason = "checked to be in range")]
    (hundredths.abs() < 1e12).then(|| Score(Fraction::new(hundredths as i64, 100)))
}

fn hearings(row: &Value) -> Vec<Hearing> {
    let opinions: Vec<&Value> = row["judge_opinions"].as_array().into_iter().flatten().collect();
    let seat = |round: u64, persona: Persona| {
        let found = opinions.iter().find(|opinion| {
            opinion["round"].as_u64() == Some(round) && opinion["judge"].as_str() == Some(persona.name())
        });
        found.map_or_else(|| recused(&Value::Null), |opinion| opined(opinion))
    };
    let hearing = |round: u64, of: Round| Hearing {
        round: of,
        prosecutor: seat(round, Persona::Prosecutor),
        defense: seat(round, Persona::Defense),
        tech_lead: seat(round, Persona::TechLead),
    };
    let has = |round: u64| {
        opinions
            .iter()
            .any(|opinion| opinion["round"].as_u64() == Some(round))
    };
    let mut all = Vec::new();
    if has(1) {
        all.push(hearing(1, Round::First));
    }
    if has(2) {
        all.push(hearing(2, Round::Rehearing));
    }
    all
}

fn recused(opinion: &Value) -> Seat {
    let cause = opinion["recused"].as_str().unwrap_or("it is not in the report");
    Seat::Recused(Recusal {
        cause: cause.to_owned(),
    })
}

fn opined(opinion: &Value) -> Seat {
    let Some(score) = score(&opinion["score"]) else {
        return recused(opinion);
    };
    let cited = opinion["cited_evidence"].as_array().into_iter().flatten();
    Seat::Opined(Opinion {
        score,
        argument: opinion["argument"].as_str().unwrap_or_default().to_owned(),
        cited: cited.filter_map(|id| id.as_str()?.parse().ok()).collect(),
        confidence: confidence(&opinion["confidence"]).unwrap_or(Confidence::percent(0)),
    })
}
