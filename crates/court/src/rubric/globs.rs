//! Paths and globs that a rubric names: they stay inside the subject.

use crate::input::InputError;
use crate::text::clipped;

/// Refuses paths from the root of a machine, those that climb, and those with letters that no path has.
pub(super) fn inside(at: &str, globs: &[String]) -> Result<(), InputError> {
    let outside = |glob: &&String| {
        let glob = glob.strip_prefix('!').unwrap_or(glob);
        let is_drive = glob.as_bytes().get(1) == Some(&b':');
        glob.starts_with(['/', '\\', '~'])
            || is_drive
            // Alternatives are looked into too: `{..,a}/b` climbs as well.
            || glob.split(['/', '\\', '{', ',', '}']).any(|part| part == "..")
            || glob.chars().any(char::is_control)
    };
    match globs.iter().find(outside) {
        None => Ok(()),
        Some(glob) => {
            let problem = format!("`{}` leads out of the subject", clipped(glob));
            let fix = "give a path from the root of the repository, without `..`";
            Err(InputError::new(at, problem).with_fix(fix))
        }
    }
}
