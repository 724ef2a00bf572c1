//! What a page draws, unpacked, and whether all of it is there. The interpreter is silent about what it cannot unpack,
//! and a page that could not be read looks to it like one on which nothing stands.

use super::Source;
use super::packed::unpack;
use super::pictured;
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, Stream};
use hayro_syntax::page::Resources;
use std::collections::{BTreeMap, BTreeSet};

/// How deep parts of pages that draw parts are followed; the interpreter goes no deeper.
const DEPTH_MAX: u32 = 50;
/// Content whose instructions are unknown in more than one of so many is no content but noise.
const NOISE: u32 = 20;
/// Put behind content to see whether its end is reached. An instruction that no file holds, on a line of its own.
const END: &[u8] = b"\nTheEndOfThisContent\n";

const ABSENT: &str = "its content is missing from the file";
const GAVE_UP: &str = "the reader gave up on it";
const UNTOLD: &str = "its fonts do not say which letters it is made of";
const NOISY: &str = "its content is no drawing instructions";
const BREAKS_OFF: &str = "its content breaks off in the middle of an instruction";
const PART_ABSENT: &str = "a part that it draws is missing from the file";
const PART_UNREAD: &str = "a part that it draws cannot be unpacked whole";
const PICTURE_UNREAD: &str = "a picture on it cannot be unpacked";
const NESTED: &str = "it draws parts within parts, deeper than is followed";

/// The content of a page, and what of it is not there.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// Its drawing instructions.
    pub(super) data: Vec<u8>,
    /// What is wrong with it, in words that follow "could not be read:".
    pub(super) faults: BTreeSet<&'static str>,
    /// Whether nothing of it could be unpacked.
    pub(super) is_lost: bool,
    /// Whether its bytes are others than those that were written, so that what they seem to say is nobody's word.
    pub(super) is_damaged: bool,
}

impl Content {
    /// Of a page whose content broke the reader.
    pub(super) fn broken() -> Self {
        Self {
            faults: BTreeSet::from([GAVE_UP]),
            is_lost: true,
            ..Self::default()
        }
    }

    /// Its fonts do not say which letters most of it is made of.
    pub(super) fn is_untold(&mut self) {
        self.faults.insert(UNTOLD);
        self.is_damaged = true;
    }

    /// The reader broke while it drew.
    pub(super) fn give_up(&mut self) {
        self.faults.insert(GAVE_UP);
        self.is_lost = true;
    }
}

/// What is known of the parts that pages draw.
#[derive(Debug, Default)]
pub(super) struct Parts {
    known: BTreeMap<ObjectIdentifier, Part>,
}

/// A part that was looked through.
#[derive(Clone, Debug, Default)]
struct Part {
    /// How many parts stand within each other below it.
    height: u32,
    faults: BTreeSet<&'static str>,
}

impl Parts {
    /// Unpacks what a page draws, and looks through the parts that it names.
    pub(super) fn content(&mut self, page: &Source<'_>) -> Content {
        let mut content = joined(page);
        if content.data.is_empty() {
            return content;
        }
        let below = self.look(&content.data, page.resources(), 0);
        if below.faults.contains(NOISY) {
            content.data.clear();
            content.is_lost = true;
            content.faults = BTreeSet::from([NOISY]);
            return content;
        }
        content.faults.extend(below.faults);
        content
    }

    fn look(&mut self, data: &[u8], resources: &Resources<'_>, depth: u32) -> Part {
        let mut found = Part::default();
        let scan = scan(data);
        found.faults.extend(scan.fault());
        found.faults.extend(scan.is_unpictured.then_some(PICTURE_UNREAD));
        for name in &scan.names {
            let part = match resources.x_objects.get::<Stream<'_>>(name.as_slice()) {
                Some(stream) => self.part(&stream, resources, depth + 1),
                None => Part {
                    height: 0,
                    faults: BTreeSet::from([PART_ABSENT]),
                },
            };
            found.height = found.height.max(part.height + 1);
            found.faults.extend(part.faults);
        }
        found
    }

    /// What is drawn by its name: each part once, and one that draws itself is left to the interpreter.
    fn part(&mut self, stream: &Stream<'_>, outer: &Resources<'_>, depth: u32) -> Part {
        let dict = stream.dict();
        let kind = dict.get::<Name<'_>>(&b"Subtype"[..]);
        match kind.as_deref() {
            Some(b"Form") => {}
            Some(b"Image") => return picture(stream),
            _ => return Part::default(),
        }
        let id = dict.obj_id();
        let known = id.and_then(|id| self.known.get(&id).cloned());
        let mut part = match known {
            Some(part) => part,
            None if depth > DEPTH_MAX => Part::default(),
            None => self.form(stream, outer, depth),
        };
        if depth + part.height > DEPTH_MAX {
            part.faults.insert(NESTED);
        }
        part
    }

    fn form(&mut self, stream: &Stream<'_>, outer: &Resources<'_>, depth: u32) -> Part {
        let id = stream.dict().obj_id();
        if let Some(id) = id {
            self.known.insert(id, Part::default());
        }
        let unpacked = unpack(stream);
        let own = stream
            .dict()
            .get::<Dict<'_>>(&b"Resources"[..])
            .map(Resources::new);
        let mut part = self.look(&unpacked.data, own.as_ref().unwrap_or(outer), depth);
        let is_noise = part.faults.remove(NOISY);
        let is_cut = part.faults.remove(BREAKS_OFF);
        if unpacked.fault.is_some() || is_noise || is_cut {
            part.faults.insert(PART_UNREAD);
        }
        if let Some(id) = id {
            self.known.insert(id, part.clone());
        }
        part
    }
}

