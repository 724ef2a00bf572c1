//! Decided cases, as this program tells them when it is started again.

use fleet::Refusal;
use fleet::program::Program;
use serde_json::Value;
use std::path::Path;
use wordlist::array;

/// The file that an audit is read from.
const REPORT: &str = "report.json";
/// Variables that speak of how much a person wants to read.
const FOR_PEOPLE: [&str; 6] = array(
    "AUDITOR_FRESH AUDITOR_HEADINGS AUDITOR_INSPECT_FORMAT AUDITOR_NO_PROGRESS AUDITOR_QUIET AUDITOR_VERBOSE",
);

/// The program with its journal in `data`, or where it looks for it by itself.
pub(crate) fn program(data: Option<&Path>) -> Program {
    Program::with_data(data).without(&FOR_PEOPLE)
}

/// The report of a decided case, with what people said of it.
pub(crate) async fn report(program: &Program, case: &str) -> Result<Value, Refusal> {
    let folder = tempfile::tempdir()?;
    replay(program, case, folder.path(), &[]).await?;
    report_in(folder.path())
}

/// Rules again on a case and writes its reports to a folder; gives what it tells of that.
pub(crate) async fn replay(
    program: &Program,
    case: &str,
    out: &Path,
    options: &[String],
) -> Result<String, Refusal> {
    let mut arguments = vec!["replay".into(), "--out".into(), out.as_os_str().to_owned()];
    arguments.extend(options.iter().map(Into::into));
    arguments.extend(["--".into(), case.into()]);
    program.ask(&arguments).await
}

/// The report that a command wrote to a folder.
pub(crate) fn report_in(folder: &Path) -> Result<Value, Refusal> {
    let bytes = std::fs::read(folder.join(REPORT))
        .map_err(|error| Refusal(format!("no report was written: {error}")))?;
    serde_json::from_slice(&bytes).map_err(|error| Refusal(format!("the report cannot be read: {error}")))
}
