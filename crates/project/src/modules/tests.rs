use super::{Modules, Standing, Target};
use subject::Snapshot;

/// What the imports of a file mean, one a line.
fn meant(modules: &Modules, path: &str) -> Vec<String> {
    let links = modules.links_of(path).iter().filter(|link| link.line > 0);
    links
        .map(|link| {
            let target = match &link.target {
                Target::Files(files) => {
                    let mut paths: Vec<&str> = files.iter().map(|id| modules.path(*id)).collect();
                    paths.sort_unstable();
                    paths.join(" + ")
                }
                Target::External(name) => format!("package {name}"),
                Target::Standard => "standard".to_owned(),
                Target::Unresolved => "?".to_owned(),
            };
            format!("{} = {target}", link.what)
        })
        .collect()
}

fn standing<'m>(modules: &'m Modules, path: &str) -> &'m Standing {
    &modules.standing[&modules.id(path).unwrap()]
}

fn circles(modules: &Modules) -> Vec<String> {
    let told = modules.cycles.iter().map(|cycle| {
        let names: Vec<&str> = cycle.edges.iter().map(|edge| modules.path(edge.from)).collect();
        names.join(" ")
    });
    told.collect()
}

#[test]
fn imports_of_python_mean_files_by_source_roots_folders_and_packages() {
    let snapshot = Snapshot::from_fixture(
        "//- pyproject.toml\n[project]\nname = \"shop\"\n[project.scripts]\nshop = \"shop.cli:main\"\n\
         //- src/shop/__init__.py\n\
         //- src/shop/cli.py\nimport os.path\nimport requests.adapters\nfrom . import stock\nfrom .prices import total\n\
         from shop.stock import count\nfrom shop import missing_name\nimport nowhere.at_all\nfrom ...too import far\n\
         //- src/shop/stock.py\ncount = 1\n\
         //- src/shop/prices/__init__.py\ntotal = 1\n\
         //- src/shop/unused.py\ndef f():\n    return g(1)\n\
         //- src/shop/_made.py\nimport requests\n",
    );
    let modules = &linked(&snapshot);
    assert_eq!(
        meant(modules, "src/shop/cli.py"),
        [
            "os.path = standard",
            "requests.adapters = package requests",
            ". = src/shop/stock.py",
            ".prices = src/shop/prices/__init__.py",
            "shop.stock = src/shop/stock.py",
            "shop = src/shop/__init__.py",
            "nowhere.at_all = package nowhere",
            "...too = ?",
        ]
    );
    assert_eq!(
        *standing(modules, "src/shop/prices/__init__.py"),
        Standing::Reached
    );
    assert_eq!(*standing(modules, "src/shop/unused.py"), Standing::Dead);
}

#[test]
fn circles_of_python_are_those_of_loading() {
    let snapshot = Snapshot::from_fixture(
        "//- p/__init__.py\nfrom .a import x\n\
         //- p/a.py\nfrom .b import y\n\
         //- p/b.py\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import x\ndef f():\n    from .a import x\ndef g():\n    try:\n        from .a import x\n    except ImportError:\n        pass\n\
         //- q/a.py\nfrom q import b\n\
         //- q/b.py\nimport q.a\n",
    );
    assert_eq!(circles(&linked(&snapshot)), ["q/a.py q/b.py"]);
}

