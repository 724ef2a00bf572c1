//! How markup wants its text to look, as far as that decides whether a reader sees it: the rules of a page, and what an
//! element says of itself. Rules that are not understood hide nothing.

use super::hidden::Concealment;
use std::collections::BTreeMap;
use wordlist::array;

/// Most rules taken from one page.
const RULES_MAX: usize = 2_000;
/// Longest source of rules that is read, in bytes.
const SOURCE_MAX: usize = 1 << 20;
/// Most names that one element is looked up by.
const NAMES_MAX: usize = 24;
/// Most declarations of one rule, and the longest value of one in bytes.
const DECLARATIONS_MAX: usize = 100;
const VALUE_MAX: usize = 200;
/// Lengths that push text out of sight, in pixels.
const FAR: f32 = -999.0;
/// Type up to this size cannot be read, in pixels or points.
const TINY: f32 = 1.0;
/// Opacity and scale below which nothing is seen.
const CLEAR: f32 = 0.05;
/// Colours that differ by no more than this in any channel are one, of 255.
const SAME_COLOUR: u8 = 20;

/// What is said of an element: properties and their values, all in small letters and without spaces.
type Style = BTreeMap<String, String>;

/// Red, green and blue.
type Colour = [u8; 3];

/// The rules of a page.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// By what they choose: a tag, `.class`, `#id`, `tag.class`, `tag#id` or `*`.
    by_choice: BTreeMap<String, Style>,
    count: usize,
    /// Whether there are rules that are not followed, so that colours are not known.
    pub(super) has_others: bool,
}

/// An element, as far as its looks go.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked<'a> {
    pub(super) tag: &'a str,
    pub(super) class: &'a str,
    pub(super) id: &'a str,
    pub(super) style: &'a str,
    /// What older markup says of colours.
    pub(super) colour: Option<&'a str>,
    pub(super) ground: Option<&'a str>,
    pub(super) is_hidden: bool,
}

/// The colours that hold where an element stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    ink: Option<Colour>,
    ground: Option<Colour>,
}

impl Default for Paint {
    fn default() -> Self {
        Self {
            ink: Some([0; 3]),
            ground: Some([255; 3]),
        }
    }
}

impl Rules {
    /// Takes the rules of every `<style>` of a page.
    pub(super) fn of(source: &str) -> Self {
        let mut rules = Self::default();
        let lower = source.to_ascii_lowercase();
        let mut rest = lower.as_str();
        while let Some(start) = rest.find("<style") {
            let body = rest[start..].find('>').map_or("", |at| &rest[start + at + 1..]);
            let end = body.find("</style").unwrap_or(body.len());
            rules.read(&body[..end.min(SOURCE_MAX)], end > SOURCE_MAX);
            rest = &body[end..];
        }
        rules
    }

    fn read(&mut self, source: &str, is_cut: bool) {
        self.has_others |= is_cut;
        let source = uncommented(source);
        let mut rest = source.as_str();
        while let Some((choice, behind)) = rest.split_once('{') {
            if choice.trim_start().starts_with('@') {
                self.has_others = true;
                rest = behind_block(behind);
                continue;
            }
            let (body, behind) = behind.split_once('}').unwrap_or((behind, ""));
            self.add(choice, body);
            rest = behind;
        }
    }

    fn add(&mut self, choices: &str, body: &str) {
        let said = declarations(body);
        for choice in choices.split(',').map(str::trim) {
            let is_simple =
                !choice.is_empty() && choice.chars().all(|c| c.is_alphanumeric() || "-_.#*".contains(c));
            if !is_simple || self.count >= RULES_MAX {
                self.has_others |= said
                    .keys()
                    .any(|key| key.contains("color") || key.contains("background"));
                continue;
            }
            self.count += 1;
            let style = self.by_choice.entry(choice.to_owned()).or_default();
            style.extend(said.clone());
        }
    }

