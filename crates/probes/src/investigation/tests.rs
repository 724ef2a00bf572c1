use super::*;
use court::evidence::Finding;

#[test]
fn a_probe_that_panics_observed_nothing() {
    let probe = Probe::of_code("test.panics", "nothing", |_| panic!("a bug"));
    let exhibits = ask(&probe, &Subject::default());
    assert!(matches!(&exhibits[0].finding, Finding::Unobserved { cause } if cause.contains("bug")));
}

#[test]
fn every_probe_answers_an_empty_snapshot() {
    let empty = Subject::default();
    let exhibits: Vec<Exhibit> = crate::families::all()
        .flat_map(|probe| ask(probe, &empty))
        .collect();
    let bugs: Vec<&str> = exhibits
        .iter()
        .filter(|exhibit| exhibit.rationale.contains("a bug"))
        .map(|e| e.probe.as_str())
        .collect();
    assert!(bugs.is_empty(), "{bugs:?}");
    assert_eq!(
        exhibits.iter().filter(|exhibit| exhibit.rank == 0).count(),
        crate::families::all().count()
    );
}
