//! `graph.sound`

use langgraph::topology::Graph;
use langgraph::topology::behaviour::{Finding, Weight, findings};
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.sound",
    "The graph does what its edges show: nothing runs twice, waits in vain, decides nothing or leads back without end",
    |snapshot| super::of_live(snapshot, false, |graph| answer(snapshot, graph)),
);

fn answer(snapshot: &Subject, graph: &Graph) -> Answer {
    let all = findings(snapshot.program(), graph);
    let unplayed = all
        .iter()
        .find(|finding| ["graph.not_whole", "graph.too_large"].contains(&finding.kind));
    if let Some(finding) = unplayed {
        return Answer::unobserved(finding.text.clone()).at_all(finding.places.iter().cloned());
    }
    let is_open = |finding: &Finding| finding.weight >= Weight::Risk;
    let open: Vec<Finding> = all.into_iter().filter(is_open).collect();
    let Some(worst) = open.first() else {
        return Answer::present("playing its runs through shows nothing that its edges do not show")
            .at(graph.defined_at.clone());
    };
    let more = match open.len() {
        1 => String::new(),
        2 => "; and 1 finding more".to_owned(),
        count => format!("; and {} findings more", count - 1),
    };
    let innocent = worst
        .innocent
        .as_ref()
        .map(|why| format!("; {why}"))
        .unwrap_or_default();
    let answer = Answer::absent(format!("{}{innocent}{more}", worst.text), Search::default());
    let places = open
        .iter()
        .flat_map(|finding| finding.places.iter().take(2).map(|place| (place, &finding.text)));
    places.fold(answer.sure(90), |answer, (place, text)| {
        answer.at_noting(place.clone(), text.clone())
    })
}