#[test]
fn imports_of_scripts_mean_files_by_endings_indices_aliases_and_workspaces() {
    let snapshot = Snapshot::from_fixture(
        "//- package.json\n{\"private\": true, \"workspaces\": [\"packages/*\"]}\n\
         //- packages/ui/package.json\n{\"name\": \"@x/ui\", \"exports\": {\".\": \"./dist/index.js\", \"./*\": \"./dist/*.js\"}}\n\
         //- packages/ui/src/index.ts\nexport const a = 1;\n\
         //- packages/ui/src/button.tsx\nexport const b = 1;\n\
         //- app/package.json\n{\"name\": \"app\", \"private\": true, \"scripts\": {\"start\": \"node src/start.js\"}}\n\
         //- app/tsconfig.json\n{\"compilerOptions\": {\"baseUrl\": \".\", /* here */ \"paths\": {\"@/*\": [\"src/*\"]},}}\n\
         //- app/src/start.ts\nimport fs from \"node:fs\";\nimport a from \"@x/ui\";\nimport b from \"@x/ui/button\";\n\
         import c from \"./views\";\nimport d from \"./made.js\";\nimport e from \"@/deep/x\";\nimport f from \"lodash/map\";\n\
         import g from \"@s/p/q\";\nimport h from \"./gone\";\nimport \"./style.css\";\nimport i from \"~/x\";\n\
         //- app/src/style.css\nb {}\n\
         //- app/src/views/index.tsx\nexport const c = 1;\n\
         //- app/src/made.ts\nexport const d = 1;\n\
         //- app/src/deep/x.ts\nexport const e = 1;\n\
         //- app/src/old/left.ts\nexport const z = 1;\n",
    );
    let modules = &linked(&snapshot);
    assert_eq!(
        meant(modules, "app/src/start.ts"),
        [
            "node:fs = standard",
            "@x/ui = packages/ui/src/index.ts",
            "@x/ui/button = packages/ui/src/button.tsx",
            "./views = app/src/views/index.tsx",
            "./made.js = app/src/made.ts",
            "@/deep/x = app/src/deep/x.ts",
            "lodash/map = package lodash",
            "@s/p/q = package @s/p",
            "./gone = ?",
            "./style.css = ",
            "~/x = ?",
        ]
    );
    assert_eq!(*standing(modules, "app/src/made.ts"), Standing::Reached);
    assert_eq!(*standing(modules, "app/src/old/left.ts"), Standing::Dead);
}

#[test]
fn paths_of_rust_mean_files_by_the_tree_of_modules() {
    let snapshot = Snapshot::from_fixture(
        "//- Cargo.toml\n[workspace]\nmembers = [\"a\", \"b-c\"]\n\
         //- a/Cargo.toml\n[package]\nname = \"a\"\n[dependencies]\nb-c = { path = \"../b-c\" }\nserde_json = \"1\"\n\
         old = { package = \"new-name\", version = \"1\" }\n\
         //- a/src/main.rs\nmod one;\nuse b_c::inner::Thing;\nuse serde_json::Value;\nuse old::X;\nuse std::fmt;\nuse who::knows;\nfn main() {}\n\
         //- a/src/one.rs\nmod two;\nuse crate::one::two::f;\nuse super::one;\n\
         //- a/src/one/two.rs\npub fn f() {}\n\
         //- a/src/lost.rs\npub fn g() {}\n\
         //- b-c/Cargo.toml\n[package]\nname = \"b-c\"\n\
         //- b-c/src/lib.rs\npub mod inner;\n\
         //- b-c/src/inner/mod.rs\npub struct Thing;\n",
    );
    let modules = &linked(&snapshot);
    assert_eq!(
        meant(modules, "a/src/main.rs"),
        [
            "one = a/src/one.rs",
            "b_c::inner::Thing = b-c/src/inner/mod.rs",
            "serde_json::Value = package serde_json",
            "old::X = package new-name",
            "std::fmt = standard",
            "who::knows = ?",
        ]
    );
    assert_eq!(
        meant(modules, "a/src/one.rs"),
        [
            "two = a/src/one/two.rs",
            "crate::one::two::f = a/src/one/two.rs",
            "super::one = a/src/one.rs"
        ]
    );
    assert_eq!(*standing(modules, "a/src/one/two.rs"), Standing::Reached);
    assert_eq!(*standing(modules, "a/src/lost.rs"), Standing::Dead);
}

#[test]
fn imports_of_go_mean_folders_below_the_module() {
    let snapshot = Snapshot::from_fixture(
        "//- go.mod\nmodule example.com/x\n\nrequire (\n\tgithub.com/a/b/v2 v2.1.0\n)\n\
         //- main.go\npackage main\n\nimport (\n\t\"fmt\"\n\t\"example.com/x/internal/used\"\n\t\"github.com/a/b/v2/sub\"\n\t\"golang.org/x/sys/unix\"\n)\n\nfunc main() { used.F(); fmt.Println(sub.X, unix.Y) }\n\
         //- internal/used/a.go\npackage used\n\nfunc F() {}\n\
         //- internal/used/b.go\npackage used\n\nfunc G() {}\n\
         //- internal/used/a_test.go\npackage used\n\
         //- internal/idle/a.go\npackage idle\n\nfunc F() {}\n",
    );
    let modules = &linked(&snapshot);
    assert_eq!(
        meant(modules, "main.go"),
        [
            "fmt = standard",
            "example.com/x/internal/used = internal/used/a.go + internal/used/b.go",
            "github.com/a/b/v2/sub = package github.com/a/b/v2",
            "golang.org/x/sys/unix = package golang.org/x/sys",
        ]
    );
    assert_eq!(*standing(modules, "internal/used/b.go"), Standing::Reached);
    assert_eq!(*standing(modules, "internal/idle/a.go"), Standing::Dead);
}

