//! One dimension as the reports see it: the rubric's line, the ruling on it and what stands open, together.

use crate::dossier::{Acceptance, Dossier, Plea};
use crate::line::{Line, code, ours, prose};
use crate::text::english::{ended, on_scale, sentence, shorten};
use court::evidence::{ExhibitId, Place};
use court::justice::{Ruling, Status, Step, unheard};
use court::opinion::{Hearing, Persona};
use court::protocol::Standing;
use court::rubric::Dimension;
use court::score::Score;
use court::verdict::Overruling;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Steps that only bring a score onto a scale.
const SCALING: [&str; 2] = ["rounding", "scale"];
/// Most characters of a reason in a table, of which the first is shown; the section of the dimension has all of them.
const REASON_MAX: usize = 90;

/// A dimension with its ruling.
pub(crate) struct Entry<'a> {
    pub(crate) dimension: &'a Dimension,
    pub(crate) ruling: Cow<'a, Ruling>,
    pub(crate) plea: Option<&'a Plea>,
    /// What people said against the court.
    pub(crate) overruling: Option<&'a Overruling>,
    /// What is accepted, as far as it has not ended.
    accepted: Vec<&'a Acceptance>,
}

/// One entry for each dimension of the rubric, in its order; nothing that the rubric names is left out.
pub(crate) fn entries(dossier: &Dossier) -> Vec<Entry<'_>> {
    let dimensions = dossier.rubric.dimensions.iter().enumerate();
    let accepted = dossier.accepted.iter().filter(|one| !one.ended);
    let accepted: Vec<&Acceptance> = accepted.collect();
    dimensions
        .map(|(index, dimension)| Entry {
            dimension,
            ruling: ruling_on(dossier, dimension),
            plea: dossier.pleas.get(index),
            overruling: dossier
                .verdict
                .overrulings
                .iter()
                .find(|word| word.dimension == dimension.id),
            accepted: accepted.clone(),
        })
        .collect()
}

fn ruling_on<'a>(dossier: &'a Dossier, dimension: &Dimension) -> Cow<'a, Ruling> {
    let mut rulings = dossier.verdict.rulings.iter();
    let lost = || unheard(dimension, Status::Incomplete("it was not heard".to_owned()));
    rulings
        .find(|ruling| ruling.dimension == dimension.id)
        .map_or_else(|| Cow::Owned(lost()), Cow::Borrowed)
}

