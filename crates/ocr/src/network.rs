//! Small neural networks, packed into the program: unpacked within a limit and run on one thread.
//!
//! Nothing here opens a file, asks the clock or starts a process. The same input gives the same numbers on the same kind
//! of processor.

mod packed;

use rten::{Model, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::Tensor;
use rten_tensor::prelude::*;
use std::sync::Arc;

/// Why a network does not answer.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The weights are not those that this program was made with.
    #[error("the weights of a network are damaged: {0}")]
    Weights(String),
    /// It did not run, for want of memory or of a thread.
    #[error("a network gave up: {0}")]
    Run(String),
}

/// The thread that networks are run on: what calls it waits.
#[derive(Clone)]
pub(crate) struct Runner(Arc<ThreadPool>);

impl Runner {
    /// One thread: networks are run in processes that are held to little.
    pub(crate) fn new() -> Self {
        Self(Arc::new(ThreadPool::with_num_threads(1)))
    }
}

/// A network with one input and one output.
pub(crate) struct Network {
    model: Model,
    input: NodeId,
    output: NodeId,
}

impl Network {
    /// Unpacks a network that was packed as `models/README.md` tells.
    ///
    /// # Errors
    ///
    /// Where it is damaged, or larger than any of ours.
    pub(crate) fn new(packed: &[u8]) -> Result<Self, Fault> {
        let bytes = packed::plain(packed)?;
        let model = Model::load(bytes).map_err(|error| Fault::Weights(error.to_string()))?;
        let ends = (model.input_ids().first(), model.output_ids().first());
        let (Some(input), Some(output)) = ends else {
            return Err(Fault::Weights("a network without ends".to_owned()));
        };
        Ok(Self {
            input: *input,
            output: *output,
            model,
        })
    }

    /// What it makes of an input, row by row.
    ///
    /// # Errors
    ///
    /// Where it does not run.
    pub(crate) fn run(&self, input: impl Into<Value>, runner: &Runner) -> Result<Vec<f32>, Fault> {
        let failed = |what: String| Fault::Run(what);
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&runner.0)));
        let [output] = self
            .model
            .run_n(
                vec![(self.input, input.into().into())],
                [self.output],
                Some(options),
            )
            .map_err(|error| failed(error.to_string()))?;
        let output: Tensor<f32> = output
            .try_into()
            .map_err(|_| failed("an output that is no numbers".to_owned()))?;
        Ok(output.to_vec())
    }
}
