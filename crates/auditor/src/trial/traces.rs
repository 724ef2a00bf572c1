//! What a work is compared by with others of its class: taken where it is read, within walls, and remembered.

use super::jobs::failed;
use super::tools::{Seized, Tools};
use super::{Filing, seizure};
use crate::worker::{Assignment, Look};
use cohort::trace::Trace;
use court::digest::Digest;
use documents::document::Document;
use journal::{Failure, Job, JournalError};
use serde::Serialize;

/// Takes the fingerprints.
#[derive(Serialize)]
struct TakeTraces<'a> {
    seized: &'a Seized,
    reports: Vec<(&'a str, &'a Digest)>,
    sources: &'static str,
    #[serde(skip)]
    documents: &'a [Document],
}

impl Job for TakeTraces<'_> {
    const NAME: &'static str = "traces";
    type Output = Trace;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Trace, Failure> {
        let investigator = tools
            .investigator(self.documents)
            .await
            .map_err(|error| failed(&error))?;
        let assignment = Assignment::about_pictures(Look::Traces, None);
        Ok(investigator.investigate(assignment).await.trace)
    }
}

/// The fingerprints of the work; asked a second time, they come from the journal.
pub(crate) async fn traces(
    filing: &Filing<'_>,
    tools: &Tools,
    documents: &[Document],
) -> Result<Trace, JournalError> {
    let seized = &tools.perform(&seizure(filing)).await?;
    let reports = filing
        .reports
        .iter()
        .map(|report| (report.name.as_str(), &report.sha256));
    let job = TakeTraces {
        seized,
        reports: reports.collect(),
        sources: cohort::SOURCES,
        documents,
    };
    Box::pin(tools.perform(&job)).await
}
