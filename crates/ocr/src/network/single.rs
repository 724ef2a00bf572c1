//! Convolutions of single channels, which take most of the time where they are computed number by number: a vector at
//! once, with the widest ones that the processor has.

use rten_simd::ops::NumOps;
use rten_simd::{Isa, SimdOp};

/// Numbers of the widest vector.
const LANES_MAX: usize = 16;
/// Vectors that are summed side by side.
const ABREAST: usize = 4;

/// The weights of a convolution: each channel is convolved with a square of its own, and keeps its size but for the steps.
pub(super) struct Single {
    /// Square by square, row by row.
    pub(super) weights: Vec<f32>,
    /// What is added, by channel.
    pub(super) shifts: Vec<f32>,
    /// Rows of a square: odd.
    pub(super) side: usize,
    /// Steps from row to row, and from column to column.
    pub(super) steps: [usize; 2],
}

/// The shape of planes that are computed, one for each channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) height: usize,
    pub(super) width: usize,
}

impl Single {
    /// The shape that comes out of one that goes in.
    pub(super) fn shape(&self, input: Shape) -> Shape {
        let [down, across] = self.steps;
        Shape {
            height: input.height.div_ceil(down),
            width: input.width.div_ceil(across),
        }
    }

    /// The planes that come out, one after the other; as many as there are shifts go in.
    pub(super) fn run(&self, input: &[f32], shape: Shape) -> Vec<f32> {
        Run {
            single: self,
            input,
            shape,
        }
        .dispatch()
    }
}

struct Run<'a> {
    single: &'a Single,
    input: &'a [f32],
    shape: Shape,
}

impl SimdOp for Run<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) -> Vec<f32> {
        let Single {
            weights,
            shifts,
            side,
            ..
        } = self.single;
        let out = self.single.shape(self.shape);
        let (taken, squared) = (self.shape.height * self.shape.width, side * side);
        let mut output = Vec::with_capacity(shifts.len() * out.height * out.width);
        let mut padded = Padded::new(self.single, self.shape, out.width);
        let mut row = vec![0.0; out.width.next_multiple_of(LANES_MAX)];
        let channels = self.input.chunks_exact(taken).zip(weights.chunks_exact(squared));
        for ((plane, square), shift) in channels.zip(shifts) {
            padded.fill(plane);
            for y in 0..out.height {
                convolve(isa.f32(), &padded, y, square, *shift, &mut row);
                output.extend_from_slice(&row[..out.width]);
            }
        }
        output
    }
}

/// One row of what comes out.
#[inline(always)]
fn convolve<O: NumOps<f32>>(ops: O, padded: &Padded, y: usize, square: &[f32], shift: f32, row: &mut [f32]) {
    let lanes = ops.len();
    let mut x = 0;
    while x + ABREAST * lanes <= row.len() {
        abreast::<O, ABREAST>(ops, padded, [y, x], square, shift, row);
        x += ABREAST * lanes;
    }
    while x < row.len() {
        abreast::<O, 1>(ops, padded, [y, x], square, shift, row);
        x += lanes;
    }
}

/// So many vectors of a row.
#[inline(always)]
fn abreast<O: NumOps<f32>, const N: usize>(
    ops: O,
    padded: &Padded,
    [y, x]: [usize; 2],
    square: &[f32],
    shift: f32,
    row: &mut [f32],
) {
    let mut sums = [ops.splat(shift); N];
    for (down, weights) in square.chunks_exact(padded.side).enumerate() {
        for (across, weight) in weights.iter().enumerate() {
            let values = &padded.from(y, down, across)[x..][..N * ops.len()];
            let weight = ops.splat(*weight);
            // Loaded one by one: a closure would be a call of its own, without the processor's wide vectors.
            for at in 0..N {
                sums[at] = ops.mul_add(ops.load(&values[at * ops.len()..]), weight, sums[at]);
            }
        }
    }
    for (at, sum) in sums.into_iter().enumerate() {
        ops.store(sum, &mut row[x + at * ops.len()..]);
    }
}

/// A plane with zeros around it; where steps are wider than one, the columns of each turn stand together.
struct Padded {
    data: Vec<f32>,
    shape: Shape,
    side: usize,
    steps: [usize; 2],
    /// Numbers of the columns of one turn.
    length: usize,
}

impl Padded {
    fn new(single: &Single, shape: Shape, width: usize) -> Self {
        let length = width.next_multiple_of(LANES_MAX) + single.side;
        let rows = shape.height + single.side - 1;
        Self {
            data: vec![0.0; rows * single.steps[1] * length],
            shape,
            side: single.side,
            steps: single.steps,
            length,
        }
    }

    fn fill(&mut self, plane: &[f32]) {
        let (margin, turns) = (self.side / 2, self.steps[1]);
        for (y, row) in plane.chunks_exact(self.shape.width).enumerate() {
            let start = (y + margin) * turns * self.length;
            let place = &mut self.data[start..start + turns * self.length];
            if turns == 1 {
                place[margin..margin + row.len()].copy_from_slice(row);
                continue;
            }
            for (x, value) in (margin..).zip(row) {
                place[x % turns * self.length + x / turns] = *value;
            }
        }
    }

    /// The numbers that meet one weight of a square along a row of what comes out.
    #[inline(always)]
    fn from(&self, y: usize, down: usize, across: usize) -> &[f32] {
        let [rows, turns] = self.steps;
        let start = ((y * rows + down) * turns + across % turns) * self.length;
        &self.data[start + across / turns..start + self.length]
    }
}

#[cfg(test)]
mod tests;
