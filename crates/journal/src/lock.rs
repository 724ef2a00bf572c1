//! Who works on which case. A hold ends with its process, however that ends, so a case that is open and held
//! by nobody was interrupted.

use crate::limits::{HOLD_ATTEMPTS, PAUSE};
use crate::store::lock;
use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The holds of this journal.
#[derive(Debug, Default)]
pub(crate) struct Holds {
    /// Where other processes see them: one empty file for each case, locked while the case is held. The files
    /// stay, because removing a file that another process is about to lock would let two hold one case.
    directory: Option<PathBuf>,
    here: Mutex<BTreeSet<String>>,
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
            here: Mutex::default(),
        }
    }

    /// Takes the case, or `None` when somebody else has it.
    pub(crate) async fn take(self: &Arc<Self>, id: &str) -> io::Result<Option<Hold>> {
        if !lock(&self.here).insert(id.to_owned()) {
            return Ok(None);
        }
        let mut hold = Hold {
            holds: Arc::clone(self),
            id: id.to_owned(),
            file: None,
        };
        for attempt in 1..=HOLD_ATTEMPTS {
            if hold.lock_file()? {
                return Ok(Some(hold));
            }
            if attempt < HOLD_ATTEMPTS {
                tokio::time::sleep(PAUSE).await;
            }
        }
        Ok(None)
    }

    /// Whether anybody, here or in another process, holds the case.
    pub(crate) fn is_held(&self, id: &str) -> bool {
        let elsewhere = || {
            let path = self.directory.as_ref()?.join(id);
            let file = File::open(path).ok()?;
            Some(matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
        };
        lock(&self.here).contains(id) || elsewhere().unwrap_or(false)
    }
}

impl Hold {
    /// Whether the file could be locked. On a file system without locks every case counts as free: the lock
    /// spares double work, the results are right without it.
    fn lock_file(&mut self) -> io::Result<bool> {
        let Some(directory) = &self.holds.directory else {
            return Ok(true);
        };
        std::fs::create_dir_all(directory)?;
        let path = directory.join(&self.id);
        let file = File::options().create(true).append(true).open(path)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(false);
        }
        self.file = Some(file);
        Ok(true)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // The file first: whoever sees the case free here must find it free there.
        self.file = None;
        lock(&self.holds.here).remove(&self.id);
    }
}
