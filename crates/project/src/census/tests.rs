use super::{Census, Kind, Part};
use subject::Snapshot;
use subject::memory::{Entry, Memory};

fn part(fixture: &str, path: &str) -> Part {
    Census::of(&Snapshot::from_fixture(fixture)).files[path].part
}

#[test]
fn files_that_are_remembered_are_not_read_again_and_come_to_the_same() {
    let fixture = "//- a.rs\npub fn one() -> u8 {\n    1\n}\n//- b.py\ndef two():\n    return 2\n//- c.rs\n";
    let with = |known| {
        let mut snapshot = Snapshot::from_fixture(fixture);
        snapshot.memory = Memory::of(known);
        let census = Census::of(&snapshot);
        (census.files, snapshot.memory.take_fresh())
    };
    let (files, learnt) = with(Vec::new());
    assert_eq!(files, Census::of(&Snapshot::from_fixture(fixture)).files);
    assert_eq!(learnt.len(), files.len());
    let (again, more) = with(learnt.clone());
    assert_eq!((again, more.len()), (files.clone(), 0));
    // It is asked, and only for the file that it is of.
    let strange: Vec<Entry> = learnt
        .iter()
        .filter(|entry| entry.path == "a.rs")
        .map(|entry| Entry {
            path: "c.rs".to_owned(),
            about: "Rust c.rs".to_owned(),
            ..entry.clone()
        })
        .collect();
    let (believed, more) = with(strange);
    assert_eq!((&believed["a.rs"], more.len()), (&files["a.rs"], 2));
    assert_ne!(believed["c.rs"], files["c.rs"]);
}

#[test]
fn a_file_plays_the_part_that_the_conventions_of_its_language_give_it() {
    let cases = [
        ("src/app.py", Part::Product),
        ("tests/helper.py", Part::Test),
        ("src/app/test_app.py", Part::Test),
        ("src/attest.py", Part::Product),
        ("cmd/run_test.go", Part::Test),
        ("internal/testdata/x.go", Part::Test),
        ("test/browser/mocha.js", Part::Vendored),
        ("src/mocha.js", Part::Product),
        ("web/src/a.test.tsx", Part::Test),
        ("core/src/commonTest/kotlin/Helper.java", Part::Test),
        ("core/src/jvmMain/kotlin/Helper.java", Part::Product),
        ("web/src/latest.ts", Part::Product),
        ("web/src/button.stories.tsx", Part::Example),
        ("a/src/test/java/com/x/A.java", Part::Test),
        ("a/src/main/java/com/example/vendor/test/A.java", Part::Product),
        ("a/src/main/java/com/x/Testament.java", Part::Product),
        ("test-harness/src/main/java/com/x/A.java", Part::Test),
        ("examples/one.rs", Part::Example),
        ("benches/speed.rs", Part::Example),
        ("bench/test_speed.py", Part::Example),
        ("crates/a/src/tests.rs", Part::Test),
        ("spec/models/user_spec.rb", Part::Test),
        ("deps/lib/x.c", Part::Vendored),
        ("src/deps/x.c", Part::Product),
        ("src/third_party/x.c", Part::Vendored),
        ("node_modules/a/index.js", Part::Vendored),
        ("dist/index.js", Part::Generated),
        ("src/dist/normal.cpp", Part::Product),
        ("api/v1/a.pb.go", Part::Generated),
        ("docs/conf.py", Part::Docs),
        ("docs_src/tutorial/one.py", Part::Docs),
        ("doc-site/src/index.ts", Part::Docs),
        ("docs_converter/pages.py", Part::Product),
        ("src/app/docs/writer.py", Part::Product),
        ("demo/run.py", Part::Example),
        ("src/app/demo/run.py", Part::Product),
    ];
    let fixture: String = cases.iter().map(|(path, _)| format!("//- {path}\n\n")).collect();
    for (path, expected) in cases {
        assert_eq!(part(&fixture, path), expected, "{path}");
    }
}

#[test]
fn attributes_set_aside_with_their_reason_and_never_most_of_a_program() {
    let few = "//- .gitattributes\nlib/copied/** linguist-vendored\nlib/a.py -linguist-vendored\ntests/* \
               -linguist-vendored\n//- lib/copied/x.py\n\n//- lib/a.py\n\n//- lib/b.py\n\n//- vendor/c.py\n\n";
    let census = Snapshot::from_fixture(few);
    let census = Census::of(&census);
    assert_eq!(census.files["lib/copied/x.py"].part, Part::Vendored);
    assert!(
        census.files["lib/copied/x.py"]
            .why
            .as_ref()
            .is_some_and(|why| why.contains("gitattributes"))
    );
    assert_eq!(census.files["lib/a.py"].part, Part::Product);
    assert_eq!(census.files["vendor/c.py"].part, Part::Vendored);
    let all = few
        .replace("lib/copied/**", "*.py")
        .replace("lib/a.py -", "lib/a.py ");
    assert_eq!(part(&all, "lib/b.py"), Part::Product);
}

