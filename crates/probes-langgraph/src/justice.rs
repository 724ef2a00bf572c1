//! Whether fixed rules settle what the judges say: by what the code computes, whatever it is called.

mod deterministic;
mod dissent;
mod fact_supremacy;
mod fails;
mod functionality_weight;
mod mean;
mod reasons;
mod report_file;
mod rules;
mod security_override;
mod unread;
mod variance_rule;
mod votes;

use probes_core::Probe;

/// The probes of this family.
pub const JUSTICE: &[Probe] = &[
    deterministic::PROBE,
    security_override::PROBE,
    fact_supremacy::PROBE,
    functionality_weight::PROBE,
    variance_rule::PROBE,
    dissent::PROBE,
    report_file::PROBE,
    fails::PROBE,
    reasons::PROBE,
    mean::PROBE,
];
