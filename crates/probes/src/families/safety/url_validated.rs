//! `safety.url_validated`: the address is checked before it reaches git.

use super::git_calls::{GitCall, place};
use super::guards::{self, Guard};
use super::{Showing, of_every_clone};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use python::code::Code;

/// Whether the address of a repository is checked before it is cloned.
pub(super) const PROBE: Probe = Probe {
    id: "safety.url_validated",
    detective: Detective::RepoInvestigator,
    goal: "The address of the repository is checked (scheme, host or characters) before it reaches git",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_every_clone(snapshot, show)
}

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let cloned = (clone.place(code), "the address reaches git here".to_owned());
    let Some((scope, url)) = clone.url else {
        return Showing {
            holds: true,
            why: "the address is a constant of the program".to_owned(),
            proofs: vec![cloned],
        };
    };
    let guards = guards::of(code, scope, url, clone);
    match guards.first() {
        Some(Guard { what, .. }) => Showing {
            holds: true,
            why: format!("the address is checked before it reaches git: {what}"),
            proofs: guards
                .iter()
                .map(|guard| (guard.place.clone(), guard.what.clone()))
                .chain([cloned])
                .collect(),
        },
        None => Showing {
            holds: false,
            why: "no test of the address that stops the run stands between the input and git".to_owned(),
            proofs: vec![(
                place(code, scope, url),
                "the address reaches git here unchecked".to_owned(),
            )],
        },
    }
}
