//! The journal as its users see it.

mod crash;
mod damage;
mod memory;
mod perform;
mod sharing;
mod trial;
