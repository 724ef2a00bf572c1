//! The report that lies in the subject, for those who asked for it and named none.

use super::jobs::failed;
use super::tools::{Seized, Tools};
use super::{Filing, seizure};
use crate::input::reports::ReportFile;
use court::digest::Digest;
use journal::{Failure, Job, Journal, JournalError};
use serde::{Deserialize, Serialize};

/// Chooses among the files of the subject.
#[derive(Serialize)]
struct FindReport<'a> {
    seized: &'a Seized,
    sources: &'static str,
}

/// What was chosen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chosen {
    pub(crate) path: String,
    sha256: Digest,
    pub(crate) why: String,
}

impl Job for FindReport<'_> {
    const NAME: &'static str = "find-report";
    type Output = Option<Chosen>;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Option<Chosen>, Failure> {
        let chosen = tools
            .of_seized(|snapshot| {
                let (path, why) = cohort::report_choice::choose(snapshot)?;
                let sha256 = Digest::of(&snapshot.files.get(&path)?.bytes);
                Some(Chosen {
                    path,
                    sha256,
                    why: why.to_owned(),
                })
            })
            .await;
        chosen.map_err(|error| failed(&error))
    }
}

/// The report that lies in the subject, and why it is taken to be one.
pub(crate) async fn found_report(
    filing: &Filing<'_>,
    tools: &Tools,
    journal: &Journal,
) -> Result<Option<(ReportFile, Chosen)>, JournalError> {
    let seized = &tools.perform(&seizure(filing)).await?;
    let sources = cohort::SOURCES;
    let Some(chosen) = tools.perform(&FindReport { seized, sources }).await? else {
        return Ok(None);
    };
    let bytes = match journal.blob(&chosen.sha256).await? {
        Some(bytes) => Some(bytes),
        None => {
            let read = tools.of_seized(|snapshot| Some(snapshot.files.get(&chosen.path)?.bytes.clone()));
            let bytes = read.await.unwrap_or_default();
            if let Some(bytes) = &bytes {
                journal.put(bytes.clone()).await?;
            }
            bytes
        }
    };
    let file = |bytes| ReportFile {
        name: chosen.path.clone(),
        path: None,
        sha256: chosen.sha256.clone(),
        bytes,
    };
    Ok(bytes.map(|bytes| (file(bytes), chosen.clone())))
}
