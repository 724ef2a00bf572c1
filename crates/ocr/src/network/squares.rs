//! Convolutions with squares, for which the runtime is slow. It computes those of single channels number by number. For the
//! others it first writes every value once for each weight that meets it. Here all are computed from the values where they lie,
//! a vector at once, with the widest ones that the processor has.

mod strip;

use rten_simd::ops::NumOps;
use rten_simd::{Isa, SimdOp};
use strip::Strip;

/// Numbers of the widest vector.
const LANES_MAX: usize = 16;
/// Channels that are summed side by side where they are made of all that go in.
const BLOCK: usize = 6;

/// The weights of a convolution that keeps the size of its planes but for the steps.
pub(super) struct Squares {
    /// Square by square, row by row: for each channel that comes out one, or one for each that goes in. In the latter case
    /// the weights that meet the same value in a block of channels stand together.
    weights: Vec<f32>,
    /// What is added, by channel that comes out.
    shifts: Vec<f32>,
    /// Rows of a square: 3 or 5.
    side: usize,
    /// Steps from row to row, and from column to column: 1 or 2.
    steps: [usize; 2],
    /// How many channels one that comes out is made of.
    depth: usize,
}

/// Planes of the same shape, one for each channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) channels: usize,
    pub(super) height: usize,
    pub(super) width: usize,
}

impl Shape {
    fn area(self) -> usize {
        self.height * self.width
    }
}

impl Squares {
    /// From weights square by square, and by channel that comes out. Nothing where this is none that can be computed here.
    pub(super) fn new(weights: Vec<f32>, shifts: Vec<f32>, side: usize, steps: [usize; 2]) -> Option<Self> {
        let (count, square) = (shifts.len(), side * side);
        let depth = weights.len().checked_div(count * square)?;
        let is_single = depth == 1 && matches!(side, 3 | 5);
        let is_block = depth > 1 && side == 3 && steps == [1, 1] && count.is_multiple_of(BLOCK);
        let is_whole =
            weights.len() == count * square * depth && steps.iter().all(|step| matches!(step, 1 | 2));
        (is_whole && (is_single || is_block)).then(|| Self {
            weights: if is_block {
                blocks(&weights, depth * square)
            } else {
                weights
            },
            shifts,
            side,
            steps,
            depth,
        })
    }

    /// How many channels go in.
    pub(super) fn taken(&self) -> usize {
        if self.depth == 1 {
            self.shifts.len()
        } else {
            self.depth
        }
    }

    /// The shape that comes out of one that goes in.
    pub(super) fn shape(&self, input: Shape) -> Shape {
        let [down, across] = self.steps;
        Shape {
            channels: self.shifts.len(),
            height: input.height.div_ceil(down),
            width: input.width.div_ceil(across),
        }
    }

    /// The planes that come out, one after the other.
    pub(super) fn run(&self, input: &[f32], shape: Shape) -> Vec<f32> {
        Run {
            squares: self,
            input,
            shape,
        }
        .dispatch()
    }
}

/// The weights of blocks of channels, each of so many, so that those which meet the same value stand together.
fn blocks(weights: &[f32], length: usize) -> Vec<f32> {
    let blocks = weights.chunks_exact(BLOCK * length).flat_map(|block| {
        let meet = move |at: usize| (0..BLOCK).map(move |channel| block[channel * length + at]);
        (0..length).flat_map(meet)
    });
    blocks.collect()
}

struct Run<'a> {
    squares: &'a Squares,
    input: &'a [f32],
    shape: Shape,
}

impl SimdOp for Run<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) -> Vec<f32> {
        let ops = isa.f32();
        let Squares {
            depth, side, steps, ..
        } = self.squares;
        match (depth, side, steps[0]) {
            (1, 3, 1) => self.planes::<_, 1, 4, 3, 1>(ops),
            (1, 3, _) => self.planes::<_, 1, 4, 3, 2>(ops),
            (1, _, 1) => self.planes::<_, 1, 4, 5, 1>(ops),
            (1, _, _) => self.planes::<_, 1, 4, 5, 2>(ops),
            _ => self.planes::<_, BLOCK, 2, 3, 1>(ops),
        }
    }
}