#[test]
fn imports_of_java_mean_types_by_the_packages_that_files_declare() {
    let snapshot = Snapshot::from_fixture(
        "//- pom.xml\n<project><artifactId>x</artifactId></project>\n\
         //- src/main/java/com/x/Main.java\npackage com.x;\n\nimport com.x.util.Text;\nimport com.x.util.*;\nimport static com.x.util.Text.trim;\nimport java.util.List;\nimport org.junit.Test;\nimport com.x.util.Gone;\n\nclass Main { public static void main(String[] a) { new Near(); } }\n\
         //- src/main/java/com/x/Near.java\npackage com.x;\nclass Near {}\n\
         //- src/main/java/com/x/util/Text.java\npackage com.x.util;\npublic class Text { static String trim() { return null; } }\n\
         //- src/main/java/com/x/Forgotten.java\npackage com.x;\nclass Forgotten { int x() { return y(); } }\n",
    );
    let modules = &linked(&snapshot);
    let text = "src/main/java/com/x/util/Text.java";
    let found = meant(modules, "src/main/java/com/x/Main.java");
    let targets: Vec<&str> = found.iter().filter_map(|one| one.split(" = ").nth(1)).collect();
    assert_eq!(targets, [text, text, text, "standard", "package org.junit", "?"]);
    assert_eq!(
        *standing(modules, "src/main/java/com/x/Near.java"),
        Standing::Reached
    );
    assert_eq!(
        *standing(modules, "src/main/java/com/x/Forgotten.java"),
        Standing::Dead
    );
}

#[test]
fn includes_of_c_mean_files_beside_or_by_the_end_of_their_paths() {
    let snapshot = Snapshot::from_fixture(
        "//- Makefile\nall: main.o\n\
         //- src/main.c\n#include <stdio.h>\n#include \"near.h\"\n#include \"lib/far.h\"\n#include <zmq.h>\n#include \"made.h\"\n#include \"two.h\"\nint main(void) { return 0; }\n\
         //- src/near.h\n#include \"near2.h\"\n\
         //- src/near2.h\n#include \"near.h\"\n\
         //- src/idle.h\nint f(void);\n\
         //- include/lib/far.h\nint g(void);\n\
         //- a/two.h\n\n//- b/two.h\n\n",
    );
    let modules = &linked(&snapshot);
    let found = meant(modules, "src/main.c");
    let targets: Vec<&str> = found.iter().filter_map(|one| one.split(" = ").nth(1)).collect();
    assert_eq!(
        targets,
        [
            "standard",
            "src/near.h",
            "include/lib/far.h",
            "package zmq.h",
            "?",
            "?"
        ]
    );
    assert_eq!(circles(modules), Vec::<String>::new());
    assert_eq!(*standing(modules, "src/idle.h"), Standing::Dead);
}

#[test]
fn requires_of_ruby_mean_files_beside_or_on_the_load_path() {
    let snapshot = Snapshot::from_fixture(
        "//- g.gemspec\nGem::Specification.new { |s| s.name = 'g' }\n\
         //- lib/g.rb\nrequire 'json'\nrequire 'g/one'\nrequire_relative 'g/two'\nrequire 'rack/utils'\n\
         //- lib/g/one.rb\nmodule G; end\n\
         //- lib/g/two.rb\nmodule G; end\n",
    );
    let found = meant(&linked(&snapshot), "lib/g.rb");
    let targets: Vec<&str> = found.iter().filter_map(|one| one.split(" = ").nth(1)).collect();
    assert_eq!(
        targets,
        ["standard", "lib/g/one.rb", "lib/g/two.rb", "package rack"]
    );
}

fn linked(snapshot: &Snapshot) -> Modules {
    Modules::of(
        snapshot,
        &crate::census::Census::of(snapshot),
        &python::program::Program::new(snapshot),
    )
}

