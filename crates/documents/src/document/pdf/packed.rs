//! Unpacks streams of content, and knows whether all of a stream came out: the interpreter takes what it gets.

use flate2::{Decompress, FlushDecompress, Status};
use hayro_syntax::Filter;
use hayro_syntax::object::{Array, Name, Object, Stream};
use std::borrow::Cow;

/// Most ways of packing on top of each other; two are common.
const FILTERS_MAX: usize = 8;
/// Bytes that are unpacked at a time to see whether the end is reached.
const BLOCK: usize = 1 << 15;
/// Bytes of the checksum behind packed data.
const CHECKSUM: usize = 4;
/// Bytes before packed data that say how it was packed.
const HEADER: usize = 2;

/// Longest packed form of nothing at all, in bytes.
const EMPTY_MAX: usize = 32;

const UNKNOWN: &str = "its content is packed in a way that is not known";
const UNPACKABLE: &str = "its content cannot be unpacked";
const CUT: &str = "its packed content breaks off";
const DAMAGED: &str = "its packed content is damaged";
const ELSEWHERE: &str = "its content lies in another file, which is not opened";

/// What came out of a stream.
#[derive(Debug)]
pub(super) struct Unpacked<'a> {
    /// As far as it could be unpacked.
    pub(super) data: Cow<'a, [u8]>,
    /// Why that is not all of it.
    pub(super) fault: Option<&'static str>,
    /// Whether what came out may be other than what went in.
    pub(super) is_damaged: bool,
}

/// Unpacks a stream that is no picture.
pub(super) fn unpack<'a>(stream: &Stream<'a>) -> Unpacked<'a> {
    let nothing = |fault| Unpacked {
        data: Cow::Borrowed(&[][..]),
        fault: Some(fault),
        is_damaged: false,
    };
    if is_elsewhere(stream) {
        return nothing(ELSEWHERE);
    }
    let filters = stream.filters();
    if named(stream) != Some(filters.len()) || filters.len() > FILTERS_MAX {
        return nothing(UNKNOWN);
    }
    let Ok(data) = stream.decoded_data() else {
        return nothing(UNPACKABLE);
    };
    let raw = stream.raw_data();
    if data.is_empty() && raw.len() > EMPTY_MAX {
        return nothing(UNPACKABLE);
    }
    let fault = match filters[..] {
        [Filter::FlateDecode] => flaw(&raw),
        _ => None,
    };
    Unpacked {
        data,
        fault,
        is_damaged: fault == Some(DAMAGED),
    }
}

fn is_elsewhere(stream: &Stream<'_>) -> bool {
    let file = stream.dict().get::<Object<'_>>(&b"F"[..]);
    matches!(file, Some(Object::String(_) | Object::Dict(_)))
}

/// How many ways of packing a stream names; `None` where what it says of them is no name.
fn named(stream: &Stream<'_>) -> Option<usize> {
    let dict = stream.dict();
    let keys = [&b"F"[..], b"Filter"];
    let Some(key) = keys.into_iter().find(|key| dict.contains_key(*key)) else {
        return Some(0);
    };
    match dict.get::<Object<'_>>(key) {
        Some(Object::Name(_)) => Some(1),
        Some(Object::Array(list)) => names(&list),
        Some(Object::Null(_)) => Some(0),
        _ => None,
    }
}

fn names(list: &Array<'_>) -> Option<usize> {
    let all = list.raw_iter().count();
    (list.iter::<Name<'_>>().count() == all).then_some(all)
}

/// Why packed data does not come out whole: some writers leave out the header or the checksum, and nothing is lost.
pub(super) fn flaw(packed: &[u8]) -> Option<&'static str> {
    if inflates(packed, true).is_ok() || inflates(packed, false).is_ok() {
        return None;
    }
    let bare = packed.get(HEADER..).unwrap_or_default();
    match inflates(bare, false) {
        Ok(read) if bare.len().saturating_sub(read) < CHECKSUM => None,
        Err(CUT) => Some(CUT),
        _ => Some(DAMAGED),
    }
}

/// How many bytes are read until the data ends as packed data does.
fn inflates(packed: &[u8], has_header: bool) -> Result<usize, &'static str> {
    let mut inflater = Decompress::new(has_header);
    let mut block = vec![0; BLOCK];
    loop {
        let read = usize::try_from(inflater.total_in()).unwrap_or(usize::MAX);
        let (before, rest) = (inflater.total_out(), packed.get(read..).unwrap_or_default());
        match inflater.decompress(rest, &mut block, FlushDecompress::None) {
            Ok(Status::StreamEnd) => return Ok(usize::try_from(inflater.total_in()).unwrap_or(usize::MAX)),
            Ok(_) if inflater.total_out() == before && rest.is_empty() => return Err(CUT),
            Ok(Status::BufError) if inflater.total_out() == before => return Err(CUT),
            Ok(_) => {}
            Err(_) => return Err(DAMAGED),
        }
    }
}
