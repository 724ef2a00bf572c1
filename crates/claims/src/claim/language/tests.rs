use super::*;
use documents::document::read;

const LIST: &str =
    "- Fast HTTP routing\n- Zero dependencies\n- Typed configuration\n- Automatic retries\n- Rate limiting\n";

fn english(text: &str) -> bool {
    is_english(&Passages::of(&read("README.md", text.as_bytes())))
}

#[test]
fn a_list_is_english_where_nothing_shows_another_language() {
    assert!(english(&LIST.repeat(5)));
    assert!(english(&format!("{}Thanks to José.\n", LIST.repeat(6))));
}

#[test]
fn running_text_and_lists_of_other_languages_are_not_english() {
    for line in [
        "Das Programm liest Dateien und schreibt sie mit neuen Namen auf die Platte.\n",
        "Le programme lit les fichiers dans un dossier pour vous.\n",
        "- Schnelle Abfragen\n- Verschlüsselte Ablage\n",
        "- 高速路由\n- 自动重试\n- 类型检查 http api\n",
        "- Быстрая работа\n- Без зависимостей\n",
    ] {
        assert!(!english(&line.repeat(12)), "{line}");
    }
}

#[test]
fn too_few_words_tell_no_language() {
    assert!(english("Das ist ein Programm.\n"));
}
