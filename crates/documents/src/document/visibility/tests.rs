use super::*;

const BLACK: Ink = Ink::Plain([0; 3], 1.0);
const WHITE: Ink = Ink::Plain([255; 3], 1.0);

fn ground() -> Ground {
    Ground::new(Rect::new(0.0, 0.0, 600.0, 800.0))
}

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

#[test]
fn white_is_seen_on_black_and_not_on_white() {
    let mut ground = ground();
    assert_eq!(
        ground.conceals(at(50.0, 50.0), 10.0, WHITE),
        Some(Concealment::Faint)
    );
    ground.fill(Rect::new(0.0, 0.0, 100.0, 100.0), Outline::Box, BLACK, &mut []);
    assert_eq!(ground.conceals(at(50.0, 50.0), 10.0, WHITE), None);
    assert_eq!(
        ground.conceals(at(50.0, 50.0), 10.0, BLACK),
        Some(Concealment::Faint)
    );
    assert_eq!(ground.conceals(at(150.0, 50.0), 10.0, BLACK), None);
}

#[test]
fn what_lies_behind_is_not_guessed() {
    let mut ground = ground();
    ground.picture(Rect::new(0.0, 0.0, 100.0, 100.0), true, &mut []);
    ground.fill(
        Rect::new(200.0, 0.0, 300.0, 100.0),
        Outline::Box,
        Ink::Unknown,
        &mut [],
    );
    ground.fill(
        Rect::new(400.0, 0.0, 500.0, 100.0),
        Outline::Box,
        Ink::Plain([0; 3], 0.5),
        &mut [],
    );
    for x in [50.0, 250.0, 450.0] {
        assert_eq!(ground.conceals(at(x, 50.0), 10.0, WHITE), None, "{x}");
    }
}

#[test]
fn letters_outside_tiny_clear_or_covered_are_hidden() {
    let mut ground = ground();
    assert_eq!(
        ground.conceals(at(-20.0, 50.0), 10.0, BLACK),
        Some(Concealment::Outside)
    );
    assert_eq!(
        ground.conceals(at(50.0, 50.0), 0.5, BLACK),
        Some(Concealment::Tiny)
    );
    assert_eq!(
        ground.conceals(at(50.0, 50.0), 9.0, Ink::Plain([0; 3], 0.0)),
        Some(Concealment::Faint)
    );
    let mut visibilities = [at(50.0, 50.0), at(150.0, 50.0)].map(|middle| Visibility { middle, why: None });
    ground.picture(Rect::new(0.0, 0.0, 100.0, 100.0), true, &mut visibilities);
    assert_eq!(
        visibilities.map(|visibility| visibility.why),
        [Some(Concealment::Covered), None]
    );
}

#[test]
fn what_shines_through_or_is_clipped_by_a_shape_covers_nothing() {
    let mut ground = ground();
    let mut visibilities = [Visibility {
        middle: at(50.0, 50.0),
        why: None,
    }];
    ground.fill(
        Rect::new(0.0, 0.0, 100.0, 100.0),
        Outline::Box,
        Ink::Plain([255, 255, 0], 0.4),
        &mut visibilities,
    );
    ground.push_clip(Rect::new(0.0, 0.0, 90.0, 90.0), false);
    ground.picture(Rect::new(0.0, 0.0, 100.0, 100.0), true, &mut visibilities);
    ground.pop_clip();
    ground.push_clip(Rect::new(200.0, 0.0, 300.0, 90.0), true);
    ground.picture(Rect::new(0.0, 0.0, 600.0, 800.0), true, &mut visibilities);
    assert_eq!(visibilities[0].why, None);
    assert_eq!(
        ground.conceals(at(50.0, 50.0), 10.0, BLACK),
        Some(Concealment::Outside)
    );
}
