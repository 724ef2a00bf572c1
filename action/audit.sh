#!/usr/bin/env bash
# Runs the audit and tells the workflow what came of it. Everything that is asked for is in the environment.
set -euo pipefail

reports=()
while IFS= read -r report; do
  [[ -z "$report" ]] || reports+=("--report=$report")
done <<<"${INPUT_REPORT:-}"

formats="html,sarif,github${INPUT_FORMAT:+,$INPUT_FORMAT}"
code=0
# Runners show progress bars badly and nobody watches them.
"$AUDITOR_BIN" audit "--format=$formats" --no-progress "${reports[@]+"${reports[@]}"}" -- "${INPUT_SUBJECT:-.}" || code=$?

tell() { echo "$1=$2" >>"$GITHUB_OUTPUT"; }
report="$AUDITOR_OUT/report.json"
case "$code" in
  0 | 10 | 11 | 12) ;;
  *)
    # The auditor failed; that says nothing about the subject, and must not look like a verdict.
    tell verdict error
    exit "$code"
    ;;
esac

tell score "$(jq -r '.overall_score // empty' "$report")"
tell needs-human "$(jq -r '.complete | not' "$report")"
tell cost "$(jq -r '.panel.cost_usd // empty' "$report")"
tell findings-count "$(jq '[.runs[].results | length] | add' "$AUDITOR_OUT/report.sarif")"
tell results-file "$report"
tell sarif-file "$AUDITOR_OUT/report.sarif"
tell html-file "$AUDITOR_OUT/report.html"
tell summary-file "$AUDITOR_OUT/github-summary.md"
case "$code" in
  10) tell verdict failed ;;
  11 | 12) tell verdict incomplete ;;
  *) if [[ "$(jq -r .complete "$report")" == true ]]; then tell verdict passed; else tell verdict incomplete; fi ;;
esac

cat "$AUDITOR_OUT/github-summary.md" >>"$GITHUB_STEP_SUMMARY"
# The file holds workflow commands, escaped for the runner by the program that wrote it.
cat "$AUDITOR_OUT/github-annotations.txt"

if [[ "${INPUT_FAIL:-true}" != true ]]; then code=0; fi
exit "$code"
