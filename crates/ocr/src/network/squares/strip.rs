//! Values as convolutions with squares take them: with zeros around, and near to the processor.

use super::{LANES_MAX, Shape, Squares};

/// Rows that are computed of a channel before those of the next one.
pub(super) const ROWS: usize = 16;

/// Rows of planes with zeros around them; where steps are wider than one, the columns of each turn stand together.
pub(super) struct Strip {
    data: Vec<f32>,
    shape: Shape,
    side: usize,
    steps: [usize; 2],
    /// Numbers of the columns of one turn.
    length: usize,
    /// Numbers of a row.
    pub(super) row: usize,
}

impl Strip {
    /// One of nothing, for planes of the first shape that become planes of the second one.
    pub(super) fn new(squares: &Squares, shape: Shape, out: Shape) -> Self {
        let length = out.width.next_multiple_of(LANES_MAX) + squares.side;
        let row = squares.steps[1] * length;
        let rows = (ROWS - 1) * squares.steps[0] + squares.side;
        Self {
            data: vec![0.0; squares.depth * rows * row],
            shape,
            side: squares.side,
            steps: squares.steps,
            length,
            row,
        }
    }

    /// Its planes, one after the other.
    pub(super) fn planes(&self) -> std::slice::ChunksExact<'_, f32> {
        self.data.chunks_exact(self.plane())
    }

    fn plane(&self) -> usize {
        ((ROWS - 1) * self.steps[0] + self.side) * self.row
    }

    /// Takes what the rows from this one on are made of.
    pub(super) fn fill(&mut self, planes: &[f32], top: usize) {
        let (margin, turns, width, length) = (self.side / 2, self.steps[1], self.shape.width, self.length);
        let plane = self.plane();
        let strips = self.data.chunks_exact_mut(plane);
        for (plane, strip) in planes.chunks_exact(self.shape.area()).zip(strips) {
            for (y, place) in (top * self.steps[0]..).zip(strip.chunks_exact_mut(self.row)) {
                let row = y
                    .checked_sub(margin)
                    .and_then(|y| plane.chunks_exact(width).nth(y));
                match row {
                    None => place.fill(0.0),
                    Some(row) if turns == 1 => place[margin..margin + width].copy_from_slice(row),
                    Some(row) => {
                        for (x, value) in (margin..).zip(row) {
                            place[x % turns * length + x / turns] = *value;
                        }
                    }
                }
            }
        }
    }

    /// How far from the start of a row the first number stands that meets this column of a square.
    #[inline(always)]
    pub(super) fn offset(&self, across: usize) -> usize {
        across % self.steps[1] * self.length + across / self.steps[1]
    }
}
