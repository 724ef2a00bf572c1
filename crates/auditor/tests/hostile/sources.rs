//! Source code that is deep, long, endless, disguised, or made to cost whoever reads it.

use crate::case::Case;
use std::fmt::Write as _;

/// Brackets within brackets; each is a level of the syntax tree.
const BRACKETS: usize = 50_000;
/// Links of a chain, and lines of what is repeated.
const CHAIN: usize = 20_000;

/// A graph that is built and started, as far as its middle says.
fn graph(middle: &str) -> String {
    format!(
        "from langgraph.graph import END, START, StateGraph\n\n\ndef look(state):\n    return {{}}\n\n\n\
         graph = StateGraph(dict)\n{middle}\napp = graph.compile()\n\nif __name__ == \"__main__\":\n    app.invoke({{}})\n"
    )
}

/// One file of Python.
fn python(name: &str, text: impl Fn() -> String + 'static) -> Case {
    Case::file("src/graph.py", name, move || text().into_bytes())
}

/// One file of another language.
fn other(path: &'static str, name: &str, text: impl Fn() -> String + 'static) -> Case {
    Case::file(path, name, move || text().into_bytes())
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = deep();
    cases.extend(long());
    cases.extend(disguised());
    cases.extend(endless());
    cases.extend(others());
    cases
}

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

fn deep() -> Vec<Case> {
    vec![
        python("brackets within brackets", || {
            format!("x = {}\n", nested("[", "1", "]", BRACKETS))
        }),
        python("brackets that never close", || {
            format!("x = {}", "([{".repeat(BRACKETS))
        }),
        python("calls within calls", || {
            format!("x = {}\n", nested("f(", "1", ")", CHAIN))
        }),
        python("lambdas within lambdas", || {
            format!("x = {}1\n", "lambda: ".repeat(CHAIN))
        }),
        python("conditions within conditions", || {
            format!("x = {}1\n", "1 if a else ".repeat(CHAIN))
        }),
        python("negations of negations", || {
            format!("x = {}1\n", "not -~".repeat(500))
        }),
        python("at signs in a row", || "@".repeat(60_000)),
        python("at signs on lines of their own", || "@\n".repeat(60_000)),
        python("a product of matrices", || {
            format!("x = a{}\n", "@a".repeat(CHAIN))
        }),
        python("waiting for waiting", || {
            format!("async def f():\n    return {}x\n", "await ".repeat(10_000))
        }),
        python("a chain of attributes", || {
            format!("x = a{}\n", ".b".repeat(CHAIN))
        }),
        python("a chain of calls", || {
            graph(&format!("graph{}", ".add_node('a', look)".repeat(CHAIN)))
        }),
        python("a chain of indices", || format!("x = a{}\n", "[0]".repeat(CHAIN))),
        python("a sum of strings", || {
            format!("x = 'a'{}\n", " + 'a'".repeat(CHAIN))
        }),
        python("a chain of assignments", || {
            format!("{}1\n", "x = ".repeat(CHAIN))
        }),
        python("strings with expressions within strings", || {
            let text = (0..60).fold("1".to_owned(), |inner, _| format!("{{f'{inner}'}}"));
            format!("x = f'{text}'\n")
        }),
        python("functions within functions", || {
            (0..1_000).fold(String::new(), |mut text, level| {
                let _ = writeln!(text, "{}def f{level}():", " ".repeat(level));
                text
            })
        }),
        python("an elif for everything", || {
            format!(
                "if a == 0:\n    pass\n{}",
                "elif a == 1:\n    pass\n".repeat(5_000)
            )
        }),
        python("decorators upon decorators", || {
            format!("{}def f():\n    pass\n", "@d\n".repeat(CHAIN))
        }),
        python("types of types", || {
            format!("x: {} = 1\n", nested("list[", "int", "]", CHAIN))
        }),
        python("comprehensions of comprehensions", || {
            format!("x = {}\n", nested("[", "1", " for a in b]", 5_000))
        }),
        python("patterns of patterns", || {
            format!(
                "match x:\n    case {}:\n        pass\n",
                nested("[", "a", "]", 5_000)
            )
        }),
        other("data.json", "data within data", || {
            nested("[", "1", "]", BRACKETS)
        }),
        other("pyproject.toml", "settings within settings", || {
            format!("x = {}\n", nested("[", "1", "]", BRACKETS))
        }),
        other("notes.ipynb", "a notebook of brackets", || {
            format!(
                "{{\"cells\": [{{\"cell_type\": \"code\", \"source\": {}}}]}}",
                nested("[", "\"x\"", "]", BRACKETS)
            )
        }),
        other("package.json", "a manifest of objects", || {
            nested("{\"dependencies\": ", "{}", "}", BRACKETS)
        }),
    ]
}

