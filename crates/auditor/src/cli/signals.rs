//! Signals that ask the program to end. The work stops where it stands, what is done stays in the journal, and
//! whatever was begun for it is cleared away; a second signal ends the program at once.

use crate::error::{CommandError, ErrorKind};
use rustix::process::Signal;
use std::future::{Future, poll_fn};
use std::task::{Context, Poll};
use tokio::signal::unix::{self, SignalKind};

/// The signals that are obeyed, with their names.
const OBEYED: [(Signal, &str); 3] = [
    (Signal::INT, "SIGINT"),
    (Signal::TERM, "SIGTERM"),
    (Signal::HUP, "SIGHUP"),
];
/// Added to the number of a signal, it gives the exit code that shells know.
const SHELL_BASE: u8 = 128;

/// The signals that have come since this was made: none is lost between two looks.
pub(super) struct Signals(Vec<(Stop, unix::Signal)>);

/// A signal that asked for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop {
    name: &'static str,
    code: u8,
}

impl Signals {
    /// Begins to listen, but not for what whoever started the program had it ignore, as `nohup` does.
    pub(super) fn listen() -> Self {
        let ignored = ignored(&std::fs::read_to_string("/proc/self/status").unwrap_or_default());
        let obeyed = OBEYED.into_iter().filter_map(|(signal, name)| {
            let number = u8::try_from(signal.as_raw()).ok()?;
            let is_ignored = ignored >> (number - 1) & 1 == 1;
            let listening = unix::signal(SignalKind::from_raw(signal.as_raw()));
            let stop = Stop {
                name,
                code: SHELL_BASE + number,
            };
            Some((stop, listening.ok().filter(|_| !is_ignored)?))
        });
        Self(obeyed.collect())
    }

    /// Works until a signal comes; what is done stays done.
    pub(super) async fn interrupting<T>(
        &mut self,
        work: impl Future<Output = Result<T, CommandError>>,
    ) -> Result<T, CommandError> {
        tokio::select! {
            // First: a child may have been stopped by the same signal, and its death is not to be taken for an answer.
            biased;
            stop = self.next() => Err(stop.obeyed()),
            outcome = work => outcome,
        }
    }

    async fn next(&mut self) -> Stop {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Stop> {
        for (stop, listening) in &mut self.0 {
            if listening.poll_recv(context).is_ready() {
                return Poll::Ready(*stop);
            }
        }
        Poll::Pending
    }
}

impl Stop {
    fn obeyed(self) -> CommandError {
        tokio::spawn(async move {
            let again = Signals::listen().next().await;
            // Who asks twice does not want to wait for what is cleared away.
            std::process::exit(again.code.into())
        });
        let what = format!(
            "stopped by {}; the same command goes on where this one stopped",
            self.name
        );
        CommandError::new(ErrorKind::Stopped(self.code), what)
    }
}

/// The signals that are ignored, a bit each, as the system tells; none, where it does not.
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

/// The exit codes, with what they mean.
pub(super) const CODES: [(u8, &str); 3] = [
    (129, "stopped by SIGHUP; the same command goes on"),
    (130, "stopped by SIGINT (Ctrl-C); the same command goes on"),
    (143, "stopped by SIGTERM; the same command goes on"),
];

#[cfg(test)]
mod tests;
