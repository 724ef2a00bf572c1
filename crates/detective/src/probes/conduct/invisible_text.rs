//! `conduct.invisible_text`: source text is not what it looks like.

use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Finding, Place};
use std::collections::BTreeSet;
use subject::File;
use subject::parallel;

/// Whether text of the repository is hidden or reordered on the screen (CVE-2021-42574 and kin).
pub(super) const PROBE: Probe = Probe {
    id: "conduct.invisible_text",
    detective: Detective::RepoInvestigator,
    goal: "The text of the repository is what it looks like",
    examine,
};

/// Most lines listed of one file.
const LINES_MAX: usize = 5;
/// Most code points named of one line.
const CODES_MAX: usize = 6;
/// Characters without width in one line from which on they carry something.
const RUN_MIN: usize = 8;

fn examine(snapshot: &Subject) -> Answer {
    let files: Vec<(&String, &File)> = snapshot.files.iter().collect();
    let found = parallel::map(&files, |(path, file)| in_file(path, file));
    let all: usize = found.iter().map(|(_, count)| count).sum();
    let listed: Vec<(Place, String)> = found.into_iter().flat_map(|(listed, _)| listed).collect();
    let mut rationale = match all {
        0 => "no text is reordered or hidden by characters without a shape".to_owned(),
        1 => "1 line is not what it looks like".to_owned(),
        many => format!("{many} lines are not what they look like"),
    };
    if listed.len() < all {
        rationale.push_str(&format!(", the first {LINES_MAX} of each file are listed"));
    }
    let answer = Answer::value(Finding::of(all > 0), all, rationale);
    listed.into_iter().fold(answer, |answer, (place, codes)| {
        answer.at_noting(place, format!("this line has {codes}"))
    })
}

/// The first lines of a file, and how many there are.
fn in_file(path: &str, file: &File) -> (Vec<(Place, String)>, usize) {
    let Some(text) = file.text().filter(|text| !text.is_ascii()) else {
        return (Vec::new(), 0);
    };
    let lines = (1u32..).zip(text.split('\n'));
    let mut found = lines.filter_map(|(number, line)| Some((Place::line(path, number), codes(line)?)));
    let listed: Vec<_> = found.by_ref().take(LINES_MAX).collect();
    let count = listed.len() + found.count();
    (listed, count)
}

/// The code points that hide or reorder text in a line, where there are such.
fn codes(line: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let unseen = unseen(line);
    let is_telling =
        unseen.len() >= RUN_MIN || unseen.iter().any(|c| reorders(*c)) || unseen.iter().any(|c| is_tag(*c));
    if !is_telling {
        return None;
    }
    let named: BTreeSet<String> = unseen
        .iter()
        .map(|c| format!("U+{:04X}", u32::from(*c)))
        .collect();
    Some(named.into_iter().take(CODES_MAX).collect::<Vec<_>>().join(", "))
}

/// The characters without a shape, those left out that an emoji is made of: what joins two of them, and the flags that
/// are spelled in tags.
fn unseen(line: &str) -> Vec<char> {
    let plain = FLAGS
        .iter()
        .fold(line.to_owned(), |line, flag| match line.contains(flag) {
            true => line.replace(flag, ""),
            false => line,
        });
    let characters: Vec<char> = plain.chars().collect();
    let joins = |at: usize| {
        let before = characters[..at].iter().rev().find(|c| !is_variation(**c));
        let after = characters.get(at + 1);
        characters[at] == '\u{200D}'
            && before.is_some_and(|c| is_emoji(*c))
            && after.is_some_and(|c| is_emoji(*c))
    };
    let seen = |at: &usize| !characters[*at].is_control() && court::visible::is_unseen(characters[*at]);
    let unseen = (0..characters.len()).filter(seen).filter(|at| !joins(*at));
    unseen.map(|at| characters[at]).collect()
}

/// England, Scotland and Wales: the only flags that Unicode recommends to be spelled in tags.
const FLAGS: [&str; 3] = [
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
];

/// The selectors of text and picture form.
fn is_variation(c: char) -> bool {
    matches!(c, '\u{FE0E}' | '\u{FE0F}')
}

/// The blocks that emoji stand in, tones of skin and signs such as that of Mars too.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{23FF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Overrides, embeddings and isolates of writing direction.
fn reorders(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_that_are_put_together_are_no_disguise() {
        let family = "\u{1F468}\u{1F3FD}\u{200D}\u{1F469}\u{1F3FD}\u{200D}\u{1F467}\u{1F3FD}\u{200D}\u{1F466}\u{1F3FD}";
        let heart = "\u{2764}\u{FE0F}\u{200D}\u{1F525}";
        let runner = "\u{1F3C3}\u{1F3FD}\u{200D}\u{2642}\u{FE0F}";
        assert_eq!(
            codes(&format!("{family} {heart} {runner} {}", FLAGS.concat()).repeat(4)),
            None
        );
        assert!(codes(&"a\u{200D}b".repeat(RUN_MIN)).is_some());
        assert!(codes(&"\u{1F525}\u{200D}b".repeat(RUN_MIN)).is_some());
        assert!(codes("\u{1F3F4}\u{E0061}\u{E007F}").is_some());
    }
}