#[test]
fn attributes_and_projects_beyond_the_limits_are_told() {
    let limits = |rules: usize, projects: usize| {
        let rules: String = (0..rules)
            .map(|at| format!("lib/{at}.py linguist-generated\n"))
            .collect();
        let projects: String = (0..projects)
            .map(|at| format!("//- p{at}/Cargo.toml\n[package]\nname = \"p{at}\"\n"))
            .collect();
        let fixture = format!("//- .gitattributes\n{rules}//- a.py\nx = 1\n{projects}");
        Census::of(&Snapshot::from_fixture(&fixture)).limits.clone()
    };
    assert_eq!(limits(400, 2_000), Vec::<String>::new());
    let told = limits(401, 2_001);
    assert!(told[0].contains("of 401 rules"), "{told:?}");
    assert!(told[1].contains("of 2001 folders"), "{told:?}");
}

#[test]
fn where_everything_is_an_example_that_is_the_program() {
    let fixture = "//- examples/a.py\nprint()\n//- examples/tests/test_a.py\n\n";
    assert_eq!(part(fixture, "examples/a.py"), Part::Product);
    assert_eq!(part(fixture, "examples/tests/test_a.py"), Part::Test);
}

#[test]
fn a_squeezed_script_is_generated() {
    let fixture = format!(
        "//- src/a.js\n{}\n//- src/b.js\nlet x = 1;\n",
        "f(1);".repeat(600)
    );
    assert_eq!(part(&fixture, "src/a.js"), Part::Generated);
    assert_eq!(part(&fixture, "src/b.js"), Part::Product);
}

#[test]
fn projects_are_what_manifests_stand_for() {
    let fixture = r#"//- Cargo.toml
[workspace]
members = ["crates/*"]
//- crates/a/Cargo.toml
[package]
name = "a"
//- web/package.json
{"name": "@x/web"}
//- web/esm/package.json
{"type": "module"}
//- tools/requirements.txt
requests
//- tools/run.py
import requests
//- notes/requirements.txt
sphinx
//- go.mod
module example.com/x/y // the module

//- Makefile
all:
//- native/CMakeLists.txt
cmake_minimum_required(VERSION 3.5)
project(native LANGUAGES C)
//- native/sub/CMakeLists.txt
project(sub)
//- native/a.c
int x;
//- examples/demo/package.json
{"name": "demo"}
//- java/pom.xml
<project><parent><artifactId>p</artifactId></parent><artifactId>java</artifactId></project>
//- gem/thing.gemspec
Gem::Specification.new { |s| s.name = 'thing' }
//- gem/Gemfile
gemspec
"#;
    let snapshot = Snapshot::from_fixture(fixture);
    let found: Vec<String> = Census::of(&snapshot)
        .projects
        .iter()
        .map(|one| {
            let frame = if one.is_frame { " frame" } else { "" };
            let name = one.name.as_deref().unwrap_or("-");
            format!("{} {} {name} {}{frame}", one.root, one.kind, one.part)
        })
        .collect();
    assert_eq!(
        found,
        [
            " Cargo - product frame",
            " Go example.com/x/y product",
            "crates/a Cargo a product",
            "examples/demo npm demo example",
            "gem Bundler thing product",
            "java Maven java product",
            "native CMake native product",
            "tools Python - product",
            "web npm @x/web product",
        ]
    );
    let project = Census::of(&snapshot)
        .project_of("native/sub/x.c")
        .map(|one| one.kind);
    assert_eq!(project, Some(Kind::CMake));
}

#[test]
fn a_library_that_is_handed_to_browsers_is_vendored_by_its_banner() {
    let library = "/*!\n * Picker v2.1.0\n * https://picker.example/\n * Licensed under the MIT license\n */\n(function () {})();\n";
    let own = "// Opens the menu.\nfunction open() {}\n";
    let fixture = format!(
        "//- app/assets/javascripts/picker.js\n{library}//- app/assets/javascripts/menu.js\n{own}//- src/picker.js\n{library}"
    );
    assert_eq!(part(&fixture, "app/assets/javascripts/picker.js"), Part::Vendored);
    assert_eq!(part(&fixture, "app/assets/javascripts/menu.js"), Part::Product);
    assert_eq!(part(&fixture, "src/picker.js"), Part::Product);
}
