//! Small neural networks, packed into the program: unpacked within a limit, each run on one thread.
//!
//! Nothing here opens a file, asks the clock or starts a process. The same input gives the same numbers on the same kind
//! of processor.

mod packed;
mod squares;

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView, op_registry};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use squares::{Shape, Squares};
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

/// A network with one input and one output, cut at its convolutions with squares, which are computed here.
pub(crate) struct Network {
    model: Model,
    stages: Vec<Stage>,
    /// What is taken beside what the stage before gives.
    kept: Vec<NodeId>,
    input: NodeId,
    output: NodeId,
}

/// What leads to a convolution with squares, and that.
struct Stage {
    before: NodeId,
    after: NodeId,
    squares: Squares,
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
        let (mut kept, mut last) = (Vec::new(), (self.input, input.into_dyn()));
        for stage in &self.stages {
            let before = self.part(&mut kept, last, stage.before, runner)?;
            last = (stage.after, stage.convolved(&before)?);
            if self.kept.contains(&stage.before) {
                kept.push((stage.before, before));
            }
        }
        Ok(self.part(&mut kept, last, self.output, runner)?.into_data())
    }

    /// One value of it, from what was kept and the last one, which is kept too where it is taken again.
    fn part(
        &self,
        kept: &mut Vec<(NodeId, Tensor<f32>)>,
        last: (NodeId, Tensor<f32>),
        to: NodeId,
        runner: &Runner,
    ) -> Result<Tensor<f32>, Fault> {
        let mut from: Vec<(NodeId, ValueOrView<'_>)> = Vec::new();
        if self.kept.contains(&last.0) {
            kept.push(last);
        } else {
            from.push((last.0, last.1.into()));
        }
        from.extend(kept.iter().map(|(at, tensor)| (*at, tensor.view().into())));
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&runner.0)));
        let [output] = self
            .model
            .run_n(from, [to], Some(options))
            .map_err(|error| Fault::Run(error.to_string()))?;
        numbers(output).ok_or_else(|| Fault::Run("an output that is no numbers".to_owned()))
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
        let side = weights.shape().last().copied().unwrap_or_default();
        let shifts = match shifts {
            "" => vec![0.0; weights.shape().first().copied().unwrap_or_default()],
            name => constant(model, node(model, name)?)?.into_data(),
        };
        Ok(Self {
            before: node(model, before)?,
            after: node(model, after)?,
            squares: Squares::new(weights.into_data(), shifts, side, [step(down)?, step(across)?])
                .ok_or_else(|| damaged("a cut of another shape"))?,
        })
    }

    fn convolved(&self, before: &Tensor<f32>) -> Result<Tensor<f32>, Fault> {
        let &[1, channels, height, width] = before.shape() else {
            return Err(Fault::Run("a stage of another shape".to_owned()));
        };
        if channels != self.squares.taken() {
            return Err(Fault::Run("a stage of other channels".to_owned()));
        }
        let shape = Shape {
            channels,
            height,
            width,
        };
        let planes = self.squares.run(before.to_contiguous().data(), shape);
        let out = self.squares.shape(shape);
        Ok(Tensor::from_data(
            &[1, out.channels, out.height, out.width],
            planes,
        ))
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
