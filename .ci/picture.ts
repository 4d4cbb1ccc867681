/** Draws who imports whom as a Mermaid graph, for the pages about the architecture. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Edge, type Import, listImports, sourceFiles } from "./import-graph.ts";

const root = join(import.meta.dirname, "..");

export interface Picture {
  /** The page that has it, from the root of the repository. */
  readonly page: string;
  readonly text: string;
}

/** The picture of each house: packages of the toolkit, and rooms of the form service. */
export function pictures(): Picture[] {
  const parts = ["json-schema", "runtime", "conformance", "check", "generator", "generated", "impl"];
  const files = sourceFiles(parts).filter((file) => !/(^|\/)test\/|\.(test|proof|soak)\.tsx?$/.test(file));
  const imports = files.flatMap(listImports);
  const names: Readonly<Record<string, string>> = {
    "@toolwright/json-schema": "json-schema",
    "@toolwright/runtime": "runtime",
    "@toolwright/conformance": "conformance",
    "@toolwright/check": "check",
    toolwright: "generator",
  };
  const findPackage = ({ specifier, target }: Import): string | undefined =>
    target?.split("/")[0] ??
    Object.entries(names).find(([name]) => specifier === name || specifier.startsWith(`${name}/`))?.[1];
  const between = imports.flatMap((each): Edge[] => {
    const [from, to] = [each.file.split("/")[0]!, findPackage(each)];
    return to !== undefined && to !== from && parts.includes(to) ? [[from, to]] : [];
  });
  const rooms = imports.flatMap(({ file, target }): Edge[] => {
    const [from, to] = [findRoom(file), target === undefined ? undefined : findRoom(target)];
    return from !== undefined && to !== undefined && from !== to ? [[from, to]] : [];
  });
  return [
    { page: "docs/architecture.md", text: mermaid(between) },
    { page: "impl/docs/architecture.md", text: mermaid(withoutShortcuts(rooms)) },
  ];
}

/** The room of a file of the form service; undefined for loose files and other packages. */
function findRoom(file: string): string | undefined {
  const [house, room, ...rest] = file.split("/");
  return house === "impl" && rest.length > 0 ? room : undefined;
}

/** Leaves out arrows that a way over another node has, too. */
function withoutShortcuts(edges: readonly Edge[]): Edge[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (next.get(from) ?? []).some(([, node]) => {
      if (node === to) return true;
      if (seen.has(node)) return false;
      seen.add(node);
      return reaches(node, to, seen);
    });
  return edges.filter(
    ([from, to]) =>
      !(next.get(from) ?? []).some(([, node]) => node !== to && reaches(node, to, new Set([node]))),
  );
}

function mermaid(edges: readonly Edge[]): string {
  const lines = [...new Set(edges.map(([from, to]) => `  ${from} --> ${to}`))].sort();
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");
}

const drawn = /```mermaid\nflowchart TD\n[\s\S]*?\n```/;

/** The page with the picture as it is now. */
export function withPicture(page: string, text: string): string {
  return page.replace(drawn, text);
}

if (import.meta.main)
  for (const { page, text } of pictures()) {
    const path = join(root, page);
    writeFileSync(path, withPicture(readFileSync(path, "utf8"), text));
    process.stdout.write(`${page}\n`);
  }
