//! `auditor cases`: the docket.

use super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::overrides;
use court::visible::visible;
use journal::{CaseRecord, CaseState};
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(data: Option<&Path>) -> Result<ExitCode, CommandError> {
    let journal = store::open(data)?;
    let cases = wait_for(async { journal.cases().await.map_err(CommandError::auditor) })?;
    let lines: Vec<String> = cases
        .iter()
        .filter(|case| !overrides::is_word(case))
        .map(line)
        .collect();
    print(&lines.concat())?;
    Ok(ExitCode::SUCCESS)
}

/// Id, state, score, commit, subject and rubric, separated by tabs.
fn line(case: &CaseRecord) -> String {
    let text = |key: &str| {
        case.summary
            .as_ref()
            .and_then(|summary| summary.get(key)?.as_str().map(str::to_owned))
    };
    let score = text("overall")
        .zip(text("out_of"))
        .map_or("-".to_owned(), |(score, max)| format!("{score}/{max}"));
    let commit: String = text("commit").unwrap_or_default().chars().take(8).collect();
    let state = match case.state {
        CaseState::Decided => "decided",
        CaseState::Running => "running",
        CaseState::Interrupted => "interrupted",
    };
    let rubric = text("rubric").unwrap_or_default();
    let columns = [
        case.id.to_string(),
        state.to_owned(),
        score,
        commit,
        case.name.clone(),
        rubric,
    ];
    columns.map(|column| visible(&column)).join("\t") + "\n"
}
