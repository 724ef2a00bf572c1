//! Paths and globs that a rubric names: they stay inside the subject.

use super::error::{RubricError, clipped};

/// Refuses paths from the root of a machine, those that climb, and those with letters that no path has.
pub(super) fn inside(at: &str, globs: &[String]) -> Result<(), RubricError> {
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
            Err(RubricError::new(at, problem).with_fix(fix))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_the_root_of_the_subject_are_allowed() {
        for glob in [
            "src/**/*.py",
            "*.{py,rs}",
            "a..b/c",
            "./x",
            "!tests/**",
            "[.]github/*",
        ] {
            assert_eq!(inside("$", &[glob.to_owned()]), Ok(()), "{glob}");
        }
        for glob in [
            "../x",
            "/etc/passwd",
            "**/../x",
            "src/..",
            "..\\x",
            "C:\\x",
            "//etc",
            "~/x",
            "{..,a}/x",
            "a\0",
            "!../x",
            "./../x",
        ] {
            let told = inside("$.probes[0].files", &[glob.to_owned()]).unwrap_err();
            assert!(told.to_string().starts_with("$.probes[0].files: "), "{told}");
        }
    }
}
