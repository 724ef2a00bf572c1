//! `auditor panel history`: what became of the judges of all cases.

use super::super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::decided;
use court::opinion::{Hearing, Persona};
use court::quality::JudgeQuality;
use court::score::Fraction;
use court::visible::visible;
use journal::Journal;
use report::dossier::ModelsNote;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use wordlist::array;

/// A seat: which model, and in which character.
type Chair = (String, Persona);

/// What became of the judges of several cases.
#[derive(Default)]
struct History {
    chairs: BTreeMap<Chair, (usize, JudgeQuality)>,
    /// How far apart the votes of each first hearing lay, as a share of the scale.
    spreads: Vec<Fraction>,
    /// Cases in which all voted alike everywhere.
    uniform: usize,
    cases: usize,
}

pub(super) fn run(data: Option<&Path>) -> Result<ExitCode, CommandError> {
    let journal = store::open(data)?;
    let history = wait_for(History::of(&journal))?;
    print(&visible(&history.text())).map(|()| ExitCode::SUCCESS)
}

impl History {
    async fn of(journal: &Journal) -> Result<Self, CommandError> {
        let mut history = Self::default();
        for case in journal.cases().await.map_err(CommandError::auditor)? {
            let Some(decided) = decided::stored(journal, &case).await? else {
                continue;
            };
            let Some(models) = &decided.panel.models else {
                continue;
            };
            history.add(models);
            let dimensions = decided.rubric.dimensions.iter().zip(&decided.verdict.rulings);
            let first = dimensions.filter_map(|(dimension, ruling)| {
                let votes = ruling.hearings.first().map(Hearing::scores)?;
                let (least, most) = (votes.iter().min()?, votes.iter().max()?);
                Some(dimension.scale.share(*most) - dimension.scale.share(*least))
            });
            history.spreads.extend(first);
        }
        Ok(history)
    }

    fn add(&mut self, models: &ModelsNote) {
        for judge in &models.judges {
            let chair = (judge.model.clone(), judge.persona);
            let (cases, sum) = self.chairs.entry(chair).or_default();
            *cases += 1;
            models
                .quality
                .get(&judge.persona)
                .into_iter()
                .for_each(|one| sum.add(one));
        }
        self.cases += 1;
        self.uniform += usize::from(models.collapse.no_spread_anywhere);
    }

    fn text(&self) -> String {
        const HEADS: [&str; 8] = array("cases seats lost fallbacks refused failed repairs invented");
        if self.cases == 0 {
            return "no case of this journal was judged by models\n".to_owned();
        }
        let mut text = format!("{:<34} {:<11}", "model", "judge");
        text.extend(HEADS.iter().map(|head| format!("{head:>11}")));
        text.push('\n');
        for ((model, persona), (cases, sum)) in &self.chairs {
            let seats = sum.opinions + sum.recusals;
            let _ = write!(text, "{model:<34} {:<11}{cases:>11}{seats:>11}", persona.title());
            let failed = usize::try_from(sum.calls_failed).unwrap_or(usize::MAX);
            let invented = usize::try_from(sum.invented_citations).unwrap_or(usize::MAX);
            let counts = [
                sum.recusals,
                sum.fallbacks,
                sum.answers_refused,
                failed,
                sum.repairs,
                invented,
            ];
            text.extend(counts.iter().map(|count| format!("{:>11}", of(*count, seats))));
            text.push('\n');
        }
        let spread = self.spreads.iter().sum::<Fraction>() * 100;
        let mean = i64::try_from(self.spreads.len()).ok().filter(|count| *count > 0);
        let mean = mean.map_or(0, |count| (spread / count).round().to_integer());
        let _ = writeln!(
            text,
            "{} cases; first votes lie {mean} % of the scale apart in the mean; all alike everywhere in {}",
            self.cases, self.uniform
        );
        text
    }
}

/// A count, with its share of the seats.
fn of(count: usize, seats: usize) -> String {
    match (count, (count * 100).checked_div(seats)) {
        (0, _) | (_, None) => count.to_string(),
        (_, Some(percent)) => format!("{count} ({percent} %)"),
    }
}
