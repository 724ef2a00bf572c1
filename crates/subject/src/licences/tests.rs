use super::{is_below, of_others};
use crate::Snapshot;

const OWN: &str = "//- LICENSE\nMIT License\n\nCopyright (c) 2016 Ann Example and contributors\n";

fn others(more: &str) -> Vec<String> {
    let snapshot = Snapshot::from_fixture(&format!("{OWN}{more}"));
    of_others(&snapshot).into_iter().collect()
}

#[test]
fn a_folder_with_the_licence_of_another_holder_is_of_others() {
    let bundled = "//- include/own/bundled/fmt.license.rst\nCopyright (c) 2012 - present, Bob Other\n";
    assert_eq!(others(bundled), ["include/own/bundled"]);
    let folders = [String::from("include/own/bundled")].into();
    assert!(is_below(&folders, "include/own/bundled/core.h"));
    assert!(!is_below(&folders, "include/own/bundled.h"));
}

#[test]
fn a_licence_of_the_same_holder_of_nobody_or_of_a_package_says_nothing() {
    for more in [
        "//- sub/LICENSE\nCopyright (c) 2019-2020, Ann Example\n",
        "//- sub/COPYING\nCopyright (C) 2007 Free Software Foundation, Inc.\n",
        "//- sub/LICENSE\nCopyright [yyyy] [name of copyright owner]\n",
        "//- sub/LICENSE.txt\nthe above\ncopyright notice and this list\n",
        "//- sub/LICENSE\nCopyright (c) 2012 Bob Other\n//- sub/package.json\n{}\n",
        "//- sub/licenses_table.rs\n// Copyright (c) 2012 Bob Other\n",
    ] {
        assert_eq!(others(more), Vec::<String>::new(), "{more}");
    }
}

#[test]
fn without_a_licence_at_the_root_nothing_tells_whose_the_rest_is() {
    let snapshot = Snapshot::from_fixture("//- lib/LICENSE\nCopyright (c) 2012 Bob Other\n");
    assert!(of_others(&snapshot).is_empty());
}

#[test]
fn a_long_file_of_another_holder_is_a_library_of_others() {
    let line = "int f(void);\n";
    let file = |name: &str, holder: &str, lines: usize| {
        format!(
            "//- {name}\n// Copyright (c) 2021 {holder}\n{}",
            line.repeat(lines)
        )
    };
    let own = file("main.c", "Ann Example", 1_200);
    let library = file("floats.h", "Bob Other", 1_200);
    assert_eq!(others(&format!("{own}{library}")), ["floats.h"]);
    let gift = file("adapter.h", "Bob Other", 200);
    assert_eq!(others(&format!("{own}{gift}")), Vec::<String>::new());
    let main = "//- app.c\nint main(void) { return f(); }\n";
    assert_eq!(others(&format!("{library}{main}")), ["floats.h"]);
    // Where nothing else is there, it is the program.
    assert_eq!(others(&library), Vec::<String>::new());
    // Where shorter files are so too, the project names its people that way.
    assert_eq!(others(&format!("{library}{gift}")), Vec::<String>::new());
}
