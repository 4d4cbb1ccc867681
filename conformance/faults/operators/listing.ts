import { edited, type Json, valueAt } from "toolwright/runtime";
import type { Faulty, Operator, World } from "../fault.ts";
import { type JsonObject, messageIn, type Passing, resultOf, withResult } from "../messages.ts";
import { afterwards } from "./interceptors.ts";

type Entry = JsonObject & { readonly name: string };

/** `tools/list`: entries that are not what the manifest says. */
export const listingOperators: readonly Operator[] = [
  {
    name: "stale-entry",
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        leavesOf(entry).map((pointer) => ({
          where: `${entry.name}${pointer}`,
          does: `tools/list has an old value for ${pointer} of ${entry.name}.`,
          place: { of: "entry", tool: entry.name } as const,
          start: () =>
            onEntry(entry.name, (found) =>
              edited(found, [{ set: pointer, to: older(valueAt(found, pointer)!) }]),
            ),
        })),
      ),
  },
  {
    name: "entry-lacks",
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        insideOf(entry)
          .filter((pointer) => pointer !== "/name")
          .map((pointer) => ({
            where: `${entry.name}${pointer}`,
            does: `tools/list lacks ${pointer} of ${entry.name}.`,
            place: { of: "entry", tool: entry.name } as const,
            start: () => onEntry(entry.name, (found) => edited(found, [{ remove: pointer }])),
          })),
      ),
  },
  {
    name: "entry-adds",
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        ["", ...insideOf(entry)]
          .filter((pointer) => isObject(valueAt(entry, pointer)))
          .map((pointer) => ({
            where: `${entry.name}${pointer}`,
            does: `tools/list has a key too many in ${pointer || "the entry"} of ${entry.name}.`,
            place: { of: "entry", tool: entry.name } as const,
            start: () =>
              onEntry(entry.name, (found) => edited(found, [{ set: `${pointer}/deprecated`, to: true }])),
          })),
      ),
  },
  {
    name: "list",
    faults: (world) => [
      ...world.cases.manifest.flatMap(({ name }, index) =>
        Object.entries(listChanges(world, index)).map(([how, { does, change }]) => ({
          where: `${name}/${how}`,
          does: `tools/list ${does} ${name}.`,
          place: { of: "entry", tool: name } as const,
          start: () => onList(change),
        })),
      ),
      {
        where: "restless",
        does: "tools/list says something else each time.",
        place: { of: "server" },
        start: () => {
          let times = 0;
          return onList((entries) => (times++ % 2 === 0 ? [...entries] : entries.toReversed()));
        },
      },
      {
        where: "lost-pages",
        does: "tools/list ends after half of the tools.",
        place: { of: "server" },
        start: () => onList((entries) => entries.slice(0, Math.ceil(entries.length / 2))),
      },
    ],
  },
];

function listChanges(
  { cases }: World,
  index: number,
): Record<string, { readonly does: string; readonly change: (entries: readonly Entry[]) => Entry[] }> {
  return {
    missing: { does: "lacks", change: (entries) => entries.toSpliced(index, 1) },
    twice: { does: "has twice", change: (entries) => [...entries, entries[index]!] },
    renamed: {
      does: "has another name for",
      change: (entries) => entries.with(index, { ...entries[index]!, name: `${entries[index]!.name}_v2` }),
    },
    extra: {
      does: "has a tool that the spec has not, after",
      change: (entries) => entries.toSpliced(index + 1, 0, { ...entries[index]!, name: "debug_dump" }),
    },
    ...(index < cases.manifest.length - 1 && {
      order: {
        does: "has another order from",
        change: (entries: readonly Entry[]) =>
          entries.with(index, entries[index + 1]!).with(index + 1, entries[index]!),
      },
    }),
  };
}

function isListing(passing: Passing): boolean {
  return messageIn(passing)?.method === "tools/list";
}

function onList(change: (entries: readonly Entry[]) => readonly Json[]): Faulty {
  return afterwards((passed, passing) => {
    const result = isListing(passing) ? resultOf(passed) : undefined;
    return Array.isArray(result?.tools)
      ? withResult(passed, { ...result, tools: change(result.tools as readonly Entry[]) })
      : undefined;
  });
}

function onEntry(tool: string, change: (entry: Entry) => Json): Faulty {
  return onList((entries) => entries.map((entry) => (entry.name === tool ? change(entry) : entry)));
}

/** Pointers to everything within an entry, by position: the field finder's `*` would mean all items. */
function insideOf(entry: Json, at = ""): string[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([name, child]) => {
    const pointer = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [pointer, ...insideOf(child as Json, pointer)];
  });
}

function leavesOf(entry: Json): string[] {
  return insideOf(entry).filter((pointer) => {
    const value = valueAt(entry, pointer);
    return pointer !== "/name" && (typeof value !== "object" || value === null);
  });
}

function older(value: Json): Json {
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

function isObject(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
