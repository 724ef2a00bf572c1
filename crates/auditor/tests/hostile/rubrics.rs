//! Rubrics that inflate, lie about numbers, lead out, or are none.

use crate::case::Case;
use std::fmt::Write as _;
use std::os::unix::fs::symlink;

/// Exit code of a bad rubric.
const REFUSED: i32 = 2;

/// An audit of a small subject with the rubric `work/<file>`.
fn rubric(file: &'static str, name: &str, bytes: impl Fn() -> Vec<u8> + 'static) -> Case {
    Case::of(name, move |repository| {
        repository.commit(&[("a.py", b"x = 1\n")]);
        repository.room.write(&format!("work/{file}"), bytes());
    })
    .with(&["--rubric", file])
}

fn yaml(name: &str, text: impl Fn() -> String + 'static) -> Case {
    rubric("rubric.yaml", name, move || text().into_bytes())
}

fn json(name: &str, text: impl Fn() -> String + 'static) -> Case {
    rubric("rubric.json", name, move || text().into_bytes())
}

/// A rubric of one dimension with these keys besides its name.
fn dimension(name: &str, keys: &'static str) -> Case {
    yaml(name, move || format!("dimensions:\n  - name: One\n    {keys}\n"))
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = inflated();
    cases.extend(encodings());
    cases.extend(values());
    cases.extend(weapons());
    cases
}

fn inflated() -> Vec<Case> {
    let laughs = || {
        (1..12).fold("a0: &a0 [laugh, laugh]\n".to_owned(), |mut text, number| {
            let list = format!("*a{}, ", number - 1).repeat(10);
            let _ = writeln!(text, "a{number}: &a{number} [{list}]");
            text
        }) + "dimensions: *a11\n"
    };
    vec![
        yaml("anchors that multiply", laughs).code(REFUSED),
        yaml("an anchor within itself", || {
            "dimensions: &a\n  - *a\n".to_owned()
        })
        .code(REFUSED),
        yaml("merges that multiply", || {
            (1..30).fold("m0: &m0 {id: a}\n".to_owned(), |mut text, number| {
                let _ = writeln!(
                    text,
                    "m{number}: &m{number} {{<<: [*m{0}, *m{0}], k{number}: 1}}",
                    number - 1
                );
                text
            }) + "dimensions: [*m29]\n"
        })
        .code(REFUSED),
        yaml("lists of a rubric within lists", || "[".repeat(200_000)).code(REFUSED),
        yaml("maps of a rubric within maps", || "a: {".repeat(100_000)).code(REFUSED),
        yaml("levels of a rubric", || {
            (0..3_000)
                .map(|level| format!("{}a:\n", " ".repeat(level)))
                .collect()
        })
        .code(REFUSED),
        json("objects of a rubric within objects", || {
            "{\"dimensions\": ".repeat(100_000)
        })
        .code(REFUSED),
        yaml("a rubric of megabytes", || {
            format!("dimensions: [{{id: a, name: {}}}]\n", "a".repeat(3 << 20))
        })
        .code(REFUSED),
        yaml("dimensions by the thousand", || {
            (0..5_000).fold("dimensions:\n".to_owned(), |mut text, number| {
                let _ = writeln!(text, "  - {{id: d{number}, name: D}}");
                text
            })
        })
        .code(REFUSED),
        yaml("a text of a hundred kilobytes", || {
            format!(
                "dimensions: [{{id: a, name: A, description: {}}}]\n",
                "word ".repeat(20_000)
            )
        }),
        yaml("levels by the thousand", || {
            format!(
                "dimensions: [{{id: a, name: A, levels: [{}]}}]\n",
                "{score: 1, name: x}, ".repeat(10_000)
            )
        })
        .code(REFUSED)
        .says("more than 20000 values"),
    ]
}

