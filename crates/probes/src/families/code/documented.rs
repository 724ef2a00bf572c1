use super::reference;
use super::surface::Surface;
use crate::families::tally::{Tally, Wording, line};
use crate::families::unread;
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use std::collections::BTreeSet;
use subject::Part;
use syntax::Language;
use syntax::facts::{Body, Function};

pub(super) const PROBE: Probe = Probe::of_code(
    "code.documented",
    "Public functions and types are explained where they stand.",
    examine,
);

/// Functions of fewer lines say what they do by themselves: they count where they are explained.
const LINES_MIN: u32 = 5;

/// Fewer things say nothing of a habit.
const THINGS_MIN: usize = 5;

/// Why the question does not arise where hardly anything is offered.
const FEW: &str = "the program offers fewer than five functions and types to others";

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let declared = declared(snapshot);
    let reopened = reopened(snapshot);
    let surface = Surface::of(snapshot);
    let reference = reference::names(snapshot);
    for (path, file) in census
        .product()
        .filter(|(path, _)| !surface.is_of_application(path))
    {
        let functions = file.facts.functions.iter().filter(|function| is_asked(function));
        let language = family(file.facts.language);
        let functions = functions.filter(|one| surface.has_function(path, file, one));
        let functions = functions.map(|one| {
            let is_elsewhere = declared.contains(&(language, one.name.as_str()));
            let is_said = one.is_documented || is_elsewhere || reference.contains(one.name.as_str());
            (one, is_said)
        });
        let is_held = surface.is_held(path);
        let functions = functions.filter(|(one, is_said)| *is_said || is_long(one) && !is_held);
        let functions = functions.map(|(one, is_said)| (one.first, one.name.as_str(), is_said));
        // What is only declared for a compiler is explained at its parts.
        let types = file
            .facts
            .types
            .iter()
            .filter(|one| one.is_public && !path.ends_with(".d.ts"));
        let types = types.filter(|one| language != Language::Ruby || !reopened.contains(one.name.as_str()));
        let types = types.filter(|one| surface.has_type(path, file, &one.name));
        let types = types.map(|one| {
            let is_said = one.is_documented || reference.contains(one.name.as_str());
            (one.line, one.name.as_str(), is_said)
        });
        let types = types.filter(|(.., is_said)| *is_said || !is_held);
        for (at, name, is_documented) in functions.chain(types) {
            if is_documented {
                tally.count(census, path, true);
            } else {
                tally.blame(
                    census,
                    line(path, at),
                    format!("`{name}` is public and not explained"),
                );
            }
        }
    }
    if tally.is_clean()
        && tally.all() < THINGS_MIN
        && let Some(path) = snapshot.files.keys().find(|path| is_declaring(snapshot, path))
    {
        let why = format!("{} things are counted, and `{path}` declares more", tally.all());
        return Answer::unobserved(why);
    }
    let are_few = !tally.is_clean() && tally.all() < THINGS_MIN;
    if are_few && unread::is_read(snapshot) {
        return Answer::not_applicable(FEW);
    }
    let mut answer = tally.answer(
        snapshot,
        &Wording::Good("public functions and types are explained in the code or under a heading of a manual; short functions without a word are not counted"),
        "the program offers no functions or types to others in a language that is read here",
        &[],
    );
    if !matches!(answer.finding, Finding::Unobserved { .. }) {
        answer.rationale += &aside(snapshot);
    }
    answer
}

/// What a row says of code that nobody outside can come to, where that is most of it, and of what is not looked at.
fn aside(snapshot: &Subject) -> String {
    let census = snapshot.census();
    let lines = |is_asked: &dyn Fn(&str, Language) -> bool| -> u64 {
        let files = census
            .product()
            .filter(|(path, file)| is_asked(path, file.facts.language));
        files.map(|(_, file)| u64::from(file.facts.code_lines)).sum()
    };
    let is_internal =
        |path: &str, language| language == Language::Go && path.split('/').any(|one| one == "internal");
    let inside = lines(&is_internal);
    let internal = match inside * 2 > census.lines(Part::Product) {
        true => {
            format!("; {inside} lines below `internal/`, which no other module can import, are set aside")
        }
        false => String::new(),
    };
    match lines(&|_, language| language == Language::Cpp) {
        0 => internal,
        _ => internal + "; methods that classes of C++ only declare are not counted",
    }
}

/// Whether a file declares types of the program for a compiler.
fn is_declaring(snapshot: &Subject, path: &str) -> bool {
    let file = snapshot.census().files.get(path);
    path.ends_with(".d.ts")
        && file.is_some_and(|file| {
            file.part == Part::Product && file.facts.types.iter().any(|one| one.is_public)
        })
}

fn is_asked(function: &Function) -> bool {
    // What a constructor makes is said where its class is.
    let is_constructor = function.owner.as_deref() == Some(function.name.as_str())
        || matches!(function.name.as_str(), "__init__" | "constructor" | "initialize");
    let is_start = function.name == "main";
    function.is_public
        && !is_constructor
        && !is_start
        && function.role == syntax::facts::Role::Product
        && function.body == Body::Real
}

const fn is_long(function: &Function) -> bool {
    function.last - function.first + 1 >= LINES_MIN
}

/// Names that are explained where they are only declared: a header speaks for its source.
fn declared(snapshot: &Subject) -> BTreeSet<(Language, &str)> {
    let files = snapshot.census().product();
    let documented = files.flat_map(|(_, file)| {
        let functions = file.facts.functions.iter();
        let documented = functions.filter(|one| one.is_documented && one.body == Body::Declared);
        documented.map(|one| (family(file.facts.language), one.name.as_str()))
    });
    let headers = snapshot
        .files
        .keys()
        .filter(|path| path.ends_with(".h") || path.ends_with(".hpp"));
    let headers = headers.filter_map(|path| snapshot.text(path));
    let named = headers.flat_map(commented).map(|name| (Language::C, name));
    documented.chain(named).collect()
}

/// Most bytes from a comment to the name of what is declared below it, with words of the preprocessor between.
const HEAD_BYTES_MAX: usize = 300;

/// The names of functions that stand below a comment in a header. Words that only the preprocessor knows hide declarations from the parser.
pub(super) fn commented(header: &str) -> Vec<&str> {
    let ends = header.match_indices("*/\n").map(|(at, end)| at + end.len());
    ends.filter_map(|at| {
        let rest = &header[at..header.floor_char_boundary(at + HEAD_BYTES_MAX)];
        let (head, _) = rest.split_once('(')?;
        let is_one = !head.contains([';', '{', '}', '#', '=']) && !head.contains("\n\n");
        let word = head.trim_end();
        let from = word
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + 1);
        is_one.then_some(&word[from..]).filter(|name| !name.is_empty())
    })
    .collect()
}

/// Modules and classes of Ruby that several files open: most of that are namespaces, which say nothing by themselves.
fn reopened(snapshot: &Subject) -> BTreeSet<&str> {
    let files = snapshot.census().product();
    let ruby = files.filter(|(_, file)| file.facts.language == Language::Ruby);
    let mut seen = BTreeSet::new();
    let names = ruby.flat_map(|(_, file)| {
        let names: BTreeSet<&str> = file.facts.types.iter().map(|one| one.name.as_str()).collect();
        names
    });
    names.filter(|name| !seen.insert(*name)).collect()
}

/// Headers of C++ may be read as C, and types of JavaScript are declared in TypeScript.
const fn family(language: Language) -> Language {
    match language {
        Language::Cpp => Language::C,
        Language::TypeScript | Language::Tsx => Language::JavaScript,
        other => other,
    }
}
