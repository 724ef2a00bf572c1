use crate::families::tally::{Tally, line};
use court::evidence::Detective;
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::Language;
use syntax::facts::Function;

pub(super) const PROBE: Probe = Probe {
    id: "code.typed",
    detective: Detective::RepoInvestigator,
    goal: "Public functions say the types of what they take and give.",
    examine,
};

/// Why the question may not arise.
const NO_TYPES: &str = "the program has no public functions in a language with types";

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    for (path, function) in census
        .product_functions()
        .filter(|(_, function)| function.is_public)
    {
        let language = census.files.get(path).map(|file| file.facts.language);
        if !language.is_some_and(|language| can_be_typed(language, function)) {
            continue;
        }
        if is_typed(function) {
            tally.count(census, path, true);
        } else {
            tally.blame(census, line(path, function.first), said(function));
        }
    }
    tally.answer(
        snapshot,
        "public functions say the types of what they take and give",
        NO_TYPES,
        &[],
    )
}

/// JavaScript and Ruby have no types of their own; where somebody wrote them all the same, they count.
const fn can_be_typed(language: Language, function: &Function) -> bool {
    match language {
        Language::JavaScript | Language::Ruby => function.typed > 0,
        _ => true,
    }
}

/// A constructor gives what its name says.
fn is_typed(function: &Function) -> bool {
    function.typed >= function.params && (function.returns_type || function.name == "__init__")
}

fn said(function: &Function) -> String {
    let result = if function.returns_type {
        ""
    } else {
        ", its result has none"
    };
    format!(
        "`{}`: {} of {} parameters have a type{result}",
        function.name, function.typed, function.params
    )
}
