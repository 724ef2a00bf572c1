//! Whether experiments can be made here.

use crate::chamber::{HARNESS, order, ours};
use crate::lab::Lab;
use crate::problem::Problem;
use custody::cell::{self, End};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

const SCRIPT: &str = include_str!("../harness/check.py");
/// How a package that cannot be imported is told.
const MISSING: &str = "missing";

/// What stands and what is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub walls: Vec<String>,
    pub python: String,
    pub packages: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Told {
    python: String,
    packages: BTreeMap<String, String>,
}

/// Starts the Python of the lab within all walls and has it import what subjects need.
///
/// # Errors
/// Where a wall cannot be had, or a package is missing.
pub fn check(lab: &Lab) -> Result<Check, Problem> {
    const HINT: &str =
        "`auditor lab install` makes the lab anew; a Python of one's own needs these packages too";
    let order = order(
        lab,
        &format!("{HARNESS}/check.py"),
        &lab.folders(),
        vec![ours("check.py", SCRIPT)],
    )?;
    let ended = cell::run(&order)?;
    let told: Option<Told> = serde_json::from_slice(&ended.output).ok();
    let Some(told) = told.filter(|_| ended.end == End::Code(0)) else {
        let said = String::from_utf8_lossy(&ended.complaint);
        let what = format!(
            "the Python of the lab did not run: {:?}, {}",
            ended.end,
            said.trim()
        );
        return Err(Problem::new(what, HINT));
    };
    let missing = told
        .packages
        .iter()
        .find(|(_, version)| version.starts_with(MISSING));
    if let Some((name, why)) = missing {
        return Err(Problem::new(
            format!("the package {name} of the lab is {why}"),
            HINT,
        ));
    }
    Ok(Check {
        walls: ended.walls,
        python: told.python,
        packages: told.packages,
    })
}

/// Whether every wall stands here: a cell in which nothing is done.
///
/// # Errors
/// Where a wall cannot be had.
pub fn walls(lab: &Lab) -> Result<(), Problem> {
    let script = format!("{HARNESS}/nothing.py");
    let order = order(lab, &script, &[], vec![ours("nothing.py", "")])?;
    cell::run(&order)?;
    Ok(())
}

impl fmt::Display for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "python {}", self.python)?;
        for (name, version) in &self.packages {
            writeln!(out, "{name} {version}")?;
        }
        writeln!(out, "walls:")?;
        self.walls.iter().try_for_each(|wall| writeln!(out, "  {wall}"))
    }
}
