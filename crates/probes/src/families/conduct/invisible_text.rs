//! `conduct.invisible_text`: source text is not what it looks like.

use court::evidence::{Finding, Place};
use probes_core::{Answer, Probe, Subject};
use subject::{File, parallel};

/// Whether text of the repository is hidden or reordered on the screen (CVE-2021-42574 and kin).
pub(super) const PROBE: Probe = Probe::of_code(
    "conduct.invisible_text",
    "The text of the repository is what it looks like",
    examine,
);

/// Most lines listed of one file.
const LINES_MAX: usize = 5;
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
    if let Some((_, codes)) = listed.first() {
        rationale.push_str(&format!(": the first has {codes}"));
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
    let mut found =
        lines.filter_map(|(number, line)| Some((Place::line(path, number), injection::disguised(line)?)));
    let listed: Vec<_> = found.by_ref().take(LINES_MAX).collect();
    let count = listed.len() + found.count();
    (listed, count)
}
