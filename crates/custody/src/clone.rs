//! Fetching: the whole history without contents, then the contents of one commit.
//!
//! Nothing is ever checked out, so there are no links, filters, hooks or clashing names to guard against.
//! The contents come by a second fetch that is shallow and asks for no file above the limit; a server that
//! knows no filters sends everything with the first, and the second is left out. So it is with a directory of
//! this machine whose packs are small, because starting git three times costs more than copying them.

use crate::SeizeOptions;
use crate::address::{Subject, Transport};
use crate::failure::{Cause, CustodyError, is_transient};
use crate::git::{self, Call, Failure, Git, Output};
use crate::local::Local;
use crate::pin::pinned;
use crate::relay::{self, Relay};
use crate::salvage;
use crate::secret::Secret;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Pauses before the second and third attempt; after that the host is taken to be down.
pub(super) const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(3)];
/// Most bytes that a fetch may write to its standard output; it writes none.
const FETCH_OUTPUT_MAX: u64 = 64 << 10;

/// What git says where it cannot write what it fetches: that is no fault of the subject.
const UNWRITTEN: [&str; 6] = [
    "no space left",
    "file too large",
    "unable to write",
    "write error",
    "died of signal",
    "git ended without a message",
];
/// Most bytes of packs of a directory that is copied as a whole: about a second of copying.
const WHOLE_PACKS_BYTES_MAX: u64 = 64 << 20;

/// Most memory that each git of a local fetch may write to: three of them work at once, and the largest file that is
/// taken is a fraction of it.
pub(super) const LOCAL_DATA_MAX: u64 = 448 << 20;

/// Settings of the other side of a local fetch: the repository that it serves is ours, whoever owns the disk.
const SERVING: &str = "[safe]\n\tdirectory = *\n";

/// A fetch in the making: everything lies in one directory that is removed when it fails.
pub(crate) struct Fetch<'a> {
    pub(crate) git: &'a Git,
    pub(crate) subject: &'a Subject,
    pub(crate) options: &'a SeizeOptions<'a>,
    /// What was to be fetched from.
    given: String,
    /// Where the host says that it is now.
    moved: OnceLock<String>,
    /// Where it happens.
    pub(crate) scratch: PathBuf,
    /// The host's address, where it was checked and can be pinned.
    pub(crate) pin: Option<String>,
    /// What the host may want to see.
    secret: Option<Secret>,
    /// Whether it has asked for that.
    is_asked: AtomicBool,
    /// What stands for the subject, where it is a directory of this machine.
    relay: Option<Relay>,
    /// Where its objects lie.
    places: Vec<PathBuf>,
    /// Whether it is worth trying to take everything at once.
    takes_all: bool,
}

/// How much of the subject a clone takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Commits and trees.
    History,
    /// The contents of all files of all commits too.
    Everything,
}

/// A clone, and its commit.
pub(crate) struct Cloned {
    pub(crate) commit: String,
    /// Whether objects are malformed, so that git's own checks had to be left out.
    pub(crate) malformed: Option<String>,
    /// Whether nothing more is to be fetched, contents neither.
    pub(crate) is_whole: bool,
    /// What of a damaged subject is lost, by name, with the reason; `None` where all of it came by a fetch.
    pub(crate) lost: Option<Vec<(String, String)>>,
}

