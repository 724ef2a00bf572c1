//! Small neural networks, packed into the program: unpacked within a limit, each run on one thread.
//!
//! Nothing here opens a file, asks the clock or starts a process. The same input gives the same numbers on the same kind
//! of processor.

mod packed;
mod single;

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView, op_registry};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use single::{Shape, Single};
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

impl Fault {
    /// A thread that ended before its work did.
    pub(crate) fn broken() -> Self {
        Self::Run("a thread of it broke".to_owned())
    }
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

/// A network with one input and one output, cut at its convolutions of single channels, which are computed here.
pub(crate) struct Network {
    model: Model,
    stages: Vec<Stage>,
    /// What the rest takes beside what the last stage gives.
    kept: Vec<NodeId>,
    input: NodeId,
    output: NodeId,
}

/// What leads to a convolution of single channels, and that.
struct Stage {
    before: NodeId,
    after: NodeId,
    single: Single,
}

impl Network {
    /// Unpacks a network that was packed and cut as `models/README.md` tells.
    ///
    /// # Errors
    ///
    /// Where it is damaged, or larger than any of ours.
    pub(crate) fn new(packed: &[u8], cuts: &str) -> Result<Self, Fault> {
        let bytes = packed::plain(packed)?;
        let model = options()
            .load(bytes)
            .map_err(|error| damaged(&error.to_string()))?;
        let ends = (model.input_ids().first(), model.output_ids().first());
        let (Some(input), Some(output)) = ends else {
            return Err(damaged("a network without ends"));
        };
        let (stages, kept) = cuts.trim_end().rsplit_once('\n').unwrap_or_default();
        let kept = kept.split('\t').map(|name| node(&model, name));
        let stages = stages.lines().map(|line| Stage::new(&model, line));
        Ok(Self {
            stages: stages.collect::<Result<_, _>>()?,
            kept: kept.collect::<Result<_, _>>()?,
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
    pub(crate) fn run(&self, input: NdTensor<f32, 4>, runner: &Runner) -> Result<Vec<f32>, Fault> {
        let mut last = (self.input, input.into_dyn());
        let mut kept: Vec<(NodeId, Tensor<f32>)> = Vec::new();
        for stage in &self.stages {
            let before = run(&self.model, vec![(last.0, last.1.into())], stage.before, runner)?;
            last = (stage.after, stage.convolved(&before)?);
            if self.kept.contains(&stage.before) {
                kept.push((stage.before, before));
            }
        }
        let mut taken: Vec<(NodeId, ValueOrView<'_>)> = vec![(last.0, last.1.into())];
        taken.extend(kept.into_iter().map(|(at, tensor)| (at, tensor.into())));
        Ok(run(&self.model, taken, self.output, runner)?.into_data())
    }
}

impl Stage {
    /// By a line of the cuts: names of what goes in, of weights and shifts and of what comes out, and two steps.
    fn new(model: &Model, line: &str) -> Result<Self, Fault> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [before, weights, shifts, after, down, across] = fields[..] else {
            return Err(damaged("a cut without its fields"));
        };
        let step = |text: &str| text.parse().map_err(|_| damaged("a cut without steps"));
        let weights = constant(model, node(model, weights)?)?;
        let single = Single {
            side: weights.shape().last().copied().unwrap_or_default(),
            weights: weights.into_data(),
            shifts: constant(model, node(model, shifts)?)?.into_data(),
            steps: [step(down)?, step(across)?],
        };
        let is_sound = single.side % 2 == 1
            && single.steps.iter().all(|step| *step > 0)
            && single.weights.len() == single.shifts.len() * single.side * single.side;
        is_sound
            .then_some(Self {
                before: node(model, before)?,
                after: node(model, after)?,
                single,
            })
            .ok_or_else(|| damaged("a cut of another shape"))
    }

    fn convolved(&self, before: &Tensor<f32>) -> Result<Tensor<f32>, Fault> {
        let channels = self.single.shifts.len();
        let &[1, found, height, width] = before.shape() else {
            return Err(Fault::Run("a stage of another shape".to_owned()));
        };
        if found != channels {
            return Err(Fault::Run("a stage of other channels".to_owned()));
        }
        let shape = Shape { height, width };
        let planes = self.single.run(before.to_contiguous().data(), shape);
        let out = self.single.shape(shape);
        Ok(Tensor::from_data(&[1, channels, out.height, out.width], planes))
    }
}

/// What our networks are made of, and no more: the runtime knows many times as much.
fn options() -> ModelOptions {
    let mut options = ModelOptions::with_ops(op_registry!(
        Add,
        AveragePool,
        BatchNormalization,
        Cast,
        Concat,
        Conv,
        ConvTranspose,
        Div,
        GlobalAveragePool,
        HardSigmoid,
        HardSwish,
        MatMul,
        Mul,
        Pow,
        ReduceMean,
        Relu,
        Reshape,
        Resize,
        Shape,
        Sigmoid,
        Slice,
        Softmax,
        Sqrt,
        Squeeze,
        Sub,
        Transpose
    ));
    // Packed once and not for every line that is read.
    options.prepack_weights(true);
    options
}

fn run(
    model: &Model,
    input: Vec<(NodeId, ValueOrView<'_>)>,
    output: NodeId,
    runner: &Runner,
) -> Result<Tensor<f32>, Fault> {
    let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&runner.0)));
    let [output] = model
        .run_n(input, [output], Some(options))
        .map_err(|error| Fault::Run(error.to_string()))?;
    numbers(output).ok_or_else(|| Fault::Run("an output that is no numbers".to_owned()))
}

fn constant(model: &Model, at: NodeId) -> Result<Tensor<f32>, Fault> {
    let [value] = model
        .run_n(Vec::new(), [at], None)
        .map_err(|error| damaged(&error.to_string()))?;
    numbers(value).ok_or_else(|| damaged("weights that are no numbers"))
}

fn numbers(value: Value) -> Option<Tensor<f32>> {
    value.try_into().ok()
}

fn node(model: &Model, name: &str) -> Result<NodeId, Fault> {
    model.node_id(name).map_err(|error| damaged(&error.to_string()))
}

fn damaged(what: &str) -> Fault {
    Fault::Weights(what.to_owned())
}
