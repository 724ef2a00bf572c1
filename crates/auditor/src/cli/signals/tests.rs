use super::*;

#[test]
fn what_is_ignored_is_read_from_the_status_of_the_process() {
    let status = "Name:\tauditor\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0\n";
    assert_eq!(ignored(status), 0x1001);
    assert_eq!(ignored("Name:\tauditor\n"), 0);
}

#[test]
fn codes_are_those_that_are_told() {
    let codes: Vec<u8> = CODES.iter().map(|(code, _)| *code).collect();
    let mut raised: Vec<u8> = OBEYED
        .iter()
        .map(|(signal, _)| SHELL_BASE + u8::try_from(signal.as_raw()).unwrap())
        .collect();
    raised.sort_unstable();
    assert_eq!(codes, raised);
}
