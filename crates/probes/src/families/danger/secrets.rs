use crate::derived::Subject;
use crate::families::tally::line;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use subject::File;
use subject::Part;
use subject::secrets;
use syntax::facts::{Function, Role};

pub(super) const PROBE: Probe = Probe {
    id: "danger.secrets",
    detective: Detective::RepoInvestigator,
    goal: "No secret stands in the repository.",
    examine,
};

/// Whether a key still opens something cannot be seen.
const SURE: u8 = 80;
/// Longest file that is looked through, in bytes; longer ones are data.
const FILE_BYTES_MAX: usize = 1 << 20;

fn examine(snapshot: &Subject) -> Answer {
    let mut found: Vec<(&str, u32)> = Vec::new();
    let mut larger = 0;
    for (path, file) in &snapshot.files {
        let own = own_text(path, file);
        larger += usize::from(own.is_some_and(|text| text.len() > FILE_BYTES_MAX));
        if let Some(text) = own.filter(|text| text.len() <= FILE_BYTES_MAX) {
            let lines = secrets::lines(text).into_iter();
            let lines = lines.filter(|line| !is_in_test(snapshot, path, *line));
            found.extend(lines.map(|line| (path.as_str(), line)));
        }
    }
    let mut rationale = match found.len() {
        0 => "nothing outside of tests and examples has the format of a secret".to_owned(),
        1 => "something with the format of a secret stands in the repository".to_owned(),
        many => format!("{many} lines hold what has the format of a secret"),
    };
    if larger > 0 {
        rationale.push_str(&format!(
            "; files of more than {} MiB were not looked through: {larger}",
            FILE_BYTES_MAX >> 20
        ));
    }
    let answer = Answer::fact(!found.is_empty(), rationale).sure(SURE);
    found
        .into_iter()
        .fold(answer, |answer, (path, at)| answer.at(line(path, at)))
}

/// Some languages keep tests beside what they test, in one file.
fn is_in_test(snapshot: &Subject, path: &str, line: u32) -> bool {
    let Some(file) = snapshot.census().files.get(path) else {
        return false;
    };
    let is_around = |function: &Function| (function.first..=function.last).contains(&line);
    let tests = |function: &&Function| function.role != Role::Product;
    file.part == Part::Test || file.facts.functions.iter().filter(tests).any(is_around)
}

/// Keys of tests and examples open nothing, and templates are filled in elsewhere.
fn own_text<'a>(path: &str, file: &'a File) -> Option<&'a str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_template = ["example", "sample", "template", "dist"]
        .iter()
        .any(|word| name.split('.').any(|part| part == *word));
    let is_own = subject::part::by_path(path) == Part::Product && !is_template;
    file.text().filter(|_| is_own)
}