impl<'a> Fetch<'a> {
    /// Prepares the directory and checks where the host's name leads.
    pub(crate) async fn prepare(
        git: &'a Git,
        subject: &'a Subject,
        local: Option<&Local>,
        options: &'a SeizeOptions<'a>,
        scratch: PathBuf,
    ) -> Result<Self, CustodyError> {
        let relay = match local {
            Some(local) => Some(relay_of(local, options.rev.or(subject.rev()), &scratch)?),
            None => None,
        };
        let source = match &relay {
            Some(relay) => file_url(&relay.directory)?,
            None => subject.address(),
        };
        let pin = if subject.transport() == Transport::Https {
            pinned(git, subject).await?
        } else {
            None
        };
        let secret = match subject.host() {
            Some(host) if subject.transport() == Transport::Https && git.takes_secrets() => Secret::of(host)?,
            _ => None,
        };
        let fetch = Self {
            git,
            subject,
            options,
            given: source,
            moved: OnceLock::new(),
            scratch,
            pin,
            secret,
            is_asked: AtomicBool::new(false),
            relay,
            places: local.map(Local::objects).into_iter().collect(),
            takes_all: local.is_some_and(|local| local.weighs_at_most(WHOLE_PACKS_BYTES_MAX)),
        };
        fetch.lay_out().map_err(|error| fetch.failed(&error))?;
        Ok(fetch)
    }

    fn lay_out(&self) -> io::Result<()> {
        fs::create_dir_all(self.home())?;
        fs::write(self.home().join(".gitconfig"), SERVING)
    }

    /// What git is told to fetch from.
    pub(super) fn source(&self) -> &str {
        self.moved.get().unwrap_or(&self.given)
    }

    /// From now on fetches from another address of the same host; says whether that is news.
    pub(super) fn moves_to(&self, address: String) -> bool {
        self.moved.set(address).is_ok()
    }

    /// The clone.
    pub(crate) fn clone_directory(&self) -> PathBuf {
        self.scratch.join("clone")
    }

    /// What of the subject is left out of account, by name, with the reason.
    pub(crate) fn notes(&self) -> Vec<(String, String)> {
        self.relay
            .as_ref()
            .map(|relay| relay.notes.clone())
            .unwrap_or_default()
    }

    fn home(&self) -> PathBuf {
        self.scratch.join("home")
    }

    fn failed(&self, error: &io::Error) -> CustodyError {
        let what = format!("preparing {}", self.scratch.display());
        CustodyError::new(Cause::Other, what, error.to_string())
    }

    pub(super) fn what(&self) -> String {
        format!("cloning {}", self.subject.address())
    }

    /// A failure as an error. A directory of this machine is no host: what git cannot read there is damaged, and
    /// stays so.
    pub(crate) fn told(&self, failure: &Failure, what: &str) -> CustodyError {
        let error = failure.about(what);
        let detail = error.detail.to_lowercase();
        let is_ours = UNWRITTEN.iter().any(|words| detail.contains(words));
        // Nobody is asked for a password here: what may not be read cannot be read.
        let is_damage =
            is_transient(error.cause) || matches!(error.cause, Cause::Other | Cause::NeedsAuthentication);
        // The names of the relay were read from the subject: what they stand for is missing.
        let is_known = match (&self.relay, self.options.rev.or(self.subject.rev())) {
            (Some(relay), Some(_)) => relay.named.is_some(),
            (relay, _) => relay.is_some(),
        };
        let is_missing = is_known && error.cause == Cause::NoSuchRevision;
        if self.subject.transport() == Transport::File && (is_damage || is_missing) && !is_ours {
            return CustodyError::new(Cause::Damaged, error.what, self.named(&error.detail));
        }
        CustodyError {
            detail: self.named(&error.detail),
            ..error
        }
    }

    /// Words of git without the places where only this program works.
    fn named(&self, detail: &str) -> String {
        let subject = self.places.first().map(|place| place.display().to_string());
        let relay = self.relay.as_ref().map(|relay| relay.directory.join("objects"));
        let named = match (subject, relay) {
            (Some(subject), Some(relay)) => detail.replace(&relay.display().to_string(), &subject),
            _ => detail.to_owned(),
        };
        named.replace(&self.scratch.display().to_string(), "(our copy)")
    }

