/** Compares the surfaces that a server shows in its versions of MCP. */
import { canonical, isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import type { Surface, VersionSurface } from "./surface.ts";

/** The lists of a surface, and by which key clients know their entries. */
const lists = { tools: "name", resources: "uri", resourceTemplates: "uriTemplate", prompts: "name" } as const;

const kinds = {
  tools: "tool",
  resources: "resource",
  resourceTemplates: "resource",
  prompts: "prompt",
} as const;

/** The parts of an entry that clients of both versions read. Others belong to one version, such as `execution`. */
const parts = ["title", "description", "inputSchema", "outputSchema", "annotations", "arguments", "mimeType"];

/** Capabilities that both versions have. */
const capabilities = ["completions", "prompts", "resources", "tools"];

export interface VersionDifference {
  /** `tool search description`. */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** @param main in the version that is read first @param other in another one */
export function versionDifferences(main: VersionSurface, other: VersionSurface): VersionDifference[] {
  const listDifferences = (Object.keys(lists) as (keyof typeof lists)[]).flatMap((list) =>
    entryDifferences(kinds[list], byKey(main[list], lists[list]), byKey(other[list], lists[list])),
  );
  return [
    ...valueDifferences("instructions", "", main.instructions, other.instructions),
    ...capabilities.flatMap((name) =>
      valueDifferences("capability", name, has(main, name), has(other, name)),
    ),
    ...listDifferences,
  ];
}

/** Drops the versions that show what the main one shows. */
export function withoutEqualVersions(surface: Surface): Surface {
  const { versions = {}, ...rest } = surface;
  const differing = Object.entries(versions).filter(
    ([, version]) => versionDifferences(surface, version).length > 0,
  );
  return { ...rest, ...(differing.length > 0 && { versions: Object.fromEntries(differing) }) };
}

function has({ capabilities = {} }: VersionSurface, name: string): boolean {
  return capabilities[name] !== undefined;
}

type Entries = ReadonlyMap<string, SchemaObject>;

function byKey(entries: readonly SchemaObject[] = [], key: string): Entries {
  return new Map(entries.map((entry) => [String(entry[key]), entry]));
}

function entryDifferences(kind: string, main: Entries, other: Entries): VersionDifference[] {
  const names = new Set([...main.keys(), ...other.keys()]);
  return [...names].flatMap((name) => {
    const [before, after] = [main.get(name), other.get(name)];
    if (before === undefined || after === undefined)
      return valueDifferences(kind, name, before && "listed", after && "listed");
    return parts.flatMap((part) =>
      valueDifferences(kind, `${name} ${part}`, plain(before[part]), plain(after[part])),
    );
  });
}

/** A schema without the name of its dialect, which the versions set differently. */
function plain(value: unknown): unknown {
  if (!isSchemaObject(value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}

function valueDifferences(kind: string, name: string, before: unknown, after: unknown): VersionDifference[] {
  if (canonical(before ?? null) === canonical(after ?? null)) return [];
  return [{ place: `${kind} ${name}`.trim(), before, after }];
}
