use super::*;
use court::protocol::own::{Manifest, Metric, Part};
use serde_json::{Value, json};

fn own(look: Look) -> Own {
    Own {
        id: "own.x".to_owned(),
        at: "$.probes[0]".to_owned(),
        goal: "x".to_owned(),
        paths: Vec::new(),
        part: Part::All,
        count: Count::Matches,
        look,
    }
}

fn pattern(language: &str, patterns: &[&str]) -> Own {
    own(Look::Pattern {
        language: language.to_owned(),
        patterns: patterns.iter().map(|one| (*one).to_owned()).collect(),
    })
}

fn rule(rule: Value) -> Own {
    own(Look::Rules(vec![rule]))
}

fn shown(answer: &Answer) -> (String, Option<Value>, Vec<String>) {
    let places = answer.proofs.iter().map(|proof| proof.place.to_string());
    (
        answer.finding.word().to_owned(),
        answer.value.clone(),
        places.collect(),
    )
}

fn lines(own: &Own, fixture: &str) -> Vec<String> {
    shown(&examine(own, &Subject::from_fixture(fixture))).2
}

#[test]
fn patterns_are_found_in_every_language() {
    let cases = [
        (
            "c",
            "gets($X)",
            "//- a.c\nint main() {\n  gets(buffer);\n}\n",
            "a.c:2",
        ),
        (
            "cpp",
            "std::cout << $X",
            "//- a.cpp\nvoid f() {\n  std::cout << 1;\n}\n",
            "a.cpp:2",
        ),
        (
            "go",
            "fmt.Println($$$)",
            "//- a.go\npackage a\nfunc f() {\n\tfmt.Println(1)\n}\n",
            "a.go:3",
        ),
        (
            "java",
            "System.exit($X)",
            "//- A.java\nclass A { void f() {\n System.exit(1);\n} }\n",
            "A.java:2",
        ),
        ("js", "eval($X)", "//- a.js\n\neval(text);\n", "a.js:2"),
        (
            "python",
            "os.system($$$)",
            "//- a.py\nimport os\nos.system('ls')\n",
            "a.py:2",
        ),
        ("ruby", "eval($X)", "//- a.rb\n\neval(text)\n", "a.rb:2"),
        (
            "rust",
            "$X.unwrap()",
            "//- a.rs\nfn f() {\n    g().unwrap();\n}\n",
            "a.rs:2",
        ),
        ("ts", "$X as any", "//- a.ts\n\nlet a = b as any;\n", "a.ts:2"),
        (
            "tsx",
            "<Foo $$$>$$$</Foo>",
            "//- a.tsx\n\nlet a = <Foo b=\"c\">d</Foo>;\n",
            "a.tsx:2",
        ),
    ];
    for (language, text, fixture, place) in cases {
        assert_eq!(lines(&pattern(language, &[text]), fixture), [place], "{language}");
    }
}

#[test]
fn rules_are_taken_as_people_have_them() {
    let guarded = json!({
        "id": "no-shell", "language": "Python", "severity": "error", "message": "no $A", "fix": "$A",
        "rule": {"all": [
            {"any": [{"pattern": "subprocess.run($$$A)"}, {"pattern": "subprocess.Popen($$$A)"}]},
            {"has": {"kind": "keyword_argument", "regex": "^shell=True$", "stopBy": "end"}},
            {"not": {"inside": {"matches": "safe", "stopBy": "end"}}},
        ]},
        "utils": {"safe": {"kind": "function_definition", "has": {"field": "name", "regex": "^trusted$"}}},
        "files": ["src/**"], "ignores": ["src/old/**"],
    });
    let text = "import subprocess\nsubprocess.run(a, shell=True)\nsubprocess.run(a)\ndef trusted():\n    subprocess.run(a, shell=True)\n";
    let fixture = format!("//- src/a.py\n{text}//- src/old/a.py\n{text}//- b.py\n{text}");
    assert_eq!(lines(&rule(guarded), &fixture), ["src/a.py:2"]);
    let constrained = json!({
        "language": "ts", "rule": {"pattern": "$F($A)"}, "constraints": {"F": {"regex": "^fetch$"}},
    });
    assert_eq!(
        lines(&rule(constrained), "//- a.ts\nfetch(1);\ngo(2);\n"),
        ["a.ts:1"]
    );
}

