use super::readme::is_unfilled;
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use regex::Regex;
use std::sync::LazyLock;
use subject::Part;
use subject::licences::is_licence;

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.licence",
    "The repository says what others may do with it.",
    examine,
);

/// A line that names a licence: of a manifest, of a README, of a heading.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"(?i)^\W{0,12}(?:"?licen[cs]es?(?:-file|-expression)?"?\s{0,4}[:=]|<licen[cs]e>|<licen[cs]es>.*\w</|<name>[^<]*licen[cs]e|licen[cs]es?\s{0,4}$|\w{0,12}\.licen[cs]es?\s{0,4}=|licen[cs]e\s*::|#+\s.{0,20}licen[cs]|.{0,200}\b(?:licensed under|under the .{1,60}licen[cs]e)\b)"#;
    Regex::new(text).expect("it is fixed and tested")
});
/// What npm calls it that nobody else may use a package.
const NONE: &str = "UNLICENSED";
/// The word, in the languages that READMEs are mostly written in. Where it stands in another form, one may be named.
static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)licen[cs]|lizenz|лиценз|许可|許可|ライセンス|라이선스|copyright|public domain|©")
        .expect("it is fixed and tested")
});

fn examine(snapshot: &Subject) -> Answer {
    let skipped = snapshot.skipped.iter().map(|one| &one.path);
    let files = || snapshot.files.keys();
    let is_at_home = |path: &&String| !path.contains('/') || path.starts_with("LICENSES/");
    if let Some(path) = files()
        .chain(skipped)
        .filter(is_at_home)
        .find(|path| is_licence(path))
    {
        return Answer::present(format!("{path} says what others may do with it"))
            .at(Place::line(path.as_str(), 1));
    }
    let manifests = || snapshot.manifests().all.iter().map(|one| &one.path);
    let has_root = manifests().any(|path| !path.contains('/'));
    // Where there is no project at the root, those of the folders are the program.
    let is_of_program =
        |path: &&String| !path.contains('/') || !has_root && subject::part::by_path(path) == Part::Product;
    let readmes =
        files().filter(|path| !path.contains('/') && path.to_ascii_lowercase().starts_with("readme"));
    let telling: Vec<&String> = readmes.chain(manifests().filter(is_of_program)).collect();
    let line_with = |form: &Regex| {
        telling.iter().find_map(|path| {
            let text = snapshot.text(path).filter(|text| !is_unfilled(text))?;
            let mut lines = (1_u32..).zip(text.lines());
            let (at, _) = lines.find(|(_, line)| form.is_match(line) && !line.contains(NONE))?;
            Some(Place::line(path.as_str(), at))
        })
    };
    if let Some(place) = line_with(&NAMED) {
        let of = match &place {
            Place::Lines { path, .. } if path.contains('/') => " of the project there",
            _ => "",
        };
        return Answer::present(format!("{place} names the licence{of}")).at(place);
    }
    let search = match line_with(&SPOKEN) {
        Some(place) => {
            unread::paths(snapshot).open(place, "a licence may be named there, in a form that is not read")
        }
        None => unread::paths(snapshot),
    };
    let why = "no file at the root is a licence, and neither a README nor a manifest names one";
    Answer::absent(why, search)
}
