//! Documents are read to text, and then the words of their pictures: those of the reports that were handed in, then those
//! that lie in the subject. Each is remembered by its bytes, so that at a new commit only what changed is read again.

use super::jobs::failed;
use super::tools::{Seized, Tools};
use crate::worker::{self, Lettered, ReadDocument};
use claims::claim::discovery;
use court::digest::Digest;
use documents::document::Document;
use documents::document::extent::Allowance;
use documents::document::figures;
use documents::picture::Wanted;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use journal::{Failure, Job, JournalError};
use serde::Serialize;
use std::borrow::Cow;

/// Most processes at once that read documents: each may take half a GiB before it is stopped.
const READERS_MAX: usize = 2;

/// Finds the documents that lie in the subject itself: their paths and bytes.
#[derive(Serialize)]
pub(super) struct Discover<'a> {
    /// What custody holds decides what lies there.
    pub(super) seized: &'a Seized,
    /// The reports that were handed in are not read twice.
    pub(super) given: Vec<&'a Digest>,
    pub(super) sources: &'static str,
    #[serde(skip)]
    pub(super) reports: &'a [Document],
}

impl Job for Discover<'_> {
    const NAME: &'static str = "discover";
    const VERSION: u32 = 5;
    type Output = Vec<(String, Digest)>;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Vec<(String, Digest)>, Failure> {
        let snapshot = tools
            .snapshot(self.reports)
            .await
            .map_err(|error| failed(&error))?;
        let files = discovery::candidates(&snapshot).into_iter();
        let files = files.filter_map(|path| {
            let file = snapshot.files.get(path)?;
            Some((path.to_owned(), Digest::of(&file.bytes)))
        });
        Ok(files
            .filter(|(_, sha256)| !self.given.contains(&sha256))
            .collect())
    }
}

/// A document to be read.
#[derive(Clone, Copy)]
pub(super) struct Paper<'a> {
    /// What it is called: its path, where it lies in the subject.
    pub(super) name: &'a str,
    pub(super) sha256: &'a Digest,
    /// The reports, where it lies in the subject.
    pub(super) lies_beside: Option<&'a [Document]>,
}

impl<'a> Paper<'a> {
    async fn bytes(self, tools: &'a Tools) -> Result<Cow<'a, [u8]>, Failure> {
        let gone = || Failure::Final(format!("{} is gone", self.name));
        let Some(reports) = self.lies_beside else {
            let report = tools.report(self.sha256).ok_or_else(gone)?;
            return Ok(Cow::Borrowed(&report.bytes));
        };
        let snapshot = tools.snapshot(reports).await.map_err(|error| failed(&error))?;
        let file = snapshot.files.get(self.name).ok_or_else(gone)?;
        Ok(Cow::Owned(file.bytes.clone()))
    }
}

/// Reads the text of a document, in a child process.
#[derive(Serialize)]
struct Read<'a> {
    name: &'a str,
    sha256: &'a Digest,
    sources: &'static str,
    #[serde(skip)]
    paper: Paper<'a>,
}

impl Job for Read<'_> {
    const NAME: &'static str = "read";
    const VERSION: u32 = 5;
    type Output = ReadDocument;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("read/{}", self.name)
    }

    async fn run(&self, tools: &Tools) -> Result<ReadDocument, Failure> {
        let bytes = self.paper.bytes(tools).await?;
        Ok(worker::read_document(self.name, &bytes).await)
    }
}

/// Reads the words in pictures of a document, in a child process.
#[derive(Serialize)]
struct Letter<'a> {
    sha256: &'a Digest,
    wanted: &'a [Wanted],
    sources: &'static str,
    #[serde(skip)]
    paper: Paper<'a>,
}

impl Job for Letter<'_> {
    const NAME: &'static str = "letter";
    type Output = Lettered;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("letter/{}", self.paper.name)
    }

    async fn run(&self, tools: &Tools) -> Result<Lettered, Failure> {
        let bytes = self.paper.bytes(tools).await?;
        Ok(worker::read_pictures(&bytes, self.wanted).await)
    }
}

/// Reads documents, of which no more is held than they may come to together: few are read at once, and each is cut
/// as soon as it arrives. Words are looked for in their pictures among so many pixels, of which is left what is not spent.
pub(super) async fn read(
    papers: &[Paper<'_>],
    looked_at: &mut u64,
    tools: &Tools,
) -> Result<Vec<ReadDocument>, JournalError> {
    let texts = papers.iter().map(|paper| read_text(*paper, tools));
    let mut readings = stream::iter(texts).buffered(READERS_MAX);
    let (mut allowance, mut admitted) = (Allowance::default(), Vec::new());
    for paper in papers {
        let Some(mut reading) = readings.try_next().await? else {
            break;
        };
        read_pictures(*paper, &mut reading, looked_at, tools).await?;
        allowance.admit(&mut reading.document);
        admitted.push(reading);
    }
    Ok(admitted)
}

async fn read_text(paper: Paper<'_>, tools: &Tools) -> Result<ReadDocument, JournalError> {
    let job = Read {
        name: paper.name,
        sha256: paper.sha256,
        sources: documents::SOURCES,
        paper,
    };
    // Boxed, as the next one: it talks with a process.
    let mut reading = Box::pin(tools.perform(&job)).await?;
    if paper.lies_beside.is_some() {
        reading.document = reading.document.found_at(paper.name);
    }
    Ok(reading)
}

async fn read_pictures(
    paper: Paper<'_>,
    reading: &mut ReadDocument,
    looked_at: &mut u64,
    tools: &Tools,
) -> Result<(), JournalError> {
    let (wanted, unread) = figures::to_read(&reading.document, *looked_at);
    let mut lettered = Lettered::default();
    if !wanted.is_empty() {
        let job = Letter {
            sha256: paper.sha256,
            wanted: &wanted,
            sources: documents::SOURCES,
            paper,
        };
        lettered = Box::pin(tools.perform(&job)).await?;
    }
    reading.containment.lost.extend(lettered.containment.lost);
    reading.document.take_letterings(lettered.letterings, unread);
    *looked_at = looked_at.saturating_sub(figures::looked_at(&reading.document));
    Ok(())
}
