/** Compares entries of `tools/list` by what they mean to a client, however a library writes their schemas. */
import { canonical, childPointer, type Difference, differences } from "@toolwright/runtime/json";
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import { toPlainSchema } from "./plain-schema.ts";

/** A place where an entry means something else than it should. */
export interface EntryDifference extends Difference {
  /** Whether the entry only says less there: a library may not print every constraint and description that a spec has. */
  readonly isLess: boolean;
  /** Whether a text has the same words in another order there: Python prints a set in another order at each start. */
  readonly isReordered: boolean;
}

/** A difference before its texts are compared word by word. */
type Place = Omit<EntryDifference, "isReordered">;

/** Lists the places where an entry means something else than it should, at most five; those that surprise no client come last. */
export function listEntryDifferences(expected: JsonObject, actual: JsonObject): EntryDifference[] {
  const found: Place[] = [];
  for (const name of ["inputSchema", "outputSchema"]) {
    const [wanted, given] = [expected[name], actual[name]];
    const comparison = new SchemaComparison(wanted ?? null, given ?? null);
    found.push(...comparison.list(wanted, given, `/${name}`));
  }
  const { inputSchema: _in, outputSchema: _out, ...rest } = expected;
  const ofRest = differences(rest, withoutAdditions(actual, rest)).map((each) => ({
    ...each,
    isLess: false,
  }));
  return [...ofRest, ...found]
    .map((place) => ({ ...place, isReordered: haveSameWords(place) }))
    .toSorted((a, b) => Number(isMinor(a)) - Number(isMinor(b)))
    .slice(0, 5);
}

/** Whether a difference surprises no client. */
export function isMinor({ isLess, isReordered }: EntryDifference): boolean {
  return isLess || isReordered;
}

function haveSameWords({ at, expected, actual }: Difference): boolean {
  const isForPeople = /\/(description|title)$/.test(at);
  if (!isForPeople || typeof expected !== "string" || typeof actual !== "string") return false;
  const [wanted, given] = [expected, actual].map((text) => text.split(/[^\p{L}\p{N}]+/u).toSorted());
  return canonical(wanted) === canonical(given);
}

/** The hints of a tool that does not give them. Those of writing tools mean nothing for one that only reads. */
const defaultHints: JsonObject = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
const hintsOfWriters = ["destructiveHint", "idempotentHint"];

/** Leaves out what the entry says beside the expected one without a meaning: what is the default anyway, and metadata of a library. */
function withoutAdditions(actual: JsonObject, expected: JsonObject): JsonObject {
  const { inputSchema: _in, outputSchema: _out, execution, annotations, _meta, ...rest } = actual;
  const isDefault =
    expected.execution === undefined && canonical(execution) === canonical({ taskSupport: "forbidden" });
  const hints = likeExpected(annotations, expected);
  const meta = onlyExpected(_meta, expected._meta);
  return {
    ...rest,
    ...(execution !== undefined && !isDefault && { execution }),
    ...(hints !== undefined && { annotations: hints }),
    ...(meta !== undefined && { _meta: meta }),
  };
}

/** Returns the annotations, with the words of the expected ones where they mean the same. */
function likeExpected(actual: Json | undefined, { annotations, title }: JsonObject): Json | undefined {
  if (!isObject(annotations) || (actual !== undefined && !isObject(actual))) return actual;
  const isReader = annotations.readOnlyHint === true && actual?.readOnlyHint === true;
  const own = Object.entries(actual ?? {}).filter(
    ([name, value]) =>
      !(name in annotations) && value !== defaultHints[name] && !(name === "title" && value === title),
  );
  const wanted = Object.entries(annotations).flatMap(([name, value]): [string, Json][] => {
    const given = actual?.[name] ?? defaultHints[name];
    if (isReader && hintsOfWriters.includes(name)) return [[name, value!]];
    return given === undefined ? [] : [[name, given]];
  });
  return Object.fromEntries([...own, ...wanted]);
}

