//! Places where something is let slip, against all functions or all places where it could be.

use super::unasked::{self, Unasked};
use crate::families::tally::{Tally, Wording, line};
use crate::families::tooling::is_tooling;
use crate::families::unread;
use probes_core::{Answer, Probe, Subject};
use project::census::{Census, SourceFile};
use std::collections::BTreeSet;
use subject::Part;
use syntax::Language;
use syntax::facts::{Body, Function, Lapse, Role, Slip, Sought};

pub(super) const TYPE_ESCAPES: Probe = Probe::of_code(
    "code.type_escapes",
    "Types are not left open without a reason beside it.",
    |snapshot| {
        let said = Wording::Places {
            none: "no type was found to be left open by what is looked for: {kinds}",
            some: "where a type is left open without a reason beside it ({kinds})",
        };
        kept(snapshot, &[Slip::Untyped], &said)
    },
);
pub(super) const SWALLOWED_ERRORS: Probe = Probe::of_code(
    "code.swallowed_errors",
    "No error is caught and dropped without a reason beside it.",
    |snapshot| {
        let said = Wording::Bad {
            of: "places that catch an error",
            none: "was found to drop errors of any kind, or only to print them, without a reason beside it",
            some: "are empty, only print, or give something else back in the end, without a reason beside it",
        };
        caught(snapshot, &[Slip::Swallowed], &said)
    },
);
pub(super) const BROAD_CATCHES: Probe = Probe::of_code(
    "code.broad_catches",
    "Errors are caught by their kind, or passed on whole.",
    |snapshot| {
        let said = Wording::Bad {
            of: "places that catch an error and are not told as dropping it or only printing it",
            none: "was found to catch every kind and keep it to itself, without a reason beside it",
            some: "catch every kind and keep it to themselves, without a reason beside it",
        };
        caught(snapshot, &[Slip::CaughtAll, Slip::Swallowed], &said)
    },
);
pub(super) const IGNORED_RESULTS: Probe = Probe::of_code(
    "code.ignored_results",
    "Results that can be errors are looked at.",
    |snapshot| {
        let said = Wording::Places {
            none: "no result that is known to be able to fail was found thrown away by name, as {kinds} do",
            some: "where a result that can fail is thrown away by name ({kinds}), without a reason beside it",
        };
        clean(snapshot, &[Slip::Ignored], &said)
    },
);
pub(super) const FATAL_ERRORS: Probe = Probe::of_code(
    "code.fatal_errors",
    "Errors do not end the program on the spot.",
    |snapshot| {
        let said = Wording::Places {
            none: "no place was found that ends the program or its task over an error ({kinds}); `main`, commands and files that start it are set aside",
            some: "where the program or its task ends over an error ({kinds}), without a reason beside it; `main`, commands and files that start it are set aside",
        };
        clean(snapshot, &[Slip::Fatal], &said)
    },
);

/// How the languages of the program let a kind slip, as far as that is looked for.
fn kinds(kind: Slip, languages: &BTreeSet<Language>) -> String {
    let known = languages.iter().filter_map(|language| in_words(kind, *language));
    let known: BTreeSet<&str> = known.collect();
    known.into_iter().collect::<Vec<_>>().join(", ")
}

const fn in_words(kind: Slip, language: Language) -> Option<&'static str> {
    use Language::{C, Cpp, Go, Java, JavaScript, Python, Ruby, Rust, Tsx, TypeScript};
    Some(match (kind, language) {
        (Slip::Untyped, Go) => "`any` or `interface{}` of a parameter or result",
        (Slip::Untyped, Java) => "raw collections and answers, `@SuppressWarnings`, `Type<?>` as a result",
        (Slip::Untyped, Python) => "`Any` or `any` of a parameter or cast, `# type: ignore`",
        (Slip::Untyped, Ruby) => "`T.untyped`, `T.unsafe`",
        (Slip::Untyped, JavaScript | TypeScript | Tsx) => {
            "`any` of a parameter, variable, result or cast, `@ts-ignore`"
        }
        (Slip::Ignored, Go) => "`_ =`",
        (Slip::Ignored, Rust) => "`let _ =`",
        (Slip::Ignored, C | Cpp) => "`(void)`, `malloc` or `fopen` that is not asked after",
        (Slip::Fatal, Go) => "`panic` with an error, `log.Fatal`, `os.Exit`",
        (Slip::Fatal, Java) => "`System.exit`",
        (Slip::Fatal, JavaScript | TypeScript | Tsx) => "`process.exit`",
        (Slip::Fatal, Python) => "`sys.exit`",
        (Slip::Fatal, Ruby) => "`exit`, `abort`",
        (Slip::Fatal, Rust) => "`unwrap`, `expect`, `panic!`, `exit`",
        _ => return None,
    })
}

