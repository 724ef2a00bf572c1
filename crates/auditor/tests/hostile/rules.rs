//! Rules of the Chief Justice that are deep, long, out of range or none.

use crate::case::Case;

/// Exit code of bad rules.
const REFUSED: i32 = 2;

fn rules(name: &str, text: impl Fn() -> String + 'static) -> Case {
    Case::of(name, move |repository| {
        repository.commit(&[("a.py", b"x = 1\n")]);
        repository.room.write("work/rules.toml", text());
    })
    .with(&["--rules", "rules.toml"])
    .code(REFUSED)
}

/// The default rules with one rule more.
fn with_rule(name: &str, when: impl Fn() -> String + 'static) -> Case {
    rules(name, move || {
        format!(
            "name = \"hostile\"\nversion = 1\nbase = \"mean\"\n\n[[rule]]\nid = \"r\"\nwhen = \"{}\"\nset = \"1\"\n",
            when()
        )
    })
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        with_rule("conditions of rules within conditions", || {
            format!("{}1 > 0{}", "(".repeat(50_000), ")".repeat(50_000))
        }),
        with_rule("negations of rules", || "not ".repeat(20_000) + "1 > 0"),
        with_rule("a condition of a megabyte", || {
            format!("0{} > 1", " + 1".repeat(200_000))
        }),
        with_rule("a condition of a hundred digits", || {
            format!("{} > 1", "9".repeat(5_000))
        }),
        with_rule("a division by nothing", || "1 / 0 > 1".to_owned()),
        with_rule("a condition that is a command", || {
            "system('touch sprung')".to_owned()
        }),
        rules("rules within rules", || format!("x = {}\n", "[".repeat(100_000))),
        rules("rules that are garbage", || "\u{0}\u{1b}[31m\u{202e}".repeat(500)),
        rules("one key of the rules twice", || {
            "name = \"a\"\nname = \"b\"\n".to_owned()
        }),
        rules("rules by the ten thousand", || {
            "name = \"a\"\nversion = 1\n".to_owned()
                + &"[[rule]]\nid = \"r\"\nwhen = \"1 > 0\"\nset = \"1\"\n".repeat(10_000)
        }),
    ]
}
