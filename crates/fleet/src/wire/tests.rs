use super::*;

/// What a server of version 1.7 sent for an order of seven bytes, with the order at its end.
const START: &[u8] = b"\x00\x00\x00\x00\x00\x00\x00\x06\x12\x02in\x18\x01";
const ASKED: &[u8] =
    b"\x04\x00\x00\x00\x00\x00\x00\x1f\x0a\x12\x0a\x06accept\x12\x08anything\x72\x09\x0a\x07{\"a\":1}";

fn whole(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[test]
fn an_order_is_found_behind_headers() {
    assert_eq!(asked(&whole(&[START, ASKED])), Ok(Asked::Work(b"{\"a\":1}")));
}

#[test]
fn an_answer_is_read_as_it_was_written_and_ends() {
    for length in [0, 1, 127, 128, 300, 70_000] {
        let content = vec![7; length];
        let answer = answer(&content);
        let (kind, output, rest) = message(&answer).unwrap();
        let value = field(output, VALUE).unwrap().unwrap();
        assert_eq!(
            (kind, field(value, CONTENT).unwrap().unwrap()),
            (OUTPUT, content.as_slice())
        );
        assert_eq!(message(rest).unwrap(), (END, &[][..], &[][..]));
    }
}

#[test]
fn what_was_answered_before_is_only_ended() {
    let body = whole(&[START, ASKED, &answer(b"done")]);
    assert_eq!(asked(&body), Ok(Asked::End));
}

#[test]
fn nothing_that_is_cut_off_is_read_and_nothing_of_it_stops_the_worker() {
    let body = whole(&[START, ASKED]);
    for end in 0..body.len() {
        assert!(asked(&body[..end]).is_err(), "{end}");
    }
    for at in 0..body.len() {
        let mut other = body.clone();
        other[at] = 0xff;
        let _whatever_but_a_panic = asked(&other);
    }
}

#[test]
fn an_error_says_its_code_and_its_cause() {
    let body = again(500, "no room");
    let (kind, error, rest) = message(&body).unwrap();
    assert_eq!((kind, rest), (ERROR, &[][..]));
    assert_eq!(field(error, MESSAGE), Ok(Some(&b"no room"[..])));
}
