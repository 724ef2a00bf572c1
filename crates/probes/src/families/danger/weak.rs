use super::tainted;
use crate::families::code::NO_CODE;
use crate::families::tally::line;
use crate::families::tooling::is_run_beside;
use crate::families::unread;
use court::evidence::{Finding, Place};
use probes_core::{Answer, Probe, Search, Subject};
use project::census::SourceFile;
use regex::Regex;
use std::sync::LazyLock;
use subject::secrets;
use syntax::facts::{Danger, Data, Function, Risk};
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "danger.weak",
    "Certificates and signatures are checked, passwords are kept by hashes that hold, and no request says where \
           the program goes.",
    examine,
);

/// Whether security hangs on the place cannot be seen there.
const SURE: u8 = 75;

/// A weakness: what is said of the program that has it, and of a place.
struct Weakness {
    holds: fn(&Subject, &str, &Danger) -> bool,
    said: &'static str,
    note: &'static str,
}

/// The worst first.
const WEAKNESSES: [Weakness; 8] = [
    Weakness {
        holds: |_, path, danger| is_put_in(danger) && !is_run_beside(path),
        said: "statements of a database are put together with data between quotes",
        note: "puts data that changes between quotes of a statement",
    },
    Weakness {
        holds: |_, _, danger| danger.kind == Risk::Debugger,
        said: "a debugger that runs code is started with the program",
        note: "opens a debugger to whoever reaches the port",
    },
    Weakness {
        holds: |subject, path, danger| {
            danger.kind == Risk::WeakCrypto && speaks_of_passwords(subject, path, danger.line)
        },
        said: "passwords are hashed by what is broken",
        note: "hashes a password",
    },
    Weakness {
        holds: |subject, _, danger| danger.kind == Risk::Tls && !is_checked_elsewhere(subject, danger),
        said: "the checking of certificates or signatures is switched off",
        note: "",
    },
    Weakness {
        holds: |_, _, danger| danger.kind == Risk::Markup,
        said: "pages show what strangers write as markup",
        note: "",
    },
    Weakness {
        holds: |_, _, danger| is_asked(danger, Risk::Path),
        said: "a request says which file is opened",
        note: "is given a path by a request",
    },
    Weakness {
        holds: |_, _, danger| is_asked(danger, Risk::Fetch),
        said: "a request says which address is fetched",
        note: "is given an address by a request",
    },
    Weakness {
        holds: |_, _, danger| is_asked(danger, Risk::Redirect),
        said: "a request says where a browser is sent",
        note: "is given an address by a request",
    },
];

/// Whether a statement has data between its quotes, of which nobody saw that it comes from outside: that is told by itself.
pub(super) fn is_put_in(danger: &Danger) -> bool {
    danger.kind == Risk::Sql && danger.is_quoted && tainted::way(danger).is_none()
}

/// Whether the program decodes tokens at more places than those that do not check them: what was checked at one may be read at another.
fn is_checked_elsewhere(subject: &Subject, danger: &Danger) -> bool {
    let census = subject.census();
    let texts = census.product().filter_map(|(path, _)| subject.text(path));
    let all: usize = texts.map(|text| text.matches("jwt.decode(").count()).sum();
    let is_unchecked = |one: &Danger| one.kind == Risk::Tls && one.callee.starts_with("decode(");
    danger.callee.starts_with("decode(verify_signature")
        && all > census.dangers().filter(|(_, one)| is_unchecked(one)).count()
}

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    if census.product().next().is_none() {
        return unread::nothing(snapshot, NO_CODE);
    }
    let mut said = Vec::new();
    let mut places = Vec::new();
    for weakness in &WEAKNESSES {
        let found = census
            .dangers()
            .filter(|(path, danger)| (weakness.holds)(snapshot, path, danger));
        let before = places.len();
        places.extend(found.map(|(path, danger)| (path, danger, noted(weakness, danger))));
        if places.len() > before {
            said.push(weakness.said);
        }
    }
    let logged = logged(snapshot);
    if !logged.is_empty() {
        said.push("passwords are printed");
    }
    let signing = fallen_back(snapshot);
    if !signing.is_empty() {
        said.push("a key that signs is the program's own text where the environment has none");
    }
    let undecided = undecided(snapshot);
    let hashes = match undecided.len() {
        0 => String::new(),
        1 => "; a broken hash or cipher is used at one place, whether for security is not told".to_owned(),
        many => {
            format!("; broken hashes or ciphers are used at {many} places, whether for security is not told")
        }
    };
    let answer = match said.as_slice() {
        [] if undecided.is_empty() && !has_to_guard(snapshot) => {
            return unread::nothing(snapshot, NOTHING_TO_GUARD);
        }
        [] => Answer::absent(
            format!("nowhere is the checking of certificates or signatures switched off{hashes}"),
            switches(snapshot),
        ),
        said => Answer::present(format!("{}{hashes}", said.join(", and "))),
    };
    if matches!(answer.finding, Finding::Unobserved { .. }) {
        return answer;
    }
    let others = undecided.into_iter().map(|(path, danger)| {
        let note = format!("`{}` is broken, if security hangs on it", danger.callee);
        (path, danger, note)
    });
    let answer = signing.into_iter().fold(answer, |answer, place| {
        answer.at_noting(
            place,
            "signs with a text that stands in the program, unless the environment has a key",
        )
    });
    let logged = logged.into_iter();
    let answer = logged.fold(answer, |answer, place| {
        answer.at_noting(place, "prints a password")
    });
    let all = places.into_iter().chain(others);
    all.fold(answer.sure(SURE), |answer, (path, danger, note)| {
        match note.is_empty() {
            true => answer.at(line(path, danger.line)),
            false => answer.at_noting(line(path, danger.line), note),
        }
    })
}

