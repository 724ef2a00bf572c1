//! What a PDF holds beside what its pages show: letters that are not seen, notes, properties.

use super::apart::TITLE_BYTES_MAX;
use super::{Source, lists};
use crate::document::assembly::{self, Glyph};
use crate::document::canvas::text_string;
use crate::document::hidden::{self, Concealment, Hidden};
use crate::document::visibility::Visibility;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use hayro_syntax::xref::XRef;
use std::collections::BTreeSet;

/// Most notes looked at on one page.
pub(super) const NOTES_MAX: usize = 200;
/// Most groups of hidden letters put together on one page.
const GROUPS_MAX: usize = 400;

/// How many actions that follow each other, or stand within each other, are looked at.
const ACTION_DEPTH_MAX: usize = 8;
/// Most actions of one trigger that are looked at.
const ACTIONS_MAX: usize = 100;
/// What triggers an action of its own, by the names of the format: of pages, of what stands on them, of fields and of
/// the whole document.
const TRIGGERS: [&[u8]; 20] = [
    b"O", b"C", b"E", b"X", b"D", b"U", b"Fo", b"Bl", b"PO", b"PC", b"PV", b"PI", b"K", b"F", b"V", b"WC",
    b"WS", b"DS", b"WP", b"DP",
];
/// Two kinds that are found in more than one place.
const SCRIPT: &str = "a script (JavaScript)";
const ATTACHED: &str = "a file inside (EmbeddedFile)";
/// What is told in the place of actions behind the last that is looked at.
const UNTOLD: &str = "more actions than are looked at";
/// Actions by the names of the format, and what they would do.
const ACTIONS: [(&[u8], &str); 9] = [
    (b"JavaScript", SCRIPT),
    (b"Launch", "a program that is started (Launch)"),
    (b"SubmitForm", "a form that is sent elsewhere (SubmitForm)"),
    (b"ImportData", "data that is taken in (ImportData)"),
    (b"Rendition", "a recording that is played (Rendition)"),
    (b"GoToE", "a way into a file inside (GoToE)"),
    (b"Sound", "a sound that is played (Sound)"),
    (b"Movie", "a film that is played (Movie)"),
    (b"RichMediaExecute", "a program in a film (RichMediaExecute)"),
];
/// What is no more than a link where a reader touches it, and acts where nobody asked for it.
const UNASKED: [(&[u8], &str); 2] = [
    (b"URI", "an address that is opened (URI)"),
    (b"GoToR", "another file that is opened (GoToR)"),
];

/// The letters that are seen, and the passages of those that are not.
pub(super) fn parted(glyphs: Vec<Glyph>, visibilities: &[Visibility]) -> (Vec<Glyph>, Vec<Hidden>) {
    if visibilities.iter().all(|visibility| visibility.why.is_none()) {
        return (glyphs, Vec::new());
    }
    let mut seen = Vec::new();
    let mut has_more = false;
    let mut groups: Vec<(Concealment, Vec<Glyph>)> = Vec::new();
    for (glyph, visibility) in glyphs.into_iter().zip(visibilities) {
        let Some(why) = visibility.why else {
            seen.push(glyph);
            continue;
        };
        let room = groups.len() < GROUPS_MAX;
        match groups.last_mut() {
            Some((last, group)) if *last == why => group.push(glyph),
            _ if room => groups.push((why, vec![glyph])),
            _ => has_more = true,
        }
    }
    let mut hidden = Vec::new();
    for (why, group) in groups {
        let lines = assembly::lines(&group, &mut Vec::new());
        let texts: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
        hidden::keep(&mut hidden, &texts.join(" "), why, 0);
    }
    if has_more {
        hidden::keep_further(&mut hidden);
    }
    (seen, hidden)
}

/// The words of the notes pinned to a page; links and fields of forms are none.
pub(super) fn annotations(page: &Source<'_>, hidden: &mut Vec<Hidden>) {
    let Some(notes) = page.raw().get::<Array<'_>>(&b"Annots"[..]) else {
        return;
    };
    let mut notes = lists::dicts(&notes, page.xref());
    for note in notes.by_ref().take(NOTES_MAX) {
        let kind = note.get::<Name<'_>>(&b"Subtype"[..]);
        let is_other = kind.is_some_and(|kind| matches!(&*kind, b"Link" | b"Popup"));
        let text = note.get::<PdfString<'_>>(&b"Contents"[..]);
        if let Some(text) = text.filter(|_| !is_other) {
            hidden::keep(hidden, &text_string(text.as_bytes()), Concealment::Annotation, 0);
        }
    }
    if notes.next().is_some() {
        hidden::keep_told_elsewhere(hidden);
    }
}

