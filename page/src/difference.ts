// What differs between two decided cases.

import type { Exhibit, Report } from "./types";

export interface Pair {
  id: string;
  name: string;
  one: number | null | undefined;
  other: number | null | undefined;
}

/** Each dimension of either, with both scores; nothing where it was not asked. */
export function pairs(one: Report, other: Report): Pair[] {
  const all = new Map([...one.criteria, ...other.criteria].map((row) => [row.dimension_id, row.dimension_name]));
  const score = (report: Report, id: string) => report.criteria.find((row) => row.dimension_id === id)?.final_score;
  return [...all].map(([id, name]) => ({ id, name, one: score(one, id), other: score(other, id) }));
}

/** The first finding of each probe, which is the one that counts. */
function findings(report: Report): Map<string, Exhibit> {
  const all = Object.values(report.evidences).flat();
  const first = new Map<string, Exhibit>();
  for (const exhibit of all) if (exhibit.probe && !first.has(exhibit.probe)) first.set(exhibit.probe, exhibit);
  return first;
}

export interface Difference {
  probe: string;
  one: string;
  other: string;
  told: string;
}

export function differences(one: Report, other: Report): Difference[] {
  const [before, after] = [findings(one), findings(other)];
  const probes = [...before.keys()].filter((probe) => after.has(probe)).sort();
  return probes.flatMap((probe) => {
    const [was, is] = [before.get(probe), after.get(probe)];
    if (!was || !is || was.finding === is.finding) return [];
    return [{ probe, one: was.finding, other: is.finding, told: is.rationale || is.cause || "" }];
  });
}