impl<'a> Entry<'a> {
    /// Its demands held against the evidence; none where the panel sees none.
    pub(crate) fn standings(&self) -> &'a [Standing] {
        self.plea.map_or(&[], |plea| plea.standings.as_slice())
    }

    /// By what a finding of this probe at this place is accepted.
    pub(crate) fn acceptance(&self, probe: &str, place: Option<&Place>) -> Option<&'a Acceptance> {
        self.accepted.iter().copied().find(|one| one.covers(probe, place))
    }

    /// How many of its checks somebody could look at: `5 of 6`. What does not arise is no check of this subject, nor is what limits the
    /// votes.
    pub(crate) fn looked_at(&self) -> String {
        let checks = || {
            self.standings()
                .iter()
                .filter(|one| one.is_met() || !one.demand.is_limit)
        };
        let seen = checks().filter(|one| one.share.is_some()).count();
        let unseen = checks().filter(|one| one.is_unobserved).count();
        match seen + unseen {
            0 => "–".to_owned(),
            all => format!("{seen} of {all}"),
        }
    }

    /// What a judge says, with the checks that the section puts into words elsewhere by their numbers alone.
    pub(crate) fn pointed(&self, argument: &str, is_worded: &dyn Fn(ExhibitId) -> bool) -> String {
        let point = |text: String, (said, id): (Cow<'_, str>, ExhibitId)| {
            text.replace(&format!("{said} ({id})"), &id.to_string())
        };
        self.listed(is_worded).fold(argument.to_owned(), point)
    }

    /// The same of what was disagreed on.
    pub(crate) fn dissent(&self, is_worded: &dyn Fn(ExhibitId) -> bool) -> Option<String> {
        let point =
            |text: String, (said, id): (Cow<'_, str>, ExhibitId)| text.replace(&*said, &id.to_string());
        let dissent = self.ruling.dissent.as_ref()?;
        Some(self.listed(is_worded).fold(dissent.clone(), point))
    }

    /// The words and the numbers of those of its checks, the longest first, as one may hold another.
    fn listed(
        &self,
        is_worded: &dyn Fn(ExhibitId) -> bool,
    ) -> impl Iterator<Item = (Cow<'a, str>, ExhibitId)> {
        let seen = self
            .standings()
            .iter()
            .filter(|standing| standing.share.is_some());
        let mut listed: Vec<_> = seen
            .filter_map(|standing| Some((standing.said(), standing.exhibit?)))
            .filter(|(said, id)| !said.is_empty() && is_worded(*id))
            .collect();
        listed.sort_by_key(|(said, _)| Reverse(said.len()));
        listed.into_iter()
    }

    /// Why there is no score.
    pub(crate) fn reason(&self) -> Option<&str> {
        match &self.ruling.status {
            Status::Judged => None,
            Status::NotAssessable(why) | Status::Incomplete(why) => Some(why),
        }
    }

    /// The score on its scale, or why there is none in a word or two.
    pub(crate) fn result(&self) -> String {
        match (&self.ruling.status, self.ruling.final_score) {
            (Status::Judged, Some(score)) => format!("{}{}", on_scale(score, self.dimension), self.lost()),
            (Status::NotAssessable(_), _) => "not assessable".to_owned(),
            (Status::Judged | Status::Incomplete(_), _) => "incomplete".to_owned(),
        }
    }

    /// Who overruled the court, what it had said, and why, in a sentence.
    pub(crate) fn overruled(&self) -> Option<String> {
        let word = self.overruling?;
        let court = word.court.map_or_else(
            || "had no score".to_owned(),
            |score| format!("said {}", on_scale(score, self.dimension)),
        );
        let (by, why) = (&word.by, ended(&word.why));
        let score = on_scale(word.score, self.dimension);
        Some(format!("{by} says {score}, the court {court}: {why}"))
    }

    /// Whose seat stayed empty beside a score, which the rules settled without.
    pub(crate) fn lost(&self) -> String {
        let lost: Vec<&str> = self.ruling.lost().iter().map(|persona| persona.title()).collect();
        match lost.is_empty() {
            true => String::new(),
            false => format!(" (without the {})", lost.join(" and the ")),
        }
    }

    /// The score that each hearing got from one persona, the first hearing first.
    pub(crate) fn votes(&self, persona: Persona) -> Vec<Option<Score>> {
        let hearings = self.ruling.hearings.iter();
        hearings.map(|hearing| hearing.seat(persona).score()).collect()
    }

    /// The votes that count: of the last hearing.
    pub(crate) fn last_votes(&self) -> [(Persona, Option<Score>); 3] {
        Persona::ALL.map(|persona| (persona, self.votes(persona).last().copied().flatten()))
    }

    /// The vote of this persona in the first of two hearings, where it was another.
    pub(crate) fn vote_before(&self, persona: Persona, now: Score) -> Option<Score> {
        match self.votes(persona)[..] {
            [Some(first), _, ..] if first != now => Some(first),
            _ => None,
        }
    }

    /// The rules that spoke on a vote or on the score, in their order, scaling aside. Before them the one that made the
    /// score, where they left it as it was.
    pub(crate) fn deciding_rules(&self) -> Vec<&str> {
        let speaks = |step: &&Step| step.after.is_some() && !SCALING.contains(&step.rule.as_str());
        let steps: Vec<&Step> = self.ruling.trace.iter().filter(speaks).collect();
        let is_moved = steps
            .iter()
            .any(|step| step.before.is_some() && step.before != step.after);
        let (made, spoke): (Vec<&Step>, Vec<&Step>) =
            steps.into_iter().partition(|step| step.before.is_none());
        let made = made.into_iter().take(usize::from(!is_moved));
        let mut rules: Vec<&str> = made.chain(spoke).map(|step| step.rule.as_str()).collect();
        rules.dedup();
        rules
    }

    /// What decided, in a table.
    pub(crate) fn decided_by(&self) -> Line<'_> {
        if let Some(reason) = self.reason() {
            return vec![prose(shorten(
                reason.split(';').next().unwrap_or(reason),
                REASON_MAX,
            ))];
        }
        let rules = self.deciding_rules().into_iter().map(code);
        let mut line: Line<'_> = Vec::new();
        for rule in rules {
            if !line.is_empty() {
                line.push(ours(" + "));
            }
            line.push(rule);
        }
        if line.is_empty() {
            line.push(ours("–"));
        }
        line
    }

    /// How its text was understood, where the rubric does not name the protocol itself.
    pub(crate) fn understood(&self) -> Option<&'a str> {
        let because = self.plea.and_then(|plea| plea.understood.as_deref());
        because.filter(|_| self.named_protocol().is_none())
    }

    /// The protocol that the rubric names for it, where it was read by that.
    pub(crate) fn named_protocol(&self) -> Option<&'a str> {
        let because = self.plea?.understood.as_deref()?;
        let named = self.dimension.protocol.as_deref()?;
        because.ends_with(&format!("`{named}`")).then_some(named)
    }
}

