import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { BEAT, useApi } from "../api";
import { Alert, Chip, called, Heading, plural, scoreOf, short, Wide } from "../parts";
import { type Case, type Docket, STATES } from "../types";

const ROWS = 200;

/** All cases of the journal, the newest first, as they are now. */
export function DocketView(): VNode {
  const [words, setWords] = useState("");
  const [state, setState] = useState("");
  const query = new URLSearchParams({ q: words, limit: String(ROWS) });
  if (state) query.set("state", state);
  const { value, error } = useApi<Docket>(`/api/cases?${query}`, BEAT);
  return (
    <>
      <Heading title="Docket" />
      <search class="filters">
        <input
          type="search"
          aria-label="Search"
          placeholder="Name, id, commit or rubric"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <select aria-label="State" value={state} onChange={(event) => setState(event.currentTarget.value)}>
          <option value="">every state</option>
          {STATES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </search>
      <Alert error={error} />
      <p class="soft" aria-live="polite">
        {value ? told(value, words !== "" || state !== "") : "Loading."}
      </p>
      {value && value.cases.length > 0 ? <Rows cases={value.cases} /> : null}
    </>
  );
}

function told({ count, cases }: Docket, isNarrowed: boolean): VNode {
  if (count > 0) return <>{cases.length < count ? `${cases.length} of ${plural(count, "case")}` : plural(count, "case")}</>;
  if (isNarrowed) return <>No case fits.</>;
  return (
    <>
      No case yet. <a href="#/new">Audit a repository</a>.
    </>
  );
}

const Rows = ({ cases }: { cases: Case[] }): VNode => (
  <Wide label="Cases">
    <table class="docket">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">State</th>
          <th scope="col" class="n">
            Score
          </th>
          <th scope="col" class="narrow-no">
            Rubric
          </th>
          <th scope="col" class="narrow-no">
            Commit
          </th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </tbody>
    </table>
  </Wide>
);

function Row({ one }: { one: Case }): VNode {
  return (
    <tr>
      <th scope="row">
        <a href={`#/case/${one.id}`}>{called(one.name)}</a>
        {one.appeal_of ? <span class="soft"> appeal</span> : null}
      </th>
      <td>
        <Chip state={one.state} />
        {one.position ? <span class="soft"> {one.position === 1 ? "next" : `number ${one.position}`}</span> : null}
      </td>
      <td class="n">{scoreOf(one)}</td>
      <td class="narrow-no">{one.rubric ?? "by subject"}</td>
      <td class="narrow-no">
        <code>{short(one.commit)}</code>
      </td>
    </tr>
  );
}