    /// All that is said of an element.
    fn style(&self, asked: &Asked<'_>) -> Style {
        let mut style = Style::new();
        let tag = asked.tag.to_ascii_lowercase();
        let mut names = vec!["*".to_owned(), tag.clone()];
        for class in asked.class.split_ascii_whitespace().take(NAMES_MAX) {
            let class = class.to_ascii_lowercase();
            names.extend([format!(".{class}"), format!("{tag}.{class}")]);
        }
        if !asked.id.is_empty() {
            let id = asked.id.to_ascii_lowercase();
            names.extend([format!("#{id}"), format!("{tag}#{id}")]);
        }
        for said in names.iter().filter_map(|name| self.by_choice.get(name)) {
            style.extend(said.clone());
        }
        style.extend(declarations(&asked.style.to_ascii_lowercase()));
        style
    }

    /// Why what stands in an element is not seen, and the colours that hold in it.
    pub(super) fn look(&self, asked: &Asked<'_>, around: Paint) -> (Option<Concealment>, Paint) {
        let style = self.style(asked);
        let paint = painted(&style, asked, around);
        let why = if asked.is_hidden || is_unshown(&style) {
            Some(Concealment::Unshown)
        } else if is_tiny(&style) {
            Some(Concealment::Tiny)
        } else {
            let is_asked = asked.colour.is_some() || style.contains_key("color");
            let is_clear = style.get("color").is_some_and(|colour| is_clear(colour));
            let is_same = paint
                .ink
                .zip(paint.ground)
                .is_some_and(|(ink, ground)| same(ink, ground));
            (is_clear || is_asked && is_same && !self.has_others).then_some(Concealment::Faint)
        };
        (why, paint)
    }
}

/// A source of rules without its comments.
fn uncommented(source: &str) -> String {
    let mut kept = String::new();
    let mut rest = source;
    while let Some((before, behind)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept
}

/// What follows a block in which blocks may stand.
fn behind_block(source: &str) -> &str {
    let mut depth = 1_usize;
    for (at, c) in source.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &source[at + 1..];
        }
    }
    ""
}

fn declarations(body: &str) -> Style {
    let each = body.split(';').filter_map(|one| one.split_once(':'));
    let each = each
        .filter(|(_, value)| value.len() <= VALUE_MAX)
        .take(DECLARATIONS_MAX);
    let pairs = each.map(|(key, value)| {
        let value: String = value.chars().filter(|c| !c.is_whitespace()).collect();
        let value = value
            .strip_suffix("!important")
            .map(str::to_owned)
            .unwrap_or(value);
        (key.trim().to_owned(), value)
    });
    pairs.collect()
}

fn painted(style: &Style, asked: &Asked<'_>, around: Paint) -> Paint {
    let ink = style.get("color").map(String::as_str).or(asked.colour);
    let ground = style
        .get("background-color")
        .or_else(|| style.get("background"))
        .map(String::as_str)
        .or(asked.ground);
    let is_drawn = style.contains_key("background-image");
    Paint {
        ink: ink.map_or(around.ink, |said| {
            if said == "inherit" {
                around.ink
            } else {
                colour(said)
            }
        }),
        ground: match ground {
            _ if is_drawn => None,
            None | Some("none" | "transparent" | "inherit") => around.ground,
            Some(said) => colour(said),
        },
    }
}

fn is_unshown(style: &Style) -> bool {
    let says =
        |key: &str, values: &[&str]| style.get(key).is_some_and(|said| values.contains(&said.as_str()));
    let is_far = const { array::<7>("left top right bottom text-indent margin-left margin-top") }
        .iter()
        .any(|key| {
            style
                .get(*key)
                .and_then(|said| number(said))
                .is_some_and(|number| number <= FAR)
        });
    says("display", &["none"])
        || says("visibility", &["hidden", "collapse"])
        || says("content-visibility", &["hidden"])
        || style
            .get("opacity")
            .and_then(|said| number(said))
            .is_some_and(|opacity| opacity < CLEAR)
        || is_far
        || is_clipped(style)
        || is_folded(style)
}

