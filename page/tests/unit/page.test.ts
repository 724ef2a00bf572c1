import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, pairs } from "../../src/difference";
import { drawing } from "../../src/layout";
import { after, at, fraction, lastRun, opened, standing } from "../../src/trial";
import type { Report, Told, Topology } from "../../src/types";
import { parsed, visible } from "../../src/visible";

const job = (label: string, step: string, seen?: Told["seen"]): Told => ({ kind: "job", label, step, seen });
const EVENTS: Told[] = [
  { kind: "opened" },
  job("investigate/RepoInvestigator", "started"),
  job("investigate/RepoInvestigator", "finished", [{ probe: "git.steps", finding: "present", place: null, told: "three" }]),
  job("admit/safe_tool", "finished"),
  job("opine/safe_tool/Defense", "started"),
  job("opine/safe_tool/Defense", "finished", { score: "4", argument: "good", cited: ["E1"] }),
  job("rehear/safe_tool/Defense", "finished", { score: "3", argument: "less", cited: [] }),
  job("rule/safe_tool", "finished", { score: "3", rules: [{ rule: "mean", why: "so", after: "3" }] }),
  job("pronounce", "finished", { overall: "3", out_of: "5", complete: true }),
  { kind: "closed", overall: "3", out_of: "5" },
];

test("a trial follows from its events, and from fewer of them", () => {
  assert.equal(at(EVENTS, 2).looks.RepoInvestigator?.state, "looks");
  assert.equal(at(EVENTS, 3).looks.RepoInvestigator?.found.length, 1);
  assert.equal(at(EVENTS, 5).dimensions[0]?.seats.Defense?.state, "speaks");
  assert.equal(at(EVENTS, 6).dimensions[0]?.seats.Defense?.score, "4");
  const seat = at(EVENTS, 7).dimensions[0]?.seats.Defense;
  assert.deepEqual([seat?.score, seat?.before, seat?.round], ["3", "4", 2]);
  assert.deepEqual(standing(at(EVENTS, 7)), { score: null, ruled: 0 });
  assert.deepEqual(standing(at(EVENTS, 8)), { score: 3, ruled: 1 });
  const whole = at(EVENTS, EVENTS.length);
  assert.deepEqual([whole.overall, whole.outOf, whole.isOver], ["3", "5", true]);
});

test("an event leaves the trial before it as it was", () => {
  const before = at(EVENTS, 5);
  const kept = JSON.stringify(before);
  after(before, EVENTS[5] as Told);
  assert.equal(JSON.stringify(before), kept);
});

test("a case that is opened again begins anew, and only its last run is watched", () => {
  const twice = [...EVENTS.slice(0, 6), ...EVENTS];
  assert.equal(at(twice, 7).dimensions.length, 0);
  assert.equal(at(twice, 7).count, 7);
  assert.deepEqual(lastRun(twice), EVENTS);
  assert.deepEqual(opened().dimensions, []);
});

test("what an unknown event tells changes nothing", () => {
  const trial = after(opened(), { kind: "job", label: "brew/tea", step: "finished", seen: { score: "9" } });
  assert.deepEqual([trial.dimensions, trial.overall], [[], null]);
  assert.equal(after(opened(), { kind: "job" }).count, 1);
});

test("a score is a number or a fraction", () => {
  assert.deepEqual(["3", "2.5", "8/3"].map(fraction), [3, 2.5, 8 / 3]);
});

test("what would be obeyed or overlooked is shown, and ordinary writing stays", () => {
  assert.equal(visible("a\u202eb\u200bc\u0007\n\td"), "a<U+202E>b<U+200B>c<U+0007>\n\td");
  assert.equal(visible("\u{e0041}"), "<U+E0041>");
  assert.equal(visible("Grüße, 漢字, ✓ 👍🏽 ❤\ufe0f"), "Grüße, 漢字, ✓ 👍🏽 ❤\ufe0f");
  assert.deepEqual(parsed('{"a":["\\u202e"],"b":1}'), { a: ["<U+202E>"], b: 1 });
});

const GRAPH: Topology = {
  framework: "langgraph",
  defined_at: "src/graph.py:1",
  live: true,
  nodes: ["a", "b", "c", "lost"],
  edges: [
    ["START", "a", false],
    ["START", "b", false],
    ["a", "c", true],
    ["b", "c", false],
    ["c", "a", true],
    ["c", "END", false],
    ["c", "nowhere", false],
  ],
  supersteps: [["a", "b"], ["c"], ["a"]],
  findings: [],
};

test("every node of a graph has one place, a row for each superstep", () => {
  const { places, ways, width, height } = drawing(GRAPH);
  assert.deepEqual(places.map((place) => place.name).sort(), ["END", "START", "a", "b", "c", "lost", "nowhere"]);
  const y = (name: string) => places.find((place) => place.name === name)?.y ?? -1;
  assert.ok(y("START") < y("a") && y("a") === y("b") && y("b") < y("c") && y("c") < y("END"));
  assert.deepEqual(
    ways.map((way) => way.isBack),
    [false, false, false, false, true, false, false],
  );
  for (const place of places) assert.ok(place.x > 0 && place.x < width && place.y < height, place.name);
});

test("a graph without anything is drawn", () => {
  const nothing = { ...GRAPH, nodes: [], edges: [], supersteps: [] };
  assert.deepEqual(drawing(nothing).places, []);
});

const report = (score: number, finding: string): Report =>
  ({
    criteria: [{ dimension_id: "a", dimension_name: "A", final_score: score }],
    evidences: { a: [{ id: "E1", probe: "git.steps", finding, rationale: "so" }] },
  }) as unknown as Report;

test("what differs between two cases is told, and what is alike is not", () => {
  assert.deepEqual(pairs(report(1, "absent"), report(2, "absent")), [{ id: "a", name: "A", one: 1, other: 2 }]);
  assert.deepEqual(differences(report(1, "absent"), report(1, "absent")), []);
  assert.deepEqual(differences(report(1, "absent"), report(1, "present")), [
    { probe: "git.steps", one: "absent", other: "present", told: "so" },
  ]);
});
