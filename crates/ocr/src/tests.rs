use super::*;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_syntax::Pdf;

/// A picture of these lines of Helvetica or Courier, each with its left and lower edge from the top left in points. It has so many
/// pixels for a point, with a paper of this grey and a type of that.
pub(crate) fn picture(
    font: &str,
    size: f32,
    scale: f32,
    grey: (f32, f32),
    lines: &[(f32, f32, &str)],
) -> Image {
    let content: String = lines
        .iter()
        .map(|(x, y, text)| {
            let text = text.replace('(', "\\(").replace(')', "\\)");
            format!("BT /F {size} Tf {x} {} Td ({text}) Tj ET ", 300.0 - y)
        })
        .collect();
    let content = format!("{} g 0 0 400 300 re f {} g {content}", grey.0, grey.1);
    let pdf = Pdf::new(pdf(font, &content)).unwrap();
    let onto = PixmapSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: WHITE,
    };
    let (page, cache) = (&pdf.pages()[0], RenderCache::new());
    let drawn = hayro::render(
        page,
        &cache,
        &Default::default(),
        &RenderSettings::default(),
        &onto,
    );
    let colours: Vec<u8> = drawn
        .data()
        .iter()
        .flat_map(|pixel| [pixel.r, pixel.g, pixel.b])
        .collect();
    Image::new(drawn.width().into(), drawn.height().into(), 3, &colours).unwrap()
}

fn pdf(font: &str, content: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
            .to_owned(),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        format!("<</Type/Font/Subtype/Type1/BaseFont/{font}>>"),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (size, start) = (objects.len() + 1, file.len());
    format!("{file}{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF").into_bytes()
}

fn texts(reading: &Reading) -> Vec<&str> {
    reading.lines.iter().map(|line| line.text.as_str()).collect()
}

const LISTING: [(f32, f32, &str); 6] = [
    (20.0, 30.0, "parser-kit/"),
    (40.0, 50.0, "src/"),
    (60.0, 70.0, "token_stream.rs"),
    (60.0, 90.0, "main.rs"),
    (40.0, 110.0, "Cargo.toml"),
    (40.0, 130.0, ".gitignore"),
];

#[test]
fn a_listing_is_read_line_by_line_where_it_stands_in_several_sizes_types_and_colours() {
    let reader = Reader::new().unwrap();
    for (font, size, scale, grey) in [
        ("Courier", 12.0, 1.2, (1.0, 0.0)),
        ("Helvetica", 10.0, 3.0, (0.12, 0.85)),
    ] {
        let reading = reader.read(&picture(font, size, scale, grey, &LISTING)).unwrap();
        assert_eq!(texts(&reading), LISTING.map(|line| line.2), "{font}");
        assert!(reading.is_whole);
        for (line, (x, y, text)) in reading.lines.iter().zip(LISTING) {
            let (left, bottom) = (f64::from(x * scale), f64::from(y * scale));
            let near = |edge: u32, wanted: f64| (f64::from(edge) - wanted).abs() <= 6.0 * f64::from(scale);
            assert!(
                near(line.area.left, left) && near(line.area.bottom, bottom),
                "{line:?}"
            );
            assert!(line.confidence > 0.8 && line.confidence <= 1.0, "{text} {line:?}");
        }
    }
}

#[test]
fn words_side_by_side_are_lines_of_their_own() {
    let reader = Reader::new().unwrap();
    let drawn = [
        (20.0, 60.0, "Collect"),
        (150.0, 60.0, "Weigh (both)"),
        (290.0, 60.0, "Report"),
    ];
    let reading = reader
        .read(&picture("Helvetica", 14.0, 2.0, (1.0, 0.0), &drawn))
        .unwrap();
    let mut lines: Vec<(u32, &str)> = reading
        .lines
        .iter()
        .map(|line| (line.area.left, &*line.text))
        .collect();
    lines.sort_unstable();
    assert_eq!(
        lines.iter().map(|line| line.1).collect::<Vec<_>>(),
        drawn.map(|line| line.2)
    );
}

#[test]
fn what_has_no_words_has_no_lines_and_the_same_pixels_give_the_same() {
    let reader = Reader::new().unwrap();
    let shades: Vec<u8> = (0..300 * 200_u32)
        .map(|at| (at % 300 / 2 + at / 300 / 2) as u8)
        .collect();
    let shaded = Image::new(300, 200, 1, &shades).unwrap();
    assert_eq!(
        reader.read(&shaded).unwrap(),
        Reading {
            lines: vec![],
            is_whole: true
        }
    );
    let dot = Image::new(1, 1, 1, &[0]).unwrap();
    assert_eq!(reader.read(&dot).unwrap().lines, []);
    let text = picture("Courier", 12.0, 2.0, (1.0, 0.0), &LISTING[..2]);
    assert_eq!(reader.read(&text).unwrap(), reader.read(&text).unwrap());
}

#[test]
fn a_picture_full_of_words_is_read_as_far_as_the_limit_goes_and_says_so() {
    let reader = Reader::new().unwrap();
    let words = "the quick brown fox jumps over the lazy dog and runs away from here";
    let lines: Vec<(f32, f32, &str)> = (1..30).map(|row| (5.0, row as f32 * 10.0, words)).collect();
    let reading = reader
        .read(&picture("Helvetica", 9.0, 3.0, (1.0, 0.0), &lines))
        .unwrap();
    assert!(!reading.is_whole);
    let columns: usize = reading.lines.iter().map(|line| read_width(line.area)).sum();
    assert!(columns <= COLUMNS_MAX && columns > COLUMNS_MAX / 2, "{columns}");
}

#[test]
fn what_is_looked_at_has_a_bounded_size_whatever_the_sides() {
    for (width, height) in [
        (1, 1),
        (40, 30),
        (327, 648),
        (1302, 526),
        (8000, 5000),
        (39_000, 1000),
        (1, 200_000),
    ] {
        let (wide, high) = look_size(width, height, CLOSE_PIXELS);
        assert!(
            wide % 32 == 0 && high % 32 == 0 && wide * high < 1_400_000,
            "{wide} {high}"
        );
        assert!(wide.max(high) <= 4_000 && wide.min(high) >= 32, "{wide} {high}");
    }
}
