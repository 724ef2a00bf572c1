use super::*;
use std::fs;

fn crates() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = folders.filter(|path| path.join("Cargo.toml").is_file()).collect();
    found.sort();
    found
}

fn manifest(root: &Path) -> toml::Table {
    fs::read_to_string(root.join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap()
}

fn copy(from: &Path, to: &Path) {
    for entry in entries(from, from).unwrap() {
        let mut files = Vec::new();
        collect(from, &entry, &mut files).unwrap();
        for file in files {
            let target = to.join(file.strip_prefix(from).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::copy(&file, target).unwrap();
        }
    }
}

fn first_source(folder: &Path) -> PathBuf {
    folder.join(if folder.join("src/lib.rs").is_file() {
        "src/lib.rs"
    } else {
        "src/main.rs"
    })
}

#[test]
fn one_byte_of_any_crate_changes_its_digest() {
    for root in crates() {
        let place = tempfile::tempdir().unwrap();
        copy(&root, place.path());
        let before = of_folder(place.path()).unwrap();
        assert_eq!(before, of_folder(&root).unwrap(), "{}", root.display());
        let source = first_source(place.path());
        let mut bytes = fs::read(&source).unwrap();
        bytes[0] ^= 1;
        fs::write(&source, bytes).unwrap();
        assert_ne!(before, of_folder(place.path()).unwrap(), "{}", root.display());
    }
}

#[test]
fn a_file_that_moves_changes_the_digest() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("data")).unwrap();
    fs::write(place.path().join("data/a"), "same").unwrap();
    let before = of_folder(place.path()).unwrap();
    fs::rename(place.path().join("data/a"), place.path().join("data/b")).unwrap();
    assert_ne!(before, of_folder(place.path()).unwrap());
}

#[test]
fn tests_are_no_part_of_what_a_crate_does() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir_all(place.path().join("src")).unwrap();
    fs::write(place.path().join("src/lib.rs"), "").unwrap();
    let before = of_folder(place.path()).unwrap();
    fs::create_dir(place.path().join("tests")).unwrap();
    fs::write(place.path().join("tests/it.rs"), "").unwrap();
    assert_eq!(before, of_folder(place.path()).unwrap());
}

#[test]
fn every_crate_hands_its_digest_to_those_that_depend_on_it() {
    for root in crates() {
        let manifest = manifest(&root);
        let name = manifest["package"]["name"].as_str().unwrap();
        if name == "sources" {
            continue;
        }
        let links = manifest["package"].get("links").and_then(toml::Value::as_str);
        assert_eq!(links, Some(name), "{name}: `links` hands the digest on");
        let script = manifest["package"].get("build").and_then(toml::Value::as_str);
        let script = fs::read_to_string(root.join(script.unwrap_or("build.rs"))).unwrap_or_default();
        assert!(
            script.contains("sources::export()"),
            "{name}: the build script digests the sources"
        );
    }
}
