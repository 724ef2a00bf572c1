//! Objects asked for one by one, of a git that stays for all of them and is started anew where one kills it.
//!
//! A fetch takes all or nothing. Here a damaged object costs itself alone: its size is asked for first, its bytes
//! are held against its id, and whatever goes wrong is an answer.

use super::child::ProcessGroup;
use super::{Call, Failure, Git};
use crate::object_id::hex;
use sha1::Sha1;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};

/// Most times that git is started anew: so many objects may kill it, the others after them count as damaged.
const STARTS_MAX: usize = 256;
/// Longest time for one object of the largest size that is asked for.
const ANSWER_WALL: Duration = Duration::from_secs(20);
/// Longest time on the processor of one git, as a wall; it answers thousands of questions meanwhile.
const WALL: Duration = Duration::from_secs(120);
/// Most memory that it may write to: an object of the largest size, what it is a delta of, and a cache.
const DATA_MAX: u64 = 192 << 20;
/// Longest line before an object: its id, its kind and its length.
const HEAD_BYTES_MAX: u64 = 256;

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    /// Its bytes, which have its id.
    Whole(Vec<u8>),
    /// It is longer than was asked for: so many bytes, as it says itself.
    Long(u64),
    /// There is none.
    Missing,
    /// It cannot be read, is of another kind, or has the bytes of another.
    Damaged,
}

impl Object {
    /// In words that follow "is"; `None` where it is whole.
    pub(crate) fn fault(&self) -> Option<String> {
        match self {
            Self::Whole(_) => None,
            Self::Long(size) => Some(format!("larger than is read ({size} bytes)")),
            Self::Missing => Some("missing".to_owned()),
            Self::Damaged => Some("damaged".to_owned()),
        }
    }
}

/// The objects of a repository of ours, and of what it borrows from.
pub(crate) struct ObjectReader<'a> {
    git: &'a Git,
    repository: PathBuf,
    sizes: Option<CatFile>,
    contents: Option<CatFile>,
    starts: usize,
}

/// A `git cat-file` that stays.
struct CatFile {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    // Killed when dropped, with all that it started.
    _group: ProcessGroup,
    _child: Child,
}

impl<'a> ObjectReader<'a> {
    pub(crate) fn of(git: &'a Git, repository: &Path) -> Self {
        Self {
            git,
            repository: repository.to_owned(),
            sizes: None,
            contents: None,
            starts: 0,
        }
    }

    /// The object `id`, if it is of this kind and no longer than `most` bytes.
    ///
    /// # Errors
    /// Where git cannot be started.
    pub(crate) async fn get(&mut self, id: &str, kind: &str, most: u64) -> Result<Object, Failure> {
        let size = match self.size(id, kind).await? {
            Ok(size) if size > most => return Ok(Object::Long(size)),
            Ok(size) => size,
            Err(fault) => return Ok(fault),
        };
        let Some(mut cat_file) = self.cat_file(true)? else {
            return Ok(Object::Damaged);
        };
        let bytes = tokio::time::timeout(ANSWER_WALL, cat_file.content(id, size)).await;
        let Some(bytes) = bytes.ok().flatten() else {
            return Ok(Object::Damaged);
        };
        self.contents = Some(cat_file);
        Ok(match has_id(&bytes, kind, id) {
            true => Object::Whole(bytes),
            false => Object::Damaged,
        })
    }

    /// How long the object says that it is, if it is of this kind.
    ///
    /// # Errors
    /// Where git cannot be started.
    pub(crate) async fn size(&mut self, id: &str, kind: &str) -> Result<Result<u64, Object>, Failure> {
        let Some(mut cat_file) = self.cat_file(false)? else {
            return Ok(Err(Object::Damaged));
        };
        let head = tokio::time::timeout(ANSWER_WALL, cat_file.head(id)).await;
        let Some(head) = head.ok().flatten() else {
            return Ok(Err(Object::Damaged));
        };
        self.sizes = Some(cat_file);
        let mut words = head.split_ascii_whitespace().skip(1);
        Ok(match (words.next(), words.next()) {
            (Some("missing"), None) => Err(Object::Missing),
            (Some(found), Some(size)) if found == kind => size.parse().map_err(|_| Object::Damaged),
            _ => Err(Object::Damaged),
        })
    }

    /// The git that answers, started anew where the last one died; `None` where too many did.
    fn cat_file(&mut self, is_whole: bool) -> Result<Option<CatFile>, Failure> {
        let (running, argument) = match is_whole {
            true => (&mut self.contents, "--batch"),
            false => (&mut self.sizes, "--batch-check"),
        };
        if running.is_some() || self.starts == STARTS_MAX {
            return Ok(running.take());
        }
        self.starts += 1;
        let mut call = Call::reading(["cat-file", argument], WALL, 0).on(&self.repository);
        call.data = Some(DATA_MAX);
        // What is fed is decided question by question.
        call.input = vec![b'\n'];
        CatFile::start(self.git, &call).map(Some)
    }
}

impl CatFile {
    fn start(git: &Git, call: &Call) -> Result<Self, Failure> {
        let mut child = git.command(call).spawn().map_err(Failure::Start)?;
        let group = ProcessGroup::of(&child);
        let closed = || Failure::Start(std::io::Error::other("its pipes are closed"));
        let input = child.stdin.take().ok_or_else(closed)?;
        let output = child.stdout.take().ok_or_else(closed)?;
        if let Some(mut messages) = child.stderr.take() {
            // They end with the child; unread, they would stop it.
            tokio::spawn(async move { tokio::io::copy(&mut messages, &mut tokio::io::sink()).await });
        }
        Ok(Self {
            input,
            output: BufReader::new(output),
            _group: group,
            _child: child,
        })
    }

    /// What git says of an object in one line; `None` where it has died of it.
    async fn head(&mut self, id: &str) -> Option<String> {
        self.input.write_all(format!("{id}\n").as_bytes()).await.ok()?;
        self.input.flush().await.ok()?;
        let mut line = Vec::new();
        let mut bounded = (&mut self.output).take(HEAD_BYTES_MAX);
        bounded.read_until(b'\n', &mut line).await.ok()?;
        let line = String::from_utf8(line).ok()?;
        line.ends_with('\n').then_some(line)
    }

    /// The bytes of an object of this size.
    async fn content(&mut self, id: &str, size: u64) -> Option<Vec<u8>> {
        let head = self.head(id).await?;
        let announced: u64 = head.split_ascii_whitespace().nth(2)?.parse().ok()?;
        if announced != size {
            return None;
        }
        let mut bytes = Vec::new();
        let mut bounded = (&mut self.output).take(size.saturating_add(1));
        bounded.read_to_end(&mut bytes).await.ok()?;
        let is_whole = bytes.len() as u64 == size.saturating_add(1) && bytes.pop() == Some(b'\n');
        is_whole.then_some(bytes)
    }
}

/// Whether an object of these bytes has this id.
pub(super) fn has_id(bytes: &[u8], kind: &str, id: &str) -> bool {
    let found = if id.len() > 40 {
        id_by::<Sha256>(bytes, kind)
    } else {
        id_by::<Sha1>(bytes, kind)
    };
    found.eq_ignore_ascii_case(id)
}

fn id_by<D: Digest>(bytes: &[u8], kind: &str) -> String {
    let head = format!("{kind} {}\0", bytes.len());
    hex(&D::new().chain_update(head).chain_update(bytes).finalize())
}
