use super::*;

/// The same, number by number.
fn plainly(single: &Single, input: &[f32], shape: Shape) -> Vec<f32> {
    let (out, side) = (single.shape(shape), single.side);
    let mut output = Vec::new();
    for (channel, shift) in single.shifts.iter().enumerate() {
        let at = |y: usize, x: usize| {
            let (y, x) = (y.checked_sub(side / 2)?, x.checked_sub(side / 2)?);
            let is_within = y < shape.height && x < shape.width;
            is_within.then(|| input[(channel * shape.height + y) * shape.width + x])
        };
        for (y, x) in (0..out.height).flat_map(|y| (0..out.width).map(move |x| (y, x))) {
            let mut sum = *shift;
            for (down, across) in (0..side).flat_map(|down| (0..side).map(move |across| (down, across))) {
                let value = at(y * single.steps[0] + down, x * single.steps[1] + across);
                let weight = single.weights[(channel * side + down) * side + across];
                sum += value.unwrap_or(0.0) * weight;
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

#[test]
fn vectors_give_the_numbers_that_one_by_one_gives_whatever_the_size_and_the_steps() {
    for side in [3, 5] {
        for steps in [[1, 1], [2, 1], [1, 2], [2, 2]] {
            for (height, width) in [(1, 1), (3, 2), (4, 16), (6, 17), (5, 64), (2, 131)] {
                let single = Single {
                    weights: numbers(3 * side * side, 5),
                    shifts: numbers(3, 11),
                    side,
                    steps,
                };
                let shape = Shape { height, width };
                let input = numbers(3 * height * width, 3);
                let expected = plainly(&single, &input, shape);
                let found = single.run(&input, shape);
                // Where the processor multiplies and adds at once, it rounds once.
                let is_near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-4;
                assert!(
                    found.len() == expected.len() && found.iter().zip(&expected).all(is_near),
                    "{side} {steps:?} {height} x {width}"
                );
            }
        }
    }
}
