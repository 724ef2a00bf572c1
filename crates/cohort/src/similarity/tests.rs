use super::*;
use std::fmt::Write as _;
use subject::{File, Snapshot};

/// A sequence of numbers that is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// One function of random statements; its names are made of `names`, its shape of the dice.
fn function(dice: &mut Dice, names: &str, number: usize) -> String {
    let mut text = format!("def {names}_{number}({names}_a, {names}_b=None):\n");
    for line in 0..6 + dice.roll(9) {
        let (one, two) = (
            format!("{names}_{}", dice.roll(9)),
            format!("{names}_{}", dice.roll(9)),
        );
        let statement = match dice.roll(12) {
            0 => format!("{one} = [{two}.get('k{line}', 0) for {two} in {names}_a if {two} is not None]"),
            1 => format!("if {one} > {two} and not {names}_b:\n        return {one} - {two}"),
            2 => format!("for {one} in range(len({two})):\n        {two}[{one}] += {names}_a({one}, *{two})"),
            3 => format!("{one}, {two} = {two}, {one} + {line}"),
            4 => format!(
                "try:\n        {one} = {two}.pop()\n    except KeyError as error:\n        raise ValueError(error)"
            ),
            5 => format!("while {one} < {two}:\n        {one} = {one} * 2 + len({names}_a)"),
            6 => format!("with open({one}) as {two}:\n        {names}_b = {two}.read().split(',')"),
            7 => format!("{one} = lambda x, y: x if {two}[y] else ({one}, {two})"),
            8 => format!("{one} = {{'a': {two}, 'b': {names}_b, **{names}_a}}"),
            9 => format!("assert isinstance({one}, (int, str)), f'bad {{{two}}}'"),
            10 => format!("{one} = sorted({two}.items(), key=lambda pair: pair[1], reverse=True)[:{line}]"),
            _ => format!("print({one}, {two}, sep='|')\n    del {names}_a[{one}]"),
        };
        let _ = writeln!(text, "    {statement}");
    }
    text
}

/// The functions of a work of this shape.
fn work(seed: u64, names: &str) -> Vec<String> {
    let mut dice = Dice(seed * 7_919 + 13);
    (0..20).map(|number| function(&mut dice, names, number)).collect()
}

fn trace(files: &[(&str, String)]) -> Trace {
    let file = |(path, text): &(&str, String)| {
        let bytes = text.clone().into_bytes();
        ((*path).to_owned(), File { bytes })
    };
    let snapshot = Snapshot {
        files: files.iter().map(file).collect(),
        ..Snapshot::default()
    };
    Trace::of(&snapshot, &[])
}

const STARTER: u64 = 999;

/// A class of sixty that all have the starter code; the last six have the work of the first six: renamed, reordered, or
/// split into files, with remarks between.
fn class() -> Vec<(usize, Trace)> {
    let starter = || ("starter.py", work(STARTER, "given").join("\n"));
    let mut class = Vec::new();
    for who in 0..60_u64 {
        let copied = who.checked_sub(54);
        let names = format!("n{who}");
        let mut functions = work(copied.unwrap_or(who), &names);
        let files: Vec<(&str, String)> = match copied {
            Some(0 | 1) => vec![("app.py", functions.join("\n# a remark of my own\n"))],
            Some(2 | 3) => {
                functions.reverse();
                functions.swap(3, 11);
                vec![("other.py", functions.join("\n"))]
            }
            Some(_) => {
                let rest = functions.split_off(9);
                vec![
                    ("src/one.py", functions.join("\n\n")),
                    ("src/two.py", rest.join("\n\n")),
                ]
            }
            None => vec![("main.py", functions.join("\n"))],
        };
        let files: Vec<_> = files.into_iter().chain([starter()]).collect();
        class.push((usize::try_from(who).unwrap(), trace(&files)));
    }
    class
}

#[test]
fn planted_pairs_of_a_class_come_first_and_no_others_are_told() {
    let class = class();
    let base = trace(&[("starter.py", work(STARTER, "given").join("\n"))]);
    for base in [None, Some(&base)] {
        let found = pairs(&class, &LeftOut::of(&class, base));
        let told: BTreeSet<[usize; 2]> = found.iter().take(8).map(|pair| pair.who).collect();
        let planted: BTreeSet<[usize; 2]> = (0..6).map(|at| [at, 54 + at]).collect();
        assert!(planted.is_subset(&told), "{found:?}");
        assert_eq!(found.len(), 6, "no unrelated pair is above the mark: {found:?}");
        assert!(found.iter().all(|pair| pair.code > 0.6), "{found:?}");
    }
}

#[test]
fn starter_code_of_a_pair_counts_only_where_it_is_not_named() {
    let both = |seed| {
        trace(&[
            ("a.py", work(seed, "x").join("\n")),
            ("s.py", work(STARTER, "y").join("\n")),
        ])
    };
    let class = vec![(0, both(1)), (1, both(2))];
    assert_eq!(pairs(&class, &LeftOut::of(&class, None)).len(), 1);
    let base = trace(&[("elsewhere/s.py", work(STARTER, "z").join("\n"))]);
    assert!(pairs(&class, &LeftOut::of(&class, Some(&base))).is_empty());
}

#[test]
fn what_is_shared_stands_side_by_side() {
    let (one, two) = (work(5, "a"), work(5, "b"));
    let first = trace(&[("a.py", one.join("\n"))]);
    let second = trace(&[(
        "b.py",
        format!("{}\n{}", work(6, "c").join("\n"), two[4..9].join("\n")),
    )]);
    let found = passages(&first, &second, &LeftOut::default());
    let [left, right] = &found[0].places;
    assert_eq!((left.path.as_str(), right.path.as_str()), ("a.py", "b.py"));
    assert!(
        left.lines[1] - left.lines[0] > 20,
        "runs that follow each other are one passage: {found:?}"
    );
    assert_eq!(
        left.text.replace("a_", "b_").lines().nth(3),
        right.text.lines().nth(3)
    );
}

#[test]
fn shared_commits_and_authors_are_told_unless_everybody_has_them() {
    let with = |commits: &[&str], authors: &[&str]| Trace {
        commits: commits.iter().map(|id| (*id).to_owned()).collect(),
        authors: authors.iter().map(|id| (*id).to_owned()).collect(),
        ..Trace::default()
    };
    let mut class = vec![
        (0, with(&["start", "x"], &["teacher", "ada"])),
        (1, with(&["start", "x"], &["teacher", "ada"])),
    ];
    class.extend((2..8).map(|who| (who, with(&["start"], &["teacher"]))));
    let found = pairs(&class, &LeftOut::of(&class, None));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].who, found[0].commits, found[0].authors), ([0, 1], 1, 1));
}
