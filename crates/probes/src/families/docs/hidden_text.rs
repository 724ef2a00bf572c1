use super::{gaps, readable, short, with_gaps};
use court::evidence::Finding;
use documents::document::Document;
use documents::document::hidden::{Concealment, Hidden};
use probes_core::{Answer, Probe, Subject};
use std::collections::BTreeMap;

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.hidden_text",
    "The report shows its readers all that it says.",
    examine,
);

/// What lies behind a letter is followed as far as it is drawn in plain colours.
const SURE: u8 = 90;

/// A hidden passage where it stands.
struct Found<'a> {
    document: &'a Document,
    page: u32,
    hidden: &'a Hidden,
    /// Whether it lies without ink over the picture of a page, as readers of scanned pages leave it.
    is_layer: bool,
}

impl Found<'_> {
    fn is_deceptive(&self) -> bool {
        self.hidden.why.is_deceptive() && !self.is_layer
    }

    fn note(&self) -> String {
        if self.is_layer {
            return "text without ink over the picture of a page; whether it says what the picture shows is not known"
                .to_owned();
        }
        format!("text that {}", self.hidden.why.words())
    }
}

fn examine(snapshot: &Subject) -> Answer {
    let mut found = match readable(snapshot) {
        Ok(documents) => documents.into_iter().flat_map(of).collect::<Vec<_>>(),
        Err(answer) => return *answer,
    };
    found.sort_by_key(|found| !found.is_deceptive());
    let deceptive = found.iter().filter(|found| found.is_deceptive()).count();
    if let (0, Some(gaps)) = (deceptive, gaps(snapshot)) {
        return prove(Answer::unobserved(gaps), &found);
    }
    let rationale = match (deceptive, found.len()) {
        (0, 0) => "nothing in the report is hidden from its readers".to_owned(),
        (0, beside) => format!(
            "nothing is hidden in the text; {beside} {} beside it, and none was taken as what the report says",
            if beside == 1 {
                "passage stands"
            } else {
                "passages stand"
            }
        ),
        (many, _) => format!(
            "{} hidden from readers and were not taken as what the report says: {}",
            if many == 1 {
                "1 passage is".to_owned()
            } else {
                format!("{many} passages are")
            },
            kinds(&found)
        ),
    };
    let answer = Answer::value(
        Finding::of(deceptive == 0),
        deceptive,
        with_gaps(rationale, snapshot),
    );
    prove(answer.sure(SURE), &found)
}

fn of(document: &Document) -> Vec<Found<'_>> {
    let pages = document.pages().iter();
    let all = pages.flat_map(|page| page.hidden.iter().map(move |hidden| (page, hidden)));
    all.map(|(page, hidden)| Found {
        document,
        page: page.number,
        hidden,
        is_layer: hidden.why == Concealment::Inkless && page.is_picture(),
    })
    .collect()
}

fn kinds(found: &[Found<'_>]) -> String {
    let mut counts: BTreeMap<Concealment, usize> = BTreeMap::new();
    for found in found.iter().filter(|found| found.is_deceptive()) {
        *counts.entry(found.hidden.why).or_default() += 1;
    }
    let kinds = counts
        .into_iter()
        .map(|(why, count)| format!("{count} that {}", why.words()));
    kinds.collect::<Vec<_>>().join(", ")
}

fn prove(answer: Answer, found: &[Found<'_>]) -> Answer {
    found.iter().fold(answer, |answer, found| {
        let line = found.hidden.line;
        let place = found.document.place(found.page, line, line);
        answer.at_noting_quoting(place, found.note(), short(&found.hidden.text))
    })
}
