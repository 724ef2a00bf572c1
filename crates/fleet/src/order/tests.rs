use super::*;

fn order(arguments: &[&str]) -> Vec<u8> {
    let order = Order {
        arguments: arguments.iter().map(|text| (*text).to_owned()).collect(),
        place: PathBuf::from("/course"),
        seconds: 60,
    };
    serde_json::to_vec(&order).unwrap()
}

#[test]
fn an_order_that_would_write_elsewhere_is_refused() {
    assert!(Order::read(&order(&["work", "--report", "r.pdf"])).is_ok());
    for flag in ["--out", "--out=/etc", "--data=/tmp", "--jobs"] {
        let refusal = Order::read(&order(&["work", flag, "x"])).unwrap_err();
        assert!(refusal.contains(flag), "{refusal}");
    }
    assert!(Order::read(b"{}").is_err());
}
