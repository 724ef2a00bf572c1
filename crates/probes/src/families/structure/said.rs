//! Which lines of a file say something: neither blank nor a remark.

/// How many lines up to each say something; a text that stands alone is a remark too, as the docstrings of Python are.
pub(super) struct Said(Vec<u32>);

/// What a line may stand in that began above it.
#[derive(Clone, Copy)]
enum Within {
    Code,
    /// A text that stands alone, up to this mark.
    Remark(&'static str),
    /// A text that is the value of something, up to this mark.
    Text(&'static str),
}

impl Said {
    pub(super) fn of(text: &str) -> Self {
        let (mut within, mut count) = (Within::Code, 0);
        let counts = text.lines().map(str::trim).map(|line| {
            count += u32::from(is_said(line, &mut within));
            count
        });
        Self(std::iter::once(0).chain(counts).collect())
    }

    /// All lines that say something.
    pub(super) fn all(&self) -> u32 {
        self.0.last().copied().unwrap_or_default()
    }

    /// Those from one line to another, both counted.
    pub(super) fn between(&self, first: u32, last: u32) -> u32 {
        let up_to = |line: u32| {
            let at = usize::try_from(line).unwrap_or(usize::MAX);
            self.0.get(at).copied().unwrap_or(self.all())
        };
        up_to(last).saturating_sub(up_to(first.saturating_sub(1)))
    }
}

/// What texts of several lines stand between.
const MARKS: [&str; 2] = ["\"\"\"", "'''"];

fn is_said(line: &str, within: &mut Within) -> bool {
    match *within {
        Within::Remark(mark) | Within::Text(mark) if !line.contains(mark) => {
            return matches!(within, Within::Text(_));
        }
        Within::Remark(_) | Within::Text(_) => {
            let is_text = matches!(within, Within::Text(_));
            *within = Within::Code;
            return is_text;
        }
        Within::Code => {}
    }
    let stays_open = |mark: &&'static str| line.matches(*mark).count() % 2 == 1;
    let open = MARKS.into_iter().find(stays_open);
    let is_alone = MARKS
        .iter()
        .any(|mark| line.trim_start_matches('r').starts_with(mark));
    *within = match open {
        Some(mark) if is_alone => Within::Remark(mark),
        Some(mark) => Within::Text(mark),
        None => Within::Code,
    };
    let is_remark = ["//", "#", "*", "/*", "--"]
        .iter()
        .any(|sign| line.starts_with(sign));
    !is_alone && !is_remark && !line.is_empty()
}
