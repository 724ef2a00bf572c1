//! What is told of the panel: who judged, how well, and what it cost.

use super::{Access, Chair, Courtroom, Docketed, Heard, ModelPanel};
use court::opinion::{Persona, Round};
use court::quality::JudgeQuality;
use court::rubric::Dimension;
use journal::JournalError;
use panel::attempts::Record;
use panel::brief::Occasion;
use panel::chat::Usage;
use panel::client::ModelClient;
use panel::price::Money;
use panel::quality::{self, Said};
use panel::spec::{Model, Seat};
use report::dossier::{JudgeNote, ModelsNote, PanelNote, Tokens};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// Tokens of a usual answer, for estimates: two pages of argument.
const ANSWER_TOKENS: u64 = 900;

/// What readers have to know of a panel of models, in one sentence.
const WHAT: &str = "three judges that are language models; each argues from fenced evidence, every citation was held against \
what it cites, and the rules of the court settled the scores";

/// What a hearing would ask of one model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Estimate {
    pub(crate) calls: u64,
    /// Of these, answered already.
    pub(crate) remembered: u64,
    pub(crate) input: u64,
    /// Of these, read from the provider's cache.
    pub(crate) cached: u64,
    pub(crate) output: u64,
}

/// What earlier cases of the same judges asked, against the briefs of their first hearings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Experience {
    /// How many cases.
    pub(crate) cases: usize,
    /// Briefs of first hearings.
    pub(crate) briefs: u64,
    /// About how many tokens these have.
    pub(crate) brief_tokens: u64,
    /// All answers, those of rehearings and repeats too.
    pub(crate) calls: u64,
    /// What they cost in tokens.
    pub(crate) usage: Tokens,
}

/// What the first hearings of a case would ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Estimates {
    /// By model, with what it would cost where that is known.
    pub(crate) models: Vec<(Model, Estimate, Option<Money>)>,
    /// Dimensions that would be heard.
    pub(crate) heard: usize,
    /// Dimensions of the rubric.
    pub(crate) dimensions: usize,
    /// Pictures that would be described.
    pub(crate) pictures: usize,
    /// Earlier cases that the numbers rest on.
    pub(crate) cases: usize,
}

impl Estimates {
    /// What these come to at the prices that are known.
    pub(crate) fn of(client: &ModelClient, models: BTreeMap<Model, Estimate>) -> Self {
        let priced = |(model, estimate): (Model, Estimate)| {
            let cost = client.price(&model).map(|price| price.of(estimate.usage()));
            (model, estimate, cost)
        };
        Self {
            models: models.into_iter().map(priced).collect(),
            ..Self::default()
        }
    }
}

impl Estimate {
    /// One call that is still to be made.
    pub(crate) fn call(input: u64, max_tokens: u32) -> Self {
        Self {
            calls: 1,
            remembered: 0,
            input,
            cached: 0,
            output: ANSWER_TOKENS.min(u64::from(max_tokens)),
        }
    }

    /// One answer that is there.
    pub(crate) fn known() -> Self {
        Self {
            remembered: 1,
            ..Self::default()
        }
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            input: self.input,
            cached: self.cached,
            output: self.output,
        }
    }

    /// What it would come to if it went as before.
    pub(crate) fn learned(self, before: &Experience) -> Self {
        let in_proportion = |number: u64, part: u64, whole: u64| match whole {
            0 => number,
            whole => number.saturating_mul(part) / whole,
        };
        let (calls, input) = (
            in_proportion(self.calls, before.calls, before.briefs),
            in_proportion(self.input, before.usage.input, before.brief_tokens),
        );
        Self {
            calls,
            input,
            cached: in_proportion(input, before.usage.cached, before.usage.input.max(1)),
            output: in_proportion(self.calls, before.usage.output, before.briefs),
            ..self
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.remembered += other.remembered;
        self.input += other.input;
        self.cached += other.cached;
        self.output += other.output;
    }
}

