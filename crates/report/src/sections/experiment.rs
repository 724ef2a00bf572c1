//! What happened when the subject's own program ran: the timeline, what was lost, what nobody would expect.

use crate::dossier::{ExperimentNote, FigureNote, RanNote, ScenarioNote, SurpriseNote, VisitNote};
use crate::line::{Line, Piece, code, joined, note, ours, place_written, prose, strong};
use crate::text::english::{count, sentence, shorten};

/// What every telling of it begins with.
pub(crate) const LEAD: &str = "The subject's own program ran against fake models, a fake git and a made-up report, within walls. What was \
                               seen to happen goes before what reading says; what was not seen only casts doubt on it.";
/// The worst surprises, as many as are set off.
pub(crate) const WORST_MAX: usize = 3;
/// Most characters of a text.
const TEXT_MAX: usize = 240;
const FIGURE_MAX: usize = 400;
/// Most keys of a node.
const KEYS_MAX: usize = 8;

/// How it ran, in a sentence.
pub(crate) fn head(experiment: &ExperimentNote) -> Line<'_> {
    let ended = experiment.scenarios.iter().filter(|one| one.has_ended).count();
    let seconds = experiment.milliseconds as f64 / 1000.0;
    let scenarios = count(experiment.scenarios.len(), "scenario", "scenarios");
    let mut line = vec![
        ours(format!(
            "It was put through {scenarios} in {seconds:.1} s with Python "
        )),
        prose(&experiment.python),
        ours(format!("; in {ended} of them its graph ran to the end.")),
    ];
    if let Some(why) = &experiment.cut {
        line.extend([ours(" It was cut short: "), prose(why), ours(".")]);
    }
    line
}

/// A surprise with its place and where it was seen.
pub(crate) fn surprise(one: &SurpriseNote) -> Line<'_> {
    let mut line = vec![strong(sentence(&shorten(&one.text, TEXT_MAX)))];
    line.extend(
        one.place
            .iter()
            .flat_map(|place| [ours(" ("), place_written(place), ours(")")]),
    );
    let names = joined(one.scenarios.iter().map(|name| vec![code(name)]), ", ");
    if !names.is_empty() {
        line.push(ours(", seen in "));
        line.extend(names);
    }
    line.push(ours("."));
    line
}

/// What is told step by step: the scenario in which all works, else the first that ran.
pub(crate) fn timeline(experiment: &ExperimentNote) -> Option<&ScenarioNote> {
    let mut ran = experiment.scenarios.iter().filter(|one| !one.steps.is_empty());
    let ended = experiment
        .scenarios
        .iter()
        .find(|one| one.has_ended && !one.steps.is_empty());
    ended.or_else(|| ran.next())
}

/// What a node gave and what of it was lost.
pub(crate) fn visit(visit: &VisitNote) -> Line<'_> {
    let mut line = vec![
        code(&visit.node),
        ours(" "),
        note(format!("{} ms", visit.milliseconds)),
    ];
    let gave = visit.gave.iter().take(KEYS_MAX);
    let gave = joined(gave.map(|key| vec![prose(shorten(key, TEXT_MAX))]), ", ");
    if gave.is_empty() {
        line.push(ours(" gave nothing"));
    } else {
        line.push(ours(" gave "));
        line.extend(gave);
    }
    if !visit.lost.is_empty() {
        let lost = visit.lost.iter().take(KEYS_MAX).map(|key| vec![code(key)]);
        line.extend([ours("; "), Piece::Bad("lost"), ours(": ")]);
        line.extend(joined(lost, ", "));
    }
    if let Some(error) = &visit.error {
        line.extend([
            ours("; "),
            Piece::Bad("raised"),
            ours(" "),
            prose(shorten(error, TEXT_MAX)),
        ]);
    }
    line
}

/// How a scenario ended.
pub(crate) fn scenario(one: &ScenarioNote) -> Line<'_> {
    vec![
        code(&one.name),
        ours(" ("),
        prose(&one.says),
        ours("): "),
        prose(shorten(&one.outcome, TEXT_MAX)),
        note(format!(
            ", {}",
            count(
                usize::try_from(one.calls).unwrap_or(usize::MAX),
                "call of a model",
                "calls of models"
            )
        )),
    ]
}

/// What it amounts to, in a line.
pub(crate) fn figure(one: &FigureNote) -> Line<'_> {
    // A number with a point of ours behind it would begin a list.
    vec![prose(format!("{}.", shorten(&one.text, FIGURE_MAX)))]
}

/// The facts in which reading and running do not say the same, and how many say the same.
pub(crate) fn differing(experiment: &ExperimentNote) -> (Vec<&RanNote>, usize) {
    let (same, other): (Vec<&RanNote>, Vec<&RanNote>) =
        experiment.facts.iter().partition(|fact| fact.outcome == "agrees");
    (other, same.len())
}

/// One of them, with both proofs.
pub(crate) fn fact<'a>(fact: &'a RanNote) -> Line<'a> {
    let outcome = match fact.outcome.as_str() {
        "decides" => "reading could not say",
        "overrules" => "running goes before reading",
        _ => "reading stands",
    };
    let at = |place: &'a Option<String>| {
        let place = place.iter();
        place.flat_map(|place| [ours(" at "), place_written(place)])
    };
    let mut line = vec![
        code(&fact.probe),
        ours(": reading says "),
        prose(fact.reading.replace('_', " ")),
    ];
    line.extend(at(&fact.read_at));
    line.extend([ours(", running shows "), code(shorten(&fact.value, TEXT_MAX))]);
    line.extend(at(&fact.at));
    line.extend([
        ours(" ("),
        prose(shorten(&fact.why, TEXT_MAX)),
        ours(", "),
        code(&fact.scenario),
        ours(format!("); {outcome}.")),
    ]);
    line
}
