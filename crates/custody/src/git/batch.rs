//! Many objects in one call.

use super::objects::has_id;
use super::{Call, Failure, Git, Output};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// What a call brought; objects that are missing are left out.
#[derive(Debug, Default)]
pub(crate) struct ObjectBatch {
    /// Kind and content, by id.
    objects: BTreeMap<String, (String, Vec<u8>)>,
    /// Whether the call was stopped at its output limit.
    pub(crate) is_cut: bool,
}

impl Git {
    /// The objects of these ids, as far as they fit into `output_max` bytes.
    pub(crate) async fn objects<'a>(
        &self,
        repository: &Path,
        ids: impl IntoIterator<Item = &'a str>,
        wall: Duration,
        output_max: u64,
    ) -> Result<ObjectBatch, Failure> {
        let call = asking(repository, ids, wall, output_max);
        let output = match call.input.is_empty() {
            true => Output::default(),
            false => self.run(&call).await?,
        };
        Ok(ObjectBatch {
            objects: parse(&output.stdout),
            is_cut: output.truncated,
        })
    }
}

/// A call for the objects of these ids, whose output is that of a batch.
pub(crate) fn asking<'a>(
    repository: &Path,
    ids: impl IntoIterator<Item = &'a str>,
    wall: Duration,
    output_max: u64,
) -> Call {
    let input: String = ids.into_iter().map(|id| format!("{id}\n")).collect();
    let call = Call::reading(["cat-file", "--batch", "--buffer"], wall, output_max);
    call.on(repository).fed(input.into_bytes())
}

impl ObjectBatch {
    /// The files of a batch that was kept, of which each has the bytes of its id.
    pub(crate) fn kept(output: &[u8]) -> Self {
        let mut objects = parse(output);
        objects.retain(|id, (kind, content)| kind == "blob" && has_id(content, kind, id));
        Self {
            objects,
            is_cut: false,
        }
    }

    /// The kind and the content of an object.
    pub(crate) fn get(&self, id: &str) -> Option<(&str, &[u8])> {
        let (kind, content) = self.objects.get(id)?;
        Some((kind, content))
    }

    /// The content alone.
    pub(crate) fn content(&self, id: &str) -> Option<&[u8]> {
        self.get(id).map(|(_, content)| content)
    }

    /// The contents, by id.
    pub(crate) fn into_contents(self) -> BTreeMap<String, Vec<u8>> {
        let objects = self.objects.into_iter();
        objects.map(|(id, (_, content))| (id, content)).collect()
    }
}

/// Reads `id type size<newline>content<newline>`, as often as it is whole.
fn parse(mut bytes: &[u8]) -> BTreeMap<String, (String, Vec<u8>)> {
    let mut objects = BTreeMap::new();
    while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        bytes = &bytes[end + 1..];
        let mut words = head.split(' ');
        let (Some(id), Some(kind), Some(size)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let Some(content) = size.parse().ok().and_then(|size: usize| bytes.get(..size)) else {
            break;
        };
        objects.insert(id.to_owned(), (kind.to_owned(), content.to_owned()));
        bytes = bytes.get(content.len() + 1..).unwrap_or_default();
    }
    objects
}
