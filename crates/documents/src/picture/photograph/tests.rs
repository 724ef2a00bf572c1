use super::*;

fn picture(channels: usize, value: impl Fn(usize, usize, usize) -> usize) -> Pixels {
    let (width, height) = (320, 200);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let data = places.flat_map(|(x, y)| {
        let values = (0..channels).map(|channel| value(x, y, channel).min(255));
        values
            .map(|value| u8::try_from(value).unwrap())
            .collect::<Vec<u8>>()
    });
    Pixels::new(320, 200, channels, data.collect()).unwrap()
}

/// A number that goes by no order that anybody sees.
fn grain(x: usize, y: usize, channel: usize) -> usize {
    (((x * 7919 + y * 104_729 + channel * 1_299_709) * 2_654_435_761) >> 7) % 41
}

#[test]
fn light_that_changes_everywhere_with_a_grain_is_a_photograph() {
    let photograph =
        |x: usize, y: usize, channel: usize| x * 200 / 320 + y / 8 * channel + grain(x, y, channel);
    assert!(is_photograph(&picture(3, photograph)));
}

#[test]
fn boxes_on_paper_are_none_even_where_the_paper_has_a_grain_or_fades() {
    let boxes = |x: usize, y: usize| x % 80 < 2 || y % 50 < 2;
    let drawn = |x, y, _| if boxes(x, y) { 40 } else { 250 };
    assert!(!is_photograph(&picture(3, drawn)));
    assert!(!is_photograph(&picture(1, drawn)));
    let scanned = |x, y, channel| {
        if boxes(x, y) {
            20
        } else {
            222 + grain(x, y, channel) / 2
        }
    };
    assert!(!is_photograph(&picture(3, scanned)), "few colours");
    let faded = |x: usize, y: usize, channel| {
        if boxes(x, y) {
            250
        } else {
            x / 2 + y / 3 * channel / 2
        }
    };
    assert!(!is_photograph(&picture(3, faded)), "neighbours are alike");
}

#[test]
fn what_shows_nothing_is_none() {
    assert!(!is_photograph(&Pixels::new(1, 1, 1, vec![7]).unwrap()));
}
