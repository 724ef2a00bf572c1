//! The jobs around pictures: which there are, what each shows, and what that comes to.

use crate::trial::jobs::failed;
use crate::trial::tools::{Seized, Tools};
use crate::worker::{self, Assignment, ChildFindings, Look, Looked, Sighted, Taken};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use claims::diagram::candidate::{At, Candidate};
use court::digest::Digest as Sha256;
use court::evidence::Exhibit;
use custody::sandbox::SandboxStatus;
use documents::document::{Document, Origin};
use documents::picture::described::Described;
use documents::picture::{self, Wanted};
use journal::{Digest, Failure, Job, JournalError};
use panel::attempts::Record;
use panel::chat::Image;
use panel::spec::{Model, Settings};
use panel::vision;
use probes::Subject;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the pictures that may be diagrams and takes their bytes into the journal.
#[derive(Serialize)]
pub(super) struct Show<'a> {
    pub(super) seized: &'a Seized,
    pub(super) documents: Vec<(&'a str, &'a Sha256)>,
    pub(super) sources: &'static str,
    #[serde(skip)]
    pub(super) read: &'a [Document],
    /// The documents that lie in the subject.
    #[serde(skip)]
    pub(super) found: &'a [Document],
}

/// The pictures of a case, the most of them that anybody is asked about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Pictures {
    pub(super) shown: Vec<Shown>,
    /// How many more there are.
    pub(super) beyond: usize,
    /// What held the process in that found them.
    pub(super) containment: SandboxStatus,
    /// What held those in that unpacked them.
    pub(super) unpacked: BTreeSet<SandboxStatus>,
}

/// A picture that can be shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Shown {
    pub(super) candidate: Candidate,
    pub(super) media_type: String,
    /// What its bytes are found by, or why there are none.
    pub(super) picture: Result<Digest, String>,
}

impl Job for Show<'_> {
    const NAME: &'static str = "show";
    type Output = Pictures;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Pictures, Failure> {
        let assignment = Assignment::about_pictures(Look::For, Some(self.found.to_vec()));
        let examined = examine(assignment, self.read, tools).await?;
        let Sighted { candidates, beyond } = examined.pictures;
        let snapshot = tools.snapshot(self.read).await.map_err(|error| failed(&error))?;
        let (drawn, unpacked) = drawn(&candidates, &snapshot, tools).await;
        let mut shown = Vec::new();
        for candidate in candidates {
            shown.push(
                show(candidate, &snapshot, &drawn, tools)
                    .await
                    .map_err(|error| failed(&error))?,
            );
        }
        Ok(Pictures {
            shown,
            beyond,
            containment: examined.containment,
            unpacked,
        })
    }
}

/// Asks where the subject is parsed: in the child that the detectives are sent to.
async fn examine(assignment: Assignment, read: &[Document], tools: &Tools) -> Result<ChildFindings, Failure> {
    let investigator = tools.investigator(read).await.map_err(|error| failed(&error))?;
    Ok(investigator.investigate(assignment).await)
}

/// A document by where it came from and its name.
type Key = (bool, String);

fn key(document: &str, origin: Origin) -> Key {
    (origin == Origin::Found, document.to_owned())
}

/// The pictures on pages, document by document, and what held those in that unpacked them.
async fn drawn(
    candidates: &[Candidate],
    snapshot: &Subject,
    tools: &Tools,
) -> (BTreeMap<(Key, Wanted), Vec<u8>>, BTreeSet<SandboxStatus>) {
    let mut wanted: BTreeMap<Key, Vec<Wanted>> = BTreeMap::new();
    for candidate in candidates {
        if let At::Page {
            document,
            origin,
            wanted: one,
        } = &candidate.at
        {
            wanted.entry(key(document, *origin)).or_default().push(*one);
        }
    }
    let (mut taken, mut walls) = (BTreeMap::new(), BTreeSet::new());
    for (key, wanted) in wanted {
        let (is_found, name) = &key;
        let bytes = if *is_found {
            snapshot.files.get(name).map(|file| file.bytes.as_slice())
        } else {
            tools.report_named(name).map(|report| report.bytes.as_slice())
        };
        let Taken {
            pictures,
            containment,
        } = worker::take_pictures(bytes.unwrap_or_default(), &wanted).await;
        taken.extend(pictures.into_iter().map(|(one, png)| ((key.clone(), one), png)));
        walls.insert(containment);
    }
    (taken, walls)
}

