use crate::census::Census;
use subject::{Part, Snapshot};

#[test]
fn what_a_package_hands_to_the_tests_of_others_is_the_program() {
    let cases = [
        ("lib/web/test/jar.rb", "", Part::Product),
        ("lib/web/test/jar/one.rb", "", Part::Product),
        ("lib/tool/test/unit.rb", "", Part::Test),
        ("lib/tool/test/deep/it_spec.rb", "", Part::Test),
        (
            "lib/old/test/old.rb",
            "class Old < Test::Unit::TestCase\n  def testOne; end\nend",
            Part::Test,
        ),
        ("lib/test/alone.rb", "", Part::Test),
        ("test/lib/web/test/jar.rb", "", Part::Test),
        ("spec/web/test/jar.rb", "", Part::Test),
        ("src/web/__init__.py", "", Part::Product),
        (
            "src/web/test/client.py",
            "def client():\n    return 1",
            Part::Product,
        ),
        ("src/web/tests/helper.py", "", Part::Test),
        ("src/web/sub/__init__.py", "", Part::Product),
        ("src/web/sub/test/helper.py", "", Part::Test),
        ("src/web/sub/test/test_it.py", "", Part::Test),
        ("src/test/helper.py", "", Part::Test),
        ("a/src/test/java/com/x/A.java", "", Part::Test),
    ];
    let fixture: String = cases
        .iter()
        .map(|(path, text, _)| format!("//- {path}\n{text}\n"))
        .collect();
    let census = Census::of(&Snapshot::from_fixture(&fixture));
    for (path, _, part) in cases {
        assert_eq!(census.files[path].part, part, "{path}");
    }
    let own: Vec<&str> = census
        .product_functions()
        .map(|(_, one)| one.name.as_str())
        .collect();
    assert_eq!(own, ["client"]);
}

#[test]
fn a_folder_of_the_program_makes_no_function_a_help_of_tests() {
    let fixture = "//- src/web/testing/client.py\ndef client():\n    return 1\n";
    let census = Census::of(&Snapshot::from_fixture(fixture));
    assert_eq!(census.product_functions().count(), 1);
}
