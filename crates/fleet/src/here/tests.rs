use super::*;

#[test]
fn what_the_user_says_of_jobs_counts_and_stands_there_once() {
    let told = |arguments: &[&str]| {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let task = Task {
            arguments: &arguments,
            place: None,
            out: Path::new("out"),
            data: Path::new("data"),
            jobs: 1,
            limit: Duration::from_secs(1),
        };
        let words = words(&task);
        words
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(told(&["a/b"]), "audit --out out --jobs 1 a/b");
    assert_eq!(told(&["a/b", "--jobs", "2"]), "audit --out out a/b --jobs 2");
    assert_eq!(told(&["a/b", "--jobs=2"]), "audit --out out a/b --jobs=2");
}
