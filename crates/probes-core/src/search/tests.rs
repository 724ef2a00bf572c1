use super::*;
use crate::probe::Answer;
use court::evidence::Finding;

fn denied(files: &str, words: &[&str]) -> Answer {
    let subject = Subject::from_fixture(files);
    let search = Search::of_program(&subject)
        .looked_at([Place::File("main.py".to_owned())])
        .unless_called(subject.program(), words, |_, _| false);
    Answer::absent("nothing clones", search)
}

#[test]
fn what_was_followed_to_its_end_is_denied_with_the_places() {
    let answer = denied("//- main.py\nprint('hello')\n", &["clone"]);
    assert_eq!(answer.finding, Finding::Absent);
    assert_eq!(answer.proofs.len(), 1);
}

#[test]
fn what_could_be_it_by_its_name_is_an_open_end() {
    for line in [
        "fetch.git_clone(url)",
        "CloneRepo()(url)",
        "exec(code)",
        "importlib.import_module(name).run()",
    ] {
        let aside = "//- aside.py\nprint(2)\n";
        let answer = denied(&format!("//- main.py\nimport fetch\n{line}\n{aside}"), &["clone"]);
        let Finding::Unobserved { cause } = &answer.finding else {
            panic!("{line}: {answer:?}");
        };
        assert!(cause.contains("main.py:2"), "{cause}");
    }
}

#[test]
fn an_import_by_name_brings_in_nothing_where_all_files_are_read() {
    let answer = denied("//- main.py\nimportlib.import_module(name).run()\n", &["clone"]);
    assert_eq!(answer.finding, Finding::Absent);
}

#[test]
fn a_part_of_a_word_is_not_the_word() {
    let answer = denied("//- main.py\nimport fetch\nfetch.cyclone(url)\n", &["clone"]);
    assert_eq!(answer.finding, Finding::Absent);
}

#[test]
fn a_file_that_was_not_read_is_an_open_end() {
    let answer = denied(
        "//- main.py\nprint(1)\n//- unread:big.py\ntoo large\n",
        &["clone"],
    );
    assert!(matches!(answer.finding, Finding::Unobserved { .. }), "{answer:?}");
}

#[test]
fn of_a_graph_that_nothing_here_starts_nothing_is_denied() {
    let court = "//- flow/graph.py\nfrom langgraph.graph import StateGraph, START\ng = StateGraph(dict)\n\
                 g.add_node('a', print)\ng.add_edge(START, 'a')\napp = g.compile()\n";
    let beside = "//- main.py\nprint('hello')\nif __name__ == '__main__':\n    print(1)\n";
    let used = "//- README.md\n    python -c 'from flow.graph import app'\n";
    let started = "//- main.py\nfrom flow.graph import app\napp.invoke({})\n";
    let found = |files: &str| {
        let subject = Subject::from_fixture(files);
        Answer::absent("nothing clones", Search::of_program(&subject)).finding
    };
    let open = found(&format!("{beside}{court}{used}"));
    assert!(matches!(open, Finding::Unobserved { .. }), "{open:?}");
    assert_eq!(found(&format!("{court}{started}")), Finding::Absent);
}
