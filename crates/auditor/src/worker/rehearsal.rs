//! A rubric, a rule set or the list of a class out of a file is first read within walls. One that makes its reader die
//! or hang takes a child with it, and not an audit or a server. Reading goes the same way every time: what the child survives, this process survives.

use super::{Line, WALL, child, exchange, header, parse_lines, this_program};
use crate::error::CommandError;
use cohort::list::{LIST_BYTES_MAX, ListError};
use custody::sandbox::SandboxStatus;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{self, Read as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use tokio::process::Command;

/// The hidden argument that makes this program a child that reads what people may send.
pub(super) const SUBCOMMAND: &str = "__rehearse";
/// Most bytes that the child takes: the longest list, and the line before it. Rubrics and rule sets are shorter.
const BYTES_MAX: u64 = LIST_BYTES_MAX + (1 << 10);

/// What is read.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Rubric,
    Rules,
    List,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Rubric => "rubric",
            Self::Rules => "rules",
            Self::List => "list",
        }
    }
}

/// What to do about a file that its reader does not survive.
const HINT: &str = "make the file smaller or simpler";

/// Has a child read the text of a rubric or a rule set. Whether it is a good one is not asked here.
///
/// # Errors
/// Where the child died of it, took too long, or could not be started.
pub(crate) fn rehearse(kind: Kind, name: &str, text: &str) -> Result<(), CommandError> {
    if survived().contains(text) {
        return Ok(());
    }
    let wrong = |why| CommandError::usage(format!("the {} {name}: the reader {why}", kind.word())).hint(HINT);
    read_by_child(kind, text).map_err(wrong)?;
    survived().insert(text.to_owned());
    Ok(())
}

/// Has a child read the text of a list before it is read here.
///
/// # Errors
/// As those of [`rehearse`].
pub(crate) fn rehearse_list(text: &str) -> Result<(), ListError> {
    let wrong = |why| ListError::new(format!("the list: the reader {why}"), HINT);
    read_by_child(Kind::List, text).map_err(wrong)
}

fn read_by_child(kind: Kind, text: &str) -> Result<(), String> {
    // Tests of modules are another program, which has no such children; those of the program itself have.
    if cfg!(test) {
        return Ok(());
    }
    let command = this_program(SUBCOMMAND).map_err(|cause| format!("could not be started: {cause}"))?;
    read_by(command, kind, text)
}

/// What was read already: a command reads its rubric several times, and starts one child for it.
fn survived() -> MutexGuard<'static, BTreeSet<String>> {
    static SURVIVED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    SURVIVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread of its own waits for the child: who asks may stand in a runtime or in none.
pub(super) fn read_by(command: Command, kind: Kind, text: &str) -> Result<(), String> {
    let input = header(kind.word(), text.as_bytes());
    let waits = || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(exchange(command, &input, WALL))
    };
    match thread::scope(|scope| scope.spawn(waits).join()) {
        Ok(Ok((output, _))) if parse_lines::<Survived>(&output).1.len() == 1 => Ok(()),
        Ok(Ok((_, end))) => Err(end.to_owned()),
        Ok(Err(cause)) => Err(format!("could not be started: {cause}")),
        Err(_) => Err("could not be waited for".to_owned()),
    }
}

/// What the child says once it has read.
#[derive(Serialize, Deserialize)]
struct Survived {}

/// What the child does within its walls.
pub(super) fn work(
    containment: &SandboxStatus,
    input: impl io::Read,
    mut output: impl io::Write,
) -> io::Result<()> {
    child::line(&mut output, &Line::<_, Survived>::Contained(containment))?;
    let mut bytes = Vec::new();
    input.take(BYTES_MAX).read_to_end(&mut bytes)?;
    let (kind, text) = child::first_line(&bytes);
    let text = String::from_utf8_lossy(text);
    if kind == Kind::List.word().as_bytes() {
        cohort::list::rehearse(&text);
    } else if kind == Kind::Rules.word().as_bytes() {
        let _whether_good = court::rules::parse(&text, "");
    } else if let Ok(rubric) = court::rubric::parse(&text, "") {
        let _whether_they_can_be_asked = probes::own::check(&rubric.probes);
    }
    child::line(&mut output, &Line::<SandboxStatus, _>::Part(Survived {}))
}
