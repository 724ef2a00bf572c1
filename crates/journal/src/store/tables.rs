//! What is asked of the tables, one function for each question.

pub(crate) mod calls;
pub(crate) mod memories;
pub(crate) mod sums;

use super::StoreError;
use crate::event::Event;
use crate::limits::Limits;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::Value;
use sha256::Digest;

/// The format of stored outputs; results of another format are as good as not there.
const FORMAT: u32 = 1;

/// A remembered output as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// The case's id, or nothing for results that hold for every case.
    pub(crate) scope: String,
    pub(crate) key: String,
    pub(crate) name: &'static str,
    pub(crate) version: u32,
    pub(crate) output: String,
}

/// One row of the list of cases.
#[derive(Debug)]
pub(crate) struct CaseRow {
    pub(crate) id: String,
    pub(crate) input: String,
    pub(crate) name: String,
    pub(crate) decided: bool,
    pub(crate) summary: Option<Value>,
}

/// Enters or opens the case again, where what stands of its last run is whole.
pub(crate) fn open_case(
    connection: &Connection,
    id: &str,
    input: &Digest,
    name: &str,
) -> Result<(), StoreError> {
    let entered: String = connection.query_row(
        "insert into cases (id, input, name, state) values (?1, ?2, ?3, 'open')
         on conflict (id) do update set name = excluded.name, state = 'open' returning input",
        params![id, input.as_str(), name],
        |row| row.get(0),
    )?;
    if entered != input.as_str() {
        return Err(StoreError::Damaged(format!("case {id} belongs to another input")));
    }
    events(connection, id)?;
    let name = name.to_owned();
    append(connection, id, &Event::Opened { name })
}

/// Appends an event to the case.
pub(crate) fn append(connection: &Connection, id: &str, event: &Event) -> Result<(), StoreError> {
    let text = serde_json::to_string(event).map_err(|error| StoreError::Damaged(error.to_string()))?;
    connection
        .prepare_cached(
            "insert into events (case_id, seq, opens, event)
             select ?1, coalesce(max(seq), 0) + 1, ?2, ?3 from events where case_id = ?1",
        )?
        .execute(params![id, matches!(event, Event::Opened { .. }), text])?;
    Ok(())
}

/// The events of the last run, oldest first.
pub(crate) fn events(connection: &Connection, id: &str) -> Result<Vec<Event>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select event from events
         where case_id = ?1 and seq >= (select max(seq) from events where case_id = ?1 and opens)
         order by seq limit ?2",
    )?;
    let rows = statement.query_map(params![id, Limits::EVENTS_READ], |row| {
        let text: String = row.get(0)?;
        parse(0, &text)
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The events after this number with theirs, oldest first; after 0 those of the last run.
pub(crate) fn events_after(
    connection: &Connection,
    id: &str,
    after: u64,
) -> Result<Vec<(u64, Event)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select seq, event from events
         where case_id = ?1 and seq > ?2
           and (?2 > 0 or seq >= (select max(seq) from events where case_id = ?1 and opens))
         order by seq limit ?3",
    )?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![id, after, Limits::EVENTS_READ], |row| {
        let text: String = row.get(1)?;
        Ok((row.get::<_, i64>(0)?.unsigned_abs(), parse(1, &text)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The output that is stored under a name and a key, for this case or for all.
pub(crate) fn output(
    connection: &Connection,
    scope: &str,
    name: &str,
    key: &str,
) -> Result<Option<String>, StoreError> {
    let row = connection
        .prepare_cached(
            "select output, sum from results
             where scope in (?1, '') and key = ?2 and format = ?3 and name = ?4 limit 1",
        )?
        .query_row(params![scope, key, FORMAT, name], |row| sums::whole(row, 0, 1))
        .optional()?;
    Ok(row.flatten())
}

/// The stored output, whoever stored it under this format, name and version; nothing where it is not what was
/// stored.
pub(crate) fn recall(connection: &Connection, wanted: &Stored) -> Result<Option<String>, StoreError> {
    let row = connection
        .prepare_cached(
            "select output, sum from results
             where scope = ?1 and key = ?2 and format = ?3 and name = ?4 and version = ?5",
        )?
        .query_row(
            params![wanted.scope, wanted.key, FORMAT, wanted.name, wanted.version],
            |row| sums::whole(row, 0, 1),
        )
        .optional()?;
    Ok(row.flatten())
}

/// Stores an output. Without `replace` an output that is there already stays, and is given back.
pub(crate) fn remember(
    connection: &Connection,
    result: &Stored,
    replace: bool,
) -> Result<Option<String>, StoreError> {
    let standing = if replace {
        None
    } else {
        recall(connection, result)?
    };
    if standing.is_none() {
        connection
            .prepare_cached(
                "insert or replace into results (scope, key, format, name, version, output, sum)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                result.scope,
                result.key,
                FORMAT,
                result.name,
                result.version,
                result.output,
                sums::of(&result.output)
            ])?;
    }
    Ok(standing.filter(|output| *output != result.output))
}

/// Removes what is remembered for this case alone.
pub(crate) fn forget(connection: &Connection, id: &str) -> Result<(), StoreError> {
    connection.execute("delete from results where scope = ?1", [id])?;
    append(connection, id, &Event::Forgotten)
}

/// Marks the case as decided.
pub(crate) fn close(connection: &Connection, id: &str, summary: &Value) -> Result<(), StoreError> {
    connection.execute(
        "update cases set state = 'decided', summary = ?2 where id = ?1",
        params![id, summary.to_string()],
    )?;
    append(
        connection,
        id,
        &Event::Closed {
            summary: summary.clone(),
        },
    )
}

/// The latest cases in the order in which they were first opened.
pub(crate) fn cases(connection: &Connection) -> Result<Vec<CaseRow>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select id, input, name, state = 'decided', summary
         from (select * from cases order by number desc limit ?1) order by number",
    )?;
    let rows = statement.query_map([Limits::CASES_LISTED], |row| {
        let summary: Option<String> = row.get(4)?;
        Ok(CaseRow {
            id: row.get(0)?,
            input: row.get(1)?,
            name: row.get(2)?,
            decided: row.get(3)?,
            summary: summary.map(|text| parse(4, &text)).transpose()?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Keeps `bytes` under their digest.
pub(crate) fn put_blob(connection: &Connection, digest: &Digest, bytes: &[u8]) -> Result<(), StoreError> {
    connection
        .prepare_cached("insert or ignore into blobs (digest, bytes) values (?1, ?2)")?
        .execute(params![digest.as_str(), bytes])?;
    Ok(())
}

/// The bytes kept under `digest`.
pub(crate) fn blob(connection: &Connection, digest: &Digest) -> Result<Option<Vec<u8>>, StoreError> {
    let bytes: Option<Vec<u8>> = connection
        .prepare_cached("select bytes from blobs where digest = ?1")?
        .query_row([digest.as_str()], |row| row.get(0))
        .optional()?;
    match bytes {
        Some(bytes) if Digest::of(&bytes) != *digest => {
            Err(StoreError::Damaged(format!("blob {digest} has other bytes")))
        }
        bytes => Ok(bytes),
    }
}

fn parse<T: serde::de::DeserializeOwned>(column: usize, text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}
