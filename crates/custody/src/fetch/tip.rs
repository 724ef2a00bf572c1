//! Which commit is to be audited, without fetching anything: the cheap question that a remembered case needs.

use super::Fetch;
use crate::error::CustodyError;
use crate::object_id::is_full_id;

/// Most bytes of a list of a few names.
const LIST_BYTES_MAX: u64 = 64 << 10;

impl Fetch<'_> {
    /// The full id of the wanted commit, as the subject lists it; `None` where the list does not say.
    pub(crate) async fn tip(&self) -> Result<Option<String>, CustodyError> {
        let wanted = self.rev();
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

    async fn listed(&self, names: &[String]) -> Result<Vec<u8>, CustodyError> {
        let call = || {
            let arguments = ["ls-remote", "--", self.source()].into_iter();
            let names = names.iter().map(String::as_str);
            let mut call = self.call(arguments.chain(names), false);
            call.output_max = LIST_BYTES_MAX;
            call.disk = None;
            Ok(call)
        };
        Ok(self.run(&self.what(), call).await?.stdout)
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
