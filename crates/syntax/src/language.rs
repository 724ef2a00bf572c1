//! Which language a file is written in.

use serde::{Deserialize, Serialize};
use wordlist::{between, head_of};

/// The languages whose syntax is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript, with or without JSX.
    JavaScript,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// TypeScript without JSX.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
}

/// Every language, by the endings of its files' names.
const ENDINGS: [(Language, &str); 10] = [
    (Language::C, "c h"),
    (Language::Cpp, "cc cpp cxx hh hpp hxx ipp"),
    (Language::Go, "go"),
    (Language::Java, "java"),
    (Language::JavaScript, "cjs js jsx mjs"),
    (Language::Python, "py PY pyw pyi"),
    (Language::Ruby, "gemspec rake rb"),
    (Language::Rust, "rs"),
    (Language::TypeScript, "cts mts ts"),
    (Language::Tsx, "tsx"),
];

/// Languages of programs whose syntax is not read, by the endings of their files' names.
const OTHERS: &str = "assembly: S asm, Astro: astro, Shell: bash fish ksh sh zsh, Clojure: clj cljc cljs, CoffeeScript: coffee, \
    Crystal: cr, C#: cs, CUDA: cu, Dart: dart, Emacs Lisp: el, Elm: elm, Erlang: erl hrl, Elixir: ex exs, \
    Fortran: f90, F#: fs, Groovy: groovy, JSP: jsp jspx, ASP: asp aspx cshtml, Haskell: hs, Haxe: hx, Arduino: ino, \
    notebooks: ipynb, Julia: jl, Kotlin: kt kts, Lisp: lisp, Lua: lua, Objective-C or MATLAB: m, OCaml: ml mli, \
    Objective-C++: mm, Nim: nim, Nix: nix, Pascal: pas, PHP: php, Perl: pl pm, PowerShell: ps1, PureScript: purs, \
    Cython: pyx, R: r R, Racket: rkt, Scala: scala, Scheme: scm, Solidity: sol, SystemVerilog: sv, Svelte: svelte, \
    Swift: swift, Tcl: tcl, Terraform: tf, Visual Basic: vb, VHDL: vhd, Vue: vue, Zig: zig";

/// What people call the language of a program that is not read, by the name of its file.
#[must_use]
pub fn unread_language(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = name.rsplit_once('.')?;
    let mut rows = OTHERS.split(", ").filter_map(|row| row.split_once(": "));
    let found = rows.find(|(_, endings)| endings.split(' ').any(|known| known == ending));
    found.filter(|_| !stem.is_empty()).map(|(name, _)| name)
}

/// Words that only C++ headers have at the beginning of a line.
const CPP_WORDS: [&str; 7] = between("class |namespace |template<|template <|using |public:|private:");

/// Whether the first line of a text names Python as what runs it.
#[must_use]
pub fn starts_python(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"#!") else {
        return false;
    };
    let line = rest.iter().take(SHEBANG_BYTES_MAX).copied();
    let line: Vec<u8> = line.take_while(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    let line = String::from_utf8_lossy(&line);
    let mut words = line.split_whitespace().filter_map(|word| word.rsplit('/').next());
    words.any(|word| {
        let version = word.strip_prefix("python").or_else(|| word.strip_prefix("pypy"));
        version.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
    })
}

/// Longest first line that names what runs a file: systems look no further.
const SHEBANG_BYTES_MAX: usize = 256;

impl Language {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::C,
        Self::Cpp,
        Self::Go,
        Self::Java,
        Self::JavaScript,
        Self::Python,
        Self::Ruby,
        Self::Rust,
        Self::TypeScript,
        Self::Tsx,
    ];

    /// The language of a file, by its name and, for headers, by its text.
    #[must_use]
    pub fn of(path: &str, text: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if matches!(name, "Rakefile" | "Gemfile") {
            return Some(Self::Ruby);
        }
        let Some((stem, ending)) = name.rsplit_once('.') else {
            return starts_python(text.as_bytes()).then_some(Self::Python);
        };
        let found = head_of(&ENDINGS, ending)?;
        if stem.is_empty() {
            return None;
        }
        let is_cpp = ending == "h"
            && text
                .lines()
                .any(|line| CPP_WORDS.iter().any(|word| line.trim_start().starts_with(word)));
        Some(if is_cpp { Self::Cpp } else { found })
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Go => "Go",
            Self::Java => "Java",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
            Self::Ruby => "Ruby",
            Self::Rust => "Rust",
            Self::TypeScript | Self::Tsx => "TypeScript",
        }
    }

    /// Its grammar, as the parser takes it.
    #[must_use]
    pub fn tree_sitter(self) -> tree_sitter::Language {
        match self {
            Self::C => tree_sitter_c::LANGUAGE.into(),
            Self::Cpp => tree_sitter_cpp::LANGUAGE.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
            Self::Java => tree_sitter_java::LANGUAGE.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::Ruby => tree_sitter_ruby::LANGUAGE.into(),
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
        }
    }
}

#[cfg(test)]
mod tests;
