//! Formatters that lay files out anew. In a pipeline that stops nothing, and what they wrote is thrown away with the machine.

use super::tools::program;
use wordlist::array;

/// Formatters that write where nothing tells them not to.
const WRITERS: [&str; 17] = array(
    "black isort rustfmt cargo ruff php-cs-fixer pint deno mix zig terraform dotnet stylua go dart swiftformat autopep8",
);
/// Words that tell any of them to write.
const WRITES: [&str; 9] =
    array("-w -i --write --fix --in-place format:write spotlessApply ktlintFormat spotless:apply");
/// Parts of words that tell them to say what they would write.
const CHECKS: [&str; 9] = array("check verify dry-run diff exit fail lint test list");
/// Short words that do.
const SHORT: [&str; 4] = ["-l", "-d", "-c", "-n"];
/// What a file says that compares or keeps what was written.
const KEEPS: [&str; 8] = [
    "git diff",
    "git status",
    "git commit",
    "git push",
    "git add",
    "commit-action",
    "autofix",
    "pull-request",
];

/// Whether a formatter writes, and does not say what it wrote.
pub(super) fn writes(words: &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else {
        return false;
    };
    let checks = |word: &String| {
        CHECKS.iter().any(|part| word.to_ascii_lowercase().contains(part)) || SHORT.contains(&word.as_str())
    };
    let told = rest
        .iter()
        .any(|word| WRITES.iter().any(|write| word.ends_with(write)));
    !rest.iter().any(checks) && (told || WRITERS.contains(&program(first)))
}

/// Whether a file on the way compares or keeps what was written.
pub(super) fn keeps(text: &str) -> bool {
    KEEPS.iter().any(|word| text.contains(word))
}