fn encodings() -> Vec<Case> {
    let plain = "dimensions: [{id: a, name: A}]\n";
    vec![
        rubric("rubric.yaml", "a rubric in UTF-16", move || {
            plain.encode_utf16().flat_map(u16::to_le_bytes).collect()
        })
        .code(REFUSED),
        rubric("rubric.yaml", "a rubric in Latin-1", || {
            b"dimensions: [{id: a, name: \xe9}]\n".to_vec()
        })
        .code(REFUSED),
        rubric("rubric.yaml", "a rubric with a byte order mark", move || {
            ["\u{feff}", plain].concat().into_bytes()
        }),
        rubric("rubric.yaml", "a rubric of NUL", || vec![0; 5_000]).code(REFUSED),
        yaml("two rubrics in one", move || format!("{plain}---\n{plain}")).code(REFUSED),
        yaml("objects of another language", || {
            "dimensions: !!python/object/apply:os.system [touch sprung]\n".to_owned()
        })
        .code(REFUSED),
        yaml("escapes in a rubric", || {
            "dimensions: [{id: a, name: \"\\e[31m\\x07\\u202e</script>\"}]\n".to_owned()
        }),
        yaml("an error about escapes", || {
            "dimensions: \u{1b}]0;x\u{7}[31m}\n".to_owned()
        })
        .code(REFUSED),
    ]
}

fn values() -> Vec<Case> {
    vec![
        dimension("a score that is no number", "max_score: .nan").code(REFUSED),
        dimension("a score without end", "max_score: .inf").code(REFUSED),
        dimension("a score of four hundred digits", "max_score: 1e400").code(REFUSED),
        dimension("a score below nothing", "max_score: -5").code(REFUSED),
        dimension("a score of nothing", "max_score: 0").code(REFUSED),
        dimension("a score of nine quintillions", "max_score: 9223372036854775807").code(REFUSED),
        dimension("a weight that is no number", "weight: .nan").code(REFUSED),
        dimension("a weight without end", "weight: 1e999").code(REFUSED),
        dimension(
            "a weight of a fraction",
            "weight: 0.0000000000000000000000000000001",
        )
        .code(REFUSED),
        yaml("one key twice", || {
            "dimensions: [{id: a, id: b, name: A}]\n".to_owned()
        })
        .code(REFUSED),
        json("one key twice in JSON", || {
            "{\"dimensions\": [{\"id\": \"a\"}], \"dimensions\": []}".to_owned()
        })
        .code(REFUSED),
        yaml("one dimension twice in other letters", || {
            "dimensions: [{id: a, name: A}, {id: A, name: A}]\n".to_owned()
        })
        .code(REFUSED),
        json("a list of null", || {
            "{\"dimensions\": [null, 1, \"x\", [], {}]}".to_owned()
        })
        .code(REFUSED),
        yaml("a sum of weights beyond every number", || {
            "dimensions: [{id: a, name: A, weight: 9e18}, {id: b, name: B, weight: 9e18}]\n".to_owned()
        })
        .code(REFUSED),
    ]
}

fn weapons() -> Vec<Case> {
    let subject = |name: &str| {
        Case::of(name, |repository| {
            repository.commit(&[("a.py", b"x = 1\n")]);
            symlink("/dev/zero", repository.room.path("work/endless.yaml")).unwrap();
            let mut make = repository.room.command("mkfifo", &repository.room.path("work"));
            assert!(make.arg("pipe.yaml").status().unwrap().success());
        })
    };
    vec![
        yaml("a dimension named like a file", || {
            "dimensions: [{id: ../../../sprung, name: A}, {id: /etc/passwd, name: B}]\n".to_owned()
        }),
        yaml("a rubric that includes, runs and calls", || {
            "include: /etc/passwd\ncommand: touch sprung\nendpoint: http://127.0.0.1:9/\nout: ../sprung\n\
             dimensions: [{id: a, name: A, target_artifact: github_repo, command: touch sprung, files: [../../../etc/passwd]}]\n"
                .to_owned()
        }),
        yaml("patterns that explode", || {
            "dimensions: [{id: a, name: A, success_pattern: '(a+)+$', failure_pattern: '(x{1,9999}){1,9999}'}]\n".to_owned()
        }),
        subject("a rubric that is a file of the machine")
            .with(&["--rubric", "/etc/passwd"])
            .code(REFUSED),
        subject("a rubric that never ends")
            .with(&["--rubric", "endless.yaml"])
            .code(REFUSED),
        subject("a rubric that is a pipe")
            .with(&["--rubric", "pipe.yaml"])
            .code(REFUSED),
        subject("a rubric that is a directory")
            .with(&["--rubric", "/"])
            .code(REFUSED),
    ]
}
