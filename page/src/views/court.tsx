import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { number, place, spaced } from "../parts";
import { after, at, fraction, type Heard, type Look, lastRun, opened, type Seat, standing, type Trial, words } from "../trial";
import { type Case, DETECTIVES, JUDGES, judgeKind, judgeName, type Told } from "../types";
import { parsed } from "../visible";

/** Between two events of a trial that is watched again, in milliseconds. */
const STEP = 120;
/** Facts of one detective that are shown at once. */
const FACTS = 60;

/** Every event of a case, from its first, as it comes; the browser goes on by itself where a connection breaks. */
function listen(id: string, heard: (event: Told) => void, ended: () => void): () => void {
  const source = new EventSource(`/api/cases/${id}/events`);
  source.onmessage = (event) => heard(parsed<Told>(event.data));
  source.addEventListener("end", () => {
    source.close();
    ended();
  });
  return () => source.close();
}

/** A case as it is tried. */
export function Live({ one, over }: { one: Case; over: () => void }): VNode {
  const [trial, setTrial] = useState<Trial>(opened());
  // A case that is filed again tells its events anew.
  const isOpen = one.state === "waiting" || one.state === "running";
  // `over` is another function at each turn
  useEffect(() => {
    setTrial(opened());
    return listen(one.id, (event) => setTrial((old) => after(old, event)), over);
  }, [one.id, isOpen]);
  return <Court trial={trial} isLive={isOpen} />;
}

/** A finished trial, watched again. */
export function Watched({ id }: { id: string }): VNode {
  const [events, setEvents] = useState<Told[]>([]);
  const [isWhole, setWhole] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  const [isPlaying, play] = useState(false);
  useEffect(() => {
    const all: Told[] = [];
    return listen(
      id,
      (event) => all.push(event),
      () => {
        setEvents(lastRun(all));
        setWhole(true);
      },
    );
  }, [id]);
  const shown = count ?? events.length;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setCount((old) => Math.min(events.length, (old ?? 0) + 1)), STEP);
    return () => clearInterval(timer);
  }, [isPlaying, events]);
  useEffect(() => {
    if (isPlaying && shown >= events.length) play(false);
  }, [isPlaying, shown, events]);
  const toggle = () => {
    if (!isPlaying && shown >= events.length) setCount(0);
    play(!isPlaying);
  };
  if (!isWhole) return <p class="soft">Loading the events.</p>;
  return (
    <>
      <div class="player">
        <button type="button" onClick={toggle}>
          {isPlaying ? "Pause" : shown >= events.length ? "Watch again" : "Play"}
        </button>
        <input
          type="range"
          min={0}
          max={events.length}
          value={shown}
          aria-label="Event"
          onInput={(event) => {
            play(false);
            setCount(Number(event.currentTarget.value));
          }}
        />
        <span class="soft n">
          {shown} of {events.length}
        </span>
      </div>
      <Court trial={at(events, shown)} isLive={false} />
    </>
  );
}

function Court({ trial, isLive }: { trial: Trial; isLive: boolean }): VNode {
  const [chosen, choose] = useState<string | null>(null);
  const last = trial.dimensions.findLast((one) => one.isRuled) ?? trial.dimensions[0];
  const shown = trial.dimensions.find((one) => one.id === chosen) ?? last;
  return (
    <div class="court">
      <Standing trial={trial} isLive={isLive} />
      <h2>Detectives</h2>
      <div class="three">
        {DETECTIVES.map(([name, called]) => (
          <Detective key={name} called={called} look={trial.looks[name]} />
        ))}
      </div>
      <h2>Dimensions</h2>
      {trial.dimensions.length === 0 ? <p class="soft">They are heard once the facts are in.</p> : null}
      <div class="tiles">
        {trial.dimensions.map((one) => (
          <Tile key={one.id} one={one} isShown={one === shown} choose={() => choose(one.id)} />
        ))}
      </div>
      {shown ? <Bench one={shown} /> : null}
    </div>
  );
}

