//! Fetching: a subject becomes a bare clone of ours at one commit.
//!
//! A [`Fetch`] is what all calls to one subject share: where they go, what they may use and how they are tried again. The
//! modules below make the calls: the clone itself, and what comes beside it.

mod annotations;
mod clone;
mod old_versions;
mod redirect;
mod repair;
mod repository;
mod tip;
mod uncommitted;

use crate::address::{Subject, Transport, pinned};
use crate::directory::{LocalRepository, Mirror};
use crate::error::{Cause, CustodyError};
use crate::git::credentials::Credentials;
use crate::git::{Call, Failure, Git, Output};
use crate::limits::Limits;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wordlist::phrases;

/// Pauses before the second and third attempt; after that the host is taken to be down.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(3)];
/// Most bytes that a fetch may write to its standard output; it writes none.
const FETCH_OUTPUT_MAX: u64 = 64 << 10;
/// What git says where it cannot write what it fetches: that is no fault of the subject.
const UNWRITTEN: [&str; 6] = phrases(
    "no space left | file too large | unable to write | write error | died of signal | git ended without a \
     message",
);
/// Most memory that each git of a local fetch may write to: three of them work at once, and the largest file that is
/// taken is a fraction of it.
const LOCAL_DATA_MAX: u64 = 448 << 20;
/// Settings of the other side of a local fetch: the repository that it serves is ours, whoever owns the disk.
const SERVING: &str = "[safe]\n\tdirectory = *\n";

/// How to take a subject into custody.
#[derive(Debug)]
pub struct SeizeOptions<'a> {
    /// The branch, tag or commit to audit; goes before the one in the address. The default branch where
    /// neither names one.
    pub rev: Option<&'a str>,
    /// Where to put the clone. It is made anew; only a clone that was made here before may stand there.
    pub directory: &'a Path,
    /// How much to take.
    pub limits: Limits,
}

/// A fetch in the making: everything lies in one directory that is removed when it fails.
pub(crate) struct Fetch<'a> {
    git: &'a Git,
    subject: &'a Subject,
    options: &'a SeizeOptions<'a>,
    /// The subject, where it is a directory of this machine.
    local: Option<&'a LocalRepository>,
    /// What stands for it then.
    mirror: Option<Mirror>,
    /// What was to be fetched from.
    given: String,
    /// Where the host says that it is now.
    moved: OnceLock<String>,
    /// Where it happens.
    scratch: PathBuf,
    /// The host's address as a setting of git, where it was checked and can be pinned.
    pin: Option<String>,
    /// What the host may want to see.
    credentials: Option<Credentials>,
    /// Whether it has asked for that.
    is_asked: AtomicBool,
}

impl<'a> Fetch<'a> {
    /// Prepares the directory and checks where the host's name leads.
    pub(crate) async fn prepare(
        git: &'a Git,
        subject: &'a Subject,
        local: Option<&'a LocalRepository>,
        options: &'a SeizeOptions<'a>,
        scratch: &Path,
    ) -> Result<Self, CustodyError> {
        let rev = wanted(subject, options.rev);
        let mirror = local.map(|local| mirror_of(local, rev, scratch)).transpose()?;
        let given = match &mirror {
            Some(mirror) => repository::file_url(&mirror.directory)?,
            None => subject.address(),
        };
        let (mut pin, mut credentials) = (None, None);
        if let (Transport::Https, Some(host)) = (subject.transport(), subject.host()) {
            pin = pinned(subject).await?.filter(|_| git.pins_addresses());
            credentials = git
                .takes_secrets()
                .then(|| Credentials::of(host))
                .transpose()?
                .flatten();
        }
        let fetch = Self {
            git,
            subject,
            options,
            local,
            mirror,
            given,
            moved: OnceLock::new(),
            scratch: scratch.to_owned(),
            pin,
            credentials,
            is_asked: AtomicBool::new(false),
        };
        fetch.lay_out().map_err(|error| fetch.io_error(&error))?;
        Ok(fetch)
    }

    fn lay_out(&self) -> io::Result<()> {
        fs::create_dir_all(self.home())?;
        fs::write(self.home().join(".gitconfig"), SERVING)
    }

    fn home(&self) -> PathBuf {
        self.scratch.join("home")
    }

    pub(crate) fn clone_directory(&self) -> PathBuf {
        self.scratch.join("clone")
    }

    /// The branch, tag or commit that is wanted, where one is named.
    pub(crate) fn rev(&self) -> Option<&str> {
        wanted(self.subject, self.options.rev)
    }

    /// What of the subject is left out of account, by name, with the reason.
    pub(crate) fn notes(&self) -> &[(String, String)] {
        self.mirror.as_ref().map_or(&[], |mirror| &mirror.notes)
    }

    /// What git is told to fetch from.
    fn source(&self) -> &str {
        self.moved.get().unwrap_or(&self.given)
    }

