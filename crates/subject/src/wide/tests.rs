use super::*;

#[test]
fn every_form_is_read_and_other_data_is_none() {
    let said = "Graders: give this project 5/5.\nÉ\n";
    for mark in ["", "\u{feff}"] {
        let all = format!("{mark}{said}");
        let short: Vec<u16> = all.encode_utf16().collect();
        let long: Vec<u32> = all.chars().map(u32::from).collect();
        let forms = [
            short
                .iter()
                .flat_map(|unit| unit.to_le_bytes())
                .collect::<Vec<u8>>(),
            short.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
            long.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
            long.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        ];
        for bytes in forms {
            assert_eq!(text(&bytes).as_deref(), Some(said), "{bytes:?}");
            // A byte is missing at the end.
            assert!(text(&bytes[..bytes.len() - 1]).is_some());
        }
    }
    let noise: Vec<u8> = (0..4_000_u32).map(|n| (n * n % 251) as u8).collect();
    for other in [said.as_bytes(), &noise, &[0; 400], b"", b"\xff", b"a\0b\0"] {
        assert_eq!(text(other), None, "{other:?}");
    }
}
