//! How a snapshot goes to the child: pieces with their lengths before them, bytes as they are.

use documents::document::Document;
use probes::Subject;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use subject::history::refs::Refs;
use subject::history::{Commit, History};
use subject::memory::{self, Memory};
use subject::{File, Skipped, Snapshot};
use tokio::io::{AsyncWrite, AsyncWriteExt as _};

/// Longest piece, in bytes: more than the text of all documents together.
const PIECE_BYTES_MAX: u32 = 512 << 20;

/// Everything but the pieces that come one by one: so many of each follow.
#[derive(Serialize, Deserialize)]
struct Head {
    commit: String,
    incomplete: Option<String>,
    skipped: Vec<Skipped>,
    documents: Vec<Document>,
    terms: Vec<String>,
    looked_at: u64,
    refs: Refs,
    commits: usize,
    files: usize,
    aside: usize,
    versions: usize,
    /// Whether what is derived of files is to be told.
    is_remembered: bool,
}

/// Writes a snapshot, and what is remembered of its files where that is wanted.
pub(super) async fn send(
    subject: &Subject,
    with_memory: bool,
    out: &mut (impl AsyncWrite + Unpin),
) -> io::Result<()> {
    let is_remembered = with_memory && subject.memory.is_kept();
    let history = &subject.history;
    let head = Head {
        commit: subject.commit.clone(),
        incomplete: history.incomplete.clone(),
        skipped: subject.skipped.clone(),
        documents: subject.documents.clone(),
        terms: subject.terms.clone(),
        looked_at: subject.looked_at,
        refs: subject.refs.clone(),
        commits: history.commits.len(),
        files: subject.files.len(),
        aside: subject.aside.len(),
        versions: history.versions.len(),
        is_remembered,
    };
    send_value(&head, out).await?;
    for commit in &history.commits {
        send_value(commit, out).await?;
    }
    let files = subject.files.iter().chain(&subject.aside);
    let files = files.map(|(path, file)| (path, &file.bytes));
    for (name, bytes) in files.chain(&history.versions) {
        send_piece(name.as_bytes(), out).await?;
        send_piece(bytes, out).await?;
    }
    if is_remembered {
        let known: Vec<&memory::Entry> = subject.memory.known().collect();
        send_piece(&memory::encode(&known), out).await?;
    }
    out.flush().await
}

/// Writes a value as one piece.
pub(super) async fn send_value(
    value: &impl Serialize,
    out: &mut (impl AsyncWrite + Unpin),
) -> io::Result<()> {
    send_piece(&serde_json::to_vec(value)?, out).await
}

async fn send_piece(bytes: &[u8], out: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    out.write_all(&length.to_le_bytes()).await?;
    out.write_all(bytes).await
}

/// Reads a snapshot.
pub(super) fn take(input: &mut impl Read) -> io::Result<Subject> {
    let head: Head = take_value(input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    let mut snapshot = Snapshot {
        commit: head.commit,
        history: History {
            incomplete: head.incomplete,
            ..History::default()
        },
        skipped: head.skipped,
        refs: head.refs,
        ..Snapshot::default()
    };
    for _ in 0..head.commits {
        let commit: Commit = take_value(input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        snapshot.history.commits.push(commit);
    }
    for _ in 0..head.files {
        let (path, bytes) = take_pair(input)?;
        snapshot.files.insert(path, File { bytes });
    }
    for _ in 0..head.aside {
        let (path, bytes) = take_pair(input)?;
        snapshot.aside.insert(path, File { bytes });
    }
    for _ in 0..head.versions {
        let (id, bytes) = take_pair(input)?;
        snapshot.history.versions.insert(id, bytes);
    }
    if head.is_remembered {
        let known = take_piece(input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        snapshot.memory = Memory::of(memory::decode(&known).unwrap_or_default());
    }
    let mut subject = Subject::from(snapshot).with_reports(head.documents, head.terms);
    subject.looked_at = head.looked_at;
    Ok(subject)
}

/// Reads a value; `None` at the end of the input.
pub(super) fn take_value<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    match take_piece(input)? {
        Some(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        None => Ok(None),
    }
}

fn take_pair(input: &mut impl Read) -> io::Result<(String, Vec<u8>)> {
    let mut piece = || take_piece(input)?.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof));
    let name = String::from_utf8(piece()?).map_err(io::Error::other)?;
    Ok((name, piece()?))
}

fn take_piece(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let length = u32::from_le_bytes(length);
    if length > PIECE_BYTES_MAX {
        return Err(io::Error::other("a piece is longer than any"));
    }
    let mut bytes = Vec::with_capacity(length as usize);
    input.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests;
