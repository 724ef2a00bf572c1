import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { BOX, type Drawing, drawing } from "../layout";
import { plural } from "../parts";
import type { Topology } from "../types";

const ZOOM = { least: 0.5, most: 6, step: 1.4 };
/** How far an arrow key moves the graph, as a share of what is seen. */
const PAN = 0.15;
/** Longest name that fits its box. */
const NAME = 21;

interface Sight {
  zoom: number;
  x: number;
  y: number;
}

/** The graph that the code builds; it can be drawn nearer and moved, by pointer, wheel, buttons and keys. */
export function Graph({ graph, number }: { graph: Topology; number: number }): VNode {
  const heading = `graph-${number}`;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>The graph that the code builds{number > 1 ? ` (${number})` : ""}</h2>
      <p class="soft">
        {graph.framework}
        {graph.defined_at ? (
          <>
            {" "}
            at <code>{graph.defined_at}</code>
          </>
        ) : null}
        {`, ${plural(graph.nodes.length, "node")}, ${plural(graph.edges.length, "edge")}`}
        {graph.live ? "" : ", not reached by the program"}
      </p>
      <Sheet graph={graph} number={number} />
      {graph.findings.length > 0 ? (
        <ul>
          {graph.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Sheet({ graph, number }: { graph: Topology; number: number }): VNode {
  const drawn = useMemo(() => drawing(graph), [graph]);
  const [sight, setSight] = useState<Sight>({ zoom: 1, x: 0, y: 0 });
  const held = useRef<{ x: number; y: number } | null>(null);
  const zoom = (by: number) => setSight((old) => ({ ...old, zoom: Math.min(ZOOM.most, Math.max(ZOOM.least, old.zoom * by)) }));
  const move = (x: number, y: number) =>
    setSight((old) => ({ ...old, x: old.x + (x * drawn.width) / old.zoom, y: old.y + (y * drawn.height) / old.zoom }));
  const key = (event: KeyboardEvent) => {
    const ways: Record<string, () => void> = {
      ArrowLeft: () => move(-PAN, 0),
      ArrowRight: () => move(PAN, 0),
      ArrowUp: () => move(0, -PAN),
      ArrowDown: () => move(0, PAN),
      "+": () => zoom(ZOOM.step),
      "-": () => zoom(1 / ZOOM.step),
      "0": () => setSight({ zoom: 1, x: 0, y: 0 }),
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    way();
  };
  const drag = (event: PointerEvent) => {
    const from = held.current;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    if (!from || box.width === 0) return;
    held.current = { x: event.clientX, y: event.clientY };
    move((from.x - event.clientX) / box.width, (from.y - event.clientY) / box.height);
  };
  const [width, height] = [drawn.width / sight.zoom, drawn.height / sight.zoom];
  const [x, y] = [sight.x + (drawn.width - width) / 2, sight.y + (drawn.height - height) / 2];
  const title = `${plural(graph.nodes.length, "node")} in ${plural(graph.supersteps.length, "superstep")}`;
  return (
    <figure class="graph">
      <div class="row zoom">
        <button type="button" aria-label="Nearer" onClick={() => zoom(ZOOM.step)}>
          +
        </button>
        <button type="button" aria-label="Farther" onClick={() => zoom(1 / ZOOM.step)}>
          −
        </button>
        <button type="button" onClick={() => setSight({ zoom: 1, x: 0, y: 0 })}>
          Whole graph
        </button>
      </div>
      <section
        class="sheet"
        aria-label="Graph; arrow keys move it, plus and minus zoom"
        tabIndex={0}
        onKeyDown={key}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null;
        }}
        onPointerCancel={() => {
          held.current = null;
        }}
      >
        <svg class="topology" viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={title}>
          <Arrows number={number} />
          <Ways drawn={drawn} number={number} />
          <Boxes drawn={drawn} />
        </svg>
      </section>
    </figure>
  );
}

const Arrows = ({ number }: { number: number }): VNode => (
  <defs>
    {["ahead", "back"].map((kind) => (
      <marker
        key={kind}
        id={`arrow-${kind}-${number}`}
        class={kind}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto"
      >
        <path d="M0 0L8 4L0 8z" />
      </marker>
    ))}
  </defs>
);

const Ways = ({ drawn, number }: { drawn: Drawing; number: number }): VNode => (
  <>
    {drawn.ways.map((way, at) => (
      <path
        key={at}
        class={`edge ${way.isBack ? "back" : "ahead"} ${way.isConditional ? "conditional" : ""}`}
        d={way.path}
        marker-end={`url(#arrow-${way.isBack ? "back" : "ahead"}-${number})`}
      >
        <title>{`${way.from} → ${way.to}${way.isConditional ? " (conditional)" : ""}`}</title>
      </path>
    ))}
  </>
);

const Boxes = ({ drawn }: { drawn: Drawing }): VNode => (
  <>
    {drawn.places.map((place) => (
      <g key={place.name} class={place.isEnd ? "node bound" : "node"}>
        <rect x={place.x - BOX.width / 2} y={place.y} width={BOX.width} height={BOX.height} rx="7" />
        <text x={place.x} y={place.y + BOX.height / 2 + 4} text-anchor="middle">
          {place.name.length > NAME ? `${place.name.slice(0, NAME - 1)}…` : place.name}
        </text>
        <title>{place.name}</title>
      </g>
    ))}
  </>
);
