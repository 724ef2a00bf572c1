//! Chains that are long without being deep for people: what stands behind many links is found, or the file is told
//! as not wholly read. It is never absent.

use court::evidence::Finding;
use probes_core::Subject;
use std::fmt::Write as _;
use subject::File;

/// Links of the chains: none, a few, around every limit of depth, and far beyond.
const LINKS: [usize; 6] = [0, 70, 150, 200, 420, 20_000];

/// A chain of so many links with a danger behind them.
type Chain = fn(usize) -> String;

fn times(part: &str, links: usize) -> String {
    part.repeat(links)
}

/// Blocks within blocks, one blank deeper each. So many blanks cost the square of the links, so these end sooner.
fn blocks(head: &str, links: usize, inner: &str) -> String {
    let links = links.min(700);
    let mut text = (0..links).fold(String::new(), |mut text, level| {
        let _ = writeln!(text, "{}{head}", " ".repeat(level));
        text
    });
    let _ = writeln!(text, "{}{inner}", " ".repeat(links));
    text
}

const PYTHON: [(&str, Chain); 29] = [
    ("elif, in else", |n| {
        format!(
            "if a:\n    pass\n{}else:\n    os.system('x')\n",
            times("elif a:\n    pass\n", n)
        )
    }),
    ("elif, in the last branch", |n| {
        format!(
            "if a:\n    pass\n{}elif a:\n    os.system('x')\n",
            times("elif a:\n    pass\n", n)
        )
    }),
    ("elif, in the last condition", |n| {
        format!(
            "if a:\n    pass\n{}elif os.system('x'):\n    pass\n",
            times("elif a:\n    pass\n", n)
        )
    }),
    ("conditional", |n| {
        format!("x = {}os.system('x')\n", times("a if b else ", n))
    }),
    ("conditional, in front", |n| {
        format!("x = os.system('x') if a else {}c\n", times("a if b else ", n))
    }),
    ("calls on calls", |n| {
        format!("x = f(os.system('x')){}\n", times(".a()", n))
    }),
    ("attributes", |n| {
        format!("x = os.system('x'){}\n", times(".a", n))
    }),
    ("indices", |n| format!("x = os.system('x'){}\n", times("[0]", n))),
    ("sum, at its end", |n| {
        format!("x = {}os.system('x')\n", times("a + ", n))
    }),
    ("sum, at its beginning", |n| {
        format!("x = os.system('x'){}\n", times(" + a", n))
    }),
    ("and", |n| format!("x = os.system('x'){}\n", times(" and a", n))),
    ("comparison", |n| {
        format!("x = {}os.system('x')\n", times("a < ", n))
    }),
    ("not", |n| format!("x = {}os.system('x')\n", times("not ", n))),
    ("with", |n| blocks("with a:", n, "os.system('x')")),
    ("if within if", |n| blocks("if a:", n, "os.system('x')")),
    ("try", |n| {
        format!(
            "try:\n    pass\n{}finally:\n    os.system('x')\n",
            times("except A:\n    pass\n", n)
        )
    }),
    ("decorators", |n| {
        format!("{}@os.system('x')\ndef f():\n    pass\n", times("@d\n", n))
    }),
    ("cases", |n| {
        format!(
            "match a:\n{}  case _:\n    os.system('x')\n",
            times("  case 1:\n    pass\n", n)
        )
    }),
    ("lists within lists", |n| {
        format!("x = {}os.system('x'){}\n", times("[", n), times("]", n))
    }),
    ("brackets", |n| {
        format!("x = {}os.system('x'){}\n", times("(", n), times(")", n))
    }),
    ("dictionaries", |n| {
        format!("x = {}os.system('x'){}\n", times("{1: ", n), times("}", n))
    }),
    ("arguments", |n| {
        format!("x = {}os.system('x'){}\n", times("f(", n), times(")", n))
    }),
    ("lambdas", |n| {
        format!("x = {}os.system('x')\n", times("lambda: ", n))
    }),
    ("literals side by side", |n| {
        format!("x = os.system({} 'x')\n", times("'a' ", n))
    }),
    ("targets", |n| format!("{}os.system('x')\n", times("x = ", n))),
    ("functions within functions", |n| {
        blocks("def f():", n, "os.system('x')")
    }),
    ("statements on a line", |n| {
        format!("{}os.system('x')\n", times("a;", n))
    }),
    ("broken lines", |n| {
        format!("{}os.system('x')\n", times("x = = 1\n", n))
    }),
    ("comprehension", |n| {
        format!("x = [os.system('x') {}]\n", times(" for a in b", n.max(1)))
    }),
];

fn snapshot(path: &str, text: &str) -> Subject {
    let mut snapshot = Subject::from_fixture("//- README.md\n# Things\n");
    let bytes = text.as_bytes().to_vec();
    snapshot.files.insert(path.to_owned(), File { bytes });
    snapshot
}

