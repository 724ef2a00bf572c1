//! Git directories that lead elsewhere, run programs, block, or show another repository than the one that is there.

use crate::case::Case;
use crate::repository::Repository;
use crate::room::Room;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

fn plain(repository: &Repository<'_>) -> String {
    repository.commit(&[("README.md", b"# Subject\n"), ("a.py", b"import os\n")])
}

/// A commit that another stands in for.
fn replaced(repository: &Repository<'_>) {
    let commit = plain(repository);
    let tree = repository.git(&["rev-parse", "main^{tree}"]);
    let said = crate::repository::plain_commit(&tree, "A false history replaces it");
    let false_one = repository.object("commit", &said);
    repository.set(&format!("refs/replace/{commit}"), &false_one);
}

/// A repository whose git directory has this file in place of what was there.
fn with_file(name: &str, path: &'static str, content: &'static [u8]) -> Case {
    Case::of(name, move |repository| {
        plain(repository);
        let _ = fs::remove_file(repository.path(path));
        repository.write(path, content);
    })
}

/// A repository with a named pipe where git has a file; whoever opens it waits forever.
fn with_pipe(path: &'static str) -> Case {
    Case::of(format!("a pipe in the place of {path}"), move |repository| {
        plain(repository);
        let _ = fs::remove_file(repository.path(path));
        fs::create_dir_all(repository.path(path).parent().unwrap()).unwrap();
        let mut make = repository.room.command("mkfifo", &repository.path(""));
        assert!(make.arg(path).status().unwrap().success());
    })
}

/// A repository with a link where git has a file or a directory.
fn with_link(path: &'static str, target: &'static str) -> Case {
    Case::of(format!("{path} is a link to {target}"), move |repository| {
        plain(repository);
        let _ = fs::remove_file(repository.path(path));
        let _ = fs::remove_dir_all(repository.path(path));
        symlink(target, repository.path(path)).unwrap();
    })
    .code(3)
    .says("in its git directory is a link")
}

/// A setting by which git runs a program.
fn with_setting(key: &'static str) -> Case {
    Case::of(format!("a configuration that sets {key}"), move |repository| {
        let trap = repository.room.trap("work/subject/trap");
        plain(repository);
        repository.write(".gitattributes", "* filter=trap diff=trap merge=trap\n");
        repository.git(&["config", key, &trap]);
    })
}

const SETTINGS: [&str; 12] = [
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "core.hooksPath",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.trap.textconv",
    "filter.trap.process",
    "filter.trap.smudge",
    "gpg.program",
    "uploadpack.packObjectsHook",
    "credential.helper",
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = SETTINGS.into_iter().map(with_setting).collect();
    cases.extend(redirections());
    cases.extend(broken());
    cases.extend(states());
    cases
}

