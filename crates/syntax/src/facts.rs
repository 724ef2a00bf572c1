//! The facts of one file.

use crate::language::Language;
use crate::reading::Lines;
use serde::{Deserialize, Serialize};

/// What one file is made of. Lines are 1-based; lists are in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Its language.
    pub language: Language,
    /// Lines that hold code: neither blank nor only comment.
    pub code_lines: u32,
    /// Why the file or parts of it were not read (too long, too deep).
    pub unread: Option<String>,
    /// Whether a list was cut at [`FACTS_MAX`](crate::FACTS_MAX).
    pub is_cut: bool,
    /// What it brings in.
    pub imports: Vec<Import>,
    /// Its functions, methods and named closures.
    pub functions: Vec<Function>,
    /// Its classes, structs, interfaces, traits, enums.
    pub types: Vec<Type>,
    /// Calls outside of tests that are dangerous with the wrong data.
    pub dangers: Vec<Danger>,
    /// Places outside of tests where an error or a type is let slip without a reason.
    pub lapses: Vec<Lapse>,
    /// Lines of the places outside of tests where errors are caught or asked for (`except`, `catch`, `if err != nil`).
    pub handlers: Vec<u32>,
    /// Lines of the places outside of tests where an error is left aside and nothing says whether it matters (`.ok()`, `if let Ok`, a
    /// log and on).
    pub asides: Vec<u32>,
    /// Places outside of tests where the last of several results is dropped, and only who knows the function can say whether that is an
    /// error (`x, _ := f()` in Go).
    pub unasked: Vec<Unasked>,
    /// Whether errors are caught where the text is no valid syntax, so that nobody can say how.
    pub hides_handlers: bool,
    /// Whether an annotation of its only class says that a program wrote it; what remarks say is for others to read.
    pub is_generated: bool,
    /// Whether the file is started by itself (`main`, `if __name__ == "__main__"`, a shebang).
    pub is_entry: bool,
}

impl Facts {
    /// Without the room that lists keep for more: facts of all files live as long as the audit.
    #[must_use]
    pub fn squeezed(mut self) -> Self {
        self.imports.shrink_to_fit();
        self.functions.shrink_to_fit();
        self.types.shrink_to_fit();
        self.dangers.shrink_to_fit();
        self.lapses.shrink_to_fit();
        self.handlers.shrink_to_fit();
        self.asides.shrink_to_fit();
        self.unasked.shrink_to_fit();
        for function in &mut self.functions {
            function.calls.shrink_to_fit();
        }
        self
    }
}

/// Something that is brought in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Import {
    /// Line of the statement.
    pub line: u32,
    /// What is named, in the language's own spelling and whole: `os.path`, `./util`, `crate::a::b`, `net/http`,
    /// `"local.h"`, `<stdio.h>`, `com.a.B`. For `from a import b` this is `a` and `b` is in `names`; for
    /// `use a::{b, c}` there are two imports.
    pub what: String,
    /// Names taken out of it, where the language separates them; `*` for all.
    pub names: Vec<String>,
    /// How it is brought in.
    pub how: Via,
}

/// How something is brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Via {
    /// An ordinary import, include, require.
    Use,
    /// It is also offered to others (`pub use`, `export … from`).
    Offer,
    /// A child of this module is declared (`mod x;` in Rust).
    Declare,
    /// While the program runs (`import()`, `importlib.import_module("…")`, `require` in a function).
    Late,
    /// Only for types or under a guard (`import type`, `if TYPE_CHECKING`).
    TypeOnly,
    /// Allowed to be missing (`try: import x except ImportError`).
    Optional,
}

