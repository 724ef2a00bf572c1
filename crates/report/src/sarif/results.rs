//! What was seen of each demand, with its places; contradicted claims with both sides.

use super::rules::{Rules, claim_id, contradicted, demand_id, level};
use super::{Kinds, text};
use crate::dossier::Claim;
use crate::sections::Context;
use crate::sections::entry::Entry;
use crate::text::english::sentence;
use court::digest::Digest;
use court::evidence::{Evidence, Exhibit, ExhibitId, Place};
use court::protocol::Standing;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Code scanning keeps this many of a run.
const RESULTS_MAX: usize = 5_000;
/// Digits of a fingerprint.
const FINGERPRINT_CHARS: usize = 16;

pub(super) fn results(context: &Context<'_>, rules: &Rules, kinds: Kinds) -> Vec<Value> {
    let evidence = &context.dossier.evidence;
    let demands = context.entries.iter().flat_map(|entry| {
        let standings = entry.standings().iter();
        standings.filter_map(|standing| demand(evidence, entry, standing, kinds))
    });
    let claims = contradicted(context).map(|claim| claimed(evidence, claim));
    let mut results: Vec<Value> = demands.chain(claims).take(RESULTS_MAX).collect();
    number(&mut results, rules);
    results
}

/// Gives each result the number of its rule, and tells fingerprints of equal content apart by their order.
fn number(results: &mut [Value], rules: &Rules) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for result in results {
        let id = result["ruleId"].as_str().unwrap_or_default();
        if let Some(index) = rules.number(id) {
            result["ruleIndex"] = Value::from(index);
        }
        let print = result["fingerprint"].take();
        let print = print.as_str().unwrap_or_default().to_owned();
        let times = seen.entry(print.clone()).or_default();
        *times += 1;
        result["partialFingerprints"] = json!({"primaryLocationLineHash": format!("{print}:{times}")});
        if let Some(result) = result.as_object_mut() {
            result.remove("fingerprint");
        }
    }
}

fn demand(evidence: &Evidence, entry: &Entry<'_>, standing: &Standing, kinds: Kinds) -> Option<Value> {
    let demand = &standing.demand;
    let (kind, level, what) = if standing.is_unmet() {
        let kind = if standing.place.is_some() {
            "fail"
        } else {
            "review"
        };
        let level = if kind == "fail" { level(demand) } else { "none" };
        (kind, level, sentence(&standing.said()))
    } else if kinds == Kinds::Problems {
        return None;
    } else if standing.is_met() {
        ("pass", "none", sentence(&demand.met))
    } else {
        let kind = if standing.is_unobserved {
            "open"
        } else {
            "notApplicable"
        };
        (
            kind,
            "none",
            sentence(standing.cause.as_deref().unwrap_or("it does not arise")),
        )
    };
    let id = demand_id(entry, demand);
    let chain = chain(evidence, &demand.probe);
    let exhibit = standing.exhibit.and_then(|id| evidence.get(id));
    let mut result = json!({
        "ruleId": id,
        "kind": kind,
        "level": level,
        "message": text::message(&message(&what, exhibit, standing)),
        "locations": [location(standing.place.as_ref(), exhibit)],
        "fingerprint": fingerprint(&id, exhibit),
    });
    if chain.len() > 1 && standing.is_unmet() {
        result["codeFlows"] = json!([{"threadFlows": [{"locations": chain}]}]);
    }
    let accepted = entry.acceptance(&demand.probe, standing.place.as_ref());
    if let Some(accepted) = accepted.filter(|_| standing.is_unmet()) {
        let why = court::visible::visible(&accepted.said());
        result["suppressions"] = json!([{"kind": "external", "status": "accepted", "justification": why}]);
    }
    Some(result)
}

fn message(what: &str, exhibit: Option<&Exhibit>, standing: &Standing) -> String {
    let seen = exhibit.map_or_else(String::new, |exhibit| {
        format!(" {}", sentence(&exhibit.rationale))
    });
    let fix = if standing.is_unmet() {
        format!(" {}", sentence(&standing.demand.remedy))
    } else {
        String::new()
    };
    format!("{what}{seen}{fix}")
}

