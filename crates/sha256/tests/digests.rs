//! What a digest is, and what is none.

use sha256::Digest;

const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn a_digest_is_sha_256_in_hexadecimal_and_survives_being_stored() {
    let digest = Digest::of(b"abc");
    assert_eq!(digest.as_str(), ABC);
    assert_eq!(digest.to_string(), ABC);
    let stored = serde_json::to_string(&digest).expect("it is a string");
    assert_eq!(stored, format!("\"{ABC}\""));
    assert_eq!(
        serde_json::from_str::<Digest>(&stored).expect("it is read back"),
        digest
    );
}

#[test]
fn what_is_no_digest_is_not_read_as_one() {
    let upper = ABC.to_uppercase();
    let long = format!("{ABC}0");
    for text in ["", &ABC[1..], &long, &upper, &ABC.replace('b', "g")] {
        assert!(Digest::try_from(text.to_owned()).is_err(), "{text}");
    }
}
