//! `[[accept]]`: findings that whoever audits lives with, each as the flag has it.

use serde_json::{Value, json};
use toml::de::{DeTable, DeValue};

/// The name of the setting.
pub(super) const NAME: &str = "accept";
const KEYS: [&str; 4] = ["check", "path", "until", "reason"];

/// A table as it would be typed; `None` where a key is missing, unknown or no text.
pub(super) fn typed(table: &DeTable<'_>) -> Option<String> {
    let text = |key: &str| match table.get(key)?.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Datetime(day) => Some(day.to_string()),
        _ => None,
    };
    let is_known = table.keys().all(|key| KEYS.contains(&key.get_ref().as_ref()));
    let path = match table.contains_key("path") {
        true => format!(" at {}", text("path")?),
        false => String::new(),
    };
    let [check, until, reason] = ["check", "until", "reason"].map(text);
    is_known.then_some(format!("{}{path} until {}: {}", check?, until?, reason?))
}

/// How a file may have it.
pub(super) fn schema(help: &str) -> Value {
    let keys = KEYS.map(|key| (key.to_owned(), json!({"type": "string"})));
    let table = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["check", "until", "reason"],
        "properties": keys.into_iter().collect::<serde_json::Map<_, _>>(),
    });
    json!({"description": help, "type": "array", "items": table})
}
