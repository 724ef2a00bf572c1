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
    goal: "Certificates and signatures are checked, and passwords are kept by hashes that hold.",
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
    let keeps = |path: &str, danger: &Danger| speaks_of_passwords(snapshot, path, danger.line);
    let open: Vec<(&str, &Danger)> = of(Risk::Tls).collect();
    let kept: Vec<(&str, &Danger)> = of(Risk::WeakCrypto)
        .filter(|(path, danger)| keeps(path, danger))
        .collect();
    let hashes = match of(Risk::WeakCrypto).count() - kept.len() {
        0 => String::new(),
        many => {
            format!("; broken hashes or ciphers are used at {many} places, whether for security is not told")
        }
    };
    let rationale = match (open.is_empty(), kept.is_empty()) {
        (true, true) => "nowhere is the checking of certificates or signatures switched off",
        (true, false) => "passwords are hashed by what is broken",
        (false, true) => "the checking of certificates or signatures is switched off",
        (false, false) => {
            "the checking of certificates or signatures is switched off, and passwords are hashed by what is broken"
        }
    };
    let answer = match open.is_empty() && kept.is_empty() {
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
    let answer = kept.into_iter().fold(answer, |answer, (path, danger)| {
        let note = format!("`{}` hashes a password", danger.callee);
        answer.at_noting(line(path, danger.line), note)
    });
    let others = of(Risk::WeakCrypto).filter(|(path, danger)| !keeps(path, danger));
    others.fold(answer, |answer, (path, danger)| {
        answer.at_noting(
            line(path, danger.line),
            format!("`{}` is broken, if security hangs on it", danger.callee),
        )
    })
}

/// Whether the line of a hash says that it is for passwords.
fn speaks_of_passwords(snapshot: &Subject, path: &str, line: u32) -> bool {
    let text = snapshot
        .lines(path, line, line)
        .unwrap_or_default()
        .to_ascii_lowercase();
    ["password", "passwd", "pwd"]
        .iter()
        .any(|word| text.contains(word))
}
