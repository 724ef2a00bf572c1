//! What the dimensions demand, as rules; contradicted claims by their kind.

use super::text;
use crate::dossier::Claim;
use crate::sections::Context;
use crate::sections::entry::Entry;
use crate::text::english::sentence;
use court::protocol::Demand;
use court::visible::visible;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A confirmed flaw: `high` as code scanning reads the number.
const SECURITY_SEVERITY: &str = "8.0";

/// The rules with their numbers.
pub(super) struct Rules {
    pub(super) descriptors: Vec<Value>,
    numbers: BTreeMap<String, usize>,
}

impl Rules {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let mut rules = Self {
            descriptors: Vec::new(),
            numbers: BTreeMap::new(),
        };
        for entry in &context.entries {
            for standing in entry.standings() {
                let id = demand_id(entry, &standing.demand);
                rules.add(&id, || demand(context, entry, &standing.demand));
            }
        }
        for claim in contradicted(context) {
            rules.add(&claim_id(&claim.kind), || claims_of(&claim.kind));
        }
        rules
    }

    fn add(&mut self, id: &str, describe: impl FnOnce() -> Value) {
        if !self.numbers.contains_key(id) {
            self.numbers.insert(id.to_owned(), self.descriptors.len());
            let mut rule = describe();
            rule["id"] = Value::from(id);
            self.descriptors.push(rule);
        }
    }

    /// The place of a rule in the list.
    pub(super) fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }
}

/// The claims that are told as results.
pub(super) fn contradicted<'a>(context: &Context<'a>) -> impl Iterator<Item = &'a Claim> {
    let claims = context.dossier.claims.iter();
    claims.filter(|claim| claim.state == "contradicted")
}

pub(super) fn demand_id(entry: &Entry<'_>, demand: &Demand) -> String {
    format!(
        "auditor/{}/{}",
        text::id(&entry.dimension.id.0),
        text::id(&demand.probe)
    )
}

pub(super) fn claim_id(kind: &str) -> String {
    format!("auditor/claims/{}", text::id(kind))
}

/// How grave it is when the demand is not met.
pub(super) fn level(demand: &Demand) -> &'static str {
    if demand.is_violation {
        "error"
    } else if demand.is_essential {
        "warning"
    } else {
        "note"
    }
}

fn demand(context: &Context<'_>, entry: &Entry<'_>, demand: &Demand) -> Value {
    let goal = context.dossier.evidence.of_probe(&demand.probe).next();
    let goal = goal.map_or_else(String::new, |(_, exhibit)| sentence(&exhibit.goal));
    let name = visible(&entry.dimension.name);
    let wanted = sentence(&demand.met);
    let help = format!(
        "Wanted: {wanted} Asked by the dimension {name}. {goal} To fix it: {}",
        sentence(&demand.remedy)
    );
    let mut rule = json!({
        "shortDescription": {"text": visible(&sentence(&demand.unmet))},
        "fullDescription": {"text": visible(&format!("{name}: {wanted}"))},
        "help": {"text": visible(&help)},
        "defaultConfiguration": {"level": level(demand)},
        "properties": {"tags": tags(entry, demand), "precision": "very-high"},
    });
    if demand.is_violation {
        rule["properties"]["security-severity"] = Value::from(SECURITY_SEVERITY);
    }
    rule
}

fn tags(entry: &Entry<'_>, demand: &Demand) -> Vec<String> {
    let family = demand.probe.split('.').next().unwrap_or_default();
    let security = demand.is_violation.then(|| "security".to_owned());
    let tags = [
        "audit".to_owned(),
        text::id(&entry.dimension.id.0),
        text::id(family),
    ];
    tags.into_iter().chain(security).collect()
}

fn claims_of(kind: &str) -> Value {
    let kind = text::id(kind);
    json!({
        "shortDescription": {"text": format!("A report says something of a {kind} that is not so.")},
        "fullDescription": {"text": "Every statement of a report that can be checked is held against the repository."},
        "help": {"text": "Correct the statement in the report, or make the code do what it says."},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["audit", "claims"], "precision": "high"},
    })
}