function Standing({ trial, isLive }: { trial: Trial; isLive: boolean }): VNode {
  const { score, ruled } = standing(trial);
  const isPronounced = trial.overall !== null;
  const about = isPronounced
    ? `of ${trial.outOf ?? "?"}`
    : score === null
      ? ""
      : `the mean of ${ruled} of ${trial.dimensions.length} dimensions`;
  return (
    <div class="standing">
      <p aria-live="polite">
        <strong class="score" data-testid="score">
          {isPronounced ? number(fraction(trial.overall ?? "")) : score === null ? "…" : number(score)}
        </strong>{" "}
        {about}
      </p>
      <p class="soft now">{trial.now || (isLive ? "Nothing has happened yet." : "")}</p>
    </div>
  );
}

const LOOKS: Record<Look["state"], string> = { waits: "waits", looks: "is looking …", done: "", failed: "could not look" };

function Detective({ called, look }: { called: string; look: Look | undefined }): VNode {
  const found = look?.found ?? [];
  const state = look?.state ?? "waits";
  return (
    <section class={`card ${state}`} aria-label={`Detective: ${called}`}>
      <h3>{called}</h3>
      <p class="soft">{LOOKS[state] || `${found.length} facts`}</p>
      {found.length > 0 ? (
        <ul tabIndex={0} aria-label={`What the detective found: ${called}`}>
          {found.slice(0, FACTS).map((fact, at) => (
            <li key={at}>
              <span class={`dot ${fact.finding}`} aria-hidden="true" /> <span class="soft">{spaced(fact.finding)}</span>{" "}
              {fact.told}
              {fact.place ? (
                <>
                  {" "}
                  <code>{place(fact.place)}</code>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Tile({ one, isShown, choose }: { one: Heard; isShown: boolean; choose: () => void }): VNode {
  const isHeard = JUDGES.some((judge) => one.seats[judge]?.state !== "silent");
  const stage = one.isRuled ? "ruled" : isHeard ? "heard" : "waits";
  return (
    <button type="button" class={`tile ${stage}`} aria-pressed={isShown} onClick={choose}>
      <span class="name">{words(one.id)}</span>
      <span class="votes">
        {JUDGES.map((judge) => (
          <span key={judge} class={`vote ${judgeKind(judge)} ${one.seats[judge]?.state}`}>
            <span class="hidden">{judgeName(judge)} </span>
            {one.seats[judge]?.score ?? "·"}
          </span>
        ))}
      </span>
      <strong class="n">{one.isRuled ? (one.score ?? "no score") : "…"}</strong>
    </button>
  );
}

function Bench({ one }: { one: Heard }): VNode {
  return (
    <section class="bench" aria-label={words(one.id)}>
      <h3>{words(one.id)}</h3>
      <div class="three">
        {JUDGES.map((judge) => (
          <Speaker key={judge} judge={judge} seat={one.seats[judge]} />
        ))}
      </div>
      {one.why ? <p class="soft">{one.why}</p> : null}
      {one.rules.length > 0 ? (
        <ol class="rules">
          {one.rules.map((step, at) => (
            <li key={`${one.id} ${at}`}>
              <code>{step.rule}</code> {step.why}
              {step.after ? (
                <>
                  {" "}
                  <strong>→ {step.after}</strong>
                </>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {one.dissent ? <p class="dissent">{one.dissent}</p> : null}
    </section>
  );
}

const SEATS: Record<Seat["state"], string> = { silent: "not heard yet", speaks: "speaks …", spoke: "", failed: "gave no answer" };

function Speaker({ judge, seat }: { judge: string; seat: Seat | undefined }): VNode {
  const state = seat?.state ?? "silent";
  return (
    <article class={`card judge ${judgeKind(judge)} ${state}`} aria-label={judgeName(judge)}>
      <h4>
        {judgeName(judge)} {seat?.score ? <strong class="vote-score">{seat.score}</strong> : null}
        {seat?.before && seat.before !== seat.score ? <span class="soft"> first {seat.before}</span> : null}
      </h4>
      {SEATS[state] ? <p class="soft">{SEATS[state]}</p> : <p>{seat?.argument}</p>}
      {seat && seat.cited.length > 0 ? <p class="soft">cites {seat.cited.join(", ")}</p> : null}
    </article>
  );
}
