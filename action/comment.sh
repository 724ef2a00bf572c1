#!/usr/bin/env bash
# Keeps one comment on the pull request up to date; finds it by the mark in its first line.
set -euo pipefail

number="$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")"
if [[ -z "$number" ]]; then
  echo "not a pull request: no comment"
  exit 0
fi

# The forge refuses comments of more than 65536 characters.
body="$RUNNER_TEMP/auditor-comment.json"
jq -Rs '{body: .[0:65000]}' "$SUMMARY_FILE" >"$body"
comments="repos/$GITHUB_REPOSITORY/issues/$number/comments"
mark='<!-- auditor:summary -->'
# Only a comment of a bot is taken over: anybody can write the mark.
known="$(gh api --paginate "$comments" --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id" | head -n 1)"

if [[ -n "$known" ]]; then
  request=(--method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known")
else
  request=(--method POST "$comments")
fi
# A pull request from a fork has no right to comment; the summary of the step shows the same.
if ! gh api --silent "${request[@]}" --input "$body"; then
  echo "::notice::the comment could not be written; the summary of the step has the verdict"
fi
