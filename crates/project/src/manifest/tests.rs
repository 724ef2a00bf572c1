use super::{Format, Manifests};
use proptest::prelude::*;
use subject::Snapshot;

fn rows(fixture: &str, path: &str) -> Vec<String> {
    let manifests = Manifests::of(&Snapshot::from_fixture(fixture));
    assert_eq!(manifests.unread, []);
    let manifest = manifests.at(path).expect("the fixture has it");
    let gaps = manifest
        .gaps
        .iter()
        .map(|gap| format!("{} ? {}", gap.line, gap.what));
    manifest
        .dependencies
        .iter()
        .map(ToString::to_string)
        .chain(gaps)
        .collect()
}

#[test]
fn cargo_members_inherit_from_their_workspace_and_are_locked_by_its_lock() {
    let fixture = r#"//- Cargo.toml
[workspace.dependencies]
serde = "1"
own = { path = "own" }
//- Cargo.lock
[[package]]
name = "serde"
version = "1.0.0"
//- a/Cargo.toml
[package]
name = "a"

[dependencies]
serde.workspace = true
own.workspace = true
open = { version = ">=1", optional = true }
short = { package = "long-name", git = "https://x/y", rev = "abc" }

[target.'cfg(unix)'.dev-dependencies]
nix = "=0.29.0"
"#;
    assert_eq!(
        rows(fixture, "a/Cargo.toml"),
        [
            "5 serde Runtime Registry Locked `1`",
            "6 own Runtime Path Exact",
            "7 open Optional Registry Floor `>=1`",
            "8 long-name Runtime Git { is_fixed: true } Exact as short",
            "11 nix Dev Registry Exact `=0.29.0`",
        ]
    );
}

#[test]
fn python_projects_of_every_builder_list_what_they_need() {
    let fixture = r#"//- pyproject.toml
[project]
name = "a"
dependencies = [
  "click>=8,<9", # why
  "PyYAML",
  "here @ git+https://x/here@v1.0",
]
[project.optional-dependencies]
fast = ["orjson~=3.0; python_version > '3.8'"]
[dependency-groups]
dev = ["pytest==8.0", {include-group = "lint"}]
lint = ["ruff"]
[tool.poetry.dependencies]
python = "^3.10"
httpx = "^0.27"
mine = { path = "../mine" }
[tool.poetry.group.docs.dependencies]
sphinx = "*"
"#;
    assert_eq!(
        rows(fixture, "pyproject.toml"),
        [
            "4 click Runtime Registry Range `>=8,<9`",
            "5 PyYAML Runtime Registry Any",
            "6 here Runtime Git { is_fixed: true } Exact `git+https://x/here@v1.0`",
            "9 orjson Optional Registry Range `~=3.0`",
            "11 pytest Dev Registry Exact `==8.0`",
            "12 ruff Dev Registry Any",
            "15 httpx Runtime Registry Range `^0.27`",
            "16 mine Runtime Path Exact",
            "18 sphinx Dev Registry Any `*`",
        ]
    );
}

#[test]
fn requirements_follow_their_files_and_setup_says_what_it_works_out() {
    let fixture = r#"//- requirements.txt
-r base.txt
flask==3.0 \
    --hash=sha256:00
-e git+https://x/y.git@main#egg=thing
//- base.txt
//- requirements/base.txt
django>=4
//- setup.py
from setuptools import setup
NEEDS = ["attrs", "six>=1"]
setup(name="a", install_requires=NEEDS, extras_require={"x": ["y"]}, tests_require=read())
//- setup.cfg
[options]
install_requires =
    requests >= 2, < 3
    numpy
[options.extras_require]
all = pandas
"#;
    assert_eq!(
        rows(fixture, "requirements.txt"),
        [
            "2 flask Runtime Registry Exact `==3.0`",
            "4 thing Runtime Git { is_fixed: false } Any `git+https://x/y.git@main#egg=thing`"
        ]
    );
    assert_eq!(
        rows(fixture, "setup.py"),
        [
            "2 attrs Runtime Registry Any",
            "2 six Runtime Registry Floor `>=1`",
            "3 y Optional Registry Any",
            "3 ? a list of packages that `setup.py` works out when it runs",
        ]
    );
    assert_eq!(
        rows(fixture, "setup.cfg"),
        [
            "3 requests Runtime Registry Range `>= 2, < 3`",
            "4 numpy Runtime Registry Any",
            "6 pandas Optional Registry Any",
        ]
    );
}