impl Run<'_> {
    /// All planes, `M` channels and `N` rows side by side, by squares of `SIDE` rows that step `STEP` rows.
    #[inline(always)]
    fn planes<O: NumOps<f32>, const M: usize, const N: usize, const SIDE: usize, const STEP: usize>(
        self,
        ops: O,
    ) -> Vec<f32> {
        let (squares, shape) = (self.squares, self.squares.shape(self.shape));
        let (area, length) = (shape.area(), squares.weights.len() / shape.channels);
        let mut output = vec![0.0; shape.channels * area];
        let mut strip = Strip::new(squares, self.shape, shape);
        // So many channels are made of the same.
        let count = if squares.depth == 1 { 1 } else { shape.channels };
        let inputs = self.input.chunks_exact(squares.depth * self.shape.area());
        let weights = squares.weights.chunks_exact(count * length);
        let shifts = squares.shifts.chunks_exact(count);
        let outputs = output.chunks_exact_mut(count * area);
        for (((input, weights), shifts), output) in inputs.zip(weights).zip(shifts).zip(outputs) {
            for top in (0..shape.height).step_by(strip::ROWS) {
                strip.fill(input, top);
                let blocks = weights.chunks_exact(M * length).zip(shifts.chunks_exact(M));
                for ((weights, shifts), planes) in blocks.zip(output.chunks_exact_mut(M * area)) {
                    rows::<_, M, N, SIDE, STEP>(ops, &strip, weights, shifts, planes, shape, top);
                }
            }
        }
        output
    }
}

/// The rows of a block of channels that a strip holds.
#[inline(always)]
fn rows<O: NumOps<f32>, const M: usize, const N: usize, const SIDE: usize, const STEP: usize>(
    ops: O,
    strip: &Strip,
    weights: &[f32],
    shifts: &[f32],
    planes: &mut [f32],
    shape: Shape,
    top: usize,
) {
    let count = strip::ROWS.min(shape.height - top);
    for y in (0..count).step_by(N) {
        for x in (0..shape.width).step_by(ops.len()) {
            // The last vector of a row begins earlier, so that it is whole.
            let x = x.min(shape.width.saturating_sub(ops.len()));
            let mut start = [ops.zero(); M];
            for (sum, shift) in start.iter_mut().zip(shifts) {
                *sum = ops.splat(*shift);
            }
            let mut sums = [start; N];
            add::<_, M, N, SIDE, STEP>(ops, strip, weights, [y, x], &mut sums);
            for (y, sums) in (y..count).zip(sums) {
                for (plane, sum) in planes.chunks_exact_mut(shape.area()).zip(sums) {
                    store(ops, sum, &mut plane[(top + y) * shape.width..][x..shape.width]);
                }
            }
        }
    }
}

/// Adds what the vectors from a place on are made of.
#[inline(always)]
fn add<O: NumOps<f32>, const M: usize, const N: usize, const SIDE: usize, const STEP: usize>(
    ops: O,
    strip: &Strip,
    weights: &[f32],
    [y, x]: [usize; 2],
    sums: &mut [[O::Simd; M]; N],
) {
    let offsets: [usize; SIDE] = std::array::from_fn(|across| strip.offset(across) + x);
    for (plane, weights) in strip.planes().zip(weights.chunks_exact(M * SIDE * SIDE)) {
        for at in 0..SIDE + (N - 1) * STEP {
            let row = &plane[(y * STEP + at) * strip.row..][..strip.row];
            // Loops and no closures: those would be calls of their own, without the processor's wide vectors.
            for across in 0..SIDE {
                let values = ops.load(&row[offsets[across]..][..ops.len()]);
                for (one, sums) in sums.iter_mut().enumerate() {
                    let down = at.wrapping_sub(one * STEP);
                    if down < SIDE {
                        let weights = &weights[(down * SIDE + across) * M..][..M];
                        for (sum, weight) in sums.iter_mut().zip(weights) {
                            *sum = ops.mul_add(values, ops.splat(*weight), *sum);
                        }
                    }
                }
            }
        }
    }
}

/// Writes a vector to the start of what is left of a row, as much as there is.
#[inline(always)]
fn store<O: NumOps<f32>>(ops: O, vector: O::Simd, row: &mut [f32]) {
    if row.len() >= ops.len() {
        ops.store(vector, &mut row[..ops.len()]);
    } else {
        let mut whole = [0.0; LANES_MAX];
        ops.store(vector, &mut whole);
        row.copy_from_slice(&whole[..row.len()]);
    }
}

#[cfg(test)]
mod tests;