/// A picture is unpacked only where somebody looks at it; here only whether it can be one.
fn picture(stream: &Stream<'_>) -> Part {
    Part {
        height: 0,
        faults: (!pictured::is_sound(stream.dict()))
            .then_some(PICTURE_UNREAD)
            .into_iter()
            .collect(),
    }
}

/// The streams of a page as one.
fn joined(page: &Source<'_>) -> Content {
    let mut content = Content::default();
    if !page.raw().contains_key(&b"Contents"[..]) {
        return content;
    }
    let mut streams = 0_u32;
    let mut lost = 0_u32;
    for stream in streams_of(page) {
        streams += 1;
        let Some(stream) = stream else {
            content.faults.insert(ABSENT);
            lost += 1;
            continue;
        };
        let unpacked = unpack(&stream);
        content.faults.extend(unpacked.fault);
        content.is_damaged |= unpacked.is_damaged;
        lost += u32::from(unpacked.fault.is_some() && unpacked.data.is_empty());
        content.data.extend_from_slice(&unpacked.data);
        // Instructions do not reach over the end of a stream.
        content.data.push(b' ');
    }
    content.is_lost = lost == streams && streams > 0;
    if content.data.iter().all(u8::is_ascii_whitespace) {
        content.data.clear();
    }
    content
}

/// The streams, `None` for each that the file does not hold.
fn streams_of<'a>(page: &Source<'a>) -> Vec<Option<Stream<'a>>> {
    match page.raw().get::<Object<'a>>(&b"Contents"[..]) {
        Some(Object::Stream(stream)) => vec![Some(stream)],
        Some(Object::Array(list)) => of_list(&list, page),
        _ => vec![None],
    }
}

fn of_list<'a>(list: &Array<'a>, page: &Source<'a>) -> Vec<Option<Stream<'a>>> {
    let each = list.raw_iter().map(|item| match item {
        MaybeRef::Ref(id) => page.xref().get::<Stream<'a>>(id.into()),
        MaybeRef::NotRef(_) => None,
    });
    each.collect()
}

/// The instructions of some content, counted.
#[derive(Debug, Default)]
struct Scan {
    all: u32,
    unknown: u32,
    reaches_end: bool,
    /// Whether a picture that stands among them is none.
    is_unpictured: bool,
    /// The parts that are drawn, by their names.
    names: BTreeSet<Vec<u8>>,
}

impl Scan {
    fn fault(&self) -> Option<&'static str> {
        if self.unknown > 0 && self.unknown.saturating_mul(NOISE) > self.all {
            Some(NOISY)
        } else {
            (!self.reaches_end).then_some(BREAKS_OFF)
        }
    }
}

fn scan(data: &[u8]) -> Scan {
    let mark = END.trim_ascii();
    let with_end = [data, END].concat();
    let mut scan = Scan::default();
    // In such a section instructions may be unknown.
    let mut lenient = 0_u32;
    let mut instructions = TypedIter::new(&with_end);
    while let Some(instruction) = instructions.next() {
        scan.reaches_end = false;
        scan.all = scan.all.saturating_add(1);
        match instruction {
            TypedInstruction::BeginCompatibility(_) => lenient += 1,
            TypedInstruction::EndCompatibility(_) => lenient = lenient.saturating_sub(1),
            TypedInstruction::XObject(drawn) => {
                scan.names.insert(drawn.0.to_vec());
            }
            TypedInstruction::InlineImage(image) if !pictured::is_sound(image.0.dict()) => {
                scan.is_unpictured = true;
            }
            TypedInstruction::Fallback(name) if &**name == mark => scan.reaches_end = true,
            TypedInstruction::Fallback(_) if lenient == 0 => scan.unknown += 1,
            _ => {}
        }
    }
    scan
}
