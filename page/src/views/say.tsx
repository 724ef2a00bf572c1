import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api";
import { Alert, Field, number } from "../parts";
import type { Report } from "../types";

interface Given {
  id: string;
  report: Report;
  said: () => void;
}

/** What people say against the court: another score, or one point that it should look at again. */
export const Say = (given: Given): VNode => (
  <div class="two">
    <Override {...given} />
    <Appeal {...given} />
  </div>
);

/** Sends a form as JSON and tells what came of it. */
function useForm<T>(path: string, read: (data: FormData) => unknown, done: (told: T) => void) {
  const [error, setError] = useState<Error | null>(null);
  const [isSent, setSent] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setSent(true);
    setError(null);
    try {
      done(await api<T>(path, read(new FormData(form))));
      form.reset();
    } catch (problem) {
      setError(problem as Error);
    }
    setSent(false);
  };
  return { error, isSent, send };
}

const word = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

function Dimensions({ id, report }: { id: string; report: Report }): VNode {
  return (
    <Field id={id} name="Dimension">
      <select id={id} name="dimension">
        {report.criteria.map((one) => (
          <option key={one.dimension_id} value={one.dimension_id}>
            {one.dimension_name} ({number(one.final_score)} of {one.scale.max})
          </option>
        ))}
      </select>
    </Field>
  );
}

function Override({ id, report, said }: Given): VNode {
  const [told, tell] = useState("");
  const read = (data: FormData) => ({
    dimension: word(data, "dimension"),
    score: word(data, "score") || null,
    why: word(data, "why"),
    by: word(data, "by"),
  });
  const done = (answer: { told: string }) => {
    tell(answer.told);
    said();
  };
  const { error, isSent, send } = useForm(`/api/cases/${id}/overrides`, read, done);
  return (
    <form onSubmit={send} aria-labelledby="override">
      <h2 id="override">Override a score</h2>
      <p>Your score counts, the court's stays in the report beside it, with your name and your reason.</p>
      <Dimensions id="override-dimension" report={report} />
      <Field id="override-score" name="Score" note="Empty: the court's own stands again.">
        <input id="override-score" name="score" inputMode="decimal" aria-describedby="override-score-note" />
      </Field>
      <Field id="override-why" name="Why">
        <textarea id="override-why" name="why" required rows={3} />
      </Field>
      <Field id="override-by" name="Who says so">
        <input id="override-by" name="by" required autocomplete="name" />
      </Field>
      <Alert error={error} />
      <p role="status" class="told">
        {told}
      </p>
      <button class="first" type="submit" disabled={isSent}>
        Override
      </button>
    </form>
  );
}

function Appeal({ id, report }: Given): VNode {
  const [told, tell] = useState<{ told: string; id: string } | null>(null);
  const read = (data: FormData) => ({ dimension: word(data, "dimension"), point: word(data, "point"), why: word(data, "why") });
  const { error, isSent, send } = useForm<{ told: string; id: string }>(`/api/cases/${id}/appeals`, read, tell);
  return (
    <form onSubmit={send} aria-labelledby="appeal">
      <h2 id="appeal">Appeal a point</h2>
      <p>The court looks at one point again, hears the dimension again, and keeps both records.</p>
      <Dimensions id="appeal-dimension" report={report} />
      <Field id="appeal-point" name="What was overlooked or misread" note="path:line, or evidence as E12.">
        <input id="appeal-point" name="point" required aria-describedby="appeal-point-note" />
      </Field>
      <Field id="appeal-why" name="Why">
        <textarea id="appeal-why" name="why" required rows={3} />
      </Field>
      <Alert error={error} />
      <div role="status">
        {told ? (
          <>
            <pre class="words">{told.told}</pre>
            <a href={`#/case/${told.id}`}>The appeal's own case</a>
          </>
        ) : null}
      </div>
      <button class="first" type="submit" disabled={isSent}>
        {isSent ? "Looking again …" : "Appeal"}
      </button>
    </form>
  );
}
