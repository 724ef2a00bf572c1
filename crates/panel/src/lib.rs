//! The panel of models: what three judges are asked, how they are asked, and what of their answers is believed.
//!
//! The crate sees no repository, no file of the subject and no process. What it knows of a case are exhibits, and
//! its only way into the world is a chat. A judge that gives no usable answer recuses itself;
//! nothing here makes up a score.
#![warn(missing_docs)]

pub mod answer;
pub mod attempts;
pub mod brief;
pub mod chat;
pub mod client;
mod gate;
pub mod judge;
pub mod likeness;
pub mod price;
pub mod provider;
pub mod quality;
pub mod rehearsal;
pub mod retrieval;
pub mod spec;
pub mod survey;
pub mod telemetry;
pub mod vision;
pub mod wire;
