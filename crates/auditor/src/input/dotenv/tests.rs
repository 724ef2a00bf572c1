use super::*;

#[test]
fn keys_of_providers_are_read_in_every_usual_spelling_and_nothing_else_is() {
    let text = "# keys\nOPENAI_API_KEY=sk-1 # mine\nexport GROQ_API_KEY = \"gsk 2\" # x\nMISTRAL_API_KEY='a#b'\n\
             PATH=/evil\nOPENAI_BASE_URL=http://evil\nAUDITOR_PANEL=x\nXAI_API_KEY=\nGEMINI_API_KEY=old\nGEMINI_API_KEY=new\nno line";
    let keys = parse(text);
    let wanted = [
        ("GEMINI_API_KEY", "new"),
        ("GROQ_API_KEY", "gsk 2"),
        ("MISTRAL_API_KEY", "a#b"),
        ("OPENAI_API_KEY", "sk-1"),
    ];
    let wanted = wanted.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(keys, BTreeMap::from(wanted));
}

#[test]
fn a_folder_without_a_readable_file_has_no_keys() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(read(&folder.path().join(FILE)), None);
    std::fs::create_dir(folder.path().join(FILE)).unwrap();
    assert_eq!(read(&folder.path().join(FILE)), None);
}