fn finding(probe: &str, path: &str, text: &str) -> (Finding, String) {
    let probe = probes::families::all()
        .find(|known| known.id == probe)
        .expect("the probe is in the table");
    let exhibits = probe.exhibits(&snapshot(path, text));
    (exhibits[0].finding.clone(), exhibits[0].rationale.clone())
}

#[test]
fn what_stands_behind_a_chain_of_python_is_found_or_told_as_unread() {
    let mut lost = Vec::new();
    for (name, chain) in PYTHON {
        for links in LINKS {
            let text = format!("import os\n{}", chain(links));
            match finding("safety.os_system", "app.py", &text) {
                (Finding::Present | Finding::Unobserved { .. }, _) => {}
                (finding, why) => lost.push(format!("{name}, {links} links: {finding:?}: {why}")),
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn what_people_write_long_is_found_and_not_only_told() {
    for name in [
        "elif, in else",
        "elif, in the last branch",
        "elif, in the last condition",
        "try",
        "decorators",
        "cases",
        "literals side by side",
        "targets",
        "statements on a line",
        "sum, at its end",
    ] {
        let (_, chain) = PYTHON.iter().find(|(known, _)| *known == name).unwrap();
        for links in LINKS {
            let text = format!("import os\n{}", chain(links));
            let (finding, why) = finding("safety.os_system", "app.py", &text);
            assert_eq!(finding, Finding::Present, "{name}, {links} links: {why}");
        }
    }
}

/// Each with a call that hands data from outside to a shell or an interpreter.
const OTHERS: [(&str, &str, Chain); 14] = [
    ("else if", "a.js", |n| {
        format!(
            "function f(q) {{ if (a) {{}} {}else {{ eval(process.stdin); }} }}\n",
            times("else if (a) {}\n", n)
        )
    }),
    ("ternaries", "a.js", |n| {
        format!("x = {}eval(process.stdin);\n", times("a ? b :\n", n))
    }),
    ("calls on calls", "a.js", |n| {
        format!("f(eval(process.stdin)){};\n", times(".a()\n", n))
    }),
    ("sum", "a.js", |n| {
        format!("x = eval(process.stdin){};\n", times(" + a\n", n))
    }),
    ("lists", "a.js", |n| {
        format!("x = {}eval(process.stdin){};\n", times("[\n", n), times("]\n", n))
    }),
    ("else if", "a.ts", |n| {
        format!(
            "function f(q) {{ if (a) {{}} {}else {{ eval(process.stdin); }} }}\n",
            times("else if (a) {}\n", n)
        )
    }),
    ("else if", "a.go", |n| {
        format!(
            "package a\nimport (\n\"os\"\n\"os/exec\"\n)\nfunc f() {{ if a {{}} {}else {{ exec.Command(\"sh\", \"-c\", os.Stdin) }} }}\n",
            times("else if a {} ", n)
        )
    }),
    ("else if", "a.rs", |n| {
        format!(
            "use std::process::Command;\nfn f() {{ if a {{}} {}else {{ Command::new(\"sh\").arg(\"-c\").arg(std::io::stdin()); }} }}\n",
            times("else if a {} ", n)
        )
    }),
    ("else if", "A.java", |n| {
        format!(
            "class A {{ public static void main(String[] args) {{ if (a) {{}} {}else {{ Runtime.getRuntime().exec(in.nextLine()); }} }} }}\n",
            times("else if (a) {}\n", n)
        )
    }),
    ("sum", "A.java", |n| {
        format!(
            "class A {{ public static void main(String[] args) {{ x = Runtime.getRuntime().exec(in.nextLine()){}; }} }}\n",
            times(" + a\n", n)
        )
    }),
    ("else if", "a.c", |n| {
        format!(
            "#include <stdlib.h>\nint main(int argc, char **argv) {{ if (a) {{}} {}else {{ system(gets(b)); }} }}\n",
            times("else if (a) {}\n", n)
        )
    }),
    ("else if", "a.cpp", |n| {
        format!(
            "#include <cstdlib>\nint main(int argc, char **argv) {{ if (a) {{}} {}else {{ system(gets(b)); }} }}\n",
            times("else if (a) {}\n", n)
        )
    }),
    ("elsif", "a.rb", |n| {
        format!("if a\n{}else\n  eval(gets)\nend\n", times("elsif a\n", n))
    }),
    ("elif", "a.py", |n| {
        format!(
            "import os\nimport sys\ndef f():\n  if a:\n    pass\n{}  else:\n    os.system(sys.stdin.read())\n",
            times("  elif a:\n    pass\n", n)
        )
    }),
];

#[test]
fn what_stands_behind_a_chain_of_any_language_is_found_or_told_as_unread() {
    let mut lost = Vec::new();
    for (name, path, chain) in OTHERS {
        for links in LINKS {
            match finding("danger.tainted", path, &chain(links)) {
                (Finding::Present, _) => {}
                (Finding::Unobserved { .. }, _) if links > 0 => {}
                (finding, why) => lost.push(format!("{path}, {name}, {links} links: {finding:?}: {why}")),
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Lines that end where the language says so and not where git does, in front of a danger of data from outside.
const ENDINGS: [(&str, &str); 11] = [
    (
        "a.py",
        "# harmless\rimport os, sys\rdef f():\r  os.system(sys.stdin.read())\r",
    ),
    (
        "b.py",
        "\u{c}import os, sys\n# harmless\u{c}\r\u{c}os.system(sys.stdin.read())\n",
    ),
    (
        "c.py",
        "import os, sys\r\nif a:\r\n  # x\r  os.system(sys.stdin.read())\r\n",
    ),
    ("a.js", "// harmless\reval(process.stdin)\n"),
    ("b.js", "// harmless\u{2028}eval(process.stdin)\n"),
    ("c.js", "// harmless\u{2029}eval(process.stdin)\n"),
    ("a.ts", "// harmless\reval(process.stdin)\n"),
    ("b.tsx", "// harmless\u{2028}eval(process.stdin)\n"),
    (
        "A.java",
        "class A { public static void main(String[] args) {\n// x\rRuntime.getRuntime().exec(in.nextLine());\n} }\n",
    ),
    (
        "a.c",
        "#include <stdlib.h>\nint main(int argc, char **argv) {\n// x\rsystem(gets(b));\n}\n",
    ),
    (
        "a.cpp",
        "#include <cstdlib>\nint main(int argc, char **argv) {\n// x\rsystem(gets(b));\n}\n",
    ),
];

#[test]
fn a_comment_hides_nothing_behind_an_end_of_line_that_only_the_language_knows() {
    for (path, text) in ENDINGS {
        let (found, why) = finding("danger.tainted", path, text);
        assert_eq!(found, Finding::Present, "{path}: {why}");
        if path.ends_with(".py") {
            assert_eq!(
                finding("safety.os_system", path, text).0,
                Finding::Present,
                "{path}"
            );
        }
    }
}

#[test]
fn lines_are_those_of_git_also_where_python_has_more() {
    let text = "# a\r# b\nimport os\r\nx = 1\ros.system('x')\r\r\n";
    let snapshot = snapshot("a.py", text);
    let probe = probes::families::all()
        .find(|probe| probe.id == "safety.os_system")
        .unwrap();
    let place = probe.exhibits(&snapshot)[0].place.clone().unwrap();
    assert_eq!(place.to_string(), "a.py:3");
}

#[test]
fn what_stands_in_the_head_of_a_definition_is_called_where_that_stands() {
    for text in [
        "@os.system('x')\ndef f():\n    pass\n",
        "def f(a=os.system('x')):\n    pass\n",
        "class A(os.system('x')):\n    pass\n",
        "if os.system('x'):\n    def f():\n        pass\n",
        "with os.popen('x') as p:\n    class A:\n        pass\n",
        "for a in os.popen('x'):\n    def f():\n        pass\n",
        "class A:\n    @os.system('x')\n    def f(self):\n        pass\n",
    ] {
        let text = format!("import os\n{text}");
        let (found, why) = finding("safety.os_system", "app.py", &text);
        assert_eq!(found, Finding::Present, "{text}: {why}");
    }
}

#[test]
fn python_is_read_whatever_its_file_is_called_and_however_its_letters_look() {
    for (path, text) in [
        (
            "tool",
            "#!/usr/bin/env python3\nimport os, sys\nos.system(sys.stdin.read())\n",
        ),
        (
            "bin/tool",
            "#!/usr/bin/python3.12 -u\nimport os, sys\nos.system(sys.stdin.read())\n",
        ),
        ("tool.pyw", "import os, sys\nos.system(sys.stdin.read())\n"),
        ("TOOL.PY", "import os, sys\nos.system(sys.stdin.read())\n"),
        ("a.py", "import os, sys\nｏｓ.ｓｙｓｔｅｍ(ｓｙｓ.stdin.read())\n"),
        (
            "a.py",
            "import sys\nfrom ｏｓ import ｓｙｓｔｅｍ\nsystem(sys.stdin.read())\n",
        ),
    ] {
        for probe in ["safety.os_system", "danger.tainted"] {
            let (found, why) = finding(probe, path, text);
            assert_eq!(found, Finding::Present, "{probe}, {path}: {text}: {why}");
        }
    }
    for text in [
        "from os import system as s\ns('x')\n",
        "__import__('os').system('x')\n",
        "import os\ngetattr(os, 'system')('x')\n",
        "import os as o\nrun = o.system\nrun('x')\n",
    ] {
        let (found, why) = finding("safety.os_system", "a.py", text);
        assert_eq!(found, Finding::Present, "{text}: {why}");
    }
}
