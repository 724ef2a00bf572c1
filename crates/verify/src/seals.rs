//! Whether each field is the one that was sealed when the report was written.

use super::Findings;
use super::differences::{Difference, clipped};
use report::{SEALS, seal, sealed_fields};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Names every field whose seal is of another value, the innermost ones alone; and none below which a fault is known.
pub(super) fn check(report: &Value, findings: &mut Findings) {
    let Some(seals) = report[SEALS].as_object() else {
        findings.faults.push(unsealed(report));
        return;
    };
    let fields = sealed_fields(report);
    let names: BTreeSet<&String> = fields.keys().chain(seals.keys()).collect();
    let count = names.len();
    findings
        .checked
        .push(format!("{count} seals: held against the digests of their fields"));
    let mut names: Vec<&String> = names.into_iter().collect();
    names.sort_by_key(|name| Reverse(name.len()));
    for name in names {
        let actual = fields.get(name).map(|value| seal(value));
        let told = seals.get(name).and_then(Value::as_str);
        let is_known = findings.faults.iter().any(|fault| is_within(&fault.at, name));
        if actual.as_deref() != told && !is_known {
            findings
                .faults
                .push(broken(name, fields.get(name).copied(), told));
        }
    }
}

/// Whether the field is this one or a part of it.
fn is_within(field: &str, whole: &str) -> bool {
    let rest = field.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn unsealed(report: &Value) -> Difference {
    Difference {
        at: SEALS.to_owned(),
        told: clipped(report.get(SEALS)),
        found: "the digest of each field".to_owned(),
    }
}

fn broken(name: &str, value: Option<&Value>, seal: Option<&str>) -> Difference {
    Difference {
        at: name.to_owned(),
        told: clipped(value),
        found: seal.map_or_else(
            || "a field with a seal".to_owned(),
            |seal| format!("the value whose digest is {seal}"),
        ),
    }
}
