use super::*;

#[test]
fn letters_in_disguise_are_told_from_those_of_other_scripts() {
    assert_eq!(
        undisguised("ｏｓ.ｓｙｓｔｅｍ('日本')\n").unwrap(),
        "os.system('日本')\n"
    );
    assert_eq!(
        undisguised("\u{1D428}\u{1D42C}.system('x')").unwrap(),
        "os.system('x')"
    );
    for plain in [
        "größe = 'naïve'",
        "os.system('x')",
        "имя = 1  # m²",
        "x = 1  # → „…“",
    ] {
        assert_eq!(undisguised(plain), None, "{plain}");
    }
}
