use super::*;

#[test]
fn files_that_look_like_settings_of_an_auditor_are_named_and_others_are_not() {
    let paths = [
        "README.md",
        "auditor.toml",
        ".auditor.toml",
        "deep/.auditor/x.toml",
        ".auditorignore",
        "app/.env",
        ".env.example",
        "rubric.yaml",
        "data/rubric.yaml",
        "rules/engineering.json",
        "automaton-auditor",
        "src/auditor.py",
        ".gitignore",
    ];
    let expected = [
        ".auditor.toml",
        ".auditorignore",
        "app/.env",
        "auditor.toml",
        "automaton-auditor",
        "deep/.auditor/x.toml",
        "rubric.yaml",
        "rules/engineering.json",
    ];
    assert_eq!(not_obeyed(paths), expected);
    let many: Vec<String> = (0..NAMED_MAX + 3).map(|at| format!("{at:03}/.env")).collect();
    let told = not_obeyed(many.iter().map(String::as_str));
    assert_eq!(
        (told.len(), told.last().map(String::as_str)),
        (NAMED_MAX + 1, Some("(3 further files)"))
    );
}
