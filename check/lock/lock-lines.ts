/** The lines of a lock file at which a tool, an argument or a description stands. */
import { isSchemaObject } from "@toolwright/json-schema";
import type { SurfacePath } from "./unstable.ts";

export interface LockLines {
  /** The line of the place of a finding, such as `get_form input /id`: of its nearest part that the file has. 1: it has none. */
  lineOf(place: string): number;
  /** The line of an accepted finding. */
  lineOfAccepted(finding: string): number;
}

/** Without a lock file, everything is at line 1. */
export const noLines: LockLines = { lineOf: () => 1, lineOfAccepted: () => 1 };

/** @param text a lock file that can be read; also one that a formatter has changed */
export function lockLines(text: string): LockLines {
  const file: unknown = JSON.parse(text);
  if (!isSchemaObject(file)) return noLines;
  const lines = scanLines(text);
  const entries = entriesByName(file);
  const lineAt = (path: SurfacePath): number => lines.get(pointer(path)) ?? 1;
  return {
    lineOf(place) {
      const owner = longestOwner(place, [...entries.keys()]);
      if (owner === undefined) return lineAt(place in file ? [place] : []);
      const start = entries.get(owner)!;
      const rest = place.slice(owner.length).trim();
      return lineAt(rest === "" ? [...start, nameKey(start)] : nearest(file, start, stepsTo(rest)));
    },
    lineOfAccepted(finding) {
      const list: readonly unknown[] = Array.isArray(file.accepted) ? file.accepted : [];
      const index = list.findIndex((entry) => isSchemaObject(entry) && entry.finding === finding);
      return lineAt(index === -1 ? ["accepted"] : ["accepted", String(index), "finding"]);
    },
  };
}

const nameKeys = {
  tools: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
  prompts: "name",
} as const;
type ListName = keyof typeof nameKeys;

function nameKey([list]: SurfacePath): string {
  return nameKeys[list as ListName];
}

/** Findings name a tool by its name, a resource as `resource URI` and a prompt as `prompt NAME`. */
function entriesByName(file: Readonly<Record<string, unknown>>): ReadonlyMap<string, SurfacePath> {
  const prefixes = { tools: "", resources: "resource ", resourceTemplates: "resource ", prompts: "prompt " };
  const named = (Object.keys(nameKeys) as ListName[]).flatMap((list) => {
    const entries: readonly unknown[] = Array.isArray(file[list]) ? file[list] : [];
    return entries.flatMap((entry, index): [string, SurfacePath][] => {
      const name = isSchemaObject(entry) ? entry[nameKeys[list]] : undefined;
      return typeof name === "string" ? [[prefixes[list] + name, [list, String(index)]]] : [];
    });
  });
  return new Map(named);
}

/** The longest name that a place begins with: a name may have spaces. */
function longestOwner(place: string, names: readonly string[]): string | undefined {
  const fitting = names.filter(
    (name) => place === name || (/^[ /]/.test(place.slice(name.length)) && place.startsWith(name)),
  );
  return fitting.toSorted((a, b) => b.length - a.length)[0];
}

/** `input /pages/*\/title`, `annotations /readOnlyHint`, `/inputSchema/properties/id` and `description` as steps. */
function stepsTo(rest: string): string[] {
  const [, head = "", tail = ""] = /^([^/\s]*)\s*(\/.*)?$/s.exec(rest) ?? [];
  const steps = tail
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (head === "input" || head === "output") return [`${head}Schema`, ...steps];
  // A rule about descriptions names an argument alone.
  return head === "" ? steps : [head, ...steps];
}

/** Follows the steps as far as the file goes; a step of a value is looked for among the properties and items of its schema. */
function nearest(file: unknown, start: SurfacePath, steps: readonly string[]): SurfacePath {
  let path = start;
  for (const step of steps) {
    const next = waysTo(step).find((way) => valueAt(file, [...path, ...way]) !== undefined);
    if (next === undefined) break;
    path = [...path, ...next];
  }
  return path === start ? [...start, nameKey(start)] : path;
}

function waysTo(step: string): readonly SurfacePath[] {
  if (step === "*") return [["items"]];
  if (step === "{other}") return [["additionalProperties"]];
  return [
    ["properties", step],
    [step],
    ["items", "properties", step],
    ["inputSchema", "properties", step],
    ["prefixItems", step],
  ];
}

function valueAt(value: unknown, path: SurfacePath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[step];
  }
  return current;
}

function pointer(path: SurfacePath): string {
  return JSON.stringify(path);
}

/** The line of each value, by its path. The text is valid JSON. */
function scanLines(text: string): ReadonlyMap<string, number> {
  const scanner = new LineScanner();
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:\n]|[^\s"[\]{},:]+/g)) scanner.read(token);
  return scanner.lines;
}

/** Reads the tokens of a JSON text, and notes the line of each value. */
class LineScanner {
  readonly lines = new Map<string, number>();
  #line = 1;
  /** The way to the value that comes next. */
  readonly #path: string[] = [];
  /** The open lists with the index of the entry that is read; a map has none. */
  readonly #open: (number | undefined)[] = [];
  #isKeyNext = false;

  read(token: string): void {
    const act = this.#acts[token];
    if (act) act();
    else if (this.#isKeyNext) this.#enter(JSON.parse(token) as string);
    else this.#note();
  }

  readonly #acts: Readonly<Record<string, () => void>> = {
    "\n": () => void this.#line++,
    // The key is read already.
    ":": () => undefined,
    ",": () => this.#next(),
    "{": () => this.#begin(undefined),
    "[": () => this.#begin(0),
    "}": () => this.#end(),
    "]": () => this.#end(),
  };

  /** The line of a key is that of its value. */
  #note(): void {
    const place = pointer(this.#path);
    if (!this.lines.has(place)) this.lines.set(place, this.#line);
  }

  #enter(step: string): void {
    this.#path[this.#path.length - 1] = step;
    this.#isKeyNext = false;
    this.#note();
  }

  #begin(index: number | undefined): void {
    this.#note();
    this.#open.push(index);
    this.#path.push(index === undefined ? "" : String(index));
    this.#isKeyNext = index === undefined;
  }

  #next(): void {
    const index = this.#open.at(-1);
    this.#isKeyNext = index === undefined;
    if (index === undefined) return;
    this.#open[this.#open.length - 1] = index + 1;
    this.#path[this.#path.length - 1] = String(index + 1);
  }

  #end(): void {
    this.#open.pop();
    this.#path.pop();
    this.#isKeyNext = false;
  }
}