/// The places of a probe in the order in which they prove its finding.
fn chain(evidence: &Evidence, probe: &str) -> Vec<Value> {
    let placed = evidence.of_probe(probe);
    placed
        .filter(|(_, exhibit)| matches!(exhibit.place, Some(Place::Lines { .. })))
        .map(|(id, exhibit)| {
            let mut location = location(exhibit.place.as_ref(), Some(exhibit));
            location["message"] = text::message(&format!("{id}: {}", exhibit.rationale));
            json!({"location": location})
        })
        .collect()
}

fn location(place: Option<&Place>, exhibit: Option<&Exhibit>) -> Value {
    let physical = match place {
        Some(Place::Lines { path, first, last }) => {
            json!({"artifactLocation": text::file(path), "region": region(*first, *last, exhibit)})
        }
        Some(Place::Passage {
            document,
            first,
            last,
        }) => {
            json!({"artifactLocation": text::document(document), "region": region(*first, *last, exhibit)})
        }
        Some(Place::File(path)) => json!({"artifactLocation": text::file(path)}),
        Some(Place::Page { document, .. }) => json!({"artifactLocation": text::document(document)}),
        Some(Place::Commit(_) | Place::Ref(_)) | None => {
            json!({"artifactLocation": text::nowhere(), "region": {"startLine": 1}})
        }
    };
    let mut location = json!({"physicalLocation": physical});
    if let Some(place @ (Place::Page { .. } | Place::Commit(_) | Place::Ref(_))) = place {
        let name = court::visible::visible(&place.to_string());
        location["logicalLocations"] = json!([{"fullyQualifiedName": name}]);
    }
    location
}

fn region(first: u32, last: u32, exhibit: Option<&Exhibit>) -> Value {
    let mut region = json!({"startLine": first.max(1), "endLine": last.max(first).max(1)});
    let excerpt = exhibit.and_then(|exhibit| exhibit.excerpt.as_ref());
    if let Some(excerpt) = excerpt.filter(|excerpt| !excerpt.text.is_empty()) {
        region["snippet"] = json!({"text": court::visible::visible(&excerpt.text)});
    }
    region
}

/// From the rule and what is quoted, without the number of the line, so that it stays when lines move.
fn fingerprint(id: &str, exhibit: Option<&Exhibit>) -> String {
    let excerpt = exhibit.and_then(|exhibit| exhibit.excerpt.as_ref());
    let quoted = excerpt.map_or("", |excerpt| excerpt.text.trim());
    let path = match exhibit.and_then(|exhibit| exhibit.place.as_ref()) {
        Some(Place::Lines { path, .. } | Place::Passage { document: path, .. }) => path,
        _ => "",
    };
    short(&format!("{id}\n{path}\n{quoted}"))
}

fn short(text: &str) -> String {
    let digest = Digest::of(text.as_bytes());
    digest.as_str().chars().take(FINGERPRINT_CHARS).collect()
}

fn claimed(evidence: &Evidence, claim: &Claim) -> Value {
    let exhibits: Vec<&Exhibit> = claim
        .exhibits
        .iter()
        .filter_map(|id| evidence.get(id.parse::<ExhibitId>().ok()?))
        .collect();
    let against = exhibits
        .iter()
        .find(|exhibit| matches!(exhibit.place, Some(Place::Lines { .. })));
    let place = against.and_then(|exhibit| exhibit.place.as_ref());
    let id = claim_id(&claim.kind);
    let document = claim.place.split(['#', ':']).next().unwrap_or_default();
    json!({
        "ruleId": id,
        "kind": "fail",
        "level": "warning",
        "message": text::message(&format!("A report says at {}: “{}”", claim.place, claim.text)),
        "locations": [location(place, against.copied())],
        "relatedLocations": [{
            "id": 1,
            "physicalLocation": {"artifactLocation": text::document(document)},
            "message": text::message(&claim.place),
        }],
        "fingerprint": short(&format!("{id}\n{}\n{}", claim.place, claim.text)),
    })
}
