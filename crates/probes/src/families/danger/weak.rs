use crate::derived::Subject;
use crate::families::code::NO_CODE;
use crate::families::tally::line;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
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
        return Answer::not_applicable(NO_CODE);
    }
    let of = |kind: Risk| census.dangers().filter(move |(_, danger)| danger.kind == kind);
    let open: Vec<(&str, &Danger)> = of(Risk::Tls).collect();
    if let (true, Some(unread)) = (open.is_empty(), super::unread(census)) {
        return unread;
    }
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
    let answer = Answer::fact(!open.is_empty(), format!("{rationale}{hashes}")).sure(SURE);
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
