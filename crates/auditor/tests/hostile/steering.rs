//! Files of a subject that would like to steer who audits it, and places in which it is audited.

use crate::case::{AUDIT, Case};

/// A subject that holds these files and is audited from within.
fn within(name: &str, files: &'static [(&'static str, &'static str)]) -> Case {
    Case::of(name, move |repository| {
        let mut all: Vec<(&str, &[u8])> = vec![("a.py", b"x = 1\n")];
        all.extend(files.iter().map(|(path, text)| (*path, text.as_bytes())));
        repository.commit(&all);
        for (path, text) in files {
            repository.write(path, text);
        }
    })
    .inside("work/subject")
    .typed(AUDIT.map(|word| match word {
        "subject" => ".",
        "../out" => "../../out",
        word => word,
    }))
    .never("all_is_well")
}

pub(crate) fn cases() -> Vec<Case> {
    const RUBRIC: &str = "dimensions: [{id: all_is_well, name: All is well}]\n";
    vec![
        within(
            "settings in the subject",
            &[
                (
                    "auditor.toml",
                    "rubric = \"rubric.yaml\"\nout = \"sprung\"\nmin_score = 5\n",
                ),
                (".auditor.toml", "rubric = \"rubric.yaml\"\n"),
                (".auditor/config.toml", "rubric = \"rubric.yaml\"\n"),
                (".config/auditor.toml", "rubric = \"rubric.yaml\"\n"),
                ("rubric.yaml", RUBRIC),
            ],
        )
        .tells("steers its audit: `.auditor.toml`"),
        within(
            "variables in the subject",
            &[
                (".env", "AUDITOR_RUBRIC=rubric.yaml\nAUDITOR_OUT=sprung\nPATH=.\n"),
                (".envrc", "export AUDITOR_RUBRIC=rubric.yaml\n"),
                ("rubric.yaml", RUBRIC),
            ],
        ),
        within(
            "a rubric with the name of a built-in one",
            &[
                ("automaton-auditor", RUBRIC),
                ("automaton-auditor.yaml", RUBRIC),
                ("rubric/automaton-auditor.yaml", RUBRIC),
            ],
        ),
        within(
            "files that tell others what to leave out",
            &[
                (".gitignore", "*\n"),
                (".auditorignore", "*\n"),
                (
                    ".gitattributes",
                    "* export-ignore linguist-generated binary -diff\n",
                ),
                (".mailmap", "Good <good@example.org> Ann <ann@example.org>\n"),
                (".git-blame-ignore-revs", "HEAD\n"),
            ],
        )
        .never("good@example.org"),
        Case::of("a program with the name of git", |repository| {
            repository.commit(&[("a.py", b"x = 1\n")]);
            for name in ["git", "ssh", "sh", "auditor", "git-upload-pack"] {
                repository.room.trap(&format!("work/subject/{name}"));
            }
        })
        .inside("work/subject")
        .typed(["audit", ".", "--out", "../../out"])
        .variable("PATH", ":.:/usr/local/bin:/usr/bin:/bin"),
        Case::of("variables that git would obey", |repository| {
            let trap = repository.room.trap("work/trap");
            repository.commit(&[("a.py", b"x = 1\n")]);
            repository.room.write("work/hooks/post-checkout", trap);
        })
        .variable("GIT_DIR", "/etc")
        .variable("GIT_EXEC_PATH", "/nonexistent")
        .variable("GIT_SSH_COMMAND", "touch sprung")
        .variable("GIT_EXTERNAL_DIFF", "./trap")
        .variable("GIT_CONFIG_COUNT", "1")
        .variable("GIT_CONFIG_KEY_0", "core.fsmonitor")
        .variable("GIT_CONFIG_VALUE_0", "./trap")
        .variable("GIT_OBJECT_DIRECTORY", "/etc")
        .variable("GIT_TEMPLATE_DIR", "hooks")
        .variable("LD_LIBRARY_PATH", "."),
        Case::of("a home that is hostile to git", |repository| {
            let trap = repository.room.trap("work/trap");
            repository.commit(&[("a.py", b"x = 1\n")]);
            let text = format!(
                "[core]\n\tfsmonitor = {trap}\n\tsshCommand = {trap}\n\thooksPath = .\n[alias]\n\tclone = !{trap}\n"
            );
            repository.room.write("home/.gitconfig", &text);
            repository.room.write("home/.config/git/config", text);
        }),
    ]
}