    /// Clones the history of the wanted commit.
    pub(crate) async fn history(&self) -> Result<Cloned, CustodyError> {
        let whole = match self.takes_all {
            true => self.cloned(Extent::Everything, true).await.ok(),
            false => None,
        };
        let is_whole = whole.is_some();
        let (malformed, named) = match whole {
            Some(named) => (None, named),
            None => match self.history_alone().await {
                Err(error) if error.cause == Cause::Damaged => return self.salvaged(error).await,
                other => other?,
            },
        };
        let (commit, came_along) = self.resolve(named).await?;
        self.seal(&commit).map_err(|error| self.failed(&error))?;
        Ok(Cloned {
            commit,
            malformed,
            is_whole: is_whole && came_along,
            lost: None,
        })
    }

    /// What can be read of a subject that git refuses for `error`; that error, where it is not enough.
    async fn salvaged(&self, error: CustodyError) -> Result<Cloned, CustodyError> {
        let wanted = match (&self.relay, self.options.rev.or(self.subject.rev())) {
            (Some(_), Some(rev)) if is_full_id(rev) => Some(rev.to_owned()),
            (Some(relay), Some(_)) => relay.named.clone(),
            (Some(relay), None) => relay.head.clone(),
            (None, _) => None,
        };
        let (Some(relay), Some(wanted)) = (&self.relay, wanted) else {
            return Err(error);
        };
        match salvage::clone(self, &relay.directory, &wanted).await? {
            Some(salvaged) => Ok(Cloned {
                commit: salvaged.commit,
                // Where what is lost is named, git's first complaint adds nothing.
                malformed: salvaged.notes.is_empty().then_some(error.detail),
                is_whole: true,
                lost: Some(salvaged.notes),
            }),
            None => Err(CustodyError {
                detail: match git::says_nothing(&error.detail) {
                    true => format!("the commit {wanted} or its tree is missing or damaged"),
                    false => format!(
                        "the commit {wanted} or its tree is missing or damaged: {}",
                        error.detail
                    ),
                },
                ..error
            }),
        }
    }

    /// The repository of ours that stands for a directory of this machine.
    pub(crate) fn relay(&self) -> Option<&Path> {
        self.relay.as_ref().map(|relay| relay.directory.as_path())
    }

    /// Clones the history without contents, and says what git holds against it.
    async fn history_alone(&self) -> Result<(Option<String>, Option<&str>), CustodyError> {
        match self.cloned(Extent::History, true).await {
            Err(error) if is_malformed(&error) => {
                let named = self.cloned(Extent::History, false).await?;
                Ok((Some(error.detail), named))
            }
            other => Ok((None, other?)),
        }
    }

    /// Clones; returns the revision that is still to be found in the clone, where its name was no branch or
    /// tag.
    async fn cloned(&self, extent: Extent, check: bool) -> Result<Option<&str>, CustodyError> {
        let Some(rev) = self.options.rev.or(self.subject.rev()) else {
            self.attempted(None, extent, check).await?;
            return Ok(None);
        };
        let rev = rev
            .strip_prefix("refs/heads/")
            .or(rev.strip_prefix("refs/tags/"))
            .unwrap_or(rev);
        if !is_full_id(rev) {
            match self.attempted(Some(rev), extent, check).await {
                Err(error) if error.cause == Cause::NoSuchRevision && is_hexadecimal(rev) => {}
                other => return other.map(|()| None),
            }
        }
        self.attempted(None, extent, check).await?;
        Ok(Some(rev))
    }

    /// Clones, and again after a pause where the failure may pass.
    async fn attempted(&self, branch: Option<&str>, extent: Extent, check: bool) -> Result<(), CustodyError> {
        let mut pauses = PAUSES.iter();
        loop {
            let error = match self.attempt(branch, extent, check).await {
                Ok(_) => return Ok(()),
                Err(failure) => self.told(&failure, &self.what()),
            };
            if self.shows_secret_after(error.cause) || self.follows(&error).await? {
                continue;
            }
            match pauses.next() {
                Some(pause) if is_transient(error.cause) => tokio::time::sleep(*pause).await,
                _ => return Err(error),
            }
        }
    }

    /// Whether there is reason to try again, showing what was held back so far.
    pub(super) fn shows_secret_after(&self, cause: Cause) -> bool {
        matches!(cause, Cause::NeedsAuthentication | Cause::NotFound)
            && self.secret.is_some()
            && !self.is_asked.swap(true, Ordering::Relaxed)
    }

