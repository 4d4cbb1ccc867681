/** Reads the imports of the repository's sources, for the architecture test: which file needs which, which folder needs which. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** An edge between two nodes of a graph: the first needs the second. */
export type Edge = readonly [from: string, to: string];

export interface Import {
  readonly file: string;
  /** The import as written: a relative path or a package. */
  readonly specifier: string;
  /** The file that a relative path leads to, by its path in the repository. */
  readonly target?: string;
  /** Whether the import loads nothing at start: it imports only types, or it is an expression. */
  readonly isLazy: boolean;
}

/** TypeScript files below folders of the repository, by their paths in it; no fixtures, no templates. */
export function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    entriesBelow(join(root, folder))
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => posix(relative(root, file)))
      .filter((file) => !/\/(fixtures|refusals|template|node_modules|dist)\//.test(file)),
  );
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Returns the imports and re-exports of a file, including imports of types. */
export function listImports(file: string): Import[] {
  const statements = readSource(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"'`;]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|\n\s*import\s+"([^"]+)"/g,
  );
  return [...statements].map(([text, named, dynamic, bare]) => {
    const specifier = named ?? dynamic ?? bare!;
    const isLazy = dynamic !== undefined || /^\s*(import|export) type\b/.test(text);
    return specifier.startsWith(".")
      ? { file, specifier, target: posix(join(dirname(file), specifier)), isLazy }
      : { file, specifier, isLazy };
  });
}

/**
 * Returns the folders that an import connects: the outermost two that differ, side by side in the same folder. A nested folder
 * is a part of the outer one. `undefined` if one end is a loose file.
 */
export function toFolders([from, to]: Edge): Edge | undefined {
  const a = from.split("/");
  const b = to.split("/");
  const depth = a.findIndex((part, index) => part !== b[index]);
  if (depth === -1 || depth >= a.length - 1 || depth >= b.length - 1) return undefined;
  return [a.slice(0, depth + 1).join("/"), b.slice(0, depth + 1).join("/")];
}

/** Pairs of nodes that need each other directly, sorted. */
export function mutualPairs(edges: readonly Edge[]): string[] {
  const present = new Set(edges.map(([from, to]) => `${from} ${to}`));
  return [
    ...new Set(
      edges
        .filter(([from, to]) => from < to && present.has(`${to} ${from}`))
        .map((pair) => pair.join(" <> ")),
    ),
  ].sort();
}

/** Groups of nodes that reach each other (strongly connected components, by Tarjan's algorithm), sorted. */
export function circles(edges: readonly Edge[]): string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[] = [];
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return groups.sort();

  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    for (const [, neighbour] of next.get(node) ?? []) {
      if (!order.has(neighbour)) visit(neighbour);
      else if (!stack.includes(neighbour)) continue;
      lowest.set(node, Math.min(lowest.get(node)!, lowest.get(neighbour)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) groups.push(group.sort().join(" <> "));
  }
}

function entriesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function posix(path: string): string {
  return path.split(sep).join("/");
}
