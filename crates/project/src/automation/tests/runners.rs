//! Runners of workspaces, PowerShell, and texts that look like commands and are none.

use super::{acts, automation};
use subject::Snapshot;

/// The reasons why following ended, and the acts.
fn ends(fixture: &str) -> Vec<String> {
    let automation = automation(&Snapshot::from_fixture(fixture));
    automation.opaque.into_iter().map(|one| one.why).collect()
}

#[test]
fn an_expression_of_the_pipeline_is_one_word() {
    let fixture = r#"//- .github/workflows/ci.yml
on: push
env:
  GENERATOR: >-
    ${{ format(matrix.g != 'Default' && '-G "{0}"' || '', matrix.g) }}
jobs:
  a:
    steps:
      - run: |
          ID=${{ job.services.pg.id }}
          SHA="${{ github.event.pull_request.head.sha || github.sha }}"
          cmake \
            ${{ env.GENERATOR }} \
            -S "${{ github.workspace }}" \
            -B build
          cargo test ${{ matrix.all && '--all' || '' }}
"#;
    assert_eq!(ends(fixture), [""; 0]);
    assert_eq!(acts(fixture), ["Test cargo .github/workflows/ci.yml:15"]);
}

#[test]
fn a_gate_that_comes_to_true_or_false_runs_nothing() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: |\n          ${{ needs.a.result == 'success'\n            && needs.b.result == 'success' && 'true' || 'false' }}\n          clang-tidy-diff-12.py -p1\n";
    assert_eq!(ends(fixture), [""; 0]);
    assert_eq!(acts(fixture), ["Lint clang-tidy .github/workflows/ci.yml:8"]);
}

#[test]
fn a_manager_starts_programs_of_packages_and_an_action_that_speaks_of_no_check_hides_none() {
    let fixture = r#"//- .github/workflows/ci.yml
on: push
jobs:
  a:
    steps:
      - uses: someone/measure-size@v1
      - run: pnpm vitest --coverage
      - run: yarn eslint .
//- .travis.yml
script: make
"#;
    assert_eq!(ends(fixture), [""; 0]);
    assert_eq!(
        acts(fixture),
        [
            "Test vitest .github/workflows/ci.yml:6",
            "Lint eslint .github/workflows/ci.yml:7"
        ]
    );
    let unknown = fixture.replace("measure-size", "check-all");
    assert_eq!(ends(&unknown).len(), 1);
    let alone = "//- .travis.yml\nscript: make\n";
    assert_eq!(automation(&Snapshot::from_fixture(alone)).unread.len(), 1);
}

#[test]
fn an_image_that_an_action_builds_runs_what_its_file_says() {
    let fixture = r#"//- .github/workflows/ci.yml
on: push
jobs:
  a:
    steps:
      - uses: docker/build-push-action@v6
        with:
          context: web
//- web/Dockerfile
FROM node
RUN npx tsc --noEmit
"#;
    assert_eq!(
        acts(fixture),
        ["Types tsc .github/workflows/ci.yml:5 > web/Dockerfile:2"]
    );
}

#[test]
fn a_variable_tells_tox_what_to_run() {
    let fixture = r#"//- .github/workflows/ci.yml
on: push
jobs:
  a:
    strategy:
      matrix:
        include:
          - env: {TOXENV: lint}
          - env: {TOXENV: "types"}
    steps:
      - env: ${{ matrix.env }}
        run: |
          pip install tox
          tox
//- tox.ini
[testenv]
commands = pytest
[testenv:lint]
commands = flake8
[testenv:types]
commands = mypy
"#;
    let ci = ".github/workflows/ci.yml:13";
    assert_eq!(
        acts(fixture),
        [
            format!("Lint flake8 {ci} > tox.ini:4"),
            format!("Types mypy {ci} > tox.ini:6")
        ]
    );
}

