#!/usr/bin/env bash
# Comes by the program: one that is there, or a release whose checksum and provenance hold. It is built from this source only
# where `version: source` asks for that.
set -euo pipefail

found() { echo "auditor=$1" >>"$GITHUB_OUTPUT"; }

if [[ -n "${INPUT_AUDITOR:-}" ]]; then
  found "$INPUT_AUDITOR"
  exit 0
fi

if [[ "${INPUT_VERSION:-}" == source ]]; then
  cargo build --release --locked --manifest-path "$GITHUB_ACTION_PATH/Cargo.toml" --package auditor \
    --target-dir "$RUNNER_TEMP/auditor-target"
  found "$RUNNER_TEMP/auditor-target/release/auditor"
  exit 0
fi

# Without a version it is the release that this action belongs to.
own="$(sed -n 's/^version = "\(.*\)"$/v\1/p' "$GITHUB_ACTION_PATH/Cargo.toml" | head -n 1)"
version="${INPUT_VERSION:-$own}"
case "$(uname -sm)" in
  "Linux x86_64") target=x86_64-unknown-linux-gnu ;;
  "Linux aarch64") target=aarch64-unknown-linux-gnu ;;
  "Darwin arm64") target=aarch64-apple-darwin ;;
  "Darwin x86_64") target=x86_64-apple-darwin ;;
  *) echo "::error::there is no release for $(uname -sm); version: source builds it" && exit 1 ;;
esac
place="$RUNNER_TEMP/auditor"
mkdir -p "$place" && cd "$place"
gh release download "$version" --repo "$ACTION_REPOSITORY" --pattern "auditor-$target.tar.gz" --pattern SHA256SUMS --clobber ||
  { echo "::error::$ACTION_REPOSITORY has no release $version for $target; name one that it has as version, or version: source to build it" && exit 1; }
grep -F " auditor-$target.tar.gz" SHA256SUMS >wanted
if command -v sha256sum >/dev/null; then sha256sum --check wanted; else shasum -a 256 --check wanted; fi
gh attestation verify "auditor-$target.tar.gz" --repo "$ACTION_REPOSITORY"
tar -xzf "auditor-$target.tar.gz"
found "$place/auditor-$target/auditor"
