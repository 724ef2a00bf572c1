mod runners;

use super::{Automation, Purpose};
use crate::manifest::Manifests;
use proptest::prelude::*;
use subject::Snapshot;

fn acts(fixture: &str) -> Vec<String> {
    let automation = automation(&Snapshot::from_fixture(fixture));
    assert_eq!(automation.unread, []);
    let show = |act: &super::Act| {
        let chain: Vec<String> = act
            .chain
            .iter()
            .map(|link| format!("{}:{}", link.path, link.line))
            .collect();
        let named = if act.is_named { " named" } else { "" };
        format!("{:?} {} {}{named}", act.purpose, act.tool, chain.join(" > "))
    };
    let kept = automation.acts.iter().filter(|act| act.purpose != Purpose::Build);
    kept.map(show).collect()
}

#[test]
fn a_workflow_is_followed_through_whatever_gives_names_to_commands() {
    let fixture = r#"//- .github/workflows/ci.yml
on: [push]
env:
  CARGO: cargo
jobs:
  a:
    strategy:
      matrix:
        env: [lint, py312]
    steps:
      - run: |
          echo hello
          make -C sub check
      - run: uv run --locked tox run -e ${{ matrix.env }}
      - run: ${{ env.CARGO }} test --all
      - uses: ./.github/actions/own
  b:
    uses: ./.github/workflows/called.yml
//- .github/workflows/called.yml
on: workflow_call
jobs:
  x:
    steps:
      - working-directory: web
        run: npm run all
//- .github/actions/own/action.yml
runs:
  using: composite
  steps:
    - run: ./ci/own.sh
//- ci/own.sh
#!/bin/bash
set -e
if true; then
  python -m mypy src
fi
//- sub/Makefile
RUN = go
check: vet
	@$(RUN) test ./... && \
	  echo done
vet:
	$(RUN) vet ./...
//- tox.ini
[testenv]
commands = pytest {posargs}
[testenv:lint]
commands =
    pre-commit run -a
//- .pre-commit-config.yaml
repos:
  - repo: https://x/ruff
    hooks:
      - id: ruff-format
//- web/package.json
{"scripts": {
  "all": "run-p lint test:*",
  "lint": "eslint . && prettier --check .",
  "test:unit": "vitest run"
}}
"#;
    assert_eq!(
        acts(fixture),
        [
            "Test cargo .github/workflows/ci.yml:14",
            "Test go .github/workflows/ci.yml:12 > sub/Makefile:3",
            "Test pytest .github/workflows/ci.yml:13 > tox.ini:2",
            "Test vitest .github/workflows/ci.yml:17 > .github/workflows/called.yml:6 > web/package.json:2 > web/package.json:4",
            "Lint go .github/workflows/ci.yml:12 > sub/Makefile:6",
            "Lint eslint .github/workflows/ci.yml:17 > .github/workflows/called.yml:6 > web/package.json:2 > web/package.json:3",
            "Format ruff .github/workflows/ci.yml:13 > tox.ini:5 > .pre-commit-config.yaml:4",
            "Format prettier .github/workflows/ci.yml:17 > .github/workflows/called.yml:6 > web/package.json:2 > web/package.json:3",
            "Types mypy .github/workflows/ci.yml:15 > .github/actions/own/action.yml:4 > ci/own.sh:4",
        ]
    );
}

#[test]
fn tasks_of_python_and_pixi_projects_are_followed_through_their_tables() {
    let fixture = r#"//- .github/workflows/ci.yml
on: [push]
jobs:
  a:
    strategy:
      matrix:
        include:
          - task: check
          - task: lint
    steps:
      - run: uv run --python 3.13 poe ${{ matrix.task }}
      - run: pdm run all
      - run: pdm run -p web nothing
      - run: rye run types
      - working-directory: native
        run: pixi run -e ci unit
//- pyproject.toml
[tool.poe.tasks]
test = "pytest"
check = ["test", "own"]
own = { script = "project.tasks:own" }
[tool.poe.tasks.lint]
sequence = [
  { cmd = "ruff check ." },
  { ref = "fmt --check" },
]
[tool.poe.tasks.fmt]
cmd = "ruff format"
[tool.pdm.scripts]
all = { composite = ["vet", "black --check ."] }
vet = { cmd = ["flake8", "src"] }
[tool.rye.scripts]
types = ["mypy", "src"]
//- native/pixi.toml
[tasks]
build = "cmake --build ."
unit = { cmd = "ctest", depends-on = [{ task = "build" }] }
"#;
    let ci = ".github/workflows/ci.yml";
    assert_eq!(
        acts(fixture),
        [
            format!("Test pytest {ci}:10 > pyproject.toml:2"),
            format!("Test ctest {ci}:15 > native/pixi.toml:3"),
            format!("Lint ruff {ci}:10 > pyproject.toml:7"),
            format!("Lint flake8 {ci}:11 > pyproject.toml:14"),
            format!("Format ruff {ci}:10 > pyproject.toml:11"),
            format!("Format black {ci}:11 > pyproject.toml:13"),
            format!("Types mypy {ci}:13 > pyproject.toml:16"),
        ]
    );
}

