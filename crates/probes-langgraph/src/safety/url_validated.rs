//! `safety.url_validated`: the address is checked before it reaches git.

use super::git_calls::{GitCall, place};
use super::guards::{self, Guard};
use super::{Showing, of_every_clone, strange_decorator, ways};
use probes_core::{Probe, Search};
use python::code::Code;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.url_validated",
    "The address of the repository is checked (scheme, host or characters) before it reaches git",
    |snapshot| of_every_clone(snapshot, show),
);

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let cloned = (clone.place(code), "the address reaches git here".to_owned());
    let Some((scope, url)) = clone.url else {
        return Showing::Holds(
            "the address is a constant of the program".to_owned(),
            vec![cloned],
        );
    };
    let (guards, open) = guards::of(code, scope, url, clone);
    if let Some(Guard { what, .. }) = guards.first() {
        let why = format!("the address is checked before it reaches git: {what}");
        let proofs = guards
            .iter()
            .map(|guard| (guard.place.clone(), guard.what.clone()));
        return Showing::Holds(why, proofs.chain([cloned]).collect());
    }
    let why = "no test of the address that stops the run stands between the input and git";
    let mut search = Search::at([place(code, scope, url)]);
    for place in open {
        search = search.open(place, "what is done with the address there could not be followed");
    }
    if let Some(place) = strange_decorator(code, &ways(code, clone)) {
        search = search.open(place, "what this does around the function is not known");
    }
    Showing::Fails(why.to_owned(), search)
}
