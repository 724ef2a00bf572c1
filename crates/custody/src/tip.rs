//! Which commit is to be audited, without fetching anything: the cheap question that a remembered case needs.

use super::local::{self, Local};
use super::{Fetch, Place, SeizeOptions, Subject, address, git};
use crate::clone::{PAUSES, is_full_id};
use crate::failure::{Cause, CustodyError, is_transient};

/// Most bytes of a list of a few names.
const LIST_BYTES_MAX: u64 = 64 << 10;

impl Fetch<'_> {
    /// The full id of the wanted commit, as the subject lists it; `None` where the list does not say.
    async fn tip(&self) -> Result<Option<String>, CustodyError> {
        let wanted = self.options.rev.or(self.subject.rev());
        if let Some(id) = wanted.filter(|rev| is_full_id(rev)) {
            return Ok(Some(id.to_owned()));
        }
        let names = names(wanted);
        let listed = String::from_utf8_lossy(&self.listed(&names).await?).into_owned();
        let id_of = |name: &String| {
            let lines = listed.lines().filter_map(|line| line.split_once('\t'));
            lines
                .filter(|(id, listed)| is_full_id(id) && listed == name)
                .map(|(id, _)| id.to_owned())
                .next()
        };
        Ok(names.iter().find_map(id_of))
    }

    /// What git lists, and again after a pause where the failure may pass.
    async fn listed(&self, names: &[String]) -> Result<Vec<u8>, CustodyError> {
        let mut pauses = PAUSES.iter();
        loop {
            let arguments = ["ls-remote", "--", self.source()].map(str::to_owned);
            let mut call = self.fetching([arguments.as_slice(), names].concat(), false);
            call.output_max = LIST_BYTES_MAX;
            call.disk = None;
            let error = match self.git.run(&call).await {
                Ok(output) => return Ok(output.stdout),
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
}

/// The names under which a revision is listed, the surest first; a peeled tag goes before the tag.
fn names(wanted: Option<&str>) -> Vec<String> {
    match wanted {
        None | Some("HEAD") => vec!["HEAD".to_owned()],
        Some(full) if full.starts_with("refs/") => vec![format!("{full}^{{}}"), full.to_owned()],
        Some(rev) => {
            vec![
                format!("refs/heads/{rev}"),
                format!("refs/tags/{rev}^{{}}"),
                format!("refs/tags/{rev}"),
            ]
        }
    }
}

/// The commit that [`seize`](super::seize) would take now; `None` where only a clone can tell.
///
/// # Errors
/// Where there is nothing to audit, or the host or git failed.
pub async fn tip(subject: &Subject, options: &SeizeOptions<'_>) -> Result<Option<String>, CustodyError> {
    if let Some(rev) = options.rev {
        let what = || format!("looking at {}", subject.address());
        address::check_rev(rev)
            .map_err(|error| CustodyError::new(Cause::NoSuchRevision, what(), error.problem))?;
    }
    let git = git::git().await?;
    let local = subject.directory().map(local::locate).transpose()?;
    let is_asked = options.rev.or(subject.rev()).is_some();
    if let Some(head) = local.as_ref().filter(|_| !is_asked).and_then(Local::head) {
        return Ok(Some(head));
    }
    let place = Place::prepare(options.directory)?;
    let fetch = Fetch::prepare(git, subject, local.as_ref(), options, place.scratch.clone()).await?;
    fetch.tip().await
}
