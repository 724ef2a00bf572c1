use super::*;

/// A map drawn with digits, each a tenth.
fn found(rows: &[&str]) -> Vec<(u32, u32, u32, u32)> {
    let (width, height) = (rows[0].len(), rows.len());
    let map: Vec<f32> = rows
        .iter()
        .flat_map(|row| row.bytes().map(|digit| f32::from(digit - b'0') / 10.0))
        .collect();
    let sides = (width as u32 * 2, height as u32 * 2);
    let image = Image::new(sides.0, sides.1, 1, &vec![0; (sides.0 * sides.1) as usize]).unwrap();
    let spots = spots(&map, width, height, &image).into_iter();
    let edges = |area: Area| (area.left, area.top, area.right, area.bottom);
    spots.map(|spot| edges(spot.area)).collect()
}

#[test]
fn each_connected_piece_is_a_spot_grown_by_its_size_and_kept_within_the_picture() {
    // Four wide and three high: 12 * 1.6 / 14 = 1.37 pixels of the map, each two of the picture.
    let rows = [
        "0000000000",
        "0000000000",
        "0009999000",
        "0009999000",
        "0009999000",
        "0000000000",
        "0000000000",
    ];
    assert_eq!(found(&rows), [(3, 1, 17, 13)]);
    let corner = ["888000", "888000", "888000", "000000"];
    assert_eq!(found(&corner), [(0, 0, 8, 8)]);
}

#[test]
fn faint_small_and_slanting_pieces_are_no_text_and_corners_connect() {
    assert_eq!(found(&["444400", "444400", "444400", "000000"]), []);
    assert_eq!(found(&["999990", "999990", "000000", "000000"]), []);
    assert_eq!(found(&["90000", "09000", "00900", "00090"]), []);
    let touching = ["9999990", "9999990", "9999990", "9999990", "0000009"];
    assert_eq!(found(&touching).len(), 1);
}

#[test]
fn spots_come_from_the_top_and_from_the_left() {
    let rows = [
        "000000000999",
        "999000000999",
        "999000000999",
        "999000000000",
        "000000000000",
        "000000000000",
        "099900000000",
        "099900000000",
        "099900000000",
    ];
    let tops: Vec<u32> = found(&rows).iter().map(|edges| edges.1).collect();
    assert_eq!(tops.len(), 3);
    assert!(tops.is_sorted(), "{tops:?}");
}
