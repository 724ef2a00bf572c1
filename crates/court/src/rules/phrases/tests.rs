use super::*;

#[test]
fn what_is_denied_is_not_said() {
    let phrases = ["os.system".to_owned(), "injection".to_owned()];
    for (said, expected) in [
        ("It calls os.system on the URL.", true),
        ("There is no os.system anywhere.", false),
        ("It works without any use of os.system", false),
        ("No tests. Shell injection is possible.", true),
        ("An INJECTION!", true),
        ("preinjectional", false),
        ("It does not use subprocess.run or os.system.", false),
        ("", false),
    ] {
        assert_eq!(is_said(&phrases, said), expected, "{said}");
    }
}
