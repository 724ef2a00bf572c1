import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Bar, Cite, Cited, grade, number, plural, short, spaced, Wide } from "../parts";
import { type Criterion, type Fix, JUDGES, judgeKind, judgeName, type Opinion, type Report } from "../types";
import { Beside, byId, Facts } from "./evidence";
import { Graph } from "./graph";

const FORMS: readonly [string, string][] = [
  ["html", "HTML"],
  ["md", "Markdown"],
  ["json", "JSON"],
  ["sarif", "SARIF"],
  ["csv", "CSV"],
];
/** Pieces of evidence that are listed before the rest is asked for. */
const LISTED = 40;

type Open = (id: string) => void;

/** What was decided, with all that it rests on. */
export function ReportView({ id, report }: { id: string; report: Report }): VNode {
  const [shown, show] = useState<string | null>(null);
  const exhibits = useMemo(() => byId(report), [report]);
  const one = shown === null ? undefined : exhibits.get(shown);
  return (
    <div class={one ? "split" : ""}>
      <div class="report">
        <Summary id={id} report={report} />
        <Scores report={report} />
        <section aria-labelledby="dimensions">
          <h2 id="dimensions">Dimensions</h2>
          {report.criteria.map((criterion) => (
            <Dimension key={criterion.dimension_id} one={criterion} open={show} />
          ))}
        </section>
        <Plan plan={report.remediation_plan} open={show} />
        {report.topology.map((graph, at) => (
          <Graph key={graph.defined_at ?? at} graph={graph} number={at + 1} />
        ))}
        <Claims report={report} open={show} />
        <Coverage report={report} />
        <Evidence report={report} />
      </div>
      {one ? <Beside one={one} report={report} close={() => show(null)} /> : null}
    </div>
  );
}

