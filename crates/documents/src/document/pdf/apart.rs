//! What a PDF says in other places than its pages: properties, outline, forms, files inside, names of all kinds.

use super::strings::{self, read, text};
use super::{Source, lists};
use crate::document::apart::{Collection, Spot, is_prose};
use crate::document::tagged;
use crate::document::{PAGES_MAX, prose};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, ObjRef, Object, ObjectIdentifier, Stream};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

mod files;
mod forms;
mod notes;
mod outline;
mod structure;
mod tree;

/// Most dictionaries of properties that are looked at; a file that was changed often names one each time.
const INFOS_MAX: usize = 20;
/// Most layers of which the name is looked at.
const LAYERS_MAX: usize = 2_000;
/// Most properties of one dictionary.
const PROPERTIES_MAX: usize = 1_000;
/// Most streams of text that are unpacked of one kind of place.
const STREAMS_MAX: usize = 100;
/// What names the dictionary of properties.
const INFO: &[u8] = b"/Info";
/// Most bytes behind that in which its number stands.
const NUMBER_BYTES_MAX: usize = 32;
/// Properties that are told with what is hidden.
const TOLD: [&[u8]; 2] = [b"Subject", b"Keywords"];
/// From this length on a title is told with them too, in bytes.
pub(super) const TITLE_BYTES_MAX: usize = 150;

/// A kind of place at which words stand.
type Place<'a> = fn(&mut Walk<'a, '_>, &Dict<'a>);
/// The page of each page object, and of what is pinned to it.
type Pages = BTreeMap<ObjectIdentifier, u32>;

/// A file whose words are collected.
struct Walk<'a, 'w> {
    pdf: &'a Pdf,
    pages: &'w Pages,
    /// How many streams may still be unpacked.
    streams: usize,
    words: &'w mut Collection,
}

/// Collects what the whole file says. A fault of the reader costs what is behind it, not the page.
pub(super) fn of_document<'a>(pdf: &'a Pdf, words: &mut Collection) {
    let places = [
        infos as Place<'a>,
        metadata as Place<'a>,
        outline::read as Place<'a>,
        forms::read as Place<'a>,
        files::read as Place<'a>,
        labels as Place<'a>,
        layers as Place<'a>,
        structure::read as Place<'a>,
    ];
    let pages = catch_unwind(AssertUnwindSafe(|| pages(pdf))).unwrap_or_default();
    for place in places {
        let read = catch_unwind(AssertUnwindSafe(|| {
            let root = pdf.xref().get::<Dict<'a>>(pdf.xref().root_id());
            if let Some(root) = root {
                place(&mut Walk::of(pdf, &pages, words), &root);
            }
        }));
        if read.is_err() {
            words.further();
        }
    }
}

/// Collects what is pinned to a page, but the words of notes, which are told with what is hidden.
pub(super) fn of_page<'a>(pdf: &'a Pdf, page: &Source<'a>, number: u32, words: &mut Collection) {
    let read = catch_unwind(AssertUnwindSafe(|| {
        notes::read(&mut Walk::of(pdf, &Pages::new(), words), page, number);
    }));
    if read.is_err() {
        words.further();
    }
}

fn pages(pdf: &Pdf) -> Pages {
    let mut pages = Pages::new();
    for (number, page) in (1..).zip(pdf.pages().iter().take(PAGES_MAX)) {
        let notes = page.raw().get::<Array<'_>>(&b"Annots"[..]);
        let notes = notes.iter().flat_map(Array::raw_iter).take(notes::NOTES_MAX);
        let notes = notes.filter_map(|note| note.as_obj_ref().map(ObjectIdentifier::from));
        for id in page.raw().obj_id().into_iter().chain(notes) {
            pages.entry(id).or_insert(number);
        }
    }
    pages
}

impl<'a, 'w> Walk<'a, 'w> {
    fn of(pdf: &'a Pdf, pages: &'w Pages, words: &'w mut Collection) -> Self {
        Self {
            pdf,
            pages,
            streams: STREAMS_MAX,
            words,
        }
    }

    fn keep(&mut self, text: &str, spot: Spot, page: u32) {
        self.words.keep(text, spot, page, 0);
    }

    /// Keeps what some entries say.
    fn keep_entries(&mut self, dict: &Dict<'a>, keys: &[&[u8]], spot: Spot, page: u32) {
        for key in keys {
            if let Some(text) = self.said(dict, key) {
                self.keep(&text, spot, page);
            }
        }
    }