impl ModelPanel {
    /// What the first hearing of a dimension will ask, by model.
    pub(in crate::trial) async fn estimate(
        &self,
        entry: &Docketed<'_>,
        room: Courtroom<'_>,
        occasion: &Occasion<'_>,
    ) -> Result<BTreeMap<Model, Estimate>, JournalError> {
        let material = self.material(entry, room);
        let mut all: BTreeMap<Model, Estimate> = BTreeMap::new();
        for persona in Persona::ALL {
            let brief = self.brief(&material, persona, occasion);
            let seat = self.spec.seat(persona);
            let Some(model) = seat.models.first() else {
                continue;
            };
            let chair = (entry.dimension.id.0.clone(), Round::First, persona);
            let deposition = self.deposition(entry, &chair, model, &brief);
            let is_known = self.is_remembered(room.tools.case.id(), &deposition).await?;
            let one = if is_known {
                Estimate::known()
            } else {
                Estimate::call(brief.tokens(), seat.settings.max_tokens)
            };
            all.entry(model.clone()).or_default().add(one);
        }
        Ok(all)
    }

    /// The same for all dimensions that would be heard.
    pub(in crate::trial) async fn estimates(
        &self,
        docket: &[Docketed<'_>],
        heard: &[bool],
        room: Courtroom<'_>,
        occasion: &Occasion<'_>,
    ) -> Result<BTreeMap<Model, Estimate>, JournalError> {
        let mut all: BTreeMap<Model, Estimate> = BTreeMap::new();
        for (entry, _) in docket.iter().zip(heard).filter(|(_, is_heard)| **is_heard) {
            for (model, estimate) in self.estimate(entry, room, occasion).await? {
                all.entry(model).or_default().add(estimate);
            }
        }
        Ok(all)
    }

    /// The worst that a dimension costs without repeats: both hearings, every answer as long as it may be.
    pub(in crate::trial) fn worst(&self, estimates: &BTreeMap<Model, Estimate>) -> Money {
        let longest = self
            .spec
            .seats
            .values()
            .map(|seat| seat.settings.max_tokens)
            .max();
        let cost = |(model, estimate): (&Model, &Estimate)| {
            let usage = Usage {
                input: 2 * estimate.input,
                cached: 0,
                output: 2 * estimate.calls * u64::from(longest.unwrap_or_default()),
            };
            self.access
                .client
                .price(model)
                .map_or(Money(0), |price| price.of(usage))
        };
        estimates.iter().map(cost).fold(Money(0), Money::plus)
    }
}

/// The note of a statutes or a model panel.
pub(crate) fn note(
    models: Option<&ModelPanel>,
    dimensions: &[Dimension],
    name: &str,
    what: &str,
) -> PanelNote {
    match models {
        None => PanelNote {
            name: name.to_owned(),
            what: what.to_owned(),
            calibration: String::new(),
            models: None,
            vision: None,
        },
        Some(models) => PanelNote {
            name: models.spec.name.clone(),
            what: WHAT.to_owned(),
            calibration: String::new(),
            models: Some(account(models, dimensions)),
            vision: None,
        },
    }
}

/// What the opinions of a case rest on. It follows from the opinions and their records, not from what this run
/// had to ask, so that a case that goes on tells the same.
pub(crate) fn account(models: &ModelPanel, dimensions: &[Dimension]) -> ModelsNote {
    let heard = models.heard().clone();
    let records = || heard.values().flat_map(|heard| &heard.records);
    let paid = models.access.paid(records());
    let first = first(&heard, dimensions);
    let reread = heard.values().filter(|heard| heard.is_reread).count();
    ModelsNote {
        judges: Persona::ALL.map(|persona| judge(models, persona)).to_vec(),
        calls: paid.recordings.len() as u64,
        usage: paid.usage,
        cost: paid.cost,
        quality: Persona::ALL
            .map(|persona| (persona, quality_of(models, persona, &heard, &first, dimensions)))
            .into(),
        parts: models.parts_note(),
        collapse: quality::collapse(&first, reread, models.reminded.load(Ordering::Relaxed)),
        is_budget_spent: models.access.budget.has_refused(),
        briefs: briefs(&heard),
        recordings: paid.recordings,
    }
}

/// What answers took together.
pub(crate) struct Paid {
    /// The calls in the ledger, in the order of the answers.
    pub(crate) recordings: Vec<String>,
    pub(crate) usage: Tokens,
    /// In billionths of a dollar, where every price is known.
    pub(crate) cost: Option<u64>,
}

impl Access {
    /// The worst that one call of a seat's first model costs without repeats.
    pub(crate) fn worst(&self, seat: &Seat, input: u64, output: u32) -> Money {
        let price = seat.models.first().and_then(|model| self.client.price(model));
        price.map_or(Money(0), |price| {
            price.of(Usage {
                input,
                cached: 0,
                output: u64::from(output),
            })
        })
    }

