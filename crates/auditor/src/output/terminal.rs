//! What is written to the terminal or to whoever stands in its place.

use crate::error::CommandError;
use court::visible::{uncommanding, visible};
use std::io::{self, Write as _};

/// Writes a result to standard output. A reader that has seen enough is no failure.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match out
        .write_all(uncommanding(text).as_bytes())
        .and_then(|()| out.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::auditor(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something to people on standard error, where it is safe to lose.
pub(crate) fn notify(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", uncommanding(&visible(text)));
}
