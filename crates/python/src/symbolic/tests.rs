//! What following code must survive, and what it must see through.

use super::{Evaluator, Node};
use crate::program::Program;
use std::fmt::Write as _;
use subject::Snapshot;

/// What `main` of a module returns, as a constant where it is one.
fn returned(source: &str) -> Option<String> {
    let snapshot = Snapshot::from_fixture(&format!("//- main.py\n{source}"));
    let program = &Program::new(&snapshot);
    let main = program
        .functions()
        .find(|function| function.function.name == "main")?;
    let mut evaluator = Evaluator::new(program);
    let result = evaluator.start(main.path, main.class, main.function, |_| false);
    match evaluator.terms.node(result) {
        Node::Text(text) | Node::Number(text) => Some(text.clone()),
        _ => None,
    }
}

#[test]
fn values_are_followed_through_functions_tables_classes_and_wrappers() {
    let cases = [
        (
            "def main():\n    table = {'a': 'x', 'b': 'y'}\n    return table['b']",
            "y",
        ),
        (
            "def main():\n    table = {'a': []}\n    entry = table.get('a')\n    entry.append('x')\n    return table['a'][0]",
            "x",
        ),
        (
            "def pick(n):\n    if n == 'a':\n        return 'x'\n    return 'y'\ndef main():\n    return pick('b')",
            "y",
        ),
        (
            "def main():\n    return [n for n in ('p', 'd') if n == 'd'][0]",
            "d",
        ),
        (
            "class C:\n    def __init__(self, n):\n        self.n = n\n    def get(self):\n        return self.n\ndef main():\n    return C('x').get()",
            "x",
        ),
        (
            "def twice(f):\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\n@twice\ndef g(n):\n    return n\ndef main():\n    return g('x')",
            "x",
        ),
        (
            "from functools import partial\ndef g(a, b):\n    return b\ndef main():\n    return partial(g, 'x')('y')",
            "y",
        ),
        (
            "def main(pool):\n    def g(n):\n        return n\n    return pool.submit(g, 'x').result()",
            "x",
        ),
        (
            "def main():\n    for name, score in (('a', 1), ('b', 2)):\n        if name == 'b':\n            return score",
            "2",
        ),
        (
            "def main(x):\n    score = 3\n    if x:\n        score = 3\n    return score",
            "3",
        ),
        (
            "def main(x):\n    try:\n        return 'x'\n    except ValueError:\n        raise",
            "x",
        ),
        (
            "class C:\n    def __init__(self, f):\n        if f:\n            self.a = f\n        else:\n            self.b = f\n    def get(self):\n        return 'x'\ndef main(f):\n    return C(f).get()",
            "x",
        ),
        (
            "class C:\n    def get(self):\n        return 'x'\nclass D(C):\n    pass\ndef main(f):\n    one = C() if f else D()\n    return one.get()",
            "x",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(returned(source).as_deref(), Some(expected), "{source}");
    }
}

#[test]
fn code_that_branches_calls_and_grows_without_end_is_left_off() {
    let mut branches = String::from("def main(a, b, c):\n    x = 0\n    s = \"\"\n    l = []\n");
    for n in 0..400 {
        let _ = writeln!(
            branches,
            "    if a[{n}]:\n        if b[{n}]:\n            return x\n        x = {n}"
        );
        let _ = writeln!(
            branches,
            "    else:\n        if c[{n}]:\n            return {n}\n        x = x + 1"
        );
        let _ = writeln!(
            branches,
            "    s += f\"{{x}}\"\n    l.append(x)\n    y{n} = x.field if x else l[0]"
        );
    }
    branches.push_str("    return [e.name for e in l]\n");
    let mut calls = String::from("def main(a):\n    return f0(a)\n");
    for n in 0..60 {
        let _ = writeln!(
            calls,
            "def f{n}(a):\n    return f{}({}a{}) + f{}(a)",
            n + 1,
            "(".repeat(60),
            ")".repeat(60),
            n + 1
        );
    }
    let nested = format!(
        "def main(a):\n    return {}a{}\n",
        "g(".repeat(150),
        ")".repeat(150)
    );
    let loops = "def main(a):\n    while a:\n        a = [a, main(a)]\n        for a in a:\n            a.append(a)\n    return a\n";
    for source in [&branches, &calls, &nested, loops] {
        assert_eq!(returned(source), None);
    }
}

#[test]
fn values_that_double_become_unknown_before_they_are_large() {
    let doublings = [
        "names = names + names\n",
        "names = [*names, *names]\n",
        "names.extend(names)\n",
        "names += names\n",
        "names = [names, names]\n",
        "names = {**{'a': names}, 'b': names}\n",
        "names = f'{names}{names}'\n",
    ];
    for doubling in doublings {
        let source = format!("names = ['a']\n{}", doubling.repeat(64));
        let snapshot = Snapshot::from_fixture(&format!("//- main.py\n{source}"));
        let program = Program::new(&snapshot);
        let mut evaluator = Evaluator::new(&program);
        evaluator.start_module("main.py");
        let (largest, all) = evaluator.terms.sizes();
        assert!(
            largest <= super::term::PARTS_MAX && all < 50_000,
            "{doubling}: {largest}, {all}"
        );
    }
}

#[test]
fn many_lists_that_grow_by_one_hold_no_more_than_all_may_together() {
    let growing: String = (0..3_200).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "names = names + ['n{number}']");
        text
    });
    let snapshot = Snapshot::from_fixture(&format!("//- main.py\nnames = []\n{growing}"));
    let program = Program::new(&snapshot);
    let mut evaluator = Evaluator::new(&program);
    evaluator.start_module("main.py");
    let (largest, all) = evaluator.terms.sizes();
    assert!(
        largest > 1_000 && all <= super::term::WEIGHT_MAX,
        "{largest}, {all}"
    );
}