#[test]
fn what_is_counted_and_where_is_the_rubrics_choice() {
    let fixture =
        "//- src/a.py\nf(1)\nf(2)\n//- src/b.py\ng()\n//- tests/test_a.py\nf(3)\n//- readme.txt\nf(4)\n";
    let at = |change: fn(&mut Own)| {
        let mut own = pattern("python", &["f($X)"]);
        change(&mut own);
        shown(&examine(&own, &Subject::from_fixture(fixture)))
    };
    assert_eq!(at(|_| {}).1, Some(json!(3)));
    assert_eq!(at(|own| own.count = Count::Files).1, Some(json!(2)));
    assert_eq!(
        at(|own| own.count = Count::Share).1,
        Some(json!({"good": 2, "all": 3}))
    );
    assert_eq!(at(|own| own.part = Part::Product).2, ["src/a.py:1", "src/a.py:2"]);
    assert_eq!(at(|own| own.part = Part::Tests).2, ["tests/test_a.py:1"]);
    assert_eq!(at(|own| own.paths = vec!["src/b.py".to_owned()]).0, "absent");
    assert_eq!(
        at(|own| own.paths = vec!["lib/**".to_owned()]).0,
        "not_applicable"
    );
}

#[test]
fn a_comment_of_the_subject_silences_no_rule() {
    let fixture = "//- a.py\n# ast-grep-ignore\nos.system('ls')\n";
    assert_eq!(lines(&pattern("py", &["os.system($$$)"]), fixture), ["a.py:2"]);
}

#[test]
fn a_node_that_two_patterns_match_counts_once() {
    let twice = pattern("py", &["f($X)", "f(1)"]);
    let answer = examine(&twice, &Subject::from_fixture("//- a.py\nf(1)\n"));
    assert_eq!(answer.value, Some(json!(1)));
}

#[test]
fn files_history_manifests_and_documents_answer_too() {
    let snapshot = Subject::from_fixture(
        "//- package.json\n{\n  \"scripts\": {\"test\": \"jest\"},\n  \"dependencies\": {\n    \"left-pad\": \"1\"\n  }\n}\n\
         //- docs/a.md\n# A\n\
         //- report:r.md\nBack pressure: the queue holds 10 jobs, and submit() blocks on its semaphore until a worker takes one.\nSee `src/gone.py`.\n",
    );
    let value = |look: Look| examine(&own(look), &snapshot).value;
    assert_eq!(value(Look::Files(vec!["*.md".to_owned()])), Some(json!(1)));
    assert_eq!(
        value(Look::Manifest(Manifest::Dependency("left_pad".to_owned()))),
        Some(json!(1))
    );
    let field = |field: &str| {
        let (file, field) = ("package.json".to_owned(), field.to_owned());
        shown(&examine(
            &own(Look::Manifest(Manifest::Field { file, field })),
            &snapshot,
        ))
    };
    assert_eq!(field("scripts.test").2, ["package.json:2"]);
    assert_eq!(field("scripts.lint").0, "absent");
    let terms = value(Look::Terms(vec!["Back pressure".to_owned(), "Moon".to_owned()]));
    assert_eq!(terms.unwrap()["Moon"], "absent");
    assert!(matches!(
        examine(&own(Look::Git(Metric::Commits)), &snapshot).finding,
        Finding::Unobserved { .. }
    ));
}

/// What is told of definitions that cannot be looked for, with the place of each.
fn are_refused(cases: impl IntoIterator<Item = (Own, &'static str, &'static str)>) {
    for (own, at, told) in cases {
        let flaw = check(std::slice::from_ref(&own)).unwrap_err();
        let whole = format!("{} {}", flaw.problem, flaw.fix.unwrap_or_default());
        assert!(
            flaw.at == at && whole.contains(told),
            "{told}: {} {whole}",
            flaw.at
        );
    }
}

