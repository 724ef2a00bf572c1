use super::*;

#[test]
fn settings_become_what_would_be_typed() {
    let text = "rubric = \"peer-review\"\njobs = 2\nreport = [\"a.pdf\", \"b.md\"]\nquiet = true\n[min_score]\noverall = 3.5\nsafe_tools = 4\n";
    let settings = parse(text).unwrap();
    let known = known();
    let typed: Vec<OsString> = settings
        .iter()
        .flat_map(|(name, values)| flags(&known[name], values))
        .collect();
    assert_eq!(
        typed,
        [
            "--jobs=2",
            "--min-score=3.5",
            "--min-score=safe_tools=4",
            "--quiet",
            "--report=a.pdf",
            "--report=b.md",
            "--rubric=peer-review"
        ]
    );
}

#[test]
fn a_fault_is_told_with_its_line_and_the_nearest_name() {
    for (text, line, shown) in [
        ("\nrubrik = \"x\"\n", 2, "there is no setting `rubrik`"),
        ("jobs = 1\nquiet = \"yes\"", 2, "`quiet` cannot be a text"),
        ("jobs = [1, 2]", 1, "`jobs` cannot be a list of these values"),
        ("jobs = true", 1, "`jobs` cannot be a truth value"),
        ("[rubric]\na = 1", 1, "`rubric` cannot be a table"),
        (
            "jobs = 1\n\"root:$6$x:1\" = 1",
            2,
            "the key there is none of a setting",
        ),
        ("config = \"other.toml\"", 1, "there is no setting `config`"),
    ] {
        let (at, why, _) = parse(text).unwrap_err();
        assert_eq!((at, why.as_str()), (line, shown), "{text}");
    }
    assert_eq!(
        parse("rubrik = 1").unwrap_err().2.as_deref(),
        Some("there is `rubric`")
    );
    assert_eq!(parse("a = [\n1,\n").unwrap_err().0, 2);
}

#[test]
fn the_published_schema_is_the_one_that_is_printed() {
    let published = include_str!("../../../schemas/config.schema.json");
    assert!(
        published == schema(),
        "cargo run -- schema config > crates/auditor/schemas/config.schema.json"
    );
}
