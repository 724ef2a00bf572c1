use super::*;

#[test]
fn every_package_is_pinned_by_a_version_and_by_hashes() {
    let mut current = None;
    for line in LOCK.lines().filter(|line| !line.trim().is_empty()) {
        if line.starts_with(' ') {
            assert!(line.trim().starts_with("--hash=sha256:"), "{line}");
            current = None;
        } else {
            assert_eq!(current, None, "a package without a hash before {line}");
            assert!(line.contains("=="), "{line}");
            current = Some(line);
        }
    }
    assert_eq!(current, None);
}

#[test]
fn no_provider_of_models_is_among_the_packages() {
    for name in [
        "openai",
        "anthropic",
        "google",
        "groq",
        "ollama",
        "mistral",
        "cohere",
        "langchain-community",
    ] {
        assert!(!LOCK.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn a_lab_that_is_not_there_is_told_with_the_command_that_makes_one() {
    let data = tempfile::tempdir().unwrap();
    let problem = Lab::open(data.path()).unwrap_err();
    assert!(problem.what.contains("no lab"), "{problem}");
    assert!(problem.hint.contains("lab install"), "{problem}");
    assert_eq!(remove(data.path()), Ok(false));
}

#[test]
fn a_lab_of_another_version_is_told_and_can_be_removed() {
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(folder(data.path())).unwrap();
    let record = r#"{"format":1,"lock":"0","python":"python3","interpreter":{"version":[3,12,1],"prefix":"/usr","executable":"/usr/bin/python3","path":[]}}"#;
    fs::write(folder(data.path()).join(RECORD), record).unwrap();
    let problem = Lab::open(data.path()).unwrap_err();
    assert!(problem.what.contains("other packages"), "{problem}");
    assert_eq!(remove(data.path()), Ok(true));
}

#[test]
fn a_python_without_the_packages_is_told_by_the_first_that_it_lacks() {
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().to_path_buf();
    assert_eq!(lacking(&[&folder]), Some("langgraph"));
    for name in NEEDED {
        fs::create_dir(folder.join(name)).unwrap();
    }
    assert_eq!(lacking(&[&folder]), None);
    let problem = Lab::furnished(Path::new("/no/such/python")).unwrap_err();
    assert!(problem.what.contains("cannot be started"), "{problem}");
    assert!(problem.hint.contains("--experiment-python"), "{problem}");
}
