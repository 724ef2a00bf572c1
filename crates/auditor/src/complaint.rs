//! What went wrong, told once: a kind for machines, a sentence for people, hints for what to do.

use std::fmt;
use std::process::ExitCode;

/// Why a command ended without its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The auditor failed; says nothing about the subject.
    Auditor,
    /// Wrong usage, a bad rubric or a bad setting.
    Usage,
    /// There is nothing to audit: refused, not found, no access, empty.
    NothingToAudit,
}

impl Kind {
    fn code(self) -> u8 {
        match self {
            Self::Auditor => 1,
            Self::Usage => 2,
            Self::NothingToAudit => 3,
        }
    }
}

/// A command's failure.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub(crate) kind: Kind,
    pub(crate) what: String,
    pub(crate) hints: Vec<String>,
}

impl Complaint {
    pub(crate) fn new(kind: Kind, what: impl fmt::Display) -> Self {
        Self {
            kind,
            what: what.to_string(),
            hints: Vec::new(),
        }
    }

    pub(crate) fn auditor(what: impl fmt::Display) -> Self {
        Self::new(Kind::Auditor, what)
    }

    pub(crate) fn usage(what: impl fmt::Display) -> Self {
        Self::new(Kind::Usage, what)
    }

    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hints.push(hint.to_string());
        self
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind.code())
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "auditor: {}", visible(&self.what))?;
        self.hints
            .iter()
            .try_for_each(|hint| write!(out, "\n  hint: {}", visible(hint)))
    }
}

/// Text from outside with every control, bidirectional and invisible character made visible.
pub(crate) fn visible(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut out, character| {
            match character {
                '\n' => out.push('\n'),
                '\t' => out.push(' '),
                _ if is_unseen(character) => out.push_str(&format!("<U+{:04X}>", u32::from(character))),
                _ => out.push(character),
            }
            out
        })
}

/// Characters that a terminal, a page or a reader would obey or not see.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}
