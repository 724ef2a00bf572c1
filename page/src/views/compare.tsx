import type { VNode } from "preact";
import { useApi } from "../api";
import { differences, pairs } from "../difference";
import { Alert, called, Field, Heading, number, scoreOf, short, spaced, Wide } from "../parts";
import type { Case, Docket, Report } from "../types";

/** Two decided cases side by side. */
export function Compare({ one, other }: { one: string; other: string }): VNode {
  const docket = useApi<Docket>("/api/cases?state=decided&limit=500");
  const first = useApi<Report>(one ? `/api/cases/${one}/report.json` : null);
  const second = useApi<Report>(other ? `/api/cases/${other}/report.json` : null);
  const go = (left: string, right: string) => {
    location.hash = `#/compare/${left}/${right}`;
  };
  const cases = docket.value?.cases ?? [];
  return (
    <>
      <Heading title="Compare" />
      <div class="filters">
        <Choice id="first" name="First case" cases={cases} chosen={one} choose={(id) => go(id, other)} />
        <Choice id="second" name="Second case" cases={cases} chosen={other} choose={(id) => go(one, id)} />
      </div>
      <Alert error={docket.error ?? first.error ?? second.error} />
      {first.value && second.value ? <Both one={first.value} other={second.value} /> : null}
      {one && other ? null : <p class="soft">Choose two decided cases.</p>}
    </>
  );
}

interface Chosen {
  id: string;
  name: string;
  cases: Case[];
  chosen: string;
  choose: (id: string) => void;
}

function Choice({ id, name, cases, chosen, choose }: Chosen): VNode {
  return (
    <Field id={id} name={name}>
      <select id={id} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">–</option>
        {cases.map((one) => (
          <option key={one.id} value={one.id}>
            {called(one.name)} {short(one.commit)} {scoreOf(one)} {one.rubric}
          </option>
        ))}
      </select>
    </Field>
  );
}

const apart = (one: number | null | undefined, other: number | null | undefined): string => {
  if (one === null || one === undefined || other === null || other === undefined) return "–";
  const moved = Math.round((other - one) * 100) / 100;
  return moved === 0 ? "same" : moved > 0 ? `+${moved}` : `−${-moved}`;
};

function Both({ one, other }: { one: Report; other: Report }): VNode {
  const found = differences(one, other);
  return (
    <>
      <h2>Scores</h2>
      <Wide label="Scores of both cases">
        <table>
          <thead>
            <tr>
              <th scope="col">Dimension</th>
              <th scope="col" class="n">
                First
              </th>
              <th scope="col" class="n">
                Second
              </th>
              <th scope="col" class="n">
                Apart
              </th>
            </tr>
          </thead>
          <tbody>
            {pairs(one, other).map((pair) => (
              <tr key={pair.id}>
                <th scope="row">{pair.name}</th>
                <td class="n">{number(pair.one)}</td>
                <td class="n">{number(pair.other)}</td>
                <td class="n">{apart(pair.one, pair.other)}</td>
              </tr>
            ))}
            <tr class="total">
              <th scope="row">Overall</th>
              <td class="n">{number(one.overall_score)}</td>
              <td class="n">{number(other.overall_score)}</td>
              <td class="n">{apart(one.overall_score, other.overall_score)}</td>
            </tr>
          </tbody>
        </table>
      </Wide>
      <h2>Facts that differ</h2>
      {found.length === 0 ? <p class="soft">Every fact came out alike.</p> : null}
      <ul class="claims">
        {found.map((fact) => (
          <li key={fact.probe}>
            <code>{fact.probe}</code> <span class={`dot ${fact.one}`} aria-hidden="true" /> {spaced(fact.one)} →{" "}
            <span class={`dot ${fact.other}`} aria-hidden="true" /> {spaced(fact.other)}: {fact.told}
          </li>
        ))}
      </ul>
    </>
  );
}
