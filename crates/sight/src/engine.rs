//! A network and how it is run.

use super::{Fault, weights};
use rten::{Model, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use std::sync::Arc;

/// A network with one input and one output.
pub(super) struct Network {
    model: Model,
    input: NodeId,
    output: NodeId,
    pool: Arc<ThreadPool>,
}

impl Network {
    pub(super) fn new(packed: &[u8], pool: &Arc<ThreadPool>) -> Result<Self, Fault> {
        let damaged = |what: String| Fault::Weights(what);
        let bytes = weights::unpacked(packed)?;
        let model = Model::load(bytes).map_err(|error| damaged(error.to_string()))?;
        let ends = (model.input_ids().first(), model.output_ids().first());
        let (Some(input), Some(output)) = ends else {
            return Err(damaged("a network without ends".to_owned()));
        };
        Ok(Self {
            input: *input,
            output: *output,
            pool: Arc::clone(pool),
            model,
        })
    }

    /// What it makes of one picture, whose planes are `[channels, height, width]`.
    pub(super) fn run(&self, shape: [usize; 3], planes: Vec<f32>) -> Result<Vec<f32>, Fault> {
        let failed = |what: String| Fault::Run(what);
        let [channels, height, width] = shape;
        let input = NdTensor::from_data([1, channels, height, width], planes);
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.pool)));
        let [output] = self
            .model
            .run_n(
                vec![(self.input, Value::from(input).into())],
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