/// Why the question does not arise.
const NOTHING_TO_GUARD: &str = "no weak form of what guards passwords, certificates, sessions or requests was found, and nothing that guards them as it should";

/// What guards them, by the words of languages and frameworks, one form a line.
static GUARDED: LazyLock<Regex> = LazyLock::new(|| {
    let forms = wordlist::lines(include_str!("../../../words/weak_guarded.txt"));
    Regex::new(&format!("(?i){}", forms.join("|"))).expect("the forms are fixed and tested")
});

/// What switches the checking of certificates off, by itself or on demand.
static SWITCHED: LazyLock<Regex> = LazyLock::new(|| {
    let forms = r"\bcheck_hostname\s{0,4}=\s{0,4}False|\bCERT_NONE\b|\bInsecureSkipVerify:|\brejectUnauthorized:|\bVERIFY_NONE\b";
    Regex::new(forms).expect("it is fixed and tested")
});

/// The program, with the places open where checking is switched off, if a setting or a caller wants it.
fn switches(snapshot: &Subject) -> Search {
    let files = snapshot.census().product();
    let texts = files.filter_map(|(path, _)| Some((path, snapshot.text(path)?)));
    texts.fold(unread::search(snapshot), |search, (path, text)| {
        let found = (1_u32..)
            .zip(text.lines())
            .find(|(_, text)| SWITCHED.is_match(text));
        match found {
            Some((number, _)) => search.open(
                line(path, number),
                "the checking of certificates is switched off there, on whose demand is not told",
            ),
            None => search,
        }
    })
}

/// Whether the program guards anything: one that does not is not praised.
fn has_to_guard(snapshot: &Subject) -> bool {
    let mut texts = snapshot
        .census()
        .product()
        .filter_map(|(path, _)| snapshot.text(path));
    texts.any(|text| GUARDED.is_match(text))
}

/// Lines at which a key that signs falls back on a text of the program: whoever reads it can sign, wherever nobody sets the variable.
/// Settings for developing are meant to be so.
fn fallen_back(snapshot: &Subject) -> Vec<Place> {
    let files = snapshot.census().product();
    let is_for_developing = |path: &str| {
        let lower = path.to_ascii_lowercase();
        let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| DEVELOPING.contains(&word))
    };
    files
        .filter(|(path, _)| !is_for_developing(path))
        .filter_map(|(path, _)| Some((path, snapshot.text(path)?)))
        .flat_map(|(path, text)| {
            let lines: Vec<&str> = text.lines().collect();
            let is_run = |at: &u32| !lines.get(*at as usize - 1).is_some_and(|text| is_remark(text));
            let places: Vec<Place> = secrets::fallbacks(text)
                .into_iter()
                .filter(is_run)
                .map(|at| line(path, at))
                .collect();
            places
        })
        .collect()
}

/// Words of paths of what is not run where strangers are.
const DEVELOPING: [&str; 5] = array("dev develop development local test");

/// A call that prints or logs, with what it is given on its line.
static PRINTED: LazyLock<Regex> = LazyLock::new(|| {
    let call = r"\b(?:console\.(?:log|info|debug|warn|error)|System\.(?:out|err)\.print(?:ln|f)?|fmt\.Print(?:ln|f)?|log(?:ger|ging)?\.\w{1,8}|print(?:ln|f)?|puts|echo)[ (](?P<given>.*)";
    Regex::new(call).expect("it is fixed and tested")
});
/// A password as a value: the name itself or the last of a path, not part of another name, not asked for a property.
static PASSWORD: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?:^|[^\w'\x22-])(?P<path>(?:\w{1,30}\.){0,3})(?P<name>[Pp]assword|[Pp]asswd|plain_?[Pp]assword|user_?[Pp]assword)\s{0,2}(?:[,;)}+]|$)";
    Regex::new(name).expect("it is fixed and tested")
});
/// A text in quotes: what stands there is no value.
static QUOTED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#""[^"]*"|'[^']*'"#).expect("it is fixed and tested"));