fn long() -> Vec<Case> {
    vec![
        python("a line of five megabytes", || {
            format!("x = '{}'\n", "a".repeat(5 << 20))
        })
        .tells("larger than"),
        python("a line that is just short enough", || {
            format!("x = '{}'\n", "a b ".repeat(480_000))
        }),
        python("findings by the ten thousand", || {
            format!("import os\n{}", "os.system(input())\n".repeat(30_000))
        }),
        python("functions by the ten thousand", || {
            (0..CHAIN).fold(String::new(), |mut text, number| {
                let _ = writeln!(text, "def f{number}(a):\n    return f{}(a)", (number * 7) % CHAIN);
                text
            })
        }),
        python("classes that inherit by the ten thousand", || {
            (1..10_000).fold("class C0:\n    pass\n".to_owned(), |mut text, number| {
                let _ = writeln!(text, "class C{number}(C{}):\n    pass", number - 1);
                text
            })
        }),
        python("builders by the hundred", || {
            (0..800).fold(
                "from langgraph.graph import StateGraph\n".to_owned(),
                |mut text, number| {
                    let _ = writeln!(text, "g{number} = StateGraph(dict)\ng{number}.add_node('a', f)");
                    text
                },
            )
        }),
        python("nodes and edges by the thousand", || {
            let lines = (0..5_000).fold(String::new(), |mut text, number| {
                let _ = writeln!(
                    text,
                    "graph.add_node('n{number}', look)\ngraph.add_edge('n{number}', 'n{}')",
                    number * 3 % 5_000
                );
                text
            });
            graph(&lines)
        }),
        python("all edges between three hundred nodes", || {
            graph(
                "for i in range(300):\n    graph.add_node(f'n{i}', look)\n\
                 for i in range(300):\n    for j in range(300):\n        graph.add_edge(f'n{i}', f'n{j}')",
            )
        }),
        python("imports by the ten thousand", || {
            (0..CHAIN).fold(String::new(), |mut text, number| {
                let _ = writeln!(text, "from .m{number} import *");
                text
            })
        }),
        other("requirements.txt", "packages by the ten thousand", || {
            "evil==1.0\n".repeat(100_000)
        }),
    ]
}

fn disguised() -> Vec<Case> {
    let utf16 = || {
        "import os\nos.system('x')\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    vec![
        Case::file("a.py", "NUL in the code", || b"x = 1\0\nimport os\nos.system('x')\n".to_vec()).tells("binary"),
        Case::file("a.py", "code in UTF-16", move || [b"\xff\xfe".to_vec(), utf16()].concat()).tells("a.py"),
        Case::file("a.py", "code in Latin-1", || b"# -*- coding: latin-1 -*-\nx = '\xe9'\n".to_vec()),
        Case::file("a.py", "code with a byte order mark", || b"\xef\xbb\xbfimport os\nos.system(input())\n".to_vec()),
        Case::file("a.py", "code in UTF-7", || b"# coding: utf-7\n+AG8-s.system('x')\n".to_vec()),
        python("code of Python 2", || "print 'x'\nexec 'y' in z\nraise E, 'm'\ntry:\n  pass\nexcept E, e:\n  print `e`\n".to_owned()),
        python("lines that end in carriage returns", || "x = 1\rimport os\ros.system('x')\r".to_owned()),
        python("text that is not what it looks like", || {
            "access = 'user\u{202e} \u{2066}# admin\u{2069} \u{2066}'\nimpоrt_os = 1\nx\u{200b} = 2\n".to_owned()
        })
        .tells("U+202E"),
        python("secrets of the subject", || {
            "AWS_ACCESS_KEY_ID = 'AKIAQ3EGRF7XT2LMN4VB'\nimport os\nos.system('curl -H AKIAQ3EGRF7XT2LMN4VB ' + input())\n".to_owned()
        })
        .never("AKIAQ3EGRF7XT2LMN4VB"),
        python("half of a file", || "def f(a, b=[1, 2, {'x': \n\n  class \"\"\" unfinished ".to_owned()),
        python("nothing but colons", || ":\n".repeat(CHAIN)),
        python("indentation without end", || (0..1_500).map(|level| format!("{}if 1:\n", "\t".repeat(level))).collect()),
    ]
}

