use super::{EMPTY_WORDS, RELEASE, is_release, tells};
use std::collections::BTreeSet;

#[test]
fn a_first_line_tells_by_a_word_that_says_what() {
    assert!(EMPTY_WORDS.is_sorted());
    for (subject, telling) in [
        ("Retry a clone that timed out", true),
        ("feat(judges): three personas", true),
        ("Add judges", true),
        ("修正した", true),
        ("増加した、file/avatarの処理", true),
        ("Added click.pause", true),
        ("add `execa.sync()` (#7)", true),
        ("Add scripts/publish", true),
        ("Rename Csv.php", true),
        ("Update README.md", false),
        ("Update corrections", false),
        ("Add files via upload", false),
        ("fix(parser): overflow", true),
        ("example: sapper", true),
        ("Bytes::unsplit", true),
        ("Create README.md", true),
        ("src/pan.c: fix some bugs", true),
        ("pan.py: update", false),
        ("Add CHANGES", true),
        ("add files", false),
        ("Change boil.c to fry.c", true),
        ("Update CHANGES, change version to 1.2+", true),
        ("Fix // -> /* */", true),
        ("changed files", false),
        ("chore: cleanup", false),
        ("update: readme", false),
        ("wip: sapper", false),
        ("fix: update", false),
        ("feat : update", false),
        ("Iter 13", false),
        ("Iter 15 Fix...", false),
        ("Fix step 3", false),
        ("Iter 15 remove the header", true),
        ("Fix iteration order", true),
        ("Support Python 3", true),
        ("Development (#6)", false),
        ("fix", false),
        ("WIP", false),
        ("src/main.py", false),
        ("changes 2", false),
        ("...", false),
        ("", false),
    ] {
        assert_eq!(tells(subject), telling, "{subject}");
    }
}

#[test]
fn the_name_of_the_project_and_a_version_are_a_release() {
    let names = BTreeSet::from(["pan".to_owned()]);
    for (subject, is_one) in [("pan 1.0.1", true), ("Pan v2.0-rc1", true), ("lid 1.0.1", false)] {
        assert_eq!(is_release(subject, &names), is_one, "{subject}");
    }
}

#[test]
fn a_release_is_known_by_its_number() {
    for (subject, is_one) in [
        ("1.2.3", true),
        ("v2.0.0-rc.1", true),
        ("Version 1.2.1", true),
        ("Bump version to 3.1.0", true),
        ("chore(release): 4.0.0", true),
        ("release: pinia@2.1.7", true),
        ("1.2.1 release", true),
        ("Update package.json version to 5.1.0", true),
        (
            "[maven-release-plugin] prepare for next development iteration",
            true,
        ),
        ("Publish v1.0.0-beta.3", true),
        ("Prepare for 0.4.23 (#612)", true),
        ("build: Node.js@4.3", true),
        ("tagged 0.2.0", true),
        ("Tag v1.2", true),
        ("cut 1.3.0", true),
        ("cut 1.3.0 out of the list", false),
        ("chore(release): 0.2.0 [notes](https://example.net)", true),
        ("Support Python 3.12", false),
        ("Fix the form of 1.2", false),
        ("wip", false),
    ] {
        assert_eq!(RELEASE.is_match(subject), is_one, "{subject}");
    }
}

#[test]
fn all_repeats_are_told_and_which_of_them_count() {
    let days = [
        "add more cases",
        "add more cases",
        "mend the lid",
        "read a pan",
        "stir",
        "Add more cases",
    ];
    let rows = days.iter().enumerate();
    let rows: String = rows
        .map(|(day, text)| format!("2024-01-0{}T10:00:00Z Ann | {text} | M a.py\n", day + 2))
        .collect();
    let fixture = format!("//- history\n2024-01-01T10:00:00Z Ann | Begin | A a.py\n{rows}");
    let answer = super::examine(&probes_core::Subject::from_fixture(&fixture));
    assert!(
        answer.rationale.contains(
            "; 2 in words that too many others have; 2 of all repeat an older line word for word; that counts where 20 % of the commits \
             have one line, or 2 % one of 2 words at most"
        ),
        "{}",
        answer.rationale
    );
}
