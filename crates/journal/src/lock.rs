//! Who works on which case. A hold ends with its process, however that ends, so a case that is open and held
//! by nobody was interrupted.

use crate::limits::{HOLD_ATTEMPTS, PAUSE};
use crate::store::{StoreError, lock};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

/// Most bytes of the number of a process.
const HOLDER_BYTES: u64 = 20;

/// The holds of this journal.
#[derive(Debug, Default)]
pub(crate) struct Holds {
    /// Where other processes see them: one file for each case with the number of the last process that held it,
    /// locked while the case is held. The files stay, because removing a file that another process is about to lock would let two hold one case.
    directory: Option<PathBuf>,
    here: Mutex<BTreeSet<String>>,
    /// Those that all of this process have in common.
    shared: Mutex<BTreeMap<String, Weak<Hold>>>,
}

/// What came of taking a case.
pub(crate) enum Taken {
    /// It is ours.
    Here(Hold),
    /// Somebody else has it: this process, where it says who.
    By(Option<u32>),
}

/// The right to work on a case, until it is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    holds: Arc<Holds>,
    id: String,
    file: Option<File>,
}

impl Holds {
    /// The holds on the cases of the journal at `path`.
    pub(crate) fn beside(path: &Path) -> Self {
        let mut directory = path.as_os_str().to_owned();
        directory.push(".locks");
        Self {
            directory: Some(directory.into()),
            ..Self::default()
        }
    }

    /// Takes the case, or says who has it.
    pub(crate) async fn take(self: &Arc<Self>, id: &str) -> Result<Taken, StoreError> {
        if !lock(&self.here).insert(id.to_owned()) {
            return Ok(Taken::By(Some(std::process::id())));
        }
        let mut hold = Hold {
            holds: Arc::clone(self),
            id: id.to_owned(),
            file: None,
        };
        for attempt in 1..=HOLD_ATTEMPTS {
            if hold.lock_file()? {
                return Ok(Taken::Here(hold));
            }
            if attempt < HOLD_ATTEMPTS {
                tokio::time::sleep(PAUSE).await;
            }
        }
        Ok(Taken::By(self.holder(id)))
    }

    /// Takes what all who ask for it in this process have in common; nothing while another process has it.
    pub(crate) async fn share(self: &Arc<Self>, id: &str) -> Result<Option<Arc<Hold>>, StoreError> {
        if let Some(hold) = lock(&self.shared).get(id).and_then(Weak::upgrade) {
            return Ok(Some(hold));
        }
        let Taken::Here(hold) = self.take(id).await? else {
            return Ok(None);
        };
        let hold = Arc::new(hold);
        lock(&self.shared).insert(id.to_owned(), Arc::downgrade(&hold));
        Ok(Some(hold))
    }

    /// The process that holds the case, as far as it says so.
    fn holder(&self, id: &str) -> Option<u32> {
        let file = open(&self.room().ok()??.join(id), File::options().read(true)).ok()?;
        let mut text = String::new();
        file.take(HOLDER_BYTES).read_to_string(&mut text).ok()?;
        text.trim().parse().ok()
    }

    /// The directory of the locks. A link in its place would have files made wherever it leads.
    fn room(&self) -> Result<Option<&Path>, StoreError> {
        let Some(directory) = &self.directory else {
            return Ok(None);
        };
        match std::fs::symlink_metadata(directory) {
            Ok(found) if !found.is_dir() => Err(StoreError::Suspect {
                path: directory.clone(),
                why: if found.is_symlink() {
                    "it is a link, and none is followed"
                } else {
                    "it is no directory"
                },
            }),
            _ => Ok(Some(directory)),
        }
    }

    /// Whether anybody, here or in another process, holds the case.
    pub(crate) fn is_held(&self, id: &str) -> bool {
        let elsewhere = || {
            let path = self.room().ok()??.join(id);
            let file = open(&path, File::options().read(true)).ok()?;
            Some(matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
        };
        lock(&self.here).contains(id) || elsewhere().unwrap_or(false)
    }
}

impl Hold {
    /// Whether the file could be locked. On a file system without locks every case counts as free: the lock
    /// spares double work, the results are right without it.
    fn lock_file(&mut self) -> Result<bool, StoreError> {
        let Some(directory) = self.holds.room()? else {
            return Ok(true);
        };
        let path = directory.join(&self.id);
        let unreachable = |source| StoreError::Unreachable {
            path: path.clone(),
            source: Arc::new(source),
        };
        std::fs::create_dir_all(directory).map_err(unreachable)?;
        let mut file = open(&path, File::options().create(true).append(true)).map_err(unreachable)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(false);
        }
        // Who holds it is for messages alone; the lock does without.
        let _ = file
            .set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        self.file = Some(file);
        Ok(true)
    }
}

/// Opens a lock file; never through a link, and never waiting for somebody at the other end of a pipe.
fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no regular file")),
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // The file first: whoever sees the case free here must find it free there.
        self.file = None;
        lock(&self.holds.here).remove(&self.id);
    }
}
