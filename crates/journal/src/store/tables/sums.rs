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
mod tests {
    use crate::store::tables::{self, Stored, calls};
    use crate::store::{StoreError, open};
    use rusqlite::Connection;
    use sha256::Digest;

    fn spoil(connection: &Connection, table: &str, column: &str, value: &str) {
        let set = format!("update {table} set {column} = {value}");
        assert_eq!(connection.execute(&set, []).unwrap(), 1);
    }

    #[test]
    fn a_record_that_is_no_text_any_more_is_as_good_as_lost() {
        for spoilt in ["cast(x'22ff22' as text)", "7", "''", "x'2200'"] {
            let connection = open::memory().unwrap();
            let stored = Stored {
                scope: String::new(),
                key: "k".to_owned(),
                name: "step",
                version: 1,
                output: "\"kept\"".to_owned(),
            };
            tables::remember(&connection, &stored, false).unwrap();
            let key = Digest::of(b"call");
            calls::begin(&connection, &key, "a call", false).unwrap();
            calls::end(&connection, &key, Some("an answer")).unwrap();
            assert_eq!(
                tables::recall(&connection, &stored).unwrap().as_deref(),
                Some("\"kept\"")
            );
            spoil(&connection, "results", "output", spoilt);
            spoil(&connection, "calls", "answer", spoilt);
            assert_eq!(tables::recall(&connection, &stored).unwrap(), None, "{spoilt}");
            assert_eq!(calls::usable(&connection, &key).unwrap(), None, "{spoilt}");
            let begun = calls::begin(&connection, &key, "a call", false).unwrap();
            assert_eq!(begun.answer, None, "{spoilt}");
        }
    }

    #[test]
    fn a_case_whose_row_is_no_text_any_more_is_damage_and_no_full_disk() {
        let connection = open::memory().unwrap();
        let input = Digest::of(b"case");
        tables::open_case(&connection, "c", &input, "name").unwrap();
        spoil(&connection, "events", "event", "cast(x'ff' as text)");
        let again = tables::open_case(&connection, "c", &input, "name");
        assert!(matches!(again, Err(StoreError::Damaged(_))), "{again:?}");
    }
}