#[test]
fn scripts_of_composer_are_followed() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: composer check\n//- composer.json\n{\"scripts\": {\n\"check\": [\"@test\", \"@php vendor/bin/phpstan analyse\"],\n\"test\": \"phpunit\"}}\n";
    let found = acts(fixture);
    assert!(
        found.contains(
            &"Test phpunit .github/workflows/ci.yml:5 > composer.json:2 > composer.json:3".to_owned()
        ),
        "{found:?}"
    );
    assert!(
        found.iter().any(|act| act.starts_with("Lint phpstan")),
        "{found:?}"
    );
}

#[test]
fn a_program_that_the_pipeline_works_out_stays_unknown() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: ${{ inputs.command }} all\n";
    assert_eq!(
        ends(fixture),
        ["what `${{ inputs.command }} all` runs is not known"]
    );
}

#[test]
fn a_script_of_powershell_is_read_by_its_commands() {
    let fixture = r#"//- .github/workflows/ci.yml
on: push
jobs:
  a:
    steps:
      - run: ./build.ps1
        shell: pwsh
      - shell: pwsh
        run: |
          $version = (Get-Content version.txt | Select-Object -First 1)
          if ($version -eq "1") { Write-Host "one" } else { dotnet format --verify-no-changes }
//- build.ps1
<# Builds
   everything. #>
param(
  [string]$configuration = 'Release',
  [string[]]$targets = 'default'
)
$ErrorActionPreference = "Stop"
$dir = Join-Path $PSScriptRoot ".build"
if (! (Test-Path (Join-Path $dir "Lib.ps1"))) {
  New-Item -Type Directory $dir -ErrorAction Ignore | Out-Null;
  (New-Object Net.WebClient).DownloadFile('https://example.com/Lib.ps1', "$dir/Lib.ps1")
}
. (Join-Path $dir "Lib.ps1")
target compile {
  Invoke-Dotnet build `
    -c $configuration
}
target test {
  Invoke-Dotnet test -c $configuration --no-build
}
$failed = Invoke-Pester ./tests -PassThru
"#;
    assert_eq!(ends(fixture), [""; 0]);
    let ci = ".github/workflows/ci.yml";
    assert_eq!(
        acts(fixture),
        [
            format!("Test dotnet {ci}:5 > build.ps1:19"),
            format!("Test Invoke-Pester {ci}:5 > build.ps1:21"),
            format!("Format dotnet {ci}:10"),
        ]
    );
}

#[test]
fn what_powershell_is_told_to_call_by_a_variable_is_not_known() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: ./x.ps1\n//- x.ps1\n& $tool all\nStart-Process $tool\n";
    let found = ends(fixture);
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn targets_of_nx_are_the_scripts_and_targets_of_their_projects() {
    let fixture = r#"//- .github/workflows/ci.yml
on: push
jobs:
  a:
    steps:
      - run: pnpm run test:pr
      - run: npx nx run-many -t types unit --parallel=3
      - run: npx nx e2e web
      - run: npx nx format:check
//- package.json
{"scripts": {"test:pr": "nx affected --targets=test:eslint,test:lib"}}
//- nx.json
{"targetDefaults": {"types": {"dependsOn": ["^build"]}, "test:lib": {"dependsOn": ["build"]}},
 "plugins": [{"plugin": "@nx/playwright/plugin", "options": {"targetName": "e2e"}}]}
//- packages/a/package.json
{"scripts": {"test:eslint": "eslint ./src", "test:lib": "vitest", "build": "vite build"}}
//- packages/b/project.json
{"targets": {
  "types": {"executor": "nx:run-commands", "options": {"commands": ["tsc --noEmit"]}},
  "unit": {"executor": "@nx/jest:jest"}
}}
"#;
    let ci = ".github/workflows/ci.yml";
    assert_eq!(ends(fixture), [""; 0]);
    assert_eq!(
        acts(fixture),
        [
            format!("Test jest {ci}:6 > packages/b/project.json:3"),
            format!("Test playwright {ci}:7 > nx.json:2"),
            format!("Test vitest {ci}:5 > package.json:1 > packages/a/package.json:1"),
            format!("Lint eslint {ci}:5 > package.json:1 > packages/a/package.json:1"),
            format!("Format nx {ci}:8"),
            format!("Types tsc {ci}:6 > packages/b/project.json:2"),
        ]
    );
}

#[test]
fn a_target_of_nx_that_no_file_has_may_be_anything() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: npx nx affected -t lint\n//- package.json\n{\"scripts\": {\"build\": \"tsc\"}}\n";
    assert_eq!(ends(fixture)[0], "the target `lint` was found in no project");
}

#[test]
fn other_runners_of_workspaces_run_the_scripts_of_their_projects() {
    let runs = [
        "turbo run lint --filter web",
        "turbo ci",
        "lerna run lint --stream",
        "pnpm -r run lint",
        "pnpm --filter web lint",
        "yarn workspaces foreach -A --include web run lint",
        "npm run lint --workspaces",
        "npm run wired",
    ];
    for run in runs {
        let fixture = format!(
            r#"//- .github/workflows/ci.yml
on: push
jobs:
  a:
    steps:
      - run: {run}
//- turbo.json
{{"tasks": {{"ci": {{"dependsOn": ["lint"]}}}}}}
//- package.json
{{"scripts": {{"wired": "wireit"}}, "wireit": {{"wired": {{"dependencies": ["./web:lint"]}}}}}}
//- web/package.json
{{"scripts": {{"lint": "eslint ."}}}}
"#
        );
        let found = acts(&fixture);
        assert!(
            found.iter().any(|act| act.starts_with("Lint eslint")),
            "{run}: {found:?}"
        );
    }
}

#[test]
fn where_words_go_is_no_command() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: |\n          echo \"'kept' is missing.\" >&2\n          pytest -q 2>&1 | tee log\n          ruff check . &> log\n";
    assert_eq!(ends(fixture), [""; 0]);
    assert_eq!(
        acts(fixture),
        [
            "Test pytest .github/workflows/ci.yml:7",
            "Lint ruff .github/workflows/ci.yml:8"
        ]
    );
}

#[test]
fn a_script_that_its_package_does_not_have_is_told_as_missing() {
    let fixture = "//- .gitlab-ci.yml\ntest:\n  script:\n    - npm run migration-test\n//- package.json\n{\"name\": \"kept\", \"scripts\": {\"migration:test\": \"migrate\"}}\n";
    assert_eq!(ends(fixture), ["package.json has no script `migration-test`"]);
}

#[test]
fn a_manager_starts_a_runner_of_a_workspace_by_its_name() {
    let fixture = "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: yarn nx affected --base=$A --head=$B -t lint --parallel 4\n//- package.json\n{\"name\": \"kept\"}\n//- nx.json\n{\"plugins\": [{\"plugin\": \"@nx/eslint/plugin\", \"options\": {\"targetName\": \"lint\"}}]}\n";
    assert_eq!(ends(fixture), [""; 0]);
    assert_eq!(
        acts(fixture),
        ["Lint eslint .github/workflows/ci.yml:5 > nx.json:1"]
    );
}

#[test]
fn what_a_manager_starts_by_its_name_is_no_script() {
    let fixture = |command: &str| {
        format!(
            "//- .github/workflows/ci.yml\non: push\njobs:\n  a:\n    steps:\n      - run: {command}\n//- package.json\n{{\"name\": \"a\"}}\n"
        )
    };
    for command in [
        "pnpm prisma generate",
        "yarn husky install",
        "vcpkg install boost-test:x64",
    ] {
        assert_eq!(ends(&fixture(command)), [""; 0], "{command}");
    }
    for command in ["pnpm own", "yarn run own generate", "pnpm test"] {
        assert_eq!(ends(&fixture(command)).len(), 1, "{command}");
    }
}

#[test]
fn a_name_says_what_an_action_does() {
    let cases = [
        ("a/go-coverage-report@main", true),
        ("a/b/.github/workflows/package_test.yml@v1", true),
        ("a/b-test/.github/workflows/soundness.yml@v1", false),
        ("a/test-and-lint@v1", false),
        ("a/run-clang-format@v1", false),
        ("a/everything@v1", false),
        ("a/java-build@v1", false),
    ];
    for (name, is_other) in cases {
        assert_eq!(super::super::harmless::is_other(name), is_other, "{name}");
    }
}
