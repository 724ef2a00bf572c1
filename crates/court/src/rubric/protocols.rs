//! Protocols in files of their own, and what a dimension demands by them and by itself.

use super::demands::{self, Draft};
use super::fields::Fields;
use super::includes::Includes;
use super::probes;
use crate::input::{InputError, tree};
use crate::protocol::own::Own;
use crate::protocol::{self, Demand, Kind, Reading};
use crate::text::fold;
use serde_json::Value;

/// Most protocols in one file.
const PROTOCOLS_MAX: usize = 200;

/// Demands under a name.
struct Named {
    name: String,
    /// Ids of dimensions that mean it.
    dimensions: Vec<String>,
    kind: Kind,
    demands: Vec<Draft>,
    /// The file it stands in.
    file: String,
}

/// What protocol files hold.
#[derive(Default)]
pub(super) struct Protocols {
    named: Vec<Named>,
    pub(super) probes: Vec<Own>,
}

/// The protocols that were given, then those of the file that the rubric names.
pub(super) fn read(root: &mut Fields, includes: &Includes<'_>) -> Result<Protocols, InputError> {
    let mut protocols = Protocols::default();
    if let Some((name, text)) = includes.given() {
        protocols.add(name, text, includes)?;
    }
    if let Some((at, value)) = root.take_if(&["protocol"], is_file_name) {
        let name = value.as_str().unwrap_or_default().trim();
        protocols.add(name, &includes.text(&at, name)?, includes)?;
    }
    Ok(protocols)
}

fn is_file_name(value: &Value) -> bool {
    let endings = [".yaml", ".yml", ".json"];
    let is_named = |name: &str| endings.iter().any(|ending| name.trim().ends_with(ending));
    value.as_str().is_some_and(is_named)
}

impl Protocols {
    fn add(&mut self, file: &str, text: &str, includes: &Includes<'_>) -> Result<(), InputError> {
        self.take(file, text, includes)
            .map_err(|error| error.in_file(file))
    }

    fn take(&mut self, file: &str, text: &str, includes: &Includes<'_>) -> Result<(), InputError> {
        let Value::Object(map) = tree::read(text)? else {
            let error = InputError::new("$", "a protocol is an object");
            return Err(error.with_fix("give `protocols` or `probes`"));
        };
        let mut fields = Fields::new("$", map);
        fields.take(&["$schema"]);
        let own = probes::read(&mut fields, includes)?.into_iter();
        self.probes.extend(own.map(|own| Own {
            at: format!("{file}: {}", own.at),
            ..own
        }));
        if let Some((path, value)) = fields.take(&["protocols"]) {
            let Value::Array(items) = value else {
                return Err(InputError::new(path, "the protocols are no list"));
            };
            if items.len() > PROTOCOLS_MAX {
                return Err(InputError::new(
                    path,
                    format!("more than {PROTOCOLS_MAX} protocols"),
                ));
            }
            for (index, item) in items.into_iter().enumerate() {
                self.named.push(named(file, format!("{path}[{index}]"), item)?);
            }
        }
        fields.refuse_rest("protocols probes")
    }

    /// How a dimension is read by what the rubric itself, or a protocol that came with it, demands.
    pub(super) fn reading(
        &self,
        own: Option<Vec<Draft>>,
        kind: Option<Kind>,
        (id, name): (&str, Option<&str>),
    ) -> Result<Option<Reading>, InputError> {
        let settled = |drafts: &[Draft]| demands::settled(drafts, &self.probes);
        let is_meant = |named: &&Named| named.dimensions.iter().any(|known| fold(known) == fold(id));
        let by_name = self.named.iter().find(|named| name == Some(named.name.as_str()));
        let came = by_name.or_else(|| self.named.iter().find(is_meant));
        let Some(own) = own else {
            let reading = |named: &Named| {
                Ok(Reading {
                    demands: settled(&named.demands)?,
                    kind: named.kind,
                    because: format!("`{}` in {} means it", named.name, named.file),
                })
            };
            return came.map(reading).transpose();
        };
        let mut demands = settled(&own)?;
        let built_in = name.and_then(protocol::built_in);
        let (base, base_kind) = match (came, built_in) {
            (Some(named), _) => (settled(&named.demands)?, Some(named.kind)),
            (None, Some(protocol)) => (protocol.demands.clone(), Some(protocol.kind)),
            (None, None) => (Vec::new(), None),
        };
        let beside = name
            .filter(|_| !base.is_empty())
            .map(|name| format!(", beside the protocol `{name}`"));
        let is_new = |demand: &Demand| demands.iter().all(|own| own.probe != demand.probe);
        let others: Vec<Demand> = base.into_iter().filter(is_new).collect();
        demands.extend(others);
        let guarded = demands.iter().any(|demand| demand.is_violation);
        let usual = if guarded { Kind::Security } else { Kind::Plain };
        Ok(Some(Reading {
            demands,
            kind: kind.or(base_kind).unwrap_or(usual),
            because: format!("the rubric demands it itself{}", beside.unwrap_or_default()),
        }))
    }
}

fn named(file: &str, path: String, item: Value) -> Result<Named, InputError> {
    let Value::Object(map) = item else {
        return Err(InputError::new(path, "a protocol is an object"));
    };
    let mut fields = Fields::new(path.clone(), map);
    let refused = |problem: &str, fix: &str| InputError::new(&path, problem).with_fix(fix);
    let name = fields.name(&["name"]);
    let name = name.ok_or_else(|| refused("the protocol has no name", "give it a `name`"))?;
    let dimensions = fields.texts("dimensions")?;
    let kind = demands::kind(&mut fields)?.unwrap_or_default();
    let demands = demands::read(&mut fields)?;
    let demands = demands.ok_or_else(|| refused("the protocol demands nothing", "give a list `demands`"))?;
    fields.refuse_rest("name dimensions kind demands")?;
    Ok(Named {
        name,
        dimensions,
        kind,
        demands,
        file: file.to_owned(),
    })
}
