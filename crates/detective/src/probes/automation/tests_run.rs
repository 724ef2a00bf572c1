//! Whether a pipeline runs the tests.

use super::{no_code, proved, sureness, unseen, way, when};
use crate::automation::Purpose;
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::{Detective, Place};

pub(super) const PROBE: Probe = Probe {
    id: "automation.tests_run",
    detective: Detective::RepoInvestigator,
    goal: "A pipeline runs the tests: present is good",
    examine,
};

fn examine(snapshot: &Snapshot) -> Answer {
    if let Some(answer) = no_code(snapshot) {
        return answer;
    }
    let automation = snapshot.automation();
    if let Some(act) = automation.acts_for(Purpose::Test).next() {
        let why = format!("`{}` is run by {}{}", act.tool, way(act), when(act.trigger));
        return proved(Answer::fact(true, why).sure(sureness(act)), act);
    }
    if let Some(answer) = unseen(automation) {
        return answer;
    }
    if automation.pipelines.is_empty() {
        return Answer::fact(false, "there is no pipeline that could run them");
    }
    let places = automation
        .pipelines
        .iter()
        .map(|one| Place::line(one.path.as_str(), 1));
    Answer::fact(
        false,
        "no step of any pipeline runs a test, also not through scripts and targets",
    )
    .sure(85)
    .at_all(places)
}
