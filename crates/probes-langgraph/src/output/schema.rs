//! `output.schema`

use super::model_calls::{is_opinion_class, model_calls};
use super::structured::unbound;
use crate::judges::seats::of_judges;
use court::evidence::Finding;
use langgraph::audited::Court;
use probes_core::{Answer, Probe, Subject};
use serde_json::Value;

pub(super) const PROBE: Probe = Probe::of_code(
    "output.schema",
    "The class that the judges' model is bound to",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let answer = of_judges(snapshot, |court| answer(snapshot, court));
    match answer.finding {
        // The fact is a name; where there is none it is nothing, not `false`.
        Finding::Absent => Answer {
            value: Some(Value::Null),
            ..answer
        },
        _ => answer,
    }
}

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let calls = model_calls(court);
    let mut named: Vec<_> = calls
        .iter()
        .filter_map(|call| Some((call, call.binding.as_ref()?.class.as_ref()?)))
        .collect();
    named.sort_by_key(|(_, (path, name))| !is_opinion_class(snapshot.program(), path, name));
    match named.first() {
        Some((call, (_, name))) => Answer::value(
            Finding::Present,
            name.as_str(),
            format!("`{name}` is bound to the judges' model"),
        )
        .at(call.place()),
        None => {
            let free: Vec<_> = calls.iter().collect();
            Answer::absent(
                "no class is bound to the judges' model",
                unbound(snapshot, court, &free),
            )
        }
    }
}
