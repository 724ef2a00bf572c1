import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { place, spaced } from "../parts";
import type { Exhibit, Report } from "../types";

/** Every piece of evidence once, under its id. */
export function byId(report: Report): Map<string, Exhibit> {
  const all = Object.values(report.evidences).flat();
  return new Map(all.map((one) => [one.id, one]));
}

/** The first line of a place like `src/a.py:12` or `src/a.py:12-14`. */
export function firstLine(place: string | null): number | null {
  const found = /:(\d+)(?:-\d+)?$/.exec(place ?? "");
  return found ? Number(found[1]) : null;
}

/** Where the place is on the forge, for those whose addresses are known. */
export function address(report: Report, where: string | null): string | null {
  const line = firstLine(where);
  if (line === null || !where || !report.repo_url) return null;
  const base = report.repo_url.replace(/\.git$/, "");
  if (!/^https:\/\/(github\.com|gitlab\.com)\//.test(base)) return null;
  const path = where
    .replace(/:\d+(?:-\d+)?$/, "")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  const way = base.startsWith("https://gitlab.com/") ? "/-/blob/" : "/blob/";
  return `${base}${way}${report.commit}/${path}#L${line}`;
}

/** The lines of the subject at the place of the evidence, numbered as in the file. */
export function Code({ one }: { one: Exhibit }): VNode | null {
  const text = one.content ?? "";
  if (!text.trim()) return null;
  const first = firstLine(one.location);
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <pre class="code" tabIndex={0}>
      {lines.map((line, at) => (
        <span class="line" key={at}>
          {first === null ? null : (
            <span class="at" aria-hidden="true">
              {first + at}
            </span>
          )}
          {line}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

export function Facts({ one, report }: { one: Exhibit; report: Report }): VNode {
  const link = address(report, one.location);
  return (
    <>
      <p>
        <span class={`dot ${one.finding}`} aria-hidden="true" /> <strong>{spaced(one.finding)}</strong>
        {one.detective ? <span class="soft"> by the {one.detective}</span> : null}
      </p>
      {one.goal ? <p class="soft">{one.goal}</p> : null}
      <p>{one.rationale || one.cause}</p>
      {one.location ? (
        <p>
          {link ? (
            <a href={link} rel="noreferrer noopener" target="_blank">
              <code>{place(one.location)}</code>
            </a>
          ) : (
            <code>{place(one.location)}</code>
          )}
        </p>
      ) : null}
      <Code one={one} />
    </>
  );
}

/** A piece of evidence beside what cites it. */
export function Beside({ one, report, close }: { one: Exhibit; report: Report; close: () => void }): VNode {
  const ref = useRef<HTMLElement>(null);
  // another piece takes the focus again
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus({ preventScroll: true });
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    addEventListener("keydown", key);
    return () => {
      removeEventListener("keydown", key);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [one.id]);
  return (
    <aside class="beside" aria-label={`Evidence ${one.id}`} tabIndex={-1} ref={ref}>
      <div class="row">
        <h2>{one.id}</h2>
        <code>{one.probe}</code>
        <button type="button" class="close" onClick={close}>
          Close
        </button>
      </div>
      <Facts one={one} report={report} />
    </aside>
  );
}
