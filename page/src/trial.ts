// A trial as its events tell it. All that is shown follows from a list of events, so a reload shows the same, and a
// finished trial can be watched again by taking fewer of them.

import { DETECTIVES, type Found, JUDGES, type Seen, type Told } from "./types";

export interface Look {
  state: "waits" | "looks" | "done" | "failed";
  found: Found[];
}

export interface Seat {
  state: "silent" | "speaks" | "spoke" | "failed";
  round: number;
  score: string | null;
  before: string | null;
  argument: string;
  cited: string[];
}

export interface Heard {
  id: string;
  seats: Record<string, Seat>;
  score: string | null;
  isRuled: boolean;
  why: string | null;
  dissent: string | null;
  rules: { rule: string; why: string; after: string | null }[];
}

export interface Trial {
  count: number;
  now: string;
  looks: Record<string, Look>;
  dimensions: Heard[];
  overall: string | null;
  outOf: string | null;
  isOver: boolean;
}

const silent = (): Seat => ({ state: "silent", round: 1, score: null, before: null, argument: "", cited: [] });

export function opened(): Trial {
  const looks: Record<string, Look> = {};
  for (const [name] of DETECTIVES) looks[name] = { state: "waits", found: [] };
  return { count: 0, now: "", looks, dimensions: [], overall: null, outOf: null, isOver: false };
}

export const words = (id: string): string => id.replaceAll("_", " ");

const PLACES: Record<string, string> = {
  seize: "fetching the repository",
  open: "opening history and files",
  read: "reading a report",
  letter: "reading pictures",
  investigate: "looking for facts",
  admit: "admitting",
  opine: "hearing",
  rehear: "hearing once more",
  rule: "ruling on",
  pronounce: "pronouncing",
};

function told({ label = "", step = "", trouble }: Told): string {
  const [stage = "", name = ""] = label.split("/");
  const text = `${PLACES[stage] ?? stage} ${words(name)}`.trim();
  return trouble ? `${text}: ${step}: ${trouble}` : text;
}

function heard(dimensions: Heard[], id: string, change: (one: Heard) => Heard): Heard[] {
  const seats = Object.fromEntries(JUDGES.map((judge) => [judge, silent()]));
  const fresh: Heard = { id, seats, score: null, isRuled: false, why: null, dissent: null, rules: [] };
  if (!dimensions.some((one) => one.id === id)) return [...dimensions, change(fresh)];
  return dimensions.map((one) => (one.id === id ? change(one) : one));
}

function look(old: Look, event: Told): Look {
  if (Array.isArray(event.seen)) return { state: "done", found: event.seen };
  if (event.step === "failed" || event.step === "abandoned") return { ...old, state: "failed" };
  return { ...old, state: event.step === "started" ? "looks" : old.state };
}

function spoken(old: Seat, event: Told, round: number): Seat {
  const seen = event.seen as Seen | null | undefined;
  if (!seen) {
    if (event.step === "started") return { ...old, state: "speaks", round };
    return event.step === "failed" ? { ...old, state: "failed" } : old;
  }
  const argument = seen.recused ? `No valid answer: ${seen.recused}` : (seen.argument ?? "");
  const before = round > 1 ? (old.before ?? old.score) : null;
  return { state: "spoke", round, score: seen.score ?? null, before, argument, cited: seen.cited ?? [] };
}

function ruled(one: Heard, seen: Seen): Heard {
  const { score = null, why = null, dissent = null, rules = [] } = seen;
  return { ...one, isRuled: true, score, why, dissent, rules };
}

/** The trial after one more event. */
export function after(trial: Trial, event: Told): Trial {
  const count = trial.count + 1;
  if (event.kind === "opened") return { ...opened(), count };
  if (event.kind === "closed")
    return {
      ...trial,
      count,
      now: "",
      overall: event.overall ?? trial.overall,
      outOf: event.out_of ?? trial.outOf,
      isOver: true,
    };
  if (event.kind !== "job") return { ...trial, count };
  const [stage = "", name = "", judge = ""] = (event.label ?? "").split("/");
  const next = { ...trial, count, now: told(event) };
  const old = next.looks[name];
  if (stage === "investigate" && old) next.looks = { ...next.looks, [name]: look(old, event) };
  else if (stage === "admit" && name) next.dimensions = heard(next.dimensions, name, (one) => one);
  else if ((stage === "opine" || stage === "rehear") && judge)
    next.dimensions = heard(next.dimensions, name, (one) => {
      const seat = spoken(one.seats[judge] ?? silent(), event, stage === "rehear" ? 2 : 1);
      return { ...one, seats: { ...one.seats, [judge]: seat } };
    });
  else if (stage === "rule" && event.seen)
    next.dimensions = heard(next.dimensions, name, (one) => ruled(one, event.seen as Seen));
  else if (stage === "pronounce" && event.seen) {
    const seen = event.seen as Seen;
    next.overall = seen.overall ?? null;
    next.outOf = seen.out_of ?? null;
  }
  return next;
}

/** The trial after the first `count` events of a list. */
export const at = (events: Told[], count: number): Trial => events.slice(0, count).reduce(after, opened());

/** The events of the last time that the case was tried; those before it are of runs that broke off or were forgotten. */
export function lastRun(events: Told[]): Told[] {
  const from = events.findLastIndex((event) => event.kind === "opened");
  return from < 0 ? events : events.slice(from);
}

/** The mean of what is ruled, until the verdict is pronounced. */
export function standing(trial: Trial): { score: number | null; ruled: number } {
  const scores = trial.dimensions.filter((one) => one.score !== null).map((one) => fraction(one.score ?? ""));
  const ruled = trial.dimensions.filter((one) => one.isRuled).length;
  if (scores.length === 0) return { score: null, ruled };
  return { score: scores.reduce((sum, one) => sum + one, 0) / scores.length, ruled };
}

/** A score as the court writes it: a number or a fraction. */
export function fraction(text: string): number {
  const [over = "", under = "1"] = text.split("/");
  return Number(over) / Number(under);
}