/// Why the question does not arise.
const NOTHING_OF_THE_KIND: &str = "no language of the program has anything of the kind";

/// The share of the places that catch an error where the first of `kinds` is not let slip without a reason beside it. Places where one of the
/// others is are asked about by themselves, and count neither way.
///
/// The first kind says in which languages the question arises.
fn caught(snapshot: &Subject, kinds: &[Slip], said: &Wording<'_>) -> Answer {
    let nothing = match kinds {
        [Slip::CaughtAll, ..] => {
            "no place of the program catches errors in a language in which they have kinds"
        }
        _ => "no place of the program catches an error",
    };
    tallied(snapshot, &kinds[..1], kinds, said, Some(nothing), handlers)
}

/// The share of the program's functions in which none of `kinds` is let slip without a reason beside it. What
/// stands outside of functions counts as one more for its file, where it is at fault.
fn clean(snapshot: &Subject, kinds: &[Slip], said: &Wording<'_>) -> Answer {
    tallied(snapshot, kinds, kinds, said, None, count)
}

/// The share of the functions with types in which none of `kinds` is let slip without a reason beside it.
fn kept(snapshot: &Subject, kinds: &[Slip], said: &Wording<'_>) -> Answer {
    let nothing = "no function has a type that could be given up";
    tallied(snapshot, kinds, kinds, said, Some(nothing), count_typed)
}

/// Counts what is clean in one file; told are the kinds that are asked about, and the lapses of these and their kin.
type Count = fn(&Census, &str, &SourceFile, &[Slip], &[&Lapse], &mut Tally);

fn tallied(
    snapshot: &Subject,
    asks: &[Slip],
    kinds: &[Slip],
    said: &Wording<'_>,
    nothing: Option<&str>,
    count: Count,
) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let mut blind = BTreeSet::new();
    let (mut unseen, mut seen) = (0_u64, 0_u64);
    let mut languages = BTreeSet::new();
    let unasked = if asks[0] == Slip::Ignored {
        unasked::look(snapshot)
    } else {
        Unasked::default()
    };
    for (path, file) in census.product().filter(|(path, _)| !is_tooling(path)) {
        let language = file.facts.language;
        let sought: Vec<Sought> = asks.iter().map(|kind| kind.sought_in(language)).collect();
        if sought.contains(&Sought::No) {
            if functions(file).next().is_some() {
                blind.insert(language.name());
                unseen += u64::from(file.facts.code_lines);
            }
        } else if sought.contains(&Sought::Yes) {
            languages.insert(language);
            seen += u64::from(file.facts.code_lines);
            let mut lapses = asked(file, kinds);
            lapses.extend(unasked.lapses.get(path).into_iter().flatten());
            lapses.sort_by_key(|lapse| lapse.line);
            count(census, path, file, asks, &lapses, &mut tally);
        }
    }
    let blind: Vec<&str> = blind.into_iter().collect();
    if !unread::stand_for(seen, unseen) {
        return unread::mostly(snapshot).unwrap_or_else(|| unchecked(census, &blind.join(", "), unseen));
    }
    let hides = |(_, file): (&str, &SourceFile)| file.facts.hides_handlers;
    if tally.is_empty() && matches!(asks[0], Slip::Swallowed | Slip::CaughtAll) && census.product().any(hides)
    {
        return Answer::unobserved("errors are caught where the text is no valid syntax, and nowhere else");
    }
    let asides = asides(census, asks);
    if tally.is_clean() && asides > tally.all() {
        let all = tally.all();
        let why = format!("{all} places catch an error, {asides} more leave it aside; {ASIDE}");
        return Answer::unobserved(why);
    }
    let beside = match (asides, unasked.unknown) {
        (0, 0) => String::new(),
        (0, unknown) => format!("; {unknown} more places {UNASKED}"),
        (asides, _) => format!("; {asides} more leave it aside; {ASIDE}"),
    };
    let (none, some) = said.texts();
    let kinds = self::kinds(asks[0], &languages);
    let whole = |text: &str| text.replace("{kinds}", &kinds) + &beside;
    let (none, some) = (whole(none), whole(some));
    let said = said.saying(&none, &some);
    let nothing = match census.product().next() {
        Some(_) if !languages.is_empty() => nothing.unwrap_or(NOTHING_OF_THE_KIND),
        Some(_) => NOTHING_OF_THE_KIND,
        None => super::NO_CODE,
    };
    tally.answer(snapshot, &said, nothing, &blind)
}

/// What is not known of places that leave an error aside.
const ASIDE: &str =
    "whether one that is only logged, or gone from (`.ok()`, `if let Ok`), matters is not told";

/// What is not known of places that drop the last result of a call.
const UNASKED: &str = "drop the last result of a call, and what it gives back is not written here";

