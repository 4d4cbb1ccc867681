/** The surface of a server as data: what a lock file keeps, and what is compared. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { formatCount } from "../report/wording.ts";
import type { Listing, VersionListing } from "../surface/listing.ts";
import type { Published, PublishedTool, UnreadableTool } from "../surface/published-interface.ts";

/** Everything that a server shows to its clients. Lists are in the order of the server. */
export interface Surface {
  readonly server: { readonly name: string; readonly version: string };
  readonly protocolVersions: readonly string[];
  /** Left out where the server has none. */
  readonly instructions?: string;
  readonly tools: readonly PublishedTool[];
  /** The tools that are not as MCP defines them; left out where all are. */
  readonly unreadable?: readonly UnreadableTool[];
  readonly resources: readonly SchemaObject[];
  readonly resourceTemplates: readonly SchemaObject[];
  readonly prompts: readonly SchemaObject[];
  /** Left out where the source does not say. */
  readonly capabilities?: SchemaObject;
  /** The same in other versions of MCP, by version; left out where all versions show the same. */
  readonly versions?: Readonly<Record<string, VersionSurface>>;
}

/** Everything that a server shows in one version of MCP. */
export type VersionSurface = Omit<Surface, "server" | "protocolVersions" | "versions">;

export function toSurface({ server, others = [], ...listing }: Listing): Surface {
  const { protocolVersions } = server;
  const versions = others
    .filter(({ problem }) => problem === undefined)
    .map((other) => [other.version, toVersion(other)] as const);
  return sortKeys({
    server: { name: String(server.name), version: String(server.version) },
    protocolVersions: Array.isArray(protocolVersions) ? protocolVersions.map(String) : [],
    ...toVersion(listing),
    ...(versions.length > 0 && { versions: Object.fromEntries(versions) }),
  }) as Surface;
}

function toVersion(listing: Omit<VersionListing, "version">): VersionSurface {
  const { instructions, capabilities, tools = [], unreadable = [], offers = {} } = listing;
  const list = (entries: readonly unknown[] = []) => entries.filter(isSchemaObject);
  return {
    ...(instructions !== undefined && { instructions }),
    ...(capabilities !== undefined && { capabilities }),
    tools,
    ...(unreadable.length > 0 && { unreadable }),
    resources: list(offers.resources),
    resourceTemplates: list(offers.resourceTemplates),
    prompts: list(offers.prompts),
  };
}

/** Sorts the keys of all objects, so that the surface of a lock file and of a server differ only where they say something else. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isSchemaObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sortKeys(value[name])]),
  );
}

/** The surface as one of the two sides of a comparison. Entries that clients could not name are left out. */
export function toPublished(surface: Surface): Published {
  return versionToPublished(surface.server, surface);
}

/** The same for what the server shows in one of its versions. */
export function versionToPublished(
  server: Surface["server"],
  { tools, unreadable, ...lists }: VersionSurface,
): Published {
  const listed = Object.entries(keys).flatMap(([list, key]) =>
    nameEntries(lists[list as keyof typeof keys], key),
  );
  return { server, tools, ...(unreadable && { unreadable }), listed };
}

/** The entries of lists that clients cannot name, as sentences. */
export function nameless(surface: Surface): string[] {
  return Object.entries(keys).flatMap(([list, key]) => {
    const entries = surface[list as keyof typeof keys];
    const count = entries.length - nameEntries(entries, key).length;
    return count === 0
      ? []
      : [`${list}: ${formatCount(count, "entry", "entries")} left out: no ${key} of its own.`];
  });
}

/** By which key clients know an entry of a list. */
const keys = { resources: "uri", resourceTemplates: "uriTemplate", prompts: "name" } as const;

function nameEntries(entries: readonly SchemaObject[] = [], key: string): readonly SchemaObject[] {
  const first = new Map<string, SchemaObject>();
  for (const entry of entries) {
    const name = entry[key];
    if (typeof name === "string" && name !== "" && !first.has(name)) first.set(name, entry);
  }
  return [...first.values()];
}