    async fn attempt(&self, branch: Option<&str>, extent: Extent, check: bool) -> Result<Output, Failure> {
        let directory = self.clone_directory();
        match fs::remove_dir_all(&directory) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::Start(error)),
            _ => {}
        }
        let mut arguments: Vec<String> = [
            "clone",
            "--quiet",
            "--bare",
            "--template=",
            "--no-tags",
            "--single-branch",
            "--no-recurse-submodules",
        ]
        .map(str::to_owned)
        .into();
        if extent == Extent::History {
            arguments.push("--filter=blob:none".to_owned());
        }
        arguments.extend(branch.map(|branch| format!("--branch={branch}")));
        arguments.extend([
            "--".to_owned(),
            self.source().to_owned(),
            directory.display().to_string(),
        ]);
        let call = self.fetching(arguments, check);
        self.git.run(&call).await
    }

    pub(super) fn fetching(&self, arguments: Vec<String>, check: bool) -> Call {
        let limits = &self.options.limits;
        let mut call = Call::reading(arguments, limits.fetch_wall, FETCH_OUTPUT_MAX);
        call.transport = Some(self.subject.transport());
        call.settings.push(format!("transfer.fsckObjects={check}"));
        call.settings.extend(self.pin.clone());
        call.disk = Some((self.clone_directory().join("objects/pack"), limits.pack_bytes));
        call.reads.extend(self.places.iter().cloned());
        call.writes.push(self.scratch.clone());
        if let Some(secret) = self
            .secret
            .as_ref()
            .filter(|_| self.is_asked.load(Ordering::Relaxed))
        {
            secret.give_to(&mut call);
        }
        if self.subject.transport() == Transport::File {
            call.home = Some(self.home());
            call.data = Some(LOCAL_DATA_MAX);
            // A clone of a directory is made anew for every case that needs it: it need not outlast a power failure.
            call.settings.push("core.fsync=none".to_owned());
        }
        call
    }

    /// The full id of the wanted commit, and whether it came with the clone; one that no branch holds is asked for
    /// by its id.
    async fn resolve(&self, rev: Option<&str>) -> Result<(String, bool), CustodyError> {
        if let Some(id) = self.commit_id(rev.unwrap_or("HEAD")).await {
            return Ok((id, true));
        }
        let Some(rev) = rev else {
            let what = self.what();
            return Err(CustodyError::new(
                Cause::Empty,
                what,
                "it has no commits on its default branch",
            ));
        };
        if is_full_id(rev) {
            let arguments = [
                "fetch",
                "--quiet",
                "--no-tags",
                "--filter=blob:none",
                "--",
                "origin",
                rev,
            ];
            let call = self
                .fetching(arguments.map(str::to_owned).into(), false)
                .on(&self.clone_directory());
            // Whether it worked shows in whether the commit is there.
            let _ = self.git.run(&call).await;
        }
        let found = self.commit_id(rev).await.ok_or_else(|| {
            let detail = format!("there is no branch, tag or commit `{rev}`");
            CustodyError::new(Cause::NoSuchRevision, self.what(), detail)
        });
        Ok((found?, false))
    }

    async fn commit_id(&self, rev: &str) -> Option<String> {
        let rev = format!("{rev}^{{commit}}");
        let arguments = ["rev-parse", "--quiet", "--verify", "--end-of-options", &rev];
        let call = Call::reading(arguments, self.options.limits.read_wall, FETCH_OUTPUT_MAX)
            .on(&self.clone_directory());
        let output = self.git.run(&call).await.ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let id = text.lines().find(|line| is_full_id(line))?;
        Some(id.to_owned())
    }

    /// Takes the origin out of the clone, so that nothing is ever fetched again by reading, and leaves HEAD at
    /// the commit.
    pub(super) fn seal(&self, commit: &str) -> io::Result<()> {
        let clone = self.clone_directory();
        fs::write(clone.join("config"), configuration(commit, ""))?;
        fs::write(clone.join("HEAD"), format!("{commit}\n"))
    }

    /// Fetches the contents of the commit, but for files above the limit.
    pub(crate) async fn contents(&self, commit: &str) -> Result<(), CustodyError> {
        let repository = self.scratch.join("contents");
        self.open_contents(&repository, commit)
            .map_err(|error| self.failed(&error))?;
        let filter = format!("--filter=blob:limit={}", self.options.limits.document_bytes);
        let arguments = [
            "fetch",
            "--quiet",
            "--depth=1",
            &filter,
            "--no-tags",
            "--no-write-fetch-head",
            "--recurse-submodules=no",
            "--",
            "origin",
            commit,
        ];
        let mut call = self
            .fetching(arguments.map(str::to_owned).into(), false)
            .on(&repository);
        call.environment.push((
            "GIT_OBJECT_DIRECTORY",
            self.clone_directory().join("objects").into_os_string(),
        ));
        self.fetched(&call).await.map(drop)
    }

    /// What a fetch wrote, and again after a pause where the failure may pass.
    pub(super) async fn fetched(&self, call: &Call) -> Result<Output, CustodyError> {
        let mut pauses = PAUSES.iter();
        loop {
            let error = match self.git.run(call).await {
                Ok(output) => return Ok(output),
                Err(failure) => self.told(
                    &failure,
                    &format!("fetching the files of {}", self.subject.address()),
                ),
            };
            match pauses.next() {
                Some(pause) if is_transient(error.cause) => tokio::time::sleep(*pause).await,
                _ => return Err(error),
            }
        }
    }

    /// A second repository over the same objects: its being shallow does not make the history so.
    pub(super) fn open_contents(&self, repository: &Path, commit: &str) -> io::Result<()> {
        fs::create_dir_all(repository.join("refs"))?;
        fs::create_dir_all(repository.join("objects"))?;
        fs::write(repository.join("HEAD"), "ref: refs/heads/none\n")?;
        let origin = format!(
            "[remote \"origin\"]\n\turl = {}\n\tpromisor = true\n",
            quoted(self.source())
        );
        fs::write(repository.join("config"), configuration(commit, &origin))
    }
}