/// Lines that print a password that the program was given: a parameter of the function around, or a field of what a
/// request brings. One that it makes itself may be what it is for.
fn logged(snapshot: &Subject) -> Vec<Place> {
    let files = snapshot.census().product();
    let texts = files.filter_map(|(path, file)| Some((path, file, snapshot.text(path)?)));
    let asked = texts.filter(|(_, _, text)| text.to_ascii_lowercase().contains("passw"));
    asked
        .flat_map(|(path, file, text)| {
            let lines: Vec<&str> = text.lines().collect();
            let printed =
                (0..lines.len()).filter(|at| !is_remark(lines[*at]) && prints_given(file, &lines, *at));
            let places: Vec<Place> = printed.map(|at| line(path, at as u32 + 1)).collect();
            places
        })
        .collect()
}

fn prints_given(file: &SourceFile, lines: &[&str], at: usize) -> bool {
    let given = PRINTED.captures(lines[at]).and_then(|found| found.name("given"));
    let given = given.map(|given| QUOTED.replace_all(given.as_str(), "\"\"").into_owned());
    let Some(found) = given.as_deref().and_then(|given| PASSWORD.captures(given)) else {
        return false;
    };
    let (path, name) = (&found["path"], &found["name"]);
    let number = at as u32 + 1;
    let mut around = file
        .facts
        .functions
        .iter()
        .filter(|one| one.first < number && number <= one.last);
    let is_parameter = |one: &Function| {
        let is_name = |line: &&str| {
            line.split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == name)
        };
        head(&lines[one.first as usize - 1..at]).iter().any(is_name)
    };
    match path {
        "" => around.any(is_parameter),
        path => [
            "req",
            "request",
            "body",
            "form",
            "params",
            "input",
            "payload",
            "user",
            "credentials",
        ]
        .iter()
        .any(|root| path.starts_with(root)),
    }
}

/// Most lines of the head of a function, with its parameters.
const HEAD_LINES_MAX: usize = 8;

/// The lines of a function up to where its body begins.
fn head<'a, 't>(function: &'a [&'t str]) -> &'a [&'t str] {
    let begins = |line: &&str| {
        ["{", ":", "=>", "then", "do"]
            .iter()
            .any(|end| line.trim_end().ends_with(end))
    };
    let last = function.iter().take(HEAD_LINES_MAX).position(begins);
    &function[..last.map_or(1.min(function.len()), |last| last + 1)]
}

fn is_remark(text: &str) -> bool {
    let text = text.trim_start();
    ["//", "#", "*", "/*"].iter().any(|sign| text.starts_with(sign))
}

/// Broken hashes and ciphers of which nobody can say at the place what hangs on them.
fn undecided(snapshot: &Subject) -> Vec<(&str, &Danger)> {
    let is_one = |(path, danger): &(&str, &Danger)| {
        danger.kind == Risk::WeakCrypto && !speaks_of_passwords(snapshot, path, danger.line)
    };
    snapshot.census().dangers().filter(is_one).collect()
}

fn noted(weakness: &Weakness, danger: &Danger) -> String {
    match weakness.note {
        "" => String::new(),
        note => format!("`{}` {note}", danger.callee),
    }
}

/// Whether strangers fill in what a call is given.
fn is_asked(danger: &Danger, kind: Risk) -> bool {
    danger.kind == kind && matches!(danger.data, Data::Input { .. })
}

/// Names of what opens an account.
const PASSWORDS: [&str; 3] = ["password", "passwd", "pwd"];
/// What a function is called that only hashes.
const HASHES: [&str; 3] = ["hash", "crypt", "digest"];

/// Whether the line of a hash says that it is for passwords, or the head of a function around it that only hashes.
fn speaks_of_passwords(snapshot: &Subject, path: &str, line: u32) -> bool {
    let says = |line: u32, words: &[&str]| {
        let text = snapshot.lines(path, line, line).unwrap_or_default();
        let text = text.to_ascii_lowercase();
        words.iter().any(|word| text.contains(word))
    };
    let head = || {
        let functions = snapshot.census().product_functions();
        let around = functions
            .filter(|(of, function)| *of == path && (function.first..=function.last).contains(&line));
        around.map(|(_, function)| function.first).max()
    };
    says(line, &PASSWORDS) || head().is_some_and(|head| says(head, &PASSWORDS) && says(head, &HASHES))
}
