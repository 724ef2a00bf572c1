//! The names of a repository of this machine, read from its plain files as git reads them.
//!
//! Only HEAD and the branch or tag that was asked for are ever followed. What cannot be read so is told, with the name.

use super::LocalRepository;
use super::plain_file::{self, Kind, kind};
use crate::object_id::is_full_id;
use std::io;

/// Longest loose reference: an id or a name.
pub(super) const LOOSE_BYTES_MAX: u64 = 4 << 10;
/// Longest list of packed references that is read: a million branches.
const PACKED_BYTES_MAX: u64 = 64 << 20;
/// Most names that lead to one another; git follows as many.
const LINKS_MAX: usize = 5;
/// Most commits in the list of those whose parents were left out: git takes a time for it that grows with its square.
/// Copies that people make have some thousand.
const SHALLOW_IDS_MAX: usize = 10_000;
/// Most bytes of that list: so many long ids, each on a line.
const SHALLOW_BYTES_MAX: u64 = SHALLOW_IDS_MAX as u64 * 65;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// This object.
    Id(String),
    /// Nothing yet.
    Nothing,
    /// Nobody can tell, for this reason.
    Broken(String),
}

/// The commits whose parents were left out.
#[derive(Debug, Default)]
pub(super) struct Shallow {
    pub(super) ids: Vec<String>,
    /// What of the list is not heeded, and why.
    pub(super) ignored: Option<String>,
}

impl Shallow {
    /// None of the list is heeded: what it left out then shows by itself, as parents that are missing.
    fn ignored(why: String) -> Self {
        Self {
            ids: Vec::new(),
            ignored: Some(why),
        }
    }
}

impl LocalRepository {
    /// The commit that its HEAD names, where plain files say so; whoever clones it sees whether that is true. `None`
    /// where they do not.
    pub(crate) fn head(&self) -> Option<String> {
        match self.head_target() {
            Target::Id(id) => Some(id),
            Target::Nothing | Target::Broken(_) => None,
        }
    }

    /// What HEAD stands for.
    pub(super) fn head_target(&self) -> Target {
        self.follow(Name::Head)
    }

    /// What a branch or tag stands for, by its full name.
    pub(super) fn target(&self, name: &str) -> Target {
        if !is_plain_name(name) {
            return Target::Nothing;
        }
        self.follow(Name::Full(name.to_owned()))
    }

    fn follow(&self, name: Name) -> Target {
        let mut name = name;
        for _ in 0..LINKS_MAX {
            let text = match self.text(&name) {
                Ok(Some(text)) => text,
                Ok(None) => return Target::Nothing,
                Err(why) => return Target::Broken(why),
            };
            let text = text.trim_ascii();
            if is_full_id(text) {
                return Target::Id(text.to_ascii_lowercase());
            }
            let next = text.strip_prefix("ref:").map(str::trim_ascii);
            match next.filter(|next| is_plain_name(next)) {
                Some(next) => name = Name::Full(next.to_owned()),
                None => return Target::Broken(format!("its {} names no commit and no branch", name.shown())),
            }
        }
        Target::Broken("its HEAD or a branch names other branches in a circle".to_owned())
    }

    fn text(&self, name: &Name) -> Result<Option<String>, String> {
        let refused = |error: io::Error| format!("its {} cannot be read: {error}", name.shown());
        let unclear = || format!("its {} is no text", name.shown());
        let Name::Full(full) = name else {
            let bytes = plain_file::read(&self.git.join("HEAD"), LOOSE_BYTES_MAX).map_err(refused)?;
            return String::from_utf8(bytes).map(Some).map_err(|_| unclear());
        };
        self.check_way(full)?;
        let path = self.common.join(full);
        match kind(&path) {
            Some(Kind::File) => {
                let bytes = plain_file::read(&path, LOOSE_BYTES_MAX).map_err(refused)?;
                String::from_utf8(bytes).map(Some).map_err(|_| unclear())
            }
            None | Some(Kind::Directory) => self.packed(full),
            Some(other) => Err(format!("its {full} is {}", other.words())),
        }
    }

    /// The directories on the way to a loose reference must be directories.
    fn check_way(&self, full: &str) -> Result<(), String> {
        let ends = full.match_indices('/').map(|(end, _)| end);
        for part in ends.map(|end| &full[..end]) {
            match kind(&self.common.join(part)) {
                None => return Ok(()),
                Some(Kind::Directory | Kind::File) => {}
                Some(other) => return Err(format!("its {part} is {}", other.words())),
            }
        }
        Ok(())
    }

    fn packed(&self, full: &str) -> Result<Option<String>, String> {
        let packed = self
            .packed_refs()
            .map_err(|error| format!("its packed-refs cannot be read: {error}"))?;
        let found = packed.iter().find(|(_, name)| *name == full);
        Ok(found.map(|(id, _)| id.to_owned()))
    }

    /// The list of packed references; an empty one where there is none.
    pub(super) fn packed_refs(&self) -> io::Result<PackedRefs> {
        let path = self.common.join("packed-refs");
        Ok(PackedRefs(match kind(&path) {
            None => Vec::new(),
            Some(_) => plain_file::read(&path, PACKED_BYTES_MAX)?,
        }))
    }

    /// The commits that say of themselves that their parents were left out.
    pub(super) fn shallow(&self) -> Shallow {
        let path = self.common.join("shallow");
        if kind(&path).is_none() {
            return Shallow::default();
        }
        let bytes = match plain_file::read(&path, SHALLOW_BYTES_MAX) {
            Ok(bytes) => bytes,
            Err(error) => return Shallow::ignored(format!("it cannot be read, and is ignored: {error}")),
        };
        let mut shallow = Shallow::default();
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match std::str::from_utf8(line) {
                Ok(id) if is_full_id(id) => shallow.ids.push(id.to_ascii_lowercase()),
                _ => {
                    shallow.ignored =
                        Some("it names what are no commits; those lines are ignored".to_owned());
                }
            }
        }
        if shallow.ids.len() > SHALLOW_IDS_MAX {
            let why = format!("it names more than {SHALLOW_IDS_MAX} commits, and is ignored");
            return Shallow::ignored(why);
        }
        shallow
    }
}

/// The references that stand in one list.
pub(super) struct PackedRefs(Vec<u8>);

impl PackedRefs {
    /// Id and full name of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let lines = self.0.split(|byte| *byte == b'\n');
        let named = lines.filter_map(|line| std::str::from_utf8(line).ok()?.trim_ascii_end().split_once(' '));
        named.filter(|(id, _)| is_full_id(id))
    }
}

enum Name {
    Head,
    Full(String),
}

impl Name {
    fn shown(&self) -> &str {
        match self {
            Self::Head => "HEAD",
            Self::Full(name) => name,
        }
    }
}

/// Whether a name leads to a file below the references and nowhere else.
pub(super) fn is_plain_name(name: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.ends_with(".lock")
            && !part.contains("..")
            && !part.chars().any(|c| c.is_control() || " ~^:?*[\\".contains(c))
    };
    name.strip_prefix("refs/")
        .is_some_and(|name| name.contains('/') && name.split('/').all(is_plain))
}

#[cfg(test)]
mod tests;
