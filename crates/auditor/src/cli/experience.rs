//! What earlier cases of the same judges asked and cost: an estimate goes by it.

use crate::trial::models::Experience;
use cases::decided;
use journal::{Digest, Journal, JournalError};
use panel::brief;
use report::dossier::{ModelsNote, Tokens};

/// Most cases that are looked at.
const CASES_MAX: usize = 20;

/// The experience with these judges, as reports name their models.
pub(crate) async fn of(journal: &Journal, judges: &[String]) -> Result<Experience, JournalError> {
    let mut all = Experience::default();
    for case in journal.cases().await? {
        // What cannot be read any more is no experience.
        let Ok(Some(decided)) = decided::stored(journal, &case).await else {
            continue;
        };
        let Some(models) = decided.panel.models.filter(|models| is_of(models, judges)) else {
            continue;
        };
        add(&mut all, &models, journal).await?;
        if all.cases == CASES_MAX {
            break;
        }
    }
    Ok(all)
}

fn is_of(models: &ModelsNote, judges: &[String]) -> bool {
    models.calls > 0 && models.judges.iter().map(|judge| &judge.model).eq(judges)
}

async fn add(all: &mut Experience, models: &ModelsNote, journal: &Journal) -> Result<(), JournalError> {
    let first = models
        .briefs
        .iter()
        .filter(|(chair, _)| chair.contains("/first/"));
    for digest in first.filter_map(|(_, digest)| Digest::try_from(digest.clone()).ok()) {
        let text = journal.blob(&digest).await?.unwrap_or_default();
        all.briefs += 1;
        all.brief_tokens += brief::tokens(&String::from_utf8_lossy(&text));
    }
    all.cases += 1;
    all.calls += models.calls;
    all.usage = Tokens {
        input: all.usage.input + models.usage.input,
        cached: all.usage.cached + models.usage.cached,
        output: all.usage.output + models.usage.output,
    };
    Ok(())
}
