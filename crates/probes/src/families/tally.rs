//! How many of a kind are in order, where they are not, and how the projects of one repository differ in that.

use super::unread;
use court::evidence::Place;
use court::text::counted;
use probes_core::{Answer, Subject};
use project::census::Census;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Sub;

/// Most projects told side by side in words.
const TOLD_MAX: usize = 8;
/// Most projects whose numbers stand in a value: as many as are listed.
pub(super) const PROJECTS_MAX: usize = 60;

/// How many are good of all, and of how many in each project by its root, where there are several.
pub(super) fn value<N: Copy + Into<Value>>(good: N, all: N, projects: &BTreeMap<String, (N, N)>) -> Value {
    let mut value = json!({"good": good.into(), "all": all.into()});
    if projects.len() > 1
        && let Some(fields) = value.as_object_mut()
    {
        let each = projects.iter().take(PROJECTS_MAX);
        let each = each.map(|(root, (good, all))| {
            let numbers = json!({"good": (*good).into(), "all": (*all).into()});
            (root.clone(), numbers)
        });
        fields.insert("projects".to_owned(), Value::Object(each.collect::<Map<_, _>>()));
    }
    value
}

/// What a count is told as. Whoever looked for a few kinds of faults has not seen that all is in order. Then the faults are
/// counted, and the sentence says which were looked for.
pub(super) enum Wording<'a> {
    /// In the plural, what was found in order: *3 of 4 tests …*.
    Good(&'a str),
    /// What was counted, what none of it was found to be, and what some of it is.
    Bad {
        of: &'a str,
        none: &'a str,
        some: &'a str,
    },
    /// Places in functions, of which one function may have many: where none was found, and where some were.
    Places { none: &'a str, some: &'a str },
}

impl<'a> Wording<'a> {
    /// What is said where none was found, and where some were.
    pub(super) const fn texts(&self) -> (&'a str, &'a str) {
        match self {
            Self::Good(_) => ("", ""),
            Self::Bad { none, some, .. } | Self::Places { none, some } => (none, some),
        }
    }

    /// The same count with other words for both.
    pub(super) const fn saying<'b>(&self, none: &'b str, some: &'b str) -> Wording<'b>
    where
        'a: 'b,
    {
        match self {
            Self::Good(what) => Wording::Good(what),
            Self::Bad { of, .. } => Wording::Bad { of, none, some },
            Self::Places { .. } => Wording::Places { none, some },
        }
    }

    /// The sentence for so many in order of so many.
    pub(super) fn of(&self, good: usize, all: usize) -> String {
        let bad = all - good;
        match self {
            Self::Good(what) => format!("{good} of {all} {what}"),
            Self::Bad { of, none, .. } if bad == 0 => format!("none of {all} {of} {none}"),
            Self::Bad { of, some, .. } => format!("{bad} of {all} {of} {some}"),
            Self::Places { none, .. } if bad == 0 => format!("in {} {none}", counted(all, "function")),
            Self::Places { some, .. } => {
                format!(
                    "{} found {some}; {} without one",
                    counted(bad, "place"),
                    counted(good, "function")
                )
            }
        }
    }
}

impl Wording<'_> {
    /// The numbers of each project, where there are several, of the side that the sentence counts.
    pub(super) fn side_by_side<N>(&self, projects: &BTreeMap<String, (N, N)>) -> String
    where
        N: Copy + Display + Sub<Output = N>,
    {
        if projects.len() < 2 {
            return String::new();
        }
        let numbers = |good: N, all: N| match self {
            Self::Good(_) => format!("{good}/{all}"),
            Self::Bad { .. } => format!("{}/{all}", all - good),
            // A function may have many places: no number of these is a part of the other.
            Self::Places { .. } => (all - good).to_string(),
        };
        let root = |root: &String| {
            if root.is_empty() {
                ".".to_owned()
            } else {
                root.clone()
            }
        };
        let told = projects.iter().take(TOLD_MAX);
        let mut each: Vec<String> = told
            .map(|(name, (good, all))| format!("{} {}", root(name), numbers(*good, *all)))
            .collect();
        let more = projects.len().saturating_sub(TOLD_MAX);
        if more > 0 {
            each.push(format!("and {more} more"));
        }
        format!(" ({})", each.join(", "))
    }
}

/// A count that goes on while one looks.
#[derive(Default)]
pub(super) struct Tally {
    good: usize,
    all: usize,
    bad: Vec<(Place, String)>,
    projects: BTreeMap<String, (usize, usize)>,
}

impl Tally {
    /// Counts one that stands in `path`.
    pub(super) fn count(&mut self, census: &Census, path: &str, is_good: bool) {
        self.all += 1;
        self.good += usize::from(is_good);
        if let Some(project) = census.project_of(path) {
            let (good, all) = self.projects.entry(project.root.clone()).or_default();
            *good += usize::from(is_good);
            *all += 1;
        }
    }

    /// Counts one that is not in order, with its place and what is wrong with it.
    pub(super) fn blame(&mut self, census: &Census, place: Place, note: impl Into<String>) {
        if let Place::Lines { path, .. } = &place {
            let path = path.clone();
            self.count(census, &path, false);
        }
        self.bad.push((place, note.into()));
    }

    /// Whether all that was counted is in order.
    pub(super) const fn is_clean(&self) -> bool {
        self.bad.is_empty()
    }

    /// How many were counted.
    pub(super) const fn all(&self) -> usize {
        self.all
    }

    /// Whether nothing was counted.
    pub(super) const fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// `said` says what was counted. `nothing` why there may be nothing to count;
    /// `blind` are languages of the program in which nobody could tell.
    pub(super) fn answer(
        self,
        snapshot: &Subject,
        said: &Wording<'_>,
        nothing: &str,
        blind: &[&str],
    ) -> Answer {
        if let Some(answer) = unread::mostly(snapshot) {
            return answer;
        }
        if self.all == 0 {
            return match blind {
                [] => unread::nothing(snapshot, nothing),
                _ => Answer::unobserved(format!("not checked in {}", blind.join(", "))),
            };
        }
        let each = said.side_by_side(&self.projects);
        let blind = unread::unchecked(snapshot, blind);
        let rationale = format!("{}{each}{blind}", said.of(self.good, self.all));
        let value = value(self.good, self.all, &self.projects);
        let answer = unread::share(self.good > 0, value, rationale, unread::search(snapshot));
        let places = self.bad.into_iter();
        places.fold(answer, |answer, (place, note)| answer.at_noting(place, note))
    }
}

/// A place of one line.
pub(super) fn line(path: &str, line: u32) -> Place {
    lines(path, line, line)
}

/// A place of several lines.
pub(super) fn lines(path: &str, first: u32, last: u32) -> Place {
    Place::Lines {
        path: path.to_owned(),
        first,
        last,
    }
}
