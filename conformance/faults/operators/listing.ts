import { edited, isObject, type Json, type JsonObject, valueAt } from "@toolwright/conformance/cases";
import { childPointer } from "@toolwright/runtime/json";
import type { FaultContext, FaultyServer, Operator } from "../fault.ts";
import { messageIn, type ProxiedRequest, readResult, withResult } from "../messages.ts";
import { alterResponse } from "./interceptors.ts";

type Entry = JsonObject & { readonly name: string };

/** Faults in `tools/list`: entries that differ from the manifest. */
export const listingOperators: readonly Operator[] = [
  {
    name: "stale-entry",
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        listLeaves(entry).map((pointer) => ({
          location: `${entry.name}${pointer}`,
          description: `tools/list has an old value for ${pointer} of ${entry.name}.`,
          scope: { part: "entry", tool: entry.name } as const,
          start: () =>
            onEntry(entry.name, (found) =>
              edited(found, [{ set: pointer, to: changedValue(valueAt(found, pointer)!) }]),
            ),
        })),
      ),
  },
  {
    name: "entry-lacks",
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        pointersIn(entry)
          .filter((pointer) => pointer !== "/name")
          .map((pointer) => ({
            location: `${entry.name}${pointer}`,
            description: `tools/list lacks ${pointer} of ${entry.name}.`,
            scope: { part: "entry", tool: entry.name } as const,
            start: () => onEntry(entry.name, (found) => edited(found, [{ remove: pointer }])),
          })),
      ),
  },
  {
    name: "entry-adds",
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        ["", ...pointersIn(entry)]
          .filter((pointer) => isObject(valueAt(entry, pointer)))
          .map((pointer) => ({
            location: `${entry.name}${pointer}`,
            description: `tools/list has a key too many in ${pointer || "the entry"} of ${entry.name}.`,
            scope: { part: "entry", tool: entry.name } as const,
            start: () =>
              onEntry(entry.name, (found) => edited(found, [{ set: `${pointer}/deprecated`, to: true }])),
          })),
      ),
  },
  {
    name: "list",
    faults: (context) => [
      ...context.cases.manifest.flatMap(({ name }, index) =>
        Object.entries(listChanges(context, index)).map(([how, { description, change }]) => ({
          location: `${name}/${how}`,
          description: `tools/list ${description} ${name}.`,
          scope: { part: "entry", tool: name } as const,
          start: () => onList(change),
        })),
      ),
      {
        location: "restless",
        description: "tools/list says something else each time.",
        scope: { part: "server" },
        start: () => {
          let times = 0;
          return onList((entries) => (times++ % 2 === 0 ? [...entries] : entries.toReversed()));
        },
      },
      {
        location: "lost-pages",
        description: "tools/list ends after half of the tools.",
        scope: { part: "server" },
        start: () => onList((entries) => entries.slice(0, Math.ceil(entries.length / 2))),
      },
    ],
  },
];

function listChanges(
  { cases }: FaultContext,
  index: number,
): Record<string, { readonly description: string; readonly change: (entries: readonly Entry[]) => Entry[] }> {
  return {
    missing: { description: "lacks", change: (entries) => entries.toSpliced(index, 1) },
    twice: { description: "has twice", change: (entries) => [...entries, entries[index]!] },
    renamed: {
      description: "has another name for",
      change: (entries) => entries.with(index, { ...entries[index]!, name: `${entries[index]!.name}_v2` }),
    },
    extra: {
      description: "has a tool that the spec has not, after",
      change: (entries) => entries.toSpliced(index + 1, 0, { ...entries[index]!, name: "debug_dump" }),
    },
    ...(index < cases.manifest.length - 1 && {
      order: {
        description: "has another order from",
        change: (entries: readonly Entry[]) =>
          entries.with(index, entries[index + 1]!).with(index + 1, entries[index]!),
      },
    }),
  };
}

function isListing(request: ProxiedRequest): boolean {
  return messageIn(request)?.method === "tools/list";
}

function onList(change: (entries: readonly Entry[]) => readonly Json[]): FaultyServer {
  return alterResponse((response, request) => {
    const result = isListing(request) ? readResult(response) : undefined;
    return Array.isArray(result?.tools)
      ? withResult(response, { ...result, tools: change(result.tools as readonly Entry[]) })
      : undefined;
  });
}

function onEntry(tool: string, change: (entry: Entry) => Json): FaultyServer {
  return onList((entries) => entries.map((entry) => (entry.name === tool ? change(entry) : entry)));
}

/** JSON Pointers to everything in an entry, with array positions. */
function pointersIn(entry: Json, at = ""): string[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([name, child]) => {
    const pointer = childPointer(at, name);
    return [pointer, ...pointersIn(child as Json, pointer)];
  });
}

function listLeaves(entry: Json): string[] {
  return pointersIn(entry).filter((pointer) => {
    const value = valueAt(entry, pointer);
    return pointer !== "/name" && (typeof value !== "object" || value === null);
  });
}

function changedValue(value: Json): Json {
  switch (typeof value) {
    case "string":
      return `${value} `;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return "";
  }
}
