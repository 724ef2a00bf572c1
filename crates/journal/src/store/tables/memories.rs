//! What was worked out of the files of a subject, in bytes that only its writer reads. Losing it costs time and nothing else.

use super::StoreError;
use crate::limits::Limits;
use rusqlite::{Connection, OptionalExtension as _, params};
use sha256::Digest;

/// Keeps the memory of a subject in place of the one before, and forgets the subjects that nobody looked at for longest.
pub(crate) fn keep(connection: &Connection, subject: &Digest, bytes: &[u8]) -> Result<(), StoreError> {
    connection.execute("delete from memories where subject = ?1", [subject.as_str()])?;
    connection.execute(
        "insert into memories (subject, bytes, sum) values (?1, ?2, ?3)",
        params![subject.as_str(), bytes, Digest::of(bytes).as_str()],
    )?;
    connection.execute(
        "delete from memories where number <= (select max(number) from memories) - ?1",
        [Limits::MEMORIES],
    )?;
    Ok(())
}

/// The memory of a subject; nothing where it is not what was kept.
pub(crate) fn recall(connection: &Connection, subject: &Digest) -> Result<Option<Vec<u8>>, StoreError> {
    let row = connection
        .prepare_cached("select bytes, sum from memories where subject = ?1")?
        .query_row([subject.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let whole = |(bytes, sum): &(Vec<u8>, String)| Digest::of(bytes).as_str() == sum;
    Ok(row.filter(whole).map(|(bytes, _)| bytes))
}
