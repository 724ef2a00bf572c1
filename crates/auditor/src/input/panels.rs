//! Panels by name or file: finding them, connecting them, and refusing what cannot work before money is spent.

use crate::error::CommandError;
use crate::input::dotenv;
use crate::input::file;
use court::statutes;
use journal::Digest;
use panel::chat::{Chat, Player};
use panel::price::{self, Money};
use panel::provider::{Connection, Unreachable};
use panel::spec::{self, Model, Spec};
use panel::wire::Wire;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of a recording that are read.
const RECORDING_BYTES: u64 = 8 << 20;
/// What the seat of the one who describes pictures is called.
const VISION: &str = "Vision";

/// A panel of models with its connections.
pub(crate) struct ConnectedPanel {
    pub(crate) spec: Spec,
    chats: BTreeMap<String, Arc<dyn Chat>>,
    /// The recordings that are played instead of asking.
    replay: Option<PathBuf>,
    /// What may be spent.
    pub(crate) most: Option<Money>,
    /// Whether answers that nobody could use are bought again.
    pub(crate) retries: bool,
    /// What is otherwise than usual, where that is tried.
    pub(crate) variation: Variation,
}

/// What should not matter and is tried all the same: the exhibits, the judges and the names in another order or guise, or the same
/// once more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Variation {
    /// The exhibits of a brief stand the other way round.
    pub(crate) exhibits: bool,
    /// What other judges relied on stands the other way round, and of two that echo each other the first is asked again.
    pub(crate) judges: bool,
    /// The subject has another name.
    pub(crate) names: bool,
    /// The how manieth time it is asked, from 2; 0 where it is asked once.
    pub(crate) repeat: u32,
}

impl Variation {
    /// The three guises.
    pub(crate) const GUISES: [Self; 3] = [
        Self::guise(true, false, false),
        Self::guise(false, true, false),
        Self::guise(false, false, true),
    ];

    const fn guise(exhibits: bool, judges: bool, names: bool) -> Self {
        Self {
            exhibits,
            judges,
            names,
            repeat: 0,
        }
    }

    /// The same question for the how manieth time.
    pub(crate) fn repeated(repeat: u32) -> Self {
        Self {
            repeat,
            ..Self::default()
        }
    }

    /// What it is called; empty for what is usual.
    pub(crate) fn name(&self) -> String {
        let words = [
            (self.exhibits, "the exhibits in another order"),
            (self.judges, "the judges in another order"),
            (self.names, "another name"),
        ];
        let words: Vec<&str> = words
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, word)| *word)
            .collect();
        match self.repeat {
            0 => words.join(", "),
            number => format!("run {number}"),
        }
    }
}

/// The panel of this name, else the one in this file, with this model for the pictures; nothing where nobody is
/// asked.
pub(crate) fn connect(
    name: &str,
    vision: Option<&str>,
    most: Option<Money>,
    replay: Option<&Path>,
) -> Result<Option<ConnectedPanel>, CommandError> {
    let spec = match (load(name)?, vision) {
        (None, None) => return Ok(None),
        (Some(spec), None) => spec,
        (Some(spec), Some(vision)) => spec.with_vision(vision).map_err(|why| not_a_vision_model(&why))?,
        (None, Some(vision)) => Spec::of_vision(vision).map_err(|why| not_a_vision_model(&why))?,
    };
    if most.is_some() {
        has_prices(&spec)?;
    }
    let chats = match replay {
        Some(directory) => players(&spec, directory)?,
        None => wires(&spec)?,
    };
    Ok(Some(ConnectedPanel {
        spec,
        chats,
        replay: replay.map(Path::to_owned),
        most,
        retries: false,
        variation: Variation::default(),
    }))
}

fn not_a_vision_model(why: &str) -> CommandError {
    CommandError::usage(format!("--vision: {why}"))
        .hint("give a model that takes pictures, such as openai:gpt-4o")
}

/// What is written under this name; nothing for the statutes.
pub(crate) fn load(name: &str) -> Result<Option<Spec>, CommandError> {
    if name == statutes::NAME {
        return Ok(None);
    }
    let is_file = Path::new(name).is_file();
    if !is_file && name.contains(':') {
        let spec = Spec::of_model(name).map_err(|why| CommandError::usage(format!("the panel {why}")))?;
        return Ok(Some(spec));
    }
    let text = read(name)?;
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy());
    let spec = Spec::parse(&stem.unwrap_or_default(), &text);
    spec.map(Some)
        .map_err(|why| CommandError::usage(format!("the panel {name}: {why}")).hint(hint()))
}

fn read(name: &str) -> Result<String, CommandError> {
    let path = Path::new(name);
    file::read_text(path, spec::FILE_BYTES).map_err(|unread| unread.into_error("panel", path, hint()))
}

fn hint() -> String {
    format!(
        "a panel is `{}`, provider:model (such as openai:gpt-4o or ollama:qwen3:8b) or a TOML file",
        statutes::NAME
    )
}

/// The connection to the provider of a model.
pub(crate) fn connection(spec: &Spec, provider: &str) -> Result<Connection, Unreachable> {
    let wish = spec.providers.get(provider).cloned().unwrap_or_default();
    Connection::resolve(provider, &wish, &variable)
}