#[test]
fn node_go_and_ruby_say_how_far_each_may_drift() {
    let fixture = r#"//- package.json
{
  "dependencies": {
    "a": "^1.2.3", "b": "1.2.3", "c": "*", "d": ">=1", "e": "workspace:*",
    "f": "npm:@x/y@~2.0.0", "g": "user/repo#main", "h": "catalog:"
  },
  "peerDependencies": {"react": ">=17"}
}
//- pnpm-workspace.yaml
catalog:
  h: ^3.0.0
//- go.mod
module x.y/z

require (
	a.b/c v1.0.0
	d.e/f v1.0.0 // indirect
)
//- Gemfile
gemspec
gem 'rack', '~> 3.0', group: :test
group :development do
  gem "pry"
end
gem 'puma', '>= 5'
gem 'x', github: 'a/b'
//- a.gemspec
Gem::Specification.new do |s|
  s.add_dependency 'tilt', '~> 2.0'
end
"#;
    assert_eq!(
        rows(fixture, "package.json"),
        [
            "3 a Runtime Registry Range `^1.2.3`",
            "3 b Runtime Registry Exact `1.2.3`",
            "3 c Runtime Registry Any `*`",
            "3 d Runtime Registry Floor `>=1`",
            "3 e Runtime Workspace Exact `workspace:*`",
            "4 @x/y Runtime Registry Range `npm:@x/y@~2.0.0` as f",
            "4 g Runtime Git { is_fixed: false } Any `user/repo#main`",
            "4 h Runtime Registry Range `^3.0.0`",
            "6 react Peer Registry Floor `>=17`",
        ]
    );
    assert_eq!(
        rows(fixture, "go.mod"),
        ["4 a.b/c Runtime Registry Exact `v1.0.0`"]
    );
    assert_eq!(
        rows(fixture, "Gemfile"),
        [
            "2 rack Dev Registry Range `~> 3.0`",
            "4 pry Dev Registry Any",
            "6 puma Dev Registry Floor `>= 5`",
            "7 x Dev Git { is_fixed: false } Any",
            "1 tilt Runtime Registry Range `~> 2.0`",
        ]
    );
}

#[test]
fn a_module_of_go_that_a_folder_replaces_is_of_the_tree_wherever_the_line_stands() {
    let fixture = "//- go.mod\nmodule x.y/z\nreplace a.b/c => ../\nrequire a.b/c v1.0.0\nrequire d.e/f v1.0.0\n\
                   replace (\n\td.e/f v1.0.0 => ./f\n)\n";
    assert_eq!(
        rows(fixture, "go.mod"),
        [
            "3 a.b/c Runtime Path Exact `v1.0.0`",
            "4 d.e/f Runtime Path Exact `v1.0.0`"
        ]
    );
}

#[test]
fn builds_of_java_and_c_name_their_packages() {
    let fixture = r#"//- pom.xml
<project>
  <properties><v>1.2</v></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>g</groupId><artifactId>m</artifactId><version>[1,2)</version></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>m</artifactId><scope>test</scope></dependency>
  </dependencies>
</project>
//- build.gradle.kts
dependencies {
    implementation("g:a:1.+")
    testImplementation(libs.junit.core)
    implementation(project(":x"))
    api(something)
}
//- gradle/libs.versions.toml
[versions]
j = "5.0"
[libraries]
junit-core = { module = "org.junit:core", version.ref = "j" }
//- CMakeLists.txt
project(x VERSION 1.0)
find_package(ZLIB 1.2 REQUIRED)
# find_package(Nothing)
FetchContent_Declare(fmt
  GIT_REPOSITORY https://x/fmt
  GIT_TAG main)
//- conanfile.txt
[requires]
boost/1.80
"#;
    assert_eq!(
        rows(fixture, "pom.xml"),
        [
            "7 g:a Runtime Registry Exact `1.2`",
            "8 g:m Dev Registry Range `[1,2)`"
        ]
    );
    assert_eq!(
        rows(fixture, "build.gradle.kts"),
        [
            "2 g:a Runtime Registry Range `1.+`",
            "3 org.junit:core Dev Registry Exact `5.0`",
            "4 :x Runtime Workspace Exact",
            "5 ? the dependency `(something)`",
        ]
    );
    assert_eq!(
        rows(fixture, "CMakeLists.txt"),
        [
            "2 ZLIB Runtime Registry Floor `1.2`",
            "4 fmt Runtime Git { is_fixed: false } Any `main`",
        ]
    );
    assert_eq!(
        rows(fixture, "conanfile.txt"),
        ["2 boost Runtime Registry Exact `1.80`"]
    );
}