#[test]
fn every_system_has_its_words_for_a_step() {
    let cases = [
        (
            ".gitlab-ci.yml",
            "a:\n  script:\n    - cargo test\n",
            "Test cargo .gitlab-ci.yml:3",
        ),
        (
            ".circleci/config.yml",
            "jobs:\n  a:\n    steps:\n      - run:\n          command: go test\n",
            "Test go .circleci/config.yml:5",
        ),
        (
            "azure-pipelines.yml",
            "steps:\n- bash: pytest\n",
            "Test pytest azure-pipelines.yml:2",
        ),
        (
            "appveyor.yml",
            "test_script:\n  - cmd: ctest -C Debug\n",
            "Test ctest appveyor.yml:2",
        ),
        (
            ".cirrus.yml",
            "task:\n  test_script: make test\n  x_script: [\"rspec\"]\n",
            "Test make .cirrus.yml:2",
        ),
        (
            ".woodpecker.yml",
            "steps:\n  a:\n    commands:\n      - rspec\n",
            "Test rspec .woodpecker.yml:4",
        ),
        (
            ".buildkite/pipeline.yml",
            "steps:\n  - command: mvn -B verify\n",
            "Test mvn .buildkite/pipeline.yml:2",
        ),
        (
            ".build.yml",
            "tasks:\n  - t: |\n      npx jest\n",
            "Test jest .build.yml:3",
        ),
        (
            "Jenkinsfile",
            "node {\n  sh '''\n    ./gradlew :a:check\n  '''\n}\n",
            "Test gradle Jenkinsfile:3",
        ),
    ];
    for (path, text, expected) in cases {
        let found = acts(&format!("//- {path}\n{text}"));
        assert!(found.iter().any(|one| one == expected), "{path}: {found:?}");
    }
}

#[test]
fn an_environment_that_the_pipeline_works_out_may_be_the_one_that_all_others_follow() {
    let fixture = r#"//- .github/workflows/ci.yml
on: [push]
jobs:
  a:
    steps:
      - run: tox run -e ${{ matrix.tox || format('py{0}', matrix.python) }}
//- pyproject.toml
[tool.tox.env_run_base]
commands = [["pytest", "-q"]]
[tool.tox.env.style]
commands = [["ruff", "check"]]
[tool.tox.env.typing]
commands = [["mypy"]]
"#;
    let found = acts(fixture);
    assert!(
        found.contains(&"Test pytest .github/workflows/ci.yml:5 > pyproject.toml:2".to_owned()),
        "{found:?}"
    );
}

#[test]
fn maven_without_a_goal_does_what_its_project_says() {
    let pom =
        "<project>\n<build>\n<defaultGoal>clean verify spotbugs:check</defaultGoal>\n</build>\n</project>\n";
    let fixture =
        |command: &str| format!("//- .gitlab-ci.yml\na:\n  script:\n    - {command}\n//- pom.xml\n{pom}");
    let expected = "Test mvn .gitlab-ci.yml:3 > pom.xml:3".to_owned();
    assert!(acts(&fixture("./mvnw -B -P ci --no-transfer-progress")).contains(&expected));
    assert!(
        !acts(&fixture("mvn -B clean"))
            .iter()
            .any(|act| act.starts_with("Test"))
    );
}

#[test]
fn a_command_is_seen_behind_its_wrappers_and_not_where_it_only_stands_in_words() {
    let cases = [
        (
            "docker run --rm -v x:/y image bash -c 'cd x && pytest -q'",
            Some("pytest"),
        ),
        ("docker compose run --rm web pytest", Some("pytest")),
        ("poetry run coverage run -m pytest", Some("pytest")),
        ("{envpython} -m pytest -k \"not slow\"", Some("pytest")),
        ("bundle exec rspec spec", Some("rspec")),
        ("xvfb-run -a timeout 60 npx --yes mocha", Some("mocha")),
        ("cargo +nightly --locked test", Some("cargo")),
        ("cmake --build build && ctest --test-dir build", Some("ctest")),
        ("hatch run pytest", Some("pytest")),
        ("./gradlew build -x lint", Some("gradle")),
        (
            "mvn -B org.apache.maven.plugins:maven-surefire-plugin:3.5.2:test",
            Some("mvn"),
        ),
        ("sbt headerCheckAll +test", Some("sbt")),
        ("sbt \"core/testOnly a.B\"", Some("sbt")),
        ("python tools/run.py", Some("pytest")),
        ("echo 'run pytest'", None),
        ("# pytest", None),
        ("pip install pytest", None),
        ("pytest --version", None),
        ("npm test", None),
    ];
    let script = "//- tools/run.py\nsubprocess.run([\"pytest\", \"-q\"])\n";
    for (command, tool) in cases {
        let command = command.replace('\'', "''");
        let fixture = format!(
            "//- .github/workflows/a.yml\non: push\njobs: {{a: {{steps: [run: '{command}']}}}}\n{script}"
        );
        let automation = automation(&Snapshot::from_fixture(&fixture));
        let found = automation.acts_for(Purpose::Test).next().map(|act| act.tool);
        assert_eq!(found, tool, "{command}: {automation:?}");
    }
}

