use super::*;

fn csv(text: &str) -> Listing {
    finished(parse(text, None).unwrap()).unwrap()
}

fn ids(listing: &Listing) -> Vec<&str> {
    listing.entries.iter().map(|entry| entry.id.as_str()).collect()
}

#[test]
fn a_table_keeps_the_columns_that_it_does_not_know() {
    let listing =
        csv("id,name,repository,section,report,rev\ns1,Ada,o/r,B,r.pdf,main\ns2,\"Li, Bo\",o/q,,,\n");
    let first = &listing.entries[0];
    assert_eq!(
        (first.name.as_deref(), first.repository.as_str()),
        (Some("Ada"), "o/r")
    );
    assert_eq!(
        (first.report.as_deref(), first.rev.as_deref()),
        (Some("r.pdf"), Some("main"))
    );
    assert_eq!(first.others, [("section".to_owned(), "B".to_owned())]);
    assert_eq!(listing.entries[1].name.as_deref(), Some("Li, Bo"));
    assert_eq!(listing.entries[1].report, None);
}

#[test]
fn other_separators_marks_of_byte_order_and_lines_within_cells_are_read() {
    let listing = csv("Student ID;Repo URL;note\n7;https://h.org/a/b;\"two\nlines\"\n");
    assert_eq!(listing.entries[0].repository, "https://h.org/a/b");
    assert_eq!(listing.entries[0].others[0].1, "two lines");
    assert_eq!(csv("id\trepository\n1\ta/b\n").entries[0].repository, "a/b");
}

#[test]
fn the_grades_of_a_classroom_name_repositories() {
    let listing = csv(
        "assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,student_repository_name,student_repository_url,submission_timestamp,points_awarded,points_available\n\
         w2,https://classroom.github.com/x,https://github.com/c/s,ada,s-1,w2-ada,https://github.com/c/w2-ada,2026-01-01,0,10\n",
    );
    assert_eq!(listing.form, "the grades of a GitHub Classroom");
    assert_eq!(listing.entries[0].id, "s-1");
    assert_eq!(listing.entries[0].repository, "https://github.com/c/w2-ada");
}

#[test]
fn the_roster_of_a_classroom_needs_a_pattern() {
    let text = "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"s-1\",\"ada\",\"5\",\"\"\n\"s-2\",\"\",\"\",\"\"\n";
    assert!(parse(text, None).err().unwrap().fix.contains("--repository"));
    let listing = parse(text, Some("https://github.com/c/w2-{github_username}")).unwrap();
    assert_eq!(listing.form, "the roster of a GitHub Classroom");
    assert_eq!(listing.entries[0].repository, "https://github.com/c/w2-ada");
    assert_eq!(
        listing.entries[1].repository, "",
        "who has no account has handed nothing in"
    );
    assert!(
        parse(text, Some("x-{login}"))
            .err()
            .unwrap()
            .what
            .contains("`login`")
    );
}

#[test]
fn the_projects_of_a_group_are_read_page_by_page() {
    let page = |name: &str, empty: bool| {
        format!(
            r#"[{{"id":4,"name":"N","path_with_namespace":"g/{name}","http_url_to_repo":"https://gitlab.com/g/{name}.git","empty_repo":{empty}}}]"#
        )
    };
    let listing = csv(&format!("{}\n{}", page("a", false), page("b", true)));
    assert_eq!(ids(&listing), ["g/a", "g/b"]);
    assert_eq!(listing.entries[1].repository, "");
    assert!(parse("[{\"name\":1}]", None).is_err());
    assert!(parse("{", None).is_err());
}

#[test]
fn addresses_of_the_same_name_are_told_apart_by_their_owners() {
    let listing = csv("# the class\nada/work\nhttps://github.com/bo/work.git\ncy/other\n\n");
    assert_eq!(ids(&listing), ["ada-work", "bo-work", "other"]);
}

#[test]
fn the_same_id_twice_is_an_error_that_says_where() {
    let listing = parse("id,repository\na,x/y\nb,x/y\na,x/z\n", None).unwrap();
    let error = finished(listing).err().unwrap();
    assert_eq!(error.what, "submissions 1 and 3 of the list have the same id `a`");
}

#[test]
fn no_two_ids_share_a_folder_and_no_folder_leads_elsewhere() {
    let hostile = [
        "a",
        "A",
        "../x",
        "..",
        ".",
        "/etc",
        "x/y",
        "x-y",
        "cohort.json",
        "con",
        "é",
        "",
        " ",
        "a\\b",
        "a.",
        "q-0123abcd",
    ];
    let mut entries: Vec<Entry> = hostile
        .iter()
        .map(|id| Entry {
            id: (*id).to_owned(),
            ..Entry::default()
        })
        .collect();
    entries.push(Entry {
        id: "x".repeat(500),
        ..Entry::default()
    });
    names::give_folders(&mut entries);
    let mut folders: Vec<String> = entries.iter().map(|entry| entry.folder.to_lowercase()).collect();
    for folder in &folders {
        assert!(
            folder.len() <= 64 && folder.starts_with(|c: char| c.is_ascii_alphanumeric()),
            "{folder}"
        );
        assert!(
            folder
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)),
            "{folder}"
        );
        assert!(
            !folder.starts_with("cohort") && !folder.ends_with('.') && folder != "con",
            "{folder}"
        );
    }
    folders.sort();
    folders.dedup();
    assert_eq!(folders.len(), entries.len());
}

#[test]
fn an_empty_list_is_an_error() {
    assert!(finished(parse("# nobody\n", None).unwrap()).is_err());
    assert!(finished(parse("id,repository\n", None).unwrap()).is_err());
}

#[test]
fn who_handed_nothing_in_stays_in_the_list() {
    let listing = csv("id,repository\na,x/y\nb,\n");
    assert_eq!(ids(&listing), ["a", "b"]);
    assert_eq!(listing.entries[1].repository, "");
}
