// What the API tells, as far as the page uses it.

export const JUDGES = ["Prosecutor", "Defense", "TechLead"] as const;
export type Judge = (typeof JUDGES)[number];
export const judgeName = (judge: string): string => (judge === "TechLead" ? "Tech Lead" : judge);
export const judgeKind = (judge: string): string => (judge === "TechLead" ? "tech-lead" : judge.toLowerCase());

export const DETECTIVES: readonly [string, string][] = [
  ["RepoInvestigator", "Repository"],
  ["DocAnalyst", "Documents"],
  ["VisionInspector", "Pictures"],
];

export type State = "waiting" | "running" | "decided" | "failed" | "interrupted" | "cancelled";
export const STATES: readonly State[] = ["waiting", "running", "decided", "failed", "interrupted", "cancelled"];

export interface Stage {
  done: number;
  of: number;
  failed: number;
}

export interface Case {
  id: string;
  name: string;
  state: State | null;
  said: string | null;
  position: number | null;
  score: string | null;
  out_of: string | null;
  complete: boolean | null;
  rubric: string | null;
  commit: string | null;
  appeal_of?: string | null;
  stages?: Record<string, Stage>;
}

export interface Docket {
  cases: Case[];
  count: number;
}

export interface Scale {
  min: number;
  max: number;
}

export interface Opinion {
  judge: Judge;
  score: number | null;
  argument: string;
  cited_evidence: string[];
  round: number;
  recused: string | null;
}

export interface RuleStep {
  rule: string;
  before: number | null;
  after: number | null;
  why: string;
}

export interface Fix {
  dimension_id?: string;
  action: string;
  path: string | null;
  line: number | null;
  expected_gain: number | null;
  exhibit?: string | null;
}

export interface Criterion {
  dimension_id: string;
  dimension_name: string;
  status: string;
  status_reason: string | null;
  final_score: number | null;
  scale: Scale;
  judge_opinions: Opinion[];
  rule_trace: RuleStep[];
  dissent_summary: string | null;
  overruled?: { court_score?: number | null; score?: number | null; by?: string; why?: string };
  manual_review: string | null;
  remediation: Fix[];
}

export interface Exhibit {
  id: string;
  probe: string | null;
  detective: string | null;
  goal: string;
  finding: string;
  cause: string | null;
  content: string | null;
  location: string | null;
  rationale: string;
  confidence: number;
}

export interface Topology {
  framework: string;
  defined_at: string | null;
  live: boolean;
  nodes: string[];
  edges: [string, string, boolean][];
  supersteps: string[][];
  findings: string[];
}

export interface Claim {
  text: string;
  where: string;
  state: string;
  exhibits: string[];
  near: string | null;
}

export interface Report {
  repo_url: string | null;
  commit: string;
  overall_score: number | null;
  court_overall_score?: number | null;
  scale: Scale;
  grade: string | null;
  complete: boolean;
  executive_summary: string;
  rubric: { name: string; version: string | null };
  rules: { name: string; version: string | null };
  panel: { name: string; cost_usd: number | null; calls: number };
  coverage: {
    files_read: number;
    files_skipped_count: number;
    pages: number;
    images: number;
    uncommitted: string | null;
    reports: { name: string; pages: number; cause: string | null }[];
  };
  criteria: Criterion[];
  evidences: Record<string, Exhibit[]>;
  claims: Claim[];
  topology: Topology[];
  remediation_plan: Fix[];
}

export interface Moved {
  overall: { before: number | null; after: number | null };
  dimensions: { dimension: string; name: string; before: number | null; after: number | null; rules: RuleStep[] }[];
}

export interface Seen {
  score?: string | null;
  argument?: string;
  cited?: string[];
  recused?: string;
  why?: string | null;
  dissent?: string | null;
  rules?: { rule: string; why: string; after: string | null }[];
  overall?: string | null;
  out_of?: string;
  complete?: boolean;
}

export interface Found {
  probe: string;
  finding: string;
  place: string | null;
  told: string;
}

export interface Told {
  kind: "opened" | "forgotten" | "closed" | "job";
  stage?: string;
  label?: string;
  step?: string;
  trouble?: string;
  seen?: Seen | Found[] | null;
  overall?: string | null;
  out_of?: string | null;
}
