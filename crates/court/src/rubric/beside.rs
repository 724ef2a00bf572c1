//! What lies beside a rubric, or was given with it: protocols and rules in files of their own.

use super::error::RubricError;
use super::fields::Fields;
use super::{demands, probes, tree};
use crate::protocol::Kind;
use crate::protocol::own::Own;
use serde_json::Value;
use sha256::Digest;
use std::cell::RefCell;

/// Most files read beside one rubric.
const FILES_MAX: usize = 100;
/// Longest name of one, in bytes.
const NAME_BYTES_MAX: usize = 1_024;
/// Most protocols in one file.
const PROTOCOLS_MAX: usize = 200;

/// Hands out the files beside a rubric by their names, and remembers what they said.
pub struct Beside<'a> {
    /// The protocol that was given with the rubric: what it is called, and its text.
    given: Option<(&'a str, &'a str)>,
    read: &'a dyn Fn(&str) -> Result<String, String>,
    /// The texts handed out, for the digest.
    texts: RefCell<Vec<String>>,
}

impl<'a> Beside<'a> {
    /// Reads with `read`, which says why it cannot; it is asked for plain names below the rubric's folder alone.
    #[must_use]
    pub fn new(read: &'a dyn Fn(&str) -> Result<String, String>) -> Self {
        Self {
            given: None,
            read,
            texts: RefCell::default(),
        }
    }

    /// With a protocol that counts before what the rubric names.
    #[must_use]
    pub fn with_protocol(self, name: &'a str, text: &'a str) -> Self {
        let given = Some((name, text));
        Self { given, ..self }
    }

    /// The text of the file that the rubric names at `at`.
    pub(super) fn text(&self, at: &str, name: &str) -> Result<String, RubricError> {
        let parts = || name.split(['/', '\\']);
        let is_below = !name.is_empty() && parts().all(|part| !part.is_empty() && part != "..");
        if !is_below || name.len() > NAME_BYTES_MAX || name.contains([':', '\0']) {
            let problem = format!(
                "`{}` is no path below the rubric's folder",
                super::error::clipped(name)
            );
            return Err(RubricError::new(at, problem).with_fix("put the file beside the rubric and name it"));
        }
        if self.texts.borrow().len() >= FILES_MAX {
            return Err(RubricError::new(
                at,
                format!("more than {FILES_MAX} files beside the rubric"),
            ));
        }
        let text = (self.read)(name).map_err(|why| {
            let problem = format!("`{}` cannot be read: {why}", super::error::clipped(name));
            RubricError::new(at, problem).with_fix("names are looked up in the folder of the rubric")
        })?;
        self.texts.borrow_mut().push(text.clone());
        Ok(text)
    }

    /// The digest of a rubric's text and all that was read beside it.
    pub(super) fn digest(&self, text: &str) -> Digest {
        let texts = self.texts.borrow();
        if texts.is_empty() {
            return Digest::of(text.as_bytes());
        }
        let parts = std::iter::once(text).chain(texts.iter().map(String::as_str));
        let digests: Vec<String> = parts
            .map(|part| Digest::of(part.as_bytes()).as_str().to_owned())
            .collect();
        Digest::of(digests.join("\n").as_bytes())
    }
}

/// Demands under a name.
pub(super) struct Named {
    pub(super) name: String,
    /// Ids of dimensions that mean it.
    pub(super) dimensions: Vec<String>,
    pub(super) kind: Kind,
    pub(super) demands: Vec<demands::Draft>,
    /// The file it stands in.
    pub(super) file: String,
}

/// What protocol files hold.
#[derive(Default)]
pub(super) struct Protocols {
    pub(super) named: Vec<Named>,
    pub(super) probes: Vec<Own>,
}

/// The protocols that were given, then those of the file that the rubric names.
pub(super) fn protocols(root: &mut Fields, beside: &Beside<'_>) -> Result<Protocols, RubricError> {
    let mut protocols = Protocols::default();
    if let Some((name, text)) = beside.given {
        beside.texts.borrow_mut().push(text.to_owned());
        protocols
            .add(name, text, beside)
            .map_err(|error| error.in_file(name))?;
    }
    if let Some((at, value)) = root.take_if(&["protocol"], is_file_name) {
        let name = value.as_str().unwrap_or_default().trim().to_owned();
        let text = beside.text(&at, &name)?;
        protocols
            .add(&name, &text, beside)
            .map_err(|error| error.in_file(&name))?;
    }
    Ok(protocols)
}

fn is_file_name(value: &Value) -> bool {
    let endings = [".yaml", ".yml", ".json"];
    value
        .as_str()
        .is_some_and(|name| endings.iter().any(|ending| name.trim().ends_with(ending)))
}

impl Protocols {
    fn add(&mut self, file: &str, text: &str, beside: &Beside<'_>) -> Result<(), RubricError> {
        let Value::Object(map) = tree::read(text)? else {
            return Err(
                RubricError::new("$", "a protocol is an object").with_fix("give `protocols` or `probes`")
            );
        };
        let mut fields = Fields::new("$", map);
        fields.take(&["$schema"]);
        let mut own = probes::read(&mut fields, beside)?;
        for probe in &mut own {
            probe.at = format!("{file}: {}", probe.at);
        }
        self.probes.extend(own);
        if let Some((path, value)) = fields.take(&["protocols"]) {
            let Value::Array(items) = value else {
                return Err(RubricError::new(path, "the protocols are no list"));
            };
            if items.len() > PROTOCOLS_MAX {
                return Err(RubricError::new(
                    path,
                    format!("more than {PROTOCOLS_MAX} protocols"),
                ));
            }
            for (index, item) in items.into_iter().enumerate() {
                self.named.push(named(file, format!("{path}[{index}]"), item)?);
            }
        }
        fields.refuse_rest(&["protocols", "probes"])
    }
}

fn named(file: &str, path: String, item: Value) -> Result<Named, RubricError> {
    let Value::Object(map) = item else {
        return Err(RubricError::new(path, "a protocol is an object"));
    };
    let mut fields = Fields::new(path.clone(), map);
    let name = fields
        .name(&["name"])
        .ok_or_else(|| RubricError::new(&path, "the protocol has no name").with_fix("give it a `name`"))?;
    let dimensions = fields.texts("dimensions")?;
    let kind = demands::kind(&mut fields)?.unwrap_or_default();
    let demands = demands::read(&mut fields)?.ok_or_else(|| {
        RubricError::new(&path, "the protocol demands nothing").with_fix("give a list `demands`")
    })?;
    fields.refuse_rest(&["name", "dimensions", "kind", "demands"])?;
    Ok(Named {
        name,
        dimensions,
        kind,
        demands,
        file: file.to_owned(),
    })
}
