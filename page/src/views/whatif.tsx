import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, useApi } from "../api";
import { Alert, Field, number, Wide } from "../parts";
import { type Criterion, JUDGES, judgeName, type Moved, type Report } from "../types";

type Votes = Record<string, string>;

interface Asked {
  rules: string;
  rubric: string;
  rulesText: string;
  votes: Votes;
}

const NOTHING: Asked = { rules: "", rubric: "", rulesText: "", votes: {} };

function body({ rules, rubric, rulesText, votes }: Asked): Record<string, unknown> {
  const list = Object.entries(votes).map(([key, score]) => {
    const [dimension = "", judge = ""] = key.split(" ");
    return { dimension, judge, score };
  });
  return {
    ...(rulesText.trim() ? { rules_text: rulesText } : rules ? { rules } : {}),
    ...(rubric ? { rubric } : {}),
    ...(list.length > 0 ? { votes: list } : {}),
  };
}

/** The scores under other rules, another rubric or another vote; the court's own rules move them, nothing here does. */
export function WhatIf({ id, report }: { id: string; report: Report }): VNode {
  const [asked, ask] = useState<Asked>(NOTHING);
  const [moved, setMoved] = useState<Moved | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const turn = useRef(0);
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const wanted = body(asked);
    setError(null);
    if (Object.keys(wanted).length === 0) {
      setMoved(null);
      setAsking(false);
      return;
    }
    setAsking(true);
    // Only the answer to the last question counts.
    const settle = (told: Moved | null, problem: Error | null) => {
      if (mine !== turn.current) return;
      setMoved(told);
      setError(problem);
      setAsking(false);
    };
    api<Moved>(`/api/cases/${id}/what-if`, wanted).then(
      (told) => settle(told, null),
      (problem) => settle(null, problem),
    );
  }, [id, asked]);
  return (
    <section aria-label="What if">
      <p>Rule again on the same evidence. Nothing is fetched or judged anew, and the case stays as it is.</p>
      <Choice asked={asked} ask={ask} />
      <Alert error={error} />
      <Result report={report} moved={moved} asked={asked} ask={ask} isAsking={isAsking} />
    </section>
  );
}

function Choice({ asked, ask }: { asked: Asked; ask: (asked: Asked) => void }): VNode {
  const [text, setText] = useState("");
  const rules = useApi<{ rules: { name: string; what: string }[] }>("/api/rules").value?.rules ?? [];
  const rubrics = useApi<{ rubrics: string[] }>("/api/rubrics").value?.rubrics ?? [];
  return (
    <>
      <div class="filters">
        <Field id="rules" name="Rules">
          <select id="rules" value={asked.rules} onChange={(event) => ask({ ...asked, rules: event.currentTarget.value })}>
            <option value="">as they were</option>
            {rules.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}: {one.what}
              </option>
            ))}
          </select>
        </Field>
        <Field id="rubric" name="Rubric">
          <select id="rubric" value={asked.rubric} onChange={(event) => ask({ ...asked, rubric: event.currentTarget.value })}>
            <option value="">as it was</option>
            {rubrics.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      </div>
      <details class="more">
        <summary>Rules of your own</summary>
        <Field id="rules-text" name="Rules (TOML)" note="As docs/rules.md tells; they count in place of those above.">
          <textarea id="rules-text" rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </Field>
        <button type="button" onClick={() => ask({ ...asked, rulesText: text })}>
          Rule by these
        </button>
      </details>
      <p>
        <button type="button" disabled={asked === NOTHING} onClick={() => ask(NOTHING)}>
          As it was ruled
        </button>
      </p>
    </>
  );
}

interface Shown {
  report: Report;
  moved: Moved | null;
  asked: Asked;
  ask: (asked: Asked) => void;
  isAsking: boolean;
}

function Result({ report, moved, asked, ask, isAsking }: Shown): VNode {
  const after = new Map(moved?.dimensions.map((one) => [one.dimension, one]));
  const known = new Set(report.criteria.map((one) => one.dimension_id));
  const others = moved?.dimensions.filter((one) => !known.has(one.dimension)) ?? [];
  return (
    <>
      <p aria-live="polite" class="standing">
        <strong class="score" data-testid="after">
          {number(moved ? moved.overall.after : report.overall_score)}
        </strong>{" "}
        {moved ? `was ${number(moved.overall.before)}` : `of ${report.scale.max}, as it was ruled`}
        {isAsking ? " …" : ""}
      </p>
      <Wide label="Scores before and after">
        <table>
          <thead>
            <tr>
              <th scope="col">Dimension</th>
              <th scope="col" class="n">
                As ruled
              </th>
              <th scope="col" class="n">
                Then
              </th>
              {JUDGES.map((judge) => (
                <th key={judge} scope="col">
                  {judgeName(judge)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.criteria.map((one) => (
              <Row
                key={one.dimension_id}
                one={one}
                after={moved ? after.get(one.dimension_id)?.after : one.final_score}
                isGone={moved !== null && !after.has(one.dimension_id)}
                asked={asked}
                ask={ask}
              />
            ))}
            {others.map((one) => (
              <tr key={one.dimension}>
                <th scope="row">{one.name}</th>
                <td class="n">–</td>
                <td class="n">{number(one.after)}</td>
                <td colSpan={3} class="soft">
                  only in the other rubric
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}

interface RowShown {
  one: Criterion;
  after: number | null | undefined;
  isGone: boolean;
  asked: Asked;
  ask: (asked: Asked) => void;
}

function Row({ one, after, isGone, asked, ask }: RowShown): VNode {
  const round = Math.max(0, ...one.judge_opinions.map((opinion) => opinion.round));
  const change = (judge: string, score: string) => {
    const votes = { ...asked.votes };
    const key = `${one.dimension_id} ${judge}`;
    if (score) votes[key] = score;
    else delete votes[key];
    ask({ ...asked, votes });
  };
  const hasMoved = !isGone && after !== one.final_score;
  return (
    <tr>
      <th scope="row">{one.dimension_name}</th>
      <td class="n">{number(one.final_score)}</td>
      <td class={hasMoved ? "n moved" : "n"}>{isGone ? "not asked" : number(after)}</td>
      {JUDGES.map((judge) => {
        const vote = one.judge_opinions.find((opinion) => opinion.round === round && opinion.judge === judge);
        const key = `${one.dimension_id} ${judge}`;
        return (
          <td key={judge}>
            {vote && vote.score !== null ? (
              <select
                aria-label={`${judgeName(judge)} on ${one.dimension_name}`}
                class={asked.votes[key] ? "changed vote-of" : "vote-of"}
                value={asked.votes[key] ?? ""}
                onChange={(event) => change(judge, event.currentTarget.value)}
              >
                <option value="">{number(vote.score)}</option>
                {scores(one, vote.score).map((score) => (
                  <option key={score}>{score}</option>
                ))}
              </select>
            ) : (
              "–"
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Most scores that are offered for a vote. */
const OFFERED = 41;

function scores(one: Criterion, without: number): string[] {
  const { min, max } = one.scale;
  const step = Math.max(1, Math.ceil((max - min) / OFFERED));
  const all: string[] = [];
  for (let score = min; score <= max; score += step) if (score !== without) all.push(String(score));
  return all;
}
