use super::*;

#[test]
fn planes_become_words_again_and_what_is_damaged_is_said_to_be() {
    use flate2::{Compression, write::ZlibEncoder};
    use std::io::Write as _;
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(b"15263748").unwrap();
    let content = packer.finish().unwrap();
    let file = |length: u32| [&length.to_le_bytes()[..], &content].concat();
    assert_eq!(plain(&file(7)).unwrap(), b"1234567");
    for bytes in [&file(9)[..], &file(4), &file(7)[..9], b"\x07", b"\x07\0\0\0no"] {
        assert!(plain(bytes).is_err(), "{bytes:?}");
    }
}
