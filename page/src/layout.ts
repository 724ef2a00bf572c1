// Where the nodes of a graph stand: a row for each superstep, START above all and END below.

import type { Topology } from "./types";

export const BOX = { width: 168, height: 38, gap: 22, row: 92, top: 12 };

export interface Place {
  name: string;
  x: number;
  y: number;
  isEnd: boolean;
}

export interface Way {
  from: string;
  to: string;
  isConditional: boolean;
  isBack: boolean;
  path: string;
}

export interface Drawing {
  width: number;
  height: number;
  places: Place[];
  ways: Way[];
}

function rows({ nodes, supersteps, edges }: Topology): string[][] {
  const known = new Set<string>();
  const steps = supersteps.map((step) => step.filter((name) => !known.has(name) && known.add(name)));
  const ends = new Set(edges.flatMap((edge) => edge.slice(0, 2) as string[]).filter((name) => !nodes.includes(name)));
  const rest = nodes.filter((name) => !known.has(name));
  const first = ends.has("START") ? [["START"]] : [];
  const last = [...ends].filter((name) => name !== "START" && !known.has(name));
  return [...first, ...steps, rest, last].filter((row) => row.length > 0);
}

function path(from: Place, to: Place, width: number): string {
  const [start, end] = [from.y + BOX.height, to.y];
  if (to.y > from.y) {
    const bend = Math.max(26, (end - start) / 2);
    return `M${from.x} ${start}C${from.x} ${start + bend},${to.x} ${end - bend},${to.x} ${end}`;
  }
  // A way back runs beside all boxes.
  const [out, into] = [from.x + BOX.width / 2, to.x + BOX.width / 2];
  const [y1, y2] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
  return `M${out} ${y1}C${width - 8} ${y1},${width - 8} ${y2},${into} ${y2}`;
}

export function drawing(graph: Topology): Drawing {
  const all = rows(graph);
  const widest = Math.max(1, ...all.map((row) => row.length));
  const inner = widest * (BOX.width + BOX.gap);
  const width = inner + 60;
  const places = all.flatMap((row, y) =>
    row.map((name, x) => ({
      name,
      x: Math.round((inner / row.length) * (x + 0.5)),
      y: BOX.top + y * BOX.row,
      isEnd: !graph.nodes.includes(name),
    })),
  );
  const byName = new Map(places.map((place) => [place.name, place]));
  const ways = graph.edges.flatMap(([from, to, isConditional]) => {
    const [one, other] = [byName.get(from), byName.get(to)];
    if (!one || !other) return [];
    return [{ from, to, isConditional, isBack: other.y <= one.y, path: path(one, other, width) }];
  });
  return { width, height: BOX.top * 2 + all.length * BOX.row - (BOX.row - BOX.height), places, ways };
}
