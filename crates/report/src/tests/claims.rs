//! What documents claim: the words of the document apart from what the repository has instead, and nothing said twice.

use super::case::{exhibit, mixed, text};
use crate::dossier::Claim;
use crate::format::Format;
use court::evidence::{Evidence, Finding, Place};

fn answered() -> Claim {
    Claim {
        text: "- The court uses **Redis**".into(),
        because: Some("no file names it".into()),
        shown_at: Some(Place::lines("src/store.py", 3, 3)),
        place: "notes.md:7".into(),
        kind: "capability".into(),
        state: "contradicted".into(),
        exhibits: vec!["E1".into()],
        near: None,
        lies_in_subject: false,
    }
}

#[test]
fn what_the_repository_has_instead_stands_outside_of_the_quote() {
    let mut dossier = mixed();
    dossier.claims = vec![answered()];
    let report = text(Format::Md, &dossier);
    let line = report.lines().find(|line| line.contains("Redis")).unwrap();
    assert!(
        line.starts_with(
            "- **Contradicted** `notes.md:7`: “The court uses Redis” — no file names it, [`src/store.py:3`]("
        ),
        "{line}"
    );
    let page = text(Format::Html, &dossier);
    assert!(
        page.contains("“The court uses Redis” — no file names it, "),
        "{page}"
    );
}

#[test]
fn what_programs_read_of_a_claim_leads_back_to_its_parts() {
    let claim = answered();
    let whole = claim.whole();
    assert_eq!(
        whole,
        "- The court uses **Redis** — no file names it (src/store.py:3)"
    );
    let read = Claim {
        text: whole,
        ..claim.clone()
    };
    assert_eq!(read.said_by().text, claim.text);
    let bare = Claim {
        because: None,
        shown_at: None,
        ..claim
    };
    assert_eq!(bare.whole(), bare.text);
}

#[test]
fn an_end_that_many_pieces_of_evidence_share_is_said_once() {
    let why = |number: usize| format!("fact {number} is so; read when main.py is started");
    let mut dossier = mixed();
    let shared =
        (1..=4).map(|number| exhibit(&format!("graph.n{number}"), Finding::Present, None, &why(number)));
    dossier.evidence = shared.collect::<Evidence>();
    let report = text(Format::Md, &dossier);
    assert_eq!(
        report.matches("read when main.py is started").count(),
        1,
        "{report}"
    );
    assert!(
        report.contains("\nSaid of E1, E2, E3 and E4: read when main.py is started.\n"),
        "{report}"
    );
    let few =
        (1..=3).map(|number| exhibit(&format!("graph.n{number}"), Finding::Present, None, &why(number)));
    dossier.evidence = few.collect::<Evidence>();
    let report = text(Format::Md, &dossier);
    assert_eq!(
        report.matches("read when main.py is started").count(),
        3,
        "{report}"
    );
}
