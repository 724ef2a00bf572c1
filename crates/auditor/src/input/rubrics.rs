//! Rubrics by name or file: finding them, and telling their authors what was understood.

use crate::error::CommandError;
use crate::input::file::{self, InputFile};
use crate::worker::{Kind, rehearse};
use court::input::InputError;
use court::pack;
use court::protocol::own::{Own, PREFIX};
use court::protocol::{Demand, Form};
use court::rubric::{self, Dimension, Includes, Rubric};
use court::visible::visible;
use probes::families::fields::Field;
use probes::own;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// Most bytes of a rubric and of a file beside it.
const BYTES_MAX: u64 = rubric::TEXT_LIMIT as u64;
/// A protocol in a file of its own.
const PROTOCOL: InputFile = InputFile {
    what: "protocol",
    bytes_max: BYTES_MAX,
    hint: "give a YAML file, such as `auditor rubric compile RUBRIC --out FILE` writes",
};

/// The rubric for any subject.
pub(crate) const ANY_RUBRIC: &str = "engineering";
/// The rubric for LangGraph programs that judge repositories.
const AUDITORS_RUBRIC: &str = "automaton-auditor";
/// The rubrics that a subject may be given.
pub(crate) const BY_SUBJECT_RUBRICS: [&str; 2] = [AUDITORS_RUBRIC, ANY_RUBRIC];
/// What stands for the rubric in a case whose rubric goes by the subject.
pub(crate) const BY_SUBJECT: &str = "a rubric by subject, 2";

/// The rubric for a subject of this field, where none is named.
pub(crate) const fn rubric_of(field: Field) -> &'static str {
    match field {
        Field::LangGraph => AUDITORS_RUBRIC,
        Field::General | Field::Engineering => ANY_RUBRIC,
    }
}

/// The built-in rubrics, one a line, with what they grade.
pub(crate) fn list() -> Result<String, CommandError> {
    let mut text = String::new();
    for name in rubric::BUILT_IN {
        let rubric = load(name)?;
        let target = rubric.target.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "{name:<20} {:>2} dimensions  {target}",
            rubric.dimensions.len()
        );
    }
    Ok(visible(&text))
}

/// The text of a built-in rubric or of a file, to start one's own from.
pub(crate) fn source(name: &str) -> Result<String, CommandError> {
    match rubric::built_in(name) {
        Some(text) => Ok(text.to_owned()),
        None => read(name),
    }
}

/// The words of the field that a rubric is about: of its demands, some look for people and parts by such words.
pub(crate) fn words(name: &str) -> Result<&'static str, CommandError> {
    let rubric = load(name)?;
    let readings = rubric.dimensions.iter().filter_map(Dimension::reading);
    let probes: Vec<String> = readings
        .flat_map(|reading| reading.demands)
        .map(|demand| demand.probe)
        .collect();
    if Field::wanted(probes.iter().map(String::as_str)).contains(&Field::LangGraph) {
        Ok(pack::LANGGRAPH)
    } else {
        Err(
            CommandError::usage(format!("{name} is about no field with words of its own")).hint(format!(
                "`auditor rubric show {AUDITORS_RUBRIC} --words` shows those of LangGraph auditors"
            )),
        )
    }
}

/// The rubric of this name, else the one in this file.
pub(crate) fn load(name: &str) -> Result<Rubric, CommandError> {
    load_with(name, None)
}

/// The same with a protocol in a file of its own.
pub(crate) fn load_with(name: &str, protocol: Option<&Path>) -> Result<Rubric, CommandError> {
    let text = source(name)?;
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy());
    let given = protocol.map(|path| path.to_string_lossy().into_owned());
    let given = given
        .map(|path| PROTOCOL.text(Path::new(&path)).map(|text| (path, text)))
        .transpose()?;
    let beside = |file: &str| read_beside(name, file);
    let beside = Includes::new(&beside);
    let beside = match &given {
        Some((path, text)) => beside.with_protocol(path, text),
        None => beside,
    };
    if rubric::built_in(name).is_none() {
        rehearse(Kind::Rubric, name, &text)?;
    }
    let rubric = rubric::parse_with(&text, &stem.unwrap_or_default(), &beside)
        .map_err(|error| refused(name, &error))?;
    usable(name, &rubric)?;
    Ok(rubric)
}

/// What stands in the place of a rubric that cannot be read, where a report is to say so: one dimension that nobody judges.
pub(crate) fn unread(fault: &str) -> Rubric {
    let metadata = json!({"rubric_name": "a rubric that cannot be read", "description": fault});
    let dimension = json!({"id": "rubric", "name": "Rubric", "target_artifact": "github_repo"});
    let text = json!({"rubric_metadata": metadata, "dimensions": [dimension]}).to_string();
    rubric::parse(&text, "unread").expect("one dimension without demands is a rubric")
}

/// A file below the folder of a rubric in a file.
fn read_beside(name: &str, file: &str) -> Result<String, String> {
    if rubric::built_in(name).is_some() {
        return Err("a built-in rubric has no files beside it".to_owned());
    }
    let path = Path::new(name).with_file_name(file);
    file::read_text(&path, BYTES_MAX).map_err(|unread| unread.why().to_owned())
}

/// Refuses what the detectives cannot look for.
fn usable(name: &str, rubric: &Rubric) -> Result<(), CommandError> {
    own::check(&rubric.probes).map_err(|flaw| {
        CommandError::usage(format!("{name}: {}: {}", flaw.at, flaw.problem)).hints(flaw.fix)
    })?;
    for dimension in &rubric.dimensions {
        let demands = dimension.demanded.iter().flat_map(|reading| &reading.demands);
        for demand in demands {
            answerable(demand, &rubric.probes).map_err(|(what, fix)| {
                CommandError::usage(format!("{name}: `{}` {what}", dimension.id)).hint(fix)
            })?;
        }
    }
    Ok(())
}

/// Refuses a demand that no answer could meet: one on a probe that is not there, or for another form of answer than it gives.
fn answerable(demand: &Demand, owns: &[Own]) -> Result<(), (String, String)> {
    let (probe, want) = (&demand.probe, &demand.want);
    if !probe.starts_with(PREFIX) {
        own::known(probe).map_err(|fix| (format!("demands `{probe}`, but there is no such probe"), fix))?;
    }
    match Form::of(probe, owns).filter(|form| !form.takes(want)) {
        None => Ok(()),
        Some(form) => Err((
            format!("wants `{want}` of `{probe}`, which answers with {}", form.named()),
            format!("want one of {}", form.wanted()),
        )),
    }
}

/// What is wrong with a rubric or a file beside it, for its author.
pub(crate) fn refused(name: &str, error: &InputError) -> CommandError {
    let file = error.file.as_deref().unwrap_or(name);
    CommandError::in_file(file, &error.at, &error.problem, error.fix.as_deref())
}

fn read(name: &str) -> Result<String, CommandError> {
    let known = format!("built in are: {}", rubric::BUILT_IN.join(", "));
    file::read_or_suggest("rubric", name, BYTES_MAX, rubric::nearest_built_in(name), &known)
}

#[cfg(test)]
mod tests;
