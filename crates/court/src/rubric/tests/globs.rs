//! Paths that stay inside the subject.

use crate::rubric::globs::inside;

#[test]
fn only_paths_below_the_root_of_the_subject_are_allowed() {
    for glob in [
        "src/**/*.py",
        "*.{py,rs}",
        "a..b/c",
        "./x",
        "!tests/**",
        "[.]github/*",
    ] {
        assert_eq!(inside("$", &[glob.to_owned()]), Ok(()), "{glob}");
    }
    for glob in [
        "../x",
        "/etc/passwd",
        "**/../x",
        "src/..",
        "..\\x",
        "C:\\x",
        "//etc",
        "~/x",
        "{..,a}/x",
        "a\0",
        "!../x",
        "./../x",
    ] {
        let told = inside("$.probes[0].files", &[glob.to_owned()]).unwrap_err();
        assert!(told.to_string().starts_with("$.probes[0].files: "), "{told}");
    }
}
