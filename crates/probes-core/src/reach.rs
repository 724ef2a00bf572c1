//! Whether running the program comes to the place that an exhibit is proved at, and by which calls.

use crate::derived::Subject;
use court::evidence::Place;
use python::program::{FunctionRef, Way};

/// Most functions named of a chain: its first and its last ones say how one gets there.
const NAMES_MAX: usize = 6;

/// How running the program comes to a place in Python code, in a clause; `None` elsewhere.
pub(crate) fn clause(snapshot: &Subject, place: &Place) -> Option<String> {
    let Place::Lines { path, first, .. } = place else {
        return None;
    };
    snapshot.program().module(path)?;
    match snapshot.program().way_to(path, *first) {
        Way::Called(chain) => Some(format!("reached by {}", called(snapshot, &chain))),
        Way::Imported(file) => snapshot
            .program()
            .started_by(file)
            .map(|entry| format!("read when {} is started ({})", entry.path, entry.why)),
        Way::Unreached if loads_by_name(snapshot) => None,
        Way::Unreached => Some("defined here; nothing that is started was seen to come to it".to_owned()),
        Way::Test => Some("test code".to_owned()),
        Way::Unknown => None,
    }
}

/// What loads modules by names that stand in texts, of which nobody follows where they lead.
const LOADERS: [&str; 4] = [
    "DJANGO_SETTINGS_MODULE",
    "import_module(",
    "walk_packages(",
    "iter_modules(",
];

fn loads_by_name(snapshot: &Subject) -> bool {
    let mut texts = snapshot
        .program()
        .used()
        .filter_map(|module| snapshot.text(&module.path));
    texts.any(|text| LOADERS.iter().any(|loader| text.contains(loader)))
}

fn called(snapshot: &Subject, chain: &[FunctionRef<'_>]) -> String {
    let names: Vec<String> = chain.iter().map(FunctionRef::qualified).collect();
    let names = if names.len() > NAMES_MAX {
        let (head, tail) = (&names[..NAMES_MAX / 2], &names[names.len() - NAMES_MAX / 2..]);
        [head, &["…".to_owned()], tail].concat()
    } else {
        names
    };
    let entry = chain
        .first()
        .and_then(|first| snapshot.program().started_by(first.path));
    let start = entry
        .map(|entry| format!("{} → ", entry.path))
        .unwrap_or_default();
    format!("{start}{}", names.join(" → "))
}