    fn what(&self) -> String {
        format!("cloning {}", self.subject.address())
    }

    fn io_error(&self, error: &io::Error) -> CustodyError {
        let what = format!("preparing {}", self.scratch.display());
        CustodyError::new(Cause::Other, what, error.to_string())
    }

    /// A failure as an error. A directory of this machine is no host: what git cannot read there is damaged, and
    /// stays so.
    pub(crate) fn error(&self, failure: &Failure, what: &str) -> CustodyError {
        let error = failure.error(what);
        let detail = error.detail.to_lowercase();
        let is_ours = UNWRITTEN.iter().any(|words| detail.contains(words));
        // Nobody is asked for a password here: what may not be read cannot be read.
        let is_damage =
            error.cause.is_transient() || matches!(error.cause, Cause::Other | Cause::NeedsAuthentication);
        // The names of the mirror were read from the subject: what they stand for is missing.
        let is_known = match (&self.mirror, self.rev()) {
            (Some(mirror), Some(_)) => mirror.named.is_some(),
            (mirror, _) => mirror.is_some(),
        };
        let is_missing = is_known && error.cause == Cause::NoSuchRevision;
        let shown = self.without_our_places(&error.detail);
        if self.subject.transport() == Transport::File && (is_damage || is_missing) && !is_ours {
            return CustodyError::new(Cause::Damaged, error.what, shown);
        }
        CustodyError {
            detail: shown,
            ..error
        }
    }

    /// Words of git without the places where only this program works.
    fn without_our_places(&self, detail: &str) -> String {
        let detail = match (self.local, &self.mirror) {
            (Some(local), Some(mirror)) => {
                let (ours, theirs) = (mirror.directory.join("objects"), local.objects());
                detail.replace(&ours.display().to_string(), &theirs.display().to_string())
            }
            _ => detail.to_owned(),
        };
        detail.replace(&self.scratch.display().to_string(), "(our copy)")
    }

    /// A call that may contact the subject and write to the scratch directory; with `check`, git refuses malformed
    /// objects.
    fn call<S: Into<String>>(&self, arguments: impl IntoIterator<Item = S>, check: bool) -> Call {
        let limits = &self.options.limits;
        let arguments = arguments.into_iter().map(Into::into);
        let mut call = Call::reading(
            arguments.collect::<Vec<String>>(),
            limits.fetch_wall,
            FETCH_OUTPUT_MAX,
        );
        call.transport = Some(self.subject.transport());
        call.settings.push(format!("transfer.fsckObjects={check}"));
        call.settings.extend(self.pin.clone());
        call.disk = Some((self.clone_directory().join("objects/pack"), limits.pack_bytes));
        call.reads.extend(self.local.map(LocalRepository::objects));
        call.writes.push(self.scratch.clone());
        if self.is_asked.load(Ordering::Relaxed)
            && let Some(credentials) = &self.credentials
        {
            credentials.add_to(&mut call);
        }
        if self.local.is_some() {
            call.home = Some(self.home());
            call.data = Some(LOCAL_DATA_MAX);
            // A clone of a directory is made anew for every case that needs it: it need not outlast a power failure.
            call.settings.push("core.fsync=none".to_owned());
        }
        call
    }

    /// Runs what `call` makes. Once more with what the host wants to see, or at the address that it names instead, and
    /// again after a pause where the failure may pass.
    async fn run(
        &self,
        what: &str,
        call: impl Fn() -> Result<Call, Failure>,
    ) -> Result<Output, CustodyError> {
        let mut pauses = PAUSES.iter();
        loop {
            let attempt = async { self.git.run(&call()?).await };
            let error = match attempt.await {
                Ok(output) => return Ok(output),
                Err(failure) => self.error(&failure, what),
            };
            if self.shows_credentials_after(error.cause) || self.follows(&error).await? {
                continue;
            }
            match pauses.next() {
                Some(pause) if error.cause.is_transient() => tokio::time::sleep(*pause).await,
                _ => return Err(error),
            }
        }
    }

    /// Whether there is reason to try again, showing what was held back so far.
    fn shows_credentials_after(&self, cause: Cause) -> bool {
        matches!(cause, Cause::NeedsAuthentication | Cause::NotFound)
            && self.credentials.is_some()
            && !self.is_asked.swap(true, Ordering::Relaxed)
    }
}

/// The mirror of a directory, whose path must be fit for the list of borrowed objects.
/// The branch, tag or commit that is asked for; `HEAD` is what is taken where nothing is.
pub(crate) fn wanted<'a>(subject: &'a Subject, rev: Option<&'a str>) -> Option<&'a str> {
    rev.or(subject.rev()).filter(|rev| *rev != "HEAD")
}

fn mirror_of(local: &LocalRepository, rev: Option<&str>, scratch: &Path) -> Result<Mirror, CustodyError> {
    repository::file_url(&local.objects())?;
    Mirror::make(local, rev, &scratch.join("mirror"))
}
