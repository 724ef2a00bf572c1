//! What of a file could not be read, told once for all pages of which the same is to be said.

use super::contents::Content;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier};
use std::collections::{BTreeMap, BTreeSet};

/// Most pages that are named for one cause.
const NAMED_MAX: usize = 5;
/// Most entries of the tree of pages that are followed.
const ENTRIES_MAX: usize = 20_000;
/// Deepest tree of pages that is followed.
const TREE_DEPTH_MAX: usize = 64;

/// Pages by what is wrong with them.
#[derive(Debug, Default)]
pub(super) struct Losses {
    pages: BTreeMap<(bool, String), Vec<u32>>,
}

impl Losses {
    /// Notes what of a page is not there.
    pub(super) fn note(&mut self, page: u32, content: &Content) {
        if content.faults.is_empty() {
            return;
        }
        let causes: Vec<&str> = content.faults.iter().copied().collect();
        let pages = self.pages.entry((!content.is_lost, causes.join(", ")));
        pages.or_default().push(page);
    }

    /// A sentence for each cause.
    pub(super) fn sentences(self) -> Vec<String> {
        let told = self.pages.into_iter().map(|((is_partial, causes), pages)| {
            let how = if is_partial {
                "be read only in part"
            } else {
                "not be read"
            };
            format!("{} could {how}: {causes}", named(&pages))
        });
        told.collect()
    }
}

/// Pages by their numbers.
fn named(pages: &[u32]) -> String {
    let each: Vec<String> = pages.iter().take(NAMED_MAX).map(u32::to_string).collect();
    let noun = if pages.len() == 1 { "page" } else { "pages" };
    match pages.len().checked_sub(NAMED_MAX) {
        None | Some(0) => format!("{noun} {}", each.join(", ")),
        Some(more) => format!("{noun} {} and {more} more", each.join(", ")),
    }
}

/// The pages that the tree of pages names and the file does not hold.
pub(super) fn absent(pdf: &Pdf) -> Option<String> {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let tree = root.get::<Dict<'_>>(&b"Pages"[..])?;
    let mut walk = Walk {
        pdf,
        seen: tree.obj_id().into_iter().collect(),
        leaves: 0,
        absent: Vec::new(),
    };
    walk.entries(&tree, 0);
    let noun = if walk.absent.len() == 1 { "it" } else { "them" };
    (!walk.absent.is_empty()).then(|| {
        format!(
            "{} could not be read: the file does not hold {noun}; the pages behind are counted without {noun}",
            named(&walk.absent)
        )
    })
}

struct Walk<'a> {
    pdf: &'a Pdf,
    seen: BTreeSet<ObjectIdentifier>,
    /// How many pages were passed.
    leaves: u32,
    absent: Vec<u32>,
}

impl<'a> Walk<'a> {
    fn entries(&mut self, tree: &Dict<'a>, depth: usize) {
        let Some(kids) = tree.get::<Array<'a>>(&b"Kids"[..]) else {
            return;
        };
        for kid in kids.raw_iter() {
            if self.seen.len() > ENTRIES_MAX {
                return;
            }
            let entry = match kid {
                MaybeRef::Ref(id) if !self.seen.insert(id.into()) => continue,
                MaybeRef::Ref(id) => self.pdf.xref().get::<Dict<'a>>(id.into()),
                MaybeRef::NotRef(Object::Dict(entry)) => Some(entry),
                MaybeRef::NotRef(_) => None,
            };
            self.entry(entry, depth);
        }
    }

    fn entry(&mut self, entry: Option<Dict<'a>>, depth: usize) {
        let kind = entry
            .as_ref()
            .and_then(|entry| entry.get::<Name<'_>>(&b"Type"[..]));
        match entry {
            Some(tree) if kind.is_some_and(|kind| &*kind == b"Pages") => {
                if depth < TREE_DEPTH_MAX {
                    self.entries(&tree, depth + 1);
                }
            }
            entry => {
                self.leaves = self.leaves.saturating_add(1);
                self.absent.extend(entry.is_none().then_some(self.leaves));
            }
        }
    }
}