#[test]
fn what_cannot_be_looked_for_is_told_before_anything_is_looked_at() {
    let deep = format!("{}1{}", "(".repeat(600), ")".repeat(600));
    are_refused([
        (
            pattern("pyton", &["f()"]),
            "$.probes[0].language",
            "did you mean `python`?",
        ),
        (pattern("cobol", &["f()"]), "$.probes[0].language", "known are"),
        (pattern("python", &["def ("]), "$.probes[0].pattern", ""),
        (
            pattern("python", &["$X"]),
            "$.probes[0].pattern",
            "matches everything",
        ),
        (
            pattern("python", &["f(); g()"]),
            "$.probes[0].pattern",
            "Multiple AST nodes",
        ),
        (pattern("python", &[""]), "$.probes[0].pattern", ""),
        (
            pattern("python", &[&deep]),
            "$.probes[0].pattern",
            "nested deeper",
        ),
        (own(Look::Files(vec!["a[".to_owned()])), "$.probes[0].files", ""),
        (
            own(Look::Git(Metric::Messages("(".to_owned()))),
            "$.probes[0].git",
            "",
        ),
        (
            own(Look::Probe("git.comits".to_owned())),
            "$.probes[0].probe",
            "did you mean `git.commits`?",
        ),
    ]);
}

#[test]
fn rules_that_cannot_be_applied_are_told_before_anything_is_looked_at() {
    let huge = "x".repeat(30).chars().fold(String::new(), |text, letter| {
        text + &format!("({letter}{{1000}}){{1000}}")
    });
    are_refused([
        (
            rule(json!({"rule": {"pattern": "f()"}})),
            "$.probes[0].rule",
            "names no language",
        ),
        (
            rule(json!({"language": "py", "rule": {"patern": "f()"}})),
            "$.probes[0].rule",
            "patern",
        ),
        (
            rule(json!({"language": "py", "rule": {"kind": "no_such_kind"}})),
            "$.probes[0].rule",
            "no_such_kind",
        ),
        (
            rule(json!({"language": "py", "rule": {"regex": "a"}})),
            "$.probes[0].rule",
            "set of AST kinds",
        ),
        (
            rule(json!({"language": "py", "rule": {"kind": "call", "regex": huge}})),
            "$.probes[0].rule",
            "bytes",
        ),
        (
            rule(json!({"language": "py", "rule": {"kind": "call", "regex": "("}})),
            "$.probes[0].rule",
            "unclosed group",
        ),
        (
            rule(json!({"language": "py", "rule": {"matches": "a"}, "utils": {"a": {"matches": "a"}}})),
            "$.probes[0].rule",
            "",
        ),
    ]);
}

/// Looks from every node at every other, three times nested.
fn pathological() -> Own {
    let has = |inner: Value| json!({"has": {"stopBy": "end", "all": [inner]}});
    let inner = json!({"kind": "identifier", "regex": "^never$"});
    rule(json!({"language": "py", "rule": {"kind": "call", "all": [has(has(has(inner)))]}}))
}

#[test]
fn a_rule_that_takes_too_many_steps_is_stopped_and_nothing_is_said_to_be_missing() {
    let nested = format!("{}1{}", "f(".repeat(60), ")".repeat(60));
    let text = format!("{nested}\n").repeat(30);
    let snapshot = Subject::from_fixture(&format!("//- a.py\n{text}"));
    let answer = examine(&pathological(), &snapshot);
    assert!(
        matches!(&answer.finding, Finding::Unobserved { cause } if cause.contains("too many steps")),
        "{answer:?}"
    );
    let exact = examine(&pattern("py", &["$F($A)"]), &snapshot);
    assert_eq!(exact.value, Some(json!(30 * 60)));
}

#[test]
fn a_tree_too_deep_for_recursion_is_told_as_not_looked_through() {
    let deep = format!("{}1{}\n", "(".repeat(50_000), ")".repeat(50_000));
    let snapshot = Subject::from_fixture(&format!("//- a.py\nx = f(1)\ny = {deep}"));
    let answer = examine(&pattern("py", &["$A = $A"]), &snapshot);
    assert!(
        matches!(&answer.finding, Finding::Unobserved { .. }),
        "{answer:?}"
    );
    // As deep as is allowed, on whatever stack the caller has.
    let edge = format!("{}1{}", "(".repeat(380), ")".repeat(380));
    let fixture = format!("//- a.py\nf({edge}, {edge})\n");
    assert_eq!(lines(&pattern("py", &["f($A, $A)"]), &fixture), ["a.py:1"]);
}