fn redirections() -> Vec<Case> {
    let with_back_link = |room: &Room| {
        room.write("work/other/.git/HEAD", "ref: refs/heads/main\n");
    };
    vec![
        with_link(".git/HEAD", "/etc/passwd"),
        with_link(".git/objects", "/"),
        with_link(".git/refs", "/proc/self"),
        with_link(".git/config", "/etc/passwd"),
        with_file(
            "objects that are borrowed",
            ".git/objects/info/alternates",
            b"/etc\n../../other\n",
        )
        .code(3)
        .says("borrows objects"),
        with_file(
            "objects that are borrowed over the network",
            ".git/objects/info/http-alternates",
            b"http://127.0.0.1/\n",
        ),
        Case::new("a git directory that is a link", |room| {
            fs::create_dir(room.path("work/subject")).unwrap();
            symlink("/etc", room.path("work/subject/.git")).unwrap();
        })
        .code(3)
        .says("its .git is a link"),
        Case::new(
            "a pointer to a git directory that does not point back",
            move |room| {
                with_back_link(room);
                room.write("work/subject/.git", "gitdir: ../other/.git\n");
            },
        )
        .code(3)
        .says("does not point back"),
        Case::new("a pointer to a file of the machine", |room| {
            room.write("work/subject/.git", "gitdir: /etc/passwd\n")
        })
        .code(3),
        Case::new("a pointer that is a pipe", |room| {
            fs::create_dir(room.path("work/subject")).unwrap();
            let mut make = room.command("mkfifo", &room.path("work/subject"));
            assert!(make.arg(".git").status().unwrap().success());
        })
        .code(3),
        with_file(
            "a git directory that shares that of another",
            ".git/commondir",
            b"/etc\n",
        )
        .code(3),
        Case::of("a work tree that is elsewhere", |repository| {
            plain(repository);
            repository.git(&["config", "core.worktree", "/etc"]);
        }),
        Case::of(
            "a configuration that includes a file of the machine",
            |repository| {
                plain(repository);
                repository.git(&["config", "include.path", "/etc/passwd"]);
            },
        ),
        Case::of("a configuration that includes a pipe", |repository| {
            plain(repository);
            let mut make = repository.room.command("mkfifo", &repository.path(""));
            assert!(make.arg(".git/blocks").status().unwrap().success());
            repository.git(&["config", "include.path", "blocks"]);
        }),
        with_file(
            "a configuration that hides the branches",
            ".git/config",
            b"[core]\n\tcompression = 99\n[uploadpack]\n\thideRefs = HEAD\n[pack]\n\tthreads = evil\n",
        ),
        Case::of(
            "a remote whose objects are to be fetched by a command",
            |repository| {
                let commit = plain(repository);
                let file = repository.git(&["rev-parse", &format!("{commit}:a.py")]);
                repository.git(&["config", "extensions.partialClone", "evil"]);
                repository.git(&["config", "remote.evil.url", "ext::sh -c touch% sprung"]);
                repository.git(&["config", "remote.evil.promisor", "true"]);
                repository.git(&["config", "remote.evil.uploadpack", "touch sprung;"]);
                repository.git(&["config", "protocol.ext.allow", "always"]);
                fs::remove_file(repository.path(&repository.loose(&file))).unwrap();
            },
        )
        .tells("missing or damaged"),
    ]
}

fn broken() -> Vec<Case> {
    vec![
        with_file("a HEAD that is garbage", ".git/HEAD", b"\xff\x1b[31m\0").code(3),
        with_file(
            "a HEAD that leads out",
            ".git/HEAD",
            b"ref: ../../../../../etc/passwd\n",
        )
        .code(3),
        with_file("a HEAD that names itself", ".git/HEAD", b"ref: HEAD\n").code(3),
        Case::of("refs that name each other", |repository| {
            plain(repository);
            repository.write(".git/refs/heads/main", "ref: refs/heads/other\n");
            repository.write(".git/refs/heads/other", "ref: refs/heads/main\n");
        })
        .code(3),
        Case::of("a ref of ten megabytes", |repository| {
            plain(repository);
            repository.write(".git/refs/heads/main", "a".repeat(10 << 20));
        })
        .code(3),
        with_file(
            "a configuration that is garbage",
            ".git/config",
            b"\0\xff[[[\x1b]0;x\x07",
        ),
        with_file(
            "a format that nobody knows",
            ".git/config",
            b"[core]\n\trepositoryformatversion = 99\n[extensions]\n\tevil = true\n",
        ),
        with_file(
            "an index that is garbage",
            ".git/index",
            b"DIRC\xff\xff\xff\xff\xff\xff\xff\xff",
        ),
        with_file(
            "packed refs that are garbage",
            ".git/packed-refs",
            b"\0\0\x1b[31m garbage\n",
        ),
        with_file(
            "a list of shallow commits that is garbage",
            ".git/shallow",
            b"no id\n",
        )
        .tells("those lines are ignored"),
        with_pipe(".git/HEAD")
            .code(3)
            .says("HEAD in its git directory is a pipe"),
        with_pipe(".git/config")
            .code(3)
            .says("config in its git directory is a pipe"),
        with_pipe(".git/packed-refs").code(3),
        with_pipe(".git/index"),
        with_pipe(".git/shallow").code(3),
        with_pipe(".git/commondir").code(3).says("commondir"),
        with_pipe(".git/config.worktree"),
        with_pipe(".git/info/grafts").tells("grafts"),
        with_pipe(".git/info/attributes"),
        with_pipe(".git/objects/info/commit-graph")
            .code(3)
            .says("objects/info/commit-graph is a pipe"),
        with_pipe(".git/objects/pack/pack-1.idx")
            .code(3)
            .says("is a pipe"),
        Case::of("a directory that nobody may read", |repository| {
            plain(repository);
            fs::set_permissions(repository.path(".git/refs"), fs::Permissions::from_mode(0o000)).unwrap();
        }),
    ]
}

