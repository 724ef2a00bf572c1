use super::pin;
use std::net::IpAddr;

#[test]
fn a_name_of_loopback_or_of_a_network_inside_is_refused_and_any_other_is_pinned() {
    let of = |texts: &[&str]| {
        let addresses: Vec<IpAddr> = texts.iter().map(|text| text.parse().unwrap()).collect();
        pin("evil.example.org", &addresses)
    };
    for inside in [
        "127.0.0.1",
        "127.8.8.8",
        "::1",
        "10.0.0.7",
        "169.254.169.254",
        "::ffff:127.0.0.1",
        "fd00::1",
    ] {
        assert!(of(&[inside]).is_err(), "{inside}");
        assert!(
            of(&["93.184.215.14", inside]).is_err(),
            "one good address hides no other: {inside}"
        );
    }
    let pinned = of(&["93.184.215.14", "2606:2800:21f:cb07::1"]).unwrap().unwrap();
    assert_eq!(
        pinned,
        "http.curloptResolve=evil.example.org:443:93.184.215.14,[2606:2800:21f:cb07::1]"
    );
    assert_eq!(of(&[]), Ok(None));
}
