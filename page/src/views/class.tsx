import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api, BEAT, useApi } from "../api";
import { Alert, Bar, Chip, Heading, number, Wide } from "../parts";
import type { Scale } from "../types";
import type { ClassRow } from "./classes";

interface Figures {
  dimension_id: string;
  dimension_name: string;
  scale: Scale;
  scored: number;
  unscored: number;
  mean: number | null;
  deviation: number | null;
  min: number | null;
  quartiles: [number | null, number | null, number | null];
  max: number | null;
}

interface Submission {
  id: string;
  name: string | null;
  repository: string;
  failed?: string;
  audit?: {
    case: string;
    overall_score: number | null;
    scale: Scale;
    complete: boolean;
    dimensions: { dimension_id: string; score: number | null; overruled?: unknown }[];
  };
}

interface Cohort {
  class: string;
  audited: number;
  submissions: Submission[];
  overall: Figures | null;
  dimensions: Figures[];
  needs_a_human: { id: string; reasons: string[] }[];
  missing: { dimension: string; action: string; count: number }[];
  similar: { submissions: [string, string]; code_share: number; report_share: number }[];
}

/** A class: how far it has come, then its page. */
export function ClassView({ id }: { id: string }): VNode {
  const { value, error, again } = useApi<ClassRow>(`/api/cohorts/${id}`, BEAT);
  const [problem, setProblem] = useState<Error | null>(null);
  const isDone = value?.state === "decided";
  const page = useApi<Cohort>(isDone ? `/api/cohorts/${id}/cohort.json` : null);
  const cancel = () => api(`/api/cohorts/${id}/cancel`, {}).then(again, setProblem);
  const isOpen = value?.state === "waiting" || value?.state === "running";
  return (
    <>
      <Heading title={value?.name ?? "Class"} />
      <Alert error={error ?? page.error ?? problem} />
      {value ? (
        <p class="row" aria-live="polite">
          <Chip state={value.state} />
          <span>
            {value.done} of {value.submissions} done
          </span>
          {isOpen ? (
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          ) : null}
        </p>
      ) : null}
      {value?.said ? <p class="alert">{value.said}</p> : null}
      {isOpen && value ? <progress max={value.submissions} value={value.done} aria-label="Audited submissions" /> : null}
      {page.value ? <Page id={id} cohort={page.value} /> : null}
    </>
  );
}

function Page({ id, cohort }: { id: string; cohort: Cohort }): VNode {
  return (
    <>
      <p class="row forms">
        Download:
        {["html", "json", "csv"].map((form) => (
          <a key={form} href={`/api/cohorts/${id}/cohort.${form}`} target="_blank" rel="noreferrer">
            {form.toUpperCase()}
          </a>
        ))}
      </p>
      <Dimensions cohort={cohort} />
      <Submissions cohort={cohort} />
      {cohort.missing.length > 0 ? (
        <>
          <h2>What many lack</h2>
          <ol class="fixes">
            {cohort.missing.slice(0, 10).map((one) => (
              <li key={`${one.dimension} ${one.action}`}>
                {one.action} <span class="soft">{one.count} submissions</span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {cohort.needs_a_human.length > 0 ? (
        <>
          <h2>Look at these first</h2>
          <ul>
            {cohort.needs_a_human.map((one) => (
              <li key={one.id}>
                <strong>{one.id}</strong>: {one.reasons.join("; ")}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {cohort.similar.length > 0 ? (
        <>
          <h2>Alike</h2>
          <ul>
            {cohort.similar.map((pair) => (
              <li key={pair.submissions.join(" ")}>
                {pair.submissions.join(" and ")}: {Math.round(pair.code_share * 100)} % of the code,{" "}
                {Math.round(pair.report_share * 100)} % of the report
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function Dimensions({ cohort }: { cohort: Cohort }): VNode {
  const rows = cohort.overall ? [cohort.overall, ...cohort.dimensions] : cohort.dimensions;
  return (
    <>
      <h2>The class</h2>
      <Wide label="Figures of the class">
        <table>
          <thead>
            <tr>
              {["Dimension", "", "Mean", "Least", "Median", "Most", "Scored"].map((head, at) => (
                <th key={head} scope="col" class={at > 1 ? "n" : ""}>
                  {head || <span class="hidden">Share of the scale</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.dimension_id}>
                <th scope="row">{one.dimension_name}</th>
                <td>
                  <Bar score={one.mean} scale={one.scale} />
                </td>
                <td class="n">{number(one.mean)}</td>
                <td class="n">{number(one.min)}</td>
                <td class="n">{number(one.quartiles[1])}</td>
                <td class="n">{number(one.max)}</td>
                <td class="n">{one.scored}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}

function Submissions({ cohort }: { cohort: Cohort }): VNode {
  return (
    <>
      <h2>Submissions</h2>
      <Wide label="Submissions">
        <table>
          <thead>
            <tr>
              <th scope="col">Submission</th>
              <th scope="col">Repository</th>
              <th scope="col" class="n">
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {cohort.submissions.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  {one.audit ? <a href={`#/case/${one.audit.case}`}>{one.name ?? one.id}</a> : (one.name ?? one.id)}
                </th>
                <td>
                  {one.repository}
                  {one.failed ? <div class="poor-text">{one.failed}</div> : null}
                </td>
                <td class="n">{one.audit ? `${number(one.audit.overall_score)} of ${one.audit.scale.max}` : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
