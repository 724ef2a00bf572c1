use super::{coverage, pinned_actions, tests_run, types_checked};
use crate::families::tally::Wording;
use probes_core::{Probe, Subject};

fn says(probe: &Probe, fixture: &str) -> String {
    (probe.examine)(&Subject::from_fixture(fixture)).rationale
}

#[test]
fn tests_of_a_module_below_are_not_those_of_the_root() {
    let fixture = |command: &str| {
        format!(
            "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: {command}\n//- go.mod\nmodule a\n\
             //- a_test.go\npackage a\nfunc TestA(t *testing.T) {{ t.Fatal() }}\n//- wrapper/gin/go.mod\nmodule a/gin\n\
             //- wrapper/gin/gin_test.go\npackage gin\nfunc TestGin(t *testing.T) {{ t.Fatal() }}\n"
        )
    };
    let why = says(&tests_run::PROBE, &fixture("go test ./..."));
    assert!(
        why.ends_with("; the tests of wrapper/gin, a module of its own, are not run by it"),
        "{why}"
    );
    for command in [
        "go test ./... && cd wrapper/gin && go test ./...",
        "for one in . wrapper/*; do (cd $one && go test ./...); done",
        "go test ./... ./wrapper/gin/...",
    ] {
        let why = says(&tests_run::PROBE, &fixture(command));
        assert!(!why.contains("of its own"), "{command}: {why}");
    }
}

#[test]
fn a_compiler_that_stops_on_warnings_is_no_linter_that_a_step_runs() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: cmake --build b\n\
                   //- CMakeLists.txt\nadd_compile_options(-Werror)\n//- a.c\nint main(void) { return 0; }\n";
    assert_eq!(
        says(&coverage::LINT, fixture),
        "enforced: the compiler stops on warnings (CMakeLists.txt:1) in what .github/workflows/ci.yml builds"
    );
}

#[test]
fn the_compiler_that_checks_types_is_that_of_a_language_which_has_one() {
    let fixture = format!(
        "//- web/app.js\n{}//- a/main.go\npackage main\n{}//- b/Main.java\n{}",
        "f();\n".repeat(9),
        "func f() {}\n".repeat(6),
        "class A {}\n".repeat(5)
    );
    assert_eq!(
        says(&types_checked::PROBE, &fixture),
        "the compiler of Go checks the types"
    );
}

#[test]
fn actions_of_the_forge_that_are_not_counted_are_told() {
    let fixture = |more: &str| {
        format!(
            "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      \
             - uses: github/look@v3\n      - uses: actions/cache@main\n{more}"
        )
    };
    let why = says(
        &pinned_actions::PROBE,
        &fixture("      - uses: actions/checkout@v4\n"),
    );
    assert_eq!(
        why,
        "of 1 actions and images of others 0 are pinned by digest, 0 by a tag, 1 not at all; 2 more of the forge itself (`actions/`, \
         `github/`), 2 by a tag and 0 by digest, are not counted"
    );
}

#[test]
fn a_linter_for_a_smaller_part_is_set_up_for_that_part_alone() {
    let lines = "x = 1\n".repeat(20);
    let fixture = format!(
        "//- a.py\n{lines}//- web/.eslintrc.json\n{{}}\n//- web/package.json\n{{}}\n//- web/a.js\nexport const a = 1;\n"
    );
    let why = says(&coverage::LINT, &fixture);
    assert!(
        why.contains("; one is set up for less than half of the code only: `eslint` (web/.eslintrc.json)")
            && !why.contains("none is configured"),
        "{why}"
    );
}

#[test]
fn jobs_that_no_machine_takes_are_told() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    runs-on: ubuntu-18.04\n    steps:\n      - run: pytest\n  \
                   b:\n    runs-on: macos-11\n    steps:\n      - run: pytest\n//- test_a.py\ndef test_a():\n    assert f()\n";
    let why = says(&tests_run::PROBE, fixture);
    assert!(
        why.contains(
            "; the job at .github/workflows/ci.yml:4 asks for `ubuntu-18.04`, of which there is none since 2023-04-03: it never starts, nor does another"
        ),
        "{why}"
    );
}

#[test]
fn projects_are_told_by_the_side_that_the_sentence_counts() {
    let projects =
        std::collections::BTreeMap::from([(String::new(), (3_u64, 4_u64)), ("web".to_owned(), (5, 5))]);
    let bad = Wording::Bad {
        of: "",
        none: "",
        some: "",
    };
    assert_eq!(bad.side_by_side(&projects), " (. 1/4, web 0/5)");
    assert_eq!(Wording::Good("").side_by_side(&projects), " (. 3/4, web 5/5)");
    let places = Wording::Places { none: "", some: "" };
    assert_eq!(places.side_by_side(&projects), " (. 1, web 0)");
}
