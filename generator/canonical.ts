import { compareText } from "./diagnostic.ts";

/** JSON text with sorted keys: the same for values that differ only in the order of keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, child) =>
    typeof child === "object" && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => compareText(a, b)))
      : child,
  );
}

/** Where two JSON values differ first, as a path such as `tools/3/inputSchema/type`, and what stands there. */
export interface Difference {
  readonly path: string;
  /** JSON text, cut short; `nothing` where there is no value. */
  readonly wanted: string;
  readonly got: string;
}

/** `undefined`: they are equal, whatever the order of keys. */
export function firstDifference(wanted: unknown, got: unknown, path = ""): Difference | undefined {
  if (canonical(wanted) === canonical(got)) return undefined;
  if (isTree(wanted) && isTree(got) && Array.isArray(wanted) === Array.isArray(got)) {
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
      const [mine, theirs] = [own(wanted, key), own(got, key)];
      const difference = firstDifference(mine, theirs, path === "" ? key : `${path}/${key}`);
      if (difference) return difference;
    }
  }
  return { path, wanted: brief(wanted), got: brief(got) };
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function own(tree: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