fn endless() -> Vec<Case> {
    vec![
        python("a graph that is built for ever", || {
            graph("while True:\n    graph.add_node('a', look)")
        }),
        python("a graph of a trillion nodes", || {
            graph("for i in range(10**12):\n    graph.add_node(f'n{i}', look)")
        }),
        python("a graph within a graph within itself", || {
            graph("graph.add_node('self', graph)\napp = graph.compile()\ngraph.add_node('app', app)")
        }),
        python("names that double", || {
            let doubling = "name = name + name\n".repeat(64);
            graph(&format!("name = 'ab'\n{doubling}graph.add_node(name, look)"))
        }),
        python("lists that double", || {
            let doubling = "names = names + names\n".repeat(64);
            graph(&format!(
                "names = ['a']\n{doubling}for name in names:\n    graph.add_node(name, look)"
            ))
        }),
        python("a name of ten billion letters", || {
            graph("graph.add_node('a' * 10**10, look)\ngraph.add_node(f'{1:>9999999999}', look)")
        }),
        python("a number of ten billion digits", || {
            graph("graph.add_node(str(9**9**9**9), look)\nx = 1 << 99999999999")
        }),
        python("a list that holds itself", || {
            graph("a = []\na.append(a)\nfor b in a:\n    graph.add_node(b, look)")
        }),
        python("functions that call each other", || {
            graph(
                "def f(x):\n    return g(g(x))\ndef g(x):\n    return f(f(x))\ngraph.add_node(f('a'), look)",
            )
        }),
        python("a function that builds itself", || {
            graph(
                "def build(n):\n    build(n + 1)\n    build(n + 2)\n    graph.add_node(str(n), look)\nbuild(0)",
            )
        }),
        python("a product of ranges", || {
            graph(
                "for n in [(a, b, c, d) for a in range(999) for b in range(999) for c in range(999) for d in range(999)]:\n    graph.add_node(str(n), look)",
            )
        }),
        python("classes that are their own parents", || {
            "class A(B):\n    pass\nclass B(C):\n    pass\nclass C(A):\n    pass\n".to_owned()
        }),
        Case::of("modules that import each other", |repository| {
            repository.commit(&[
                ("a.py", b"from b import *\nfrom c import graph\n"),
                ("b.py", b"from c import *\nimport a as b\n"),
                ("c.py", b"from a import *\nfrom c import c\ngraph = graph\n"),
                (
                    "__init__.py",
                    b"from . import *\nfrom .. import *\nfrom ..... import x\n",
                ),
            ]);
        }),
        python("names that stand for each other", || {
            graph("a = b\nb = c\nc = a\ngraph.add_node(a, b)\ngraph.add_edge(c, a)")
        }),
        python("decisions without end", || {
            let rules = (0..400).fold(String::new(), |mut text, number| {
                let _ = writeln!(
                    text,
                    "    if state['s{number}'] > {number}:\n        score = score + {number}"
                );
                text
            });
            format!("def chief_justice(state):\n    score = 0\n{rules}    return {{'final_score': score}}\n")
        }),
        python("loops within loops of scores", || {
            let loops = (0..18).fold(String::new(), |mut text, level| {
                let _ = writeln!(
                    text,
                    "{}for s{level} in state['opinions']:",
                    " ".repeat(level + 4)
                );
                text
            });
            format!(
                "def chief_justice(state):\n    t = 0\n{loops}{}t = t + s0.score\n    return {{'final_score': t}}\n",
                " ".repeat(23)
            )
        }),
    ]
}

fn others() -> Vec<Case> {
    vec![
        other("a.js", "JavaScript of brackets", || {
            format!("x = {};\n", nested("[", "1", "]", BRACKETS))
        }),
        other("a.ts", "TypeScript of types", || {
            format!("type A = {};\n", nested("Array<", "A", ">", CHAIN))
        }),
        other("a.cpp", "C++ of templates", || {
            format!("{} x;\n", nested("a<", "int", ">", CHAIN))
        }),
        other("a.rs", "Rust of references", || {
            format!("fn f(x: {}u8) {{}}\n", "&".repeat(BRACKETS))
        }),
        other("a.go", "Go of functions", || {
            format!("package a\nvar x = {}\n", nested("func() { ", "", " }", CHAIN))
        }),
        other("A.java", "Java of blocks", || {
            format!("class A {{ void f() {} }}\n", nested("{", "", "}", BRACKETS))
        }),
        other("a.rb", "Ruby of blocks", || {
            format!("{}\n", nested("begin\n", "1\n", "end\n", CHAIN))
        }),
        other("a.c", "C of macros", || {
            (1..64).fold("#define M0 x x\n".to_owned(), |mut text, number| {
                let _ = writeln!(text, "#define M{number} M{0} M{0}", number - 1);
                text
            }) + "M63\n"
        }),
        other("drawing.svg", "a picture of entities", || {
            let entities = (1..10).fold(String::new(), |mut text, number| {
                let _ = writeln!(
                    text,
                    "<!ENTITY e{number} \"{}\">",
                    format!("&e{};", number - 1).repeat(10)
                );
                text
            });
            format!(
                "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY e0 SYSTEM \"file:///etc/passwd\">{entities}]><svg><text>&e9;</text></svg>\n"
            )
        }),
        Case::file(
            "drawing.png",
            "a picture of four billion by four billion points",
            || {
                let head =
                    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x10\x06\0\0\0\0\0\0\0";
                [head.as_slice(), b"\0\0\xff\xffIDAT"].concat()
            },
        ),
        other("docs/graph.mmd", "a drawing that names itself", || {
            "flowchart TD\nA --> A\nsubgraph A\nsubgraph A\nend\nend\n".to_owned()
        }),
        other("uv.lock", "a lock of tables", || {
            "[[package]]\nname = \"x\"\nversion = \"1\"\n".repeat(30_000)
        }),
    ]
}
