//! The table of paid calls.

use super::{StoreError, sums};
use rusqlite::{Connection, OptionalExtension as _, params};
use sha256::Digest;

/// What the ledger knows of a call that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The raw answer, where the same call was answered before and its answer may still be used.
    pub answer: Option<String>,
    /// How often the call was begun before and never ended: each was perhaps paid and lost.
    pub lost: u32,
}

/// Enters a call, or gives its answer.
pub(crate) fn begin(
    connection: &Connection,
    key: &Digest,
    about: &str,
    anew: bool,
) -> Result<Begun, StoreError> {
    let row: Option<(u32, Option<String>)> = connection
        .prepare_cached("select open, iif(usable, answer, null), sum from calls where key = ?1")?
        .query_row([key.as_str()], |row| Ok((row.get(0)?, sums::whole(row, 1, 2)?)))
        .optional()?;
    let (lost, answer) = row.unwrap_or_default();
    if let (false, Some(answer)) = (anew, answer) {
        return Ok(Begun {
            answer: Some(answer),
            lost,
        });
    }
    connection
        .prepare_cached(
            "insert into calls (key, about, open, usable) values (?1, ?2, 1, 0)
             on conflict (key) do update set open = open + 1, usable = 0",
        )?
        .execute(params![key.as_str(), about])?;
    Ok(Begun { answer: None, lost })
}

/// Ends a call, with or without an answer. Earlier ones of the same key that never ended were told of when this one began.
pub(crate) fn end(connection: &Connection, key: &Digest, answer: Option<&str>) -> Result<(), StoreError> {
    connection
        .prepare_cached("update calls set open = 0, usable = ?2 is not null, answer = coalesce(?2, answer), sum = coalesce(?3, sum) where key = ?1")?
        .execute(params![key.as_str(), answer, answer.map(sums::of)])?;
    Ok(())
}

/// Takes an answer out of use.
pub(crate) fn discard(connection: &Connection, key: &Digest) -> Result<(), StoreError> {
    connection
        .prepare_cached("update calls set usable = 0 where key = ?1")?
        .execute([key.as_str()])?;
    Ok(())
}

/// The answer that may be used.
pub(crate) fn usable(connection: &Connection, key: &Digest) -> Result<Option<String>, StoreError> {
    found(
        connection,
        "select answer, sum from calls where key = ?1 and usable",
        key,
    )
}

/// The last answer, also one that is out of use.
pub(crate) fn answer(connection: &Connection, key: &Digest) -> Result<Option<String>, StoreError> {
    found(connection, "select answer, sum from calls where key = ?1", key)
}

/// The answer, where it is still what was entered.
fn found(connection: &Connection, question: &str, key: &Digest) -> Result<Option<String>, StoreError> {
    let row = connection
        .prepare_cached(question)?
        .query_row([key.as_str()], |row| sums::whole(row, 0, 1))
        .optional()?;
    Ok(row.flatten())
}