/// Whether nothing is left of an element by cutting or shrinking it.
fn is_clipped(style: &Style) -> bool {
    let inside = |key: &str, name: &str| {
        let said = style.get(key)?.strip_prefix(name)?.strip_prefix('(')?;
        number(said)
    };
    inside("clip-path", "inset").is_some_and(|part| part >= 50.0)
        || inside("clip-path", "circle").is_some_and(|radius| radius <= TINY)
        || style.get("clip").is_some_and(|said| {
            let rest = said.trim_start_matches(|c: char| !c.is_ascii_digit());
            said.starts_with("rect(")
                && rest
                    .split([',', 'p', 'x', ')', ' '])
                    .all(|part| part.is_empty() || matches!(part, "0" | "1"))
        })
        || ["scale", "scalex", "scaley", "scale3d"]
            .iter()
            .any(|name| inside("transform", name).is_some_and(|scale| scale.abs() < CLEAR))
        || style
            .get("scale")
            .and_then(|said| number(said))
            .is_some_and(|scale| scale.abs() < CLEAR)
}

/// Whether an element is folded to nothing and what flows over is cut.
fn is_folded(style: &Style) -> bool {
    let is_cut = ["overflow", "overflow-x", "overflow-y"].iter().any(|key| {
        style
            .get(*key)
            .is_some_and(|said| matches!(said.as_str(), "hidden" | "clip"))
    });
    is_cut
        && ["height", "width", "max-height", "max-width"]
            .iter()
            .any(|key| style.get(*key).is_some_and(|said| is_nothing(said)))
}

/// Whether a length is none that can be seen.
fn is_nothing(said: &str) -> bool {
    let is_point = said.ends_with("px") || said.ends_with("pt");
    number(said).is_some_and(|number| number == 0.0 || number <= TINY && is_point)
}

fn is_tiny(style: &Style) -> bool {
    style.get("font-size").is_some_and(|said| is_nothing(said))
}

/// The number that a value begins with.
fn number(said: &str) -> Option<f32> {
    let end = said
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+'))
        .unwrap_or(said.len());
    said[..end].parse().ok()
}

/// Whether a colour is none.
fn is_clear(said: &str) -> bool {
    let parts = said.strip_prefix("rgba(").or_else(|| said.strip_prefix("hsla("));
    let opacity = parts.and_then(|parts| parts.trim_end_matches(')').split([',', '/']).nth(3));
    let is_hex_clear = said.len() == 9 && said.starts_with('#') && said.ends_with("00");
    said == "transparent" || is_hex_clear || opacity.and_then(number).is_some_and(|opacity| opacity < CLEAR)
}

/// A colour that is said in numbers or by a common name.
fn colour(said: &str) -> Option<Colour> {
    let said = said.trim().to_ascii_lowercase();
    if let Some(digits) = said.strip_prefix('#') {
        return hexadecimal(digits);
    }
    if let Some(parts) = said.strip_prefix("rgb(").or_else(|| said.strip_prefix("rgba(")) {
        let mut channels = parts.trim_end_matches(')').split([',', ' ']).map(channel);
        return Some([channels.next()??, channels.next()??, channels.next()??]);
    }
    match said.as_str() {
        "white" => Some([255; 3]),
        "snow" | "ivory" | "ghostwhite" | "floralwhite" | "mintcream" | "azure" => Some([250; 3]),
        "whitesmoke" => Some([245; 3]),
        "black" => Some([0; 3]),
        "red" => Some([255, 0, 0]),
        "green" => Some([0, 128, 0]),
        "blue" => Some([0, 0, 255]),
        "yellow" => Some([255, 255, 0]),
        "gray" | "grey" => Some([128; 3]),
        _ => None,
    }
}

fn hexadecimal(digits: &str) -> Option<Colour> {
    let value = |from: usize, to: usize| u8::from_str_radix(digits.get(from..to)?, 16).ok();
    match digits.len() {
        3 | 4 => {
            let short = |at: usize| value(at, at + 1).map(|digit| digit * 17);
            Some([short(0)?, short(1)?, short(2)?])
        }
        6 | 8 => Some([value(0, 2)?, value(2, 4)?, value(4, 6)?]),
        _ => None,
    }
}

fn channel(said: &str) -> Option<u8> {
    let value = number(said)?;
    let value = if said.ends_with('%') { value * 2.55 } else { value };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held between the ends of the range first"
    )]
    let channel = value.round().clamp(0.0, 255.0) as u8;
    Some(channel)
}

/// Whether two colours look the same.
pub(super) fn same(one: Colour, other: Colour) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| one.abs_diff(other) <= SAME_COLOUR)
}
