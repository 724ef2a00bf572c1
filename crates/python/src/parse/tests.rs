use super::*;
use crate::ast::{FPart, Star, StmtKind};
use crate::walk;

fn module(source: &str) -> Module {
    parse("m.py", source.as_bytes()).unwrap()
}

fn value(source: &str) -> ExprKind {
    match &module(source).body[0].kind {
        StmtKind::Expr(expr) => expr.kind.clone(),
        other => panic!("{other:?}"),
    }
}

fn words(source: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let module = module(source);
    walk::statements(&module.body, &mut |stmt| {
        found.push(match &stmt.kind {
            StmtKind::Function(_) => "def",
            StmtKind::Class(_) => "class",
            StmtKind::Assign { .. } => "assign",
            StmtKind::Annotated(..) => "annotated",
            StmtKind::Augmented(..) => "augmented",
            StmtKind::Expr(_) => "expr",
            StmtKind::Return(_) => "return",
            StmtKind::If { .. } => "if",
            StmtKind::For { .. } => "for",
            StmtKind::While { .. } => "while",
            StmtKind::With { .. } => "with",
            StmtKind::Try { .. } => "try",
            StmtKind::Raise(_) => "raise",
            StmtKind::Import(_) => "import",
            StmtKind::ImportFrom { .. } => "from",
            StmtKind::Assert(_) => "assert",
            StmtKind::Match { .. } => "match",
            StmtKind::Other(_) => "other",
        });
    });
    found
}

