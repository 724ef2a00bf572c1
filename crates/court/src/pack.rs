//! The words of one field: who is who in its programs, what they make and how they come about. Data beside the rubrics, so
//! that another field is another file.

use crate::input::InputError;
use crate::text::one_line;
use serde::Deserialize;
use std::sync::OnceLock;

/// The pack that comes with the court, for LangGraph programs that judge repositories.
pub const LANGGRAPH: &str = include_str!("../packs/langgraph.yaml");
/// The JSON Schema (2020-12) of packs.
pub const SCHEMA: &str = include_str!("../schemas/pack.schema.json");

static IN_USE: OnceLock<Pack> = OnceLock::new();

/// The pack that this process asks with: the one that was handed to [`install`], else the built-in one. It does not change
/// once it was asked for.
pub fn pack() -> &'static Pack {
    IN_USE.get_or_init(|| Pack::read(LANGGRAPH).expect("the built-in pack is read by a test"))
}

/// Has this process ask with another pack; given back where one is in use already.
///
/// # Errors
/// The pack, where it came too late.
pub fn install(pack: Pack) -> Result<(), Box<Pack>> {
    IN_USE.set(pack).map_err(Box::new)
}

/// The words of one field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// What the field is called.
    pub name: String,
    /// What makes a repository one of the field.
    pub subject: Signature,
    /// Who is who.
    pub roles: Roles,
    /// Words of drawings for groups and conditions, not for members.
    pub groups: Words,
    /// How what detectives find is named.
    pub evidence: Names,
    /// How what judges say is named.
    pub opinion: Names,
    /// The parts in which a program comes about.
    pub stages: Stages,
    /// What says in a report how a thing is done; beginnings of words.
    pub mechanisms: Words,
    /// What a report names besides roles that says who or what it is about; beginnings of words.
    pub things: Words,
}

/// What makes a repository one of a field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The package that its Python imports.
    pub imports: String,
    /// What its Python speaks of.
    pub words: Words,
    /// How many of them, at least.
    pub words_min: usize,
}

/// Who is who in the programs of a field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roles {
    /// Who gathers evidence.
    pub detective: Names,
    /// Who gives an opinion.
    pub judge: Names,
    /// The judge who looks for faults.
    pub prosecutor: Names,
    /// The judge who looks for merit.
    pub defense: Names,
    /// The judge who weighs what works.
    pub tech_lead: Names,
    /// Who settles opinions.
    pub chief_justice: Names,
    /// Who only handles what others made.
    pub helper: Names,
}

/// How one role, or what it makes, is named.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// Who is named so is one, in code and in drawings.
    pub words: Words,
    /// A step of a program that is named so is one too.
    #[serde(default)]
    pub steps: Words,
    /// Parts of names of what may be one.
    #[serde(default)]
    pub maybe: Words,
}

/// Words by which the files of each part are told, besides those of the roles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stages {
    /// What gathers evidence.
    pub tools: Words,
    /// What decides on it.
    pub court: Words,
    /// What joins everything.
    pub graph: Words,
    /// What all stand on.
    pub setup: Words,
}

/// Words in lower case; one that ends in a star stands for all that begin so.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Words(Vec<String>);

impl Pack {
    /// Reads a pack.
    ///
    /// # Errors
    /// Where the text is no YAML, or a key is missing or unknown.
    pub fn read(text: &str) -> Result<Self, InputError> {
        serde_saphyr::from_str(text).map_err(|error| InputError::new("$", one_line(&error.to_string())))
    }
}

impl Roles {
    /// The judges who have a name of their own.
    #[must_use]
    pub fn personas(&self) -> [&Names; 3] {
        [&self.prosecutor, &self.defense, &self.tech_lead]
    }
}

impl Names {
    /// Whether a word says that something is or may be one.
    pub fn may_be(&self, word: &str) -> bool {
        self.words.is(word) || self.maybe.is(word)
    }

    /// Whether one of the words of a step's name says that it is one.
    pub fn names_step<'w>(&self, words: impl IntoIterator<Item = &'w String>) -> bool {
        let mut words = words.into_iter();
        words.any(|word| self.words.is(word) || self.steps.is(word))
    }

    /// All parts of names of what is or may be one.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        [&self.words, &self.steps, &self.maybe]
            .into_iter()
            .flat_map(Words::bare)
    }
}

impl Words {
    /// Whether a whole word is one of these.
    pub fn is(&self, word: &str) -> bool {
        self.0.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => word.starts_with(start),
            None => known == word,
        })
    }

    /// Whether one of these stands anywhere in a text in lower case.
    pub fn is_within(&self, lower: &str) -> bool {
        self.bare().any(|word| lower.contains(word))
    }

    /// The words without their stars, in the order of the file.
    pub fn bare(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|word| word.trim_end_matches('*'))
    }
}

#[cfg(test)]
mod tests;