/// A variable of the environment; for keys of providers, else what the file beside the settings says.
fn variable(name: &str) -> Option<String> {
    let set = std::env::var(name).ok().filter(|value| !value.is_empty());
    set.or_else(|| dotenv::key(name))
}

fn wires(spec: &Spec) -> Result<BTreeMap<String, Arc<dyn Chat>>, CommandError> {
    let mut chats: BTreeMap<String, Arc<dyn Chat>> = BTreeMap::new();
    for model in spec.models() {
        if chats.contains_key(&model.provider) {
            continue;
        }
        let connection = connection(spec, &model.provider).map_err(|error| refused(spec, &model, &error))?;
        let wire = Wire::new(connection).map_err(CommandError::auditor)?;
        chats.insert(model.provider, Arc::new(wire));
    }
    Ok(chats)
}

/// Refuses a panel whose keys are refused, before anything is fetched or paid.
pub(crate) fn has_keys(panel: &ConnectedPanel) -> Result<(), CommandError> {
    if panel.is_replayed() {
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| CommandError::auditor(error.to_string()))?;
    let mut models = panel.spec.models();
    models.dedup_by(|next, model| next.provider == model.provider);
    for model in models {
        let connection =
            connection(&panel.spec, &model.provider).map_err(|error| refused(&panel.spec, &model, &error))?;
        let wire = Wire::new(connection).map_err(CommandError::auditor)?;
        if runtime.block_on(wire.refuses_key()) {
            let error = Unreachable {
                what: format!("the key of the provider `{}` is refused", model.provider),
                fix: "look at the key and its account; nothing was fetched or asked".to_owned(),
            };
            return Err(refused(&panel.spec, &model, &error));
        }
    }
    Ok(())
}

fn refused(spec: &Spec, model: &Model, error: &Unreachable) -> CommandError {
    CommandError::usage(format!("{}: {error}", seats_of(spec, model))).hint(&error.fix)
}

/// Where a model sits, for messages.
pub(crate) fn seats_of(spec: &Spec, model: &Model) -> String {
    let seats = spec.seats.iter().filter(|(_, seat)| seat.models.contains(model));
    let sees = spec.vision.iter().filter(|seat| seat.models.contains(model));
    let titles = seats.map(|(persona, _)| persona.title());
    let titles: Vec<&str> = titles.chain(sees.map(|_| VISION)).collect();
    format!("{} ({model})", titles.join(", "))
}

fn players(spec: &Spec, directory: &Path) -> Result<BTreeMap<String, Arc<dyn Chat>>, CommandError> {
    if !directory.is_dir() {
        let what = format!("there are no recordings in {}", directory.display());
        return Err(CommandError::usage(what).hint("--record DIR makes them"));
    }
    let player: Arc<dyn Chat> = Arc::new(Player::new(directory));
    let names = spec.models().into_iter().map(|model| model.provider);
    Ok(names.map(|name| (name, Arc::clone(&player))).collect())
}

/// A limit on what may be spent needs to know what things cost.
fn has_prices(spec: &Spec) -> Result<(), CommandError> {
    let unpriced = spec
        .models()
        .into_iter()
        .find(|model| price::of(&model.to_string(), &spec.prices).is_none());
    match unpriced {
        None => Ok(()),
        Some(model) => Err(CommandError::usage(format!(
            "--max-cost: the price of {} is not known",
            seats_of(spec, &model)
        ))
        .hint(format!(
            "give it in a panel file: [prices.\"{model}\"] with input and output, dollars for a million tokens"
        ))),
    }
}

impl ConnectedPanel {
    /// What tells cases of this panel from those of others.
    pub(crate) fn identity(&self) -> String {
        // A panel is texts and finite numbers.
        let text = serde_json::to_string(&self.spec).unwrap_or_default();
        format!("panel {} {}", Digest::of(text.as_bytes()), self.edition())
    }

    /// The models of its judges, as reports name them.
    pub(crate) fn judges(&self) -> Vec<String> {
        let seats = self.spec.seats.values();
        let named = seats.map(|seat| seat.models.iter().map(ToString::to_string).collect::<Vec<_>>());
        named.map(|models| models.join(", else ")).collect()
    }

    /// Opinions from recordings are told from live ones by the recordings they came from.
    pub(crate) fn edition(&self) -> String {
        self.replay.as_ref().map_or_else(
            || self.variation.name(),
            |directory| format!("replay {}", recordings(directory)),
        )
    }

    /// The same panel, asked otherwise.
    pub(crate) fn varied(self, variation: Variation) -> Self {
        Self { variation, ..self }
    }

    /// The connections, by provider.
    pub(crate) fn chats(&self) -> BTreeMap<String, Arc<dyn Chat>> {
        self.chats.clone()
    }

    /// Whether answers are read from recordings: those are not paid, and have no place in the ledger.
    pub(crate) fn is_replayed(&self) -> bool {
        self.replay.is_some()
    }
}

/// A digest of the names of all recordings; each name is the digest of what was asked.
fn recordings(directory: &Path) -> Digest {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut named: Vec<String> = entries
        .map(|entry| {
            let bytes = file::read_bytes(&entry.path(), RECORDING_BYTES).unwrap_or_default();
            format!("{} {}", entry.file_name().to_string_lossy(), Digest::of(&bytes))
        })
        .collect();
    named.sort();
    Digest::of(named.join("\n").as_bytes())
}
