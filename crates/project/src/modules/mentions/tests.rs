use super::{pairs, parts, tokens};

#[test]
fn a_file_is_mentioned_by_its_folder_and_stem_or_by_its_name() {
    let means = |text: &str, path: &str| {
        let wanted = pairs(path);
        tokens(text).any(|token| {
            parts(token)
                .windows(2)
                .any(|two| wanted.contains(&(two[0], two[1])))
        })
    };
    let cases = [
        ("load(\"./views/home\")", "src/views/home.ts", true),
        ("home()", "src/views/home.ts", false),
        ("self.home", "src/views/home.py", false),
        ("'app.views.home'", "app/views/home.py", true),
        ("uvicorn views.home:app", "app/views/home.py", true),
        ("see home.py.", "app/views/home.py", true),
        ("OBJ = home.o", "src/home.c", true),
        ("import('./views')", "src/views/index.ts", true),
        ("index.ts", "src/views/index.ts", false),
    ];
    for (text, path, expected) in cases {
        assert_eq!(means(text, path), expected, "{text} {path}");
    }
}
