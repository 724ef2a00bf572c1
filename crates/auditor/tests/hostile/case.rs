//! One hostile case as data: what is made, what is typed, and what is to come of it.

use crate::repository::Repository;
use crate::room::Room;

/// What makes the case in its room.
type Make = Box<dyn Fn(&Room)>;

/// A hostile case.
pub(crate) struct Case {
    /// What is hostile, in a few words.
    pub(crate) name: String,
    pub(crate) make: Make,
    /// What is typed after the program's name.
    pub(crate) arguments: Vec<String>,
    /// Where it is typed.
    pub(crate) directory: &'static str,
    /// Variables besides those of every room.
    pub(crate) variables: Vec<(&'static str, String)>,
    pub(crate) expected: Vec<Expected>,
}

/// What is to come of it. Without a [`Expected::Code`] the audit ends with a verdict.
#[derive(Clone, Debug)]
pub(crate) enum Expected {
    /// It ends with this code.
    Code(i32),
    /// Standard error says this.
    Says(String),
    /// The report says this, in Markdown or JSON.
    Tells(String),
    /// No output says this.
    Never(String),
}

/// An audit of a subject at `work/subject`, in all formats.
pub(crate) const AUDIT: [&str; 6] = [
    "audit",
    "subject",
    "--out",
    "../out",
    "-v",
    "--format=md,json,html,sarif,sarif-all,junit,csv,gradescope,badge,github",
];

impl Case {
    /// An audit of what is made at `work/subject`.
    pub(crate) fn new(name: impl Into<String>, make: impl Fn(&Room) + 'static) -> Self {
        Self {
            name: name.into(),
            make: Box::new(make),
            arguments: AUDIT.map(str::to_owned).into(),
            directory: "work",
            variables: Vec::new(),
            expected: Vec::new(),
        }
    }

    /// An audit of a repository.
    pub(crate) fn of(name: impl Into<String>, make: impl Fn(&Repository<'_>) + 'static) -> Self {
        Self::new(name, move |room| make(&Repository::init(room)))
    }

    /// An audit of a repository with this one file besides a README.
    pub(crate) fn file(
        path: &'static str,
        name: impl Into<String>,
        bytes: impl Fn() -> Vec<u8> + 'static,
    ) -> Self {
        Self::of(name, move |repository| {
            repository.commit(&[("README.md", b"# Subject\n"), (path, &bytes())]);
        })
    }

    /// With these arguments besides.
    pub(crate) fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments
            .extend(arguments.iter().map(|one| (*one).to_owned()));
        self
    }

    /// With nothing but these arguments.
    pub(crate) fn typed<S: Into<String>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// Typed in this directory of the room.
    pub(crate) fn inside(mut self, directory: &'static str) -> Self {
        self.directory = directory;
        self
    }

    pub(crate) fn variable(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    pub(crate) fn code(self, code: i32) -> Self {
        self.expecting(Expected::Code(code))
    }

    pub(crate) fn says(self, phrase: impl Into<String>) -> Self {
        self.expecting(Expected::Says(phrase.into()))
    }

    pub(crate) fn tells(self, phrase: impl Into<String>) -> Self {
        self.expecting(Expected::Tells(phrase.into()))
    }

    pub(crate) fn never(self, phrase: impl Into<String>) -> Self {
        self.expecting(Expected::Never(phrase.into()))
    }

    fn expecting(mut self, expected: Expected) -> Self {
        self.expected.push(expected);
        self
    }
}
