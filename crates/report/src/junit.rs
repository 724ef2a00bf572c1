//! `report.junit.xml`: each dimension a suite, each of its demands a case, so that a CI system can show them.
//!
//! A demand that is not met is a failure. What does not arise, and what could not be observed in a dimension that
//! was judged, is skipped with the reason: it says nothing about the subject. A dimension that the auditor could
//! not judge is an error, which is not a failure.

use crate::dossier::Acceptance;
use crate::sections::Context;
use crate::sections::entry::Entry;
use crate::text::english::{degree, on_scale, sentence};
use crate::text::xml::escaped;
use court::evidence::Evidence;
use court::justice::Status;
use court::protocol::Standing;
use court::score::Fraction;

/// A dimension without demands, as a panel of models may judge it, fails below this much of its scale.
const PASSED: Fraction = Fraction::new_raw(1, 2);

enum Outcome {
    Passed,
    Failed,
    Skipped,
    Error,
}

struct Case {
    name: String,
    outcome: Outcome,
    /// One line.
    message: String,
    details: String,
}

/// The whole file, with a line end at its end.
pub(crate) fn render(context: &Context<'_>) -> String {
    let evidence = &context.dossier.evidence;
    let entries = context.entries.iter();
    let suites: Vec<(&Entry<'_>, Vec<Case>)> = entries.map(|entry| (entry, cases(evidence, entry))).collect();
    let all: Vec<&Case> = suites.iter().flat_map(|(_, cases)| cases).collect();
    let body: String = suites.iter().map(|(entry, cases)| suite(entry, cases)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {}>\n{body}</testsuites>\n",
        escaped(&context.dossier.rubric.name),
        totals(&all)
    )
}

fn cases(evidence: &Evidence, entry: &Entry<'_>) -> Vec<Case> {
    let whole = |outcome, message: &str| {
        vec![Case {
            name: "verdict".to_owned(),
            outcome,
            message: message.to_owned(),
            details: String::new(),
        }]
    };
    match (&entry.ruling.status, entry.ruling.final_score) {
        (Status::NotAssessable(why), _) => whole(Outcome::Skipped, why),
        (Status::Incomplete(why), _) => whole(Outcome::Error, why),
        (Status::Judged, None) => whole(Outcome::Error, "it has no score"),
        (Status::Judged, Some(score)) if entry.standings().is_empty() => {
            let has_passed = entry.dimension.scale.share(score) >= PASSED;
            let outcome = if has_passed {
                Outcome::Passed
            } else {
                Outcome::Failed
            };
            whole(outcome, &on_scale(score, entry.dimension))
        }
        (Status::Judged, Some(_)) => {
            let standings = entry.standings().iter();
            standings
                .map(|standing| case(evidence, entry, standing))
                .collect()
        }
    }
}

fn case(evidence: &Evidence, entry: &Entry<'_>, standing: &Standing) -> Case {
    let demand = &standing.demand;
    let cause = || {
        standing
            .cause
            .clone()
            .unwrap_or_else(|| "the question does not arise".to_owned())
    };
    let (outcome, message) = if standing.is_met() {
        (Outcome::Passed, demand.met.clone())
    } else if let Some(accepted) = accepted(entry, standing) {
        (
            Outcome::Skipped,
            format!("{}; {}", standing.said(), accepted.said()),
        )
    } else if standing.is_unmet() {
        let degree = degree(standing).map_or_else(String::new, |degree| format!(" ({degree})"));
        (Outcome::Failed, format!("{}{degree}", standing.said()))
    } else if standing.is_unobserved {
        (Outcome::Skipped, format!("could not be looked at: {}", cause()))
    } else {
        (Outcome::Skipped, format!("not applicable: {}", cause()))
    };
    Case {
        name: demand.probe.clone(),
        outcome,
        message,
        details: details(evidence, standing),
    }
}

fn accepted<'a>(entry: &Entry<'a>, standing: &Standing) -> Option<&'a Acceptance> {
    let accepted = entry.acceptance(&standing.demand.probe, standing.place.as_ref());
    accepted.filter(|_| standing.is_unmet())
}

fn details(evidence: &Evidence, standing: &Standing) -> String {
    let place = standing.place.as_ref().map(ToString::to_string);
    let exhibit = standing.exhibit.and_then(|id| evidence.get(id));
    let seen = exhibit.map(|exhibit| sentence(&exhibit.rationale));
    let fix = standing.is_unmet().then(|| sentence(&standing.demand.remedy));
    let lines: Vec<String> = [place, seen, fix].into_iter().flatten().collect();
    lines.join("\n")
}

fn suite(entry: &Entry<'_>, cases: &[Case]) -> String {
    let score = entry
        .ruling
        .final_score
        .map(|score| on_scale(score, entry.dimension));
    let score = score
        .or_else(|| entry.reason().map(str::to_owned))
        .unwrap_or_default();
    let score = match entry.overruled() {
        Some(word) => format!("{score}; overruled by people: {word}"),
        None => score,
    };
    let id = escaped(&entry.dimension.id.0);
    let body: String = cases.iter().map(|case| element(&id, case)).collect();
    let all: Vec<&Case> = cases.iter().collect();
    format!(
        "  <testsuite name=\"{}\" {}>\n    <properties>\n      <property name=\"score\" value=\"{}\"/>\n    </properties>\n{body}  </testsuite>\n",
        escaped(&entry.dimension.name),
        format_args!(
            "{} skipped=\"{}\"",
            totals(&all),
            tally(&all, |outcome| matches!(outcome, Outcome::Skipped))
        ),
        escaped(&score)
    )
}

/// What both levels may say. The strictest schema in use has no count of skipped cases at the root.
fn totals(cases: &[&Case]) -> String {
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"0\"",
        cases.len(),
        tally(cases, |outcome| matches!(outcome, Outcome::Failed)),
        tally(cases, |outcome| matches!(outcome, Outcome::Error)),
    )
}

fn tally(cases: &[&Case], wanted: fn(&Outcome) -> bool) -> usize {
    cases.iter().filter(|case| wanted(&case.outcome)).count()
}

fn element(class: &str, case: &Case) -> String {
    let start = format!(
        "    <testcase classname=\"{class}\" name=\"{}\" time=\"0\"",
        escaped(&case.name)
    );
    let (message, details) = (escaped(&case.message), escaped(&case.details));
    match case.outcome {
        Outcome::Passed => format!("{start}/>\n"),
        Outcome::Skipped => format!("{start}>\n      <skipped message=\"{message}\"/>\n    </testcase>\n"),
        Outcome::Failed => format!(
            "{start}>\n      <failure message=\"{message}\" type=\"unmet\">{details}</failure>\n    </testcase>\n"
        ),
        Outcome::Error => format!(
            "{start}>\n      <error message=\"{message}\" type=\"incomplete\">{details}</error>\n    </testcase>\n"
        ),
    }
}
