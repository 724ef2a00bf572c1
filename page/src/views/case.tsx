import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api, BEAT, useApi } from "../api";
import { Alert, Chip, called, Heading, short } from "../parts";
import type { Case, Report } from "../types";
import { Live, Watched } from "./court";
import { ReportView } from "./report";
import { Say } from "./say";
import { WhatIf } from "./whatif";

const PARTS: readonly [string, string][] = [
  ["", "Report"],
  ["trial", "Trial"],
  ["what-if", "What if"],
  ["say", "Override or appeal"],
];

/** One case, wherever it stands. */
export function CaseView({ id, part }: { id: string; part: string }): VNode {
  const { value, error, again } = useApi<Case>(`/api/cases/${id}`, BEAT);
  if (!value)
    return (
      <>
        <Heading title={error ? "No such case" : "Case"} />
        <Alert error={error} />
        {error ? null : <p class="soft">Loading.</p>}
      </>
    );
  const isDecided = value.state === "decided";
  return (
    <>
      <Head one={value} again={again} />
      <Alert error={error} />
      {isDecided ? <Decided one={value} part={part} again={again} /> : <Live one={value} over={again} />}
    </>
  );
}

function Head({ one, again }: { one: Case; again: () => void }): VNode {
  const [error, setError] = useState<Error | null>(null);
  const cancel = () => api(`/api/cases/${one.id}/cancel`, {}).then(again, setError);
  const isOpen = one.state === "waiting" || one.state === "running";
  return (
    <div class="head">
      <Heading title={called(one.name)} />
      <p class="row">
        <Chip state={one.state} />
        {one.position ? <span>{one.position === 1 ? "next" : `number ${one.position}`} in the queue</span> : null}
        {one.commit ? <code>{short(one.commit)}</code> : null}
        {one.rubric ? <span class="soft">{one.rubric}</span> : null}
        <span class="soft">
          case <code>{one.id}</code>
        </span>
        {isOpen ? (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        ) : null}
      </p>
      {one.said ? <p class="alert">{one.said}</p> : null}
      {one.state === "interrupted" ? <p class="soft">The same audit goes on where this one stopped.</p> : null}
      {one.appeal_of ? (
        <p>
          This is the appeal of case <a href={`#/case/${one.appeal_of}`}>{one.appeal_of}</a>.
        </p>
      ) : null}
      <Alert error={error} />
    </div>
  );
}

function Decided({ one, part, again }: { one: Case; part: string; again: () => void }): VNode {
  // What was said on a case changes its report.
  const report = useApi<Report>(`/api/cases/${one.id}/report.json`);
  const said = () => {
    report.again();
    again();
  };
  return (
    <>
      <nav class="parts" aria-label="Parts of the case">
        {PARTS.map(([name, text]) => (
          <a key={name} href={`#/case/${one.id}/${name}`} aria-current={part === name ? "page" : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <Alert error={report.error} />
      {part === "trial" ? <Watched id={one.id} /> : null}
      {report.value && part === "what-if" ? <WhatIf id={one.id} report={report.value} /> : null}
      {report.value && part === "say" ? <Say id={one.id} report={report.value} said={said} /> : null}
      {report.value && part === "" ? <ReportView id={one.id} report={report.value} /> : null}
      {!report.value && !report.error && part !== "trial" ? <p class="soft">Loading the report.</p> : null}
    </>
  );
}
