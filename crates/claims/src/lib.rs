//! What documents say and draw, held against facts that this crate is handed.
//!
//! It names no probe and looks nothing up: who asks hands over what is known ([`claim::known::Known`]).

pub mod claim;
pub mod diagram;
