//! What a model answers: an opinion that rests on what was shown and has a score of the scale, or the reason why it
//! is none.
#![no_main]
#![expect(
    dead_code,
    unused_imports,
    reason = "the target needs less of a panel than the program"
)]

// Compiled in by themselves: the crate around them brings a network, which would be fuzzed for nothing.
#[path = "../../crates/panel/src"]
mod panel {
    pub(crate) mod answer;
    pub(crate) mod brief;
    pub(crate) mod likeness;
}

use court::{
    evidence::ExhibitId,
    rubric::{Dimension, Rubric, built_in, parse},
    score::{Scale, Score},
};
use libfuzzer_sys::fuzz_target;
use panel::{
    answer::{self, ARGUMENT_CHARS, Answer, CITATIONS_MAX, POINTS_MAX},
    brief::{self, Brief},
    likeness,
};
use std::sync::OnceLock;

static RUBRIC: OnceLock<Rubric> = OnceLock::new();

fn dimension() -> &'static Dimension {
    let rubric = RUBRIC.get_or_init(|| {
        let text = built_in("automaton-auditor").expect("it is built in");
        parse(text, "automaton-auditor").expect("it is a rubric")
    });
    &rubric.dimensions[0]
}

fn shown() -> Brief {
    let exhibit = |number, text: &str| (ExhibitId::new(number), text.to_owned());
    Brief {
        rules: String::new(),
        matter: "The exhibits are below.".to_owned(),
        charge: String::new(),
        exhibits: [
            exhibit(
                1,
                "place: a.py:1\nwith tempfile.TemporaryDirectory() as room:\n\trun()",
            ),
            exhibit(12, "shell=True"),
        ]
        .into(),
    }
}

fn check_form(answer: &Answer) {
    assert!(answer.argument.chars().count() <= ARGUMENT_CHARS + " [...]".len());
    assert!(answer.evidence.len() <= CITATIONS_MAX);
    assert!(answer.charges.len() <= POINTS_MAX && answer.mitigations.len() <= POINTS_MAX);
    assert!(answer.confidence <= 100);
    let unseen = |text: &String| brief::canonical(text) != *text;
    assert!(!unseen(&answer.argument) && !answer.charges.iter().any(unseen));
}

fn check_accepted(answer: &Answer, brief: &Brief, scale: &Scale) {
    assert!(
        answer.score >= Score::whole(1) && answer.score <= Score::whole(5),
        "{:?}",
        answer.score
    );
    assert_eq!(scale.snap(answer.score), answer.score, "a score of the scale");
    assert!(!answer.evidence.is_empty());
    for citation in &answer.evidence {
        let id: ExhibitId = citation.exhibit.parse().expect("an exhibit's name");
        let text = brief.exhibits.get(&id).expect("an exhibit that was shown");
        assert!(text.contains(citation.quote.trim()), "{citation:?}");
    }
}

fuzz_target!(|text: &str| {
    let Ok((answer, _)) = answer::parse(text, dimension()) else {
        return;
    };
    check_form(&answer);
    // What was read is an answer itself, and needs no further repair of its sense.
    let written = serde_json::to_string(&answer).expect("an answer can be written");
    let _ = answer::parse(&written, dimension());
    let (brief, scale) = (shown(), Scale::one_to_five());
    if answer::validate(&answer, &brief, &scale).is_empty() {
        check_accepted(&answer, &brief, &scale);
    }
});