/// A function, a method, a named closure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its name; for a test block (`it("…")`), the text.
    pub name: String,
    /// The type, class, module or suite it belongs to, where it does.
    pub owner: Option<String>,
    /// First line, without its attributes and decorators.
    pub first: u32,
    /// Last line.
    pub last: u32,
    /// Whether others may use it, by the language's rules.
    pub is_public: bool,
    /// Whether it is a test or helps only tests (`#[test]`, `test_…`, `it(…)`, `@Test`, inside `#[cfg(test)]`).
    pub role: Role,
    /// Whether it is a test that its runner passes over whatever happens (`it.skip`, `t.Skip()` before all else).
    pub is_off: bool,
    /// Whether a doc comment or docstring explains it.
    pub is_documented: bool,
    /// Parameters, without the receiver.
    pub params: u16,
    /// How many of them have a type; all of them in languages where they must.
    pub typed: u16,
    /// Whether the last that it gives back says, by its type, that it can fail. Known of Go alone.
    pub fails: bool,
    /// Whether its result has a type (also where it must, or where it has none to give).
    pub returns_type: bool,
    /// What it does, as far as one can say at a glance.
    pub body: Body,
    /// Whether it does next to nothing and counts as real all the same, since nobody can say whether it should do more.
    pub is_slight: bool,
    /// Checks it makes: assertions, expectations, `panic` on a difference in Go's and C's tests, snapshot checks.
    pub assertions: u16,
    /// Ways through it, counted as decisions plus one.
    pub branches: u16,
    /// Names it calls, each once, last segment only (`b` of `a.b()`), sorted.
    pub calls: Vec<String>,
}

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// The program's own.
    Product,
    /// A test that a runner starts.
    Test,
    /// Something that only tests use and no runner starts: fixtures, setup, helpers beside tests.
    TestHelp,
}

/// What a function does at a glance. The signature weakness of code that only pretends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// None, rightly: an interface's or abstract method, a prototype, an overload, a stub file, a `Protocol`.
    Declared,
    /// Nothing, and nothing says why: `pass`, `{}`. With a reason in a comment it is real; a comment that says it is
    /// still to be written makes it unwritten. Not where others may oblige it to be there (an interface, a trait).
    Empty,
    /// It says that it is not written: `NotImplementedError`, `todo!()`, `panic("not implemented")`.
    Unwritten(String),
    /// It gives back the same constant whatever it is given, and takes something: `return True`, `return {}`. Not
    /// where others may prescribe what it takes (an interface, a trait, a table of functions).
    Constant(String),
    /// Something else.
    Real,
}

/// A class, struct, interface, trait or enum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// First line.
    pub line: u32,
    /// Whether others may use it.
    pub is_public: bool,
    /// Whether a doc comment or docstring explains it.
    pub is_documented: bool,
}

/// A call that is dangerous with the wrong data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Danger {
    /// What could go wrong.
    pub kind: Risk,
    /// Line of the call.
    pub line: u32,
    /// The callee as it is written: `os.system`, `exec.Command`.
    pub callee: String,
    /// What is known of the data that it is given.
    pub data: Data,
    /// Whether data that changes stands between quotes of a database's statement: then a quote in it ends the value.
    pub is_quoted: bool,
}

/// What could go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// A shell reads the data as commands.
    Shell,
    /// The data is run as code.
    Eval,
    /// Bytes become objects of any type (`pickle`, `yaml.load`, `ObjectInputStream`, `Marshal.load`).
    Deserialise,
    /// A database statement is put together from pieces.
    Sql,
    /// A broken hash or cipher where security hangs on it (MD5, SHA-1, DES, ECB, `rand` for secrets).
    WeakCrypto,
    /// A certificate is not checked.
    Tls,
    /// A path of the file system is put together from outside data.
    Path,
    /// A browser is sent to where outside data says.
    Redirect,
    /// An address that outside data says is fetched.
    Fetch,
    /// What is meant for developers is open to everybody (a debugger that runs code).
    Debugger,
    /// What strangers write stands in pages as it is.
    Markup,
    /// A key that signs is written in the program: whoever reads it signs as it does.
    Key,
    /// Memory beyond a buffer (`gets`, `strcpy`, `sprintf` into a fixed buffer).
    Memory,
}

/// What is known of the data that a dangerous call is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Data {
    /// Written in the program: harmless.
    Fixed,
    /// It comes from a parameter or from elsewhere; nobody can say at this place.
    Unknown,
    /// It is what the function around is given: who calls it decides.
    Given {
        /// First line of that function.
        function: u32,
        /// Which of its parameters.
        taken: Vec<Taken>,
    },
    /// It comes from outside (arguments, request, environment, standard input): the line where it enters, and its
    /// way in words.
    Input {
        /// The file where it enters, if that is another.
        file: Option<String>,
        /// Where it enters.
        line: u32,
        /// How it gets from there to the call.
        way: String,
    },
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Its place from 0, without the receiver.
    pub place: u16,
    /// Its name.
    pub name: String,
}

/// A call of a function that was asked for, with what it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// Line of the call.
    pub line: u32,
    /// The callee as it is written: `users.create`.
    pub callee: String,
    /// Its arguments: the name, where they are given by name, and what is known of them.
    pub arguments: Vec<(Option<String>, Data)>,
}

