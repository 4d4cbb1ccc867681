/** Reads which places of the arguments a refusal names, in the forms of JSON Schema validators, zod and Pydantic. */
import { isObject, type Json, parseJson } from "../../cases/edits.ts";

/** The members with which lists of problems name a place. */
const placeMembers = ["path", "instancePath", "pointer", "loc", "location", "field", "param", "property"];
/** The steps before the arguments: a problem may be named by its place in the request. */
const surroundings = new Set(["params", "arguments", "args", "input", "body"]);

/** A refusal of arguments. */
export interface Explanation {
  /** The text for people. */
  readonly text: string;
  /** Everything else that the server says about the refusal. */
  readonly details: Json;
}

/**
 * Lists the places that a refusal names as the subjects of its problems: in lists of problems, and where a line of its text begins with
 * a place. A name within a sentence may stand for something else, so it does not count.
 * @returns JSON Pointers
 */
export function listNamedPlaces({ text, details }: Explanation): ReadonlySet<string> {
  const found = [...listInLines(text), ...listInProblems(readList(text) ?? null), ...listInProblems(details)];
  return new Set(found.flatMap(listPointers));
}

type Place = readonly string[];

/** Returns the pointer of a place, and without the steps that lead to the arguments. */
function listPointers(place: Place): string[] {
  const pointer = place.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const [first = "", ...rest] = place;
  return surroundings.has(first) && rest.length > 0 ? [pointer, ...listPointers(rest)] : [pointer];
}

/** Reads the words with which the lines of a text begin, which may be places. */
function listInLines(text: string): Place[] {
  return text.split("\n").flatMap((line) => {
    const [, start = ""] = /^\s*(?:[-*•]\s+)?["'`]?([^\s:,"'`]+(?:\["[^"]*"\])?)/.exec(line) ?? [];
    return [parsePlace(start) ?? []].filter(({ length }) => length > 0);
  });
}

/** Reads the list of problems that a text has as JSON. */
function readList(text: string): Json | undefined {
  const [list] = /\[\s*\{.*\}\s*\]/s.exec(text) ?? [];
  return list === undefined ? undefined : parseJson(list);
}

/** Reads the places of the problems in lists. */
function listInProblems(value: Json): Place[] {
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(listInItem) : [];
  return Object.values(value).flatMap(listInProblems);
}

/** Reads the place of an item of a list, if it is a problem. */
function listInItem(item: Json): Place[] {
  const places = isObject(item) ? placeMembers.flatMap((member) => [toPlace(item[member]) ?? []]) : [];
  const named = places.filter(({ length }) => length > 0);
  return named.length > 0 ? named : listInProblems(item);
}

function toPlace(value: Json | undefined): Place | undefined {
  if (typeof value === "string") return parsePlace(value);
  return Array.isArray(value) && value.every(isStep) ? value.map(String) : undefined;
}

function isStep(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** Reads `/a/0/b`, `a.0.b`, `a[0].b` and `$.a[0].b`; returns undefined for any other text. */
function parsePlace(text: string): Place | undefined {
  if (text.startsWith("/"))
    return text
      .slice(1)
      .split("/")
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const path = text.replace(/^\$\.?/, "");
  const step = /\.?([\w$-]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/y;
  const steps: string[] = [];
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (!found) return undefined;
    steps.push(found.slice(1).find((part) => part !== undefined)!);
  }
  return steps.length > 0 ? steps : undefined;
}