/// Properties that say more than who made the file and what it is called.
pub(super) fn properties(pdf: &Pdf, hidden: &mut Vec<Hidden>) {
    let about = pdf.metadata();
    let long = about.title.as_ref().filter(|title| title.len() > TITLE_BYTES_MAX);
    for text in [long, about.subject.as_ref(), about.keywords.as_ref()]
        .into_iter()
        .flatten()
    {
        hidden::keep(hidden, &text_string(text), Concealment::Property, 0);
    }
}

/// What would act when the file is opened, and the files that it carries, each kind once. Only what the catalogue leads
/// to is looked at: nothing else would be run.
pub(super) fn active(pdf: &Pdf, hidden: &mut Vec<Hidden>) {
    let Some(root) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else {
        return;
    };
    let mut kinds = BTreeSet::new();
    triggered(&root, pdf.xref(), &mut kinds);
    if let Some(names) = root.get::<Dict<'_>>(&b"Names"[..]) {
        kinds.extend(names.contains_key(&b"JavaScript"[..]).then_some(SCRIPT));
        kinds.extend(names.contains_key(&b"EmbeddedFiles"[..]).then_some(ATTACHED));
    }
    let form = root.get::<Dict<'_>>(&b"AcroForm"[..]);
    kinds.extend(
        form.is_some_and(|form| form.contains_key(&b"XFA"[..]))
            .then_some("a form that is a program (XFA)"),
    );
    tell(kinds, hidden);
}

/// What would act when a page is shown or something on it is touched.
pub(super) fn active_on(page: &Source<'_>, hidden: &mut Vec<Hidden>) {
    let mut kinds = BTreeSet::new();
    triggered(page.raw(), page.xref(), &mut kinds);
    let notes = page.raw().get::<Array<'_>>(&b"Annots"[..]);
    for note in notes
        .iter()
        .flat_map(|notes| lists::dicts(notes, page.xref()).take(NOTES_MAX))
    {
        triggered(&note, page.xref(), &mut kinds);
        let kind = note.get::<Name<'_>>(&b"Subtype"[..]);
        kinds.extend(
            kind.is_some_and(|kind| &*kind == b"FileAttachment")
                .then_some(ATTACHED),
        );
    }
    tell(kinds, hidden);
}

fn tell(kinds: BTreeSet<&'static str>, hidden: &mut Vec<Hidden>) {
    for kind in kinds {
        hidden::keep(hidden, kind, Concealment::Active, 0);
    }
}

/// The actions that something triggers.
fn triggered<'a>(dict: &Dict<'a>, xref: &'a XRef, kinds: &mut BTreeSet<&'static str>) {
    let mut left = ACTIONS_MAX;
    for (key, is_asked) in [(&b"OpenAction"[..], false), (b"A", true)] {
        if let Some(action) = dict.get::<Dict<'_>>(key) {
            actions(&action, xref, ACTION_DEPTH_MAX, is_asked, &mut left, kinds);
        }
    }
    if let Some(each) = dict.get::<Dict<'_>>(&b"AA"[..]) {
        for action in TRIGGERS.iter().filter_map(|key| each.get::<Dict<'_>>(*key)) {
            actions(&action, xref, ACTION_DEPTH_MAX, false, &mut left, kinds);
        }
    }
}

/// An action and those that follow it: one, or a list of them.
fn actions<'a>(
    action: &Dict<'a>,
    xref: &'a XRef,
    depth: usize,
    is_asked: bool,
    left: &mut usize,
    kinds: &mut BTreeSet<&'static str>,
) {
    if *left == 0 {
        kinds.insert(UNTOLD);
        return;
    }
    *left -= 1;
    let kind = action.get::<Name<'_>>(&b"S"[..]);
    let unasked = UNASKED.iter().filter(|_| !is_asked);
    let known = ACTIONS
        .iter()
        .chain(unasked)
        .find(|(name, _)| kind.as_ref().is_some_and(|kind| &**kind == *name));
    kinds.extend(known.map(|(_, what)| *what));
    let list = action.get::<Array<'_>>(&b"Next"[..]);
    let many = list.iter().flat_map(|list| lists::dicts(list, xref));
    for next in action.get::<Dict<'_>>(&b"Next"[..]).into_iter().chain(many) {
        if depth == 0 || *left == 0 {
            kinds.insert(UNTOLD);
            return;
        }
        actions(&next, xref, depth - 1, is_asked, left, kinds);
    }
}
