//! How the program is divided: functions, files, modules, projects.

mod artifacts;
mod copies;
mod cycles;
mod dead_modules;
mod deprecated;
mod files;
mod gaps;
mod said;
mod share;
mod size;

use probes_core::probe::Probe;

/// The probes of this family.
pub const STRUCTURE: &[Probe] = &[
    size::PROBE,
    files::PROBE,
    cycles::PROBE,
    dead_modules::PROBE,
    artifacts::PROBE,
    copies::PROBE,
];

/// Why a question about the division of code does not arise.
const NO_CODE: &str = "the repository has no program in a language that is read here";