fn states() -> Vec<Case> {
    vec![
        Case::of("hooks of every name", |repository| {
            plain(repository);
            for hook in [
                "post-checkout",
                "reference-transaction",
                "pre-auto-gc",
                "post-index-change",
                "update",
            ] {
                repository.room.trap(&format!("work/subject/.git/hooks/{hook}"));
            }
        }),
        Case::of("another history by a replaced commit", replaced)
            .never("A false history replaces it")
            .tells("replacements would show other objects"),
        Case::of(
            "another history by a replaced commit that is packed",
            |repository| {
                replaced(repository);
                repository.git(&["pack-refs", "--all"]);
            },
        )
        .never("A false history replaces it")
        .tells("replacements would show other objects"),
        with_file(
            "another history by grafts",
            ".git/info/grafts",
            b"no graft at all\n\x1b[31m\n",
        )
        .tells("grafts"),
        Case::of("a history that grafts cut off", |repository| {
            plain(repository);
            let more = [
                crate::repository::head("main", "A <a@b> 1700000001 +0000", b"More").as_slice(),
                b"from refs/heads/main^0\nM 100644 inline b.py\ndata 2\nx\n",
            ]
            .concat();
            repository.import(&more);
            let commit = repository.git(&["rev-parse", "main"]);
            repository.write(".git/info/grafts", format!("{commit}\n"));
        })
        .tells("grafts would show other parents"),
        Case::new("a git directory that takes the branches of another", |room| {
            let repository = Repository::init(room);
            plain(&repository);
            fs::create_dir(room.path("work/other")).unwrap();
            fs::rename(room.path("work/subject/.git"), room.path("work/other/.git")).unwrap();
            room.write("work/subject/.git/HEAD", "ref: refs/heads/main\n");
            room.write("work/subject/.git/commondir", "../../other/.git\n");
            fs::create_dir_all(room.path("work/subject/.git/objects")).unwrap();
            fs::create_dir_all(room.path("work/subject/.git/refs")).unwrap();
        })
        .code(3)
        .says("names that of another repository (commondir)"),
        Case::new("a linked tree that the other repository does not know", |room| {
            let repository = Repository::init(room);
            plain(&repository);
            fs::create_dir(room.path("work/other")).unwrap();
            fs::rename(room.path("work/subject/.git"), room.path("work/other/.git")).unwrap();
            room.write("work/subject/.git", "gitdir: inside\n");
            room.write("work/subject/inside/HEAD", "ref: refs/heads/main\n");
            room.write("work/subject/inside/gitdir", "../.git\n");
            room.write("work/subject/inside/commondir", "../../other/.git\n");
        })
        .code(3)
        .says("does not point back"),
        Case::new("another object format", |room| {
            let repository = Repository::with(room, &["--object-format=sha256"]);
            plain(&repository);
        }),
        Case::new("another format of refs", |room| {
            let repository = Repository::with(room, &["--ref-format=reftable"]);
            plain(&repository);
        }),
        Case::new("a bare repository", |room| {
            let repository = Repository::init(room);
            plain(&repository);
            fs::rename(room.path("work/subject/.git"), room.path("work/bare")).unwrap();
            fs::remove_dir_all(room.path("work/subject")).unwrap();
            fs::rename(room.path("work/bare"), room.path("work/subject")).unwrap();
        }),
        Case::of("a history that is cut off", |repository| {
            plain(repository);
            let second = [
                crate::repository::head("main", "A <a@b> 1700000001 +0000", b"More").as_slice(),
                b"from refs/heads/main^0\nM 100644 inline b.py\ndata 2\nx\n",
            ]
            .concat();
            repository.import(&second);
            let commit = repository.git(&["rev-parse", "main"]);
            repository.write(".git/shallow", format!("{commit}\n"));
        })
        .tells("shallow"),
    ]
}
