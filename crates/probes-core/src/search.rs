//! A denial is earned: the places that were followed to their end, and those that could not be.
//!
//! An answer is only [`Absent`](court::evidence::Finding::Absent) when nothing that could be what was looked for is left
//! over. Recognisers know the spellings that their authors have seen. So beside the strict one that says "this is it" stands
//! a loose one ([`Search::unless_called`], [`Search::unless_defined`]) that says "this could be it". What only the loose one
//! knows is named, and the answer is unobserved.

use crate::derived::Subject;
use court::evidence::Place;
use python::ast::{Expr, ExprKind, Module};
use python::program::Program;
use python::walk;
use subject::names;
use wordlist::array;

/// Most places that are named where something is denied; the ninth proves no more to a reader.
pub const LOOKED_SHOWN_MAX: usize = 8;

/// What runs code that stands nowhere, where it is handed anything but a constant.
const RUNS: [&str; 2] = ["exec", "eval"];
/// What brings in a module by its name.
const BRINGS_IN: [&str; 3] = array("__import__ import_module importlib.import_module");

/// What was looked at for one question.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// As many as are shown.
    looked: Vec<Place>,
    /// The first open end: one is enough.
    open: Option<(Place, String)>,
}

impl Search {
    /// A search whose places are known beforehand: the nodes of a graph, the pages of a report.
    pub fn at(places: impl IntoIterator<Item = Place>) -> Self {
        Self::default().looked_at(places)
    }

    /// A search through the program and what it leads to. Beside the ends of `of_code` a graph that nothing starts is one:
    /// what runs it stands elsewhere, and so may what it makes.
    pub fn of_program(subject: &Subject) -> Self {
        let mut search = Self::of_code(subject);
        if let Some(graph) = subject.live_graph().filter(|graph| !graph.is_started) {
            search.stop(graph.defined_at.clone(), graph.why_live.clone());
        }
        search
    }

    /// A search through all Python of the repository, whether it is used or not. Files that could not be parsed or read are
    /// open ends, and so is code that is only known when it runs.
    pub fn of_code(subject: &Subject) -> Self {
        let program = subject.program();
        let mut search = Self::default();
        for (path, why) in program
            .unparsed()
            .iter()
            .filter(|(path, _)| !program.is_test(path))
        {
            search.stop(Place::File(path.clone()), format!("it could not be read: {why}"));
        }
        for skipped in subject
            .skipped
            .iter()
            .filter(|skipped| skipped.path.ends_with(".py"))
        {
            if !program.is_test(&skipped.path) {
                search.stop(
                    Place::File(skipped.path.clone()),
                    format!("it was not read: {}", skipped.why),
                );
            }
        }
        // Where all files are read anyway, an import by name brings in none of them that is not.
        let is_left = |path: &str| !program.is_live(path) && !program.is_test(path);
        let brings_more = program.paths().any(is_left);
        for module in program.used() {
            search.errors(module);
            search.only_when_run(module, brings_more);
        }
        search
    }

    /// These places were followed to their end.
    #[must_use]
    pub fn looked_at(mut self, places: impl IntoIterator<Item = Place>) -> Self {
        for place in places {
            if self.looked.len() < LOOKED_SHOWN_MAX && !self.looked.contains(&place) {
                self.looked.push(place);
            }
        }
        self
    }

    /// Here the trail ends; `why` goes on after "but ".
    #[must_use]
    pub fn open(mut self, place: Place, why: impl Into<String>) -> Self {
        self.stop(place, why.into());
        self
    }

    /// Here trails end, each with why.
    #[must_use]
    pub fn open_all<W: Into<String>>(self, ends: impl IntoIterator<Item = (Place, W)>) -> Self {
        ends.into_iter()
            .fold(self, |search, (place, why)| search.open(place, why))
    }

    /// Leaves open every call in used code whose callee's own name has one of `words` as a part (`git_clone`,
    /// `CloneRepo`), unless `is_known` says that it was followed.
    pub fn unless_called(
        mut self,
        program: &Program,
        words: &[&str],
        is_known: impl Fn(&str, &Expr) -> bool,
    ) -> Self {
        for module in program.used() {
            walk::expressions(&module.body, &mut |expr| {
                let name = expr.callee().and_then(walk::last_name).unwrap_or_default();
                if has_part(name, words) && !is_known(&module.path, expr) {
                    let why = format!("what `{name}` does there is not known");
                    self.stop(Place::line(&module.path, expr.span.first), why);
                }
            });
        }
        self
    }

    /// Leaves open every function and class of used code whose name has one of `words` as a part, unless `is_known` says
    /// that it was followed.
    pub fn unless_defined(
        mut self,
        program: &Program,
        words: &[&str],
        is_known: impl Fn(&Place) -> bool,
    ) -> Self {
        let functions = program
            .functions()
            .filter(|function| program.is_reached(function));
        let functions = functions.map(|function| {
            (
                function.path,
                function.function.name.as_str(),
                function.function.span,
            )
        });
        let classes = program.classes().filter(|(path, _)| program.is_live(path));
        let classes = classes.map(|(path, class)| (path, class.name.as_str(), class.span));
        for (path, name, span) in functions.chain(classes) {
            let place = Place::line(path, span.first);
            if !program.is_test(path) && has_part(name, words) && !is_known(&place) {
                self.stop(place, format!("what `{name}` does is not known"));
            }
        }
        self
    }

    /// The first place where the trail ends.
    pub fn end(&self) -> Option<&(Place, String)> {
        self.open.as_ref()
    }

    /// What was looked at, in a clause; empty where that is said by the places of the answer alone.
    pub fn places(self) -> Vec<Place> {
        self.looked
    }

    fn stop(&mut self, place: Place, why: String) {
        self.open.get_or_insert((place, why));
    }

    fn errors(&mut self, module: &Module) {
        for span in &module.errors {
            let place = Place::lines(&module.path, span.first, span.last);
            self.stop(place, "these lines could not be parsed".to_owned());
        }
        if let Some(why) = &module.cut {
            self.stop(
                Place::File(module.path.clone()),
                format!("it was not read wholly: {why}"),
            );
        }
    }

    /// Code that is made or chosen while the program runs: `exec`, `eval`, and imports by a name that is no constant. Those count
    /// where they may bring in a file that nothing else does.
    fn only_when_run(&mut self, module: &Module, brings_more: bool) {
        walk::expressions(&module.body, &mut |expr| {
            let ExprKind::Call { callee, args } = &expr.kind else {
                return;
            };
            let name = walk::dotted(callee).unwrap_or_default();
            let name = name.as_str();
            let is_dynamic = RUNS.contains(&name) || brings_more && BRINGS_IN.contains(&name);
            let is_constant = args
                .first()
                .is_some_and(|arg| matches!(arg.value.kind, ExprKind::Str(_)));
            if is_dynamic && !is_constant {
                let why = format!("what `{name}` brings in is only known when it runs");
                self.stop(Place::line(&module.path, expr.span.first), why);
            }
        });
    }
}

/// Whether a name has one of `words` as a part: its pieces between underscores and changes of case begin with it.
fn has_part(name: &str, words: &[&str]) -> bool {
    names::words(name)
        .iter()
        .any(|part| words.iter().any(|word| part.starts_with(word)))
}

#[cfg(test)]
mod tests;
