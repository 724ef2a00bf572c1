//! The experiment: the subject's own program runs against fakes, within walls, and is watched.
//!
//! [`lab`] is the Python environment that it runs in, [`chamber`] the cell that is made around it. Nothing here is on the
//! way of an audit that does not ask for it. Nothing of a subject is started but in a [`custody::cell`], which has all
//! its walls or does not come about.
//!
//! [`scenario`] is what it is put through, [`run`] runs it, [`events`] is what comes out, [`seen`] what these say together,
//! [`surprise`] and [`facts`] what follows from it. [`merge`] holds that against what reading says, and [`story`] and [`note`] are
//! how it is told: alone and in reports.
//!
//! [`figures`] is what a run amounts to.
//!
//! Arrows between the modules go one way: `story` and `note` use `surprise`, `figures`, `facts` and `seen`.
//! `figures` and `merge` use `facts`. `facts` and `surprise` use `seen` and `run`, and `seen` uses `run`. `witness` uses `run` and `lab`, `run` and `check` use `chamber`, `run` uses `scenario` and
//! `events`; `chamber` uses `lab`, `lab` uses `interpreter`.

pub mod chamber;
pub mod check;
pub mod events;
pub mod facts;
pub mod figures;
pub mod interpreter;
pub mod lab;
pub mod merge;
pub mod note;
mod problem;
pub mod run;
pub mod scenario;
pub mod seen;
pub mod story;
pub mod surprise;
pub mod witness;

pub use problem::Problem;

/// Digest of everything that an experiment and what is said of it depend on.
pub const SOURCES: &str = env!("SOURCES");
