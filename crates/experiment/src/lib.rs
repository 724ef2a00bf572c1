//! The experiment: the subject's own program runs against fakes, within walls, and is watched.
//!
//! [`lab`] is the Python environment that it runs in, [`chamber`] the cell that is made around it. Nothing here is on the
//! way of an audit that does not ask for it, and nothing of a subject is started but in a [`custody::cell`], which has all
//! its walls or does not come about.
//!
//! Arrows between the modules go one way: `check` uses `chamber`, `chamber` uses `lab`, `lab` uses `interpreter`.

pub mod chamber;
pub mod check;
pub mod interpreter;
pub mod lab;
mod problem;

pub use problem::Problem;
