// The page of the court: which view stands where.

import { render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onMissingToken } from "./api";
import { CaseView } from "./views/case";
import { ClassView } from "./views/class";
import { Classes } from "./views/classes";
import { Compare } from "./views/compare";
import { DocketView } from "./views/docket";
import { Fresh } from "./views/fresh";
import { SignIn } from "./views/signin";

const WAYS: readonly [string, string][] = [
  ["", "Docket"],
  ["new", "New audit"],
  ["classes", "Classes"],
  ["compare", "Compare"],
];

const where = (): string[] => location.hash.replace(/^#\/?/, "").split("/").map(decoded);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function View({ way }: { way: string[] }): VNode {
  const [kind = "", one = "", two = ""] = way;
  if (kind === "case" && one) return <CaseView key={one} id={one} part={two} />;
  if (kind === "new") return <Fresh />;
  if (kind === "classes") return <Classes />;
  if (kind === "class" && one) return <ClassView key={one} id={one} />;
  if (kind === "compare") return <Compare one={one} other={two} />;
  return <DocketView />;
}

const belongs = (kind: string): string => (kind === "case" ? "" : kind === "class" ? "classes" : kind);

function App(): VNode {
  const [way, setWay] = useState(where());
  const [isLocked, lock] = useState(false);
  useEffect(() => {
    const moved = () => {
      setWay(where());
      scrollTo(0, 0);
    };
    addEventListener("hashchange", moved);
    onMissingToken(() => lock(true));
    return () => removeEventListener("hashchange", moved);
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <header>
        <a class="brand" href="#/">
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="M12 3v17M7 20h10M4 7h16M4 7l-2.4 6a3 3 0 0 0 4.8 0zM20 7l-2.4 6a3 3 0 0 0 4.8 0z" />
          </svg>
          Courthouse
        </a>
        <nav aria-label="Main">
          {WAYS.map(([kind, name]) => (
            <a key={kind} href={`#/${kind}`} aria-current={belongs(way[0] ?? "") === kind ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {isLocked ? <SignIn done={() => lock(false)} /> : <View way={way} />}
      </main>
    </>
  );
}

const page = document.getElementById("page");
if (page) {
  page.replaceChildren();
  render(<App />, page);
}
