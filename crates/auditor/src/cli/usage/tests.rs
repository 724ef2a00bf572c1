use super::*;
use crate::cli::Cli;
use clap::CommandFactory as _;

#[test]
fn a_password_in_an_address_is_not_repeated() {
    for typed in [
        ["audit", ".", "--hosts", "https://u:hunter2@x"].as_slice(),
        &["audit", ".", "--hosts", "u:hunter2@x"],
        &["audit", ".", "--hosts", "https://u:hunter2,y@x"],
        &["audit", ".", "--hosts=https://u:hunter2/@x"],
        &["audit", ".", "https://u:hunter2@x/a/b"],
    ] {
        let all = [&["auditor"], typed].concat();
        let error = Cli::command().try_get_matches_from(all).unwrap_err();
        let said = in_our_words(&error).to_string();
        assert!(!said.contains("hunter2"), "{said}");
    }
    let typed = ["auditor", "audit", ".", "--hosts", "u@x"];
    let error = Cli::command().try_get_matches_from(typed).unwrap_err();
    let said = in_our_words(&error).to_string();
    assert!(
        said.contains("invalid value for '--hosts <LIST>': write HOST"),
        "{said}"
    );
}

#[test]
fn who_names_no_command_is_shown_the_first_three() {
    for typed in [["auditor"].as_slice(), &["auditor", "--quiet"]] {
        let error = Cli::command().try_get_matches_from(typed).unwrap_err();
        let said = in_our_words(&error).to_string();
        assert!(said.contains("there is no command"), "{said}");
        for first in ["`auditor audit .`", "`auditor serve`", "`auditor init`"] {
            assert!(said.contains(first), "{first}: {said}");
        }
    }
    let error = Cli::command()
        .try_get_matches_from(["auditor", "rubric"])
        .unwrap_err();
    let said = in_our_words(&error).to_string();
    assert!(!said.contains("auditor serve"), "{said}");
}

#[test]
fn a_rubric_without_a_name_is_a_mistake_and_not_a_choice() {
    let typed = ["auditor", "audit", ".", "--rubric", ""];
    let error = Cli::command().try_get_matches_from(typed).unwrap_err();
    let said = in_our_words(&error);
    assert_eq!(said.kind, crate::error::ErrorKind::Usage);
    assert!(said.what.contains("'--rubric <NAME|FILE>'"), "{said}");
}
