import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api, upload, useApi } from "../api";
import { Alert, Field, Heading } from "../parts";
import type { Case } from "../types";

interface Choices {
  rubrics: string[];
  rules: { name: string; what: string }[];
  panels: string[];
}

function useChoices(): Choices {
  const rubrics = useApi<{ rubrics: string[] }>("/api/rubrics").value;
  const rules = useApi<{ rules: Choices["rules"] }>("/api/rules").value;
  const panels = useApi<{ panels: string[] }>("/api/panels").value;
  return { rubrics: rubrics?.rubrics ?? [], rules: rules?.rules ?? [], panels: panels?.panels ?? [] };
}

async function asked(form: HTMLFormElement): Promise<Record<string, unknown>> {
  const data = new FormData(form);
  const body: Record<string, unknown> = {};
  for (const name of ["subject", "rev", "rubric", "rules", "panel"]) {
    const text = String(data.get(name) ?? "").trim();
    if (text) body[name] = text;
  }
  for (const name of ["report", "rubric_file"]) {
    const file = data.get(name);
    if (file instanceof File && file.name) body[name] = await upload(file);
  }
  if (data.get("find_report")) body.find_report = true;
  return body;
}

/** Files a case. */
export function Fresh(): VNode {
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const choices = useChoices();
  const send = async (event: Event) => {
    event.preventDefault();
    setSent(true);
    setError(null);
    try {
      const filed = await api<Case>("/api/cases", await asked(event.currentTarget as HTMLFormElement));
      location.hash = `#/case/${filed.id}`;
    } catch (problem) {
      setError(problem as Error);
      setSent(false);
    }
  };
  return (
    <>
      <Heading title="New audit" />
      <form onSubmit={send}>
        <Field id="subject" name="Repository" note="An address, or owner/name on GitHub.">
          <input id="subject" name="subject" required placeholder="owner/name" aria-describedby="subject-note" />
        </Field>
        <Field id="rev" name="Branch, tag or commit">
          <input id="rev" name="rev" placeholder="HEAD" />
        </Field>
        <Field id="report" name="Report that belongs to it" note="PDF, Markdown, DOCX, HTML or text, up to 20 MB.">
          <input id="report" name="report" type="file" accept=".pdf,.md,.docx,.html,.txt" aria-describedby="report-note" />
        </Field>
        <label class="check">
          <input name="find_report" type="checkbox" /> Take the report that lies in the repository
        </label>
        <Rest {...choices} />
        <Alert error={error} />
        <button class="first" type="submit" disabled={isSent}>
          {isSent ? "Looking the address up …" : "Audit"}
        </button>
      </form>
    </>
  );
}

function Rest({ rubrics, rules, panels }: Choices): VNode {
  return (
    <>
      <Field id="rubric" name="Rubric">
        <select id="rubric" name="rubric">
          <option value="">the one that fits the repository</option>
          {rubrics.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      <details class="more">
        <summary>More</summary>
        <Field id="rubric_file" name="A rubric of your own" note="JSON or YAML; it counts in place of the one above.">
          <input id="rubric_file" name="rubric_file" type="file" accept=".json,.yaml,.yml" aria-describedby="rubric_file-note" />
        </Field>
        <Field id="rules" name="Rules">
          <select id="rules" name="rules">
            <option value="">those of the rubric</option>
            {rules.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}: {one.what}
              </option>
            ))}
          </select>
        </Field>
        <Field id="panel" name="Judges" note="Which panels there are, the operator says.">
          <select id="panel" name="panel" aria-describedby="panel-note">
            {panels.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      </details>
    </>
  );
}
