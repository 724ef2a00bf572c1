use super::*;

#[test]
fn a_ledger_is_named_by_its_address_and_never_shows_its_password() {
    let ledger: SharedLedger = "postgres://auditor:geheim@127.0.0.1/audits".parse().unwrap();
    assert!(!format!("{ledger:?}").contains("geheim"));
    for wrong in [
        "",
        "mysql://a/b",
        "host=a",
        "postgres://a/b?sslmode=require",
        "postgres://a/b?x=y",
    ] {
        let refusal = wrong.parse::<SharedLedger>().unwrap_err();
        assert!(!refusal.is_empty(), "{wrong}");
    }
}
