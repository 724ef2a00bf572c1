//! From the results of the jobs to the dossier that reports are made from.

use super::{Docketed, Investigation, Matter};
use crate::dossier::{Claim, Coverage, Dossier, PanelNote, Plea, ReportNote, SubjectNote};
use court::evidence::Evidence;
use court::justice;
use court::remedy::remedies;
use court::statutes;
use court::verdict::Verdict;
use detective::document::Document;
use journal::CaseHandle;
use serde_json::Value;

/// What readers have to know of the embedded panel.
const STATUTES: &str = "three personas that score by published statutes from the findings of the probes, without a model: what no probe asks is not seen";

pub(super) fn dossier(
    matter: &Matter<'_>,
    case: &CaseHandle,
    found: Investigation,
    docket: Vec<Docketed<'_>>,
    verdict: Verdict,
) -> Dossier {
    Dossier {
        case: case.id().to_string(),
        subject: SubjectNote {
            name: matter.name.to_owned(),
            slug: matter.slug.clone(),
            url: matter.url.map(str::to_owned),
        },
        commit: found.seized.commit.clone(),
        history: found.seized.history.clone(),
        rubric: matter.rubric.clone(),
        panel: PanelNote {
            name: statutes::NAME.to_owned(),
            what: STATUTES.to_owned(),
        },
        claims: claims(&found.evidence),
        coverage: coverage(&found),
        topology: found.topology,
        evidence: found.evidence,
        pleas: docket.into_iter().map(plea).collect(),
        verdict,
    }
}

fn plea(entry: Docketed<'_>) -> Plea {
    let matter = justice::Matter {
        dimension: entry.dimension,
        law: &entry.law,
        standings: &entry.standings,
    };
    let remedies = remedies(&matter);
    Plea {
        understood: entry.reading.map(|reading| reading.because),
        standings: entry.standings,
        remedies,
    }
}

fn coverage(found: &Investigation) -> Coverage {
    Coverage {
        files_read: found.seized.files_read,
        files_skipped: found.seized.files_skipped.clone(),
        reports: found.documents.iter().map(report_note).collect(),
        uncommitted: found.seized.uncommitted.clone(),
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
    }
}

/// The claimed paths that do not exist, as contradicted claims.
fn claims(evidence: &Evidence) -> Vec<Claim> {
    let missing = evidence
        .of_probe("docs.paths_missing")
        .find_map(|(id, exhibit)| Some((id, exhibit.value.as_ref()?)));
    let Some((id, Value::Array(paths))) = missing else {
        return Vec::new();
    };
    let claim = |path: &str| Claim {
        text: path.to_owned(),
        place: place_of(evidence, path),
        kind: "path".to_owned(),
        state: "contradicted".to_owned(),
        exhibits: vec![id.to_string()],
        near: None,
    };
    paths.iter().filter_map(Value::as_str).map(claim).collect()
}

fn place_of(evidence: &Evidence, path: &str) -> String {
    let mut proofs = evidence
        .of_probe("docs.paths_missing")
        .filter_map(|(_, exhibit)| {
            let quote = exhibit.excerpt.as_ref()?;
            quote
                .text
                .contains(path)
                .then(|| exhibit.place.as_ref().map(ToString::to_string))?
        });
    proofs.next().unwrap_or_default()
}
