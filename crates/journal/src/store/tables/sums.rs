//! Digests of stored texts: what the disk changed is as good as lost, and never taken for what was stored.

use rusqlite::{Connection, Row, params};
use sha256::Digest;

/// The digest of a stored text.
pub(crate) fn of(text: &str) -> String {
    Digest::of(text.as_bytes()).as_str().to_owned()
}

/// The text in one column, where it is still the one whose digest stands in the other.
pub(crate) fn whole(row: &Row<'_>, text: usize, sum: usize) -> rusqlite::Result<Option<String>> {
    let bytes = |column| {
        row.get_ref(column)
            .map(|value| value.as_bytes_or_null().ok().flatten())
    };
    let (Some(text), Some(sum)) = (bytes(text)?, bytes(sum)?) else {
        return Ok(None);
    };
    let text = std::str::from_utf8(text).ok();
    Ok(text.filter(|text| of(text).as_bytes() == sum).map(str::to_owned))
}

/// Enters the digests of what was stored before there were any.
pub(crate) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    let text = |row: &Row<'_>| row.get::<_, String>(0);
    let mut each = connection.prepare("select distinct output from results")?;
    let mut set = connection.prepare("update results set sum = ?2 where output = ?1")?;
    for output in each.query_map([], text)?.collect::<rusqlite::Result<Vec<_>>>()? {
        set.execute(params![output, of(&output)])?;
    }
    let mut each = connection.prepare("select key from calls where answer is not null")?;
    let mut answer = connection.prepare("select answer from calls where key = ?1")?;
    let mut set = connection.prepare("update calls set sum = ?2 where key = ?1")?;
    for key in each.query_map([], text)?.collect::<rusqlite::Result<Vec<_>>>()? {
        let sum = of(&answer.query_row([&key], text)?);
        set.execute(params![key, sum])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