/// What a rule did to the score, and why, where no earlier section told so.
pub(crate) fn step<'a>(step: &'a Step, told: &mut BTreeSet<&'a str>) -> Line<'a> {
    let change = match (step.before, step.after) {
        (Some(before), Some(after)) if before == after => format!(" leaves {after}"),
        (Some(before), Some(after)) => format!(" {before} → {after}"),
        (None, Some(after)) => format!(" {after}"),
        _ => String::new(),
    };
    let why = step.why.trim_end_matches('.');
    let mut line = vec![code(&step.rule), ours(change)];
    if told.insert(why) {
        line.extend([ours(": "), prose(why)]);
    }
    line
}

/// The word for a status in `report.json` and in tables.
pub(crate) fn status_word(status: &Status) -> &'static str {
    match status {
        Status::Judged => "judged",
        Status::NotAssessable(_) => "not_assessable",
        Status::Incomplete(_) => "incomplete",
    }
}

/// How many entries have the status.
pub(crate) fn tally(entries: &[Entry<'_>], has: fn(&Status) -> bool) -> usize {
    entries.iter().filter(|entry| has(&entry.ruling.status)).count()
}

pub(crate) fn is_judged(status: &Status) -> bool {
    *status == Status::Judged
}

pub(crate) fn is_incomplete(status: &Status) -> bool {
    matches!(status, Status::Incomplete(_))
}

pub(crate) fn is_not_assessable(status: &Status) -> bool {
    matches!(status, Status::NotAssessable(_))
}

/// Why there is no score, in sentences.
pub(crate) fn unscored(why: &str) -> String {
    let said = match why.split_once(": ") {
        Some((what, cause)) => format!("{} {}", ended(what), sentence(cause)),
        None => ended(why),
    };
    format!("{said} This says nothing about the subject.")
}

/// Whether a dissent says more than the votes beside it: they lay more than half of the scale apart, or models gave reasons.
pub(crate) fn is_far_apart(dossier: &Dossier, entry: &Entry<'_>) -> bool {
    let wide = |hearing: &Hearing| {
        let scores = hearing.scores();
        let ends = scores.iter().max().zip(scores.iter().min());
        ends.is_some_and(|(most, least)| (most.0 - least.0) * 2 > entry.dimension.scale.width())
    };
    dossier.panel.models.is_some() || entry.ruling.hearings.iter().any(wide)
}
