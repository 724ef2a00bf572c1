//! From the results of the jobs to the dossier that reports are made from.

use super::models;
use super::vision::VisionModel;
use super::{Docketed, Filing, Investigation, Tools};
use calibration::licence;
use claims::claim;
use court::evidence::{Evidence, ExhibitId};
use court::statutes;
use court::verdict::Verdict;
use documents::document::hidden::Concealment;
use documents::document::{Document, Origin};
use report::dossier::{Claim, Coverage, Dossier, PanelNote, Plea, ReportNote, SubjectNote};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Longest quote that stands beside what the subject has instead, in characters.
const QUOTE_CHARS_MAX: usize = 480;

/// What readers have to know of the embedded panel.
const STATUTES: &str =
    "the built-in scoring, without AI. Three judges, each with a fixed formula, score what the checks found";

pub(super) fn of(
    filing: &Filing<'_>,
    found: Investigation,
    docket: &[Docketed<'_>],
    tools: &Tools,
    verdict: Verdict,
) -> Dossier {
    Dossier {
        case: tools.case.id().to_string(),
        subject: SubjectNote {
            name: filing.name.to_owned(),
            slug: filing.slug.clone(),
            url: filing.url.map(str::to_owned),
            origin: filing.claimed_origin.map(str::to_owned),
        },
        commit: found.seized.commit.clone(),
        history: found.seized.history.clone(),
        rubric: filing.rubric.clone(),
        rules: Arc::clone(filing.rules),
        panel: PanelNote {
            vision: tools.vision_model().map(VisionModel::note),
            calibration: licence::calibration(
                filing.licence,
                &licence::identity(tools.models().map(|models| &models.spec)),
                filing.rubric,
                filing.rules,
            ),
            ..models::note(
                tools.models(),
                &filing.rubric.dimensions,
                statutes::NAME,
                STATUTES,
            )
        },
        claims: claims(&found.claims, &found.evidence),
        coverage: coverage(&found),
        topology: found.topology,
        evidence: found.evidence,
        pleas: docket.iter().map(plea).collect(),
        verdict,
        experiment: found.experiment,
        accepted: Vec::new(),
    }
}

fn plea(entry: &Docketed<'_>) -> Plea {
    let reading = entry.reading.as_ref();
    Plea::of(&entry.matter(), reading.map(|reading| reading.because.clone()))
}

fn coverage(found: &Investigation) -> Coverage {
    Coverage {
        files_read: found.seized.files_read,
        files_skipped: found.seized.files_skipped.clone(),
        not_obeyed: found.seized.not_obeyed.clone(),
        reports: found.documents.iter().map(report_note).collect(),
        uncommitted: found.seized.uncommitted.clone(),
        containment: found.walls.iter().cloned().collect(),
    }
}

fn report_note(document: &Document) -> ReportNote {
    let pages = document.reading.as_deref().unwrap_or_default();
    let cause = document.reading.as_ref().err().cloned();
    ReportNote {
        name: document.name.clone(),
        pages: pages.len(),
        images: pages.iter().map(|page| page.images.len()).sum(),
        cause: cause.or_else(|| (!document.notes.is_empty()).then(|| document.notes.join("; "))),
        active: active(document),
    }
}

/// What in a document would act, each kind once.
fn active(document: &Document) -> Vec<String> {
    let hidden = document.pages().iter().flat_map(|page| &page.hidden);
    let active = hidden.filter(|hidden| hidden.why == Concealment::Active);
    let kinds: BTreeSet<&str> = active.map(|hidden| hidden.text.as_str()).collect();
    kinds.into_iter().map(str::to_owned).collect()
}

/// The ledger with the numbers of the exhibits that decided.
fn claims(ledger: &[claim::Claim], evidence: &Evidence) -> Vec<Claim> {
    let row = |claim: &claim::Claim| Claim {
        text: text(claim),
        because: is_answered(claim)
            .then(|| claim.because.clone())
            .filter(|why| !why.is_empty()),
        shown_at: claim.shown_at.clone().filter(|_| is_answered(claim)),
        place: claim.place.to_string(),
        kind: claim.kind.word().to_owned(),
        state: claim.state.word().to_owned(),
        exhibits: exhibits(claim, evidence),
        near: claim.near.clone(),
        lies_in_subject: claim.origin == Origin::Found,
    };
    told_once(ledger.iter().map(row))
}

/// Two probes may answer one sentence with the same words, which nobody wants to read twice.
fn told_once(claims: impl Iterator<Item = Claim>) -> Vec<Claim> {
    let mut rows: Vec<Claim> = Vec::new();
    let mut known: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for claim in claims {
        let told = (claim.place.clone(), claim.whole(), claim.state.clone());
        let first = known.get(&told).and_then(|index| rows.get_mut(*index));
        match first.filter(|_| claim.because.is_some()) {
            Some(first) => {
                let new = claim
                    .exhibits
                    .into_iter()
                    .filter(|id| !first.exhibits.contains(id));
                let new: Vec<String> = new.collect();
                first.exhibits.extend(new);
                first.exhibits.sort_by_key(|id| (id.len(), id.clone()));
            }
            None => {
                known.insert(told, rows.len());
                rows.push(claim);
            }
        }
    }
    rows
}

fn is_answered(claim: &claim::Claim) -> bool {
    claim.state != claim::State::Supported
}

/// The words of the report, no more of them than stand well beside what the subject has instead.
fn text(claim: &claim::Claim) -> String {
    let is_short = claim.text.chars().count() <= QUOTE_CHARS_MAX;
    if is_short || !is_answered(claim) {
        return claim.text.clone();
    }
    let quote: String = claim.text.chars().take(QUOTE_CHARS_MAX).collect();
    let whole_words = quote
        .rsplit_once(' ')
        .map_or(quote.as_str(), |(before, _)| before);
    format!("{whole_words}…")
}

/// The exhibits on either side: of the report's words, and of the probe that decided.
fn exhibits(claim: &claim::Claim, evidence: &Evidence) -> Vec<String> {
    let probe = match (claim.origin, claim.kind) {
        (Origin::Found, _) => "docs.found",
        (Origin::Given, claim::Kind::Path) => "docs.paths_missing",
        (Origin::Given, _) => "docs.claims",
    };
    let is_against = claim.state == claim::State::Contradicted;
    let quoted = evidence.of_probe(probe).find(|(_, exhibit)| {
        let quote = exhibit.excerpt.as_ref().map(|excerpt| excerpt.text.as_str());
        is_against
            && quote.is_some_and(|quote| claim.text.starts_with(quote) || quote.starts_with(&claim.text))
    });
    // The probes of paths ask about the reports that were handed in.
    let is_asked = claim.origin == Origin::Given || claim.kind != claim::Kind::Path;
    let decided = claim
        .probe
        .as_ref()
        .filter(|_| is_asked)
        .and_then(|probe| evidence.of_probe(probe).next());
    let ids: BTreeSet<ExhibitId> = quoted.into_iter().chain(decided).map(|(id, _)| id).collect();
    ids.into_iter().map(|id| id.to_string()).collect()
}
