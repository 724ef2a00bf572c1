//! A trial up to the first word: what would be asked, and what that would cost.

use super::handed_in::HandedIn;
use super::models::{Courtroom, Estimate, Estimates, Experience, ModelPanel};
use super::{Docketed, Filing, Tools, admit, docket, investigate, survey, vision};
use court::admission::Admission;
use futures_util::future::try_join_all;
use journal::JournalError;
use panel::brief::Occasion;
use panel::spec::Model;
use std::collections::BTreeMap;

/// Looks, and says what the judges would ask, without asking them; nothing where no model is asked.
pub(crate) async fn dry_run(
    filing: &Filing<'_>,
    tools: &Tools,
    before: &Experience,
) -> Result<Option<Estimates>, JournalError> {
    let Some(client) = tools.client() else {
        return Ok(None);
    };
    let found = investigate(filing, tools).await?;
    let (mut models, pictures) = vision::estimate_pictures(filing, &found, tools).await?;
    let docket = docket(filing, &found.evidence);
    let mut heard = 0;
    if let Some(judges) = tools.models() {
        let handed_in = HandedIn::of(&found);
        let (summaries, told) = survey::expected(&found.seized, &found.documents, judges, tools).await?;
        for (model, estimate) in summaries {
            models.entry(model).or_default().add(estimate);
        }
        let room = Courtroom {
            name: filing.name,
            rubric: filing.rubric,
            evidence: &found.evidence,
            report: &handed_in.shelf,
            nodes: &handed_in.nodes,
            parts: &handed_in.map,
            told: &told,
            tools,
        };
        let (asked, number) = hearings_ahead(filing, &docket, judges, room).await?;
        for (model, estimate) in asked {
            let learned = match before.cases {
                0 => estimate,
                _ => estimate.learned(before),
            };
            models.entry(model).or_default().add(learned);
        }
        heard = number;
    }
    Ok(Some(Estimates {
        heard,
        dimensions: docket.len(),
        pictures,
        cases: before.cases,
        ..Estimates::of(client, models)
    }))
}

/// What the first hearings would ask, by model, and how many there would be.
async fn hearings_ahead(
    filing: &Filing<'_>,
    docket: &[Docketed<'_>],
    models: &ModelPanel,
    room: Courtroom<'_>,
) -> Result<(BTreeMap<Model, Estimate>, usize), JournalError> {
    let has_report = !filing.reports.is_empty();
    let admissions = try_join_all(docket.iter().map(|entry| admit(entry, has_report, room))).await?;
    let heard: Vec<bool> = docket
        .iter()
        .zip(admissions)
        .map(|(entry, admission)| models.reconsidered(entry, admission, has_report, room) == Admission::Heard)
        .collect();
    let asked = models.estimates(docket, &heard, room, &Occasion::First).await?;
    Ok((asked, heard.iter().filter(|is_heard| **is_heard).count()))
}