#[test]
fn strings_are_what_python_would_make_of_them() {
    let str = |text: &str| ExprKind::Str(text.to_owned());
    for (source, expected) in [
        (r#""a\tb\x41\u00e9\101""#, str("a\tbA\u{e9}A")),
        (r#"r"a\tb""#, str(r"a\tb")),
        (r#""one " 'two' """three""""#, str("one twothree")),
        ("(\"a\"\n \"b\")", str("ab")),
        (r#"b"raw""#, ExprKind::Bytes),
        (r#""\q""#, str(r"\q")),
        ("\"\"\"a\\\nb\"\"\"", str("ab")),
        (r#""""#, str("")),
    ] {
        assert_eq!(value(source), expected, "{source}");
    }
    let ExprKind::FString(parts) = value(r#"f"a{{{x}\n{y!r:>10}" "z""#) else {
        panic!("not formatted");
    };
    assert!(matches!(&parts[0], FPart::Text(text) if text == "a{"));
    assert!(matches!(&parts[1], FPart::Value(_)));
    assert!(matches!(&parts[2], FPart::Text(text) if text == "\n"));
    assert!(matches!(&parts[3], FPart::Formatted(_)));
    assert!(matches!(&parts[4], FPart::Text(text) if text == "z"));
}

#[test]
fn braces_that_were_meant_as_text_raise() {
    for (source, line) in [
        (r#"f'{"score": the mean is {x:.2f}}'"#, Some(1)),
        (
            "f\"\"\"\n{\n  \"score\": {x:.2f},\n  \"list\": [\n    {\n  \"a\": b\n    }\n  ]\n}\n\"\"\"",
            Some(2),
        ),
        (r#"f'{"Verdict":>20}'"#, None),
        (r#"f'{"Verdict":{width}}'"#, None),
        (r#"f'{{"score": the mean is {x:.2f}}}'"#, None),
        (r#"f'{table["score"]} is {x: >10}'"#, None),
    ] {
        let ExprKind::FString(parts) = value(source) else {
            panic!("not formatted: {source}");
        };
        let raised = parts.iter().find_map(|part| match part {
            FPart::Raises(span) => Some(span.first),
            _ => None,
        });
        assert_eq!(raised, line, "{source}");
    }
}

#[test]
fn every_statement_has_its_kind_and_its_lines() {
    let source = "\
import a.b as c, d
from ..x.y import (z as w, v)
from . import *
x: int = 1
x += 2
@deco(1)
async def f(a, /, b: int = 2, *args, c, **kw) -> None:
    async with open(a) as h, lock:
        await h
    for i, j in pairs: pass
    else:
        return
    while True:
        break
    try:
        raise E from e
    except (A, B) as err:
        del x
    finally:
        assert x, 'm'
class K(Base, metaclass=M):
    y = z = 1
match cmd:
    case {'a': 1} if ok:
        global g
if a: pass
elif b: pass
else: pass
";
    assert_eq!(
        words(source).join(" "),
        "import from from annotated augmented def with expr for other return while other try raise other \
         assert class assign match other if other if other other"
    );
    let module = module(source);
    assert_eq!(module.errors, []);
    let StmtKind::Function(function) = &module.body[5].kind else {
        panic!("no function");
    };
    assert_eq!((function.span.first, function.span.last), (7, 20));
    assert_eq!(module.body[5].span.first, 6);
    let params: Vec<(&str, Star)> = function
        .params
        .iter()
        .map(|p| (p.name.as_str(), p.star))
        .collect();
    let expected = [
        ("a", Star::None),
        ("b", Star::None),
        ("args", Star::One),
        ("c", Star::None),
        ("kw", Star::Two),
    ];
    assert_eq!(params, expected);
    let StmtKind::ImportFrom {
        module: name, level, ..
    } = &module.body[1].kind
    else {
        panic!("no import");
    };
    assert_eq!((name.as_str(), *level), ("x.y", 2));
}

#[test]
fn annotations_are_expressions() {
    let source = "x: Annotated[list[str], operator.add] = []\ny: Literal['a', 'b'] | None\n";
    let module = module(source);
    let StmtKind::Annotated(_, annotation, _) = &module.body[0].kind else {
        panic!("not annotated");
    };
    let mut names = Vec::new();
    walk::expression(annotation, &mut |expr| names.extend(walk::dotted(expr)));
    assert_eq!(names, ["Annotated", "list", "str", "operator.add", "operator"]);
    let StmtKind::Annotated(_, annotation, _) = &module.body[1].kind else {
        panic!("not annotated");
    };
    let mut texts = Vec::new();
    walk::expression(annotation, &mut |expr| {
        if let ExprKind::Str(text) = &expr.kind {
            texts.push(text.clone());
        }
    });
    assert_eq!(texts, ["a", "b"]);
}

#[test]
fn what_surrounds_an_error_is_kept() {
    let module =
        module("def f():\n    return 1\n\nx = = 3\n\ndef g():\n    y = (\n\ndef h():\n    return 2\n");
    assert!(!module.errors.is_empty());
    let mut names = Vec::new();
    walk::functions(&module.body, &mut |function| names.push(function.name.clone()));
    assert!(names.contains(&"f".to_owned()), "{names:?}");
}

#[test]
fn python_two_still_reads() {
    let module =
        module("print 'hello', x\nexec 'code'\ntry:\n    pass\nexcept IOError, e:\n    print >>f, 'no'\n");
    assert_eq!(module.errors, []);
    let StmtKind::Expr(Expr {
        kind: ExprKind::Call { callee, args },
        ..
    }) = &module.body[0].kind
    else {
        panic!("no call");
    };
    assert_eq!((walk::dotted(callee).as_deref(), args.len()), (Some("print"), 2));
}

#[test]
fn nesting_without_end_is_cut_and_noted() {
    let deep = 20_000;
    let elifs = "elif a: pass\n".repeat(deep);
    let plus = "x = 1".to_owned() + &" + 1".repeat(deep);
    for source in [
        "(".repeat(deep) + &")".repeat(deep),
        "[".repeat(deep),
        "f".to_owned() + &"(".repeat(deep) + &")".repeat(deep),
        "x".to_owned() + &".a".repeat(deep),
        "not ".repeat(deep) + "x",
        format!("if a: pass\n{elifs}"),
        (0..reading::INDENTS_MAX)
            .map(|depth| " ".repeat(depth) + "if a:\n")
            .collect::<String>()
            + &" ".repeat(reading::INDENTS_MAX - 1)
            + "pass\n",
        "lambda: ".repeat(deep) + "x",
        "x = ".repeat(deep) + "1",
        plus,
    ] {
        let module = module(&source);
        let mut count = 0usize;
        walk::expressions(&module.body, &mut |_| count += 1);
        assert!(count <= deep + DEPTH_MAX * 4, "{count}");
    }
}

#[test]
fn a_file_beyond_the_limit_is_not_parsed() {
    assert_eq!(parse("m.py", &vec![b'\n'; BYTES_MAX + 1]), Err(Unparsed::TooLong));
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_the_parser_fail(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        let module = parse("m.py", &bytes).unwrap();
        walk::expressions(&module.body, &mut |_| {});
    }

    #[test]
    fn no_tokens_make_the_parser_fail(tokens in proptest::collection::vec(proptest::sample::select(vec![
        "def", " f", "(", ")", ":", "\n", "    ", "x", "=", "[", "]", "{", "}", "'", "f'", "\"\"\"", "if ",
        "else", "match ", "case ", "lambda ", "*", "**", ",", "class ", "@", "await ", "\\", ".", "import ", "from ",
    ]), 0..60)) {
        let module = parse("m.py", tokens.concat().as_bytes()).unwrap();
        walk::expressions(&module.body, &mut |_| {});
    }
}

#[test]
fn what_is_another_text_or_opens_brackets_without_end_is_refused_with_its_reason() {
    let crowded = "a(".repeat(30_000);
    for (text, why) in [
        (
            "# -*- coding: utf-7 -*-\nimport os\n+AG8-s.system(input())\n",
            reading::FOREIGN,
        ),
        (crowded.as_str(), reading::OVERFULL),
    ] {
        assert_eq!(parse("m.py", text.as_bytes()), Err(Unparsed::Refused(why)));
    }
}
