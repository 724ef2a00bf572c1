//! The journal as its users see it.

mod crash;
mod perform;
mod sharing;
mod trial;