#[test]
fn a_text_that_keeps_the_parser_reading_is_told_as_not_looked_through() {
    for endless in [
        "\\\n".repeat(50_000),
        format!("x = {}1 2", "not -~".repeat(2_000)),
    ] {
        let snapshot = Subject::from_fixture(&format!("//- a.py\n{endless}\n"));
        let answer = examine(&pattern("py", &["$A = $A"]), &snapshot);
        let is_stopped =
            matches!(&answer.finding, Finding::Unobserved { cause } if cause.contains("gave up"));
        assert_eq!(is_stopped, endless.starts_with('\\'), "{answer:?}");
    }
}

#[test]
fn what_could_not_be_read_leaves_doubt_about_what_is_not_there() {
    let mut snapshot = Subject::from_fixture("//- a.py\ng()\n");
    let why = "too large".to_owned();
    snapshot.skipped.push(subject::Skipped {
        path: "b.py".to_owned(),
        why,
    });
    let answer = examine(&pattern("py", &["f()"]), &snapshot);
    assert_eq!(answer.finding, Finding::Absent);
    assert!(
        answer.rationale.contains("b.py (not read)")
            && answer.confidence < court::evidence::Confidence::CERTAIN
    );
}

#[test]
fn exhibits_of_own_probes_carry_their_ids_and_every_place_quotes_its_lines() {
    let owns = [
        pattern("py", &["f($X)"]),
        Own {
            id: "own.files".to_owned(),
            ..own(Look::Files(vec!["*.py".to_owned()]))
        },
    ];
    let snapshot = Subject::from_fixture("//- a.py\nf(1)\n\nf(2)\n");
    let exhibits = investigate(Detective::RepoInvestigator, &owns, &snapshot);
    let told: Vec<(&str, u16, &str)> = exhibits
        .iter()
        .map(|one| {
            (
                one.probe.as_str(),
                one.rank,
                one.excerpt.as_ref().map_or("", |excerpt| excerpt.text.as_str()),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("own.x", 0, "f(1)"),
            ("own.x", 1, "f(2)"),
            ("own.files", 0, "f(1)")
        ]
    );
    assert!(investigate(Detective::DocAnalyst, &owns, &snapshot).is_empty());
}

#[test]
fn siblings_and_ancestors_are_seen_as_the_matcher_expects_them() {
    let text = "a = 1\nb = 2\nc = 3\ndef f():\n    for x in y:\n        if x:\n            g(x)\n";
    let fixture = format!("//- a.py\n{text}");
    let kind = |rule: Value| lines(&self::rule(json!({"language": "py", "rule": rule})), &fixture);
    let after = json!({"pattern": "$X = $N", "follows": {"pattern": "a = 1", "stopBy": "end"}});
    assert_eq!(
        kind(json!({"kind": "expression_statement", "follows": {"kind": "expression_statement"}})),
        ["a.py:2", "a.py:3"]
    );
    assert_eq!(
        kind(json!({"kind": "expression_statement", "precedes": {"kind": "function_definition"}})),
        ["a.py:3"]
    );
    assert_eq!(
        kind(
            json!({"kind": "expression_statement", "follows": {"has": {"pattern": "a = 1"}, "stopBy": "end"}})
        ),
        ["a.py:2", "a.py:3"]
    );
    assert!(
        kind(after).is_empty(),
        "an assignment has no sibling within its statement"
    );
    let inside = json!({"kind": "call", "inside": {"kind": "for_statement", "stopBy": "end"}});
    assert_eq!(kind(inside), ["a.py:7"]);
    let near = json!({"kind": "call", "inside": {"kind": "for_statement"}});
    assert!(kind(near).is_empty());
    assert_eq!(
        kind(json!({"kind": "identifier", "regex": "^y$", "nthChild": 2})),
        ["a.py:5"]
    );
}

#[test]
fn a_wide_text_in_which_every_step_aside_is_long_ends_soon() {
    let wide = "a\n".repeat(20_000);
    let sideways = rule(
        json!({"language": "py", "rule": {"kind": "expression_statement", "follows": {"kind": "call"}}}),
    );
    let answer = examine(&sideways, &Subject::from_fixture(&format!("//- a.py\n{wide}")));
    assert!(
        matches!(&answer.finding, Finding::Unobserved { cause } if cause.contains("too many steps")),
        "{answer:?}"
    );
}
