// Small pieces that several views are made of.

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Case, Scale } from "./types";

export function Alert({ error }: { error: Error | null | undefined }): VNode | null {
  return error ? (
    <p class="alert" role="alert">
      {error.message}
    </p>
  ) : null;
}

export const Chip = ({ state }: { state: string | null }): VNode => (
  <span class={`chip ${state ?? ""}`}>{state ?? "unknown"}</span>
);

export const Soft = ({ children }: { children: ComponentChildren }): VNode => <span class="soft">{children}</span>;

export const short = (commit: string | null | undefined): string => (commit ?? "").slice(0, 10);

/** A name of a case as people say it: of a directory, its last part. */
export const called = (name: string): string => (name.startsWith("/") ? (name.split("/").findLast(Boolean) ?? name) : name);

/** `not_applicable` as people write it. */
export const spaced = (word: string): string => word.replaceAll("_", " ");

/** A place as people read it: a commit by its first digits. */
export const place = (text: string): string => text.replace(/^commit:([0-9a-f]{10})[0-9a-f]*$/, "commit $1");

/** To two decimals, and no more of them than there are. */
export const number = (score: number | null | undefined): string =>
  score === null || score === undefined ? "–" : String(Math.round(score * 100) / 100);

export function share(score: number | null, scale: Scale): number {
  if (score === null || scale.max <= scale.min) return 0;
  return Math.min(1, Math.max(0, (score - scale.min) / (scale.max - scale.min)));
}

export const grade = (score: number | null, scale: Scale): string => {
  if (score === null) return "none";
  const part = share(score, scale);
  return part >= 0.75 ? "good" : part >= 0.5 ? "fair" : "poor";
};

/** How far up its scale a score is. */
export function Bar({ score, scale }: { score: number | null; scale: Scale }): VNode {
  return (
    <svg class={`bar ${grade(score, scale)}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" rx="2" />
      <rect class="fill" width={share(score, scale) * 100} height="8" rx="2" />
    </svg>
  );
}

export function Field({ id, name, note, children }: { id: string; name: string; note?: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {children}
      {note ? (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

/** A wide thing that scrolls by itself, also by keyboard. */
export function Wide({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Courthouse`;
  }, [title]);
}

/** The heading of a view; it takes the focus when the view comes, so that a screen reader begins there. */
export function Heading({ children, title }: { children?: ComponentChildren; title: string }): VNode {
  useTitle(title);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved) ref.current?.focus({ preventScroll: true });
    hasMoved = true;
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
let hasMoved = false;

export const scoreOf = (one: Case): string =>
  one.score === null || one.score === undefined ? "–" : `${one.score} of ${one.out_of ?? "?"}`;

/** Text of the court with its `E12` as buttons that open the evidence. */
export function Cited({ text, open }: { text: string; open: (id: string) => void }): VNode {
  const pieces = text.split(/\b(E\d+)\b/);
  return <>{pieces.map((piece, at) => (at % 2 ? <Cite key={at} id={piece} open={open} /> : piece))}</>;
}

export const Cite = ({ id, open }: { id: string; open: (id: string) => void }): VNode => (
  <button type="button" class="cite" aria-label={`Evidence ${id}`} onClick={() => open(id)}>
    {id}
  </button>
);

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
