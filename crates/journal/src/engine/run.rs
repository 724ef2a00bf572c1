//! Running a job's own code: panics are contained, outputs are put into the form in which they are remembered.

use crate::job::{Failure, Job};
use crate::limits::Limits;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Runs the job once. A panic is a final failure of this job, and of nothing else.
pub(super) async fn contained<J: Job>(job: &J, tools: &J::Tools) -> Result<J::Output, Failure> {
    // Unwind safe: after a panic the future is dropped and the job's tools are shared references only.
    let mut running = pin!(async { job.run(tools).await });
    std::future::poll_fn(|context| {
        catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context)))
            .unwrap_or_else(|panic| Poll::Ready(Err(bug(panic.as_ref()))))
    })
    .await
}

/// An output as JSON, and the output read back from it: what a resumed case will see is what this one gets.
pub(super) fn encode<J: Job>(output: &J::Output) -> Result<(String, J::Output), Failure> {
    let text = serde_json::to_string(output).map_err(|error| unfit(&error.to_string()))?;
    if text.len() > Limits::PAYLOAD_BYTES {
        return Err(unfit(&format!(
            "its {} bytes are more than the journal keeps",
            text.len()
        )));
    }
    let output = decode::<J>(&text).map_err(|error| unfit(&error.to_string()))?;
    Ok((text, output))
}

/// An output from its JSON. As bytes, like everybody else who reads these types, so that their readers are compiled once.
pub(super) fn decode<J: Job>(text: &str) -> serde_json::Result<J::Output> {
    serde_json::from_slice(text.as_bytes())
}

fn bug(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    Failure::Final(format!("a bug in the auditor: {words}"))
}

fn unfit(why: &str) -> Failure {
    Failure::Final(format!(
        "a bug in the auditor: the output cannot be remembered: {why}"
    ))
}