/// How many places of the program leave an error aside, where that is asked about.
fn asides(census: &Census, asks: &[Slip]) -> usize {
    let files = census.product().filter(|(path, _)| !is_tooling(path));
    let places = files.map(|(_, file)| file.facts.asides.len());
    if asks[0] == Slip::Swallowed {
        places.sum()
    } else {
        0
    }
}

/// The answer where languages in which nobody looks outweigh those in which somebody does: beside both, languages that have
/// nothing of the kind may make up most of the program.
fn unchecked(census: &Census, names: &str, unseen: u64) -> Answer {
    let rest = if unseen * 2 > census.lines(Part::Product) {
        "in which most of the program is written"
    } else {
        "beside which next to nothing of the program is in a language that has anything of the kind"
    };
    Answer::unobserved(format!("not checked in {names}, {rest}"))
}

fn asked<'f>(file: &'f SourceFile, kinds: &[Slip]) -> Vec<&'f Lapse> {
    let is_asked = |lapse: &&Lapse| kinds.contains(&lapse.kind);
    file.facts.lapses.iter().filter(is_asked).collect()
}

fn handlers(
    census: &Census,
    path: &str,
    file: &SourceFile,
    asks: &[Slip],
    lapses: &[&Lapse],
    tally: &mut Tally,
) {
    let blamed = lapses.iter().filter(|lapse| lapse.kind == asks[0]);
    for lapse in blamed {
        tally.blame(census, line(path, lapse.line), noted(file, lapse));
    }
    let is_clean = |line: &&u32| !lapses.iter().any(|lapse| lapse.line == **line);
    for _ in file.facts.handlers.iter().filter(is_clean) {
        tally.count(census, path, true);
    }
}

/// Counts each function that lets nothing slip, and each place where one does: a function with forty is worse than one with one. Where the
/// program starts, it may end.
fn count(
    census: &Census,
    path: &str,
    file: &SourceFile,
    asks: &[Slip],
    lapses: &[&Lapse],
    tally: &mut Tally,
) {
    let is_asked = |one: &Function| asks[0] != Slip::Fatal || one.name != "main";
    count_where(is_asked, census, path, file, lapses, tally);
}

fn count_typed(
    census: &Census,
    path: &str,
    file: &SourceFile,
    _: &[Slip],
    lapses: &[&Lapse],
    tally: &mut Tally,
) {
    // What is only declared for a compiler speaks of what others wrote.
    if path.ends_with(".d.ts") {
        return;
    }
    count_where(
        |one| may_escape(file, one, lapses),
        census,
        path,
        file,
        lapses,
        tally,
    );
}

fn count_where(
    is_asked: impl Fn(&Function) -> bool,
    census: &Census,
    path: &str,
    file: &SourceFile,
    lapses: &[&Lapse],
    tally: &mut Tally,
) {
    let has = |function: &Function| {
        lapses
            .iter()
            .any(|lapse| is_innermost(file, function, lapse.line))
    };
    for _ in functions(file).filter(|one| is_asked(one) && !has(one)) {
        tally.count(census, path, true);
    }
    for lapse in lapses {
        tally.blame(census, line(path, lapse.line), noted(file, lapse));
    }
}

/// What is said of a lapse, with the function around it.
fn noted(file: &SourceFile, lapse: &Lapse) -> String {
    let mut functions = file.facts.functions.iter();
    let around = functions.find(|one| is_innermost(file, one, lapse.line));
    around.map_or_else(|| lapse.text.clone(), |function| said(function, lapse))
}

/// Whether there is a type in a function that could be given up: where types are left to whoever likes them, a function
/// without any gives none up.
fn may_escape(file: &SourceFile, function: &Function, lapses: &[&Lapse]) -> bool {
    let is_free = matches!(
        file.facts.language,
        Language::Python | Language::Ruby | Language::JavaScript
    );
    let is_typed = function.typed > 0 || function.returns_type;
    !is_free || is_typed || lapses.iter().any(|lapse| holds(function, lapse.line))
}

fn functions(file: &SourceFile) -> impl Iterator<Item = &Function> {
    let functions = file.facts.functions.iter();
    functions.filter(|function| function.role == Role::Product && function.body != Body::Declared)
}

const fn holds(function: &Function, line: u32) -> bool {
    function.first <= line && line <= function.last
}

/// Whether this line belongs to this function and to none inside of it.
fn is_innermost(file: &SourceFile, function: &Function, line: u32) -> bool {
    let span = |function: &Function| function.last - function.first;
    let inner = |other: &Function| holds(other, line) && span(other) < span(function);
    holds(function, line) && !file.facts.functions.iter().any(inner)
}

fn said(function: &Function, lapse: &Lapse) -> String {
    format!("`{}`: {}", function.name, lapse.text)
}