    /// What these answers took.
    pub(crate) fn paid<'a>(&self, records: impl Iterator<Item = &'a Record>) -> Paid {
        let (mut recordings, mut all, mut cost) = (Vec::new(), Usage::default(), Some(Money(0)));
        for record in records {
            recordings.extend(record.calls.iter().cloned());
            all = all.plus(record.usage);
            if !record.calls.is_empty() {
                cost = cost.and_then(|cost| Some(cost.plus(self.cost(record)?)));
            }
        }
        let usage = Tokens {
            input: all.input,
            cached: all.cached,
            output: all.output,
        };
        let cost = cost.map(|cost| cost.0);
        Paid {
            recordings,
            usage,
            cost,
        }
    }

    fn cost(&self, record: &Record) -> Option<Money> {
        let model: Model = record.model.parse().ok()?;
        Some(self.client.price(&model)?.of(record.usage))
    }
}

fn judge(models: &ModelPanel, persona: Persona) -> JudgeNote {
    let seat = models.spec.seat(persona);
    let models: Vec<String> = seat.models.iter().map(ToString::to_string).collect();
    JudgeNote {
        persona,
        model: models.join(", else "),
        temperature: seat.settings.temperature,
    }
}

/// Opinions of the first hearings, in the order of the rubric.
fn first<'a>(heard: &'a BTreeMap<Chair, Heard>, dimensions: &'a [Dimension]) -> Vec<Said<'a>> {
    let chairs = dimensions
        .iter()
        .flat_map(|dimension| Persona::ALL.map(|persona| (dimension, persona)));
    chairs
        .filter_map(|(dimension, persona)| opinion_of(heard, dimension, Round::First, persona))
        .collect()
}

fn opinion_of<'a>(
    heard: &'a BTreeMap<Chair, Heard>,
    dimension: &'a Dimension,
    round: Round,
    persona: Persona,
) -> Option<Said<'a>> {
    let heard = heard.get(&(dimension.id.0.clone(), round, persona))?;
    Some(Said {
        dimension: &dimension.id.0,
        scale: &dimension.scale,
        persona,
        opinion: heard.opinion.as_ref()?,
        record: heard.records.last()?,
    })
}

fn quality_of(
    models: &ModelPanel,
    persona: Persona,
    heard: &BTreeMap<Chair, Heard>,
    first: &[Said<'_>],
    dimensions: &[Dimension],
) -> JudgeQuality {
    let mut sum = JudgeQuality::default();
    for ((dimension, round, _), heard_one) in heard.iter().filter(|((.., sitting), _)| *sitting == persona) {
        let known = dimensions.iter().find(|known| known.id.0 == *dimension);
        let spoken = known.and_then(|dimension| opinion_of(heard, dimension, *round, persona));
        let counted = usize::from(spoken.is_some());
        match spoken {
            Some(spoken) => {
                let first = models.spec.seat(persona).models.first();
                let is_first = first.is_some_and(|model| model.to_string() == spoken.record.model);
                sum.add(&quality::of_opinion(&spoken));
                sum.fallbacks += usize::from(!is_first);
            }
            None => sum.recusals += 1,
        }
        let others = heard_one.records.iter().rev().skip(counted);
        others.for_each(|record| sum.add(&quality::of_record(record)));
    }
    sum.leniency_percent = quality::leniency_percent(persona, first);
    sum
}

/// Digests of the briefs, by `dimension/round/judge`.
fn briefs(heard: &BTreeMap<Chair, Heard>) -> BTreeMap<String, String> {
    let named = heard.iter().filter_map(|((dimension, round, persona), heard)| {
        let round = match round {
            Round::First => "first",
            Round::Rehearing => "rehearing",
        };
        let brief = heard.records.last()?.brief.clone();
        Some((format!("{dimension}/{round}/{}", persona.name()), brief))
    });
    named.collect()
}