#[test]
fn circles_end() {
    let fixture = "//- .gitlab-ci.yml\nscript: make a\n//- Makefile\na: b\n\tmake b\nb: a\n\t./x.sh\n//- x.sh\nmake a\n./x.sh\n";
    assert_eq!(acts(fixture), Vec::<String>::new());
}

proptest! {
    #[test]
    fn no_text_makes_following_fail(text in "[a-z\"'\\[\\]{}()<>=:,.@#$\\-\n\t /&*!|;\\\\é]{0,200}") {
        for path in [".github/workflows/a.yml", "appveyor.yml", "Jenkinsfile"] {
            let parts = ["Makefile", "justfile", "tox.ini", "noxfile.py", "Rakefile", ".pre-commit-config.yaml"];
            let files: String = parts.iter().map(|name| format!("//- {name}\n{text}\n")).collect();
            let start = "script: [make, just, tox, nox, rake, pre-commit run]";
            let fixture = format!("//- {path}\n{text}\n//- .gitlab-ci.yml\n{start}\n{files}");
            let _ = automation(&Snapshot::from_fixture(&fixture));
        }
    }
}

#[test]
fn commands_beyond_the_limit_make_their_file_unread() {
    let steps = "          true\n".repeat(2_500);
    let fixture = format!(
        "//- .github/workflows/ci.yml\non: [push]\njobs:\n  a:\n    steps:\n      - run: |\n{steps}          cargo test\n"
    );
    let automation = automation(&Snapshot::from_fixture(&fixture));
    assert_eq!(automation.acts, []);
    let [(path, why)] = automation.unread.as_slice() else {
        panic!("{:?}", automation.unread);
    };
    assert_eq!(path, ".github/workflows/ci.yml");
    assert!(why.contains("more commands"), "{why}");
}

fn automation(snapshot: &Snapshot) -> Automation {
    Automation::of(snapshot, &Manifests::of(snapshot))
}

#[test]
fn what_only_asks_or_prepares_is_no_end_and_no_check() {
    let fixture = "//- appveyor.yml\ninstall:\n  - set PATH=C:\\Ruby\\bin;%PATH%\n  - SET PATH=C:\\a;C:\\b;%PATH%\n  \
                   - build/bin/fil++ --version\n  - fil -v\n  - make --version\ntest_script:\n  - pytest -v\n  \
                   - mix dialyzer --plt\n  - mix dialyzer\n//- Makefile\nall:\n\t./own\n";
    let automation = automation(&Snapshot::from_fixture(fixture));
    assert_eq!(automation.opaque, []);
    let lines = |purpose: Purpose| -> Vec<u32> {
        let acts = automation.acts_for(purpose);
        acts.map(|act| act.chain[0].line).collect()
    };
    assert_eq!(lines(Purpose::Test), [8]);
    assert_eq!(lines(Purpose::Types), [10]);
}

#[test]
fn a_rakefile_takes_in_files_of_tasks() {
    let told = acts(
        "//- appveyor.yml\ntest_script:\n  - bundle exec rake ci\n//- Rakefile\n\
         FileList['tasks/**/*.rake'].each(&method(:import))\ntask ci: %w[ spec look ]\n\
         //- tasks/spec.rake\nRSpec::Core::RakeTask.new(:spec) do |task|\nend\n\
         //- rakelib/look.rake\nRuboCop::RakeTask.new(:look)\n\
         //- other/spec.rake\nRuboCop::RakeTask.new(:spec)\n",
    );
    assert_eq!(
        told,
        [
            "Test RSpec::Core::RakeTask appveyor.yml:2 > tasks/spec.rake:1",
            "Lint RuboCop::RakeTask appveyor.yml:2 > rakelib/look.rake:1"
        ]
    );
}
