//! Tests of what a rubric is read with.

mod coverage;
mod fields;
mod globs;
mod ids;
mod positions;
