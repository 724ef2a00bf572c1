use super::*;

#[test]
fn what_is_taken_for_each_other_is_the_same_and_other_words_are_not() {
    for (one, other) in [
        ("src/config·Py", "src/config.py"),
        ("pdf_parser-py", "pdf_parser.py"),
        ("init.py", "__init__.py"),
        ("READMEmd", "README.md"),
        ("Visionlnspector", "VisionInspector"),
        ("uti1s/", "utils/"),
        ("c0rner.ts", "comer.ts"),
        ("my file..txt", "my_file.txt"),
        ("src/modules,rs", "src/modules.rs"),
    ] {
        assert_eq!(folded(one), folded(other), "{one} {other}");
    }
    for (one, other) in [
        ("reports/", "report/"),
        ("src/a.py", "srca.py"),
        ("parser.py", "parser.rs"),
        ("test_a.py", "test_e.py"),
    ] {
        assert_ne!(folded(one), folded(other), "{one} {other}");
    }
}