    /// What an entry says, which may be a stream.
    fn said(&mut self, dict: &Dict<'a>, key: &[u8]) -> Option<String> {
        match dict.get::<Object<'a>>(key)? {
            Object::Stream(stream) => Some(text(&self.unpacked(&stream))),
            object => strings::of(&object, self.pdf.xref()),
        }
    }

    /// What comes out of a stream.
    fn unpacked(&mut self, stream: &Stream<'_>) -> Vec<u8> {
        let Some(left) = self.streams.checked_sub(1) else {
            self.words.further();
            return Vec::new();
        };
        self.streams = left;
        let (bytes, is_whole) = read(stream);
        if !is_whole {
            self.words.further();
        }
        bytes
    }

    /// Keeps the words of a stream of XML.
    fn keep_tagged(&mut self, stream: &Stream<'_>, spot: Spot) {
        let bytes = self.unpacked(stream);
        let words = &mut *self.words;
        let mut give = |_, text: &str| words.keep(text, spot, 1, 0);
        let is_read = match prose::decode(&bytes) {
            Some(xml) => tagged::words(&xml, &[], &mut give),
            None => false,
        };
        // What is no XML is heard as it stands.
        if !is_read {
            self.keep(&String::from_utf8_lossy(&bytes), spot, 1);
        }
    }

    fn page(&self, id: impl Into<ObjectIdentifier>) -> Option<u32> {
        self.pages.get(&id.into()).copied()
    }

    fn resolve(&self, object: MaybeRef<Object<'a>>) -> Option<Object<'a>> {
        lists::resolved(object, self.pdf.xref())
    }

    /// The dictionaries of a list that were not seen yet, as long as entries are `left`; they are put on a stack, the
    /// first of them on top.
    fn below(
        &self,
        list: &Array<'a>,
        seen: &mut BTreeSet<ObjectIdentifier>,
        left: &mut usize,
        put: &mut dyn FnMut(Dict<'a>),
    ) {
        let most = *left;
        let each = list.raw_iter().take(most).inspect(|_| *left -= 1);
        let fresh = each.filter(|one| one.as_obj_ref().is_none_or(|id| seen.insert(id.into())));
        let all: Vec<Dict<'a>> = fresh.filter_map(|one| self.resolve(one)?.into_dict()).collect();
        all.into_iter().rev().for_each(put);
    }
}

/// The properties of the file, those of earlier versions too.
fn infos<'a>(walk: &mut Walk<'a, '_>, _: &Dict<'a>) {
    let data: &[u8] = walk.pdf.data().as_ref();
    let mut known = BTreeSet::new();
    for id in named(data) {
        if known.len() >= INFOS_MAX {
            walk.words.further();
            return;
        }
        let info = walk.pdf.xref().get::<Dict<'a>>(id.into());
        if let Some(info) = info.filter(|_| known.insert((id.obj_number, id.gen_number))) {
            properties(walk, &info);
        }
    }
}

fn properties<'a>(walk: &mut Walk<'a, '_>, info: &Dict<'a>) {
    for (key, _) in info.entries().take(PROPERTIES_MAX) {
        let Some(text) = walk.said(info, &key).filter(|_| !TOLD.contains(&&*key)) else {
            continue;
        };
        let spot = match &*key {
            b"Title" if text.len() > TITLE_BYTES_MAX => continue,
            b"Title" => Spot::Title,
            b"Author" => Spot::Author,
            _ => Spot::Property,
        };
        walk.keep(&text, spot, 1);
        let key = String::from_utf8_lossy(&key).into_owned();
        if is_prose(&key) {
            walk.keep(&key, Spot::Property, 1);
        }
    }
}

/// The dictionaries that the file calls its properties.
fn named(data: &[u8]) -> impl Iterator<Item = ObjRef> + '_ {
    let starts = data.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    starts.filter_map(|(at, _)| {
        let rest = data[at..].strip_prefix(INFO)?;
        let text = String::from_utf8_lossy(&rest[..rest.len().min(NUMBER_BYTES_MAX)]);
        let mut words = text.split_ascii_whitespace();
        let (number, generation) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let is_one = words.next()?.starts_with('R');
        is_one.then(|| ObjRef::new(number, generation))
    })
}

fn metadata<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    if let Some(stream) = root.get::<Stream<'_>>(&b"Metadata"[..]) {
        walk.keep_tagged(&stream, Spot::Metadata);
    }
}

fn labels<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    let Some(labels) = root.get::<Dict<'a>>(&b"PageLabels"[..]) else {
        return;
    };
    tree::leaves(walk, &labels, b"Nums", &mut |walk, key, value| {
        let first = match key {
            Object::Number(number) => u32::try_from(number.as_i64()).unwrap_or_default(),
            _ => 0,
        };
        if let Object::Dict(label) = value {
            walk.keep_entries(label, &[b"P"], Spot::PageLabel, first.saturating_add(1));
        }
    });
}

fn layers<'a>(walk: &mut Walk<'a, '_>, root: &Dict<'a>) {
    let Some(layers) = root.get::<Dict<'a>>(&b"OCProperties"[..]) else {
        return;
    };
    let own = layers.get::<Dict<'a>>(&b"D"[..]);
    let lists = [&b"OCGs"[..], b"Configs"].map(|key| layers.get::<Array<'a>>(key));
    let each = lists.iter().flatten();
    let mut each = each.flat_map(|list| lists::dicts(list, walk.pdf.xref()));
    let looked_at: Vec<Dict<'a>> = own.into_iter().chain(each.by_ref().take(LAYERS_MAX)).collect();
    if each.next().is_some() {
        walk.words.further();
    }
    for layer in looked_at {
        walk.keep_entries(&layer, &[b"Name", b"Creator"], Spot::Layer, 1);
    }
}