function Summary({ id, report }: { id: string; report: Report }): VNode {
  const { court_overall_score: court } = report;
  return (
    <section aria-label="Summary" class="summary">
      <p>
        <strong class="score" data-testid="score">
          {number(report.overall_score)}
        </strong>{" "}
        of {report.scale.max}
        {report.grade ? <span>, {report.grade}</span> : null}
        {report.complete ? null : <span class="chip waiting">incomplete</span>}
        {court !== undefined && court !== null && court !== report.overall_score ? (
          <span class="soft"> the court said {number(court)}</span>
        ) : null}
      </p>
      <Bar score={report.overall_score} scale={report.scale} />
      <p class="told">{report.executive_summary}</p>
      <p class="row soft">
        <span>
          Rubric {report.rubric.name} {report.rubric.version}
        </span>
        <span>rules {report.rules.name}</span>
        <span>panel {report.panel.name}</span>
        <span>
          commit <code>{short(report.commit)}</code>
        </span>
      </p>
      <p class="row forms">
        Download:
        {FORMS.map(([form, name]) => (
          <a key={form} href={`/api/cases/${id}/report.${form}`} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
      </p>
    </section>
  );
}

/** The votes of the last hearing, of each judge. */
function votes(one: Criterion): Map<string, Opinion> {
  const round = Math.max(0, ...one.judge_opinions.map((opinion) => opinion.round));
  return new Map(one.judge_opinions.filter((opinion) => opinion.round === round).map((opinion) => [opinion.judge, opinion]));
}

function Scores({ report }: { report: Report }): VNode {
  return (
    <section aria-labelledby="scores">
      <h2 id="scores">Scores</h2>
      <Wide label="Scores of the dimensions">
        <table>
          <thead>
            <tr>
              <th scope="col">Dimension</th>
              <th scope="col" class="n">
                Score
              </th>
              <th scope="col" class="narrow-no">
                <span class="hidden">Share of the scale</span>
              </th>
              {JUDGES.map((judge) => (
                <th key={judge} scope="col" class="n">
                  {judgeName(judge)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.criteria.map((one) => (
              <ScoreRow key={one.dimension_id} one={one} />
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

function ScoreRow({ one }: { one: Criterion }): VNode {
  const last = votes(one);
  return (
    <tr>
      <th scope="row">
        {one.dimension_name}
        {one.final_score === null ? <div class="soft">{one.status_reason}</div> : null}
      </th>
      <td class="n">
        <strong>{number(one.final_score)}</strong>
        <span class="soft"> of {one.scale.max}</span>
      </td>
      <td class="narrow-no">
        <Bar score={one.final_score} scale={one.scale} />
      </td>
      {JUDGES.map((judge) => (
        <td key={judge} class="n">
          {number(last.get(judge)?.score)}
        </td>
      ))}
    </tr>
  );
}

function Dimension({ one, open }: { one: Criterion; open: Open }): VNode {
  const rounds = [...new Set(one.judge_opinions.map((opinion) => opinion.round))].sort();
  return (
    <details class="dimension" id={`dimension-${one.dimension_id}`}>
      <summary>
        <h3>{one.dimension_name}</h3>
        <span class={`result ${grade(one.final_score, one.scale)}`}>
          {one.final_score === null ? "no score" : `${number(one.final_score)} of ${one.scale.max}`}
        </span>
      </summary>
      {one.status_reason ? <p class="soft">{one.status_reason}</p> : null}
      {rounds.map((round) => (
        <div key={round}>
          {rounds.length > 1 ? <h4>{round === 1 ? "First vote" : "Second vote"}</h4> : null}
          <div class="three">
            {one.judge_opinions
              .filter((opinion) => opinion.round === round)
              .map((opinion) => (
                <Judge key={opinion.judge} opinion={opinion} open={open} />
              ))}
          </div>
        </div>
      ))}
      <Trace one={one} open={open} />
      {one.overruled ? <Overruled one={one} /> : null}
      {one.manual_review ? <p class="dissent">For manual review: {one.manual_review}</p> : null}
      {one.remediation.length > 0 ? (
        <>
          <h4>What to fix</h4>
          <Fixes fixes={one.remediation} open={open} />
        </>
      ) : null}
    </details>
  );
}

function Judge({ opinion, open }: { opinion: Opinion; open: Open }): VNode {
  return (
    <article class={`card judge ${judgeKind(opinion.judge)}`} aria-label={judgeName(opinion.judge)}>
      <h4>
        {judgeName(opinion.judge)} <strong class="vote-score">{number(opinion.score)}</strong>
      </h4>
      <p>
        <Cited text={opinion.recused ? `No valid answer: ${opinion.recused}` : opinion.argument} open={open} />
      </p>
      {opinion.cited_evidence.length > 0 ? (
        <p class="cites">
          <span class="soft">cites</span>
          {opinion.cited_evidence.map((id) => (
            <Cite key={id} id={id} open={open} />
          ))}
        </p>
      ) : null}
    </article>
  );
}

function Trace({ one, open }: { one: Criterion; open: Open }): VNode {
  return (
    <>
      <h4>How the score was settled</h4>
      <ol class="rules">
        {one.rule_trace.map((step, at) => (
          <li key={at}>
            <code>{step.rule}</code> <Cited text={step.why} open={open} />
            {step.after === null ? null : (
              <>
                {" "}
                <strong>
                  {step.before === null || step.before === step.after ? "" : `${number(step.before)} `}→ {number(step.after)}
                </strong>
              </>
            )}
          </li>
        ))}
      </ol>
      {one.dissent_summary ? (
        <p class="dissent">
          <strong>Dissent.</strong> {one.dissent_summary}
        </p>
      ) : null}
    </>
  );
}

function Overruled({ one }: { one: Criterion }): VNode {
  const { court_score: court, by, why } = one.overruled ?? {};
  return (
    <p class="dissent">
      <strong>Overruled by {by}.</strong> {why} <span class="soft">The court said {number(court)}.</span>
    </p>
  );
}

function Fixes({ fixes, open }: { fixes: Fix[]; open: Open }): VNode {
  return (
    <ol class="fixes">
      {fixes.map((fix) => (
        <li key={`${fix.action} ${fix.path} ${fix.line}`}>
          {fix.action}
          {fix.path ? (
            <>
              {" "}
              <code>{fix.line ? `${fix.path}:${fix.line}` : fix.path}</code>
            </>
          ) : null}
          {fix.exhibit ? (
            <>
              {" "}
              <Cite id={fix.exhibit} open={open} />
            </>
          ) : null}
          {fix.expected_gain ? <span class="gain"> +{number(fix.expected_gain)}</span> : null}
        </li>
      ))}
    </ol>
  );
}

function Plan({ plan, open }: { plan: Fix[]; open: Open }): VNode | null {
  if (plan.length === 0) return null;
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">Remediation plan</h2>
      <Fixes fixes={plan} open={open} />
    </section>
  );
}

function Claims({ report, open }: { report: Report; open: Open }): VNode | null {
  if (report.claims.length === 0) return null;
  return (
    <section aria-labelledby="claims">
      <h2 id="claims">Claims of the reports</h2>
      <ul class="claims">
        {report.claims.map((claim) => (
          <li key={`${claim.where} ${claim.text}`}>
            <span class={`chip ${claim.state}`}>{claim.state}</span> “{claim.text}” <code>{claim.where}</code>{" "}
            {claim.exhibits.map((id) => (
              <Cite key={id} id={id} open={open} />
            ))}
            {claim.near ? <span class="soft"> near: {claim.near}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Coverage({ report }: { report: Report }): VNode {
  const { coverage } = report;
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">Coverage</h2>
      <p>
        {plural(coverage.files_read, "file")} read, {coverage.files_skipped_count} skipped.
        {coverage.reports.map((one) => ` ${one.name}: ${one.cause ?? plural(one.pages, "page")}.`)}
        {coverage.uncommitted ? ` Not in the commit: ${coverage.uncommitted}.` : ""}
      </p>
    </section>
  );
}

function Evidence({ report }: { report: Report }): VNode {
  const [words, setWords] = useState("");
  const [isAll, showAll] = useState(false);
  const all = useMemo(() => [...byId(report).values()], [report]);
  const wanted = words.toLowerCase();
  const fitting = all.filter((one) =>
    [one.id, one.probe, one.rationale, one.location, one.finding].some((text) => text?.toLowerCase().includes(wanted)),
  );
  const listed = isAll ? fitting : fitting.slice(0, LISTED);
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <input
        type="search"
        aria-label="Search the evidence"
        placeholder="Id, check, place or words"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <p class="soft" aria-live="polite">
        {fitting.length} of {plural(all.length, "piece", "pieces")}
      </p>
      {listed.map((one) => (
        <details key={one.id} class="exhibit">
          <summary>
            <span>
              <span class={`dot ${one.finding}`} aria-hidden="true" /> {one.id} <code>{one.probe}</code>
            </span>
            <span class="soft">{spaced(one.finding)}</span>
          </summary>
          <Facts one={one} report={report} />
        </details>
      ))}
      {fitting.length > listed.length ? (
        <button type="button" onClick={() => showAll(true)}>
          Show the other {fitting.length - listed.length}
        </button>
      ) : null}
    </section>
  );
}
