use super::*;

fn whole_of(image: &Image, width: usize, height: usize) -> Vec<f32> {
    image.planes(image.area(), width, height)
}

#[test]
fn colours_become_planes_from_blue_to_red_between_minus_one_and_one() {
    let image = Image::new(2, 1, 3, &[255, 0, 0, 0, 255, 51]).unwrap();
    let expected = [-1.0, -0.6, -1.0, 1.0, 1.0, -1.0];
    for (plane, expected) in whole_of(&image, 2, 1).iter().zip(expected) {
        assert!((plane - expected).abs() < 1e-5);
    }
    let grey = Image::new(2, 1, 1, &[255, 0]).unwrap();
    assert_eq!(whole_of(&grey, 2, 1), [1.0, -1.0, 1.0, -1.0, 1.0, -1.0]);
}

#[test]
fn a_piece_is_cut_out_and_pressed_or_stretched_without_a_change_of_brightness() {
    let halves: Vec<u8> = (0..40 * 10)
        .map(|at| if at % 40 < 20 { 0 } else { 255 })
        .collect();
    let image = Image::new(40, 10, 1, &halves).unwrap();
    let right = Area {
        top: 2,
        left: 22,
        bottom: 8,
        right: 38,
    };
    for (width, height) in [(4, 3), (64, 48), (16, 6)] {
        let planes = image.planes(right, width, height);
        assert_eq!(planes.len(), 3 * width * height);
        assert!(planes.iter().all(|value| (value - 1.0).abs() < 1e-4), "{width}");
    }
    let pressed = &whole_of(&image, 4, 1)[..4];
    assert!(pressed[0] < -0.99 && pressed[3] > 0.99, "{pressed:?}");
    assert!((pressed.iter().sum::<f32>()).abs() < 1e-3, "{pressed:?}");
}

#[test]
fn what_is_no_picture_is_refused() {
    assert!(Image::new(0, 4, 1, &[]).is_none());
    assert!(Image::new(2, 2, 1, &[0; 3]).is_none());
    assert!(Image::new(2, 2, 4, &[0; 16]).is_none());
    assert!(Image::new(u32::MAX, u32::MAX, 3, &[]).is_none());
}