/** Returns the expected names of metadata: a library adds some of its own. */
function onlyExpected(actual: Json | undefined, expected: Json | undefined): Json | undefined {
  if (!isObject(actual)) return actual;
  if (!isObject(expected)) return undefined;
  return Object.fromEntries(Object.entries(actual).filter(([name]) => name in expected)) as JsonObject;
}

/** Keys with a schema by each name, with a list of schemas, and with one schema. */
const maps = ["properties", "patternProperties", "dependentSchemas"];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const single = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
];

/** Compares two schemas, whose references may lead back to themselves. */
class SchemaComparison {
  readonly #expectedRoot: Json;
  readonly #actualRoot: Json;
  /** Expected schema -> the actual ones that it was compared with. */
  readonly #compared = new Map<Json, Set<Json>>();

  constructor(expectedRoot: Json, actualRoot: Json) {
    this.#expectedRoot = expectedRoot;
    this.#actualRoot = actualRoot;
  }

  list(expected: Json | undefined, actual: Json | undefined, at: string): Place[] {
    if (!isObject(expected) || !isObject(actual)) {
      const isSame = expected === actual || canonical(expected) === canonical(actual);
      return isSame ? [] : [{ at, expected, actual, isLess: at === "/outputSchema" && actual === undefined }];
    }
    const compared = this.#compared.get(expected) ?? new Set();
    this.#compared.set(expected, compared);
    if (compared.has(actual)) return [];
    compared.add(actual);
    const wanted = toPlainSchema(expected, this.#expectedRoot);
    const given = toPlainSchema(actual, this.#actualRoot);
    const names = new Set([...Object.keys(wanted), ...Object.keys(given)]);
    return [...names].flatMap((name) =>
      isAddition(name, wanted, given)
        ? []
        : this.#listAt(name, wanted[name], given[name], childPointer(at, name)),
    );
  }

  #listAt(name: string, wanted: Json | undefined, given: Json | undefined, at: string): Place[] {
    if (saysLess(name, wanted, given)) return [{ at, expected: wanted, actual: given, isLess: true }];
    if (single.includes(name)) return this.list(wanted, given, at);
    const isTree =
      (maps.includes(name) && isObject(wanted) && isObject(given)) || this.#areAlike(name, wanted, given);
    if (!isTree)
      return differences(wanted, given).map((each) => ({ ...each, at: at + each.at, isLess: false }));
    const [left, right] = [wanted, given] as readonly Readonly<Record<string, Json>>[];
    const parts = new Set([...Object.keys(left!), ...Object.keys(right!)]);
    return [...parts].flatMap((part) => this.list(left![part], right![part], childPointer(at, part)));
  }

  #areAlike(name: string, wanted: Json | undefined, given: Json | undefined): boolean {
    return (
      lists.includes(name) && Array.isArray(wanted) && Array.isArray(given) && wanted.length === given.length
    );
  }
}

/** Whether a schema leaves out a constraint or a description, or allows more types or values. */
function saysLess(name: string, wanted: Json | undefined, given: Json | undefined): boolean {
  if (given === undefined) return !maps.includes(name);
  if (!Array.isArray(wanted) || !Array.isArray(given)) return false;
  const [few, many] = name === "required" ? [given, wanted] : [wanted, given];
  const hasAll = few.every((one) => many.some((other) => canonical(one) === canonical(other)));
  return ["required", "enum", "type"].includes(name) && few.length < many.length && hasAll;
}

/** Whether a library adds this key to what was declared: words for people, no value as the default, or the pattern of a format. */
function isAddition(name: string, expected: JsonObject, actual: JsonObject): boolean {
  if (expected[name] !== undefined) return false;
  if (["title", "description", "examples"].includes(name)) return true;
  if (name === "default") return actual.default === null;
  return name === "pattern" && expected.format !== undefined && expected.format === actual.format;
}
