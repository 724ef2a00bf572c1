//! What certainly runs no test and looks at no code, though nothing else is known of it. A loose net must let it through,
//! or nobody could ever say that something is not there.

use super::powershell;
use super::tools::{self, program};
use wordlist::{Words, array};

/// Commands that move files and words about, set up the system, or speak to services.
const COMMANDS: &str = "[ [[ ] } 7z add-apt-repository alias apk apt apt-get autoconf automake autoreconf aclocal aws az base64 basename bindgen brew bsdtar builtin bunzip2 \
    bzip2 case cat ccache chgrp chmod choco chown cmp codecov column continue corepack coveralls cp curl cut date dd dep \
    declare df diff dirname dnf done doxygen dpkg du echo esac exit export expr false fi file find for function gcovr genhtml gcloud gem \
    gh git gpg grep egrep fgrep gsutil gunzip gzip hash head helm hostname id in install jq jsdoc kill kubectl ldconfig \
    ldd lcov let libtoolize ln local locale-gen ls lscpu mkdir mktemp mv nvm openssl pacman patch pip pip3 pipx popd port printenv \
    printf ps pwd pushd python python3 read readlink readonly realpath return rm rmdir rsync rustc rustup scp sed seq set \
    sha256sum shasum shift shopt sleep sort ssh-add ssh-agent ssh-keyscan stat strip systemctl tail tar tee test \
    touch tr trap travis_retry true type typedoc ulimit umask uname uniq unset unzip update-alternatives uv wait wc wget \
    which whoami winget xcode-select xz yum yq zip zstd zypper";
/// What Cargo does itself; anything else is an alias or a program of somebody's own.
const CARGO: &str = "add b bench build c check clean clippy d doc fetch fix fmt generate-lockfile help init install login logout \
    metadata new owner package pkgid publish remove report rustc rustdoc search tree uninstall update vendor \
    verify-project version yank";
/// What programs that nobody here knows are told to do by their first word, and what is no look at any code.
const COMMANDS_OF_OTHERS: &str =
    "deploy download generate init install login logout migrate publish restore update upgrade upload";
/// What the runners of workspaces do themselves.
const RUNNERS: &str = "add bin boundaries bootstrap changed clean connect connect-to-nx-cloud create daemon docs fix-ci generate g graph \
    import info init link list login logout ls migrate prune publish query release repair report reset scan show \
    start-agent start-ci-run stop-all-agents sync sync:check telemetry unlink version watch";
/// Parts of the names of actions that prepare, keep, tell or publish.
const ACTIONS: &str = "artifact artifacts assign attest auditor auth automerge backport badge branch cache cancel changed changelog changes \
    checkout codecov comment commit coveralls credentials delete deploy disk docs download env filter greet \
    greetings install interaction issue issues label labeler labels lock login lychee merge metadata mirror notify pages \
    paths pr provenance publish pull push qemu buildx release releases reporter result rust sccache semver setup \
    sign slack space ssh stale summary sync tag tmate token toolchain upload version wait webhook";
/// What stands in the names of actions that look at code, or build and test it.
const CHECKS: &str = "analy audit build check ci clippy cov debug eslint fmt format hook lint mypy pre-commit pytest qa quality review ruff \
    run scan security spec style test tox type unit valid verif vet workflow";
/// What starts another program, in the words of several languages.
const STARTS: &str = "subprocess os.system popen Popen spawn exec( execSync child_process system( %x Open3 runpy pytest.main unittest \
    import_module invoke Bun.$ zx execa `";

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Whether a program is only asked what it is: `fil++ --version`. Some take `-v` as a wish for more words, and so may a script.
pub(super) fn asks(words: &[String]) -> bool {
    let is_short = |word: &str| word == "-v" && !words[0].contains('/') && is_plain(words);
    let mut rest = words.iter().skip(1).map(String::as_str);
    words.len() > 1 && rest.all(|word| ["--version", "--help"].contains(&word) || is_short(word))
}

/// Whether a command runs no test and looks at no code.
pub(super) fn command(words: &[String]) -> bool {
    let Some(first) = words.first() else { return true };
    if words.len() == 1 && first.starts_with("${{") {
        return is_gate(first);
    }
    let name = program(first);
    let second = words.iter().skip(1).find(|word| !word.starts_with(['-', '+']));
    match name {
        "cargo" => second.is_none_or(|word| has(CARGO, word)),
        "go" => second.is_none_or(|word| word != "run"),
        "npm" | "yarn" | "pnpm" | "bun" | "npx" | "bunx" | "deno" => {
            super::scripts::call(name, &words[1..]).is_none() && second.is_none_or(|word| word != "run")
        }
        "node" | "ruby" | "perl" | "tsx" | "pwsh" | "bash" | "sh" | "zsh" => second.is_none(),
        "nx" | "turbo" | "lerna" => second.is_none_or(|word| has(RUNNERS, word)),
        // Settings that are taken in; scripts of the repository were followed.
        "." | "source" | "SET" => true,
        _ if first.starts_with(['.', '$', '/']) && !has(COMMANDS, name) => false,
        _ => {
            has(COMMANDS, name)
                || tools::is_known(name)
                || first.contains('=')
                || powershell::is_harmless(name)
                || second.is_some_and(|word| has(COMMANDS_OF_OTHERS, word))
                || says_otherwise(words)
        }
    }
}

