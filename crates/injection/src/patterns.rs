//! What is looked for, as data in the folder `words`: classes of words, and patterns made of them.
//!
//! The regular expressions are linear in the text, whatever it says. They read the bytes of plain text: small letters, one space
//! between words, one sentence or two. `{name}` stands for a class, and classes may use those before them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a passage wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wants {
    /// That instructions or the rubric are set aside.
    Override,
    /// That a score is given.
    Score,
    /// That something is kept quiet or not held against it.
    Silence,
    /// That something is taken as met without being looked at.
    Acquittal,
    /// That the judge is somebody else, or in another mode.
    Persona,
    /// That secrets or instructions are told.
    Disclosure,
    /// That words of the subject are taken for those of the court or the model's operator.
    Forgery,
    /// That an authority has decided already.
    Authority,
    /// That the judge is afraid, bribed or sorry.
    Pressure,
}

impl Wants {
    const ALL: [Self; 9] = [
        Self::Override,
        Self::Score,
        Self::Silence,
        Self::Acquittal,
        Self::Persona,
        Self::Disclosure,
        Self::Forgery,
        Self::Authority,
        Self::Pressure,
    ];

    /// In words, to follow "asks whoever judges".
    pub fn words(self) -> &'static str {
        match self {
            Self::Override => "to set instructions aside",
            Self::Score => "for a score",
            Self::Silence => "to keep quiet about something",
            Self::Acquittal => "to take something as met",
            Self::Persona => "to be somebody else",
            Self::Disclosure => "for secrets or instructions",
            Self::Forgery => "to take its words for those of the court",
            Self::Authority => "to follow an authority that has decided",
            Self::Pressure => "to give way to pressure",
        }
    }
}

/// What unmistakable passages say.
pub(crate) struct Pattern {
    /// What they want.
    pub(crate) wants: Wants,
    /// Words of which a sentence has one where the pattern fits.
    pub(crate) needs: Vec<&'static str>,
    /// The kinds of words, as bits, of which what it reads has one each.
    pub(crate) kinds: u32,
    /// Whether it may begin in the sentence before.
    pub(crate) spans: bool,
    /// How they put it.
    pub(crate) says: &'static str,
}

/// The words of a pattern without its classes.
pub(crate) fn spelled(says: &str) -> String {
    let mut says = says.to_owned();
    for (name, words) in rows(include_str!("../words/classes.txt")).iter().rev() {
        says = says.replace(&format!("{{{name}}}"), &format!("(?:{words})"));
    }
    says
}

/// The patterns, the surest first.
pub(crate) static ALL: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let patterns = rows(include_str!("../words/patterns.txt"));
    patterns.into_iter().map(pattern).collect()
});

/// A row of the table of patterns. The tables are a part of the program: one that is not sound shows at the first test.
fn pattern((head, says): (&'static str, &'static str)) -> Pattern {
    let head: Vec<&str> = head.split(' ').collect();
    let wants = Wants::ALL
        .into_iter()
        .find(|wants| format!("{wants:?}") == head[0]);
    let mut names = head[1].split('+').map(kind);
    let first = names.next().expect("a head has a name");
    Pattern {
        wants: wants.expect("the patterns of the program are sound"),
        needs: KINDS[first].1.split('|').collect(),
        kinds: names.fold(0, |kinds, name| kinds | 1 << name),
        spans: head.get(2).is_some(),
        says,
    }
}

/// The kinds of words, by name.
static KINDS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| rows(include_str!("../words/needs.txt")));

fn kind(name: &str) -> usize {
    let at = KINDS.iter().position(|(known, _)| *known == name);
    at.expect("the patterns of the program are sound")
}

/// The words that patterns ask for besides the first ones, each with the kinds that it is of, as bits.
pub(crate) fn further() -> BTreeMap<&'static str, u32> {
    let asked = ALL.iter().fold(0, |asked, pattern| asked | pattern.kinds);
    let mut further = BTreeMap::new();
    for (number, (_, words)) in KINDS
        .iter()
        .enumerate()
        .filter(|(number, _)| asked >> number & 1 == 1)
    {
        for word in words.split('|') {
            *further.entry(word).or_default() |= 1 << number;
        }
    }
    further
}

fn rows(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = wordlist::lines(text).into_iter();
    lines.filter_map(|line| line.split_once(": ")).collect()
}
