use super::words;

#[test]
fn a_name_has_the_same_words_in_every_spelling() {
    for name in [
        "RepoInvestigator",
        "repo_investigator",
        "repo-investigator",
        "repo investigator",
        "REPO_INVESTIGATOR",
    ] {
        assert_eq!(words(name), ["repo", "investigator"], "{name}");
    }
}

#[test]
fn an_abbreviation_ends_where_a_word_begins() {
    assert_eq!(words("PDFParser"), ["pdf", "parser"]);
    assert_eq!(words("__init__"), ["init"]);
    assert_eq!(words(""), Vec::<String>::new());
}
