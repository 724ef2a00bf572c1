use super::*;

#[test]
fn secrets_are_masked_wherever_they_stand() {
    let secrets = [
        ("key = 'AKIAIOSFODNN7EXAMPLA'", "AKIA…"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_…"),
        ("OPENAI_API_KEY=sk-proj-abcdefghijklmnop0123456789", "sk-p…"),
        ("x = \"sk-ant-api03-abcdefghij0123456789abcdefghij\"", "sk-a…"),
        ("https://ann:hunter2secret@example.org/x.git", "hunt…"),
        ("password: \"correct9horse8battery\"", "corr…"),
        ("DB_PASSWORD=s3cr3tvalue99", "s3cr…"),
        ("Run `API_KEY=s3cr3tvalue99 make all`.", "s3cr…"),
        (
            "'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'",
            "SG.n…",
        ),
        ("sid = SK0a1b2c3d4e5f60718293a4b5c6d7e8f9", "SK0a…"),
        (
            "AccountName=x;AccountKey=Ab1+Cd2/Ef3+Gh4/Ij5+Kl6/Mn7+Op8/Qr9+St0/Uv1+Wx2/Yz3+Ab4/Cd5+Ef==;",
            "Ab1+…",
        ),
        ("curl -H 'Authorization: Bearer 9f8e7d6c5b4a39281706'", "9f8e…"),
        (
            "src/ghp_0123456789abcdefghijABCDEFGHIJ012345.py is not there",
            "src/ghp_…",
        ),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk", "eyJh…"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0123456789\n",
            "MIIE…",
        ),
    ];
    for (text, shown) in secrets {
        let masked = mask(text);
        assert!(
            masked.contains(shown) && masked.contains("masked"),
            "{text}: {masked}"
        );
        assert_eq!(mask(&masked), masked, "masking twice changes nothing");
    }
}

#[test]
fn no_format_fits_a_text_without_a_word_that_it_needs() {
    let texts = [
        "AccountKey=Ab1+Cd2/Ef3+Gh4/Ij5+Kl6/Mn7+Op8/Qr9+St0/Uv1+Wx2",
        "SHAREDACCESSKEY=Ab1+Cd2/Ef3+Gh4/Ij5+Kl6/Mn7+Op8/Qr9+St0/Uv1+Wx2",
        "rk_test_0123456789abcdefghij hf_0123456789abcdefghijABCDEFGHIJ",
        "AIza0123456789abcdefghijABCDEFGHIJ01234 xoxb-0123456789a lsv2_pt_0123456789abcdefghij",
        "AC0a1b2c3d4e5f60718293a4b5c6d7e8f9 SKfa1b2c3d4e5f60718293a4b5c6d7e8f9",
        "glpat-0123456789abcdefghij ya29.0123456789abcdefghij",
        "pypi-0123456789abcdefghijABCDEFGHIJ0123456789",
        "to\u{212a}en = 'hunter2secret99' pa\u{17f}\u{17f}word: 'hunter2secret99'",
        "BEARER 9f8e7d6c5b4a39281706 Api-Key: 'hunter2secret99' CREDENTIALS: 'hunter2secret99'",
        "api_key=hunter2secret99",
    ];
    for text in texts {
        let all = (0..FORMATS.len()).filter(|format| compiled(*format).is_match(text));
        let tried: Vec<&str> = likely(text, FORMATS.len()).map(Regex::as_str).collect();
        let missed: Vec<&str> = all.map(|format| FORMATS[format].1).collect();
        assert!(!missed.is_empty(), "{text}");
        assert!(
            missed.iter().all(|format| tried.contains(format)),
            "{text}: {missed:?}"
        );
    }
}

#[test]
fn stand_ins_and_code_stay_as_they_are() {
    let plain = [
        "OPENAI_API_KEY=your-api-key-here",
        "Authorization: Bearer <your token here>",
        "Authorization: Bearer your-api-token-1",
        "the bearer of good news",
        "sorted(rows, key=itemgetter(1, 2, 3))",
        "AccountKey=your-account-key",
        "api_key = os.environ[\"OPENAI_API_KEY\"]",
        "token: \"<paste your token here>\"",
        "max_tokens = 4096",
        "https://github.com/owner/name.git",
        "password=\"changeme-please\"",
    ];
    for text in plain {
        assert_eq!(mask(text), text);
    }
}
