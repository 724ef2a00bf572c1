//! `report.sarif`: SARIF 2.1.0. Rules are what the dimensions demand; results are what was seen of it.
//!
//! GitHub's code scanning shows every result as an alert, whatever its kind, and refuses those without a
//! location. So the plain form holds only what somebody should look at; the full form has passes and open
//! questions too. What could not be observed is always in the notifications of the run.

mod notifications;
mod results;
mod rules;
mod text;

use crate::sections::Context;
use crate::text::json::to_text;
use court::visible::visible;
use serde_json::{Value, json};

/// Which results are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kinds {
    /// What failed, and what needs somebody to look at it.
    Problems,
    /// Also what passed, what is open and what does not apply.
    All,
}

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The whole file, with a line end at its end.
pub(crate) fn render(context: &Context<'_>, kinds: Kinds) -> String {
    to_text(&json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run(context, kinds)]}))
}

fn run(context: &Context<'_>, kinds: Kinds) -> Value {
    let dossier = context.dossier;
    let rules = rules::Rules::of(context);
    let results = results::results(context, &rules, kinds);
    let verdict = &dossier.verdict;
    let mut run = json!({
        "tool": {"driver": {
            "name": "auditor",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules.descriptors,
            "notifications": notifications::descriptors(),
        }},
        "automationDetails": {"id": format!("auditor/{}/", text::id(&dossier.rubric.name))},
        "invocations": [{
            "executionSuccessful": true,
            "toolExecutionNotifications": notifications::notifications(context),
        }],
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {
            "overallScore": verdict.overall.map(|score| score.rounded().as_f64()),
            "overallMax": verdict.scale.max.as_f64(),
            "complete": verdict.is_complete,
            "panel": visible(&dossier.panel.name),
        },
    });
    let words = context.entries.iter().filter_map(|entry| {
        let word = visible(&entry.overruled()?);
        Some((text::id(&entry.dimension.id.0), json!(word)))
    });
    let words: serde_json::Map<String, Value> = words.collect();
    if !words.is_empty() {
        run["properties"]["overruled"] = Value::Object(words);
    }
    let url = dossier.subject.url.as_deref();
    if let Some(url) = url.filter(|url| url::Url::parse(url).is_ok()) {
        run["versionControlProvenance"] = json!([{"repositoryUri": url, "revisionId": dossier.commit}]);
    }
    run
}
