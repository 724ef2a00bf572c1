use crate::families::code::NO_CODE;
use crate::families::tally::line;
use crate::families::unread;
use court::evidence::{Detective, Finding};
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use syntax::facts::{Danger, Risk};

pub(super) const PROBE: Probe = Probe {
    id: "danger.weak",
    detective: Detective::RepoInvestigator,
    goal: "Certificates are checked.",
    examine,
};

/// Whether security hangs on the place cannot be seen there.
const SURE: u8 = 75;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    if census.product().next().is_none() {
        return unread::nothing(snapshot, NO_CODE);
    }
    let of = |kind: Risk| census.dangers().filter(move |(_, danger)| danger.kind == kind);
    let open: Vec<(&str, &Danger)> = of(Risk::Tls).collect();
    let hashes = match of(Risk::WeakCrypto).count() {
        0 => String::new(),
        many => {
            format!("; broken hashes or ciphers are used at {many} places, whether for security is not told")
        }
    };
    let rationale = if open.is_empty() {
        "nowhere is the checking of certificates switched off"
    } else {
        "the checking of certificates is switched off"
    };
    let answer = match open.is_empty() {
        true => Answer::absent(format!("{rationale}{hashes}"), unread::search(snapshot)),
        false => Answer::present(format!("{rationale}{hashes}")),
    };
    if matches!(answer.finding, Finding::Unobserved { .. }) {
        return answer;
    }
    let answer = answer.sure(SURE);
    let answer = open.into_iter().fold(answer, |answer, (path, danger)| {
        answer.at(line(path, danger.line))
    });
    of(Risk::WeakCrypto).fold(answer, |answer, (path, danger)| {
        answer.at_noting(
            line(path, danger.line),
            format!("`{}` is broken, if security hangs on it", danger.callee),
        )
    })
}