#[test]
fn lock_files_of_every_kind_name_their_packages() {
    let cases = [
        (
            "package-lock.json",
            r#"{"packages": {"": {}, "node_modules/@a/b": {}}}"#,
            "@a/b",
        ),
        (
            "yarn.lock",
            "# yarn\n\"@a/b@^1\", \"@a/b@npm:^2\":\n  version \"1\"\n",
            "@a/b",
        ),
        (
            "pnpm-lock.yaml",
            "packages:\n  '@a/b@1.0.0':\n    resolution: {}\n",
            "@a/b",
        ),
        ("bun.lock", "{\"packages\": {\"@a/b\": [\"@a/b@1\"],}}", "@a/b"),
        ("uv.lock", "[[package]]\nname = \"a-b\"\n", "A_b"),
        ("Pipfile.lock", r#"{"default": {"a-b": {}}}"#, "a.b"),
        ("go.sum", "a.b/c v1.0.0 h1:x\n", "a.b/c"),
        ("gradle.lockfile", "# x\ng:a:1.0=compile\n", "g:a"),
        ("Gemfile.lock", "GEM\n  specs:\n    rack (3.0)\n", "rack"),
    ];
    for (name, text, package) in cases {
        let ecosystem = super::lock::ecosystem(name).expect("a known name");
        let lock = super::lock::read(name, ecosystem, Some(text));
        assert_eq!(lock.names(package), Some(true), "{name}: {lock:?}");
        assert_eq!(lock.names("other"), Some(false), "{name}");
        assert_eq!(super::lock::read(name, ecosystem, None).names(package), None);
    }
}

#[test]
fn what_is_broken_is_unread_with_its_line_and_never_silent() {
    let manifests = Manifests::of(&Snapshot::from_fixture(
        "//- Cargo.toml\n[package\n//- package.json\n[]\n",
    ));
    let unread: Vec<&str> = manifests.unread.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(unread, ["Cargo.toml", "package.json"]);
    assert!(
        manifests.unread[0].why.starts_with("line 1"),
        "{:?}",
        manifests.unread[0]
    );
}

#[test]
fn manifests_beyond_the_limit_are_told() {
    let fixture: String = (0..3_002)
        .map(|number| format!("//- p{number}/requirements.txt\nrequests==1.0\n"))
        .collect();
    let manifests = Manifests::of(&Snapshot::from_fixture(&fixture));
    assert!(!manifests.unread.is_empty());
    assert!(manifests.unread[0].why.contains("manifests are read"));
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_fail(text in "[a-z\"'\\[\\]{}()<>=:,.@#$\\-\n /&*!|~^0-9é]{0,200}") {
        for path in ["Cargo.toml", "package.json", "pnpm-workspace.yaml", "pyproject.toml", "setup.cfg", "setup.py",
            "Pipfile", "environment.yml", "go.mod", "pom.xml", "build.gradle", "libs.versions.toml", "Gemfile",
            "a.gemspec", "CMakeLists.txt", "meson.build", "conanfile.py", "vcpkg.json", "requirements.txt"] {
            let format = Format::of(path).expect("a known name");
            let _ = super::read(path, format, &text);
        }
    }
}
