import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { api, BEAT, upload, useApi } from "../api";
import { Alert, Chip, Field, Heading } from "../parts";

export interface ClassRow {
  id: string;
  name: string;
  state: string;
  submissions: number;
  done: number;
  said: string | null;
}

/** The classes that were audited here, and a form for one more. */
export function Classes(): VNode {
  const { value, error } = useApi<{ cohorts: ClassRow[] }>("/api/cohorts", BEAT);
  const rows = value?.cohorts ?? [];
  return (
    <>
      <Heading title="Classes" />
      <Alert error={error} />
      {value && rows.length === 0 ? <p class="soft">No class yet.</p> : null}
      {rows.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">State</th>
              <th scope="col" class="n">
                Audited
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <a href={`#/class/${one.id}`}>{one.name}</a>
                </th>
                <td>
                  <Chip state={one.state} />
                </td>
                <td class="n">
                  {one.done} of {one.submissions}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <NewClass />
    </>
  );
}

function NewClass(): VNode {
  const [error, setError] = useState<Error | null>(null);
  const [isSent, setSent] = useState(false);
  const rubrics = useApi<{ rubrics: string[] }>("/api/rubrics").value?.rubrics ?? [];
  const send = async (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const [list, rubric] = [data.get("list"), String(data.get("rubric") ?? "")];
    if (!(list instanceof File)) return;
    setSent(true);
    setError(null);
    try {
      const body = { name: String(data.get("name") ?? "").trim(), list: await upload(list), ...(rubric ? { rubric } : {}) };
      const filed = await api<ClassRow>("/api/cohorts", body);
      location.hash = `#/class/${filed.id}`;
    } catch (problem) {
      setError(problem as Error);
      setSent(false);
    }
  };
  return (
    <form onSubmit={send} aria-labelledby="new-class">
      <h2 id="new-class">Audit a class</h2>
      <Field id="class-name" name="What it is called">
        <input id="class-name" name="name" required maxLength={100} />
      </Field>
      <Field id="class-list" name="List" note="A CSV with a column repository, or one address a line.">
        <input id="class-list" name="list" type="file" required accept=".csv,.txt,.json" aria-describedby="class-list-note" />
      </Field>
      <Field id="class-rubric" name="Rubric">
        <select id="class-rubric" name="rubric">
          <option value="">the one that fits each repository</option>
          {rubrics.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      <Alert error={error} />
      <button class="first" type="submit" disabled={isSent}>
        Audit the class
      </button>
    </form>
  );
}