/// The configuration of a bare repository whose ids are of the length of `commit`.
fn configuration(commit: &str, more: &str) -> String {
    let format = if commit.len() > 40 {
        "[extensions]\n\tobjectFormat = sha256\n"
    } else {
        ""
    };
    format!("[core]\n\trepositoryformatversion = 1\n\tbare = true\n{format}{more}")
}

/// A value of git's configuration files.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The repository that stands for a directory of this machine. Its path must be fit for the list of borrowed objects.
fn relay_of(local: &Local, rev: Option<&str>, scratch: &Path) -> Result<Relay, CustodyError> {
    file_url(&local.objects())?;
    relay::make(local, rev, &scratch.join("relay"))
}

fn file_url(directory: &Path) -> Result<String, CustodyError> {
    let refuse = || {
        let what = format!("opening {}", directory.display());
        CustodyError::new(Cause::BadAddress, what, "its path is no valid text")
    };
    let plain = directory
        .to_str()
        .filter(|path| !path.chars().any(char::is_control))
        .ok_or_else(refuse)?;
    url::Url::from_file_path(plain)
        .map(String::from)
        .map_err(|()| refuse())
}

/// Whether git's checks of the received objects failed, rather than receiving them.
fn is_malformed(error: &CustodyError) -> bool {
    let words = ["error: object ", "fsck", "index-pack"];
    matches!(error.cause, Cause::Other | Cause::Damaged)
        && words.into_iter().any(|word| error.detail.contains(word))
}

/// Whether this is a whole object id: 40 or 64 hexadecimal digits.
pub(crate) fn is_full_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && is_hexadecimal(text)
}

fn is_hexadecimal(text: &str) -> bool {
    text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
