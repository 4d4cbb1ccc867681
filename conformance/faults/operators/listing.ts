import {
  applyEdits,
  type Edit,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "@toolwright/conformance/cases";
import { childPointer } from "@toolwright/runtime/json";
import type { FaultDraft, FaultyServer, Operator } from "../fault.ts";
import { withResult } from "../messages.ts";
import { alterMethod } from "./interceptors.ts";
import { draftForServer, draftVariants, type Variant } from "./variants.ts";

type Entry = JsonObject & { readonly name: string };
type ListChange = (entries: readonly Entry[]) => readonly Json[];

/** Faults in `tools/list`: entries that differ from the manifest. */
export const listingOperators: readonly Operator[] = [
  entryOperator("stale-entry", "has an old value for", (pointer, value) =>
    isObject(value) || Array.isArray(value) ? undefined : { set: pointer, to: changeValue(value) },
  ),
  entryOperator("entry-lacks", "lacks", (pointer, value, entry) =>
    pointer === "" || isSaidAnyway(pointer, value, entry) ? undefined : { remove: pointer },
  ),
  // Metadata and definitions that nothing names may stand beside those of the manifest.
  entryOperator("entry-adds", "has an additional key in", (pointer, value) =>
    isObject(value) && !/\/(_meta|\$defs)$/.test(pointer)
      ? { set: `${pointer}/deprecated`, to: true }
      : undefined,
  ),
  {
    name: "list",
    faults: ({ cases: { manifest } }) => [
      ...manifest.flatMap(({ name }, index) =>
        draftVariants(
          { location: name, scope: { part: "entry", tool: name }, subject: `tools/list: ${name}` },
          listChanges(index, index === manifest.length - 1),
          alterList,
        ),
      ),
      ...draftForServer([["restless", "lists its tools in another order each time", undefined]], () => {
        let times = 0;
        return alterList((entries) => (times++ % 2 === 0 ? entries : entries.toReversed()));
      }),
      ...draftForServer([["lost-pages", "ends its list after half of the tools", firstHalf]], alterList),
    ],
  },
];

/** Makes an operator that edits entries at each pointer for which `makeEdit` returns an edit. */
function entryOperator(
  name: string,
  verb: string,
  makeEdit: (pointer: string, value: Json, entry: Entry) => Edit | undefined,
): Operator {
  return {
    name,
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        ["", ...listPointers(entry)].flatMap((pointer): FaultDraft | [] => {
          // A reference may have a description of its own, which replaces that of its definition.
          const isReplaced = /\/\$defs\/[^/]+\/description$/.test(pointer);
          const isLeft = pointer === "/name" || isReplaced || isHintWithoutMeaning(pointer, entry);
          const edit = isLeft ? undefined : makeEdit(pointer, valueAt(entry, pointer)!, entry);
          if (edit === undefined) return [];
          return {
            location: entry.name + pointer,
            description: `tools/list ${verb} ${pointer || "the entry"} of ${entry.name}.`,
            scope: { part: "entry", tool: entry.name },
            start: () =>
              alterList((entries) =>
                entries.map((found) => (found.name === entry.name ? applyEdits(found, [edit]) : found)),
              ),
          };
        }),
      ),
  };
}

/** A tool that only reads destroys nothing, and may be called again, whatever its hints say. */
function isHintWithoutMeaning(pointer: string, entry: Entry): boolean {
  const isOfWriters = ["/annotations/destructiveHint", "/annotations/idempotentHint"].includes(pointer);
  return isOfWriters && valueAt(entry, "/annotations/readOnlyHint") === true;
}

/** Whether an entry without this value means the same: a hint has a default, and the values of an `enum` say their type. */
function isSaidAnyway(pointer: string, value: Json, entry: Entry): boolean {
  const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  const hint = Object.entries(defaults).find(([name]) => pointer === `/annotations/${name}`);
  if (hint !== undefined) return hint[1] === value;
  const around = pointer.replace(/\/type$/, "");
  return around !== pointer && typeof value === "string" && isValues(valueAt(entry, around));
}

function isValues(schema: Json | undefined): boolean {
  return isObject(schema) && (Array.isArray(schema.enum) || schema.const !== undefined);
}

function listChanges(index: number, isLast: boolean): readonly Variant<ListChange>[] {
  const order: Variant<ListChange> = [
    "order",
    "comes after the next tool",
    (entries) => entries.with(index, entries[index + 1]!).with(index + 1, entries[index]!),
  ];
  return [
    ["missing", "is missing", (entries) => entries.toSpliced(index, 1)],
    ["twice", "is listed twice", (entries) => [...entries, entries[index]!]],
    [
      "renamed",
      "has another name",
      (entries) => entries.with(index, copy(entries, `${entries[index]!.name}_v2`)),
    ],
    [
      "extra",
      "is followed by a tool that is not in the spec",
      (entries) => entries.toSpliced(index + 1, 0, copy(entries, "debug_dump")),
    ],
    ...(isLast ? [] : [order]),
  ];

  function copy(entries: readonly Entry[], name: string): Entry {
    return { ...entries[index]!, name };
  }
}

function firstHalf(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(0, Math.ceil(entries.length / 2));
}

function alterList(change: ListChange): FaultyServer {
  return alterMethod("tools/list", (response, result) =>
    Array.isArray(result.tools)
      ? withResult(response, { ...result, tools: change(result.tools as readonly Entry[]) })
      : response,
  );
}

/** Lists JSON Pointers to all values in an entry, with array positions. */
function listPointers(entry: Json, at = ""): string[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([name, child]) => {
    const pointer = childPointer(at, name);
    return [pointer, ...listPointers(child as Json, pointer)];
  });
}

function changeValue(value: Json): Json {
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
