use super::*;

fn written(text: &str, x: f64, y: f64) -> Vec<Glyph> {
    (0..)
        .zip(text.chars())
        .map(|(index, c)| Glyph {
            text: c.to_string(),
            start: (x + 5.0 * f64::from(index), y),
            end: (x + 5.0 * f64::from(index + 1), y),
            size: 10.0,
        })
        .collect()
}

fn texts(glyphs: &[Glyph]) -> Vec<String> {
    lines(glyphs, &mut Vec::new())
        .into_iter()
        .map(|line| line.text)
        .collect()
}

#[test]
fn a_gap_is_a_space_and_a_new_baseline_a_line() {
    let page = [
        written("fan", 0.0, 20.0),
        written("out", 18.0, 20.0),
        written("next", 0.0, 34.0),
    ]
    .concat();
    assert_eq!(texts(&page), ["fan out", "next"]);
}

#[test]
fn spaces_and_bullets_set_larger_than_the_words_do_not_make_a_line_larger() {
    let mut glyphs = written("• a judge", 0.0, 20.0);
    for glyph in glyphs
        .iter_mut()
        .filter(|glyph| matches!(glyph.text.as_str(), " " | "•"))
    {
        glyph.size = 14.0;
    }
    let found = lines(&glyphs, &mut Vec::new());
    assert_eq!((found.len(), found[0].size), (1, 100));
}

#[test]
fn drawn_columns_keep_the_spaces_that_were_written() {
    assert_eq!(texts(&written("│  a │", 0.0, 10.0)), ["│  a │"]);
}

#[test]
fn invisible_characters_and_terminal_commands_are_gone() {
    assert_eq!(
        tidy("Meta\u{200b}cog\u{ad}nition\u{1b}[31m \u{fb01}le "),
        "Metacognition[31m file"
    );
}

#[test]
fn words_know_where_they_stand() {
    let words = words(&[written("Repo", 10.0, 30.0), written("Doc", 80.0, 30.0)].concat());
    let found: Vec<(&str, i32)> = words
        .iter()
        .map(|word| (word.text.as_str(), word.area.left))
        .collect();
    assert_eq!(found, [("Repo", 10), ("Doc", 80)]);
}
