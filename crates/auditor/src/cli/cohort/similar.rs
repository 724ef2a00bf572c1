//! Who of a class is alike, from the fingerprints that the audits wrote.

use super::{Cohort, available, one};
use crate::error::CommandError;
use crate::input::file::InputFile;
use ::cohort::Entry;
use ::cohort::class::Class;
use ::cohort::similarity::{self, LeftOut, Pair};
use ::cohort::submission::Outcome;
use ::cohort::trace::{FILE, Trace};
use std::path::Path;

/// The fingerprints of a work.
const TRACES: InputFile = InputFile {
    what: "fingerprints",
    bytes_max: 64 << 20,
    hint: "remove the folder and give the same command again",
};
/// The folder of the starter code.
const BASE: &str = "cohort-base";

/// The fingerprints of the starter code.
pub(super) async fn base(class: &Cohort, subject: &str, data: &Path) -> Result<Trace, CommandError> {
    let entry = Entry {
        id: "the starter code".to_owned(),
        repository: subject.to_owned(),
        folder: BASE.to_owned(),
        ..Entry::default()
    };
    match one::audit(class, &entry, available(), data).await {
        Outcome::Audited(_) => traces(&class.out.join(BASE)),
        Outcome::Failed(cause) => Err(
            CommandError::usage(format!("the starter code {subject}: {cause}")).hint("name it with --base"),
        ),
    }
}

fn traces(folder: &Path) -> Result<Trace, CommandError> {
    let path = folder.join(FILE);
    serde_json::from_slice(&TRACES.bytes(&path)?)
        .map_err(|error| CommandError::auditor(format!("{}: {error}", path.display())).hint(TRACES.hint))
}

/// The pairs that are alike, with what they share. Texts are read for these alone.
pub(super) fn pairs(out: &Path, class: &Class, base: Option<&Trace>) -> Result<Vec<Pair>, CommandError> {
    let folder = |who: usize| out.join(&class.submissions[who].entry.folder);
    let read = class
        .audited()
        .map(|(who, _)| Ok((who, traces(&folder(who))?.without_texts())));
    let all = read.collect::<Result<Vec<_>, CommandError>>()?;
    let left_out = LeftOut::of(&all, base);
    let mut pairs = similarity::pairs(&all, &left_out);
    for pair in &mut pairs {
        let [first, second] = pair.who;
        pair.passages = similarity::passages(&traces(&folder(first))?, &traces(&folder(second))?, &left_out);
    }
    Ok(pairs)
}
