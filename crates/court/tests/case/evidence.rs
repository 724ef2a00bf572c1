use court::evidence::{Confidence, Detective, Evidence, Excerpt, Exhibit, ExhibitId, Finding, Place, Source};
use serde_json::json;
use sha256::Digest;

fn exhibit(detective: Detective, probe: &str, rank: u16) -> Exhibit {
    Exhibit {
        probe: probe.to_owned(),
        rank,
        detective,
        goal: String::new(),
        finding: Finding::Present,
        value: None,
        place: None,
        excerpt: None,
        rationale: String::new(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    }
}

fn told(exhibit: Exhibit) -> Exhibit {
    Exhibit {
        source: Source::Described {
            model: "m".to_owned(),
        },
        ..exhibit
    }
}

#[test]
fn exhibits_are_numbered_alike_in_whatever_order_they_come_in() {
    use Detective::{DocAnalyst, RepoInvestigator, VisionInspector};
    let ordered = [
        exhibit(RepoInvestigator, "a", 0),
        exhibit(RepoInvestigator, "a", 1),
        exhibit(RepoInvestigator, "b", 0),
        exhibit(DocAnalyst, "a", 0),
        exhibit(VisionInspector, "a", 0),
    ];
    let forward: Evidence = ordered.iter().cloned().collect();
    let backward: Evidence = ordered.iter().rev().cloned().collect();
    let [left, right] = [&ordered[..3], &ordered[1..]].map(|part| part.iter().cloned().collect::<Evidence>());
    assert_eq!(forward, backward);
    assert_eq!(right.clone().merge(left.clone()), forward);
    assert_eq!(left.merge(right), forward);
    assert_eq!(forward.count(), 5);
    let numbered: Vec<(String, &Exhibit)> = forward.iter().map(|(id, e)| (id.to_string(), e)).collect();
    let expected = (1..).map(|n| format!("E{n}")).zip(&ordered);
    assert_eq!(numbered, expected.collect::<Vec<_>>());
    assert_eq!(forward.get(ExhibitId::new(4)), Some(&ordered[3]));
    assert_eq!(forward.get(ExhibitId::new(6)), None);
    let of_b: Vec<ExhibitId> = forward.of_probe("b").map(|(id, _)| id).collect();
    assert_eq!(of_b, [ExhibitId::new(3)]);
}

#[test]
fn what_a_model_told_is_kept_apart_from_what_was_read() {
    let read = exhibit(Detective::DocAnalyst, "a", 0);
    let evidence: Evidence = [told(read.clone()), read.clone()].into_iter().collect();
    assert_eq!(evidence.of_probe("a").count(), 2);
    let observed: Vec<&Exhibit> = evidence.observed_of("a").map(|(_, e)| e).collect();
    assert_eq!(observed, [&read]);
}

#[test]
fn an_exhibit_is_named_e_and_its_number_and_nothing_else_is() {
    let id: ExhibitId = "E12".parse().expect("it is one");
    assert_eq!(id, ExhibitId::new(12));
    assert_eq!(json!(id), json!("E12"));
    assert_eq!(
        serde_json::from_value::<ExhibitId>(json!("E12")).expect("it is one"),
        id
    );
    for text in ["12", "E", "e12", "E1x", "E-1", ""] {
        assert!(text.parse::<ExhibitId>().is_err(), "{text}");
        assert!(
            serde_json::from_value::<ExhibitId>(json!(text)).is_err(),
            "{text}"
        );
    }
}

#[test]
fn a_place_is_written_as_people_look_it_up() {
    let passage = |first, last| Place::Passage {
        document: "report.md".to_owned(),
        first,
        last,
    };
    for (place, written) in [
        (Place::line("a.py", 3), "a.py:3"),
        (Place::lines("a.py", 3, 5), "a.py:3-5"),
        (Place::lines("a.py", 3, 2), "a.py:3"),
        (passage(12, 15), "report.md:12-15"),
        (passage(12, 12), "report.md:12"),
        (Place::Commit("abc".to_owned()), "commit:abc"),
        (Place::File("a.png".to_owned()), "a.png"),
        (
            Place::Page {
                document: "report.pdf".to_owned(),
                page: 3,
            },
            "report.pdf#page=3",
        ),
    ] {
        assert_eq!(place.to_string(), written);
    }
}

#[test]
fn could_not_look_is_never_is_not_there() {
    let unobserved = Finding::Unobserved {
        cause: "shallow".to_owned(),
    };
    for (finding, word, is_observed) in [
        (Finding::of(true), "present", true),
        (Finding::of(false), "absent", true),
        (Finding::Contradicted, "contradicted", true),
        (Finding::NotApplicable, "not_applicable", false),
        (unobserved, "unobserved", false),
    ] {
        assert_eq!((finding.word(), finding.is_observed()), (word, is_observed));
    }
}

#[test]
fn confidence_is_a_percentage_that_never_exceeds_a_hundred() {
    for (given, kept) in [(0, 0), (40, 40), (99, 99), (100, 100), (101, 100), (255, 100)] {
        assert_eq!(u8::from(Confidence::percent(given)), kept);
        assert_eq!(Confidence::from(given), Confidence::percent(given));
    }
}

#[test]
fn a_quote_carries_the_digest_of_what_it_quotes() {
    let quote = Excerpt::new("x = 1");
    assert_eq!(quote.sha256, Digest::of(quote.text.as_bytes()));
    let names = Detective::ALL.map(Detective::name);
    assert_eq!(names, ["RepoInvestigator", "DocAnalyst", "VisionInspector"]);
}