async fn show(
    candidate: Candidate,
    snapshot: &Subject,
    drawn: &BTreeMap<(Key, Wanted), Vec<u8>>,
    tools: &Tools,
) -> Result<Shown, JournalError> {
    let bytes = match &candidate.at {
        At::Page {
            document,
            origin,
            wanted,
        } => drawn.get(&(key(document, *origin), *wanted)).map(Vec::as_slice),
        At::File(path) => snapshot.files.get(path).map(|file| file.bytes.as_slice()),
    };
    let known = bytes.and_then(|bytes| Some((picture::kind(bytes)?, bytes)));
    let (Some((kind, bytes)), Some(vision_model)) = (known, tools.vision_model()) else {
        let cause = "its pixels could not be unpacked".to_owned();
        return Ok(Shown {
            candidate,
            media_type: String::new(),
            picture: Err(cause),
        });
    };
    Ok(Shown {
        candidate,
        media_type: kind.media_type().to_owned(),
        picture: Ok(vision_model.store(bytes.to_vec()).await?),
    })
}

/// Asks one model what a picture shows. The picture, the model, its settings and the words of the question decide
/// the answer, so they are its input. The answer is remembered across cases, and a failure is not.
#[derive(Serialize)]
pub(super) struct Describe<'a> {
    pub(super) picture: &'a Digest,
    pub(super) media_type: &'a str,
    pub(super) model: &'a Model,
    pub(super) settings: &'a Settings,
    pub(super) prompt: Digest,
    pub(super) version: u32,
    pub(super) edition: &'a str,
    #[serde(skip)]
    pub(super) place: String,
}

/// A description and how it came about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Description {
    pub(super) described: Described,
    pub(super) record: Record,
}

impl Job for Describe<'_> {
    const NAME: &'static str = "describe";
    type Output = Description;
    type Tools = Tools;

    fn label(&self) -> String {
        format!("describe/{}", self.place)
    }

    async fn run(&self, tools: &Tools) -> Result<Description, Failure> {
        let nobody = || Failure::Final("this trial has nobody who sees".to_owned());
        let vision_model = tools.vision_model().ok_or_else(nobody)?;
        let bytes = vision_model
            .bytes_of(self.picture)
            .await
            .map_err(|error| failed(&error))?;
        let bytes = bytes.ok_or_else(|| Failure::Final("the picture is not in the journal".to_owned()))?;
        let picture = Image {
            media_type: self.media_type.to_owned(),
            base64: STANDARD.encode(bytes),
        };
        let look = vision::Look {
            picture: &picture,
            model: self.model,
            settings: self.settings,
        };
        match vision::describe(look, &vision_model.access.client)
            .await
            .map_err(|error| failed(&error))?
        {
            (Ok(described), record) => Ok(Description { described, record }),
            (Err(cause), record) => {
                vision_model.record_attempt(record);
                Err(Failure::Final(cause))
            }
        }
    }
}

/// Makes exhibits of what was told, held against the code.
#[derive(Serialize)]
pub(super) struct Testify<'a> {
    pub(super) seized: &'a Seized,
    pub(super) outcomes: &'a [Looked],
    /// The one who sees, for pictures that nobody described.
    pub(super) model: String,
    pub(super) sources: &'static str,
    #[serde(skip)]
    pub(super) read: &'a [Document],
}

/// What was told, and what held the process in that held it against the code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Testimony {
    pub(super) exhibits: Vec<Exhibit>,
    pub(super) containment: SandboxStatus,
}

impl Job for Testify<'_> {
    const NAME: &'static str = "testify";
    type Output = Testimony;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Testimony, Failure> {
        let look = Look::Back {
            told: self.outcomes.to_vec(),
            model: self.model.clone(),
        };
        let examined = examine(Assignment::about_pictures(look, None), self.read, tools).await?;
        Ok(Testimony {
            exhibits: examined.exhibits,
            containment: examined.containment,
        })
    }
}