/// Words in which a command says that it may check something, or start what does.
static HINTS: Words = Words::new(|| wordlist::words(include_str!("../../words/automation_hints.txt")));

/// Whether a program that nobody here knows says what it does, and says nothing of a check: `flask db upgrade`.
fn says_otherwise(words: &[String]) -> bool {
    let is_plain = |word: &String| {
        word.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    let mut said = words.iter().skip(1).filter(|word| !word.starts_with('-'));
    let may_check = words.iter().any(|word| {
        let word = word.to_ascii_lowercase();
        HINTS.iter().any(|hint| word.contains(hint)) || tools::is_known(&word)
    });
    words.first().is_some_and(is_plain) && said.clone().count() >= 2 && said.all(is_plain) && !may_check
}

/// What says of an action that it tests, measures, reports or installs. What builds may look at the code, too.
const OTHER: &str = "bench benchmark benchmarks coverage deploy generate install migrate publish release report reporter reports \
    test tests testing upload";
/// What stands in the names of those that look at the code all the same.
const LOOKING: &str = "analy audit check ci clippy eslint fmt format hook lint mypy pre-commit qa quality review ruff scan security sound \
    style tox type valid verif vet";

/// Whether a name says what it does, and that this is no look at the code: `owner/coverage-report@main`. Of a workflow of others only
/// the name of its file tells.
pub(super) fn is_other(name: &str) -> bool {
    let (name, _) = name.split_once('@').unwrap_or((name, ""));
    let name = match name.split_once("/.github/workflows/") {
        Some((_, file)) => file.rsplit_once('.').map_or(file, |(stem, _)| stem),
        None => name,
    };
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| has(OTHER, word)) && !LOOKING.split(' ').any(|known| lower.contains(known))
}

/// Whether no word of a command that nobody here knows begins as one of a check does: `./configure --prefix=/usr`.
pub(super) fn is_plain(words: &[String]) -> bool {
    let parts = words
        .iter()
        .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
    let mut lower = parts.map(str::to_ascii_lowercase);
    !lower.any(|part| CHECKS.split(' ').any(|known| part.starts_with(known)))
}

/// Whether an expression comes to one of two words that do nothing: `${{ needs.all.result == 'success' && 'true' || 'false' }}`.
fn is_gate(expression: &str) -> bool {
    let Some((_, choice)) = expression.rsplit_once("&&") else {
        return false;
    };
    let words: Vec<&str> = choice.split('\'').skip(1).step_by(2).collect();
    words.len() == 2 && choice.contains("||") && words.iter().all(|word| has(COMMANDS, word))
}

/// Whether an action of others is of GitHub's own tools, prepares, keeps, tells or publishes by its name, or says nothing in it of
/// what a check does.
pub(super) fn action(name: &str) -> bool {
    let (name, _) = name.split_once('@').unwrap_or((name, ""));
    let official = ["actions/", "docker/", "github/"];
    let mut words = name.split(['/', '-', '_', '.']);
    let lower = name.to_ascii_lowercase();
    official.iter().any(|owner| name.starts_with(owner))
        || words.any(|word| has(ACTIONS, word))
        || !CHECKS.split(' ').any(|word| lower.contains(word))
}

/// Whether a program that stands in a script starts no other.
pub(super) fn program_text(text: &str) -> bool {
    !STARTS.split(' ').any(|word| text.contains(word))
}

/// Whether what is fetched only installs something, by its address.
pub(super) fn installs(source: &str) -> bool {
    let words =
        const { array::<10>("install rustup setup codecov get- /get nodesource bootstrap nvm linkerd") };
    words.iter().any(|word| source.contains(word))
}

/// Commands that say something, go somewhere, or set up the machine.
const SETS_UP: &str = "[ [[ alias apk apt apt-get brew cat cd choco chmod cp declare do done echo elif else esac export fi for git if \
    local ls mkdir mv printf pushd popd pwd read rm rustup set shift sleep source then touch unset while wget curl which";
/// First words of what package managers fetch.
const FETCHES: &str = "add ci init install link login sync update upgrade";

/// Whether a text for a shell does nothing but set up what comes after it.
pub(super) fn only_sets_up(text: &str) -> bool {
    let commands = super::shell::commands(text);
    commands.iter().all(|command| {
        let words = &command.words;
        let Some(first) = words.first() else { return true };
        let second = words.iter().skip(1).find(|word| !word.starts_with(['-', '+']));
        let is_fetched = second.is_some_and(|word| has(FETCHES, word));
        has(SETS_UP, program(first)) || first.contains('=') || is_fetched && tools::of(words).is_empty()
    })
}
