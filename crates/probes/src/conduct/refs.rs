//! Names of branches and tags, messages of tags, and notes on commits.

use super::names::spaced;
use super::{Scan, in_text, placed};
use court::evidence::Place;
use probes_core::Subject;
use subject::history::refs::NOTES;

pub(super) fn in_refs(snapshot: &Subject) -> impl Iterator<Item = Scan> + '_ {
    let refs = &snapshot.refs;
    let names = refs.names.iter().map(|name| in_name(name));
    let messages = refs
        .tags
        .iter()
        .map(|(tag, message)| in_message(message, "the message of a tag", &Place::Ref(tag.clone())));
    let notes = refs.notes.iter().map(|(id, note)| {
        let is_audited = snapshot.history.commits.iter().any(|commit| commit.id == *id);
        let place = if is_audited {
            Place::Commit(id.clone())
        } else {
            Place::Ref(NOTES.to_owned())
        };
        in_message(note, "a note on a commit", &place)
    });
    names.chain(messages).chain(notes)
}

fn in_name(name: &str) -> Scan {
    let (channel, short) = match (name.strip_prefix("refs/heads/"), name.strip_prefix("refs/tags/")) {
        (Some(short), _) => ("the name of a branch", short),
        (_, Some(short)) => ("the name of a tag", short),
        _ => ("a name", name),
    };
    in_text(&spaced(short), 1, |passage| {
        placed(Place::Ref(name.to_owned()), channel, passage)
    })
}

fn in_message(message: &str, channel: &'static str, place: &Place) -> Scan {
    in_text(message, 1, |passage| placed(place.clone(), channel, passage))
}