#[test]
fn files_that_ruby_only_lists_are_not_loaded() {
    let fixture = |more: &str| {
        format!(
            "//- lib/main.rb\nrequire_relative 'shown'\nif __FILE__ == $0\n  show\nend\n\
             //- lib/shown.rb\ndef show\n  Dir.glob('saves/*')\n  game.load(choice)\nend\n\
             //- lib/left.rb\ndef left\n  1\nend\n{more}"
        )
    };
    let of = |text: &str| standing(&linked(&Snapshot::from_fixture(text)), "lib/left.rb").clone();
    assert_eq!(of(&fixture("")), Standing::Dead);
    let loads = fixture("//- lib/more.rb\nDir['lib/*.rb'].each { |file| require file }\n");
    assert!(matches!(of(&loads), Standing::Uncertain(_)));
    for (text, is_one) in [
        ("require file", true),
        ("files.each(&method(:require))", true),
        ("load \"#{name}.rb\"", true),
        ("Kernel.load(name)", true),
        ("require 'json'", false),
        ("YAML.load text", false),
        ("def load(name)", false),
        ("requires = 1", false),
        ("load = 1", false),
    ] {
        assert_eq!(super::ruby::loads_by_value(text), is_one, "{text}");
    }
}

#[test]
fn a_script_of_ruby_is_started_and_what_else_works_may_be() {
    let snapshot = Snapshot::from_fixture(
        "//- lib/main.rb\nrequire_relative 'game'\nGame.new.start\n//- lib/game.rb\nclass Game\n  def start\n  end\nend\n\
         //- lib/second.rb\nclass Second\nend\nSecond.new.start\n//- lib/left.rb\nclass Left\n  Pan.new\nend\n",
    );
    let modules = linked(&snapshot);
    for path in ["lib/main.rb", "lib/game.rb"] {
        assert_eq!(*standing(&modules, path), Standing::Reached, "{path}");
    }
    assert!(matches!(
        standing(&modules, "lib/second.rb"),
        Standing::Uncertain(_)
    ));
    assert_eq!(*standing(&modules, "lib/left.rb"), Standing::Dead);
}

#[test]
fn a_manifest_of_python_offers_what_lies_where_it_finds_packages() {
    let snapshot = Snapshot::from_fixture(
        "//- pyproject.toml\n[project]\nname = \"shop\"\nclassifiers = []\n[project.scripts]\nshop = \"shop.cli:main\"\n\
         [tool.setuptools.packages.find]\nwhere = [\"src\"]\n//- src/shop/__init__.py\n//- src/shop/cli.py\ndef main():\n    pass\n\
         //- src/shop/open.py\ndef f():\n    pass\n//- docs_of.py\ndef f():\n    pass\n",
    );
    let modules = linked(&snapshot);
    assert!(
        matches!(standing(&modules, "src/shop/open.py"), Standing::Uncertain(why) if why.contains("offers"))
    );
    assert_eq!(*standing(&modules, "docs_of.py"), Standing::Dead);
}

#[test]
fn tools_of_scripts_start_files_by_their_places() {
    let snapshot = Snapshot::from_fixture(
        "//- web/package.json\n{\"private\": true, \"scripts\": {\"start\": \"PORT=1 react-app-rewired start\"}}\n\
         //- web/config-overrides.js\nmodule.exports = 1;\n//- web/src/index.tsx\nimport './app';\n\
         //- web/src/app.tsx\nexport const a = 1;\n//- web/src/left.tsx\nexport const b = 1;\n\
         //- web/src/old/index.tsx\nexport const b = 1;\n",
    );
    let modules = linked(&snapshot);
    for path in ["web/config-overrides.js", "web/src/index.tsx", "web/src/app.tsx"] {
        assert_eq!(*standing(&modules, path), Standing::Reached, "{path}");
    }
    for path in ["web/src/left.tsx", "web/src/old/index.tsx"] {
        assert_eq!(*standing(&modules, path), Standing::Dead, "{path}");
    }
}

#[test]
fn a_name_in_other_capitals_may_still_be_that_file() {
    let snapshot = Snapshot::from_fixture(
        "//- package.json\n{\"private\": true, \"scripts\": {\"start\": \"node src/index.js\"}}\n\
         //- src/index.js\nimport b from './Board';\nexport default b;\n\
         //- src/board.js\nexport default 1;\n//- src/left.js\nexport default 2;\n",
    );
    let modules = linked(&snapshot);
    assert!(matches!(
        standing(&modules, "src/board.js"),
        Standing::Uncertain(_)
    ));
    assert_eq!(*standing(&modules, "src/left.js"), Standing::Dead);
}