/// A place outside of tests where an error or a type is let slip and nothing says why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lapse {
    /// Which.
    pub kind: Slip,
    /// Its line.
    pub line: u32,
    /// The text of it, at most [`LAPSE_CHARS_MAX`] characters.
    pub text: String,
}

/// A call of which the last result is dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unasked {
    /// Its line.
    pub line: u32,
    /// What is called, through the file's imports: `connect`, `example.com/shop/store.Connect`.
    pub callee: String,
    /// The text of it, at most [`LAPSE_CHARS_MAX`] characters.
    pub text: String,
}

/// Longest text of a lapse, in characters.
pub const LAPSE_CHARS_MAX: usize = 120;

/// What is let slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Slip {
    /// Any error is caught and nothing is done (`except Exception: pass`, `catch (e) {}`, `.catch(() => {})`, `rescue => e; end`).
    Swallowed,
    /// Errors of every kind are caught where one was meant (`except:`, `catch (Throwable)`), and something is done.
    CaughtAll,
    /// An error that is given back is dropped (`_ = f()` in Go, `let _ = f()` in Rust).
    Ignored,
    /// An error ends the program (`unwrap()`, `expect` without a reason, `panic` outside `main`, `process.exit` in a library).
    Fatal,
    /// The type is given up (`any`, `as any`, `# type: ignore`, `@ts-ignore`, `interface{}` as parameter,
    /// raw types, `@SuppressWarnings("unchecked")`, C casts of `void *` are none).
    Untyped,
}

/// Whether a slip can be told in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// It is looked for.
    Yes,
    /// The language has it, and nobody here looks for it.
    No,
    /// The language has nothing of the kind.
    Never,
}

impl Slip {
    /// Whether it is looked for in a language.
    #[must_use]
    pub const fn sought_in(self, language: Language) -> Sought {
        use Language::{C, Cpp, Go, Java, JavaScript, Python, Ruby, Rust, Tsx, TypeScript};
        match (self, language) {
            // Errors are results there, and a catch has no kinds.
            (Self::Swallowed, C) | (Self::CaughtAll, C | Go | Rust | JavaScript | TypeScript | Tsx) => {
                Sought::Never
            }
            // Errors are thrown there.
            (Self::Ignored, Python | Java | Ruby) | (Self::Untyped, Rust) => Sought::Never,
            (Self::Fatal | Self::Untyped, C | Cpp) | (Self::Ignored, JavaScript | TypeScript | Tsx) => {
                Sought::No
            }
            _ => Sought::Yes,
        }
    }
}

impl Facts {
    /// Counts the lines back that a parser counted.
    pub(crate) fn count_back(&mut self, lines: &Lines) {
        let one = |line: &mut u32| *line = lines.back(*line);
        self.imports.iter_mut().for_each(|import| one(&mut import.line));
        for function in &mut self.functions {
            one(&mut function.first);
            one(&mut function.last);
        }
        self.types.iter_mut().for_each(|class| one(&mut class.line));
        for danger in &mut self.dangers {
            one(&mut danger.line);
            danger.data.count_back(lines);
        }
        self.lapses.iter_mut().for_each(|lapse| one(&mut lapse.line));
        self.handlers.iter_mut().chain(&mut self.asides).for_each(one);
        self.unasked.iter_mut().for_each(|unasked| one(&mut unasked.line));
    }

    /// A file of which nothing is known yet.
    #[must_use]
    pub const fn of(language: Language) -> Self {
        Self {
            language,
            code_lines: 0,
            unread: None,
            is_cut: false,
            hides_handlers: false,
            imports: Vec::new(),
            functions: Vec::new(),
            types: Vec::new(),
            dangers: Vec::new(),
            lapses: Vec::new(),
            handlers: Vec::new(),
            asides: Vec::new(),
            unasked: Vec::new(),
            is_generated: false,
            is_entry: false,
        }
    }
}

impl Data {
    fn count_back(&mut self, lines: &Lines) {
        match self {
            Self::Input { line, .. } | Self::Given { function: line, .. } => *line = lines.back(*line),
            Self::Fixed | Self::Unknown => {}
        }
    }
}

impl Handed {
    /// The lines of the text as it was before it was prepared.
    pub(crate) fn count_back(&mut self, lines: &Lines) {
        self.line = lines.back(self.line);
        for (_, data) in &mut self.arguments {
            data.count_back(lines);
        }
    }
}
