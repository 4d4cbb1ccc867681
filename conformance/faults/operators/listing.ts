import {
  type Edit,
  edited,
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
    isObject(value) || Array.isArray(value) ? undefined : { set: pointer, to: changedValue(value) },
  ),
  entryOperator("entry-lacks", "lacks", (pointer) => (pointer === "" ? undefined : { remove: pointer })),
  entryOperator("entry-adds", "has a key too many in", (pointer, value) =>
    isObject(value) ? { set: `${pointer}/deprecated`, to: true } : undefined,
  ),
  {
    name: "list",
    faults: ({ cases: { manifest } }) => [
      ...manifest.flatMap(({ name }, index) =>
        draftVariants(
          { location: name, scope: { part: "entry", tool: name }, subject: `tools/list: ${name}` },
          listChanges(index, index === manifest.length - 1),
          onList,
        ),
      ),
      ...draftForServer([["restless", "lists its tools in another order each time", undefined]], () => {
        let times = 0;
        return onList((entries) => (times++ % 2 === 0 ? entries : entries.toReversed()));
      }),
      ...draftForServer([["lost-pages", "ends its list after half of the tools", firstHalf]], onList),
    ],
  },
];

/** An operator that edits entries at each pointer at which `makeEdit` has an edit. */
function entryOperator(
  name: string,
  verb: string,
  makeEdit: (pointer: string, value: Json) => Edit | undefined,
): Operator {
  return {
    name,
    faults: ({ cases }) =>
      cases.manifest.flatMap((entry) =>
        ["", ...pointersIn(entry)].flatMap((pointer): FaultDraft | [] => {
          const edit = pointer === "/name" ? undefined : makeEdit(pointer, valueAt(entry, pointer)!);
          if (edit === undefined) return [];
          return {
            location: entry.name + pointer,
            description: `tools/list ${verb} ${pointer || "the entry"} of ${entry.name}.`,
            scope: { part: "entry", tool: entry.name },
            start: () =>
              onList((entries) =>
                entries.map((found) => (found.name === entry.name ? edited(found, [edit]) : found)),
              ),
          };
        }),
      ),
  };
}

function listChanges(index: number, isLast: boolean): readonly Variant<ListChange>[] {
  const order: Variant<ListChange> = [
    "order",
    "comes after the next tool",
    (entries) => entries.with(index, entries[index + 1]!).with(index + 1, entries[index]!),
  ];
  return [
    ["missing", "is missing", (entries) => entries.toSpliced(index, 1)],
    ["twice", "is there twice", (entries) => [...entries, entries[index]!]],
    [
      "renamed",
      "has another name",
      (entries) => entries.with(index, copy(entries, `${entries[index]!.name}_v2`)),
    ],
    [
      "extra",
      "is followed by a tool that the spec has not",
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

function onList(change: ListChange): FaultyServer {
  return alterMethod("tools/list", (response, result) =>
    Array.isArray(result.tools)
      ? withResult(response, { ...result, tools: change(result.tools as readonly Entry[]) })
      : response,
  );
}

/** JSON Pointers to everything in an entry, with array positions. */
function pointersIn(entry: Json, at = ""): string[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([name, child]) => {
    const pointer = childPointer(at, name);
    return [pointer, ...pointersIn(child as Json, pointer)];
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
