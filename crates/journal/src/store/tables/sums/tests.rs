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
