//! The clone: the whole history without contents, then the contents of one commit.
//!
//! Nothing is ever checked out, so there are no links, filters, hooks or clashing names to guard against.
//! The contents come by a second fetch that is shallow and asks for no file above the limit. A server that
//! knows no filters sends everything with the first, and the second is left out. So it is with a directory of
//! this machine whose packs are small, because starting git three times costs more than copying them.

use super::{FETCH_OUTPUT_MAX, Fetch, repair};
use crate::directory;
use crate::error::{Cause, CustodyError};
use crate::git::messages::is_uninformative;
use crate::git::{Call, Failure};
use crate::object_id::{is_full_id, may_be_id};
use crate::read::listing;
use crate::read::trees::EntryKind;
use std::fs;
use wordlist::array;

/// Most bytes of packs of a directory that is copied as a whole: beyond, checking the contents of all commits costs more
/// than starting git again.
const WHOLE_PACKS_BYTES_MAX: u64 = 4 << 20;

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

impl Fetch<'_> {
    /// Clones the history of the wanted commit.
    pub(crate) async fn history(&self) -> Result<Cloned, CustodyError> {
        let is_small = self
            .local
            .is_some_and(|local| local.weighs_at_most(WHOLE_PACKS_BYTES_MAX));
        let whole = match is_small {
            true => self.cloned(Extent::Everything, true).await.ok(),
            false => None,
        };
        let is_whole = whole.is_some();
        let (malformed, named) = match whole {
            Some(named) => (None, named),
            None => match self.history_alone().await {
                Err(error) if error.cause == Cause::Damaged => return self.repaired(error).await,
                other => other?,
            },
        };
        let (commit, came_along) = self.resolve(named).await?;
        self.seal(&commit).map_err(|error| self.io_error(&error))?;
        Ok(Cloned {
            commit,
            malformed,
            is_whole: is_whole && came_along,
            lost: None,
        })
    }

    /// What can be read of a subject that git refuses for `error`; that error, where it is not enough.
    async fn repaired(&self, error: CustodyError) -> Result<Cloned, CustodyError> {
        let wanted = self.mirror.as_ref().and_then(|mirror| match self.rev() {
            Some(rev) if is_full_id(rev) => Some(rev.to_owned()),
            Some(_) => mirror.named.clone(),
            None => mirror.head.clone(),
        });
        let (Some(mirror), Some(wanted)) = (&self.mirror, wanted) else {
            return Err(error);
        };
        if let Some(repaired) = repair::clone(self, &mirror.directory, &wanted).await? {
            return Ok(Cloned {
                commit: repaired.commit,
                // Where what is lost is named, git's first complaint adds nothing.
                malformed: repaired.notes.is_empty().then_some(error.detail),
                is_whole: true,
                lost: Some(repaired.notes),
            });
        }
        let why = format!("the commit {wanted} or its tree is missing or damaged");
        Err(CustodyError {
            detail: match is_uninformative(&error.detail) {
                true => why,
                false => format!("{why}: {}", error.detail),
            },
            ..error
        })
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
        let Some(rev) = self.rev() else {
            self.clone_branch(None, extent, check).await?;
            return Ok(None);
        };
        let rev = rev
            .strip_prefix("refs/heads/")
            .or(rev.strip_prefix("refs/tags/"))
            .unwrap_or(rev);
        if !is_full_id(rev) {
            match self.clone_branch(Some(rev), extent, check).await {
                Err(error) if error.cause == Cause::NoSuchRevision && may_be_id(rev) => {}
                other => return other.map(|()| None),
            }
        }
        self.clone_branch(None, extent, check).await?;
        Ok(Some(rev))
    }

    async fn clone_branch(
        &self,
        branch: Option<&str>,
        extent: Extent,
        check: bool,
    ) -> Result<(), CustodyError> {
        let directory = self.clone_directory();
        let call = || {
            crate::temporary::remove(&directory).map_err(Failure::Start)?;
            let mut arguments: Vec<String> = const {
                array::<7>(
                    "clone --quiet --bare --template= --no-tags --single-branch --no-recurse-submodules",
                )
            }
            .map(str::to_owned)
            .into();
            if extent == Extent::History {
                arguments.push("--filter=blob:none".to_owned());
            }
            arguments.extend(branch.map(|branch| format!("--branch={branch}")));
            let to = directory.display().to_string();
            arguments.extend(["--".to_owned(), self.source().to_owned(), to]);
            Ok(self.call(arguments, check))
        };
        self.run(&self.what(), call).await.map(drop)
    }

    /// The full id of the wanted commit, and whether it came with the clone; one that no branch holds is asked for
    /// by its id.
    async fn resolve(&self, rev: Option<&str>) -> Result<(String, bool), CustodyError> {
        // Git has just written it there, so nobody has to start git again to read it.
        let head = || directory::locate(&self.clone_directory()).ok()?.head();
        let found = match rev {
            None => head(),
            Some(rev) => self.commit_id(rev).await,
        };
        if let Some(id) = found {
            return Ok((id, true));
        }
        let Some(rev) = rev else {
            let why = "it has no commits on its default branch";
            return Err(CustodyError::new(Cause::Empty, self.what(), why));
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
            // Whether it worked shows in whether the commit is there.
            let _ = self
                .git
                .run(&self.call(arguments, false).on(&self.clone_directory()))
                .await;
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

    /// Brings the contents of the commit into the clone, unless the server sent them with the history.
    pub(crate) async fn contents(&self, commit: &str) -> Result<(), CustodyError> {
        let (clone, limits) = (self.clone_directory(), &self.options.limits);
        let listed = listing::list(self.git, &clone, commit, limits).await;
        let listed = listed.map_err(|failure| self.error(&failure, "listing the files"))?;
        let mut entries = listed.entries.iter();
        if !entries.any(|entry| entry.size.is_none() && entry.kind != EntryKind::Submodule) {
            return Ok(());
        }
        match (self.fetch_contents(commit).await, &self.mirror) {
            (Err(error), Some(mirror)) if error.cause == Cause::Damaged => {
                repair::contents(self, &mirror.directory, commit).await
            }
            (done, _) => done,
        }
    }

    /// Fetches the contents of the commit, but for files above the limit.
    async fn fetch_contents(&self, commit: &str) -> Result<(), CustodyError> {
        let repository = self.scratch.join("contents");
        self.make_aside(&repository, commit)
            .map_err(|error| self.io_error(&error))?;
        let filter = format!("--filter=blob:limit={}", self.options.limits.document_bytes);
        let objects = self.clone_directory().join("objects").into_os_string();
        let call = || {
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
            let mut call = self.call(arguments, false).on(&repository);
            call.environment.push(("GIT_OBJECT_DIRECTORY", objects.clone()));
            Ok(call)
        };
        self.run(&self.fetching(), call).await.map(drop)
    }

    /// What is attempted, for messages.
    pub(super) fn fetching(&self) -> String {
        format!("fetching the files of {}", self.subject.address())
    }

    /// Why the history in the clone is not whole, where it is not.
    pub(crate) fn history_note(&self, is_repaired: bool) -> Option<String> {
        let shallow = fs::read_to_string(self.clone_directory().join("shallow")).ok()?;
        let commits = match shallow.lines().count() {
            0 => return None,
            1 => "1 commit".to_owned(),
            count => format!("{count} commits"),
        };
        let why = match is_repaired {
            true => "objects are missing or damaged",
            false => "the repository is a shallow copy",
        };
        Some(format!("{why}: what came before {commits} is missing from it"))
    }
}

/// Whether git's checks of the received objects failed, rather than receiving them.
fn is_malformed(error: &CustodyError) -> bool {
    let words = ["error: object ", "fsck", "index-pack"];
    matches!(error.cause, Cause::Other | Cause::Damaged)
        && words.into_iter().any(|word| error.detail.contains(word))
}
