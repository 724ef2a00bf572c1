//! What a process may open and contact, by Landlock.

use super::{Profile, Sandbox};
use ::landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, LandlockStatus, RestrictionStatus, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

/// The newest rights that the library knows. What the kernel does not know of them is left out.
const NEWEST: ABI = ABI::V9;
/// The newest without those on sockets that lie among the files: agents that hold keys are asked through them.
const FETCHING: ABI = ABI::V8;

/// Closes every file and, but for fetching, every connection that the sandbox does not name.
pub(super) fn restrict(sandbox: &Sandbox) -> Result<String, String> {
    let status = restricted(sandbox).map_err(|error| format!("landlock: {error}"))?;
    match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, LandlockStatus::NotImplemented) => {
            Err("landlock: this kernel has none".to_owned())
        }
        (RulesetStatus::NotEnforced, _) => Err("landlock: this kernel has it switched off".to_owned()),
        (_, LandlockStatus::Available { effective_abi, .. }) => {
            Ok(format!("landlock ABI {}", effective_abi as i32))
        }
        (_, _) => Ok("landlock".to_owned()),
    }
}

fn restricted(sandbox: &Sandbox) -> Result<RestrictionStatus, RulesetError> {
    let is_fetching = sandbox.profile == Profile::Fetch;
    let all = AccessFs::from_all(if is_fetching { FETCHING } else { NEWEST });
    let mut ruleset = Ruleset::default().handle_access(all)?;
    // A process that runs programs signals those, and only those; one that fetches may have a key agent.
    ruleset = ruleset.scope(Scope::from_all(NEWEST))?;
    if !is_fetching {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    ruleset
        .create()?
        .add_rules(path_beneath_rules(&sandbox.read, reading()))?
        .add_rules(path_beneath_rules(&sandbox.write, all))?
        .restrict_self()
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute
}
