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
        })
        .code(REFUSED)
        .says("at most 20480 are read"),
        yaml("a key of a hundred kilobytes", || {
            format!(
                "dimensions: [{{id: a, name: A, ? {} : 1}}]\n",
                "word ".repeat(20_000)
            )
        })
        .code(REFUSED),
        yaml("levels by the thousand", || {
            format!(
                "dimensions: [{{id: a, name: A, levels: [{}]}}]\n",
                "{score: 1, name: x}, ".repeat(10_000)
            )
        })
        .code(REFUSED)
        .says("more than 25000 values"),
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
        yaml("a file that YAML is to include", || {
            "dimensions: [{id: a, name: !include /etc/passwd}]\n".to_owned()
        })
        .code(REFUSED)
        .says("means nothing here"),
        yaml("a variable that YAML is to read", || {
            "dimensions: [{id: a, name: A, x: !env PATH}]\n".to_owned()
        })
        .code(REFUSED)
        .says("means nothing here"),
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
        yaml("two ids in letters that look alike", || {
            "dimensions: [{id: strasse, name: A}, {id: straße, name: B}]\n".to_owned()
        })
        .code(REFUSED)
        .says("is taken by"),
        yaml("a scale upside down", || {
            "rubric_metadata: {scale: {min: 5, max: 1}}\ndimensions: [{id: a, name: A}]\n".to_owned()
        })
        .code(REFUSED),
        yaml("a threshold below nothing", || {
            "synthesis_config: {score_threshold_pass: -1}\ndimensions: [{id: a, name: A}]\n".to_owned()
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
    let subject = subject_with_traps;
    vec![
        yaml("a dimension named like a file", || {
            "dimensions: [{id: ../../../sprung, name: A}, {id: /etc/passwd, name: B}]\n".to_owned()
        })
        .code(REFUSED)
        .says("and not `/`"),
        yaml("a position among children beyond every number", || {
            "probes: [{id: own.x, language: python, rule: {nthChild: 99999999999n+1}}]\ndimensions: [{id: a, demands: [{probe: own.x, want: present, weight: 1}]}]\n"
                .to_owned()
        })
        .code(REFUSED)
        .says("a position that no child has"),
        yaml("a probe that looks outside", || {
            "probes: [{id: own.x, files: '{..,a}/../../etc/passwd'}]\ndimensions: [{id: a, demands: [{probe: own.x, want: present, weight: 1}]}]\n"
                .to_owned()
        })
        .code(REFUSED)
        .says("leads out of the subject"),
        yaml("a probe of a manifest outside", || {
            "probes: [{id: own.x, manifest: {file: /etc/passwd, field: a}}]\ndimensions: [{id: a, demands: [{probe: own.x, want: present, weight: 1}]}]\n"
                .to_owned()
        })
        .code(REFUSED)
        .says("leads out of the subject"),
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
    .into_iter()
    .chain(named_files())
    .collect()
}

/// Every file that can be named, as a pipe, without end, and as a file of the machine that says nothing of its own.
fn named_files() -> Vec<Case> {
    let flags = [
        "--rubric",
        "--rules",
        "--protocol",
        "--panel",
        "--baseline",
        "--config",
        "--report",
    ];
    let audits = flags.into_iter().flat_map(|flag| {
        ["pipe.yaml", "endless.yaml"].map(|file| {
            subject_with_traps(&format!("{flag} {file}"))
                .with(&[flag, file])
                .code(REFUSED)
                .says("it is no regular file")
        })
    });
    let secrets = flags[..6].iter().map(|flag| {
        subject_with_traps(&format!("{flag} of a secret"))
            .with(&[flag, "secret"])
            .code(REFUSED)
            .says("secret:")
            .never("hunter2")
    });
    let commands = [
        vec!["verify", "pipe.yaml"],
        vec!["import", "pipe.yaml"],
        vec!["panel", "check", "pipe.yaml"],
        vec!["attest", "pipe.yaml", "--key", "pipe.yaml"],
        vec!["attest", "check", "pipe.yaml", "--key", "pipe.yaml"],
        vec!["audit", "subject", "--out", "../out", "--trace", "pipe.yaml"],
    ];
    let commands = commands.into_iter().map(|typed| {
        let name = format!("a pipe given to {}", typed[..2].join(" "));
        subject_with_traps(&name)
            .typed(typed)
            .code(REFUSED)
            .says("it is no regular file")
    });
    audits.chain(secrets).chain(commands).collect()
}

/// A subject beside a pipe, a file without end and one with a secret.
fn subject_with_traps(name: &str) -> Case {
    Case::of(name, |repository| {
        repository.commit(&[("a.py", b"x = 1\n")]);
        symlink("/dev/zero", repository.room.path("work/endless.yaml")).unwrap();
        repository
            .room
            .write("work/secret", "password hunter2 of the machine\n");
        let mut make = repository.room.command("mkfifo", &repository.room.path("work"));
        assert!(make.arg("pipe.yaml").status().unwrap().success());
    })
}
