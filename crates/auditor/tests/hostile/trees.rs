//! Trees whose names and modes a checkout would have to fear, and trees that never end.

use crate::case::Case;
use crate::repository::{Entry, Repository};
use std::fmt::Write as _;

const FILE: &str = "100644";
const LINK: &str = "120000";
const TREE: &str = "40000";
const SUBMODULE: &str = "160000";

/// Levels of a tree that is a ladder.
const DEEP: usize = 2_000;
/// Entries of each of as many levels of trees that are all the same.
const SHARED: usize = 10;
/// Files of a wide tree, more than are read.
const WIDE: usize = 25_000;

/// Names that are refused, and what they would be taken for.
const ESCAPES: [(&str, &[u8]); 10] = [
    ("the git directory", b".git"),
    ("the git directory in capitals", b".GIT"),
    (
        "the git directory with an ignorable character",
        b".g\xe2\x80\x8cit",
    ),
    ("the git directory by its short name", b"git~1"),
    ("the git directory with dots at the end", b".git. ."),
    ("the directory above", b".."),
    ("the directory itself", b"."),
    ("an absolute path", b"/etc/passwd"),
    ("a path with a slash that leads out", b"../../../sprung"),
    ("a stream of the git directory", b".git::$INDEX_ALLOCATION"),
];

/// Names that are kept, and shown without acting.
const ODD: [(&str, &[u8]); 17] = [
    ("a path of another system", b"..\\..\\sprung.py"),
    ("bytes that are no text", b"\xff\xfe\x80.py"),
    ("escapes of a terminal", b"\x1b[31mred\x1b]0;title\x07.py"),
    (
        "characters that turn the direction",
        "\u{202e}yp.exe\u{2066}.py".as_bytes(),
    ),
    (
        "a line break and a command of CI",
        b"a\n::set-env name=PATH::/evil\nb.py",
    ),
    ("carriage returns", b"a\r\rb.py"),
    ("an option", b"--upload-pack=touch sprung"),
    ("another option", b"-rf"),
    ("a command", b"$(touch sprung).py"),
    ("more commands", b"`touch sprung`;touch sprung|touch sprung"),
    ("a format", b"%s%n%x{0}{x}.py"),
    ("markup", b"<script>alert(1)<"),
    ("a formula", b"=HYPERLINK(1).py"),
    ("a device", b"CON"),
    ("another device", b"aux.py"),
    ("a pattern", b"*?[a-z]**.py"),
    ("a quote", b"\"'`|\\.py"),
];

pub(crate) fn cases() -> Vec<Case> {
    let escapes = ESCAPES.into_iter().map(|(what, name)| {
        Case::of(format!("an entry that is {what}"), move |repository| {
            let file = repository.object("blob", b"print('escaped')\n");
            let inner = repository.tree(&[(FILE, b"config", &file)]);
            let readme = (FILE, b"README.md".as_slice(), file.as_str());
            let mut entries: Vec<Entry<'_>> = vec![readme, (TREE, name, &inner)];
            entries.sort_by_key(|(_, name, _)| *name);
            repository.point(&repository.tree(&entries));
        })
        .tells("leads out of the tree or into a git directory")
    });
    let odd = ODD.into_iter().map(|(what, name)| {
        Case::of(format!("a name that is {what}"), move |repository| {
            let file = repository.object("blob", b"import os\nos.system(input())\n");
            repository.point(&repository.tree(&[(FILE, name, &file)]));
        })
    });
    let links = LINKS.into_iter().map(|(path, target)| {
        Case::of(format!("a link {path} to {target}"), move |repository| {
            let link = repository.object("blob", target.as_bytes());
            repository.point(&repository.tree(&[(LINK, path.as_bytes(), &link)]));
        })
        .tells("not followed")
    });
    escapes
        .chain(odd)
        .chain(links)
        .chain(shapes())
        .chain(modules())
        .collect()
}

const LINKS: [(&str, &str); 6] = [
    ("README.md", "/etc/passwd"),
    ("report.pdf", "/proc/self/environ"),
    ("main.py", "../../../../../../../../etc/passwd"),
    ("pyproject.toml", "/dev/zero"),
    ("self.py", "self.py"),
    ("src", ".git/config"),
];

