//! What a rubric says of itself, under `rubric_metadata` or at the root.

use super::fields::{Fields, Notes, text_of};
use super::scale;
use crate::input::InputError;
use crate::score::{Fraction, Scale};
use serde_json::Value;

/// What a rubric says of itself.
pub(super) struct Metadata {
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) target: Option<String>,
    pub(super) description: Option<String>,
    /// The ids of the critical dimensions, each with the path it is named at.
    pub(super) critical: Vec<(String, String)>,
    /// From where to where dimensions are scored that do not say so themselves.
    pub(super) scale: Option<Scale>,
    /// How many points it says there are.
    pub(super) total: Option<Fraction>,
}

/// Takes the metadata out of the root.
pub(super) fn read(root: &mut Fields, notes: &mut Notes) -> Result<Metadata, InputError> {
    match root.object(&["rubric_metadata", "metadata"]) {
        Some(mut fields) => {
            let mut own = from(&mut fields)?;
            let is_span = |value: &Value| value.get("min").is_some() && value.get("max").is_some();
            if let Some((path, value)) = fields.take_if(&["scale"], is_span) {
                own.scale = Some(scale::between_ends(&path, &value)?);
            }
            notes.keep_rest(fields);
            // Some rubrics have both places; the root speaks where the metadata is silent.
            Ok(own.or(from(root)?))
        }
        None => {
            let own = from(root)?;
            if own.name.is_some() || own.version.is_some() {
                notes.understand("there is no `rubric_metadata`; name and version are read from the root");
            }
            Ok(own)
        }
    }
}

fn from(fields: &mut Fields) -> Result<Metadata, InputError> {
    Ok(Metadata {
        name: fields.name(&["rubric_name", "name", "title"]),
        version: fields.name(&["version", "rubric_version"]),
        target: fields.name(&["grading_target", "target"]),
        description: fields.text(&["description"]),
        critical: critical(fields)?,
        scale: None,
        total: fields.number(&["total_points_possible", "total_points", "max_total"])?,
    })
}

fn critical(fields: &mut Fields) -> Result<Vec<(String, String)>, InputError> {
    let Some((path, value)) = fields.take(&["critical_dimensions"]) else {
        return Ok(Vec::new());
    };
    let named = match value {
        Value::Array(items) => items.iter().map(text_of).collect(),
        other => text_of(&other).map(|id| vec![id]),
    };
    let named: Vec<String> = named.ok_or_else(|| {
        let problem = "critical dimensions are a list of ids";
        InputError::new(&path, problem).with_fix("write a list of ids of dimensions")
    })?;
    let placed = |(index, id): (usize, String)| (format!("{path}[{index}]"), id.trim().to_owned());
    Ok(named.into_iter().enumerate().map(placed).collect())
}

impl Metadata {
    fn or(self, other: Self) -> Self {
        Self {
            name: self.name.or(other.name),
            version: self.version.or(other.version),
            target: self.target.or(other.target),
            description: self.description.or(other.description),
            critical: self.critical.into_iter().chain(other.critical).collect(),
            scale: self.scale.or(other.scale),
            total: self.total.or(other.total),
        }
    }
}
