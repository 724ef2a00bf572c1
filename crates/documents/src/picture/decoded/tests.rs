use super::*;

#[test]
fn what_was_packed_as_png_is_unpacked_the_same_and_what_is_broken_is_nothing() {
    for channels in [1, 3] {
        let data: Vec<u8> = (0..60 * 50 * channels).map(|at| (at % 251) as u8).collect();
        let picture = Pixels::new(60, 50, channels, data).unwrap();
        let png = picture.to_png();
        assert_eq!(pixels(&png), Some(picture));
        assert_eq!(pixels(&png[..png.len() / 2]), None);
    }
    assert_eq!(pixels(b"no picture"), None);
}

#[test]
fn what_shines_through_shows_paper() {
    assert_eq!(
        on_paper(&[10, 20, 30, 255, 10, 20, 30, 0], 3),
        [10, 20, 30, 255, 255, 255]
    );
    assert_eq!(on_paper(&[0, 51], 1), [204]);
}
