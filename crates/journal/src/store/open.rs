//! Opening the file: is it ours, is it of a format we know, and bringing it up to date.

use super::{StoreError, tables};
use crate::limits::{BUSY, OPENING_ATTEMPTS, PAUSE};
use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use std::path::Path;
use std::sync::Arc;

/// Marks an SQLite file as a journal ("jrnl").
const APPLICATION: u32 = 0x6a72_6e6c;

/// One closure for each format, in order. Never changed once released; a new format is a new line, and so is a
/// new kind of event.
const MIGRATIONS: &[fn(&Connection) -> rusqlite::Result<()>] = &[
    |connection| connection.execute_batch(include_str!("../../migrations/1.sql")),
    |connection| connection.execute_batch(include_str!("../../migrations/2.sql")),
    |connection| {
        connection.execute_batch(include_str!("../../migrations/3.sql"))?;
        tables::sums::fill(connection)
    },
    |connection| connection.execute_batch(include_str!("../../migrations/4.sql")),
];

/// Opens or creates the journal at `path`.
pub(super) fn file(path: &Path) -> Result<Connection, StoreError> {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|source| StoreError::Unreachable {
            path: path.into(),
            source: Arc::new(source),
        })?;
    }
    claim(path)?;
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    inspect(&mut connection, path)?;
    write_ahead(&connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// Refuses what is no file, because opening a pipe waits for ever and a link may lead to a file of somebody else.
/// Makes a new file so that nobody else can read it: it quotes subjects and what models said.
fn claim(path: &Path) -> Result<(), StoreError> {
    let unreachable = |source| StoreError::Unreachable {
        path: path.into(),
        source: Arc::new(source),
    };
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(_) => Err(StoreError::Foreign {
            path: path.into(),
            why: "it is no regular file",
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => match private(path) {
            // Another process was quicker.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
            made => made.map_err(unreachable),
        },
        Err(error) => Err(unreachable(error)),
    }
}

#[cfg(unix)]
fn private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = std::fs::OpenOptions::new();
    options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .map(drop)
}

#[cfg(not(unix))]
fn private(path: &Path) -> std::io::Result<()> {
    std::fs::File::create_new(path).map(drop)
}

/// A new journal in memory.
pub(super) fn memory() -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// Refuses what is not ours before anything is written to it.
fn inspect(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let foreign = |why| StoreError::Foreign {
        path: path.into(),
        why,
    };
    let (application, version, tables) =
        identify(connection).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => foreign("it is no SQLite database"),
            _ => error.into(),
        })?;
    let is_empty = application == 0 && version == 0 && tables == 0;
    if application != APPLICATION && !is_empty {
        return Err(foreign("it is the SQLite database of another program"));
    }
    let known = latest();
    if version > known {
        return Err(StoreError::Newer {
            path: path.into(),
            found: version,
            known,
        });
    }
    Ok(())
}

/// Application, format and number of tables, as of one moment.
fn identify(connection: &mut Connection) -> rusqlite::Result<(u32, u32, u32)> {
    let moment = connection.transaction()?;
    let number = |sql: &str| moment.query_row(sql, [], |row| row.get(0));
    Ok((
        number("select application_id from pragma_application_id")?,
        number("select user_version from pragma_user_version")?,
        number("select count(*) from sqlite_schema")?,
    ))
}

/// Switches to write-ahead logging, so that reading and writing processes do not wait for each other.
fn write_ahead(connection: &Connection) -> Result<(), StoreError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match connection.pragma_update_and_check(None, "journal_mode", "WAL", |_row| Ok(())) {
            Err(error) if is_busy(&error) && attempts < OPENING_ATTEMPTS => std::thread::sleep(PAUSE),
            outcome => return outcome.map_err(StoreError::from),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

/// Brings the file to the latest format, whole or not at all.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have migrated since.
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    for migration in MIGRATIONS.iter().skip(done) {
        migration(&transaction)?;
    }
    if version < latest() {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", latest())?;
    }
    Ok(transaction.commit()?)
}

fn latest() -> u32 {
    u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