fn shapes() -> Vec<Case> {
    vec![
        Case::of("names that are long", |repository| {
            let file = repository.object("blob", b"x = 1\n");
            let name = format!("{}.py", "n".repeat(60_000));
            repository.point(&repository.tree(&[(FILE, name.as_bytes(), &file)]));
        }),
        Case::of("an entry without a name", |repository| {
            let file = repository.object("blob", b"x = 1\n");
            repository.point(&repository.tree(&[(FILE, b"", &file)]));
        })
        .tells("its path leads out of the tree"),
        Case::of("a link whose target is a megabyte", |repository| {
            let link = repository.object("blob", "../".repeat(350_000).as_bytes());
            repository.point(&repository.tree(&[(LINK, b"link.py", &link)]));
        })
        .tells("a symbolic link without a path"),
        Case::of("names that differ only by case", |repository| {
            repository.commit(&[
                ("README.md", b"# One\n"),
                ("readme.md", b"# Two\n"),
                ("A.py", b""),
                ("a.py", b""),
            ]);
        }),
        Case::of("one name twice, as a link and as a directory", |repository| {
            let (link, file) = (
                repository.object("blob", b"/tmp"),
                repository.object("blob", b"x = 1\n"),
            );
            let inner = repository.tree(&[(FILE, b"sprung", &file)]);
            repository.point(&repository.tree(&[(LINK, b"a", &link), (TREE, b"a", &inner)]));
        }),
        Case::of("one name twice, as two files", |repository| {
            let (one, two) = (
                repository.object("blob", b"x = 1\n"),
                repository.object("blob", b"x = 2\n"),
            );
            repository.point(&repository.tree(&[(FILE, b"a.py", &one), (FILE, b"a.py", &two)]));
        })
        .tells("stands in the tree more than once"),
        Case::of("entries out of order", |repository| {
            let file = repository.object("blob", b"x = 1\n");
            let names: [&[u8]; 3] = [b"z.py", b"a.py", b"m.py"];
            repository.point(&repository.tree(&names.map(|name| (FILE, name, file.as_str()))));
        }),
        Case::of("modes that do not exist", |repository| {
            let file = repository.object("blob", b"x = 1\n");
            let modes = ["0", "100777", "107777", "60000", "10644", "777777"];
            let names: Vec<String> = modes.iter().map(|mode| format!("m{mode}.py")).collect();
            let mut entries: Vec<Entry<'_>> = modes
                .iter()
                .zip(&names)
                .map(|(mode, name)| (*mode, name.as_bytes(), file.as_str()))
                .collect();
            entries.sort_by_key(|(_, name, _)| *name);
            repository.point(&repository.tree(&entries));
        }),
        Case::of("a tree that is cut off", |repository| {
            let tree = repository.object("tree", b"100644 a.py\0short");
            repository.point(&tree);
        })
        .code(3),
        Case::of(
            "a tree where a file should be, and the other way round",
            |repository| {
                let file = repository.object("blob", b"x = 1\n");
                let inner = repository.tree(&[(FILE, b"b.py", &file)]);
                repository.point(&repository.tree(&[(FILE, b"a.py", &inner), (TREE, b"d", &file)]));
            },
        )
        .tells("not entered: the tree"),
        Case::of("a tree of thousands of levels", |repository| {
            let path = "d/".repeat(DEEP);
            let stream = crate::repository::commit("main", "Begin", &[(&format!("{path}a.py"), b"x = 1\n")]);
            repository.import(&stream);
        }),
        Case::of(
            "ten thousand million files that share a few trees",
            |repository| {
                let file = repository.object("blob", b"x = 1\n");
                let names: Vec<String> = (0..SHARED).map(|number| format!("n{number}.py")).collect();
                let tree_of = |mode: &'static str, id: &str| {
                    let entries: Vec<Entry<'_>> =
                        names.iter().map(|name| (mode, name.as_bytes(), id)).collect();
                    repository.tree(&entries)
                };
                let leaves = tree_of(FILE, &file);
                let tree = (1..SHARED).fold(leaves, |below, _| tree_of(TREE, &below));
                repository.point(&tree);
            },
        )
        .tells("not named one by one")
        .tells("what the commits change was not read"),
        Case::of("more files than are read", |repository| wide(repository, WIDE))
            .tells("beyond the limit of"),
    ]
}

/// A repository of so many small files.
pub(crate) fn wide(repository: &Repository<'_>, files: usize) {
    let mut stream = String::from("blob\nmark :1\ndata 6\nx = 1\n\n");
    stream += &String::from_utf8_lossy(&crate::repository::head(
        "main",
        "A <a@b> 1700000000 +0000",
        b"Begin",
    ));
    for number in 0..files {
        let _ = writeln!(stream, "M 100644 :1 d{}/f{number}.py", number % 100);
    }
    repository.import(stream.as_bytes());
}

fn modules() -> Vec<Case> {
    const MODULES: [(&str, &str); 4] = [
        (
            "whose address is an option",
            "[submodule \"m\"]\n\tpath = m\n\turl = --upload-pack=touch sprung\n",
        ),
        (
            "that is updated by a command",
            "[submodule \"m\"]\n\tpath = m\n\turl = ../x\n\tupdate = !touch sprung\n",
        ),
        (
            "named like a hook",
            "[submodule \"../../hooks/x\"]\n\tpath = m\n\turl = ext::sh -c touch% sprung\n",
        ),
        (
            "with a carriage return in its path",
            "[submodule \"m\"]\n\tpath = \"m\r\"\n\turl = /etc\n",
        ),
    ];
    let case = |(what, text): (&str, &'static str)| {
        Case::of(format!("a submodule {what}"), move |repository| {
            let file = repository.object("blob", text.as_bytes());
            let commit = "1".repeat(40);
            let tree = repository.tree(&[(FILE, b".gitmodules", &file), (SUBMODULE, b"m", &commit)]);
            repository.point(&tree);
        })
        .tells("a submodule, not audited")
    };
    MODULES.map(case).into()
}
