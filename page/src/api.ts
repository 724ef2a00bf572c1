// Requests to the server that this page came from.

import { useEffect, useState } from "preact/hooks";
import { parsed } from "./visible";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

let askForToken = (): void => {};
export function onMissingToken(ask: () => void): void {
  askForToken = ask;
}

export async function api<T>(path: string, body?: unknown): Promise<T> {
  const options: RequestInit =
    body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, "The server does not answer. The page tries again by itself.");
  }
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  if (response.ok) return (isJson && text ? parsed<T>(text) : text) as T;
  if (response.status === 401 && path !== "/api/session") askForToken();
  throw new ApiError(response.status, isJson ? problem(text, response) : response.statusText);
}

function problem(text: string, response: Response): string {
  const detail = parsed<{ detail?: string }>(text).detail ?? response.statusText;
  const after = response.headers.get("retry-after");
  return after ? `${detail} (try again in ${after} seconds)` : detail;
}

export interface Asked<T> {
  value: T | null;
  error: Error | null;
}

/** Between two looks at what may change, in milliseconds. */
export const BEAT = 2000;

/** An answer of the API, asked again every `beat` milliseconds while the tab is seen. The old answer stays until the new one is there. */
export function useApi<T>(path: string | null, beat = 0): Asked<T> & { again: () => void } {
  const [asked, setAsked] = useState<Asked<T>>({ value: null, error: null });
  const [turn, setTurn] = useState(0);
  // `turn` asks again
  useEffect(() => {
    if (path === null) return;
    let isGone = false;
    let last = "";
    const ask = () =>
      api<T>(path).then(
        (value) => {
          const text = JSON.stringify(value);
          if (!isGone && text !== last) setAsked({ value, error: null });
          last = text;
        },
        (error) => {
          last = "";
          if (!isGone) setAsked((old) => ({ value: old.value, error }));
        },
      );
    const look = () => void (document.hidden || ask());
    ask();
    const timer = beat ? setInterval(look, beat) : 0;
    if (beat) document.addEventListener("visibilitychange", look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [path, beat, turn]);
  return { ...asked, again: () => setTurn((old) => old + 1) };
}

/** A file as the API takes it. */
export async function upload(file: File): Promise<{ name: string; base64: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return { name: file.name, base64: btoa(text) };
}
