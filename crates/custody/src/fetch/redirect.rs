//! Redirections. Git follows none: whoever answers could send it into a network that was never looked at. Where a
//! repository was renamed within its host, the new address is asked for, checked like one that is typed, and used.

use super::Fetch;
use crate::address::{Subject, Transport};
use crate::error::{Cause, CustodyError};
use crate::git::Failure;

/// How git's trace names the header that says where to go.
const HEADER: &str = "recv header: location:";
/// What git asks for below the address of a repository.
const ASKED: &str = "/info/refs";

impl Fetch<'_> {
    /// Whether the failure was a redirection that may be followed, and now is.
    ///
    /// # Errors
    /// Where it leads to another host, or to an address that would be refused if it were typed.
    pub(super) async fn follows(&self, error: &CustodyError) -> Result<bool, CustodyError> {
        if error.cause != Cause::Moved {
            return Ok(false);
        }
        let place = self.destination().await;
        let refuse = |why: String| Err(CustodyError::new(Cause::Moved, self.what(), why));
        let Some(place) = place else {
            return refuse("the host sends whoever asks elsewhere, and does not say where".to_owned());
        };
        match Subject::parse(&place) {
            Err(error) => refuse(format!(
                "the host sends whoever asks to `{place}`: {}",
                error.problem
            )),
            Ok(new) if new.transport() == Transport::Https && new.host() == self.subject.host() => {
                // Where it was sent there before, it is no news.
                Ok(self.moved.set(new.address()).is_ok())
            }
            Ok(new) => refuse(format!(
                "the host sends whoever asks to another one, {}",
                new.address()
            )),
        }
    }

    /// Where the host sends whoever asks for the repository.
    async fn destination(&self) -> Option<String> {
        let arguments = ["ls-remote", "--quiet", "--", self.source(), "HEAD"];
        let mut call = self.call(arguments, false);
        call.disk = None;
        // Headers are traced without what would let anybody in.
        let traced = [("GIT_CURL_VERBOSE", "1"), ("GIT_TRACE_CURL_NO_DATA", "1")];
        call.environment
            .extend(traced.map(|(name, value)| (name, value.into())));
        match self.git.run(&call).await {
            Err(Failure::Refused(trace)) => location(&trace, self.subject.host()?),
            _ => None,
        }
    }
}

/// The address in the last redirection that a trace tells of.
fn location(trace: &str, host: &str) -> Option<String> {
    let place = trace.lines().rev().find_map(|line| {
        let at = line.to_ascii_lowercase().find(HEADER)?;
        line.get(at + HEADER.len()..)
    })?;
    let place = place.trim();
    let place = place.split('?').next().unwrap_or_default();
    let place = place.strip_suffix(ASKED).unwrap_or(place);
    let is_relative = place.starts_with('/') && !place.starts_with("//");
    match is_relative {
        true => Some(format!("https://{host}{place}")),
        false => (!place.is_empty()).then(|| place.to_owned()),
    }
}

#[cfg(test)]
mod tests;
