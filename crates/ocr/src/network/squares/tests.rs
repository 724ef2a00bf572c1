use super::*;

/// The same, number by number, from weights by channel that comes out.
fn plainly(weights: &[f32], squares: &Squares, input: &[f32], shape: Shape) -> Vec<f32> {
    let (out, side, depth) = (squares.shape(shape), squares.side, squares.depth);
    let mut output = Vec::new();
    for (channel, shift) in squares.shifts.iter().enumerate() {
        let at = |from: usize, y: usize, x: usize| {
            let (y, x) = (y.checked_sub(side / 2)?, x.checked_sub(side / 2)?);
            let is_within = y < shape.height && x < shape.width;
            is_within.then(|| input[(from * shape.height + y) * shape.width + x])
        };
        for (y, x) in (0..out.height).flat_map(|y| (0..out.width).map(move |x| (y, x))) {
            let mut sum = *shift;
            for one in 0..depth * side * side {
                let (from, down, across) = (one / side / side, one / side % side, one % side);
                let from = if depth == 1 { channel } else { from };
                let value = at(from, y * squares.steps[0] + down, x * squares.steps[1] + across);
                sum += value.unwrap_or(0.0) * weights[channel * depth * side * side + one];
            }
            output.push(sum);
        }
    }
    output
}

fn numbers(count: usize, seed: usize) -> Vec<f32> {
    let number = |at: usize| ((at * 7919 + seed) % 1009) as f32 / 504.5 - 1.0;
    (0..count).map(number).collect()
}

fn holds(side: usize, steps: [usize; 2], [taken, count]: [usize; 2], [height, width]: [usize; 2]) {
    let depth = if taken == count { 1 } else { taken };
    let weights = numbers(count * depth * side * side, 5);
    let squares = Squares::new(weights.clone(), numbers(count, 11), side, steps).unwrap();
    let shape = Shape {
        channels: squares.taken(),
        height,
        width,
    };
    let input = numbers(taken * height * width, 3);
    let expected = plainly(&weights, &squares, &input, shape);
    let found = squares.run(&input, shape);
    // Where the processor multiplies and adds at once, it rounds once.
    let is_near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-4;
    assert!(
        found.len() == expected.len() && found.iter().zip(&expected).all(is_near),
        "{side} {steps:?} {taken} to {count}, {height} x {width}"
    );
}

const SIZES: [[usize; 2]; 8] = [
    [1, 1],
    [3, 2],
    [4, 16],
    [6, 17],
    [5, 64],
    [2, 131],
    [17, 9],
    [35, 33],
];

#[test]
fn vectors_give_the_numbers_that_one_by_one_gives_whatever_the_size_and_the_steps() {
    for size in SIZES {
        for steps in [[1, 1], [2, 1], [1, 2], [2, 2]] {
            holds(3, steps, [3, 3], size);
            holds(5, steps, [3, 3], size);
        }
    }
}

#[test]
fn channels_that_are_made_of_all_that_go_in_are_computed_block_by_block() {
    for size in SIZES {
        holds(3, [1, 1], [5, 6], size);
        holds(3, [1, 1], [7, 12], size);
    }
}

#[test]
fn what_cannot_be_computed_here_is_told_before_it_is_tried() {
    for (weights, shifts, side, steps) in [
        (27, 3, 3, [3, 1]),
        (27, 3, 3, [0, 1]),
        (147, 3, 7, [1, 1]),
        (26, 3, 3, [1, 1]),
        (54, 3, 3, [1, 1]),
        (9 * 6 * 2, 6, 3, [1, 2]),
        (9, 0, 3, [1, 1]),
        (0, 3, 3, [1, 1]),
    ] {
        let squares = Squares::new(numbers(weights, 1), numbers(shifts, 1), side, steps);
        assert!(squares.is_none(), "{weights} {shifts} {side} {steps:?}");
    }
}
