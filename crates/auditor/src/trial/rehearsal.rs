//! A trial up to the first word: what would be asked, and what that would cost.

use super::bench::{Bench, Courtroom, Estimate, Estimates};
use super::{Docketed, Matter, Tools, admit, docket, investigate, sight};
use court::admission::Admission;
use futures_util::future::try_join_all;
use journal::{CaseHandle, JournalError};
use panel::spec::Model;
use std::collections::BTreeMap;

/// Looks, and says what the judges would ask, without asking them; nothing where no model is asked.
pub(crate) async fn rehearse(
    matter: &Matter<'_>,
    case: &CaseHandle,
    tools: &Tools,
) -> Result<Option<Estimates>, JournalError> {
    let Some(desk) = tools.desk() else {
        return Ok(None);
    };
    let found = investigate(matter, case, tools).await?;
    let (mut models, pictures) = sight::foretell(matter, &found, case, tools).await?;
    let docket = docket(matter, &found.evidence);
    let mut heard = 0;
    if let Some(bench) = tools.bench() {
        let room = Courtroom {
            rubric: matter.rubric,
            evidence: &found.evidence,
            case,
            tools,
        };
        let (asked, number) = hearings_ahead(matter, &docket, bench, room).await?;
        for (model, estimate) in asked {
            models.entry(model).or_default().add(estimate);
        }
        heard = number;
    }
    Ok(Some(Estimates {
        heard,
        dimensions: docket.len(),
        pictures,
        ..Estimates::of(desk, models)
    }))
}

/// What the first hearings would ask, by model, and how many there would be.
async fn hearings_ahead(
    matter: &Matter<'_>,
    docket: &[Docketed<'_>],
    bench: &Bench,
    room: Courtroom<'_>,
) -> Result<(BTreeMap<Model, Estimate>, usize), JournalError> {
    let has_report = !matter.reports.is_empty();
    let admissions = try_join_all(docket.iter().map(|entry| admit(entry, has_report, room))).await?;
    let heard: Vec<bool> = docket
        .iter()
        .zip(admissions)
        .map(|(entry, admission)| bench.reconsidered(entry, admission, has_report, room) == Admission::Heard)
        .collect();
    let asked = bench.estimates(docket, &heard, room).await?;
    Ok((asked, heard.iter().filter(|is_heard| **is_heard).count()))
}
