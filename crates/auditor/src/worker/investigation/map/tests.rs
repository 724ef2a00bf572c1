use super::{FILES_MIN, of};
use probes::Subject;
use subject::{File, Snapshot};

fn subject(files: usize) -> Subject {
    let mut snapshot = Snapshot::default();
    let mut put = |path: String, text: &str| {
        let bytes = text.as_bytes().to_vec();
        snapshot.files.insert(path, File { bytes });
    };
    for at in 0..files {
        put(format!("services/s{at:03}/lib.py"), "x = 1\n");
    }
    put(
        "web/package.json".to_owned(),
        "{\"name\": \"shop\", \"bin\": {\"shop\": \"cli.js\"}}\n",
    );
    put("run/__main__.py".to_owned(), "print('on')\n");
    snapshot.into()
}

#[test]
fn projects_and_where_running_begins_are_named_of_a_large_repository_only() {
    let told = of(&subject(FILES_MIN)).join("\n");
    for part in [
        "projects: web/package.json (shop)",
        "running begins at: shop (web/package.json:1)",
        "run/__main__.py",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(of(&subject(10)).is_empty());
}
